/**
 * Plays the life of coach-life.ts in a home on disk, step by step. A step is a wake, something that the person says or
 * does, or a night that arrives. Each finished step is noted, so a process that was killed continues with the step in
 * which it died.
 */

import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { contextRoutes } from "@waldo/contexts/routes";
import { callRoute, DoorFailure, keys, type Profile, type WakeInput } from "@waldo/contracts";
import { jobsOf } from "@waldo/core/cadence/schedule";
import { calendarKey } from "@waldo/core/calendar/rows";
import { door } from "@waldo/core/door/door";
import { fixedModels } from "@waldo/core/door/own";
import { loadGoalsFile } from "@waldo/core/goals/stored";
import { saveDays } from "@waldo/core/health/ledger";
import { sense } from "@waldo/core/health/sense";
import type { ModelGateway } from "@waldo/core/ports";
import { addDays, instantAt, MINUTE_MS } from "@waldo/core/time";
import { decide } from "@waldo/core/wake/decide";
import { composeWorld } from "@waldo/embedded/compose";
import { openHome } from "@waldo/embedded/home";
import { agreeing } from "@waldo/testkit/agreeing";
import { PERSON, syntheticDays } from "@waldo/testkit/synthetic-person";
import { meetingOf } from "@waldo/testkit/tool-world";
import { type Act, DAYS, type Day, FIRST, HOME, life } from "./coach-life.ts";

const USER = "me";
const HISTORY_DAYS = 40;
/** How long after waking the data of the night arrives. */
const NIGHT_AFTER_MS = 20 * MINUTE_MS;

const COACHED = { weeklyReview: { weekday: 6, time: "10:00" } } as const;

export type World = ReturnType<typeof composeWorld>;
type Step = { readonly at: number; readonly name: string; readonly day: Day } & (
  | { readonly is: "wake"; readonly input: WakeInput }
  | { readonly is: "night"; readonly n: number }
  | { readonly is: "act"; readonly act: Act }
);

/** Returns every step of the life, in the order of time. */
export function stepsOf(days: readonly Day[]): Step[] {
  return days
    .flatMap((day, n): Step[] => {
      const { date, timeZone } = day;
      const rhythm = { timeZone, wakeTime: "07:00", sleepTime: "23:00", coaching: COACHED };
      const wakes = jobsOf(rhythm, date).map(({ name, variant, at }): Step => {
        const scheduledAt = new Date(at).toISOString();
        const input = { userId: USER, job: name, scheduledAt, ...(variant === undefined ? {} : { variant }) };
        return { is: "wake", at, name: `${name} ${date}`, day, input };
      });
      const night = instantAt(date, "07:00", timeZone) + NIGHT_AFTER_MS;
      return [
        ...wakes,
        ...(day.night ? [{ is: "night", at: night, name: `night ${date}`, day, n } as const] : []),
        ...day.acts.map((act, i) => ({
          ...({ is: "act", act, day, name: `act ${date} ${i}` } as const),
          at: instantAt(date, act.at, timeZone),
        })),
      ];
    })
    .sort((a, b) => a.at - b.at || a.name.localeCompare(b.name));
}

type Played = { readonly steps: number };

/** Plays the remaining steps of the life in `root`. `onStep` is called after each step. */
export async function playLife(
  root: string,
  model: ModelGateway,
  {
    days = DAYS,
    onStep = () => {},
    between,
    also = {},
  }: {
    readonly days?: number;
    readonly onStep?: (done: number, all: number) => void;
    /** Other actions of the person, by the number of the day. */
    readonly also?: Readonly<Record<number, readonly Act[]>>;
    /** Plays what happens between two steps. */
    readonly between?: (world: World, from: number, to: number) => Promise<void>;
  } = {},
): Promise<Played> {
  const steps = stepsOf(
    life()
      .slice(0, days)
      .map((day, n) => ({ ...day, acts: [...day.acts, ...(also[n] ?? [])] })),
  );
  const notes = join(root, "life.json");
  let done = doneIn(notes);
  const home = openHome(join(root, "home"));
  try {
    const world = composeWorld(home, instantAt(FIRST, "00:00", HOME), model);
    if (done === 0) await begin(world);
    const nights = syntheticDays(addDays(FIRST, DAYS - 1), DAYS + HISTORY_DAYS, 3);
    const app = door({
      optIn: contextRoutes,
      who: () => USER,
      ports: () => ({
        ...world,
        ...{ approvalKey: new Uint8Array(32).fill(7), startWake: async () => {}, models: fixedModels(null), push: {} },
      }),
      log: world.log,
    });
    const call: Call = (name, sends) => callRoute((request) => app.fetch(request), "http://waldo", name, sends);
    for (const step of steps.slice(done)) {
      await between?.(world, steps[done - 1]?.at ?? step.at, step.at);
      world.clock.set(step.at);
      await work(world, call, nights, step);
      await world.machines.idle();
      done++;
      writeFileSync(`${notes}.new`, JSON.stringify({ done }));
      renameSync(`${notes}.new`, notes);
      onStep(done, steps.length);
    }
    return { steps: steps.length };
  } finally {
    home.store.close();
  }
}

type Call = <N extends Parameters<typeof callRoute>[2]>(
  name: N,
  sends?: Parameters<typeof callRoute<N>>[3],
) => ReturnType<typeof callRoute<N>>;

function doneIn(notes: string): number {
  try {
    return Number(JSON.parse(readFileSync(notes, "utf8")).done);
  } catch {
    return 0;
  }
}

async function begin({ store }: World): Promise<void> {
  const profile: Profile = {
    ...PERSON,
    ...{ userId: USER, timeZone: HOME, wakeTime: "07:00", sleepTime: "23:00", autonomy: "L2", ownTimes: true },
    channels: { telegramChatId: "sink" },
  };
  await store.transact([
    { op: "put", key: keys.profile(USER), body: profile },
    { op: "put", key: keys.timeZone(USER), body: { timeZone: HOME } },
    agreeing(USER, ["body", "memory", "model", "telegram"]),
  ]);
  const nights = syntheticDays(addDays(FIRST, DAYS - 1), DAYS + HISTORY_DAYS, 3);
  await saveDays(
    store,
    USER,
    nights.filter(({ date }) => date < FIRST),
  );
}

async function work(world: World, call: Call, nights: ReturnType<typeof syntheticDays>, step: Step): Promise<void> {
  if (step.is === "wake") return void (await decide(world, await sense(world, step.input)));
  if (step.is === "night") {
    await saveDays(
      world.store,
      USER,
      nights.filter(({ date }) => date === step.day.date),
    );
    return sync(world, step.at);
  }
  const { act, name } = step;
  try {
    await doAct(world, call, act, name, step);
  } catch (error) {
    // A refusal is a normal answer for the person.
    if (!(error instanceof DoorFailure)) throw error;
  }
}

async function doAct(world: World, call: Call, act: Act, name: string, { at, day }: Step): Promise<void> {
  const key = name.replaceAll(/[^a-z0-9]/g, "-");
  if ("say" in act) await call("say", { body: { text: act.say }, key });
  else if ("goals" in act) {
    const { text } = await call("goalsFile");
    await call("saveGoals", { body: { text: act.goals, base: text } });
  } else if ("edits" in act) {
    const known = (await loadGoalsFile(world.store, USER))?.file.text ?? "";
    const { changeGoals } = await import("@waldo/core/goals/change");
    await changeGoals(world, USER, { by: "file", base: known, text: act.edits(known) });
  } else if ("lands" in act) {
    await world.store.transact([{ op: "put", key: keys.timeZone(USER), body: { timeZone: act.lands } }]);
    await sync(world, at);
  } else {
    const { title, from, to } = act.event;
    const [start, end] = [instantAt(day.date, from, day.timeZone), instantAt(day.date, to, day.timeZone)];
    const meeting = meetingOf(title, start, { end });
    await world.store.transact([{ op: "put", key: calendarKey(USER, meeting), body: meeting }]);
  }
}

async function sync(world: World, at: number): Promise<void> {
  const input = { userId: USER, job: "sync", scheduledAt: new Date(at).toISOString(), settled: true } as const;
  await decide(world, await sense(world, input));
}
