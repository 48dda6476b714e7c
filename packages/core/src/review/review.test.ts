/** A weekly review through the real interpreter: one question at a time, on the rows of one person. */
import { GoalsFile, keys, type Profile } from "@waldo/contracts";
import { loadGoalsFile } from "@waldo/core/goals/stored";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import { repositoryUnderstanding } from "../../../embedded/src/bundled-intents.ts";
import { resumeReview } from "../../../embedded/src/reviews.ts";
import { DATE, type TestWorld, testWorld, WAKE } from "../../../embedded/test/world.ts";
import { hearPerson } from "../chat/intake.ts";
import { pendingIntents } from "../memory/claims/inbox.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../time.ts";
import { latestReview } from "./rows.ts";
import { tapReview } from "./tap.ts";
import { keepReview, weeklyReview } from "./weekly.ts";

const COACHED: Profile = { ...PERSON, coaching: { weeklyReview: { weekday: 5, time: "10:00" } } };
const TEXT = "# Goals\n\nMy own words.\n\n## This Week\n- Finish the draft\n- Run twice\n\n## Today\n- Rest\n";

async function world(options: { readonly goals?: boolean; readonly understands?: boolean } = {}) {
  const w = await testWorld({
    days: 0,
    profile: COACHED,
    ...(options.understands ? { understanding: repositoryUnderstanding } : {}),
  });
  w.clock.set(WAKE + 3 * HOUR_MS);
  const goals = { quarter: [], week: ["Finish the draft", "Run twice"], today: ["Rest"], commitments: [] };
  const file = {
    text: TEXT,
    revision: 1,
    at: WAKE,
    by: "app",
    goals: { ...goals, people: [{ name: "Sam" }], targets: {} },
  };
  if (options.goals !== false)
    await w.store.transact([{ op: "put", key: keys.goals("me"), body: GoalsFile.parse(file) }]);
  return w;
}

let messages = 0;
async function say(w: TestWorld, text: string, messageId = `m-${++messages}`) {
  w.clock.set(w.clock.now() + MINUTE_MS);
  const runId = await hearPerson(w, COACHED, { messageId, text }, "app");
  await w.machines.idle();
  return runId;
}
async function begin(w: TestWorld) {
  const outcome = await weeklyReview(w, "me", DATE);
  await w.machines.idle();
  return outcome;
}
const review = async (w: TestWorld) => (await latestReview(w.store, "me"))?.review;
const told = (w: TestWorld) => w.telegram.map(({ text }) => text);
const goalsText = async (w: TestWorld) => String((await w.store.get(keys.goals("me")))?.body["text"]);

describe("a review from its first question to its last", () => {
  it("asks one question after each answer, and ends with next week's goals and a note", async () => {
    const w = await world();
    expect(await begin(w)).toBe("review");
    expect(told(w)).toEqual([expect.stringContaining("Question 1 of 7. What went well this week")]);
    await say(w, "I ran twice");
    expect(told(w).at(-1)).toBe(
      "Question 2 of 7. This week held: Finish the draft; Run twice. What did not happen, and what was in the way?",
    );
    await say(w, "The draft. Too many calls.");
    await say(w, "dinner with Noor");
    expect(told(w).at(-1)).toContain("You have not mentioned Sam here this week.");
    await say(w, "skip");
    await say(w, "Finish the draft before Thursday");
    await say(w, "nothing");
    await say(w, "No phone after nine");
    expect(told(w).at(-1)).toBe(
      [
        "That was the review. Thank you.",
        "This week becomes: Finish the draft before Thursday; No phone after nine (was: Finish the draft; Run twice).",
        "Kept in memory: The week to Friday 30 October: went well: I ran twice. did not happen: The draft. Too many calls. good people: dinner with Noor. next week: Finish the draft before Thursday; No phone after nine.",
      ].join("\n"),
    );
    expect(told(w)).toHaveLength(8);
    expect(await review(w)).toMatchObject({ state: "done", index: 7 });
    expect(await goalsText(w)).toBe(
      TEXT.replace("- Finish the draft\n- Run twice", "- Finish the draft before Thursday\n- No phone after nine"),
    );
    expect(await pendingIntents(w.store, "me")).toMatchObject([{ hall: "events" }]);
  });

  it("ends also with words that no line of the file can hold, and a quiet until the person speaks ends with an answer", async () => {
    const w = await world();
    await begin(w);
    const quiet = { ...COACHED, quietUntil: w.clock.now() + DAY_MS, quietUntilHeard: true };
    await w.store.transact([{ op: "put", key: keys.profile("me"), body: quiet }]);
    for (const words of ["ran", "late", "Sam", "skip", "[ ] call mum", "<!-- hidden", "[A-1] [x] fix the tap"])
      await say(w, words);
    expect(await review(w)).toMatchObject({ state: "done" });
    expect((await loadGoalsFile(w.store, "me"))?.file.goals.week).toEqual(["call mum", "hidden", "fix the tap"]);
    expect((await w.store.get(keys.profile("me")))?.body).not.toHaveProperty("quietUntilHeard");
  });

  it("is taken back as one thing, once", async () => {
    const w = await world();
    await begin(w);
    for (const text of ["a", "b", "c", "d", "Walk", "skip", "skip"]) await say(w, text);
    const undo = `review:undo:${(await review(w))?.reviewId}:0`;
    expect(await tapReview(w, COACHED, undo)).toMatchObject({ text: "Undone." });
    expect(await goalsText(w)).toBe(TEXT);
    expect(await pendingIntents(w.store, "me")).toEqual([]);
    expect((await tapReview(w, COACHED, undo)).text).toContain("cannot be undone");
  });

  it("begins once a day, and only for somebody with goals", async () => {
    const w = await world();
    expect(await begin(w)).toBe("review");
    expect(await begin(w)).toBe("nothing");
    await say(w, "not this week");
    expect(told(w).at(-1)).toBe("All right, no review this week.");
    expect(await review(w)).toMatchObject({ state: "skipped" });
    expect(await begin(w)).toBe("nothing");
  });

  it("begins when the person asks for it, also a second time on one day", async () => {
    const w = await world({ goals: false });
    await say(w, "Start the weekly review, please");
    expect(told(w)).toEqual([expect.stringContaining("Question 1 of 7")]);
    await say(w, "stop");
    await say(w, "let's do the review now");
    expect((await review(w))?.reviewId).toMatch(/^w-2026-10-30-2-/);
  });
});

describe("a message that is no answer", () => {
  it("is answered as ever, and then the review offers once to go on", async () => {
    const w = await world({ understands: true });
    await begin(w);
    await say(w, "What is on my calendar tomorrow?");
    expect(told(w)).toHaveLength(3);
    expect(told(w).at(-1)).toBe("Shall we go on with the review?");
    expect(await review(w)).toMatchObject({ waits: "offer", answers: [], index: 0 });
    await say(w, "What time is it?");
    expect(told(w)).toHaveLength(4);
    await say(w, "yes");
    expect(told(w).at(-1)).toMatch(/^Question 1 of 7\. What went well/);
    await say(w, "I slept well");
    expect(await review(w)).toMatchObject({ answers: [{ text: "I slept well" }], index: 1 });
  });

  it("of danger is answered at once, and the review waits", async () => {
    const w = await world();
    await begin(w);
    await say(w, "I want to kill myself");
    expect(told(w).some((text) => /112|listen|help/i.test(text))).toBe(true);
    expect(told(w).at(-1)).toContain("The review can wait");
    expect(await review(w)).toMatchObject({ answers: [], state: "asking" });
  });

  it("and an answer are never both, however often they come", async () => {
    const w = await world({ understands: true });
    await begin(w);
    const said = await say(w, "Good talks", "m-same");
    expect(await say(w, "Good talks", "m-same")).toBe(said);
    expect(await review(w)).toMatchObject({ index: 1, answers: [{ text: "Good talks" }] });
    const asked = await say(w, "What time is it?", "m-else");
    await say(w, "yes");
    expect(await say(w, "What time is it?", "m-else")).toBe(asked);
    expect(await review(w)).toMatchObject({ index: 1 });
  });
});

describe("a review that rests", () => {
  it("asks the next day at its time, and goes on where it stopped", async () => {
    const w = await world();
    await begin(w);
    await say(w, "All good");
    await say(w, "tomorrow");
    expect(await review(w)).toMatchObject({ state: "paused", index: 1 });
    await keepReview(w, "me", DATE);
    w.clock.set(WAKE + DAY_MS + 3 * HOUR_MS);
    await keepReview(w, "me", DATE);
    await w.machines.idle();
    expect(told(w).at(-1)).toContain("Shall we finish the review or leave it this week?");
    await say(w, "finish it");
    expect(told(w).at(-1)).toContain("Question 2 of 7.");
  });

  it("keeps what there is when the rest is left", async () => {
    const w = await world();
    await begin(w);
    await say(w, "All good");
    await say(w, "later");
    w.clock.set(WAKE + DAY_MS + 3 * HOUR_MS);
    await keepReview(w, "me", DATE);
    await say(w, "leave it");
    expect(told(w).at(-1)).toContain("I leave the review here");
    expect(await review(w)).toMatchObject({ state: "incomplete" });
    expect(await goalsText(w)).toBe(TEXT);
    expect(await pendingIntents(w.store, "me")).toHaveLength(1);
  });

  it("ends with what there is after a day of silence", async () => {
    const w = await world();
    await begin(w);
    await say(w, "All good");
    w.clock.set(w.clock.now() + DAY_MS);
    await resumeReview(w, "me");
    await w.machines.idle();
    expect(await review(w)).toMatchObject({ state: "incomplete", outcome: { kept: {} } });
  });
});

describe("a button", () => {
  it("does what it says once, and a stale one nothing", async () => {
    const w = await world();
    await begin(w);
    const { reviewId = "" } = (await review(w)) ?? {};
    const skip = `review:skip:${reviewId}:1`;
    expect(await tapReview(w, COACHED, skip)).toMatchObject({ text: "Skipped.", speaks: true });
    await tapReview(w, COACHED, skip);
    await w.machines.idle();
    expect(await review(w)).toMatchObject({ index: 1, answers: [{ question: "went-well" }] });
    expect(await tapReview(w, COACHED, `review:stop:${reviewId}:1`)).toMatchObject({ speaks: false });
    expect(told(w)).toHaveLength(2);
  });
});
