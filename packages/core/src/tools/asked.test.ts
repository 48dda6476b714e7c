/** Whether the person asked for an effect in their own words: what counts as a request, and what does not. */
import { describe, expect, it } from "vitest";
import { instantAt } from "../time.ts";
import { isAskedFor } from "./asked.ts";

const ZONE = "Europe/London";
const MOMENT = { now: instantAt("2026-10-30", "09:00", ZONE), timeZone: ZONE };
const PHRASES = ["add", "remind me to", "note down"];
const adds = (words: string, args: Record<string, string | number> = { title: "buy milk" }, implied?: string[]) =>
  isAskedFor({ args, phrases: PHRASES, ...(implied ? { implied } : {}) }, undefined, [words], MOMENT);

describe("a request", () => {
  it.each([
    "add buy milk",
    "Add “buy milk”, please.",
    "please add buy milk",
    "ok waldo, could you please add buy milk to my list",
    "could you add buy milk",
    "I’d like you to add buy milk",
    "go ahead: add buy milk",
    "hello there, add buy milk",
    "I am tired and add buy milk",
    "I am tired. Add buy milk",
    "I am tired; add buy milk",
    "I am tired\nadd buy milk",
    "call home - add buy milk",
    "remind me to buy milk",
    "remind  me to buy milk",
    "note down buy milk",
    "add call home and then add buy milk",
    "I did not sleep. add buy milk",
    "I am home so add buy milk",
    "I am home but add buy milk",
    "I am home, also add buy milk",
    "Noah, add buy milk",
    "a knot, add buy milk",
  ])("is %j", (words) => {
    expect(adds(words)).toBe(true);
  });

  it.each([
    ["a mention", "I want buy milk on it"],
    ["a phrase within a sentence", "they add buy milk every day"],
    ["a part of a word", "adder buy milk"],
    ["the argument before the phrase", "buy milk, add it"],
    ["the argument in the next sentence", "add this. buy milk"],
    ["half of the argument", "add milk"],
    ["a negation", "do not add buy milk"],
    ["a short negation", "please don't add buy milk"],
    ["a short negation of another clause", "we don't need it, add buy milk"],
    ["a word with a comma inside it", "the 1,5 add buy milk"],
    ["a word with a hyphen at its end", "pre- add buy milk"],
    ["a word with a hyphen at its beginning", "-ish add buy milk"],
    ["a curly negation", "please don’t add buy milk"],
    ["never", "never, add buy milk"],
    ["half of a phrase", "note buy milk"],
    ["a courtesy that is none", "could they add buy milk"],
    ["nothing", ""],
  ])("is not %s", (_, words) => {
    expect(adds(words)).toBe(false);
  });

  it("may stand in any of the person's texts, whole", () => {
    const request = { args: { title: "buy milk" }, phrases: PHRASES };
    expect(isAskedFor(request, undefined, ["hello", "add buy milk"], MOMENT)).toBe(true);
    expect(isAskedFor(request, undefined, ["add", "buy milk"], MOMENT)).toBe(false);
    expect(isAskedFor(request, undefined, [], MOMENT)).toBe(false);
    expect(isAskedFor({ args: {}, phrases: PHRASES }, undefined, ["hello"], MOMENT)).toBe(false);
  });

  it("names every argument that does not follow from the row", () => {
    expect(adds("add buy milk", { title: "buy milk", due: "2026-11-05" })).toBe(false);
    expect(adds("add buy milk", { title: "buy milk", place: "shop" })).toBe(false);
    expect(adds("add buy milk", { title: "buy milk", place: "shop" }, ["place"])).toBe(true);
    expect(isAskedFor({ args: "buy milk", phrases: PHRASES }, undefined, ["add buy milk"], MOMENT)).toBe(true);
    expect(isAskedFor({ args: ["buy milk", "tea"], phrases: PHRASES }, undefined, ["add buy milk"], MOMENT)).toBe(
      false,
    );
    expect(isAskedFor({ args: null, phrases: PHRASES }, undefined, ["add"], MOMENT)).toBe(true);
  });
});

describe("a time that a person says", () => {
  it.each([
    ["remind me to call at 5", "05:00", true],
    ["remind me to call at 5", "17:00", true],
    ["remind me to call at 5 pm", "17:00", true],
    ["remind me to call at 5 pm", "05:00", false],
    ["remind me to call at 17:30", "17:30", true],
    ["remind me to call at 17:30", "17:00", false],
    ["remind me to call at 5.30", "17:30", true],
    ["remind me to call in 2 hours", "11:00", true],
    ["remind me to call in 2 hours", "12:00", false],
    ["remind me to call tomorrow", "12:00", false],
    ["remind me to call", "17:00", false],
  ])("%j names %s: %s", (words, time, is) => {
    expect(adds(words, { text: "call", time })).toBe(is);
  });

  it.each([
    ["remind me to call", "2026-10-30", true],
    ["remind me to call", "2026-10-31", true],
    ["remind me to call", "2026-11-01", false],
    ["remind me to call tomorrow", "2026-10-31", true],
    ["remind me to call tomorrow", "2026-10-30", false],
    ["remind me to call on Monday", "2026-11-02", true],
    ["remind me to call on Monday", "2026-10-31", false],
    ["remind me to call on 5 November", "2026-11-05", true],
    ["remind me to call on 5 November", "2026-11-06", false],
    ["remind me to call on Tuesday", "2026-11-03", true],
    ["remind me to call on Monday and on 5 November", "2026-11-05", true],
  ])("%j names the day %s: %s", (words, date, is) => {
    expect(adds(words, { text: "call", date })).toBe(is);
  });

  it.each([
    ["remind me to call", "2026-10-30", false],
    ["remind me to call", "2026-10-31", false],
    ["remind me to call at 5", "2026-10-30", false],
    ["remind me to call today", "2026-10-30", true],
    ["remind me to call tomorrow", "2026-10-31", true],
    ["remind me to call tomorrow", "2026-10-30", false],
    ["remind me to call on Monday", "2026-11-02", true],
    ["remind me to call on Monday", "2026-10-31", false],
    ["remind me to call on 5 November", "2026-11-05", true],
  ])("%j names the due day %s: %s", (words, due, is) => {
    expect(adds(words, { text: "call", due })).toBe(is);
  });

  it("is a time only in an argument for a time", () => {
    expect(adds("add call at 5", { title: "17:00" })).toBe(false);
    expect(adds("add call", { title: "2026-10-30" })).toBe(false);
  });
});

describe("a request that takes a row away", () => {
  const drops = (words: string, rivals: string[] = ["Call the bank"], row = "Call the dentist") =>
    isAskedFor({ args: {}, phrases: ["drop", "cancel"] }, { words: row, rivals }, [words], MOMENT);

  it.each(["drop the dentist", "please cancel my call to the dentist", "cancel the dentist, thanks"])(
    "is %j",
    (words) => {
      expect(drops(words)).toBe(true);
    },
  );

  it.each([
    ["no row", "drop it"],
    ["only words of no row", "drop the task"],
    ["another row", "drop the bank"],
    ["two rows alike", "drop the call"],
    ["two rows", "drop the dentist and the bank"],
    ["what shall stay", "drop all but the dentist"],
    ["what shall stay, later", "drop the dentist unless I say so"],
    ["a condition", "if it rains, drop the dentist"],
    ["a negation anywhere", "drop the dentist, not now"],
    ["the words of the phrase alone", "cancel cancel"],
  ])("is not one that names %s", (_, words) => {
    expect(drops(words)).toBe(false);
  });

  it("names its row better than any other", () => {
    expect(drops("drop the call to the dentist", ["Call the bank"])).toBe(true);
    expect(drops("drop the call to the dentist", ["Dentist: call"])).toBe(false);
    expect(drops("drop the dentist", [])).toBe(true);
    expect(drops("cancel cancel the order", [], "Cancel")).toBe(false);
  });
});
