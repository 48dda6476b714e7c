/** The night of designs over real rows: what was said, what was recalled, and a night that may die anywhere. */
import { DesignArchive, keys } from "@waldo/contracts";
import { describe, expect, it } from "vitest";
import { memoryWorld, USER } from "../../../embedded/test/memory-world.ts";
import { patternOf } from "../memory/claims/claim.ts";
import { loadTraces } from "../memory/design/replay.ts";
import { buildIndex, openView } from "../memory/search/index-files.ts";
import { designNight, LEAST_TRACES } from "./designs.ts";

const THINGS = "kayak violin orchard marathon pottery lighthouse telescope bakery".split(" ");

/** A person who asks about one of eight things each half day, and gets the claim about it. */
async function asked(count: number) {
  const w = await memoryWorld();
  for (const thing of THINGS) await w.note("facts", `Keeps a ${thing} near the house`);
  await w.night();
  await buildIndex(w, USER);
  w.later(1);
  for (let i = 0; i < count; i++) {
    const thing = THINGS[i % THINGS.length] ?? "";
    const at = w.clock.now();
    const runId = `run-asked-${i}`;
    const cited = [patternOf(`Keeps a ${thing} near the house`, "")];
    const summary = `They said: Where is my ${thing}?\nWaldo: It is near the house.`;
    const episode = { runId, at, trigger: "user_message", summary, origin: "agent" };
    await w.store.transact([
      { op: "put", key: keys.episode(USER, at, runId), body: episode, when: [{ is: "absent" }] },
      { op: "put", key: keys.memoryReplay(USER, at, runId), body: { loaded: cited, cited } },
    ]);
    w.later(0.5);
  }
  const night = (date: string) => designNight(w, { userId: USER, dreamId: `dream-${date}`, date, now: w.clock.now() });
  return { ...w, night };
}

describe("the night of designs", () => {
  it("asks the words of the diary again, and not those that the person had forgotten or corrected", async () => {
    const w = await asked(16);
    const traces = await loadTraces(w, USER, await openView(w, USER), w.clock.now());
    expect(traces.map(({ words }) => words)).toEqual(
      Array.from({ length: 16 }, (_, i) => `Where is my ${THINGS[i % 8]}?`),
    );
    const view = await openView(w, USER);
    const forgotten = [{ words: "kayak", at: w.clock.now() }];
    const rest = await loadTraces(w, USER, { ...view, head: { ...view.head, forgotten } }, w.clock.now());
    expect(rest.length).toBe(14);
    const corrected = {
      ...view,
      stale: new Set([patternOf("Keeps a violin near the house", "")]),
      segments: view.segments,
    };
    expect((await loadTraces(w, USER, corrected, w.clock.now())).length).toBe(14);
  });

  it("does nothing with few traces, and writes only results where the standard is as good as any", async () => {
    const few = await (await asked(LEAST_TRACES - 1)).night("2026-04-01");
    expect(few).toMatchObject({ writes: [], counts: { traces: LEAST_TRACES - 1, designs: 0 } });
    const w = await asked(LEAST_TRACES);
    const night = await w.night("2026-04-01");
    expect(night.writes.map((write) => write.key)).toEqual([keys.designArchive(USER)]);
    // A night that died before its commit does the same again.
    expect(await w.night("2026-04-01")).toEqual(night);
    await w.store.transact(night.writes);
    const { tried } = DesignArchive.parse((await w.store.get(keys.designArchive(USER)))?.body);
    expect(tried[0]).toMatchObject({ by: "start", parents: [], changes: {}, traces: LEAST_TRACES / 2 });
    expect(tried.length).toBeGreaterThan(8);
  });
});
