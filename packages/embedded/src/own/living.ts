/** `waldo living`: Waldo's view of the moment, its thoughts and concerns, and what it may sense. */
import { AXES, type Axis, type ConcernKind, type Gets, type LivingChoice, WaldoError } from "@waldo/contracts";
import { localDate, localTime } from "@waldo/core/time";
import type { MemoryOptions } from "../memory/open-memory.ts";
import type { Terminal } from "../terminal.ts";
import { type OwnDoor, withDoor } from "./own-door.ts";

type View = Gets<"living">;

/**
 * Prints the moment, the thoughts that wait to be said, and the concerns. Throws the door's error when the door
 * refuses.
 */
export function showLiving(options: MemoryOptions, terminal: Terminal): Promise<void> {
  return withDoor({ ...options, shows: true }, terminal, async (call) => {
    const [view, { timeZone }] = [await call("living"), await call("me")];
    if (options.json) return terminal.print(JSON.stringify(view, null, 2));
    printNow(view, timeZone, terminal);
    printConcerns(view, terminal);
    if (view.concerns.length === 0) terminal.print(terminal.c.dim(`\n${await whyNoConcerns(call)}`));
    const { machine, interrupt, on } = view.choice;
    const { print, c } = terminal;
    print(
      c.dim(
        `\nThe loop is ${on ? "on" : "off"}; your machine is ${on && machine ? "sensed" : "not sensed"}; interruptions: ${interrupt}.`,
      ),
    );
  });
}

function printNow({ now, waiting, intentions, persona }: View, timeZone: string, { print, c }: Terminal): void {
  if (!now) print("Nothing has been sensed yet. It begins with the next look of the patrol.");
  else {
    const [date, time] = [localDate(now.at, timeZone), localTime(now.at, timeZone)];
    const when = date === localDate(Date.now(), timeZone) ? "" : `${c.dim(`${date} ${time} ·`)} `;
    print(
      `${when}${c.bold(now.state.replace("_", " "))} ${c.dim("·")} ${now.hour.replace("_", " ")} ${c.dim("·")} ${now.why}`,
    );
  }
  for (const { text } of waiting) print(`  waits to be said: ${text}`);
  for (const { text, dueAt } of intentions)
    print(`  will look at “${text}” ${c.dim(`${localDate(dueAt, timeZone)} ${localTime(dueAt, timeZone)}`)}`);
  const manner = Object.entries(persona.axes)
    .filter(([, value]) => Math.abs(value) >= 0.1)
    .map(([axis, value]) => `${AXES[axis as Axis][value < 0 ? 0 : 1]} ${value > 0 ? "+" : ""}${value.toFixed(2)}`);
  if (manner.length > 0)
    print(`  how it speaks: ${manner.join(", ")}${persona.frozenAt === undefined ? "" : " (frozen)"}`);
}

/** The kinds of a concern in the words of the page. */
const KINDS: Record<ConcernKind, string> = {
  project: "project",
  household: "everyday",
  system: "machine",
  interest: "interest",
  reminder: "task",
  conversation: "person",
};

function printConcerns({ concerns }: View, { print, c }: Terminal): void {
  if (concerns.length > 0) print("\nConcerns");
  for (const { salience, summary, kind, muted } of concerns)
    print(`  ${salience.padEnd(10)} ${summary} ${c.dim(`· ${KINDS[kind]}${muted ? " · muted" : ""}`)}`);
}

/** A goal in the file and a task with a date become concerns at the next patrol look (core/living). */
async function whyNoConcerns(call: OwnDoor): Promise<string> {
  const [{ goals }, { items }] = [await call("goalsFile"), await call("tasks", { query: { limit: 500 } })];
  const named = [goals.quarter, goals.week, goals.commitments, goals.people].flat();
  const isNoted = named.length > 0 || items.some(({ status, due }) => status === "open" && due !== undefined);
  return isNoted
    ? "No concerns yet: the next look of the patrol notices your goals and tasks, while waldo live runs."
    : "No concerns yet: they come from goals, tasks with a date, and talk.";
}

/** Prints themes and thoughts, the oldest first. Throws the door's error when the door refuses. */
export function showThoughts(options: MemoryOptions, terminal: Terminal): Promise<void> {
  return withDoor({ ...options, shows: true }, terminal, async (call) => {
    const [{ thoughts, themes }, { timeZone }] = [await call("living"), await call("me")];
    if (options.json) return terminal.print(JSON.stringify({ thoughts, themes }, null, 2));
    const { print, c } = terminal;
    for (const { title, text } of themes.slice(0, 3)) print(`${c.bold(title)} ${c.dim(text)}`);
    for (const { at, kind, text, saw } of thoughts.toReversed()) {
      const seen = saw.map((one) => one.kind).join(", ");
      print(`${localDate(at, timeZone)} ${localTime(at, timeZone)}  ${text} ${c.dim(`· ${kind}, seen in: ${seen}`)}`);
    }
    if (thoughts.length === 0) print("No thought has been written down yet.");
  });
}

export type ChooseOptions = MemoryOptions & {
  readonly on?: boolean;
  readonly machine?: string;
  readonly interrupt?: LivingChoice["interrupt"];
};

/** Turns parts of the loop on or off. */
export function chooseLiving(state: string | undefined, options: ChooseOptions, terminal: Terminal): Promise<void> {
  const isOn = onOff(state, "the loop");
  const machine = onOff(options.machine, "--machine");
  const { interrupt } = options;
  const change = {
    ...(isOn === undefined ? {} : { on: isOn }),
    ...(machine === undefined ? {} : { machine }),
    ...(interrupt === undefined ? {} : { interrupt }),
  };
  if (Object.keys(change).length === 0)
    throw new WaldoError("InvalidInput", "say what to set: waldo living set on, --machine on, or --interrupt off");
  return withDoor(options, terminal, async (call) => {
    const { choice } = await call("saveLiving", { body: change });
    if (options.json) return terminal.print(JSON.stringify(choice));
    const { print } = terminal;
    print(`The loop is ${choice.on ? "on" : "off"}. Interruptions: ${choice.interrupt}.`);
    print(
      choice.on && choice.machine
        ? "While waldo live or waldo serve runs, it senses whether somebody is at this machine, how busy it is, and which kinds of programs run. It keeps no names, and what it keeps is gone after two days."
        : "This machine is not sensed.",
    );
  });
}

function onOff(word: string | undefined, what: string): boolean | undefined {
  if (word === undefined) return undefined;
  if (word !== "on" && word !== "off") throw new WaldoError("InvalidInput", `${what} is on or off, not “${word}”`);
  return word === "on";
}
