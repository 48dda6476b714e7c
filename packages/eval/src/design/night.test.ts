/** The night of designs over real rows: what was said, what was recalled, and a night that may die anywhere. */
import { DesignArchive, type DesignRow, keys } from "@waldo/contracts";
import { patternOf } from "@waldo/core/memory/claims/claim";
import { buildIndex, openView } from "@waldo/core/memory/search/index-files";
import { describe, expect, it } from "vitest";
import { memoryWorld, USER } from "../../../embedded/test/memory-world.ts";
import { designNight, LEAST_TRACES } from "./night.ts";
import { loadTraces } from "./replay.ts";

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
  return { ...w, night, settle: w.night };
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

  it("takes what a second answer used for a like question of the day before it, and for no other", async () => {
    const w = await asked(0);
    const [kayak, violin] = ["kayak", "violin"].map((thing) => patternOf(`Keeps a ${thing} near the house`, ""));
    const ask = async (words: string, cited: unknown[], daysLater: number) => {
      const at = w.clock.now();
      const runId = `run-${at}`;
      const summary = `They said: ${words}\nWaldo: …`;
      const episode = { runId, at, trigger: "user_message", summary, origin: "agent" };
      await w.store.transact([
        { op: "put", key: keys.episode(USER, at, runId), body: episode, when: [{ is: "absent" }] },
        { op: "put", key: keys.memoryReplay(USER, at, runId), body: { loaded: [kayak, violin], cited } },
      ]);
      w.later(daysLater);
      return at;
    };
    await ask("Where did my kayak go?", [], 2);
    const inVain = await ask("Where is the big red kayak?", [], 0.2);
    await ask("Where is my telescope?", [], 0.2);
    const again = await ask("Is the red kayak somewhere?", [kayak], 0.2);
    await ask("Where is the big red kayak?", [], 3);
    // What the person told in between could not be found the first time.
    await ask("Where does my cousin live?", [], 0.1);
    await w.note("facts", "The cousin lives in Porto");
    await w.settle();
    w.later(0.1);
    await ask("So where does my cousin live?", [patternOf("The cousin lives in Porto", "")], 0.1);
    const view = await openView(w, USER);
    const found = (now = view) => loadTraces(w, USER, now, w.clock.now());
    const cited = new Set([kayak]);
    expect((await found()).map(({ words, ...rest }) => rest)).toEqual([
      { at: inVain, cited, againAt: again },
      { at: again, cited },
      expect.objectContaining({ cited: new Set([patternOf("The cousin lives in Porto", "")]) }),
    ]);
    // Neither question is asked again when one of them is forgotten, or when the claim was corrected.
    const forgotten = [{ words: "somewhere", at: w.clock.now() }];
    expect(await found({ ...view, head: { ...view.head, forgotten } })).toHaveLength(1);
    expect(await found({ ...view, stale: new Set([...view.stale, kayak ?? ""]) })).toHaveLength(1);
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

  it("gives up a design in shadow that finds less in the public set, and says so", async () => {
    const w = await asked(LEAST_TRACES);
    const changes = { kindred: 0, "hall.events": 0.25 };
    const shadow = { changes, heldFrom: 0, begun: 0, nights: [] };
    await w.store.transact([
      { op: "put", key: keys.design(USER), body: { state: "shadow", changes: {}, shadow } satisfies DesignRow },
    ]);
    const { writes } = await w.night("2026-04-01");
    expect(writes.map((write) => "body" in write && write.body)).toMatchObject([
      { state: "default", changes: {} },
      { tried: [], nights: [{ date: "2026-04-01", what: "given up", changes, traces: 40, worse: ["public"] }] },
    ]);
  });
});
