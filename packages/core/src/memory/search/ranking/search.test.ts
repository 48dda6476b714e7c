import { describe, expect, it } from "vitest";
import type { MemoryDoc } from "./inverted.ts";
import { type SearchRequest, search } from "./search.ts";
import { buildSegment } from "./segment.ts";

/** Friday, 17 May 2024, noon UTC. */
const NOW = Date.parse("2024-05-17T12:00:00Z");

/** What one person told over a year, and what two friends wrote: id, day, tag, text, author. */
const TOLD: readonly (readonly [id: string, day: string, tag: string, text: string, who?: string])[] = [
  ["sister", "2023-06-02", "facts", "My sister Annika lives in Hamburg and works as a vet."],
  ["mother", "2023-06-10", "facts", "My mother takes blood pressure pills every morning."],
  ["allergy", "2023-06-11", "facts", "I am allergic to walnuts, and shrimp makes me itch."],
  ["coffee", "2023-07-01", "preferences", "I don't want coffee after two in the afternoon."],
  ["quiet", "2023-07-02", "preferences", "Please keep notifications quiet during meetings."],
  ["marathon", "2023-07-15", "events", "Signed up for the Berlin marathon in September."],
  ["knee", "2023-08-03", "events", "My left knee hurt after the long run, so I skipped the gym."],
  ["physio", "2023-08-20", "events", "Went to the physiotherapist, who said to rest the knee for ten days."],
  ["race", "2023-09-24", "events", "Finished the marathon in four hours and ten minutes!"],
  ["puppy", "2023-10-13", "events", "We brought home a puppy today, a brown terrier called Pixel."],
  ["chew", "2023-10-20", "discoveries", "Pixel chews shoes when nobody is home for more than three hours."],
  ["sleep", "2023-11-05", "discoveries", "Sleep is worse on nights after wine."],
  ["sauna", "2023-11-12", "discoveries", "A sauna before bed adds half an hour of deep sleep."],
  ["job", "2023-12-01", "events", "Started a new job at the observatory as a data engineer."],
  ["boss", "2023-12-09", "facts", "My boss Katharina prefers short written updates on Thursdays."],
  ["ring", "2023-12-24", "events", "Tomás proposed at the lake and I said yes."],
  ["lisbon", "2024-01-08", "events", "Booked flights to Lisbon for the first week of March."],
  ["guitar", "2024-01-20", "events", "Bought a second-hand guitar and started lessons with Jonathan."],
  ["fado", "2024-03-04", "events", "Heard fado in a tiny bar in Alfama, it made me cry."],
  ["tram", "2024-03-05", "events", "Lost my wallet on tram 28."],
  ["flat", "2024-04-02", "events", "We are looking for a flat with a garden near the river."],
  ["dentist", "2024-05-08", "events", "The dentist found two cavities and wants me back in June."],
  ["picnic", "2024-05-11", "events", "Rained all through the picnic, but the potato salad was a success."],
  ["german", "2023-08-28", "facts", "Meine Oma wohnt in Freiburg und backt jeden Sonntag einen Kirschkuchen."],
  ["german2", "2024-02-02", "events", "Gestern habe ich mit den Kindern meiner Schwester einen Drachen gebaut."],
  ["spanish", "2023-09-02", "facts", "La abuela de Tomás vive en Sevilla y cocina un gazpacho increíble."],
  ["spanish2", "2024-02-20", "events", "Ayer compramos una bicicleta roja para el cumpleaños de mi sobrina."],
  ["japanese", "2023-10-02", "events", "昨日は図書館で日本語の勉強をしました。"],
  ["japanese2", "2024-04-20", "events", "友達と京都で抹茶を飲みました。"],
  [
    "mel1",
    "2024-04-10",
    "episode",
    "I adopted two kittens from the shelter, they are called Salt and Pepper.",
    "Melanie",
  ],
  ["mel2", "2024-04-12", "episode", "Have you been to the new climbing hall? What is it like?", "Melanie"],
  ["nat1", "2024-04-11", "episode", "The kittens sound lovely! I only have a very old tortoise.", "Nathan Ortiz"],
  [
    "nat2",
    "2024-04-14",
    "episode",
    "The climbing hall is great, Mel, the overhang took me three tries.",
    "Nathan Ortiz",
  ],
  ["nat3", "2024-04-15", "episode", "I failed my driving test again, the examiner hated my parking.", "Nathan Ortiz"],
];

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
