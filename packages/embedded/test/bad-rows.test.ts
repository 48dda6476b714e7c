/**
 * One bad row is one bad row. For every kind of row that a person has, the last row is damaged. In one more run the last
 * row of every kind has a field too many. The person still gets the Brief, an answer to what they say, and their night.
 */
import { DREAM_PHASES, keys, kindOf } from "@waldo/contracts";
import { scheduleOf } from "@waldo/core/cadence/schedule";
import { dreamTask } from "@waldo/core/dream/dream";
import { saveSamples } from "@waldo/core/health/intraday";
import { sense } from "@waldo/core/health/sense";
import { noteByOwner } from "@waldo/core/memory/claims/inbox";
import type { Row, Store } from "@waldo/core/ports";
import { loadRun } from "@waldo/core/run/journal";
import { receiveMessage } from "@waldo/core/run/receive";
import { queryAll } from "@waldo/core/store/query-all";
import { HOUR_MS, instantAt, MINUTE_MS } from "@waldo/core/time";
import { decide } from "@waldo/core/wake/decide";
import { scriptedModel } from "@waldo/testkit/scripted-model";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import { furnishedWorld } from "./furnished.ts";
import { DATE, type TestWorld, worldLike } from "./world.ts";

const at = (time: string) => instantAt(DATE, time, PERSON.timeZone);
const PLACES = [keys.lease("me"), keys.sourceDay("me", DATE, "oura"), keys.timeZone("me")];

type Damage = readonly [how: string, damaged: (body: Row["body"]) => object];
/** Ways in which a row may be damaged. Each kind of row has one of them, because all of them fail the same schema. */
const DAMAGE: readonly Damage[] = [
  ["nothing in it", () => ({})],
  ["other names", () => ({ x: 1, y: "z" })],
  ["other types", (body) => Object.fromEntries(Object.keys(body).map((name) => [name, { wrong: true }]))],
];
/** A newer release may have written more than this one knows. This harms nothing, so all kinds have it at once. */
const newer = (body: Row["body"]) => ({ ...body, addedLater: { deep: [1] }, schemaVersion: 99 });
type Harm = { readonly kind: string; readonly how: string; readonly damaged: Damage[1] };
const damagesOf = (kinds: readonly string[]) =>
  kinds.flatMap((kind, i): Harm[] =>
    DAMAGE.slice(i % DAMAGE.length, (i % DAMAGE.length) + 1).map(([how, damaged]) => ({ kind, how, damaged })),
  );

async function wake(
  world: TestWorld,
  job: "brief" | "patrol" | "upkeep" | "sync",
  time: string,
  variant?: "morning" | "midday",
) {
  world.clock.set(at(time));
  const scheduledAt = new Date(at(time)).toISOString();
  await decide(world, await sense(world, { userId: "me", job, scheduledAt, ...(variant ? { variant } : {}) }));
  await world.machines.idle();
}

async function say(world: TestWorld, messageId: string, text: string) {
  const runId = await receiveMessage(world, "me", { messageId, text }, DATE);
  await world.machines.idle();
  return (await loadRun(world.store, "me", runId)).header.state;
}

const advisor = () =>
  scriptedModel(Array.from({ length: 40 }, () => ({ text: "Keep one gap between your meetings." })));

/** A person in the middle of a day, with rows of nearly every kind. */
async function inUse(): Promise<TestWorld> {
  const profile = { ...PERSON, autonomy: "L2", fetch: "live", alwaysNoon: true } as const;
  const world = await furnishedWorld({ model: advisor(), clock: "07:00", profile });
  await world.store.transact([
    { op: "put", key: keys.timeZone("me"), body: { timeZone: PERSON.timeZone } },
    { op: "put", key: keys.scheduled("me"), body: { since: 0, rows: scheduleOf(PERSON) } },
    {
      op: "put",
      key: keys.thread("me", "plans"),
      body: { threadId: "plans", title: "Plans", topics: [], status: "active", createdAt: 1, updatedAt: 1 },
    },
    {
      op: "put",
      key: keys.sheetCell("me", "budget", "B7"),
      body: { sheet: "budget", cell: "B7", value: 1, updatedAt: 1 },
    },
  ]);
  await noteByOwner(world, "me", { hall: "preferences", claim: "No calls before ten", topic: "calls" });
  await wake(world, "brief", "07:05", "morning");
  expect(await say(world, "m0", "remind me to call mum at 18:00")).toBe("DONE");
  await saveSamples(world, "me", [{ at: at("09:55"), heartRateBpm: 60, moving: false }]);
  await wake(world, "patrol", "10:00");
  return world;
}

async function rowsOf(store: Store): Promise<Row[]> {
  const found: Row[] = [];
  for (const { table, pk } of PLACES)
    for await (const row of queryAll(store, { table, pk, prefix: "" })) found.push(row);
  return found;
}

const threadOf = async (world: TestWorld) =>
  (await world.raw.query({ ...keys.message.all("me", `day-${DATE}`) })).rows.map(({ body }) => body);

describe("a person in use", async () => {
  const first = await inUse();
  const rows = await rowsOf(first.raw);
  const kinds = [...new Set(rows.map(({ key }) => kindOf(key)))];

  /** Changes the last row of some kinds, and lives on until the night is over. */
  async function livesOn(harmed: readonly string[], change: Damage[1]): Promise<void> {
    const world = await worldLike(first, { model: advisor() });
    const all = await rowsOf(world.raw);
    for (const kind of harmed) {
      const victim = all.filter(({ key }) => kindOf(key) === kind).at(-1);
      if (!victim) throw new Error(`no row of kind ${kind}`);
      await world.raw.transact([{ op: "put", key: victim.key, body: change(victim.body) }]);
    }

    const before = (await threadOf(world)).filter((body) => body["kind"] === "brief").length;
    await wake(world, "sync", "11:00");
    await wake(world, "brief", "12:00", "midday");
    // Without a readable profile Waldo does not know that this person wants every noon.
    const least = harmed.length === 1 && harmed[0] === kindOf(keys.profile("me")) ? before : before + 1;
    expect((await threadOf(world)).filter((body) => body["kind"] === "brief").length).toBeGreaterThanOrEqual(least);

    world.clock.set(at("12:00") + HOUR_MS);
    expect(await say(world, "m1", "how was my night?")).toBe("DONE");
    world.clock.set(at("12:00") + HOUR_MS + MINUTE_MS);
    await wake(world, "patrol", "13:15");
    for (const phase of DREAM_PHASES) {
      const night = await dreamTask(world, { userId: "me", dreamId: `dream-${DATE}`, phase });
      expect(["done", "skipped"], phase).toContain(night.outcome);
    }
  }

  it.each(damagesOf(kinds))(
    "with a damaged $kind row ($how) gets the Brief, an answer and the night",
    async ({ kind, damaged }) => livesOn([kind], damaged),
  );

  it("gets them with a field that a newer release added to a row of every kind", () => livesOn(kinds, newer));
});
