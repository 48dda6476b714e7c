/** Tests the way from a note in the inbox to a claim, and what happens to claims later, over the embedded store. */
import { type Hall, keys, MemoryBlock } from "@waldo/contracts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MARCH, USER, memoryWorld as world } from "../../../embedded/test/memory-world.ts";
import { DAY_MS } from "../time.ts";
import { allBlocks, findBlock, liveBlocks, loadHead } from "./claims/blocks.ts";
import { CARA, isBelieved, isLive, patternOf } from "./claims/claim.ts";
import { historyOf } from "./claims/history.ts";
import { noteByOwner, pendingIntents, submitMemoryIntent } from "./claims/inbox.ts";
import { restorePrevious } from "./claims/restore.ts";
import { buildIndex, openView, searchView } from "./search/index-files.ts";
import { recall, retrieve } from "./search/recall.ts";

describe("the inbox", () => {
  it("staging a note commits nothing; the note is provisional until the Scribe settles it", async () => {
    const w = await world();
    await w.note("facts", "Their sister lives in Lisbon");
    expect(await w.claims()).toEqual([]);
    expect(await pendingIntents(w.store, USER)).toMatchObject([
      { claim: "Their sister lives in Lisbon", trust: "provisional" },
    ]);
    expect((await w.recalled("sister")).claims).toEqual(["facts, provisional: Their sister lives in Lisbon"]);

    expect((await w.night()).counts).toMatchObject({ noted: 1 });
    expect(await pendingIntents(w.store, USER)).toEqual([]);
    expect(await w.claims()).toEqual(["Their sister lives in Lisbon"]);
    expect((await w.recalled("sister")).claims).toEqual(["facts: Their sister lives in Lisbon"]);
  });

  it("R10: refuses steering halls in a run that read other people's text, or in which the person said nothing", async () => {
    const w = await world();
    for (const hall of ["preferences", "advice"] as const) {
      expect(await w.note(hall, "Forwards every mail", {}, { outside: true })).toMatchObject({ outcome: "refused" });
      expect(await w.note(hall, "Forwards every mail", {}, { owner: [] })).toMatchObject({ outcome: "refused" });
    }
    expect(await pendingIntents(w.store, USER)).toEqual([]);
    expect(await w.note("facts", "The boss is away", {}, { outside: true })).toMatchObject({
      outcome: "noted",
      intent: { origin: "untrusted" },
    });
  });

  it("R10: learns nothing from a patrol, a Brief or a handoff", async () => {
    const w = await world();
    for (const trigger of ["patrol", "brief", "fetch_alert", "handoff_act", "intervention"] as const)
      expect(await w.note("facts", "Slept badly", {}, { trigger })).toMatchObject({ outcome: "refused" });
    expect(await w.note("preferences", "No calls", {}, { trigger: "dreaming_mode" })).toMatchObject({
      outcome: "refused",
    });
  });

  it("a claim that recall gave to the run is not new, unless the person says it again", async () => {
    const w = await world();
    const told = { recalled: ["preferences: Prefers tea in the morning"] };
    expect(await w.note("facts", "Prefers tea in the morning", {}, told)).toMatchObject({ outcome: "known" });
    const said = { ...told, owner: ["as I said, I prefer tea in the morning; she prefers tea in the morning"] };
    expect(await w.note("facts", "Prefers tea in the morning", {}, said)).toMatchObject({ outcome: "noted" });
  });

  it("the same words in the same run are one note", async () => {
    const w = await world();
    const from = w.from();
    for (let i = 0; i < 3; i++) await submitMemoryIntent(w, USER, { hall: "facts", claim: "Has two cats" }, from);
    expect(await pendingIntents(w.store, USER)).toHaveLength(1);
  });
});

describe("the Scribe", () => {
  it("believes a claim more when another run repeats it, and not when the same run repeats it", async () => {
    const w = await world();
    const from = w.from();
    await submitMemoryIntent(w, USER, { hall: "facts", claim: "Has two cats" }, from);
    await submitMemoryIntent(w, USER, { hall: "facts", claim: "Has two cats!" }, from);
    await w.night();
    expect(await liveBlocks(w.store, USER)).toMatchObject([{ confidence: CARA.start, revision: 1 }]);
    await w.note("facts", "has two  cats");
    await w.night();
    expect(await liveBlocks(w.store, USER)).toMatchObject([{ confidence: 0.8, revision: 2 }]);
  });

  it("supersedes by topic: the old claim is closed and names the new one", async () => {
    const w = await world();
    await w.note("preferences", "Drinks coffee in the morning", { topic: "morning drink" });
    await w.night();
    w.later(3);
    await w.note("preferences", "Drinks tea in the morning", { topic: "Morning drink" });
    expect((await w.night()).counts).toMatchObject({ superseded: 1 });
    expect(await w.claims("preferences")).toEqual(["Drinks tea in the morning"]);
    const old = await findBlock(w.store, USER, patternOf("Drinks coffee in the morning", ""));
    expect(old).toMatchObject({
      validTo: MARCH + 3 * DAY_MS,
      supersededBy: patternOf("Drinks tea in the morning", ""),
    });
    expect((await w.recalled("what do I drink")).directives).toEqual(["Drinks tea in the morning"]);
  });

  it("supersedes by meaning: the later of two that disagree is live, and the old one is not believed more", async () => {
    const w = await world();
    await w.note("preferences", "Prefers trains to planes");
    await w.night();
    w.later(1);
    await w.note("preferences", "Prefers planes to trains");
    expect((await w.night()).counts).toMatchObject({ superseded: 1, confirmed: 0 });
    expect(await w.claims("preferences")).toEqual(["Prefers planes to trains"]);
    expect(await findBlock(w.store, USER, patternOf("Prefers trains to planes", ""))).toMatchObject({
      confidence: CARA.start,
      supersededBy: patternOf("Prefers planes to trains", ""),
    });
  });

  it("R10: what disagrees from outside leaves the person's claim as it was", async () => {
    const w = await world();
    await w.note("facts", "The sister's name is Clara");
    await w.night();
    await w.note("facts", "The sister's name is Carla", {}, { outside: true });
    expect((await w.night()).counts).toMatchObject({ superseded: 0, noted: 1 });
    expect(await findBlock(w.store, USER, patternOf("The sister's name is Clara", ""))).toMatchObject({
      confidence: CARA.start,
      revision: 1,
    });
  });

  it("a waiting note hides the claim that it replaces, unless that claim is believed more", async () => {
    const w = await world();
    const mine = await noteByOwner(w, USER, { hall: "facts", claim: "The boat is red" });
    await w.note("facts", "The boat is blue", { replaces: mine.patternId });
    expect((await w.recalled("boat")).claims.join()).toContain("The boat is red");
    const other = await world();
    await other.note("facts", "The boat is red");
    await other.night();
    await other.note("facts", "The boat is blue", { replaces: patternOf("The boat is red", "") });
    expect((await other.recalled("boat")).claims).toEqual(["facts, provisional: The boat is blue"]);
  });

  it("R10: a claim from outside replaces no claim, by topic or by name", async () => {
    const w = await world();
    const mine = await noteByOwner(w, USER, { hall: "facts", claim: "The bank is Example Bank", topic: "bank" });
    const outside = { outside: true };
    await w.note("facts", "The bank is Evil Bank", { topic: "bank" }, outside);
    await w.note("facts", "The bank is Worse Bank", { replaces: mine.patternId }, outside);
    await w.night();
    expect(await findBlock(w.store, USER, mine.patternId)).toMatchObject({ claim: "The bank is Example Bank" });
    expect(isLive((await findBlock(w.store, USER, mine.patternId)) ?? mine)).toBe(true);
    const { claims, directives } = await w.recalled("which bank");
    expect([...claims, ...directives].join()).not.toMatch(/Evil|Worse/);
    // A lookup finds it and names its origin.
    const found = await retrieve(w, USER, { text: "evil bank", limit: 5 });
    expect(found).toContainEqual(expect.objectContaining({ block: expect.objectContaining({ origin: "untrusted" }) }));
  });

  it("an agent's note does not replace the person's own", async () => {
    const w = await world();
    await noteByOwner(w, USER, { hall: "preferences", claim: "No calls before ten", topic: "calls" });
    await w.note("preferences", "Calls are fine at any time", { topic: "calls" });
    expect((await w.night()).counts).toMatchObject({ refused: 1, noted: 0 });
    expect(await w.claims("preferences")).toEqual(["No calls before ten"]);
  });

  it("CARA: a claim contradicted twice no longer loads, and loads again when confirmed", async () => {
    const w = await world();
    await w.note("discoveries", "Late coffee costs sleep");
    await w.night();
    const patternId = patternOf("Late coffee costs sleep", "");
    let verdicts = 0;
    const judge = async (says: "confirmed" | "contradicted") => {
      await w.stage({
        kind: "verdict",
        hall: "discoveries",
        patternId,
        says,
        origin: "agent",
        trust: "provisional",
        at: w.clock.now(),
        source: `run-${says}-${++verdicts}`,
      });
      await w.night();
      return (await w.recalled("coffee and sleep")).claims.length;
    };
    expect(await judge("contradicted")).toBe(1);
    expect((await findBlock(w.store, USER, patternId))?.confidence).toBe(0.5);
    expect(await judge("contradicted")).toBe(0);
    expect(await judge("confirmed")).toBe(0);
    expect(await judge("confirmed")).toBe(1);
    expect((await historyOf(w, USER, patternId)).map(({ change }) => change)).toEqual([
      "noted",
      "contradicted",
      "contradicted",
      "confirmed",
      "confirmed",
    ]);
  });

  it("refuses verdicts that would silence over a quarter of the believed claims, and keeps them in the inbox", async () => {
    const w = await world();
    for (let i = 0; i < 12; i++) await noteByOwner(w, USER, { hall: "facts", claim: `Fact of number ${i}` });
    const blocks = await liveBlocks(w.store, USER);
    for (const { patternId } of blocks.slice(0, 4))
      for (const at of [MARCH + 1, MARCH + 2, MARCH + 3])
        await w.stage({
          kind: "verdict",
          hall: "facts",
          patternId,
          says: "contradicted",
          origin: "agent",
          trust: "provisional",
          at,
          source: `run-${at}`,
        });
    expect(await w.night()).toMatchObject({ outcome: "refused" });
    expect(await pendingIntents(w.store, USER)).toHaveLength(12);
    expect(await liveBlocks(w.store, USER)).toEqual(blocks);
  });

  it("two Scribes at once settle each entry once", async () => {
    const w = await world();
    for (let i = 0; i < 10; i++) await w.note("events", `Ran for the ${i}th time along the river`);
    await Promise.allSettled([w.night(), w.night(), w.night()]);
    await w.night();
    const blocks = await liveBlocks(w.store, USER);
    expect(blocks).toHaveLength(10);
    expect(blocks.every(({ revision, confidence }) => revision === 1 && confidence === CARA.start)).toBe(true);
    expect((await loadHead(w.store, USER)).head.live).toBe(10);
  });

  it("never has two live versions of one pattern, nor two live claims of one topic, in any order of changes", async () => {
    const claim = fc.constantFrom("likes tea", "likes coffee", "runs on sundays", "has a dog");
    const said = fc.record({
      hall: fc.constantFrom<Hall[]>("facts", "events", "preferences"),
      claim,
      topic: fc.option(fc.constantFrom("drink", "sport"), { nil: undefined }),
      replaces: fc.option(claim, { nil: undefined, freq: 3 }),
      does: fc.constantFrom("owner", "owner", "agent", "outside", "restore", "restore", "restore"),
      nightAfter: fc.boolean(),
      // A negative number sets the clock back.
      days: fc.constantFrom(0, 0.1, 1, -2),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(said, { maxLength: 16, size: "max" }), async (saids) => {
        const w = await world();
        const holdsOneOfEach = async () => {
          const live = await liveBlocks(w.store, USER);
          expect(new Set(live.map(({ patternId }) => patternId)).size).toBe(live.length);
          const topics = live.flatMap(({ hall, topic }) => (topic ? [`${hall} ${topic}`] : []));
          expect(new Set(topics).size).toBe(topics.length);
          for (const block of live)
            if (block.origin === "untrusted") expect(["facts", "events", "discoveries"]).toContain(block.hall);
          expect((await loadHead(w.store, USER)).head.live).toBe(live.filter(isBelieved).length);
        };
        for (const { hall, claim, topic, replaces, does, nightAfter, days } of saids) {
          w.later(days);
          const more = {
            ...(topic === undefined ? {} : { topic }),
            ...(replaces === undefined ? {} : { replaces: patternOf(replaces, "") }),
          };
          const patternId = patternOf(claim, "");
          if (does === "owner") await noteByOwner(w, USER, { hall, claim, ...more });
          else if (does !== "restore") await w.note(hall, claim, more, { outside: does === "outside" });
          else if (await findBlock(w.store, USER, patternId)) await restorePrevious(w, USER, patternId, "owner");
          if (nightAfter) await w.night();
          await holdsOneOfEach();
        }
        await w.night();
        await holdsOneOfEach();
        // R11: every claim that was ever noted is live, or closed with a history that says why.
        for (const block of await allBlocks(w.store, USER))
          expect((await historyOf(w, USER, block.patternId)).length).toBeGreaterThan(0);
      }),
      { numRuns: 150 },
    );
  });
});

describe("what counts as new", () => {
  it.each([
    ["Prefers the morning brief at 8 on workdays", "preferences: Prefers the morning brief at 7 on workdays"],
    ["Not on call on Mondays", "facts: On call on Mondays"],
    ["Allergic to peanuts", "facts: Not allergic to peanuts"],
  ])("“%s” is new, though most of its words were recalled", async (claim, recalled) => {
    expect(await (await world()).note("facts", claim, {}, { recalled: [recalled] })).toMatchObject({
      outcome: "noted",
    });
  });

  it("a correction is not merged into its opposite", async () => {
    const w = await world();
    await w.note("facts", "Takes the tablet every single morning before breakfast");
    await w.night();
    await w.note("facts", "Takes the tablet every single morning after breakfast");
    await w.night();
    expect(await w.claims()).toHaveLength(2);
  });

  it("the same claim said with a topic takes the topic and replaces the topic's claim", async () => {
    const w = await world();
    await w.note("facts", "Lives in Berlin");
    await w.night();
    await w.note("facts", "Lives in Berlin", { topic: "home" });
    await w.night();
    w.later(1);
    await w.note("facts", "Lives in Munich", { topic: "home" });
    await w.night();
    expect(await w.claims()).toEqual(["Lives in Munich"]);
  });

  it("one run has one verdict on a claim, and only on a claim of its hall", async () => {
    const w = await world();
    await noteByOwner(w, USER, { hall: "facts", claim: "Has a boat" });
    const { stageVerdict } = await import("./claims/inbox.ts");
    const patternId = patternOf("Has a boat", "");
    for (const hall of ["facts", "advice"] as const)
      for (let i = 0; i < 3; i++) {
        w.later(0.01);
        const staged = stageVerdict(USER, { hall, patternId, says: "contradicted" }, w.from({ runId: `run-${hall}` }));
        if (staged.outcome === "noted") await w.store.transact([staged.write]);
      }
    await w.night();
    expect(await findBlock(w.store, USER, patternId)).toMatchObject({ confidence: 0.8 });
  });
});

describe("a night with too many contradictions", () => {
  it("holds them back when they would silence a quarter, settles the rest, and drops them after 30 days", async () => {
    const w = await world();
    for (let i = 0; i < 10; i++) await noteByOwner(w, USER, { hall: "facts", claim: `Knows person number ${i}` });
    for (const { patternId } of (await liveBlocks(w.store, USER)).slice(0, 4))
      for (let i = 0; i < 3; i++)
        await w.stage({
          kind: "verdict",
          hall: "facts",
          patternId,
          says: "contradicted",
          origin: "agent",
          trust: "provisional",
          at: w.clock.now(),
          source: `run-x${i}`,
        });
    await w.note("events", "Sailed to the island");
    expect(await w.night()).toMatchObject({ outcome: "refused", counts: { noted: 1, held: 12 } });
    expect(await w.claims("events")).toEqual(["Sailed to the island"]);
    w.later(31);
    await w.night();
    expect(await pendingIntents(w.store, USER)).toEqual([]);
  });

  it("counts the use of everything a full prompt used", async () => {
    const w = await world();
    const loaded: string[] = [];
    for (let i = 0; i < 60; i++)
      loaded.push((await noteByOwner(w, USER, { hall: "facts", claim: `Likes thing ${i}` })).patternId);
    const body = { at: w.clock.now(), loaded, cited: loaded.slice(0, 2) };
    await w.store.transact([{ op: "put", key: keys.memoryUse(USER, "run-u"), body }]);
    expect((await w.night()).counts.used).toBe(1);
    expect(await w.store.get(keys.memoryUse(USER, "run-u"))).toBeUndefined();
  });
});

describe("the index", () => {
  it("a standing wish that had no room returns when there is room", async () => {
    const w = await world();
    for (let i = 0; i < 60; i++) await noteByOwner(w, USER, { hall: "preferences", claim: `Likes garden ${i}` });
    await buildIndex(w, USER);
    for (const { patternId } of (await openView(w, USER)).standing) await restorePrevious(w, USER, patternId, "owner");
    await buildIndex(w, USER);
    expect((await openView(w, USER)).standing).toHaveLength(20);
    expect((await w.recalled("garden")).directives.length).toBeGreaterThan(5);
  });

  it("a long wish is shortened and still loaded", async () => {
    const w = await world();
    await noteByOwner(w, USER, { hall: "preferences", claim: `No calls ${"at all ".repeat(150)}` });
    expect((await w.recalled("calls")).directives).toHaveLength(1);
  });

  it("a generation and its changes find the same as a freshly built one", async () => {
    const w = await world();
    for (let i = 0; i < 30; i++) await noteByOwner(w, USER, { hall: "facts", claim: `Keeps book ${i} about gardens` });
    await buildIndex(w, USER);
    await noteByOwner(w, USER, { hall: "facts", claim: "Keeps a book about sailing" });
    await restorePrevious(w, USER, patternOf("Keeps book 3 about gardens", ""), "owner");
    const find = async () =>
      searchView(await openView(w, USER), { text: "book about gardens or sailing", now: w.clock.now(), limit: 50 })
        .map(({ doc }) => doc.id)
        .sort();
    const before = await find();
    expect(await buildIndex(w, USER)).toMatchObject({ generation: 2, rebuilt: false });
    expect(await find()).toEqual(before);
    expect(before).not.toContain(patternOf("Keeps book 3 about gardens", ""));
    expect(before).toHaveLength(30);
  });

  it("a damaged or missing generation gives an empty recall, and the next build starts from the rows", async () => {
    const w = await world();
    await noteByOwner(w, USER, { hall: "facts", claim: "Keeps bees" });
    await buildIndex(w, USER);
    const { head } = await loadHead(w.store, USER);
    await w.archive.write(`${head.segment}/segment`, new Uint8Array([1, 2, 3]));
    // A new segment name stands for another process, which has not cached the generation.
    await w.store.transact([{ op: "put", key: keys.memory(USER), body: { ...head, segment: `${head.segment}x` } }]);
    expect((await w.recalled("bees")).claims).toEqual([]);
    expect(await buildIndex(w, USER)).toMatchObject({ rebuilt: true });
    expect((await w.recalled("bees")).claims).toEqual(["facts: Keeps bees"]);
  });

  it("gives an empty recall when the store is down", async () => {
    const w = await world();
    const store = { ...w.store, get: () => Promise.reject(new Error("down")) };
    expect(await recall({ ...w, store }, USER, { trigger: "brief", hint: "x", now: 0, timeZone: "UTC" })).toMatchObject(
      {
        claims: [],
      },
    );
  });
});

describe("recall", () => {
  it("loads the halls of the trigger and no others", async () => {
    const w = await world();
    await noteByOwner(w, USER, { hall: "advice", claim: "Should walk after lunch" });
    await noteByOwner(w, USER, { hall: "events", claim: "Walked the dog after lunch" });
    await buildIndex(w, USER);
    expect((await w.recalled("walk after lunch", "brief")).claims.join()).not.toMatch(/Should/);
    expect((await w.recalled("walk after lunch")).claims.join()).toMatch(/Should/);
  });

  it("does not load a faded event, and still finds it", async () => {
    const w = await world();
    await noteByOwner(w, USER, { hall: "events", claim: "Went to the opera" });
    await buildIndex(w, USER);
    expect((await w.recalled("opera")).claims).toHaveLength(1);
    w.later(60);
    expect((await w.recalled("opera")).claims).toEqual([]);
    expect(await retrieve(w, USER, { text: "opera", limit: 3 })).toHaveLength(1);
  });

  it("stays within its lines when there is too much to say", async () => {
    const w = await world();
    for (let i = 0; i < 60; i++)
      await noteByOwner(w, USER, {
        hall: i % 2 ? "facts" : "preferences",
        claim: `Likes garden number ${i} ${"very much ".repeat(8)}`,
      });
    await buildIndex(w, USER);
    const { directives, claims } = await w.recalled("garden");
    expect(directives.length).toBeGreaterThan(2);
    const { countTokens } = await import("../prompt/tokens.ts");
    expect(countTokens(directives.join("\n"))).toBeLessThanOrEqual(200);
    expect(countTokens(claims.join("\n"))).toBeLessThanOrEqual(400 + 200);
  });
});

it("every row the halls hold is a MemoryBlock", async () => {
  const w = await world();
  await noteByOwner(w, USER, { hall: "facts", claim: "Has a boat", topic: "boat" });
  for (const block of await allBlocks(w.store, USER)) expect(MemoryBlock.parse(block)).toEqual(block);
});
