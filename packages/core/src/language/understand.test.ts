/** What plain code reads from odd messages and from replies to a question of ours. */

import type { ThreadTurn } from "@waldo/contracts";
import { repositoryIntents, repositoryUnderstanding } from "@waldo/embedded/bundled-intents";
import { casesOf } from "@waldo/testkit/data";
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
  ["add a task: water the plants", "water the plants"],
  ["add a new task: water the plants", "water the plants"],
  ["add task: water the plants", "water the plants"],
  ["please add a to-do: water the plants", "water the plants"],
  ["füge eine Aufgabe hinzu: Pflanzen gießen", "Pflanzen gießen"],
  ["añade una tarea: regar las plantas", "regar las plantas"],
  ["ajoute une tâche : arroser les plantes", "arroser les plantes"],
])("%s: the word for a task is no part of it", (message, text) => {
  expect(read(message)).toEqual({ intent: "add-task", slots: [{ text }] });
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

it.each([
  [
    "Remind me tomorrow at 9:00 to call Ana and at 15:00 to buy milk",
    "2026-03-05",
    ["call Ana 09:00", "buy milk 15:00"],
  ],
  ["remind me on friday at 9 to call Ana and at 8 to buy milk", "2026-03-06", ["call Ana 09:00", "buy milk 08:00"]],
  [
    "recuérdame mañana a las 9 llamar a Ana y a las 15:00 comprar leche",
    "2026-03-05",
    ["llamar a Ana 09:00", "comprar leche 15:00"],
  ],
])("%s: the day of the first holds for the second", (message, date, wanted) => {
  const found = read(message);
  const slots = "slots" in found ? found.slots : [];
  expect(slots.map(({ text, when }) => (when?.on === "once" ? `${text} ${when.time}` : text))).toEqual(wanted);
  expect(slots.every(({ when }) => when?.on === "once" && when.date === date)).toBe(true);
});

it.each([
  "remind me every other tuesday at 9 to water the plants",
  "remind me every two hours to drink water",
  "remind me every 3rd friday to pay the rent",
  "remind me to prepare the daily brief",
])("%s: has no time that a reminder can have", (message) => {
  const found = read(message);
  expect(found).toMatchObject({ intent: "remind" });
  expect(JSON.stringify(found)).not.toContain('"when"');
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

const ASKED = "Did you mean: cancel a reminder – or undo what I did last?";

it.each(casesOf<[string, string]>("understand", "…: chooses what was asked back"))(
  "%s: chooses what was asked back",
  (reply, intent) => {
    expect(read(reply, "the dentist", ASKED)).toMatchObject({ intent });
  },
);

it("a reply that chooses nothing is a message of its own, and so is one to an older question", () => {
  expect(read("how am I doing today?", "the dentist", ASKED)).toMatchObject({ intent: "how-am-i" });
  expect(read("yes", "the dentist", ASKED, "never mind", "Fine.")).not.toMatchObject({ intent: "cancel-reminder" });
  expect(read("yes", "the dentist", "Did you mean: this thing – or that thing?")).not.toMatchObject({
    intent: "cancel-reminder",
  });
});

it.each([
  ["tell me when I'm exhausted", "depleted"],
  ["tell me when I'm flagging", "flagging"],
  ["tell me when I'm tired", "flagging"],
  ["tell me when I'm energized", "energized"],
  ["tell me when I'm at my peak", "energized"],
  ["tell me when I'm stable again", "steady"],
  ["sag mir, wenn ich erschöpft bin", "depleted"],
])("%s: names a zone", (message, zone) => {
  expect(read(message)).toMatchObject({ intent: "tell-when", slots: [{ zone }] });
});

it("a zone may be the answer to a question, and other words are none", () => {
  const asked = [
    "tell me when I get there",
    "At which state should I tell you: energized, steady, flagging or depleted?",
  ];
  const question = repositoryIntents().find(({ name }) => name === "tell-when")?.says["askZone"]?.[0] ?? asked[1] ?? "";
  expect(read("when I'm low", asked[0] ?? "", question)).toMatchObject({
    intent: "tell-when",
    slots: [{ zone: "flagging" }],
  });
  expect(read("what is on tomorrow?", asked[0] ?? "", question)).not.toMatchObject({ intent: "tell-when" });
});

it.each(casesOf<[string, object[]]>("understand", "…: asks for as many things as it says"))(
  "%s: asks for as many things as it says",
  (message, slots) => {
    expect(read(message)).toMatchObject({ intent: "remind", slots });
    expect(read(message)).toHaveProperty("slots.length", slots.length);
  },
);

it("a message that means nothing known is unknown, and sadness is never asked back", () => {
  expect(read("what is the capital of france")).toMatchObject({ is: "unknown" });
  expect(read("qwxz vbnm")).toMatchObject({ is: "unknown" });
  expect(read("I feel so sad today")).toMatchObject({ intent: "feeling-low" });
});

it("an answer to what was asked completes the request, unless it is long or asks for something else", () => {
  const asked = ["add something to my list", "What should I put on your list?"];
  expect(read("stamps", ...asked)).toMatchObject({ intent: "add-task" });
  expect(read("I have been thinking about what we said last week and more", ...asked)).not.toMatchObject({
    intent: "add-task",
  });
  const when = ["remind me to feed the cat", "When should I remind you?"];
  expect(read("later maybe, who knows", ...when)).not.toMatchObject({ slots: [{ text: "feed the cat" }] });
});

it.each(casesOf<[string, string]>("subjects", "…: means …"))("%s: means %s", (message, intent) => {
  expect(read(message)).toMatchObject({ intent });
});

it.each(["switch off the plug socket", "i need to pay my bill", "i would love to find a few vegan restaurants"])(
  "%s: does nothing",
  (message) => {
    const asked = understand(message, CLOCK);
    expect(asked.is === "clear" && asked.intent.acts).toBe(false);
  },
);

it("a silence after an hour of every day is no silence until that hour", () => {
  expect(read("dont message me after 10 pm")).toMatchObject({ intent: "set-rhythm" });
});
