/** Each line of the library of help may be said, names its source, and is short. */
import { HELP_TOPICS, type HelpLine } from "@waldo/contracts";
import { expect, it } from "vitest";
import { judge } from "../../judge.ts";
import lines from "./help.json" with { type: "json" };

const LIBRARY = lines as readonly HelpLine[];

it.each(LIBRARY.map(({ says }) => [says]))("the gates let pass: %s", (says) => {
  const asked = {
    reply: true,
    today: "2026-10-30",
    owner: ["how do I sleep better"],
    known: [],
    calls: [],
    results: [],
  };
  expect(judge(says, asked)).toMatchObject({ ok: true });
});

it("every topic has a line, and what is said of it names who says so", () => {
  const named = /NHS|National Institutes of Health|CDC/;
  for (const topic of HELP_TOPICS.filter((one) => one !== "jet-lag-days")) {
    const texts = LIBRARY.filter(({ of, when }) => of === topic && when !== "last").map(({ says }) => says);
    expect(
      texts.some((text) => named.test(text)),
      topic,
    ).toBe(true);
  }
});

it("nothing in it is a medicine or a dose", () => {
  const medicine = /melatonin|pill|tablet|dose|\bmg\b|medicine|supplement/i;
  expect(LIBRARY.filter(({ says }) => medicine.test(says))).toEqual([]);
});
