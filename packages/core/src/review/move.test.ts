/** What words mean while a review is open. */
import { casesOf } from "@waldo/testkit/data";
import { describe, expect, it } from "vitest";
import { repositoryUnderstanding } from "../../../embedded/src/bundled-intents.ts";
import { BEGINS, bareWords, type Move, moveOf } from "./move.ts";

const CLOCK = { date: "2026-10-30", time: "10:00" } as const;
const QUESTION = { state: "asking", waits: "question" } as const;
const OFFER = { state: "asking", waits: "offer" } as const;
const FINISH = { state: "asking", waits: "finish" } as const;
const RESTS = { state: "paused", waits: "finish" } as const;

describe("while a question waits", () => {
  it.each(casesOf<[string, Move]>("move", "while a question waits: “…”: …"))("“%s”: %s", async (text, move) => {
    expect(moveOf(QUESTION, text, await repositoryUnderstanding(), CLOCK)).toBe(move);
  });
});

describe("when it is asked whether to go on", () => {
  it.each(
    casesOf<[typeof OFFER | typeof FINISH | typeof RESTS, string, Move]>(
      "move",
      "when it is asked whether to go on: … “…”: …",
      { FINISH, OFFER, RESTS },
    ),
  )("%o “%s”: %s", (review, text, move) => {
    expect(moveOf(review, text, undefined, CLOCK)).toBe(move);
  });
});

describe("words that begin a review", () => {
  it.each([
    ["start the weekly review", true],
    ["Let's do my review now", true],
    ["can we begin the weekly review", true],
    ["how was my week?", false],
    ["I have a review with my boss", false],
    ["review my draft", false],
  ])("“%s”: %s", (text, begins) => {
    expect(BEGINS.test(bareWords(text))).toBe(begins);
  });
});
