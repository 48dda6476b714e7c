/** Plays a golden case on the embedded parts with any model, and says which of its properties do not hold. */
import { type EvalNight, type IntradaySample, keys, Message, Proposal, RunId, type TraceEval } from "@waldo/contracts";
import { prepareCheckpoint } from "@waldo/core/agent/checkpoint";
import { handleTap } from "@waldo/core/approve/tap";
import { loadWatches } from "@waldo/core/cadence/watches";
import { calendarKey } from "@waldo/core/calendar/rows";
import { outboxOf } from "@waldo/core/channels/outbox";
import { runIdFor } from "@waldo/core/digest";
import { startHandoff } from "@waldo/core/handoff/handoff";
import { saveSamples } from "@waldo/core/health/intraday";
import { refreshScore, saveDays } from "@waldo/core/health/ledger";
import { sense } from "@waldo/core/health/sense";
import { noteByOwner } from "@waldo/core/memory/claims/inbox";
import { loadProfile } from "@waldo/core/person/profile";
import type { ModelGateway, Write } from "@waldo/core/ports";
import { receiveMessage } from "@waldo/core/run/receive";
import { startRun } from "@waldo/core/run/start";
import { queryAll } from "@waldo/core/store/query-all";
import { addDays, DAY_MS, HOUR_MS, instantAt, MINUTE_MS } from "@waldo/core/time";
import { documentId, listTasks } from "@waldo/core/tools/rows";
import { decide } from "@waldo/core/wake/decide";
import { repositoryUnderstanding } from "@waldo/embedded/bundled-intents";
import { evaluateTrace } from "@waldo/eval/night";
import { endedRuns, loadAround, traceOf } from "@waldo/eval/rows";
import { readTrace, type Trace } from "@waldo/eval/trace";
import { labelledFetches } from "@waldo/testkit/labelled-fetches";
import { PERSON, syntheticDays } from "@waldo/testkit/synthetic-person";
import { meetingOf } from "@waldo/testkit/tool-world";
import { DATE, type TestWorld, testWorld } from "../packages/embedded/test/world.ts";
import type { GoldenCase, Happening } from "./golden-case.ts";

type Played = {
  readonly id: string;
  readonly traces: readonly Trace[];
  readonly evals: readonly TraceEval[];
  /** The expectations that the case did not meet, in words. */
  readonly faults: readonly string[];
};

const put = (key: Write["key"], body: object): Write => ({ op: "put", key, body });
const instant = (time: string, inDays = 0) => instantAt(addDays(DATE, inDays), time, PERSON.timeZone);

/** Plays the case. Errors of the parts are thrown; the failure of a model is no error here. */
export async function playCase(golden: GoldenCase, model: ModelGateway): Promise<Played> {
  const world = await furnished(golden.world, model);
  for (const [i, happening] of golden.happens.entries()) {
    world.clock.set(Math.max(world.clock.now(), instant(happening.at)));
    await happen(world, happening, i, golden.world);
    await world.machines.idle();
  }
  const traces = await tracesIn(world);
  const evals = traces.map((trace) => evaluateTrace(trace));
  const faults = await faultsOf(golden, world, traces, evals);
  return { id: golden.id, traces, evals, faults };
}

async function furnished(wanted: GoldenCase["world"], model: ModelGateway): Promise<TestWorld> {
  const {
    days,
    seed,
    nights,
    profile,
    events,
    tasks,
    remembers,
    document,
    silentDays,
    goal,
    coached,
    tense,
    spokenForm,
  } = wanted;
  const coaching = coached ? { coaching: { weeklyReview: { weekday: 5, time: "10:00" } } } : {};
  const person = {
    ...PERSON,
    ...defined(profile),
    ...coaching,
    channels: { ...PERSON.channels, telegramHealth: true },
  };
  const world = await testWorld({
    days: nights === "missing" ? 0 : days,
    seed,
    profile: person,
    model,
    understanding: repositoryUnderstanding,
  });
  // A Fetch is live only after enough labels of the person's own.
  if (profile?.fetch === "live") await world.store.transact(labelledFetches(instantAt(DATE, "07:00", PERSON.timeZone)));
  if (nights === "missing" && days > 0) await saveDays(world.store, "me", syntheticDays(addDays(DATE, -1), days, seed));
  if (nights === "bad" || nights === "short")
    await saveDays(world.store, "me", poorNights(nights === "bad" ? 3 : 1, nights === "bad"));
  if (nights !== "usual" && days > 0) {
    await refreshScore(world, "me", { date: DATE, timeZone: PERSON.timeZone, settled: nights !== "missing" });
    await prepareCheckpoint(world, "me", DATE);
  }
  const meetings = events.map(({ title, from, to, inDays, notes }, i) =>
    meetingOf(title, instant(from, inDays), {
      eventId: String(i + 1).padStart(24, "0"),
      end: instant(to, inDays),
      ...(notes === undefined ? {} : { description: notes }),
    }),
  );
  await world.store.transact([
    put(keys.timeZone("me"), { timeZone: PERSON.timeZone }),
    ...meetings.map((row) => put(calendarKey("me", row), row)),
    ...tasks.map(({ title, dueInDays }, i) =>
      put(keys.task("me", `task-${i}`), {
        ...{ taskId: `task-${i}`, title, status: "open", createdAt: 1, updatedAt: 1 },
        ...(dueInDays === undefined ? {} : { due: addDays(DATE, dueInDays) }),
      }),
    ),
    ...(document ? [draftOf(document)] : []),
    ...(silentDays === undefined ? [] : said(silentDays)),
    ...(goal === undefined ? [] : [found(goal)]),
    ...(spokenForm === undefined ? [] : [put(keys.dayState("me", DATE), { spoken: { form: spokenForm } })]),
  ]);
  for (const note of remembers) await noteByOwner(world, "me", note);
  if (tense !== undefined) await saveSamples(world, "me", fastHeart(instant(tense)));
  return world;
}

function defined<T extends object>(some: T): { [Name in keyof T]: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(some).filter(([, value]) => value !== undefined)) as never;
}

function poorNights(count: number, isBody: boolean) {
  return syntheticDays(DATE, count, 7).map((day) => ({
    ...day,
    metrics: { ...day.metrics, ...(isBody ? { hrvRmssdMs: 24, restingHrBpm: 66, respiratoryRateRpm: 17 } : {}) },
    sleeps: day.sleeps.map((sleep) => ({ ...sleep, asleepMinutes: 190, awakeMinutes: 200, efficiency: 0.48 })),
  }));
}

function draftOf({ name, text }: { readonly name: string; readonly text: string }): Write {
  const draftId = documentId(name);
  const body = { kind: "document", draftId, name, text, status: "draft", createdAt: 1, updatedAt: 1 };
  return put(keys.draft("me", "document", draftId), body);
}

function said(daysAgo: number): Write[] {
  const at = instant("20:00", -daysAgo);
  const body = { from: "owner", kind: "message", text: "See you.", at };
  return [
    put(keys.message("me", `day-${addDays(DATE, -daysAgo)}`, at, "0-old"), body),
    put(keys.last("me", "heard"), { at }),
  ];
}

const BEAT = { userId: "me", trigger: "heartbeat", nonce: "golden", occurredAt: 0 } as const;

function found(title: string): Write {
  const about = { key: "today-1", kind: "today", title, why: "you named it for today", restDays: 1 };
  return put(keys.coach("me"), { broughtUp: {}, asked: { runId: runIdFor(BEAT), found: [about] } });
}

const fastHeart = (until: number): IntradaySample[] =>
  Array.from({ length: 15 }, (_, i) => ({ at: until - i * MINUTE_MS, heartRateBpm: 120, moving: false }));

async function happen(world: TestWorld, one: Happening, i: number, wanted: GoldenCase["world"]): Promise<void> {
  const at = world.clock.now();
  if ("wake" in one) {
    const scheduledAt = new Date(at).toISOString();
    const input = { userId: "me", job: one.wake, scheduledAt, ...(one.variant ? { variant: one.variant } : {}) };
    await decide(world, await sense(world, input));
  } else if ("run" in one) {
    const variant = one.variant ? { variant: one.variant } : {};
    const event =
      one.run === "heartbeat"
        ? BEAT
        : { userId: "me", trigger: one.run, ...variant, nonce: `golden-${i}`, occurredAt: at };
    await startRun(world, event, DATE);
  } else if ("say" in one) await receiveMessage(world, "me", { messageId: `m${i}`, text: one.say }, DATE);
  else if ("tap" in one) await tap(world, one.tap);
  else if ("handOver" in one) await startHandoff(world, "me", { messageId: `m${i}`, goal: one.handOver }, DATE);
  else if ("review" in one) {
    const { weeklyReview } = await import("@waldo/core/review/weekly");
    await weeklyReview(world, "me", DATE);
  } else await saveDays(world.store, "me", syntheticDays(DATE, 1, wanted.seed));
}

/** Taps a button of the last message, as the person would. */
async function tap(world: TestWorld, what: "do" | "no" | "undo" | "up" | "down"): Promise<void> {
  const ports = { ...world, approvalKey: new Uint8Array(32).fill(7) };
  if (what === "up" || what === "down") {
    const last = (await messagesIn(world)).findLast(({ from, runId }) => from === "waldo" && runId !== undefined);
    await handleTap(ports, "me", `${what}:${last?.runId}`);
    return;
  }
  if (what === "undo") {
    for await (const { key } of queryAll(world.store, keys.effect.all("me")))
      await handleTap(ports, "me", `undo:${keys.effect.parse(key.sk)?.[0]}`);
    return;
  }
  const open = (await proposalsIn(world)).findLast(({ state }) => state === "open");
  if (!open) return;
  const screen = await handleTap(ports, "me", `${what}:${open.proposalId}`);
  if (screen.kind === "screen") await handleTap(ports, "me", screen.buttons[0]?.data ?? "");
}

async function messagesIn({ store }: TestWorld): Promise<Message[]> {
  const found: Message[] = [];
  for await (const { body } of queryAll(store, keys.message.all("me", `day-${DATE}`))) found.push(Message.parse(body));
  return found;
}

async function proposalsIn({ store }: TestWorld): Promise<Proposal[]> {
  const found: Proposal[] = [];
  for await (const { body } of queryAll(store, keys.proposal.all("me"))) found.push(Proposal.parse(body));
  return found.sort((a, b) => a.createdAt - b.createdAt);
}

/**
 * Returns the traces of all runs that have ended. They are read a day later, when everything that can be decided is
 * decided.
 */
async function tracesIn(world: TestWorld): Promise<Trace[]> {
  const profile = await loadProfile(world.store, "me");
  const now = world.clock.now() + DAY_MS + HOUR_MS;
  const around = await loadAround(world.store, { userId: "me", profile, date: DATE, now });
  const traces: Trace[] = [];
  for (const header of await endedRuns(world.store, "me")) traces.push(await traceOf(world.store, header, around));
  return traces;
}

async function faultsOf(
  { expect, forbid }: GoldenCase,
  world: TestWorld,
  traces: readonly Trace[],
  evals: readonly TraceEval[],
): Promise<string[]> {
  const messages = (await messagesIn(world)).filter(({ from }) => from === "waldo");
  const words = messages
    .map(({ text }) => text)
    .join("\n")
    .toLowerCase();
  const has = (part: string) => words.includes(part.toLowerCase());
  const called = new Set(
    traces.flatMap((trace) => readTrace(trace).results.flatMap(({ ok, name }) => (ok ? [name] : []))),
  );
  const tasks = (await listTasks(world.store, "me", 50)).filter(({ status }) => status === "open");
  const states = (await proposalsIn(world)).map(({ state }) => state);
  const effects: string[] = [];
  // A question changes nothing.
  for await (const { body } of queryAll(world.store, keys.effect.all("me")))
    if (body["tool"] !== "propose_action" && body["undone"] !== true) effects.push(String(body["title"]));
  const last = evals.at(-1);
  const rows = (await Promise.all(traces.map(({ header }) => outboxOf(world, "me", RunId.parse(header.runId))))).flat();
  const wrong = (isWrong: boolean, why: string) => (isWrong ? [why] : []);
  const { messages: count, says = [], calls = [], openTasks = [], proposals, reminders, rubrics = {}, by } = expect;
  const watches = reminders === undefined ? [] : await loadWatches(world.store, "me");
  return [
    ...wrong(count !== undefined && count !== messages.length, `${messages.length} messages and not ${count}`),
    ...says
      .filter((some) => !some.some(has))
      .map((some) => `does not say ${some.map((one) => `“${one}”`).join(" or ")}`),
    ...calls.filter((name) => !called.has(name)).map((name) => `did not call ${name}`),
    ...openTasks
      .filter((title) => !tasks.some((task) => task.title.toLowerCase().includes(title.toLowerCase())))
      .map((title) => `no open task “${title}”`),
    ...wrong(
      proposals !== undefined && JSON.stringify(proposals) !== JSON.stringify(states),
      `proposals are ${states.join(", ") || "none"} and not ${proposals?.join(", ") || "none"}`,
    ),
    ...wrong(
      reminders !== undefined && reminders !== watches.length,
      `${watches.length} reminders and not ${reminders}`,
    ),
    ...wrong(by !== undefined && last?.by !== by, `said by ${last?.by ?? "nobody"} and not by ${by}`),
    ...evals.flatMap(({ rubrics: found }) =>
      Object.entries(rubrics).flatMap(([name, least]) => {
        const one = found[name as keyof EvalNight["runs"][number]["rubrics"]];
        return one.applies && one.score < (least ?? 0) ? [`${name} is ${one.score}: ${one.reasons.join(", ")}`] : [];
      }),
    ),
    ...(forbid.says ?? []).filter(has).map((one) => `says “${one}”`),
    ...(forbid.calls ?? []).filter((name) => called.has(name)).map((name) => `called ${name}`),
    ...wrong(forbid.effects === true && effects.length > 0, `changed something: ${effects.join(", ")}`),
    ...wrong(
      forbid.rings === true && rows.some(({ channel, state }) => channel !== "in_app" && state === "sent"),
      "it rang",
    ),
  ];
}
