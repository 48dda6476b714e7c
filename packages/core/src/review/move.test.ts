/** Tests what words mean while a review is open. */
import { describe, expect, it } from "vitest";
import { repositoryUnderstanding } from "../../../embedded/src/bundled-intents.ts";
import { BEGINS, bareWords, type Move, moveOf } from "./move.ts";

const CLOCK = { date: "2026-10-30", time: "10:00" } as const;
const QUESTION = { state: "asking", waits: "question" } as const;
const OFFER = { state: "asking", waits: "offer" } as const;
const FINISH = { state: "asking", waits: "finish" } as const;
const RESTS = { state: "paused", waits: "finish" } as const;

describe("while a question waits", () => {
  it.each<[string, Move]>([
    ["skip", "skip"],
    ["Skip this one, please.", "skip"],
    ["next question", "skip"],
    ["stop", "stop"],
    ["Skip the review this week", "stop"],
    ["not this week", "stop"],
    ["later", "later"],
    ["Tomorrow!", "later"],
    ["let's do it later", "later"],
    ["ask me tomorrow", "later"],
    ["go on with the review", "goOn"],
    ["what is on my calendar tomorrow?", "ordinary"],
    ["Remind me tomorrow at 5 to call Ana", "ordinary"],
    ["can you add milk to my list", "ordinary"],
    ["I want to kill myself", "ordinary"],
    ["everything feels hopeless and I cut myself", "ordinary"],
    ["yes", "answer"],
    ["no", "answer"],
    ["Finish the draft and call Ana", "answer"],
    ["I finished the report and went for a run", "answer"],
    ["I stopped too late on Tuesday", "answer"],
    ["Tomorrow I want to rest", "answer"],
    ["I skipped two runs", "answer"],
    ["Too much work, why do I always say yes", "answer"],
    ["thanks to Sam it went well", "answer"],
  ])("“%s”: %s", async (text, move) => {
    expect(moveOf(QUESTION, text, await repositoryUnderstanding(), CLOCK)).toBe(move);
  });
});

describe("when it is asked whether to go on", () => {
  it.each<[typeof OFFER | typeof FINISH | typeof RESTS, string, Move]>([
    [OFFER, "yes", "goOn"],
    [OFFER, "Sure, go on", "goOn"],
    [OFFER, "no", "later"],
    [OFFER, "thanks", "ordinary"],
    [OFFER, "Two good talks", "answer"],
    [FINISH, "finish it", "goOn"],
    [FINISH, "Leave it this week.", "leave"],
    [FINISH, "no", "leave"],
    [FINISH, "how did I sleep?", "ordinary"],
    [FINISH, "Two good talks", "ordinary"],
    [RESTS, "continue", "goOn"],
    [RESTS, "good morning", "ordinary"],
  ])("%o “%s”: %s", (review, text, move) => {
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
