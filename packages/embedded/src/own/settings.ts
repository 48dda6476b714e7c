/** `waldo settings`: shows and changes the person's settings. */
import { BRIEF_SENTENCES, type Me, PUSH_BUDGET_PER_DAY, SettingsChange, WaldoError } from "@waldo/contracts";
import { typedZone } from "@waldo/core/person/zone-names";
import type { MemoryOptions } from "../memory/open-memory.ts";
import type { Terminal } from "../terminal.ts";
import { withDoor } from "./own-door.ts";

/** The settings by the names that a person types, with their allowed values. */
export const SETTINGS = {
  name: { member: "name", is: "how Waldo addresses you; empty for none" },
  zone: { member: "timeZone", is: "an IANA time zone, such as Europe/Lisbon" },
  wake: { member: "wakeTime", is: "HH:MM" },
  sleep: { member: "sleepTime", is: "HH:MM" },
  review: { member: "weeklyReview", is: "the day of the weekly review: 1 is Monday, 7 is Sunday" },
  autonomy: { member: "autonomy", is: "L1 asks for everything, L2 does small things you asked for, L3 does more" },
  fetch: {
    member: "fetch",
    is: "shadow or live; live begins once twenty labels of your own show that it is seldom wrong",
  },
  pushes: {
    member: "pushesADay",
    is: `how many times a day your devices may ring by themselves: 0 to ${PUSH_BUDGET_PER_DAY}`,
  },
  cents: { member: "modelCentsADay", is: "cents a day of the better models before the cheap one answers: 0 to 20" },
  form: { member: "showsForm", is: "number or words: how a Brief tells Form" },
  feelings: { member: "feelingsFirst", is: "first or off: whether you are asked how you feel before the score" },
  sentences: { member: "briefSentences", is: `how many sentences a Brief may have: 1 to ${BRIEF_SENTENCES}` },
  noon: { member: "alwaysNoon", is: "always or news: whether I write at midday every day, or when something is new" },
} as const satisfies Record<string, { readonly member: keyof SettingsChange & keyof Me; readonly is: string }>;

/** The words of a setting that is yes or no. */
const WORDS: Readonly<Record<string, readonly [string, string]>> = {
  form: ["number", "words"],
  noon: ["always", "news"],
  feelings: ["first", "off"],
};

type Name = keyof typeof SETTINGS;
const isName = (name: string): name is Name => Object.hasOwn(SETTINGS, name);

export function showSettings(options: MemoryOptions, terminal: Terminal): Promise<void> {
  return withDoor(options, terminal, async (call) => show(await call("me"), options, terminal));
}

/**
 * Changes the settings in `pairs`, such as `wake=06:30`. Throws `InvalidInput` for an unknown name or an invalid value.
 */
export function setSettings(pairs: readonly string[], options: MemoryOptions, terminal: Terminal): Promise<void> {
  return withDoor(options, terminal, async (call) => {
    const change = changeOf(pairs);
    // The schedules follow the device. On a single machine the person sets the device's zone.
    if (change.timeZone !== undefined)
      await call("zone", { body: { timeZone: typedZone(change.timeZone, Date.now()) } });
    const { takenBack, ...me } = await call("saveMe", { body: change });
    show(me, options, terminal);
    if (takenBack > 0)
      terminal.note(
        `What was done without a tap was taken back: ${takenBack}. waldo taps shows what is asked instead.`,
      );
  });
}

function changeOf(pairs: readonly string[]): SettingsChange {
  const change = Object.fromEntries(pairs.map(memberOf));
  const parsed = SettingsChange.safeParse(change);
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues[0]?.path[0];
  const name = Object.keys(SETTINGS).find((one) => isName(one) && SETTINGS[one].member === wrong);
  throw new WaldoError(
    "InvalidInput",
    `${name}: expected ${name && isName(name) ? SETTINGS[name].is : "another value"}`,
  );
}

function memberOf(pair: string): [string, unknown] {
  const cut = pair.indexOf("=");
  const [name, value] = [pair.slice(0, cut), pair.slice(cut + 1).trim()];
  if (cut < 1 || !isName(name))
    throw new WaldoError(
      "InvalidInput",
      `${pair}: expected name=value with one of ${Object.keys(SETTINGS).join(", ")}`,
    );
  const { member } = SETTINGS[name];
  if (name === "review" || name === "pushes" || name === "cents" || name === "sentences")
    return [member, Number(value)];
  const [yes, no] = WORDS[name] ?? [];
  if (value === yes || value === no) return [member, value === yes];
  return [member, name === "name" && value === "" ? null : value];
}

function show(me: Me, { json }: MemoryOptions, { print, c }: Terminal): void {
  if (json) {
    print(JSON.stringify(me, null, 2));
    return;
  }
  for (const [name, { member, is }] of Object.entries(SETTINGS)) {
    const value = name in WORDS ? WORDS[name]?.[me[member] === true ? 0 : 1] : (me[member] ?? "–");
    print(`${name.padEnd(9)} ${String(value).padEnd(18)} ${c.dim(is)}`);
  }
}
