/** From a note in the inbox to a claim, and what becomes of claims: through the seams, over the embedded store. */
import { CARA, HALLS, type Hall, keys, MemoryBlock, type MemoryIntent, type UserId } from "@waldo/contracts";
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { memoryArchive } from "@waldo/testkit/memory-archive";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { audited } from "../store/audited.ts";
import { DAY_MS, localDate } from "../time.ts";
import { allBlocks, findBlock, isLive, liveBlocks, loadHead, patternOf } from "./blocks.ts";
import { asOf, historyOf } from "./history.ts";
import { noteByOwner, type Provenance, pendingIntents, submitMemoryIntent } from "./inbox.ts";
import { buildIndex, likelyIn, openView, searchView } from "./index-files.ts";
import { recall } from "./recall.ts";
import { restorePrevious } from "./restore.ts";
import { retrieve } from "./retrieve.ts";
import { runScribe } from "./scribe.ts";

const USER: UserId = "me";
const MARCH = Date.UTC(2026, 2, 10, 8);

function world() {
  let now = MARCH;
  let run = 0;
  const ports = {
    store: audited(openSqliteStore(":memory:")),
    archive: memoryArchive(),
    clock: { now: () => now },
    log: () => {},
  };
  const from = (more: Partial<Provenance> = {}): Provenance => ({
    trigger: "user_message",
    runId: `run-${++run}`,
    at: now,
    owner: ["…"],
    outside: false,
    recalled: [],
    ...more,
  });
  return {
    ...ports,
    at(instant: number) {
      now = instant;
    },
    later(days: number) {
      now += days * DAY_MS;
    },
    from,
    note: (
      hall: Hall,
      claim: string,
      more: { topic?: string; replaces?: string } = {},
      told: Partial<Provenance> = {},
    ) => submitMemoryIntent(ports, USER, { hall, claim, ...more }, from(told)),
    stage: (intent: MemoryIntent) =>
      ports.store.transact([
        { op: "put", key: keys.inbox(USER, intent.at, `${++run}`.padStart(12, "0")), body: intent },
      ]),
    night: async () =>
      runScribe(ports, USER, `dream-${localDate(now, "UTC")}`, likelyIn(await openView(ports, USER), now)),
    claims: async (hall?: Hall) => (await liveBlocks(ports.store, USER, hall)).map(({ claim }) => claim).sort(),
    recalled: (hint: string, trigger: "user_message" | "brief" = "user_message") =>
      recall(ports, USER, { trigger, hint, now, zone: "UTC" }),
  };
}

describe("the inbox", () => {
  it("stages and commits nothing: a note is provisional until the Scribe has settled it", async () => {
    const w = world();
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

  it("R10: takes nothing for what steers from a run that read other people's text, or that the person did not speak in", async () => {
    const w = world();
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
    const w = world();
    for (const trigger of ["patrol", "brief", "fetch_alert", "handoff_act", "intervention"] as const)
      expect(await w.note("facts", "Slept badly", {}, { trigger })).toMatchObject({ outcome: "refused" });
    expect(await w.note("preferences", "No calls", {}, { trigger: "dreaming_mode" })).toMatchObject({
      outcome: "refused",
    });
  });

  it("what came out of recall is known, not news, unless the person says it again", async () => {
    const w = world();
    const told = { recalled: ["preferences: Prefers tea in the morning"] };
    expect(await w.note("facts", "Prefers tea in the morning", {}, told)).toMatchObject({ outcome: "known" });
    const said = { ...told, owner: ["as I said, I prefer tea in the morning; she prefers tea in the morning"] };
    expect(await w.note("facts", "Prefers tea in the morning", {}, said)).toMatchObject({ outcome: "noted" });
  });

  it("the same words in the same run are one note", async () => {
    const w = world();
    const from = w.from();
    for (let i = 0; i < 3; i++) await submitMemoryIntent(w, USER, { hall: "facts", claim: "Has two cats" }, from);
    expect(await pendingIntents(w.store, USER)).toHaveLength(1);
  });
});

describe("the Scribe", () => {
  it("believes more what is said again in another run, and not what one run repeats", async () => {
    const w = world();
    const from = w.from();
    await submitMemoryIntent(w, USER, { hall: "facts", claim: "Has two cats" }, from);
    await submitMemoryIntent(w, USER, { hall: "facts", claim: "Has two cats!" }, from);
    await w.night();
    expect(await liveBlocks(w.store, USER)).toMatchObject([{ confidence: CARA.start, revision: 1 }]);
    await w.note("facts", "has two  cats");
    await w.night();
    expect(await liveBlocks(w.store, USER)).toMatchObject([{ confidence: 0.8, revision: 2 }]);
  });

  it("supersedes by topic, in place: the old claim is closed and names the new one", async () => {
    const w = world();
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

  it("R10: what came from outside takes nobody's place, by topic or by name", async () => {
    const w = world();
    const mine = await noteByOwner(w, USER, { hall: "facts", claim: "The bank is Example Bank", topic: "bank" });
    const outside = { outside: true };
    await w.note("facts", "The bank is Evil Bank", { topic: "bank" }, outside);
    await w.note("facts", "The bank is Worse Bank", { replaces: mine.patternId }, outside);
    await w.night();
    expect(await findBlock(w.store, USER, mine.patternId)).toMatchObject({ claim: "The bank is Example Bank" });
    expect(isLive((await findBlock(w.store, USER, mine.patternId)) ?? mine)).toBe(true);
    const { claims, directives } = await w.recalled("which bank");
    expect([...claims, ...directives].join()).not.toMatch(/Evil|Worse/);
    // Looked up, it is there, and says where it came from.
    const found = await retrieve(w, USER, { text: "evil bank", limit: 5 });
    expect(found).toContainEqual(expect.objectContaining({ block: expect.objectContaining({ origin: "untrusted" }) }));
  });

  it("an agent's note does not take the place of the person's own", async () => {
    const w = world();
    await noteByOwner(w, USER, { hall: "preferences", claim: "No calls before ten", topic: "calls" });
    await w.note("preferences", "Calls are fine at any time", { topic: "calls" });
    expect((await w.night()).counts).toMatchObject({ refused: 1, noted: 0 });
    expect(await w.claims("preferences")).toEqual(["No calls before ten"]);
  });

  it("CARA: contradicted twice it no longer loads, confirmed it does again", async () => {
    const w = world();
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

  it("refuses verdicts that would silence over a quarter of what is believed, and keeps them in the inbox", async () => {
    const w = world();
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
    const w = world();
    for (let i = 0; i < 10; i++) await w.note("events", `Ran for the ${i}th time along the river`);
    await Promise.allSettled([w.night(), w.night(), w.night()]);
    await w.night();
    const blocks = await liveBlocks(w.store, USER);
    expect(blocks).toHaveLength(10);
    expect(blocks.every(({ revision, confidence }) => revision === 1 && confidence === CARA.start)).toBe(true);
    expect((await loadHead(w.store, USER)).head.live).toBe(10);
  });

  it("never two live versions of one pattern, and one live claim of a topic, whatever is said in whatever order", async () => {
    const said = fc.record({
      hall: fc.constantFrom(...HALLS),
      claim: fc.constantFrom("likes tea", "likes coffee", "runs on sundays", "has a dog"),
      topic: fc.option(fc.constantFrom("drink", "sport"), { nil: undefined }),
      outside: fc.boolean(),
      owner: fc.boolean(),
      nightAfter: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(said, { maxLength: 14 }), async (saids) => {
        const w = world();
        for (const { hall, claim, topic, outside, owner, nightAfter } of saids) {
          w.later(0.1);
          const more = topic === undefined ? {} : { topic };
          if (owner) await noteByOwner(w, USER, { hall, claim, ...more });
          else await w.note(hall, claim, more, { outside });
          if (nightAfter) await w.night();
        }
        await w.night();
        const live = await liveBlocks(w.store, USER);
        expect(new Set(live.map(({ patternId }) => patternId)).size).toBe(live.length);
        const topics = live.flatMap(({ hall, topic }) => (topic ? [`${hall} ${topic}`] : []));
        expect(new Set(topics).size).toBe(topics.length);
        for (const block of live)
          if (block.origin === "untrusted") expect(["facts", "events", "discoveries"]).toContain(block.hall);
        // R11: whatever was ever noted is live, or closed with a history that says why.
        for (const block of await allBlocks(w.store, USER))
          expect((await historyOf(w, USER, block.patternId)).length).toBeGreaterThan(0);
      }),
      { numRuns: 40 },
    );
  });
});

describe("two times", () => {
  it("tells what held in March from what was believed in March", async () => {
    const w = world();
    await w.note("facts", "Lives in Porto", { topic: "home" });
    await w.night();
    w.at(Date.UTC(2026, 4, 1));
    await w.note("facts", "Lives in Lisbon", { topic: "home" });
    await w.night();
    w.at(Date.UTC(2026, 5, 1));
    const claims = async (at: number, mode: "held" | "believed") =>
      (await asOf(w, USER, at, mode)).map(({ claim }) => claim);
    expect(await claims(Date.UTC(2026, 2, 31), "held")).toEqual(["Lives in Porto"]);
    expect(await claims(Date.UTC(2026, 4, 2), "held")).toEqual(["Lives in Lisbon"]);
    expect(await claims(Date.UTC(2026, 2, 1), "held")).toEqual([]);

    // In June it turns out that Lisbon was never true.
    await restorePrevious(w, USER, patternOf("Lives in Lisbon", ""), "owner");
    w.at(Date.UTC(2026, 6, 1));
    expect(await claims(Date.UTC(2026, 4, 2), "held")).toEqual(["Lives in Porto"]);
    expect(await claims(Date.UTC(2026, 4, 2), "believed")).toEqual(["Lives in Lisbon"]);
  });

  it("restoring twice is as before, and nothing of it is deleted", async () => {
    const w = world();
    await w.note("facts", "Lives in Porto", { topic: "home" });
    await w.night();
    w.later(10);
    await w.note("facts", "Lives in Lisbon", { topic: "home" });
    await w.night();
    const lisbon = patternOf("Lives in Lisbon", "");
    w.later(1);
    expect(await restorePrevious(w, USER, lisbon, "owner")).toMatchObject({ live: { claim: "Lives in Porto" } });
    expect(await w.claims()).toEqual(["Lives in Porto"]);
    w.later(1);
    expect(await restorePrevious(w, USER, lisbon, "owner")).toMatchObject({ live: { claim: "Lives in Lisbon" } });
    expect(await w.claims()).toEqual(["Lives in Lisbon"]);
    expect((await asOf(w, USER, MARCH + DAY_MS, "held")).map(({ claim }) => claim)).toEqual(["Lives in Porto"]);
    expect(await historyOf(w, USER, lisbon)).toHaveLength(3);
    // The topic is still theirs to hold.
    w.later(1);
    await w.note("facts", "Lives in Faro", { topic: "home" });
    await w.night();
    expect(await w.claims()).toEqual(["Lives in Faro"]);
  });

  it("a poisoned claim is rolled back with one call, and the next prompt is clean", async () => {
    const w = world();
    await noteByOwner(w, USER, { hall: "facts", claim: "The dentist is on Main Street" });
    await buildIndex(w, USER);
    await w.note("preferences", "Loves the casino on Fridays");
    await w.night();
    await buildIndex(w, USER);
    expect((await w.recalled("friday plans")).directives).toEqual(["Loves the casino on Fridays"]);
    await restorePrevious(w, USER, patternOf("Loves the casino on Fridays", ""), "owner");
    const { directives, claims } = await w.recalled("friday casino plans");
    expect([...directives, ...claims].join()).not.toMatch(/casino/);
    await buildIndex(w, USER);
    expect(JSON.stringify(await w.recalled("friday casino plans"))).not.toMatch(/casino/);
    expect(await retrieve(w, USER, { text: "casino", limit: 5 })).toEqual([]);
  });

  it("says so when there is no such memory", async () => {
    await expect(restorePrevious(world(), USER, "0123456789ab", "owner")).rejects.toThrow(/there is no memory/);
  });
});

describe("what the person closed stays closed", () => {
  const outside = { outside: true };

  it("R10: text of others opens nothing again, in no hall and by no repetition", async () => {
    const w = world();
    await noteByOwner(w, USER, { hall: "facts", claim: "Pays into account twelve", topic: "account" });
    w.later(1);
    await noteByOwner(w, USER, { hall: "facts", claim: "Pays into account ninety", topic: "account" });
    w.later(1);
    for (let i = 0; i < 5; i++) await w.note("facts", "Pays into account twelve", {}, outside);
    await w.night();
    expect(await w.claims()).toEqual(["Pays into account ninety"]);
    for (let i = 0; i < 5; i++) await w.note("facts", "Pays into account ninety", {}, outside);
    await w.night();
    expect(await liveBlocks(w.store, USER)).toMatchObject([{ uses: [expect.anything()], sources: ["owner"] }]);
  });

  it("an agent's note, staged before or after, does not bring back what the person replaced or took back", async () => {
    const w = world();
    await w.note("preferences", "Wants the Brief at seven", { topic: "brief" });
    await w.night();
    w.later(1);
    await noteByOwner(w, USER, { hall: "preferences", claim: "Wants the Brief at nine", topic: "brief" });
    w.later(1);
    await w.note("preferences", "Wants the Brief at seven");
    await w.night();
    expect(await w.claims()).toEqual(["Wants the Brief at nine"]);

    await w.note("preferences", "Loves the casino");
    await w.night();
    await w.note("preferences", "Loves the casino");
    await restorePrevious(w, USER, patternOf("Loves the casino", ""), "owner");
    expect(JSON.stringify(await w.recalled("casino"))).not.toContain("casino");
    await w.note("preferences", "Loves the casino");
    await w.night();
    expect(await w.claims()).toEqual(["Wants the Brief at nine"]);
  });
});

describe("restoring, in harder cases", () => {
  const of = (claim: string) => patternOf(claim, "");
  async function chain() {
    const w = world();
    for (const city of ["Berlin", "Munich", "Lisbon"]) {
      await w.note("facts", `Lives in ${city}`, { topic: "home" });
      await w.night();
      w.later(10);
    }
    return w;
  }

  it("the first of a chain of three: one claim of the topic holds, and the next one takes its place", async () => {
    const w = await chain();
    await restorePrevious(w, USER, of("Lives in Berlin"), "owner");
    expect(await w.claims()).toEqual(["Lives in Berlin"]);
    w.later(1);
    await w.note("facts", "Lives in Oslo", { topic: "home" });
    await noteByOwner(w, USER, { hall: "facts", claim: "Lives in Oslo", topic: "home" });
    expect(await w.claims()).toEqual(["Lives in Oslo"]);
  });

  it("each of a chain in turn: one holds at a time", async () => {
    const w = await chain();
    for (const city of ["Munich", "Berlin", "Lisbon", "Munich"]) {
      w.later(1);
      await restorePrevious(w, USER, of(`Lives in ${city}`), "owner");
      expect(await w.claims()).toEqual([`Lives in ${city}`]);
    }
  });

  it("twice is as before, for a supersession, a contradiction and a move between halls", async () => {
    const w = world();
    await w.note("facts", "Allergic to walnuts");
    await w.night();
    w.later(1);
    await w.stage({
      kind: "verdict",
      hall: "facts",
      patternId: of("Allergic to walnuts"),
      says: "contradicted",
      origin: "agent",
      trust: "provisional",
      at: w.clock.now(),
      source: "run-c",
    });
    await w.night();
    const confidence = async () => (await findBlock(w.store, USER, of("Allergic to walnuts")))?.confidence;
    expect(await confidence()).toBe(0.5);
    w.later(1);
    await restorePrevious(w, USER, of("Allergic to walnuts"), "owner");
    expect(await confidence()).toBe(CARA.start);
    w.later(1);
    await restorePrevious(w, USER, of("Allergic to walnuts"), "owner");
    expect(await confidence()).toBe(0.5);

    await noteByOwner(w, USER, { hall: "preferences", claim: "Allergic to walnuts" });
    w.later(1);
    await restorePrevious(w, USER, of("Allergic to walnuts"), "owner");
    expect(await findBlock(w.store, USER, of("Allergic to walnuts"))).toMatchObject({ hall: "facts" });
    expect(await w.claims()).toEqual(["Allergic to walnuts"]);
  });
});

describe("what is news", () => {
  it.each([
    ["Prefers the morning brief at 8 on workdays", "preferences: Prefers the morning brief at 7 on workdays"],
    ["Not on call on Mondays", "facts: On call on Mondays"],
    ["Allergic to peanuts", "facts: Not allergic to peanuts"],
  ])("“%s” is, though most of its words were recalled", async (claim, recalled) => {
    expect(await world().note("facts", claim, {}, { recalled: [recalled] })).toMatchObject({ outcome: "noted" });
  });

  it("a correction is not merged into its opposite", async () => {
    const w = world();
    await w.note("facts", "Takes the tablet every single morning before breakfast");
    await w.night();
    await w.note("facts", "Takes the tablet every single morning after breakfast");
    await w.night();
    expect(await w.claims()).toHaveLength(2);
  });

  it("the same claim said with a topic takes the topic, and its place", async () => {
    const w = world();
    await w.note("facts", "Lives in Berlin");
    await w.night();
    await w.note("facts", "Lives in Berlin", { topic: "home" });
    await w.night();
    w.later(1);
    await w.note("facts", "Lives in Munich", { topic: "home" });
    await w.night();
    expect(await w.claims()).toEqual(["Lives in Munich"]);
  });

  it("one run has one say of a claim, and only of one in its hall", async () => {
    const w = world();
    await noteByOwner(w, USER, { hall: "facts", claim: "Has a boat" });
    const { stageVerdict } = await import("./inbox.ts");
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

describe("a night that is too much", () => {
  it("holds back what would silence a quarter, settles the rest, and comes to an end of it", async () => {
    const w = world();
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

  it("counts what a full prompt used, however much it was", async () => {
    const w = world();
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
  it("what was crowded out of the standing wishes comes back when there is room", async () => {
    const w = world();
    for (let i = 0; i < 60; i++) await noteByOwner(w, USER, { hall: "preferences", claim: `Likes garden ${i}` });
    await buildIndex(w, USER);
    for (const { patternId } of (await openView(w, USER)).standing) await restorePrevious(w, USER, patternId, "owner");
    await buildIndex(w, USER);
    expect((await openView(w, USER)).standing).toHaveLength(20);
    expect((await w.recalled("garden")).directives.length).toBeGreaterThan(5);
  });

  it("a wish is never too long to be said", async () => {
    const w = world();
    await noteByOwner(w, USER, { hall: "preferences", claim: `No calls ${"at all ".repeat(150)}` });
    expect((await w.recalled("calls")).directives).toHaveLength(1);
  });

  it("a generation and its changes find what a fresh one finds", async () => {
    const w = world();
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

  it("a damaged or missing generation degrades recall, and the next build starts from the rows", async () => {
    const w = world();
    await noteByOwner(w, USER, { hall: "facts", claim: "Keeps bees" });
    await buildIndex(w, USER);
    const { head } = await loadHead(w.store, USER);
    await w.archive.write(`${head.segment}/segment`, new Uint8Array([1, 2, 3]));
    // Another process, which has not read it before.
    await w.store.transact([{ op: "put", key: keys.memory(USER), body: { ...head, segment: `${head.segment}x` } }]);
    expect((await w.recalled("bees")).claims).toEqual([]);
    expect(await buildIndex(w, USER)).toMatchObject({ rebuilt: true });
    expect((await w.recalled("bees")).claims).toEqual(["facts: Keeps bees"]);
  });

  it("fails open: a store that is down gives an empty recall", async () => {
    const w = world();
    const store = { ...w.store, get: () => Promise.reject(new Error("down")) };
    expect(await recall({ ...w, store }, USER, { trigger: "brief", hint: "x", now: 0, zone: "UTC" })).toMatchObject({
      claims: [],
    });
  });
});

describe("recall", () => {
  it("loads the halls of the trigger and no others", async () => {
    const w = world();
    await noteByOwner(w, USER, { hall: "advice", claim: "Should walk after lunch" });
    await noteByOwner(w, USER, { hall: "events", claim: "Walked the dog after lunch" });
    await buildIndex(w, USER);
    expect((await w.recalled("walk after lunch", "brief")).claims.join()).not.toMatch(/Should/);
    expect((await w.recalled("walk after lunch")).claims.join()).toMatch(/Should/);
  });

  it("an event that has faded is not loaded, and is still found", async () => {
    const w = world();
    await noteByOwner(w, USER, { hall: "events", claim: "Went to the opera" });
    await buildIndex(w, USER);
    expect((await w.recalled("opera")).claims).toHaveLength(1);
    w.later(60);
    expect((await w.recalled("opera")).claims).toEqual([]);
    expect(await retrieve(w, USER, { text: "opera", limit: 3 })).toHaveLength(1);
  });

  it("stays within its lines however much there is to say", async () => {
    const w = world();
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
  const w = world();
  await noteByOwner(w, USER, { hall: "facts", claim: "Has a boat", topic: "boat" });
  for (const block of await allBlocks(w.store, USER)) expect(MemoryBlock.parse(block)).toEqual(block);
});
