/**
 * Tests how memories are noted, judged and forgotten by a call: its arguments, what the person is shown, what is done
 * once.
 */
import { keys, MOST_FORGOTTEN_SUBJECTS, type ToolName } from "@waldo/contracts";
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { madeUpClaim } from "@waldo/testkit/made-up-rows";
import { NOW, toolWorld } from "@waldo/testkit/tool-world";
import { describe, expect, it } from "vitest";
import { newProposal } from "../../approve/proposal.ts";
import { loadHead } from "../../memory/claims/blocks.ts";
import { patternOf } from "../../memory/claims/claim.ts";
import { pendingIntents } from "../../memory/claims/inbox.ts";
import type { Json } from "../../ports.ts";
import { DAY_MS } from "../../time.ts";
import { dispatchTool } from "../dispatch.ts";
import type { Heard, ToolContext } from "../tool.ts";
import { forgetMemory, updateMemory } from "./memory.ts";

/** The tool world holds the wish "Likes tea MINE" under this id, and since 1970 the note "Moves house MINE". */
const [TEA, BOAT] = ["0123456789ab", "ba9876543210"];

async function person() {
  const { store, context } = await toolWorld(openSqliteStore(":memory:"));
  const call = (name: ToolName, args: Json, more: Partial<ToolContext> = {}) =>
    dispatchTool({ id: "1", name, args }, { ...context, ...more });
  return {
    context,
    call,
    holds: async (claim: string, patch: Parameters<typeof madeUpClaim>[2]) => {
      const body = madeUpClaim(claim, NOW - DAY_MS, patch);
      await store.transact([{ op: "put", key: keys.block("me", body.patternId), body }]);
    },
    staged: async () => (await pendingIntents(store, "me")).filter(({ at }) => at !== 5),
  };
}
const heard = (words: string, outside = false): { heard: Heard; autonomy: "L2" } => ({
  autonomy: "L2",
  heard: { owner: [words], outside, recalled: [] },
});
const fact = (more: object = {}): Json => ({ hall: "facts", claim: "I have a boat", ...more });

describe("the arguments of a note", () => {
  it.each<[string, object, boolean]>([
    ["a claim", {}, true],
    ["a claim of 500 letters", { claim: "x".repeat(500) }, true],
    ["a claim of 501 letters", { claim: "x".repeat(501) }, false],
    ["conditions of 200 letters", { conditions: "x".repeat(200) }, true],
    ["conditions of 201 letters", { conditions: "x".repeat(201) }, false],
    ["a topic of 60 letters", { topic: "x".repeat(60) }, true],
    ["a topic of 61 letters", { topic: "x".repeat(61) }, false],
    ["what it replaces", { replaces: TEA }, true],
    ["an id that is none", { replaces: "tea" }, false],
    ["a correction", { corrects: true }, true],
    ["no correction", { corrects: false }, false],
    ["an origin", { origin: "owner" }, false],
    ["no claim and no verdict", { claim: undefined }, false],
    ["a verdict alone", { claim: undefined, confirms: TEA }, true],
    ["the other verdict alone", { claim: undefined, contradicts: TEA }, true],
    ["both verdicts on one claim", { confirms: TEA, contradicts: TEA }, false],
    ["verdicts on two claims", { confirms: TEA, contradicts: BOAT }, true],
  ])("%s: taken or refused", (_, more, taken) => {
    expect(updateMemory.args.safeParse({ hall: "facts", claim: "I have a boat", ...more }).success).toBe(taken);
  });

  it("are told to the person as what will be noted", () => {
    expect([
      updateMemory.title({ hall: "facts", claim: "I have a boat" }),
      updateMemory.title({ hall: "facts", confirms: TEA }),
    ]).toEqual(["Remember (facts): I have a boat", "Note what you said of a memory (facts)"]);
  });
});

describe("a note", () => {
  it("is kept once however often a run notes it, with all that was said of it", async () => {
    const { call, staged, context } = await person();
    const args = fact({ conditions: "in summer", topic: "boat" });
    expect(await call("update_memory", args)).toEqual({
      ...{ callId: "1", name: "update_memory", ok: true, origin: "system" },
      value: { noted: true },
    });
    expect(await dispatchTool({ id: "2", name: "update_memory", args }, context)).toMatchObject({
      value: { noted: true },
    });
    expect(await staged()).toEqual([
      expect.objectContaining({ claim: "I have a boat", conditions: "in summer", topic: "boat", at: NOW }),
    ]);
  });

  it("that only repeats what memory gave is known, unless it says what it replaces", async () => {
    const recalled = { heard: { owner: ["hello"], outside: false, recalled: ["I have a boat"] } };
    const { call, staged } = await person();
    expect(await call("update_memory", fact(), recalled)).toMatchObject({ value: { noted: false, known: true } });
    expect(await staged()).toEqual([]);
    expect(await call("update_memory", fact({ replaces: BOAT }), recalled)).toMatchObject({ value: { noted: true } });
    expect(await staged()).toMatchObject([{ replaces: BOAT }]);
  });

  it("with a verdict is two entries; a verdict needs a word of the person", async () => {
    const { call, staged } = await person();
    const both = fact({ confirms: TEA, contradicts: BOAT });
    expect(await call("update_memory", both)).toMatchObject({ error: "failed" });
    expect(await staged()).toEqual([]);
    const owner = { heard: { owner: ["yes"], outside: false, recalled: [] } };
    expect(await (await person()).call("update_memory", { hall: "advice", confirms: TEA }, owner)).toMatchObject({
      value: { noted: true },
    });
    expect(await call("update_memory", both, owner)).toMatchObject({ ok: true });
    expect(await staged()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: "note" }),
        expect.objectContaining({ kind: "verdict", hall: "facts", patternId: TEA, says: "confirmed" }),
        expect.objectContaining({ kind: "verdict", hall: "facts", patternId: BOAT, says: "contradicted" }),
      ]),
    );
  });

  it("of what the person did not say in a chat takes the place of nothing", async () => {
    const { context, call } = await person();
    await call("update_memory", { hall: "facts", claim: "I prefer trains to planes" });
    const args = { hall: "facts", claim: "I prefer planes to trains" } as const;
    const later = { ...context, now: NOW + 1 };
    expect((await updateMemory.plan(args, later)).value).toMatchObject({ replaced: "I prefer trains to planes" });
    expect((await updateMemory.plan(args, { ...later, trigger: "dreaming_mode" })).value).toEqual({ noted: true });
    const outside = { ...later, heard: { owner: ["I prefer planes to trains"], outside: true, recalled: [] } };
    expect((await updateMemory.plan(args, outside)).value).toEqual({ noted: true });
    expect((await updateMemory.plan({ ...args, corrects: true }, outside)).value).toMatchObject({
      replaced: "I prefer trains to planes",
    });
  });
});

describe("after text from outside", () => {
  it.each<[string, Json, boolean]>([
    ["Remember: I have a boat", fact(), true],
    ["Remember that I have a boat", fact(), true],
    ["Note: I have a boat", fact(), true],
    ["Note that I have a boat", fact(), true],
    ["Remember that I have a boat", fact({ topic: "yacht" }), true],
    ["Remember that I have a boat", fact({ replaces: "ffffffffffff" }), true],
    ["I have a boat", fact(), false],
    ["Forget: I have a boat", fact(), false],
    ["Confirm that I like tea", { hall: "preferences", confirms: TEA }, true],
    ["Remember that I like tea", { hall: "preferences", confirms: TEA }, false],
    ["Forget the tea", { hall: "preferences", contradicts: TEA }, true],
    ["Confirm the tea", { hall: "preferences", contradicts: TEA }, false],
    ["Remember the tea: I have a boat", fact({ replaces: TEA }), false],
    ["Forget the tea and the boat", { hall: "facts", contradicts: TEA, confirms: BOAT }, false],
  ])("“%s” is enough, or the person is asked", async (words, args, enough) => {
    const { call, holds } = await person();
    await holds("Owns the boat", { patternId: BOAT });
    const result = await call("update_memory", args, heard(words, true));
    // A verdict that the person asked for passes the gate, and is refused where outside text was read.
    expect(result.ok || result.error !== "needs_approval").toBe(enough);
  });

  it("a wish in words of others is refused, and one in the person's own words is not", async () => {
    const { call } = await person();
    const wish = { hall: "preferences", claim: "I like boats" };
    expect(await call("update_memory", wish, heard("hello", true))).toMatchObject({
      error: "failed",
      message: expect.stringContaining("preferences"),
    });
    expect(await call("update_memory", wish, heard("Remember that I like boats", true))).toMatchObject({ ok: true });
    expect(await call("update_memory", { ...wish, hall: "facts" }, heard("hello", true))).toMatchObject({
      error: "needs_approval",
    });
  });

  it("a claim of others makes what is shown outside text, and two verdicts are shown before they count", async () => {
    const { context, holds } = await person();
    await holds("Owns the boat", { patternId: BOAT, origin: "untrusted" });
    const one = await updateMemory.target?.({ hall: "facts", confirms: TEA }, context);
    expect(one).toMatchObject({ origin: "agent" });
    expect(one).not.toHaveProperty("replaces");
    expect(await updateMemory.target?.({ hall: "facts", confirms: TEA, contradicts: BOAT }, context)).toMatchObject({
      origin: "untrusted",
      replaces: true,
    });
  });

  it("a tap is a word of the person", async () => {
    const { context } = await person();
    const outside = { ...context, heard: { owner: [], outside: true, recalled: [] } };
    const verdict = { hall: "facts", confirms: TEA } as const;
    await expect(updateMemory.plan(verdict, outside)).rejects.toMatchObject({ error: "failed" });
    const approval = newProposal("me", "run-x", [], NOW);
    expect(await updateMemory.plan(verdict, { ...outside, approval })).toMatchObject({ value: { noted: true } });
  });

  it("the person reads the claims that a note is about", async () => {
    const { call, holds } = await person();
    await holds("Owns the boat", { patternId: BOAT, origin: "untrusted" });
    const verdicts = { hall: "facts", confirms: TEA, contradicts: BOAT };
    expect(await call("update_memory", verdicts, heard("hello", true))).toMatchObject({
      proposed: [{ concerns: "Likes tea MINE; Owns the boat" }],
    });
    const none = await call("update_memory", fact({ replaces: "ffffffffffff" }), heard("hello", true));
    expect(none.ok ? none : none.proposed?.[0]).not.toHaveProperty("concerns");
  });
});

describe("the arguments of forgetting", () => {
  it.each<[object, boolean]>([
    [{ id: TEA }, true],
    [{ about: "tea" }, true],
    [{ last: true }, true],
    [{}, false],
    [{ id: TEA, about: "tea" }, false],
    [{ about: "tea", last: true }, false],
    [{ last: false }, false],
    [{ id: "tea" }, false],
    [{ about: "" }, false],
    [{ about: "x".repeat(120) }, true],
    [{ about: "x".repeat(121) }, false],
  ])("%j: taken %s", (args, taken) => {
    expect(forgetMemory.args.safeParse(args).success).toBe(taken);
  });

  it("are told to the person as what will be forgotten", () => {
    expect([
      forgetMemory.title({ about: "tea" }),
      forgetMemory.title({ id: TEA }),
      forgetMemory.title({ last: true }),
    ]).toEqual(["Forget what I know about “tea”", `Forget ${TEA}`, "Forget what was noted last"]);
  });
});

describe("what is forgotten", () => {
  it("is a claim by its id or its words, a note of today, or the last one", async () => {
    const told = async (args: Json) => {
      const result = await (await person()).call("forget_memory", args);
      return result.ok ? result.value : result.error;
    };
    expect(await told({ id: TEA })).toEqual({ forgotten: ["Likes tea MINE"], count: 1, diary: 0 });
    expect(await told({ about: "tea" })).toEqual({ forgotten: ["Likes tea MINE"], count: 1, diary: 0 });
    expect(await told({ about: "house" })).toEqual({ forgotten: ["Moves house MINE"], count: 1, diary: 0 });
    expect(await told({ last: true })).toEqual({ forgotten: ["Moves house MINE"], count: 1, diary: 0 });
    expect(await told({ about: "budget" })).toEqual({ forgotten: [], count: 0, diary: 1 });
    expect(await told({ about: "zebras" })).toEqual({ forgotten: [], count: 0, diary: 0 });
    expect(await told({ id: "ffffffffffff" })).toBe("not_found");
  });

  it("last is the latest note, else the latest claim of the last day, else nothing", async () => {
    const { call, holds, context } = await person();
    await call("update_memory", fact());
    const last = (now: number) => call("forget_memory", { last: true }, { now, runId: `run-${now}` });
    expect(await last(NOW + 1)).toMatchObject({ value: { forgotten: ["I have a boat"] } });
    expect(await last(NOW + 2)).toMatchObject({ value: { forgotten: ["Moves house MINE"] } });
    await holds("Owns a kite", { patternId: "000000000001", recordedAt: NOW - DAY_MS + 5 });
    await holds("Owns a bike", { patternId: "fffffffffffe", recordedAt: NOW - DAY_MS + 4 });
    expect(await last(NOW + 3)).toMatchObject({ value: { forgotten: ["Owns a kite"] } });
    expect(await last(NOW + 4)).toMatchObject({ error: "not_found" });
    expect(await forgetMemory.plan({ id: TEA }, context)).toMatchObject({ value: { count: 1 } });
  });

  it("holds its conditions and its topic too, and says no words of others", async () => {
    const { call, holds } = await person();
    await holds("Sleeps badly", { conditions: "after wine" });
    await holds("Rides at dawn", { topic: "horse" });
    await holds("Owns a kite", { origin: "untrusted" });
    const value = async (about: string) => {
      const result = await call("forget_memory", { about }, { runId: `run-${about}` });
      return result.ok && result.value;
    };
    expect(await value("wine")).toMatchObject({ forgotten: ["Sleeps badly"], count: 1 });
    expect(await value("horse")).toMatchObject({ forgotten: ["Rides at dawn"], count: 1 });
    expect(await value("kite")).toMatchObject({ forgotten: [], count: 1 });
  });

  it("is at most twenty memories at once", async () => {
    const { call, holds } = await person();
    for (let i = 0; i < 22; i++) await holds(`Kite number ${i + 100}`, {});
    expect(await call("forget_memory", { about: "kite" })).toMatchObject({ value: { count: 20 } });
    expect(await call("forget_memory", { about: "kite" }, { runId: "run-2" })).toMatchObject({ value: { count: 2 } });
  });

  it("is a note by its id, and none of what was confirmed today", async () => {
    const { call } = await person();
    const owner = { heard: { owner: ["yes"], outside: false, recalled: [] } };
    await call("update_memory", { hall: "preferences", confirms: TEA }, owner);
    const house = { value: { forgotten: ["Moves house MINE"], count: 1 } };
    expect(await call("forget_memory", { last: true })).toMatchObject(house);
    const id = patternOf("Moves house MINE", "");
    expect(await (await person()).call("forget_memory", { id })).toMatchObject(house);
  });

  it("is at most twenty of notes, and of notes and claims together", async () => {
    const { call, holds } = await person();
    for (let i = 0; i < 15; i++) await holds(`Kite number ${i + 100}`, {});
    for (let i = 0; i < 12; i++) await call("update_memory", fact({ claim: `Kite of day ${i + 200}` }));
    expect(await call("forget_memory", { about: "kite" })).toMatchObject({ value: { count: 20 } });
    const other = await person();
    for (let i = 0; i < 22; i++) await other.call("update_memory", fact({ claim: `Kite of day ${i + 200}` }));
    expect(await other.call("forget_memory", { about: "kite" })).toMatchObject({ value: { count: 20 } });
  });

  it("last, with the claim that the note replaces, is shown before", async () => {
    const { call, holds, context } = await person();
    await holds("Owns the boat", { patternId: BOAT });
    await call("update_memory", fact({ replaces: BOAT }));
    const shown = { shown: "Owns the boat; I have a boat", replaces: true };
    expect(await forgetMemory.target?.({ last: true }, context)).toMatchObject(shown);
    expect(await forgetMemory.target?.({ about: "boat" }, context)).not.toHaveProperty("replaces");
    expect(await call("forget_memory", { last: true })).toMatchObject({ value: { count: 2 } });
  });

  it("is outside text as soon as one memory is", async () => {
    const { holds, context } = await person();
    await holds("Tea at five", { origin: "untrusted" });
    expect(await forgetMemory.target?.({ about: "tea" }, context)).toMatchObject({ origin: "untrusted" });
  });

  it("counts only the diary entries that hold all of the words", async () => {
    const { call } = await person();
    expect(await call("forget_memory", { about: "budget zebras" })).toMatchObject({ value: { diary: 0 } });
  });

  it.each<[Json, string[]]>([
    [{ about: "tea" }, ["tea"]],
    [{ id: TEA }, ["likes tea mine"]],
    [{ about: "wine" }, ["wine", "sleeps badly"]],
    [{ id: BOAT }, []],
  ])("%j leaves these subjects out of the diary: %j", async (args, subjects) => {
    const { call, holds, context } = await person();
    await holds("Sleeps badly", { conditions: "after wine" });
    await holds("Owns the boat", { patternId: BOAT, origin: "untrusted" });
    expect(await call("forget_memory", args)).toMatchObject({ ok: true });
    const { head } = await loadHead(context.store, "me");
    expect((head.forgotten ?? []).map(({ words }) => words)).toEqual(subjects);
  });

  it("fills a list that has an end", async () => {
    const { call, context } = await person();
    const forgotten = Array.from({ length: MOST_FORGOTTEN_SUBJECTS - 1 }, (_, i) => ({ words: `thing ${i}`, at: 1 }));
    const { head } = await loadHead(context.store, "me");
    await context.store.transact([{ op: "put", key: keys.memory("me"), body: { ...head, forgotten } }]);
    expect(await call("forget_memory", { about: "zebras" })).toMatchObject({ ok: true });
    expect(await call("forget_memory", { about: "lions" })).toMatchObject({ error: "failed" });
  });

  it("stands in a list of subjects, each once, with the time of the last call", async () => {
    const { call, context } = await person();
    const list = async () => (await loadHead(context.store, "me")).head.forgotten;
    await call("forget_memory", { about: "zebras" });
    await call("forget_memory", { about: "lions" }, { runId: "run-2", now: NOW + 1 });
    await call("forget_memory", { about: "zebras" }, { runId: "run-3", now: NOW + 2 });
    expect(await list()).toEqual([
      { words: "lions", at: NOW + 1 },
      { words: "zebras", at: NOW + 2 },
    ]);
  });

  it.each(["forget", "forget about", "forget that", "forget everything about", "delete", "erase"])(
    "goes without a tap when the person says “%s” and its words",
    async (verb) => {
      const { call } = await person();
      expect(await call("forget_memory", { about: "house" }, heard("hello", true))).toMatchObject({
        error: "needs_approval",
        proposed: [{ title: "Forget what I know about “house”", concerns: "Moves house MINE" }],
      });
      const result = await call("forget_memory", { about: "house" }, heard(`${verb} house`, true));
      // A sentence with "everything" may say what shall stay.
      expect(result.ok).toBe(verb !== "forget everything about");
    },
  );

  it("is shown first where no words name it and it is more than one", async () => {
    const { context } = await person();
    const shown = await forgetMemory.target?.({ last: true }, context);
    expect(shown).toMatchObject({ shown: "Moves house MINE", origin: "agent", rivals: [] });
    expect(shown).not.toHaveProperty("replaces");
    expect(await forgetMemory.target?.({ about: "zebras" }, context)).toBeUndefined();
    expect(await forgetMemory.target?.({ about: "budget" }, context)).toMatchObject({
      shown: "A rough night before the budget meeting. MINE",
    });
  });
});
