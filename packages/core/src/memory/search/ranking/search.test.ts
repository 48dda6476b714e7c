import { casesOf } from "@waldo/testkit/data";
import { describe, expect, it } from "vitest";
import type { MemoryDoc } from "./inverted.ts";
import { type SearchRequest, search } from "./search.ts";
import { buildSegment } from "./segment.ts";

/** Friday, 17 May 2024, noon UTC. */
const NOW = Date.parse("2024-05-17T12:00:00Z");

/** What one person told over a year, and what two friends wrote: id, day, tag, text, author. */
const TOLD: readonly (readonly [id: string, day: string, tag: string, text: string, who?: string])[] = casesOf<
  [id: string, day: string, tag: string, text: string, who?: string]
>("search", "told");

const SEGMENT = buildSegment(
  TOLD.map(([id, day, tag, text, who]): MemoryDoc => {
    return { id, text, at: Date.parse(`${day}T18:00:00Z`), tag, ...(who === undefined ? {} : { who }) };
  }),
);
const find = (text: string, more: Partial<SearchRequest> = {}) =>
  search([SEGMENT], { text, now: NOW, limit: 5, ...more });
const first = (text: string, more: Partial<SearchRequest> = {}) => find(text, more)[0]?.doc.id;

describe("words", () => {
  it.each([
    ["where does my sister live", "sister", "lives is live; sister decides"],
    ["what am I allergic to", "allergy", "allergic stands once"],
    ["when did I buy the guitar", "guitar", "bought is buy"],
    ["marathons I ran", "race", "finished it: the shorter text about the same word, told after signing up"],
    ["kids kite", "none", "no English text has either"],
    ["mom's medication", "mother", "mom is mother, medication is pills"],
    ["looking for an apartment", "flat", "an apartment is a flat"],
    ["physical therapist for my knee", "knee", "the knee, and the physiotherapist text is longer"],
  ])("%s → %s: %s", (query, id) => {
    if (id === "none") expect(find(query).filter(({ doc }) => doc.id === "german2")).toEqual([]);
    else
      expect(
        find(query)
          .slice(0, 2)
          .map(({ doc }) => doc.id),
      ).toContain(id);
  });

  it("rare ones count for more than common ones", () => {
    expect(first("my new job and my boss Katharina")).toBe("boss");
  });

  it("side by side count for more than apart", () => {
    const apart = { id: "apart", text: "A red table, then wine, then salad.", at: NOW, tag: "facts" };
    const together = { id: "beside", text: "Then salad, then red wine, then a table.", at: 0, tag: "facts" };
    const [hit] = search([buildSegment([apart, together])], { text: "red wine", now: NOW, limit: 2 });
    expect(hit?.doc.id).toBe("beside");
  });

  it("that no text contains find nothing", () => {
    expect(find("submarine volcano")).toEqual([]);
    expect(find("what is it")).toEqual([]);
    expect(find("")).toEqual([]);
    expect(search([], { text: "sister", now: NOW, limit: 5 })).toEqual([]);
    expect(find("sister", { limit: 0 })).toEqual([]);
  });
});

describe("typing", () => {
  it.each([
    ["alergic to what", "allergy", "a letter left out"],
    ["dentsit", "dentist", "two letters swapped"],
    ["marahton", "race", "two letters swapped in a longer word"],
    ["physiotherpaist", "physio", "a swap in a long word"],
    ["guittar lesons", "guitar", "two slips"],
    ["whats mel's kitens called", "mel1", "no apostrophe, a slip, a short name, no capitals"],
    ["notificatons in meetings pls", "quiet", "a letter left out, and a please that is noise"],
  ])("%s → %s: %s", (query, id) => {
    expect(first(query)).toBe(id);
  });

  it("a known word is not taken as another word", () => {
    // "run" is in the corpus, so it is not a typing mistake for "ring".
    expect(find("long run").map(({ doc }) => doc.id)).not.toContain("ring");
  });
});

describe("people", () => {
  it("asked about are found in what they said, also by short names", () => {
    expect(first("which animals does Mel have")).toBe("mel1");
    expect(first("what did Nate fail")).toBe("nat3");
    expect(first("how was climbing for Nathan")).toBe("nat2");
    expect(find("what did Nate fail")[0]?.why).toMatchObject({ said: "Nathan Ortiz", words: ["fail"] });
  });

  it("that tell something come before people that ask", () => {
    // Melanie asks about the hall and Nathan tells of it. The query names no person.
    expect(first("what is the climbing hall like")).toBe("nat2");
  });

  it("are not found by a word they never said", () => {
    expect(find("Melanie submarine").every(({ doc }) => doc.who === "Melanie" || doc.text.includes("Mel"))).toBe(true);
    expect(find("submarine Melanie").map(({ doc }) => doc.id)).not.toContain("sister");
  });

  it("named alone bring what they said, newest first", () => {
    expect(
      find("what did Nathan say?")
        .map(({ doc }) => doc.id)
        .slice(0, 3),
    ).toEqual(["nat3", "nat2", "nat1"]);
  });

  it("mentioned in a text are found by their full or short name", () => {
    expect(first("lessons with Jon")).toBe("guitar");
    expect(first("does Kathy like updates")).toBe("boss");
  });
});

describe("times", () => {
  it.each([
    ["what happened on October 13, 2023?", "puppy"],
    ["what did we do in the first days of March?", "tram"],
    ["was hat der Zahnarzt letzte Woche gefunden", "dentist"],
    ["last weekend's salad", "picnic"],
    ["what did I sign up for in July 2023", "marathon"],
    ["Lisbon in March", "fado"],
  ])("%s → %s", (query, id) => {
    expect(find(query).map(({ doc }) => doc.id)).toContain(id);
  });

  it("decide between two texts about the same thing", () => {
    expect(first("marathon in September 2023")).toBe("race");
    expect(first("marathon in July 2023")).toBe("marathon");
    expect(find("marathon in July 2023")[0]?.why.inTime).toBe(true);
  });

  it("named alone bring what was said then, in their own time zone", () => {
    expect(find("May 11").map(({ doc }) => doc.id)).toEqual(["picnic"]);
    const late = buildSegment([
      { id: "late", text: "Home at last.", at: Date.parse("2024-05-11T20:00:00Z"), tag: "events" },
    ]);
    const on = (text: string, timeZone: string) =>
      search([late], { text, now: NOW, timeZone, limit: 1 })[0]?.why.inTime;
    expect([on("home on 12 May", "Asia/Tokyo"), on("home on 11 May", "UTC")]).toEqual([true, true]);
    expect(on("home on 12 May", "UTC")).toBeUndefined();
  });

  it("asked for prefer a text that names one", () => {
    const texts = ["The fence is painted now.", "I painted the fence last Tuesday."];
    const segment = buildSegment(texts.map((text, n) => ({ id: `${n}`, text, at: NOW - n, tag: "facts" })));
    expect(search([segment], { text: "when was the fence painted", now: NOW, limit: 1 })[0]?.doc.id).toBe("1");
  });
});

describe("languages", () => {
  it.each([
    ["Wo wohnt meine Oma?", "german"],
    ["Drache mit dem Kind der Schwester", "german2"],
    ["¿dónde vive la abuela?", "spanish"],
    ["bicicletas rojas", "spanish2"],
    ["cumpleanos", "spanish2"],
    ["図書館", "japanese"],
    ["京都の抹茶", "japanese2"],
    ["Tomas", "ring"],
  ])("%s → %s", (query, id) => {
    expect(
      find(query)
        .slice(0, 2)
        .map(({ doc }) => doc.id),
    ).toContain(id);
  });
});

describe("a search", () => {
  it("keeps to the tags and the limit of the request", () => {
    const tags = new Set(["episode"]);
    expect(find("kittens climbing knee", { tags }).every(({ doc }) => doc.tag === "episode")).toBe(true);
    expect(find("I", { limit: 2 }).length).toBeLessThanOrEqual(2);
  });

  it("multiplies by the caller's weight", () => {
    const doc = { text: "The spare key is under the blue pot.", at: NOW, tag: "facts" };
    const segment = buildSegment([
      { ...doc, id: "a" },
      { ...doc, id: "b", weight: 1.15 },
    ]);
    const [b, a] = search([segment], { text: "spare key", now: NOW, limit: 2 });
    expect([b?.doc.id, (b?.score ?? 0) / (a?.score ?? 1)]).toEqual(["b", 1.15]);
  });

  it("puts the newer of two equals first, and gives the same answer every time", () => {
    const doc = { text: "The spare key is under the blue pot.", tag: "facts" };
    const segment = buildSegment([1, 3, 2].map((at) => ({ ...doc, id: `${at}`, at })));
    const hits = () => search([segment], { text: "spare key", now: NOW, limit: 3 });
    expect(hits().map(({ doc }) => doc.id)).toEqual(["3", "2", "1"]);
    expect(hits()).toEqual(hits());
  });

  it("says why a text was found: which words, who, when", () => {
    const [hit] = find("what did Mel adopt from the shelter in April 2024");
    expect(hit?.doc.id).toBe("mel1");
    expect(hit?.why).toMatchObject({ words: ["adopt", "shelter"], said: "Melanie", inTime: true });
  });
});
