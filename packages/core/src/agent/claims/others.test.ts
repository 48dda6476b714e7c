import { DATE, ok } from "@waldo/testkit/brief-day";
import { describe, expect, it } from "vitest";
import { judge } from "../judge.ts";

const judged = (text: string, more: { owner?: string[]; known?: string[] } = {}) =>
  judge(text, {
    results: [ok("get_tasks", { tasks: [] })],
    owner: ["how did I sleep?"],
    today: DATE,
    reply: true,
    ...more,
  });

describe("a person near the person", () => {
  it.each([
    "Sam's birthday is tomorrow, so buy flowers.",
    "Your mother is visiting on Friday.",
    "Your sister has the flu.",
    "Priya arrives at 6 pm today.",
    "Your boss wants you to call him back.",
    "Anna called yesterday.",
    "Your son has an interview tomorrow.",
    "Tom is in hospital since this morning.",
  ])("of whom nobody told is not made up: %s", (text) => {
    expect(judged(text)).toMatchObject({ ok: false, reason: expect.stringMatching(/^(?:untraced_|medical$)/) });
  });

  it.each<[string, string[]]>([
    ["Sam's birthday is tomorrow, so buy flowers.", ["Sam's birthday is tomorrow"]],
    ["Your mother is visiting on Friday.", ["my mother is visiting on Friday"]],
  ])("is spoken of as they told: %s", (text, known) => {
    expect(judged(text, { known })).toMatchObject({ ok: true });
    expect(judged(text, { owner: known })).toMatchObject({ ok: true });
  });

  it("has no other day than the one that was told", () => {
    expect(judged("Your mother is visiting on Monday.", { known: ["my mother is visiting on Friday"] })).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/^untraced_(?:weekday|memory)$/),
    });
  });

  it.each([
    "Marie Curie was born in 1867 and got the Nobel Prize twice.",
    "Paris is the capital of France.",
    "If your mother is visiting, keep the evening free.",
    "You could call your sister tomorrow.",
    "Is Sam's birthday tomorrow?",
    "Shakespeare wrote Hamlet around 1600.",
    "A birthday party needs cake.",
  ])("is not meant by knowledge, advice or a question: %s", (text) => {
    expect(judged(text)).toMatchObject({ ok: true });
  });

  it("may stand in a text that was asked for", () => {
    expect(judged("Anna called yesterday.", { owner: ["write a short story about a call"] })).toMatchObject({
      ok: true,
    });
  });
});
