import { describe, expect, it } from "vitest";
import { MARCH, USER, memoryWorld as world } from "../../../../embedded/test/memory-world.ts";
import { DAY_MS } from "../../time.ts";
import { buildIndex } from "../search/index-files.ts";
import { retrieve } from "../search/recall.ts";
import { findBlock, liveBlocks } from "./blocks.ts";
import { CARA, patternOf } from "./claim.ts";
import { asOf, historyOf } from "./history.ts";
import { noteByOwner } from "./inbox.ts";
import { restorePrevious } from "./restore.ts";

describe("history with two times", () => {
  it("tells what held in March apart from what was believed in March", async () => {
    const w = await world();
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

    // In June the person says that Lisbon was never true.
    await restorePrevious(w, USER, patternOf("Lives in Lisbon", ""), "owner");
    w.at(Date.UTC(2026, 6, 1));
    expect(await claims(Date.UTC(2026, 4, 2), "held")).toEqual(["Lives in Porto"]);
    expect(await claims(Date.UTC(2026, 4, 2), "believed")).toEqual(["Lives in Lisbon"]);
  });

  it.each(["owner", "agent"])(
    "a newer claim held until a note of the %s repeated an older one in its place",
    async (origin) => {
      const w = await world();
      const note = async (claim: string, topic?: string) => {
        const more = topic === undefined ? {} : { topic };
        if (origin === "owner") await noteByOwner(w, USER, { hall: "facts", claim, ...more });
        else await w.note("facts", claim, more);
        await w.night();
      };
      await note("Drinks tea");
      w.later(1);
      await note("Drinks coffee", "drink");
      w.later(5);
      await note("Drinks tea", "drink");
      expect(await findBlock(w.store, USER, patternOf("Drinks coffee", ""))).toMatchObject({
        validFrom: MARCH + DAY_MS,
        validTo: MARCH + 6 * DAY_MS,
        supersededBy: patternOf("Drinks tea", ""),
      });
    },
  );

  it("restoring twice gives the earlier state, and deletes nothing", async () => {
    const w = await world();
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
    // The closed claim no longer holds the topic, so a new claim can take it.
    w.later(1);
    await w.note("facts", "Lives in Faro", { topic: "home" });
    await w.night();
    expect(await w.claims()).toEqual(["Lives in Faro"]);
  });

  it("a poisoned claim is rolled back with one call, and the next prompt is clean", async () => {
    const w = await world();
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

  it("refuses to restore a memory that does not exist", async () => {
    await expect(restorePrevious(await world(), USER, "0123456789ab", "owner")).rejects.toThrow(/there is no memory/);
  });
});

describe("a claim that the person closed stays closed", () => {
  const outside = { outside: true };

  it("R10: text from outside reopens no claim, in any hall and with any repetition", async () => {
    const w = await world();
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
    const w = await world();
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

describe("a claim that the person corrects", () => {
  it("is not recalled from a note of the same words that waits for the night", async () => {
    const w = await world();
    await w.note("facts", "The sister is Ann");
    await w.night();
    await w.note("facts", "The sister is Ann");
    const [{ patternId, revision } = { patternId: "", revision: 0 }] = await liveBlocks(w.store, USER);
    await noteByOwner(w, USER, { hall: "facts", claim: "The sister is Anna" }, { patternId, revision });
    const recalled = JSON.stringify(await w.recalled("sister"));
    expect([recalled.includes("is Anna"), /is Ann\b/.test(recalled)]).toEqual([true, false]);
  });
});

describe("restoring, harder cases", () => {
  const of = (claim: string) => patternOf(claim, "");
  async function chain() {
    const w = await world();
    for (const city of ["Berlin", "Munich", "Lisbon"]) {
      await w.note("facts", `Lives in ${city}`, { topic: "home" });
      await w.night();
      w.later(10);
    }
    return w;
  }

  it("restoring the first of a chain of three: one claim of the topic holds, and the next one replaces it", async () => {
    const w = await chain();
    await restorePrevious(w, USER, of("Lives in Berlin"), "owner");
    expect(await w.claims()).toEqual(["Lives in Berlin"]);
    w.later(1);
    await w.note("facts", "Lives in Oslo", { topic: "home" });
    await noteByOwner(w, USER, { hall: "facts", claim: "Lives in Oslo", topic: "home" });
    expect(await w.claims()).toEqual(["Lives in Oslo"]);
  });

  it("restoring each of a chain in turn: one holds at a time", async () => {
    const w = await chain();
    for (const city of ["Munich", "Berlin", "Lisbon", "Munich"]) {
      w.later(1);
      await restorePrevious(w, USER, of(`Lives in ${city}`), "owner");
      expect(await w.claims()).toEqual([`Lives in ${city}`]);
    }
  });

  it("restoring twice gives the earlier state, for a supersession, a contradiction and a move between halls", async () => {
    const w = await world();
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

  /** The live claims, each with its hall and topic. */
  const placesIn = async (w: Awaited<ReturnType<typeof world>>) =>
    (await liveBlocks(w.store, USER)).map(({ hall, topic = "-", claim }) => `${hall}/${topic}: ${claim}`).sort();

  it("the same call again undoes the undoing, any number of times", async () => {
    const w = await world();
    for (const claim of ["Drinks tea", "Drinks coffee"]) {
      await noteByOwner(w, USER, { hall: "facts", claim, topic: "drink" });
      w.later(1);
    }
    for (const held of ["Drinks tea", "Drinks coffee", "Drinks tea", "Drinks coffee"]) {
      await restorePrevious(w, USER, of("Drinks coffee"), "owner");
      expect(await w.claims()).toEqual([held]);
      w.later(1);
    }
  });

  it("a claim that a note opened again can be taken back, though it stood before and after the same claim", async () => {
    const w = await world();
    for (const claim of ["Drinks tea", "Drinks coffee", "Drinks tea"]) {
      await noteByOwner(w, USER, { hall: "facts", claim, topic: "drink" });
      w.later(1);
    }
    await restorePrevious(w, USER, of("Drinks tea"), "owner");
    expect(await w.claims()).toEqual(["Drinks coffee"]);
  });

  it("restoring the first of a chain twice: the end of the chain holds again, not its middle", async () => {
    const w = await chain();
    for (const city of ["Berlin", "Lisbon", "Berlin", "Lisbon"]) {
      await restorePrevious(w, USER, of("Lives in Berlin"), "owner");
      expect(await w.claims()).toEqual([`Lives in ${city}`]);
      w.later(1);
    }
  });

  it.each(["owner", "agent"])(
    "a note of the %s that names one claim and takes the topic of another closes both, and a restore opens both",
    async (origin) => {
      const w = await world();
      const note = async (claim: string, more: { topic?: string; replaces?: string }) => {
        if (origin === "owner") await noteByOwner(w, USER, { hall: "facts", claim, ...more });
        else await w.note("facts", claim, more);
        await w.night();
        w.later(1);
      };
      await note("Drinks tea", { topic: "drink" });
      await note("Avoids milk", {});
      await note("Drinks coffee", { topic: "drink", replaces: of("Avoids milk") });
      const after = ["facts/drink: Drinks coffee"];
      const before = ["facts/-: Avoids milk", "facts/drink: Drinks tea"];
      expect(await placesIn(w)).toEqual(after);
      for (const held of [before, after, before, after]) {
        await restorePrevious(w, USER, of("Drinks coffee"), "owner");
        expect(await placesIn(w)).toEqual(held);
        w.later(1);
      }
      await note("Drinks water", { topic: "drink" });
      expect(await placesIn(w)).toEqual(["facts/drink: Drinks water"]);
    },
  );

  it("an agent's note takes no place at all when one of the two claims is the person's own", async () => {
    const w = await world();
    await noteByOwner(w, USER, { hall: "facts", claim: "Drinks tea", topic: "drink" });
    await w.note("facts", "Avoids milk");
    await w.night();
    w.later(1);
    await w.note("facts", "Drinks coffee", { topic: "drink", replaces: of("Avoids milk") });
    expect((await w.night()).counts).toMatchObject({ refused: 1 });
    expect(await w.claims()).toEqual(["Avoids milk", "Drinks tea"]);
  });

  it("a claim that goes back to its hall takes the place of the one that has its topic there, and leaves it again", async () => {
    const w = await world();
    for (const [hall, claim] of [
      ["events", "Drinks tea"],
      ["facts", "Drinks tea"],
      ["events", "Drinks coffee"],
    ] as const) {
      await noteByOwner(w, USER, { hall, claim, topic: "drink" });
      w.later(1);
    }
    const after = ["events/drink: Drinks coffee", "facts/drink: Drinks tea"];
    expect(await placesIn(w)).toEqual(after);
    for (const held of [["events/drink: Drinks tea"], after, ["events/drink: Drinks tea"], after]) {
      await restorePrevious(w, USER, of("Drinks tea"), "owner");
      expect(await placesIn(w)).toEqual(held);
      w.later(1);
    }
  });

  it("every claim that a restore opens has its topic again, so the next note replaces it", async () => {
    const w = await world();
    await noteByOwner(w, USER, { hall: "events", claim: "Drinks tea", topic: "drink" });
    await noteByOwner(w, USER, { hall: "facts", claim: "Drinks coffee", topic: "drink" });
    w.later(1);
    await noteByOwner(w, USER, { hall: "facts", claim: "Drinks tea", topic: "drink" });
    await restorePrevious(w, USER, of("Drinks tea"), "owner");
    expect(await placesIn(w)).toEqual(["events/drink: Drinks tea", "facts/drink: Drinks coffee"]);
    w.later(1);
    await noteByOwner(w, USER, { hall: "facts", claim: "Drinks water", topic: "drink" });
    expect(await placesIn(w)).toEqual(["events/drink: Drinks tea", "facts/drink: Drinks water"]);
  });

  it("a replaced claim stays closed when its topic has another claim by now", async () => {
    const w = await world();
    await noteByOwner(w, USER, { hall: "facts", claim: "Drinks tea", topic: "drink" });
    w.later(1);
    await noteByOwner(w, USER, { hall: "facts", claim: "Avoids milk", replaces: of("Drinks tea") });
    w.later(1);
    await noteByOwner(w, USER, { hall: "facts", claim: "Drinks coffee", topic: "drink" });
    await restorePrevious(w, USER, of("Avoids milk"), "owner");
    expect(await placesIn(w)).toEqual(["facts/drink: Drinks coffee"]);
  });
});
