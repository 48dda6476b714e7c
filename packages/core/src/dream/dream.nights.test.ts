/**
 * Tests many nights, one after the other: what is confirmed, what fades, what moves, and that nothing is lost. The nights
 * cross the 90 days after which a diary moves to the archive, the ends of months and the end of a year.
 */
import { type Episode, type Hall, keys, type LocalDate, type MemoryBlock } from "@waldo/contracts";
import { dreamIfDue } from "@waldo/core/dream/due";
import { findBlockAnywhere, liveBlocks, loadHead } from "@waldo/core/memory/claims/blocks";
import { isBelieved, isLive, patternOf } from "@waldo/core/memory/claims/claim";
import { asOf } from "@waldo/core/memory/claims/history";
import { submitMemoryIntent } from "@waldo/core/memory/claims/inbox";
import { restorePrevious } from "@waldo/core/memory/claims/restore";
import { eachEpisode, loadEpisodes } from "@waldo/core/memory/diary/episodes";
import { openView } from "@waldo/core/memory/search/index-files";
import { addDays, DAY_MS, HOUR_MS, instantAt } from "@waldo/core/time";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { beforeAll, describe, expect, it } from "vitest";
import { DATE, type TestWorld, testWorld } from "../../../embedded/test/world.ts";
import { retrieve } from "../memory/search/recall.ts";

const NIGHTS = 100;
const USER = "me";

/** A small random generator with a seed, so that the nights are the same on every machine. */
function seeded(seed: number) {
  let state = seed;
  return (n: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

const THINGS = ["river", "bakery", "violin", "garden", "harbour", "library", "tram", "kettle", "attic", "market"];
const DEEDS = ["walks past", "dreams of", "repairs", "avoids", "photographs", "writes about", "visits"];

type Lived = {
  readonly world: TestWorld;
  /** The claims that must hold, by pattern, with the words of the run that noted them. */
  readonly expected: Map<string, { readonly claim: string; readonly hall: Hall }>;
  readonly topics: Map<string, string>;
  readonly bounds: { night: number; episodes: number; deltas: number; rows: number; live: number; head: number }[];
  readonly restores: { night: number; ok: boolean }[];
};

async function live(): Promise<Lived> {
  const world = await testWorld({ days: 0 });
  const pick = seeded(7);
  const lived: Lived = { world, expected: new Map(), topics: new Map(), bounds: [], restores: [] };
  for (let night = 0; night < NIGHTS; night++) {
    const date = addDays(DATE, night);
    await day(lived, pick, date, night);
    await sleep(world, addDays(date, 1));
    if (night % 10 === 9) await measure(lived, night);
    if (night % 30 === 29) await undoAndRedo(lived, pick, night);
  }
  // A night dreams only when it is due (due.ts), so the notes of the last day may wait two nights for the next dream.
  for (let quiet = 1; quiet <= 3; quiet++) await sleep(world, addDays(DATE, NIGHTS + quiet));
  return lived;
}

async function sleep(world: TestWorld, morning: LocalDate): Promise<void> {
  world.clock.set(instantAt(morning, "02:00", PERSON.timeZone));
  await dreamIfDue(world, USER, morning);
  const [end] = await world.machines.idle();
  if (end) expect(end.status).toBe("SUCCEEDED");
}

async function day({ world, expected, topics }: Lived, pick: (n: number) => number, date: LocalDate, night: number) {
  const morning = instantAt(date, "08:00", PERSON.timeZone);
  for (let i = 0; i < 1 + pick(4); i++) {
    const at = morning + i * HOUR_MS;
    world.clock.set(at);
    const runId = `run-chat-${night}-${i}`;
    const episode: Episode = {
      runId,
      at,
      trigger: "user_message",
      summary: `They said: the ${THINGS[pick(10)]} of day ${night}, talk ${i}.\nWaldo: noted, about the ${THINGS[pick(10)]}.`,
      origin: pick(6) === 0 ? "untrusted" : "agent",
    };
    await world.store.transact([
      { op: "put", key: keys.episode(USER, at, runId), body: episode, when: [{ is: "absent" }] },
    ]);
    const outside = episode.origin === "untrusted";
    // One note in eight repeats a claim that holds. The others are new.
    const known = pick(8) === 0 ? [...expected.values()][pick(expected.size)] : undefined;
    const hall = known?.hall ?? (["facts", "events", "discoveries", "preferences"] as const)[pick(4)] ?? "facts";
    const claim = known?.claim ?? `${DEEDS[pick(7)]} the ${THINGS[pick(10)]} number ${night * 10 + i}`;
    const topic = known === undefined && pick(3) === 0 ? `habit ${pick(8)}` : undefined;
    const told = { trigger: "user_message" as const, runId, at, owner: ["…"], outside, recalled: [] };
    const staged = await submitMemoryIntent(world, USER, { hall, claim, ...(topic ? { topic } : {}) }, told);
    if (staged.outcome !== "noted") continue;
    const patternId = patternOf(claim, "");
    if (topic && !outside) {
      const held = topics.get(`${hall} ${topic}`);
      if (held && held !== patternId) expected.delete(held);
      topics.set(`${hall} ${topic}`, patternId);
    }
    expected.set(patternId, { claim, hall });
  }
}

async function rowsOf(world: TestWorld, prefix: string) {
  const { table, pk } = keys.memory(USER);
  const rows = [];
  let cursor: string | undefined;
  do {
    const page = await world.store.query({ table, pk, prefix, ...(cursor ? { cursor } : {}) });
    rows.push(...page.rows);
    cursor = page.cursor;
  } while (cursor);
  return rows;
}

async function measure({ world, bounds }: Lived, night: number) {
  const oldest = world.clock.now() - 91 * DAY_MS;
  const episodes = await rowsOf(world, "EPISODE#");
  expect(episodes.every(({ key }) => Number(key.sk.split("#")[1]) >= oldest)).toBe(true);
  bounds.push({
    night,
    episodes: episodes.length,
    deltas: (await rowsOf(world, "MEMORYDELTA#")).length,
    rows: (await rowsOf(world, "BLOCKVERSION#")).length,
    live: (await openView(world, USER)).standing.length,
    head: (await loadHead(world.store, USER)).head.live,
  });
}

/** Takes back a supersession, checks, and then undoes that. */
async function undoAndRedo({ world, restores }: Lived, pick: (n: number) => number, night: number) {
  const superseding = (await liveBlocks(world.store, USER)).filter(
    ({ supersedes, revision }) => supersedes !== undefined && revision === 1,
  );
  const block = superseding[pick(superseding.length)] as MemoryBlock;
  const before = (await liveBlocks(world.store, USER)).length;
  const { live: back } = await restorePrevious(world, USER, block.patternId, "owner");
  const now = await findBlockAnywhere(world, USER, block.patternId);
  const undone = back?.patternId === block.supersedes && now !== undefined && !isLive(now);
  world.clock.set(world.clock.now() + 1000);
  const { live: again } = await restorePrevious(world, USER, block.patternId, "owner");
  const redone = again?.patternId === block.patternId && (await liveBlocks(world.store, USER)).length >= before;
  restores.push({ night, ok: undone && redone });
}

describe("100 nights", () => {
  let lived: Lived;
  beforeAll(async () => {
    lived = await live();
  });

  it("lose no fact that was not superseded: each is live, in the store or the archive, and its own words find it", async () => {
    const { world, expected } = lived;
    expect(expected.size).toBeGreaterThan(110);
    for (const [patternId, { claim }] of expected) {
      const block = await findBlockAnywhere(world, USER, patternId);
      expect([claim, block !== undefined && isLive(block)]).toEqual([claim, true]);
    }
    for (const [patternId, { claim }] of [...expected].slice(0, 60)) {
      const found = await retrieve(world, USER, { text: claim, episodes: false, limit: 10 });
      expect([claim, found.some((hit) => hit.kind === "claim" && hit.block.patternId === patternId)]).toEqual([
        claim,
        true,
      ]);
    }
  });

  it("keep one live claim of a topic, the last one said", async () => {
    const { world, topics } = lived;
    for (const [slot, patternId] of topics) {
      const [hall = "", ...topic] = slot.split(" ");
      const holders = (await liveBlocks(world.store, USER, hall as Hall)).filter(
        (block) => block.topic === topic.join(" "),
      );
      if (holders.length > 0) expect([slot, holders.map((block) => block.patternId)]).toEqual([slot, [patternId]]);
    }
  });

  it("keep the store within bounds: 91 days of diary, no change left over, history of the last five only", () => {
    const late = lived.bounds.slice(-2);
    expect(Math.max(...late.map(({ episodes }) => episodes))).toBeLessThan(91 * 6);
    for (const { deltas } of late) expect(deltas).toBe(0);
    for (const { live } of lived.bounds) expect(live).toBeLessThanOrEqual(80);
  });

  it("count as believed exactly the claims that are believed", async () => {
    const { world } = lived;
    const hot = (await liveBlocks(world.store, USER)).filter(isBelieved);
    const head = (await loadHead(world.store, USER)).head.live;
    // Faded events still hold, and are counted in the archive.
    const cold = (await asOf(world, USER, world.clock.now(), "held")).filter(isBelieved);
    expect(head).toBe(cold.length);
    expect(hot.length).toBeLessThanOrEqual(head);
  });

  it("resolve every diary entry to its sessions", async () => {
    const { world } = lived;
    let diaries = 0;
    for await (const { episode } of eachEpisode(world, USER)) {
      if (episode.trigger !== "dreaming_mode") continue;
      diaries++;
      const refs = (episode.sources ?? []).map((source) => {
        const [, at = "", runId = ""] = source.split(":");
        return { at: Number(at), runId };
      });
      expect(refs.length).toBeGreaterThan(0);
      expect(await loadEpisodes(world, USER, refs)).toHaveLength(refs.length);
    }
    expect(diaries).toBeGreaterThan(60);
  });

  it("undo and redo a change on any night", () => {
    expect(lived.restores.length).toBe(3);
    expect(lived.restores.filter(({ ok }) => !ok)).toEqual([]);
  });
});
