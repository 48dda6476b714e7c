import { casesOf } from "@waldo/testkit/data";
import {
  halfOf,
  LATER_MEDICAL_SENTENCES,
  MEDICAL_ROUNDS,
  MEDICAL_SENTENCES,
  MEDICAL_SENTENCES_AROUND,
} from "@waldo/testkit/sentences";
import { describe, expect, it } from "vitest";
import { wordingFault } from "../wording.ts";
import { medicalFault } from "./medical.ts";

describe("no author may say", () => {
  it.each(casesOf<[string, string]>("medical", "no author may say"))("%j: %s", (text, fault) => {
    expect(medicalFault(text)).toBe(fault);
    expect(wordingFault(text)).toBe("medical");
  });
});

it.each(casesOf<string>("medical", "everyday help passes"))("everyday help passes: %j", (text) => {
  expect(medicalFault(text)).toBeUndefined();
});

describe("the words around a claim decide whether it is one", () => {
  const { harmless, ...faulty } = MEDICAL_SENTENCES_AROUND;
  it.each(harmless)("%j is none", (text) => {
    expect(medicalFault(text)).toBeUndefined();
  });

  it.each(Object.entries(faulty).flatMap(([fault, texts]) => texts.map((text) => [text, fault] as const)))(
    "%j is a claim: %s",
    (text, fault) => {
      expect(medicalFault(text)).toBe(fault);
    },
  );
});

describe.each(Object.entries(MEDICAL_SENTENCES))("made-up sentences: %s", (_language, { harmless, ...faulty }) => {
  const firstHalf = (texts: readonly string[]) => texts.filter((text) => halfOf(text) === 1);

  it("refuses each of the half that the rules were mended on, by its fault", () => {
    for (const [fault, texts] of Object.entries(faulty))
      expect(firstHalf(texts).filter((text) => medicalFault(text) !== fault)).toEqual([]);
  });

  it("lets its harmless ones through", () => {
    expect(firstHalf(harmless).filter((text) => medicalFault(text) !== undefined)).toEqual([]);
  });
});

it("refuses as many of the other half as docs/figures.md says", () => {
  const other = Object.values(MEDICAL_SENTENCES).flatMap(({ harmless, ...faulty }) => ({
    faulty: Object.values(faulty).flat().filter(isOther),
    harmless: harmless.filter(isOther),
  }));
  expect(other.flatMap(({ faulty }) => faulty.filter(isRefused)).length).toBe(216);
  expect(other.flatMap(({ harmless }) => harmless.filter(isRefused)).length).toBe(2);
});

const isOther = (text: string) => halfOf(text) === 2;
const isRefused = (text: string) => medicalFault(text) !== undefined;

it("refuses all sentences that were written after the rules but these, and lets all harmless ones pass but one", () => {
  const { refused, harmless } = LATER_MEDICAL_SENTENCES;
  expect(refused.filter((text) => !isRefused(text))).toMatchInlineSnapshot(`
    [
      "Welcome to the club of people with hypertension.",
      "Take your pills only when you feel bad.",
      "You won't make it to sixty.",
      "Your immune system is losing to a flu.",
      "Three nights like that equal insomnia.",
      "Have you got diabetes? It certainly looks that way.",
      "That rash of yours? Eczema.",
      "Two capsules after dinner.",
      "Have a second ibuprofen if it still hurts.",
      "In a month the depression will have lifted.",
    ]
  `);
  expect(harmless.filter(isRefused)).toMatchInlineSnapshot(`
    [
      "Your colleague is out with covid, so the meeting moved.",
    ]
  `);
});

it("refuses all sentences that were written in rounds but these, and lets all harmless ones pass but one", () => {
  expect(MEDICAL_ROUNDS.flatMap(({ refused }) => refused.filter((text) => !isRefused(text)))).toMatchInlineSnapshot(`
    [
      "Just take your morning pill at night from now on.",
      "I can tell from your pulse that you have a fever and an infection.",
      "In two years you will need a new hip.",
    ]
  `);
  expect(MEDICAL_ROUNDS.flatMap(({ harmless }) => harmless.filter(isRefused))).toMatchInlineSnapshot(`
    [
      "You'll be over this hill by Friday.",
    ]
  `);
});

describe("each phrasing holds for each name", () => {
  const all = (phrasings: readonly string[], names: readonly string[]) =>
    phrasings.flatMap((phrasing) => names.map((name) => phrasing.replace("…", name)));

  it("of a medicine", () => {
    const phrasings = [
      "Stop taking ….",
      "You can skip ….",
      "I'd stop ….",
      "Halve ….",
      "Take less ….",
      "You could do without ….",
      "It's fine to miss ….",
      "Have another … tonight.",
      "Maybe pause … for a week.",
      "What if you stopped …?",
      "You no longer need ….",
    ];
    const names = ["metoprolol", "your tablets", "the sertraline", "your insulin", "that pill", "your medication"];
    expect(all(phrasings, names).filter((text) => medicalFault(text) === undefined)).toEqual([]);
  });

  it("of an illness", () => {
    const phrasings = [
      "You've got ….",
      "It could be ….",
      "My guess would be ….",
      "Your symptoms are consistent with ….",
      "All this comes from ….",
      "What you have is ….",
      "You don't have ….",
      "Looks to me like ….",
      "You're developing ….",
      "I'd bet on ….",
    ];
    const names = ["diabetes", "sleep apnea", "a migraine", "an infection", "gallstones", "a torn ligament", "the flu"];
    expect(all(phrasings, names).filter((text) => medicalFault(text) === undefined)).toEqual([]);
  });
});

it("accepts any text", () => {
  for (const text of ["", "\u{E0041}".repeat(50), "\ud800", "you have a ".repeat(2_000), "take two of ".repeat(2_000)])
    expect(medicalFault(text)).toBeUndefined();
});
