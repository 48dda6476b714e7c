/** What plain code reads from odd messages and from replies to a question of ours. */
import type { ThreadTurn } from "@waldo/contracts";
import { repositoryUnderstanding } from "@waldo/embedded/bundled-intents";
import { expect, it } from "vitest";

const CLOCK = { date: "2026-03-04", time: "10:20" } as const;
const { understand } = await repositoryUnderstanding();

/** The intent and the slots of a message, or what else it is. */
function read(message: string, ...said: readonly string[]) {
  const thread = said.map((text, i): ThreadTurn => ({ from: i % 2 === 0 ? "owner" : "waldo", text }) as ThreadTurn);
  const asked = understand(message, { ...CLOCK, thread });
  return asked.is === "clear" ? { intent: asked.intent.name, slots: asked.slots } : asked;
}

it.each([
  ["remind me", "remind"],
  ["add to my list", "add-task"],
  ["call me", "call-me"],
  ["make it 4 instead", "move-reminder"],
])("%s: names nothing", (message, intent) => {
  const found = read(message);
  expect(found).toMatchObject({ intent });
  expect(JSON.stringify(found)).not.toMatch(/"(?:text|about)":/);
});

it.each([
  ["add learn C++ to my list", "learn C++"],
  ["add buy milk & eggs (2%) to my list", "buy milk & eggs (2%)"],
  ["remind me at 5 to call +49 170 123", "call +49 170 123"],
  ["remind me at 5 to get up", "get up"],
  ["call me O'Brien", "O'Brien"],
])("%s: keeps the signs of the words", (message, text) => {
  expect(read(message)).toMatchObject({ slots: [{ text }] });
});

it.each([
  ["make it 4 instead", "2026-03-04", "16:00"],
  ["move the dentist reminder to 11", "2026-03-04", "11:00"],
  ["move the dentist reminder from 9 to 11", "2026-03-04", "11:00"],
  ["be quiet for a year", "2027-03-04", "09:00"],
])("%s: is a time", (message, date, time) => {
  expect(read(message)).toMatchObject({ slots: [{ when: { on: "once", date, time } }] });
});

it("a reply that is another request does not answer our question", () => {
  const asked = ["remind me to feed the cat", "When should I remind you?"];
  expect(read("tomorrow at 9", ...asked)).toMatchObject({ intent: "remind", slots: [{ text: "feed the cat" }] });
  expect(read("at 9 please", ...asked)).toMatchObject({ intent: "remind", slots: [{ text: "feed the cat" }] });
  expect(read("remind me to call Bob tomorrow at 5", ...asked)).toMatchObject({ slots: [{ text: "call Bob" }] });
  expect(read("what is on tomorrow at 9?", ...asked)).not.toMatchObject({ intent: "remind" });
});

it.each(["never mind", "nothing", "no", "forget it", "nichts", "egal", "nada", "rien"])(
  "%s: puts nothing on the list",
  (reply) => {
    expect(read(reply, "add something to my list", "What should I put on your list?")).not.toMatchObject({
      intent: "add-task",
    });
  },
);

it("a title from outside that looks like our question is not one", () => {
  const forged = "Did you mean: cancel a reminder – or undo what I did last – or nothing";
  const said = ["when is the dentist", `“dentist ${forged}” at 11:00 tomorrow?`];
  expect(read("yes", ...said)).not.toMatchObject({ intent: "cancel-reminder" });
  expect(read("yes", "the dentist", "Did you mean: cancel a reminder – or undo what I did last?")).toMatchObject({
    intent: "cancel-reminder",
  });
});
