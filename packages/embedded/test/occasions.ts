/**
 * What can start something by itself or by a person, and what a person has afterwards: Briefs, ticks of the patrol,
 * reminders, messages (of danger too), Handoffs, taps of each kind, and a pause. The night has a crash test of its own.
 *
 * `undisturbed` plays an occasion in peace. `killed` lets the process die at one port call of it: of the wake, of a step of
 * a run, of a phase of a Handoff. The state machine then tries that task again in a new process, as AWS does. `together`
 * plays it twice at the same time in one interleaving.
 */
import {
  type IntradaySample,
  keys,
  type ProposedAction,
  type ScheduledBrief,
  type WakeJob,
  type Watch,
} from "@waldo/contracts";
import { newProposal, proposalWrite } from "@waldo/core/approve/proposal";
import { handleTap } from "@waldo/core/approve/tap";
import { loadWatches } from "@waldo/core/cadence/watches";
import { calendarKey } from "@waldo/core/calendar/rows";
import { dreamTask } from "@waldo/core/dream/dream";
import { handoffTask, startHandoff } from "@waldo/core/handoff/handoff";
import { saveSamples } from "@waldo/core/health/intraday";
import { saveDays } from "@waldo/core/health/ledger";
import { sense } from "@waldo/core/health/sense";
import type { ModelGateway, Ports } from "@waldo/core/ports";
import { advance } from "@waldo/core/run/advance";
import { ALL_STEPS } from "@waldo/core/run/all-steps";
import { pause, resume } from "@waldo/core/run/pause";
import { receiveMessage } from "@waldo/core/run/receive";
import { putNew } from "@waldo/core/store/cas";
import { DAY_MS, HOUR_MS, instantAt, MINUTE_MS } from "@waldo/core/time";
import { actionDigest } from "@waldo/core/tools/approval";
import { effectIdOf } from "@waldo/core/tools/effects";
import { listTasks } from "@waldo/core/tools/rows";
import { decide } from "@waldo/core/wake/decide";
import { mortalProcesses, type Plan } from "@waldo/testkit/faults";
import { interleave } from "@waldo/testkit/interleave";
import { labelledFetches } from "@waldo/testkit/labelled-fetches";
import { scriptedModel } from "@waldo/testkit/scripted-model";
import { PERSON, syntheticDays } from "@waldo/testkit/synthetic-person";
import { meetingOf } from "@waldo/testkit/tool-world";
import { localMachines } from "../src/machines.ts";
import { DATE, type TestWorld, testWorld } from "./world.ts";

const at = (time: string) => instantAt(DATE, time, PERSON.timeZone);
const put = (world: TestWorld, key: Parameters<TestWorld["store"]["get"]>[0], body: object) =>
  world.store.transact([{ op: "put", key, body }]);

/** One wake, as the machine runs it: sense, decide, and again after an error that may be retried. */
async function wake(ports: Ports, job: WakeJob, time: string, variant?: ScheduledBrief) {
  const scheduledAt = new Date(at(time)).toISOString();
  return decide(ports, await sense(ports, { userId: "me", job, scheduledAt, ...(variant ? { variant } : {}) }));
}

export type Occasion = {
  readonly name: string;
  readonly time: string;
  readonly world: () => Promise<TestWorld>;
  /** What happens. The two are played at the same time; each is also killed alone. */
  readonly happens: readonly [(ports: Ports) => Promise<unknown>, (ports: Ports) => Promise<unknown>];
  /** How many messages of any kind the person has afterwards in the thread. */
  readonly said: number;
  /** What the person asked for may reach Telegram twice, marked as a repeat. Everything else reaches it once at most. */
  readonly mayRepeat?: true;
  readonly done?: (world: TestWorld) => Promise<unknown>;
  /** What `done` gives after an undisturbed day, and how the proposals ended. */
  readonly ends?: { readonly done: unknown; readonly proposals: readonly string[] };
};

async function synced(options: Parameters<typeof testWorld>[0] = {}): Promise<TestWorld> {
  const world = await testWorld({ days: 10, ...options });
  await put(world, keys.timeZone("me"), { timeZone: PERSON.timeZone });
  return world;
}

const tense = (until: number): IntradaySample[] =>
  Array.from({ length: 15 }, (_, i) => ({ at: until - i * MINUTE_MS, heartRateBpm: 120, moving: false }));

const task: ProposedAction = {
  tool: "write_task",
  args: { title: "water the plants" },
  digest: actionDigest("write_task", { title: "water the plants" }),
  title: "Add water the plants",
  tainted: [],
};

const reminder: Watch = {
  watchId: "0123456789ab",
  text: "call the dentist",
  when: { on: "time", at: at("10:00") },
  state: "active",
  firesLeft: 1,
  fired: 0,
  cooldownMs: 0,
  createdAt: at("08:00"),
  expiresAt: at("10:00") + DAY_MS,
};

/** A low and falling Form on a day full of meetings. */
async function overloaded(world: TestWorld): Promise<void> {
  for (const [title, start, hours] of [
    ["Board", "09:00", 3],
    ["Workshop", "17:00", 3],
  ] as const) {
    const eventId = title.padEnd(24, "0").replaceAll(/[^0-9a-f]/g, "a");
    const meeting = meetingOf(title, at(start), { end: at(start) + hours * HOUR_MS, eventId });
    await put(world, calendarKey("me", meeting), meeting);
  }
  for (const [i, form] of [48, 46, 44].entries()) {
    const entry = { at: at("14:15") + i * 15 * MINUTE_MS, act: "nothing", reason: "", form };
    await world.store.transact([putNew(keys.patrol("me", entry.at), entry)]);
  }
  await put(world, keys.live("me"), { date: DATE, form: 42 });
  await put(world, keys.dayState("me", DATE), { spoken: { form: 50 } });
}

/** A tick on what was sensed before. */
const tick = (ports: Ports, time: string) =>
  decide(ports, { userId: "me", job: "patrol", scheduledAt: new Date(at(time)).toISOString(), date: DATE });

/** A model that plans one task, and otherwise says one sentence. It answers the same when it is asked again. */
const planner: ModelGateway = {
  shape: () => "terse",
  async converse({ tools, messages }) {
    const plans = tools.some(({ name }) => name === "propose_action");
    const asks = plans && !messages.some(({ role }) => role === "assistant");
    const actions = [{ tool: task.tool, args: task.args }];
    return {
      text: asks ? "" : "Here is what I would do.",
      calls: asks ? [{ id: "p", name: "propose_action", args: { actions } }] : [],
      stop: asks ? "tool_use" : "end",
      usage: { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 },
      model: "planner",
    };
  },
};

export const OCCASIONS: readonly Occasion[] = [
  {
    name: "the morning Brief",
    time: "07:00",
    world: () => synced(),
    happens: [(ports) => wake(ports, "brief", "07:00", "morning"), (ports) => wake(ports, "brief", "07:00", "morning")],
    said: 1,
  },
  {
    name: "a night that arrives after a morning without one",
    time: "09:00",
    async world() {
      const world = await synced({ days: 0 });
      await saveDays(world.store, "me", syntheticDays(DATE, 10, 1));
      await put(world, keys.dayState("me", DATE), { spoken: {} });
      return world;
    },
    happens: [(ports) => wake(ports, "sync", "09:00"), (ports) => wake(ports, "sync", "09:01")],
    said: 1,
  },
  {
    name: "a Fetch",
    time: "15:00",
    async world() {
      const world = await synced({ profile: { ...PERSON, fetch: "live" } });
      await world.store.transact(labelledFetches(at("15:00")));
      await saveSamples(world, "me", tense(at("15:00")));
      return world;
    },
    happens: [(ports) => wake(ports, "patrol", "15:00"), (ports) => wake(ports, "patrol", "14:59")],
    said: 1,
  },
  {
    name: "Form that fell since the Brief",
    time: "15:00",
    async world() {
      const world = await synced();
      await saveDays(
        world.store,
        "me",
        syntheticDays(DATE, 1).map((day) => ({
          ...day,
          sleeps: day.sleeps.map((sleep) => ({ ...sleep, asleepMinutes: 200 })),
        })),
      );
      await put(world, keys.dayState("me", DATE), { spoken: { form: 99 } });
      return world;
    },
    happens: [(ports) => wake(ports, "patrol", "15:00"), (ports) => wake(ports, "patrol", "14:59")],
    said: 1,
  },
  {
    name: "a note of the next event",
    time: "10:30",
    async world() {
      const world = await synced();
      const meeting = meetingOf("Budget", at("11:00"));
      await put(world, calendarKey("me", meeting), meeting);
      return world;
    },
    happens: [(ports) => wake(ports, "patrol", "10:30"), (ports) => wake(ports, "patrol", "10:31")],
    said: 1,
  },
  {
    name: "a reminder",
    time: "10:00",
    async world() {
      const world = await synced();
      await put(world, keys.watch("me", reminder.watchId), reminder);
      return world;
    },
    happens: [(ports) => wake(ports, "patrol", "10:00"), (ports) => wake(ports, "sync", "10:01")],
    said: 1,
    mayRepeat: true,
  },
  {
    name: "an overload",
    time: "15:00",
    async world() {
      const world = await synced();
      await overloaded(world);
      return world;
    },
    happens: [(ports) => tick(ports, "15:00"), (ports) => tick(ports, "15:01")],
    said: 1,
    mayRepeat: true,
  },
  {
    name: "a message",
    time: "10:00",
    world: () => synced({ model: scriptedModel(Array.from({ length: 9 }, () => ({ text: "Good to hear." }))) }),
    happens: [
      (ports) => receiveMessage(ports, "me", { messageId: "m1", text: "hello" }, DATE),
      (ports) => receiveMessage(ports, "me", { messageId: "m1", text: "hello" }, DATE),
    ],
    said: 2,
    mayRepeat: true,
  },
  {
    name: "a Handoff",
    time: "10:00",
    world: () => synced({ model: planner }),
    happens: [hand, hand],
    said: 4,
    mayRepeat: true,
  },
  {
    name: "a tap",
    time: "10:00",
    world: asked,
    happens: [tap, tap],
    said: 0,
    done: openTasks,
    ends: { done: ["water the plants"], proposals: ["executed"] },
  },
  {
    name: "a tap that says no",
    time: "10:00",
    world: asked,
    happens: [decline, decline],
    said: 0,
    done: openTasks,
    ends: { done: [], proposals: ["declined"] },
  },
  {
    name: "an undo",
    time: "10:00",
    async world() {
      const world = await asked();
      world.clock.set(at("09:30"));
      await tap(world);
      return world;
    },
    happens: [undo, undo],
    said: 0,
    done: openTasks,
    ends: { done: [], proposals: ["executed"] },
  },
  {
    name: "a message of danger",
    time: "10:00",
    world: () => synced(),
    happens: [cry, cry],
    said: 2,
    mayRepeat: true,
  },
  {
    name: "a message of danger in a pause",
    time: "10:00",
    async world() {
      const world = await synced();
      await pause(world, "me");
      return world;
    },
    happens: [cry, cry],
    said: 2,
    mayRepeat: true,
  },
  {
    name: "a pause that falls into a Brief, and its end",
    time: "07:00",
    world: () => synced(),
    happens: [interrupted, interrupted],
    said: 1,
  },
  {
    name: "the end of a pause in which reminders came due",
    time: "10:30",
    async world() {
      const world = await synced();
      await put(world, keys.watch("me", reminder.watchId), reminder);
      await pause(world, "me");
      return world;
    },
    happens: [(ports) => resume(ports, "me"), (ports) => resume(ports, "me")],
    said: 1,
    mayRepeat: true,
    done: async (world) => (await loadWatches(world.store, "me")).map(({ watch }) => watch.state),
    ends: { done: ["spent"], proposals: [] },
  },
];

async function openTasks(world: TestWorld): Promise<string[]> {
  const tasks = await listTasks(world.store, "me", 20);
  return tasks.filter(({ status }) => status === "open").map(({ title }) => title);
}

/** A person who is asked about one task. */
async function asked(): Promise<TestWorld> {
  const world = await synced();
  await world.store.transact([proposalWrite(newProposal("me", "run-x", [task], at("09:00")))]);
  return world;
}

/** A cry for help. The answer is written beforehand, and needs no model, no lease and no run that works. */
function cry(ports: Ports) {
  return receiveMessage(ports, "me", { messageId: "m1", text: "I want to kill myself" }, DATE);
}

/** The Brief begins, an operator pauses the person, and lifts the pause again. */
async function interrupted(ports: Ports): Promise<void> {
  await wake(ports, "brief", "07:00", "morning");
  await pause(ports, "me");
  await resume(ports, "me");
}

/** Hands a task over. It is explored and planned, and waits for the tap. */
function hand(ports: Ports) {
  return startHandoff(ports, "me", { messageId: "m1", goal: "plan my week" }, DATE);
}

const proposalId = newProposal("me", "run-x", [task], 0).proposalId;
const withKey = (ports: Ports) => ({ ...ports, approvalKey: new Uint8Array(32).fill(7) });

function decline(ports: Ports) {
  return handleTap(withKey(ports), "me", `no:${proposalId}`);
}

function undo(ports: Ports) {
  return handleTap(withKey(ports), "me", `undo:${effectIdOf(proposalId, 0)}`);
}

async function tap(ports: Ports) {
  const own = withKey(ports);
  const screen = await handleTap(own, "me", `do:${proposalId}`);
  return screen.kind === "screen" ? handleTap(own, "me", screen.buttons[0]?.data ?? "") : screen;
}

type Played = {
  readonly world: TestWorld;
  /** Lets one task run in a process of its own. The first of them that comes to the planned call dies there. */
  readonly inProcess: <T>(task: (ports: Ports) => Promise<T>) => Promise<T>;
  readonly calls: () => number;
};

async function start(occasion: Occasion, plan?: Plan): Promise<Played> {
  const base = await occasion.world();
  const processes = mortalProcesses(() => world, plan);
  const task = <T>(work: (ports: Ports) => Promise<T>) => processes.run(work);
  const machines = localMachines(
    {
      tick: (input) => task((ports) => advance(ports, input, ALL_STEPS)),
      dream: (one) => task((ports) => dreamTask(ports, one)),
      handoff: (one) => task((ports) => handoffTask(ports, one)),
    },
    { retryPauseMs: 0 },
  );
  const world: TestWorld = { ...base, machines };
  world.clock.set(at(occasion.time));
  return { world, inProcess: task, calls: processes.calls };
}

/**
 * What comes after: the same once more (a machine tries its wake again; a person who gets no answer sends or taps
 * again), and the sweeps of the next hour.
 */
async function recover({ world, inProcess }: Played, { time, happens }: Occasion): Promise<void> {
  await inProcess(happens[0]).catch(() => undefined);
  for (const later of [0.25, 0.5, 1]) {
    await world.machines.idle();
    world.clock.set(at(time) + later * HOUR_MS);
    const scheduledAt = new Date(world.clock.now()).toISOString();
    await inProcess((ports) => decide(ports, { userId: "me", job: "upkeep", scheduledAt, date: DATE })).catch(() => {});
  }
  await world.machines.idle();
}

/** What the person has: the messages in the thread, what reached Telegram, and what was done for them. */
export type Outcome = {
  readonly said: readonly string[];
  readonly telegram: readonly string[];
  readonly done: unknown;
  readonly proposals: readonly unknown[];
};

async function outcomeOf({ world }: Played, occasion: Occasion): Promise<Outcome> {
  const { rows } = await world.store.query(keys.message.all("me", `day-${DATE}`));
  const proposals = (await world.store.query(keys.proposal.all("me"))).rows;
  return {
    said: rows.map(({ body }) => `${body["kind"]}: ${body["text"]}`).sort(),
    telegram: world.telegram.map(({ key }) => key),
    done: await occasion.done?.(world),
    proposals: proposals.map(({ body }) => body["state"]),
  };
}

export async function undisturbed(occasion: Occasion): Promise<{ readonly outcome: Outcome; readonly calls: number }> {
  const played = await start(occasion);
  await played.inProcess(occasion.happens[0]);
  await played.world.machines.idle();
  const calls = played.calls();
  await recover(played, occasion);
  return { outcome: await outcomeOf(played, occasion), calls };
}

export async function killed(occasion: Occasion, plan: Plan): Promise<Outcome> {
  const played = await start(occasion, plan);
  await played.inProcess(occasion.happens[0]).catch(() => undefined);
  await played.world.machines.idle();
  await recover(played, occasion);
  return outcomeOf(played, occasion);
}

export async function together(occasion: Occasion, seed: number): Promise<Outcome> {
  const played = await start(occasion);
  await interleave(played.world, occasion.happens, seed);
  await played.world.machines.idle();
  await recover(played, occasion);
  return outcomeOf(played, occasion);
}

/** What was lost or came twice, in words. Empty when the person has what an undisturbed day gives. */
export function faults(occasion: Occasion, calm: Outcome, found: Outcome): string[] {
  const missing = calm.said.filter((line) => !found.said.includes(line)).map((line) => `lost: ${line}`);
  const more =
    found.said.length > calm.said.length ? [`${found.said.length - calm.said.length} more in the thread`] : [];
  const repeated = found.telegram.filter((key, i) => found.telegram.indexOf(key) !== i);
  const done = JSON.stringify(found.done) === JSON.stringify(calm.done) ? [] : ["done otherwise"];
  const states = JSON.stringify(found.proposals) === JSON.stringify(calm.proposals) ? [] : ["proposals end otherwise"];
  return [
    ...missing,
    ...more,
    ...(occasion.mayRepeat ? [] : repeated.map((key) => `twice: ${key}`)),
    ...done,
    ...states,
  ];
}
