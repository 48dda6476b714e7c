/**
 * A message in which the person tells, corrects or forgets something takes effect at once, before any night, and stays
 * so after it.
 */
import { keys } from "@waldo/contracts";
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { NOW, toolWorld } from "@waldo/testkit/tool-world";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allBlocks, liveBlocks } from "../../memory/claims/blocks.ts";
import { CARA } from "../../memory/claims/claim.ts";
import { pendingIntents } from "../../memory/claims/inbox.ts";
import { runScribe } from "../../memory/claims/scribe.ts";
import { unconsolidated } from "../../memory/diary/consolidate.ts";
import { buildIndex, likelyIn, openView } from "../../memory/search/index-files.ts";
import { lookupPorts, recall, retrieve } from "../../memory/search/recall.ts";
import type { Json, Store } from "../../ports.ts";
import { audited } from "../../store/audited.ts";
import { putNew } from "../../store/cas.ts";
import { DAY_MS } from "../../time.ts";
import { dispatchTool } from "../dispatch.ts";
import type { ToolContext } from "../tool.ts";

async function person() {
  const store = openSqliteStore(":memory:");
  const { context: made } = await toolWorld(store, { heard: { owner: ["…"], outside: false, recalled: [] } });
  const context = { ...made, store: audited(store) };
  let [now, run] = [NOW, 0];
  const call = async (
    name: "update_memory" | "forget_memory" | "read_memory",
    args: Json,
    more: Partial<ToolContext> = {},
  ) => {
    now += 60_000;
    const runId = `run-m${++run}`;
    return dispatchTool({ id: "1", name, args }, { ...context, runId, now, ...more });
  };
  const ports = () => ({ ...lookupPorts({ ...context, now }), log: () => {} });
  return {
    context,
    call,
    ports,
    note: (claim: string, more: object = {}, told: Partial<ToolContext> = {}) =>
      call("update_memory", { hall: "preferences", claim, ...more }, told),
    forget: (about: string) => call("forget_memory", { about }),
    tells: async (runId: string, summary: string) => {
      now += 60_000;
      const body = { runId, at: now, trigger: "user_message", summary, origin: "agent" };
      await context.store.transact([putNew(keys.episode("me", now, runId), body)]);
    },
    night: async () => {
      now += DAY_MS;
      await runScribe(ports(), "me", "dream-2026-10-31", likelyIn(await openView(ports(), "me"), now));
      await buildIndex(ports(), "me");
    },
    /** Everything that a question about these words brings up, by a tool or by itself. */
    known: async (text: string) => {
      const found = await retrieve(ports(), "me", { text, limit: 20 });
      const { claims, directives } = await recall(ports(), "me", {
        trigger: "user_message",
        hint: text,
        now,
        timeZone: "UTC",
      });
      const told = found.map((hit) => {
        if (hit.kind === "claim") return hit.block.claim;
        return hit.kind === "pending" ? hit.note.claim : hit.episode.summary;
      });
      return [...told, ...claims, ...directives];
    },
  };
}

const THINGS = ["trains", "planes", "buses", "ferries"];

describe("a claim that disagrees with an earlier one", () => {
  it("takes its place, in any order of sayings and nights: never are both live, and the old one is not believed more", async () => {
    const thing = fc.constantFrom(...THINGS);
    const said = fc.record({ a: thing, b: thing, night: fc.boolean() }).filter(({ a, b }) => a !== b);
    await fc.assert(
      fc.asyncProperty(fc.array(said, { minLength: 2, maxLength: 8 }), async (sayings) => {
        const p = await person();
        const last = new Map<string, string>();
        for (const { a, b, night } of sayings) {
          const claim = `I prefer ${a} to ${b}`;
          const before = await allBlocks(p.context.store, "me");
          expect(await p.note(claim)).toMatchObject({ ok: true });
          last.set([a, b].sort().join(), claim);
          if (night) await p.night();
          for (const block of await allBlocks(p.context.store, "me")) {
            const was = before.find(({ patternId }) => patternId === block.patternId);
            if (was && block.claim !== claim && ![...last.values()].includes(block.claim))
              expect(block.confidence).toBeLessThanOrEqual(was.confidence);
          }
          const known = (await p.known(`${a} ${b}`)).filter((text) => text.includes(a) && text.includes(b));
          expect(known.join()).toContain(claim);
          expect(known.join()).not.toContain(`I prefer ${b} to ${a}`);
        }
        await p.night();
        const live = (await liveBlocks(p.context.store, "me")).filter(({ claim }) => claim.startsWith("I prefer"));
        expect(live.map(({ claim }) => claim).sort()).toEqual([...last.values()].sort());
      }),
      { numRuns: 30 },
    );
  });

  it("says what it took the place of", async () => {
    const p = await person();
    await p.note("I prefer trains to planes");
    await p.night();
    expect(await p.note("I prefer planes to trains")).toMatchObject({
      ok: true,
      value: { noted: true, replaced: "I prefer trains to planes" },
    });
  });

  it("R10: from outside it takes the place of nothing, now and after the night", async () => {
    const p = await person();
    await p.note("my sister's name is Clara", { hall: "facts" });
    await p.night();
    const outside = { heard: { owner: ["hello"], outside: true, recalled: [] } };
    for (const corrects of [{}, { corrects: true }])
      expect(await p.note("my sister's name is Carla", { hall: "facts", ...corrects }, outside)).toMatchObject({
        ok: false,
        error: "needs_approval",
      });
    expect((await p.known("sister's name")).join()).toContain("Clara");
    await p.night();
    expect((await liveBlocks(p.context.store, "me")).find(({ claim }) => claim.endsWith("Clara"))).toMatchObject({
      confidence: CARA.start,
    });
  });

  it("what the person wrote as a rule of their own stays beside a note of a chat", async () => {
    const p = await person();
    // The tool world holds a wish of the person's own: "Likes tea MINE".
    await p.note("Doesn't like tea MINE");
    expect((await p.known("tea")).join()).toContain("Likes tea MINE");
    await p.night();
    expect((await liveBlocks(p.context.store, "me")).map(({ claim }) => claim)).toContain("Likes tea MINE");
  });
});

describe("a correction", () => {
  it.each([false, true])("holds at once, also before the night (the old claim settled: %s)", async (settled) => {
    const p = await person();
    await p.note("my sister's name is Clara", { hall: "facts" });
    if (settled) await p.night();
    expect(await p.note("her name is Carla", { hall: "facts", corrects: true })).toMatchObject({
      value: { noted: true, claim: "my sister's name is Carla", replaced: "my sister's name is Clara" },
    });
    for (const when of ["before the night", "after it"]) {
      const known = (await p.known("what is my sister's name")).join();
      expect(known, when).toContain("Carla");
      expect(known, when).not.toContain("Clara");
      await p.night();
    }
  });

  it("of a correction closes the settled claim too", async () => {
    const p = await person();
    await p.note("I have a bad right knee", { hall: "facts" });
    await p.night();
    await p.note("it is my left knee", { hall: "facts", corrects: true });
    await p.note("both of my knees", { hall: "facts", corrects: true });
    await p.night();
    const live = (await liveBlocks(p.context.store, "me")).map(({ claim }) => claim);
    expect(live).toContain("both of my knees");
    expect(live).not.toContain("I have a bad right knee");
    expect(live).not.toContain("it is my left knee");
  });

  it("of nothing is a note like any other", async () => {
    const p = await person();
    expect(await p.note("my boss is Peter", { hall: "facts", corrects: true })).toMatchObject({
      ok: true,
      value: { noted: true },
    });
    expect((await p.known("boss")).join()).toContain("Peter");
  });
});

it("what is masked is named by its kind, and its text is nowhere", async () => {
  const p = await person();
  const result = await p.note("my mail is jo@example.com", { hall: "facts" });
  expect(result).toMatchObject({ value: { noted: true, masked: ["email"] } });
  expect(JSON.stringify(result)).not.toContain("jo@");
  expect(JSON.stringify(await pendingIntents(p.context.store, "me"))).not.toContain("jo@");
});

describe("what was forgotten", () => {
  const NAMES = ["Tom", "Berta", "Emil"];
  const row = fc.record({
    name: fc.constantFrom(...NAMES),
    what: fc.constantFrom("likes garlic", "has a boat", "is away"),
    as: fc.constantFrom("note", "diary"),
    night: fc.boolean(),
  });

  it("is found no more, forgotten twice is forgotten once, and the rest stays", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 8 }), fc.constantFrom(...NAMES), async (rows, gone) => {
        const p = await person();
        for (const [i, { name, what, as, night }] of rows.entries()) {
          if (as === "note") await p.note(`${name} ${what}`, { hall: "facts" });
          else await p.tells(`run-d${i}`, `They said: ${name} ${what}. We met at noon.\nWaldo: I see.`);
          if (night) await p.night();
        }
        const about = rows.filter(({ name }) => name === gone);
        const counts = about.filter(({ as }) => as === "diary").length;
        expect(await p.forget(gone)).toMatchObject({ ok: true, value: { diary: counts } });
        const holds = async () => {
          expect((await p.known(gone)).filter((text) => text.includes(gone))).toEqual([]);
          expect((await p.known("noon garlic boat away")).filter((text) => text.includes(gone))).toEqual([]);
          for (const { name, what, as } of rows)
            if (name !== gone && as === "note") expect((await p.known(name)).join()).toContain(`${name} ${what}`);
        };
        await holds();
        expect(await p.forget(gone)).toMatchObject({ ok: true, value: { count: 0, diary: 0 } });
        await holds();
        // The entry that the night makes of the day does not bring it back.
        const day = await unconsolidated({ store: p.context.store }, "me", 0);
        expect(day.filter(({ episode }) => episode.summary.includes(gone))).toEqual([]);
        await p.night();
        await holds();
        // R11: the rows are still there.
        const { rows: kept } = await p.context.store.query({ ...keys.memory("me"), prefix: "EPISODE#" } as never);
        expect(kept.filter(({ body }) => String(body["summary"]).includes(gone))).toHaveLength(counts);
      }),
      { numRuns: 25 },
    );
  });

  it("may be told again, and is known then", async () => {
    const p = await person();
    await p.note("Tom likes garlic", { hall: "facts" });
    await p.forget("Tom");
    await p.note("Tom has a boat", { hall: "facts" });
    await p.tells("run-later", "They said: Tom came by.");
    const known = (await p.known("Tom")).join();
    expect(known).toContain("Tom has a boat");
    expect(known).toContain("Tom came by");
    expect(known).not.toContain("garlic");
  });

  it("does not bring back the claim that it had replaced", async () => {
    const p = await person();
    await p.note("my sister's name is Clara", { hall: "facts" });
    await p.night();
    await p.note("her name is Carla", { hall: "facts", corrects: true });
    expect(await p.call("forget_memory", { about: "Carla" })).toMatchObject({ value: { count: 2 } });
    expect((await p.known("my sister's name")).join()).not.toMatch(/Clara|Carla/);
  });

  it("the last note takes its words out of the diary too", async () => {
    const p = await person();
    await p.tells("run-d", "They said: my locker code is 4471\nWaldo: I noted “my locker code is 4471”.");
    await p.note("my locker code is 4471", { hall: "facts" });
    expect(await p.call("forget_memory", { last: true })).toMatchObject({ value: { count: 1, diary: 1 } });
    expect((await p.known("locker code")).join()).not.toContain("4471");
  });

  it("is either wholly forgotten or not at all when the process dies in between", async () => {
    for (const when of ["before", "after"] as const)
      for (let at = 1, died = true; died; at++) {
        died = false;
        const p = await person();
        const { store } = p.context;
        await p.note("Tom likes garlic", { hall: "facts" });
        await p.night();
        await p.note("Tom has a boat", { hall: "facts" });
        await p.tells("run-d", "They said: Tom is away.");
        let writes = 0;
        const dying: Store = {
          ...store,
          transact: async (list) => {
            died ||= ++writes === at;
            if (writes >= at && when === "before") throw new Error("killed");
            await store.transact(list);
            if (writes >= at) throw new Error("killed");
          },
        };
        await p.call("forget_memory", { about: "Tom" }, { store: dying }).catch(() => {});
        const known = (await p.known("Tom")).filter((text) => text.includes("Tom"));
        const kinds = ["garlic", "boat", "away"].filter((word) => known.join().includes(word));
        expect([0, 3]).toContain(kinds.length);
        await p.forget("Tom");
        expect((await p.known("Tom")).filter((text) => text.includes("Tom"))).toEqual([]);
      }
  });
});
