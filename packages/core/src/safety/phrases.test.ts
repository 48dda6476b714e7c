import { casesOf } from "@waldo/testkit/data";
import { describe, expect, it } from "vitest";
import { phraseMatcher, wordsIn } from "./phrases.ts";
import { wordsOf } from "./words.ts";

const matches = (phrase: string, text: string) => phraseMatcher({ it: [phrase] })(wordsOf(text)).length > 0;

describe("the notation", () => {
  it.each(casesOf<[string, string, boolean]>("phrases", "the notation: … in …: …"))(
    "%j in %j: %s",
    (phrase, text, expected) => {
      if (phrase.startsWith("very?")) expect(() => matches(phrase, text)).toThrow("starts with a word");
      else expect(matches(phrase, text)).toBe(expected);
    },
  );

  it.each(["a||b c", "go ..x there", "in* here"])("refuses %j", (phrase) => {
    expect(() => phraseMatcher({ it: [phrase] })).toThrow();
  });
});

it("names the words and the starts that phrases look for, and not those that they refuse", () => {
  expect(wordsIn(["kill|hang ..2 myself !of|laughing", "suicid* ~3 really? now|$ $"])).toEqual({
    words: ["kill", "hang", "myself", "really", "now"],
    starts: ["suicid"],
  });
});

it("says which words matched, with the earliest end", () => {
  const words = wordsOf("please ignore all of it and all of that");
  expect(phraseMatcher({ drop: ["ignore ..6 all"] })(words)).toEqual([{ name: "drop", from: 1, to: 3 }]);
});

it("takes a bounded number of steps per word, however often a start repeats", () => {
  let asked = 0;
  const counting = (text: string) => ({
    get text() {
      asked++;
      return text;
    },
    start: 0,
    end: 0,
  });
  const steps = (count: number) => {
    asked = 0;
    phraseMatcher({ it: ["go ..5 go ..5 go ..5 end"] })(Array.from({ length: count }, () => counting("go")));
    return asked / count;
  };
  expect(steps(4_000)).toBeLessThan(steps(500) * 1.05);
});
