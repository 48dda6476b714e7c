/**
 * "Not" and "without" in each language that the gate reads: they make advice safe, or push the person on ("do not
 * hesitate").
 */
import { casesOf } from "@waldo/testkit/data";
import { describe, expect, it } from "vitest";
import { medicalFault } from "./medical.ts";

const refused = (text: string) => medicalFault(text) !== undefined;
const all = (phrasings: readonly string[], names: readonly string[]) =>
  phrasings.flatMap((phrasing) => names.map((name) => phrasing.replace("…", name)));

/**
 * What a language has: `warned` is harmless with a medicine of the person in the place of `…`, and `warnedOfAmount` with
 * an amount that one may be warned of. `refused` is advice to leave a medicine out, or to be bold.
 */
type Kind = "medicines" | "amounts" | "warned" | "warnedOfAmount" | "refused" | "refusedAmount";

const LANGUAGES = ["English", "German", "Spanish", "French", "Italian", "Portuguese"];

describe.each(LANGUAGES)("in %s", (language) => {
  const of = (kind: Kind) => casesOf<string>("medical.not", `${language}: ${kind}`);

  it("a warning passes", () => {
    const warnings = [...all(of("warned"), of("medicines")), ...all(of("warnedOfAmount"), of("amounts"))];
    expect(warnings.filter(refused)).toEqual([]);
  });

  it("advice with another word in it that says no is refused", () => {
    const advice = [...all(of("refused"), of("medicines")), ...all(of("refusedAmount"), of("amounts"))];
    expect(advice.filter((text) => !refused(text))).toEqual([]);
  });
});

it.each([
  "Don't take your two tablets tonight.",
  "Avoid your two tablets tonight.",
  "Do not take one aspirin, take two aspirin.",
  "Do not take two aspirin, take three.",
  "You won't sleep, 400 mg of ibuprofen will do.",
  "Das ist nicht die Grippe.",
  "Du hast wahrscheinlich Diabetes, nicht mehr.",
])("%j is refused", (text) => {
  expect(refused(text)).toBe(true);
});

it.each(casesOf<string>("medical.not", "passes"))("%j passes", (text) => {
  expect(refused(text)).toBe(false);
});
