/**
 * The nights of many people arrive at once in the loopback cloud: one hook each, within one second. Every night must be
 * stored and scored, must wake its person once, and must be said.
 *
 * The bundles of the functions, the state machines, the queue's delays, the roles and a DynamoDB engine are real. The
 * vendor and the model are on loopback. Briefs go to the inbox alone: a bot's pace at Telegram needs the pauses of the state
 * machines, which are none here. All functions share the cores of this machine, so the times say nothing of AWS.
 */
import { parseArgs } from "node:util";
import { CrsResult, keys } from "@waldo/contracts";
import { addDays } from "@waldo/core/time";
import { api, cloud, engine, introduce, lower, raise, store, TODAY, vendors } from "../infra/cloud/stage.ts";
import { briefRows, hookOf } from "../infra/cloud/wearers.ts";
import { endProgress, progress } from "./progress.ts";
import { printTable } from "./table.ts";

const { values } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    people: { type: "string", default: "200" },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log(`Usage: npm run bench:nights -- [--people N] [--json]

  --people N   how many people's nights arrive within one second (default 200)

Example: npm run bench:nights -- --people 20`);
  process.exit(0);
}
if (engine.options.skip) {
  console.log("skipped: no DynamoDB engine runs here (CONTRIBUTING.md says which there are)");
  process.exit(0);
}
/** So many people connect at a time. */
const AT_ONCE = 10;
const SECOND_MS = 1000;

const people = Array.from({ length: Number(values.people) }, (_, n) => ({
  n,
  person: `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`,
  user: String(20_000 + n),
}));
type Wearer = (typeof people)[number];

/** Goes to the vendor and comes back. The past follows through the queue. */
async function connect({ person, user }: Wearer): Promise<void> {
  await introduce(person, {});
  for (let back = 1; back <= 20; back++)
    vendors.whoop.night(user, addDays(TODAY, -back), { minutes: 410 + (back % 5) * 10 });
  const { url } = JSON.parse((await api("POST /v1/wearables/whoop", person, {})).body);
  vendors.whoop.visitor = user;
  const { searchParams } = await vendors.whoop.agree(url);
  const given = { code: searchParams.get("code"), state: searchParams.get("state") };
  const { statusCode } = await api("POST /v1/wearables/whoop/finish", person, given);
  if (statusCode !== 201) throw new Error(`the connection was answered ${statusCode}`);
}

/** Sends one hook, at its part of the second. Returns whether it was taken, and after how long. */
async function sendHook({ n, user }: Wearer): Promise<{ readonly isTaken: boolean; readonly ms: number }> {
  await new Promise((resolve) => setTimeout(resolve, (n / people.length) * SECOND_MS));
  const [hook] = vendors.whoop.hooks(user, TODAY, { at: Date.now() });
  if (!hook) throw new Error("there is no hook");
  const began = performance.now();
  const answer = (await hookOf("whoop", hook)) as { readonly statusCode: number };
  return { isTaken: answer.statusCode === 200, ms: performance.now() - began };
}

/** What one person has of the night. */
async function outcomeOf({ person }: Wearer) {
  const [night, score, briefs] = await Promise.all([
    store.get(keys.sourceDay(person, TODAY, "whoop")),
    store.get(keys.crs(person, TODAY)),
    briefRows(person),
  ]);
  return {
    hasNight: night !== undefined,
    isScored: score !== undefined && CrsResult.parse(score.body).status === "final",
    isBriefedOnce: briefs.length === 1 && briefs[0]?.state === "sent",
  };
}

progress("the stack");
await raise();
try {
  for (let at = 0; at < people.length; at += AT_ONCE) {
    progress(`${at} of ${people.length} people are connected`);
    for (const wearer of people.slice(at, at + AT_ONCE)) await connect(wearer);
    await cloud.quiet();
  }
  for (const { n, user } of people) vendors.whoop.night(user, TODAY, { minutes: 400 + (n % 60) });
  vendors.whoop.asked.length = 0;
  progress(`${people.length} nights arrive`);
  const began = performance.now();
  const hooks = await Promise.all(people.map(sendHook));
  const takenMs = performance.now() - began;
  const ended = await cloud.quiet();
  const quietMs = performance.now() - began;
  endProgress();

  const outcomes = await Promise.all(people.map(outcomeOf));
  const wakes = people.map(
    ({ person }) => ended.filter(({ input }) => input["userId"] === person && input["job"] === "sync").length,
  );
  const sorted = hooks.map(({ ms }) => ms).sort((a, b) => a - b);
  const count = (are: readonly boolean[]) => are.filter(Boolean).length;
  const result = {
    people: people.length,
    hooksTaken: count(hooks.map(({ isTaken }) => isTaken)),
    nights: count(outcomes.map(({ hasNight }) => hasNight)),
    scores: count(outcomes.map(({ isScored }) => isScored)),
    wokenOnce: count(wakes.map((times) => times === 1)),
    wakes: wakes.reduce((sum, times) => sum + times, 0),
    briefedOnce: count(outcomes.map(({ isBriefedOnce }) => isBriefedOnce)),
    failed: ended.filter(({ status }) => status === "FAILED").length,
    refusedByIam: cloud.refused.length,
    requestsToVendor: vendors.whoop.asked.length,
    slowestHookMs: Math.round(sorted.at(-1) ?? 0),
    allTakenMs: Math.round(takenMs),
    allSaidMs: Math.round(quietMs),
  };
  const full = [result.hooksTaken, result.nights, result.scores, result.wokenOnce, result.wakes, result.briefedOnce];
  const isWhole = full.every((many) => many === people.length) && result.failed + result.refusedByIam === 0;
  if (values.json) console.log(JSON.stringify({ ...result, isWhole }, null, 2));
  else {
    printTable(["what", "figure"], Object.entries(result));
    console.log(`\n${isWhole ? "nothing is lost" : "SOMETHING IS LOST"}`);
  }
  process.exitCode = isWhole ? 0 : 1;
} finally {
  await lower();
}
