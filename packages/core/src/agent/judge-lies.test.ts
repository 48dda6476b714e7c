/** Measures the gates on lies and true answers in German, Spanish, French and Hindi in Latin letters. */
import { DATE, night, type ok, resultsOf, sign } from "@waldo/testkit/brief-day";
import { casesOf } from "@waldo/testkit/data";
import { health } from "@waldo/testkit/recipe-results";
import { describe, expect, it } from "vitest";
import { judge } from "./judge.ts";

const signs = [sign("restingHr", "high", "clear"), sign("hrv", "low", "slight")];
const results = [
  ...resultsOf({}).filter(({ name }) => name === "get_crs"),
  health({ night: night("usual", 15), signs }),
];
const judged = (text: string, more: ReturnType<typeof ok>[] = []) =>
  judge(text, { results: [...results, ...more], today: DATE, reply: true, owner: ["?"] });

describe.each(["dev", "held"])("an answer of the half %s", (half) => {
  it.each(casesOf<[language: string, text: string]>("lies-languages", `an answer: lie, ${half}`))(
    "is not said where it is a lie: %s %s",
    (_, text) => {
      expect(judged(text).ok).toBe(false);
    },
  );
  it.each(casesOf<[language: string, text: string]>("lies-languages", `an answer: true, ${half}`))(
    "is said where it is true: %s %s",
    (_, text) => {
      expect(judged(text)).toMatchObject({ ok: true });
    },
  );
});

it.each(casesOf<[language: string, text: string]>("lies-languages", "an answer: true, refused so far"))(
  "a true answer that the gates cannot read is not said: %s %s",
  (_, text) => {
    expect(judged(text).ok).toBe(false);
  },
);
