/** Tests what may be said of an answer after the sentences at fault are cut. */
import { DATE, night, ok } from "@waldo/testkit/brief-day";
import { health } from "@waldo/testkit/recipe-results";
import { describe, expect, it } from "vitest";
import { sentencesOf } from "./claims/sentences.ts";
import { judge } from "./judge.ts";
import { leftOver } from "./repair.ts";

const evidence = {
  results: [
    health({ night: night("usual", 15), signs: [{ sign: "restingHr", side: "high", size: "far", days: 1 }] }),
    ok("query_calendar", { events: [{ title: "Talk", date: DATE, time: "09:00-10:00" }] }),
  ],
  today: DATE,
  reply: true,
  owner: ["how am I, and what helps?"],
};
/** Cuts what the gates refuse. */
const cut = (text: string) => {
  const verdict = judge(text, evidence);
  if (verdict.ok) throw new Error(`nothing is at fault in: ${text}`);
  return leftOver(text, verdict.at, evidence.results);
};
const LIE = "You slept only three hours, your shortest night in months.";
const ADVICE = "A walk in the morning light helps most people to fall asleep.";

describe("a cut", () => {
  it("leaves what says nothing of the subject of the lie", () => {
    expect(cut(`${LIE} ${ADVICE}`)).toBe(ADVICE);
    expect(cut(`Your calendar is empty today. ${ADVICE}`)).toBe(ADVICE);
    expect(cut(`I have moved your meeting to Friday. ${ADVICE}`)).toBe(ADVICE);
  });

  it.each([
    `${LIE} Your resting heart rate is far up.`,
    `Your resting heart rate is far up. ${LIE}`,
    "Du hast nur drei Stunden geschlafen. Your resting heart rate is far up.",
    "Your HRV is 41 ms. Your resting heart rate is far up.",
    `${LIE} It isn't a judgement of you, just how the night adds up.`,
    "Your calendar is empty today. You have “Talk” in your calendar at 09:00.",
    "I have moved your meeting to Friday. I have also sent it to Ana.",
  ])("leaves nothing of the subject of the lie: %s", (text) => {
    expect(cut(text)).toBeUndefined();
  });

  it.each([
    "But a walk in the morning light helps most people.",
    "So a walk in the morning light would be good.",
    "Because of it, a walk in the morning light would be good.",
    "That is why a walk in the morning light is good.",
    "This is why coffee after lunch is no good idea.",
    "Also, coffee after lunch is no good idea for anybody.",
    "Deshalb ist ein Spaziergang am Morgen eine gute Idee.",
    "Por eso un paseo por la tarde es una buena idea.",
  ])("leaves nothing that leans on the lie: %s", (rest) => {
    expect(cut(`${LIE} ${rest}`)).toBeUndefined();
  });

  it.each([
    "Good morning, and I hope that this finds you well. What do you think?",
    "Well done, you are doing a great job with all of this!",
    "Don't worry, that happens to everybody once in a while.",
    "I am here for you whenever you like to talk about it.",
    "Let me know what you would like to hear more about.",
    "Have a great day, and enjoy the sun out there!",
  ])("leaves nothing that answers nothing: %s", (rest) => {
    expect(cut(`${LIE} ${rest}`)).toBeUndefined();
    expect(cut(`${rest.replace("What do you think?", "")} ${LIE}`)).toBeUndefined();
  });

  it("of advice on medicine leaves the rest, also of the body", () => {
    const text = "Take 400 mg of ibuprofen every morning. Your resting heart rate is far up.";
    const at = sentencesOf(text)
      .slice(0, 1)
      .map((sentence) => ({ ...sentence, reason: "medical" }));
    expect(leftOver(text, at, evidence.results)).toBe("Your resting heart rate is far up.");
  });
});
