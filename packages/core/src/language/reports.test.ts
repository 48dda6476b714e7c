import { expect, it } from "vitest";
import { keepsWhatWasTold, newsIn, readingAsked, readingTold } from "./reports.ts";

it.each([
  "just had 2 energy drinks lol",
  "bombed my quiz",
  "got in at like 4am",
  "Hab schon drei Kaffee intus",
  "j'ai mal dormi",
])("%s: is told of oneself", (text) => expect(newsIn(text)).toBe("own"));

it.each([
  "Ben has a fever, was up with him half the night",
  "my phone died",
  "Elternabend war lang",
  "mi hermana estaba mal",
])("%s: is told of one's life", (text) => expect(newsIn(text)).toBe("others"));

it.each([
  ...["remind me at 9", "what was my hrv", "I need milk", "I have to pay my bill", "my card was stolen, help"],
  ...["bin ich heute besser drauf", "I laid out my shoes, what do you think", "can you call mum", "that was wrong"],
])("%s: asks or wants something", (text) => expect(newsIn(text)).toBeUndefined());

it.each([
  ["en", "142/88 this morning", "blood pressure 142/88 this morning"],
  ["de", "Gemessen. 145/90", "Blutdruck Gemessen. 145/90"],
  ["de", "Blutdruck 148 zu 92", "Blutdruck 148 zu 92"],
  ["de", "Waage 96,8", "Waage 96,8"],
  ["en", "weight 71.4 today", "weight 71.4 today"],
] as const)("%s, %s: tells a reading, with its name", (spoken, text, told) => {
  expect(readingTold(text, spoken)).toBe(told);
});

it.each([
  "remind me 10/12",
  "24/7",
  "is 142/88 high",
  "3/4 of a cup",
  "I ate 88/142",
  "score 10/10",
  "scale the model",
])("%s: tells no reading", (text) => expect(readingTold(text, "en")).toBeUndefined());

it("a question names the reading that only its sender can have told", () => {
  expect(readingAsked("what was my blood pressure last week?")).toBe("blood pressure");
  expect(readingAsked("Blutdruck im Schnitt?")).toBe("Blutdruck");
  expect(readingAsked("how did I sleep?")).toBeUndefined();
});

it("“remember that” keeps what was told, and “remember that I like tea” tells something", () => {
  for (const text of ["remember that", "ok note that please", "Merk dir das!", "apúntalo", "note ça stp"])
    expect([text, keepsWhatWasTold(text)]).toEqual([text, true]);
  for (const text of ["remember that I like tea", "keep it down", "note that Ben is ill"])
    expect([text, keepsWhatWasTold(text)]).toEqual([text, false]);
});
