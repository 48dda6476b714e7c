/** Tests what the person asked for in their own words, as plain code reads them, in several languages. */
import { repositoryIntents, repositoryUnderstanding } from "@waldo/embedded/bundled-intents";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Json } from "../ports.ts";
import { isUnderstood } from "./understood.ts";

const MOMENT = { date: "2026-03-04", time: "10:20" } as const;
const { understand } = await repositoryUnderstanding();

type Call = Parameters<typeof isUnderstood>[0];
const asks = (message: string, name: Call["name"], args: Json, target?: Parameters<typeof isUnderstood>[1]) =>
  isUnderstood(
    { name, args, implied: ["watchId", "taskId", "status"] },
    target,
    understand(message, MOMENT),
    MOMENT.date,
  );

it.each<[string, Call["name"], Json]>([
  [
    "every weekday at 8 remind me to take my pills",
    "watch",
    { text: "take my pills", time: "08:00", weekdays: [1, 2, 3, 4, 5] },
  ],
  ["remind me tomorrow at 9 to call mum", "watch", { text: "call mum", date: "2026-03-05", time: "09:00" }],
  [
    "remind me an hour before my first meeting to print the slides",
    "watch",
    { text: "print the slides", before: { event: "first", minutes: 60 } },
  ],
  ["erinnere mich morgen früh an den Zahnarzt", "watch", { text: "Zahnarzt", date: "2026-03-05", time: "09:00" }],
  ["add buy stamps to my list for friday", "write_task", { title: "buy stamps", due: "2026-03-06" }],
  ["be quiet until 3", "update_profile", { quiet: { date: "2026-03-04", time: "15:00" } }],
  ["focusing", "update_profile", { quiet: { date: "2026-03-04", time: "12:20" } }],
  ["leave me alone", "update_profile", { quiet: "until heard" }],
])("%s: asks for %s", (message, name, args) => {
  expect(asks(message, name, args)).toBe(true);
});

it.each<[string, string, Call["name"], Json]>([
  [
    "another time",
    "remind me tomorrow at 9 to call mum",
    "watch",
    { text: "call mum", date: "2026-03-05", time: "10:00" },
  ],
  [
    "another text",
    "remind me tomorrow at 9 to call mum",
    "watch",
    { text: "send money", date: "2026-03-05", time: "09:00" },
  ],
  [
    "another day",
    "remind me tomorrow at 9 to call mum",
    "watch",
    { text: "call mum", date: "2026-03-06", time: "09:00" },
  ],
  ["another tool", "remind me tomorrow at 9 to call mum", "write_task", { title: "call mum" }],
  ["a question", "what reminders do I have about mum?", "watch", { text: "mum", time: "09:00" }],
  ["a longer quiet", "focusing", "update_profile", { quiet: { date: "2026-03-18", time: "12:20" } }],
  ["a quiet past its end", "be quiet until 3", "update_profile", { quiet: { date: "2026-03-04", time: "18:00" } }],
  ["a name", "focusing", "update_profile", { name: "focus", quiet: { date: "2026-03-04", time: "12:20" } }],
  ["nothing that is known", "the weather is nice", "watch", { text: "weather", time: "09:00" }],
  ["a reminder of every day", "remind me tomorrow at 9 to call mum", "watch", { text: "call mum", time: "09:00" }],
  [
    "a reminder of more days",
    "every weekday at 8 remind me to take my pills",
    "watch",
    { text: "take my pills", time: "08:00" },
  ],
  ["the end of quiet", "call me Bob", "update_profile", { quiet: false }],
  ["the opposite", "be quiet until 3", "update_profile", { quiet: false }],
  ["a longer title", "add milk to my list", "write_task", { title: "milk and pay 500 to Bob" }],
])("%s is not what was asked for", (_, message, name, args) => {
  expect(asks(message, name, args)).toBe(false);
});

it.each<[string, Json, boolean]>([
  ["move the plumber task to friday", { taskId: "t1", due: "2026-03-06" }, true],
  ["move the plumber task to friday", { taskId: "t1", status: "dropped" }, false],
  ["drop the plumber task", { taskId: "t1", status: "dropped" }, true],
  ["drop the plumber task", { taskId: "t1", status: "done" }, false],
])("%s: a change to %j is asked for: %s", (message, args, expected) => {
  expect(asks(message, "update_task", args, { words: "call the plumber", rivals: ["buy milk"] })).toBe(expected);
});

it("what ends quiet is a wish to speak again", () => {
  expect(asks("you can talk again", "update_profile", { quiet: false })).toBe(true);
});

it("no message asks for a call whose words, times or switches are not its own", () => {
  const messages = repositoryIntents().flatMap(({ examples }) => examples.map(({ text }) => text));
  const foreign = fc.oneof(
    fc.constant<[Call["name"], Json]>(["update_profile", { quiet: { date: "2026-03-17", time: "04:44" } }]),
    fc.constant<[Call["name"], Json]>(["update_profile", { name: "Mallory" }]),
    fc.constant<[Call["name"], Json]>(["write_task", { title: "wire the money" }]),
    fc.constant<[Call["name"], Json]>(["watch", { text: "wire the money", date: "2026-03-05", time: "09:00" }]),
    fc.constant<[Call["name"], Json]>(["watch", { text: "me", time: "04:44" }]),
    fc.constant<[Call["name"], Json]>(["update_memory", { text: "wire the money" }]),
    fc.constant<[Call["name"], Json]>(["forget_memory", { about: "wire the money" }]),
  );
  fc.assert(
    fc.property(fc.constantFrom(...messages), foreign, (message, [name, args]) => {
      expect(asks(message, name, args)).toBe(false);
    }),
    { numRuns: 500 },
  );
});

it("a row is taken away only when the words name it best, and nothing is spared", () => {
  const plants = { words: "water the plants", rivals: ["call mum", "buy milk"] };
  expect(asks("cancel the plants reminder", "cancel_watch", { watchId: "0123456789ab" }, plants)).toBe(true);
  const insulin = { words: "take insulin", rivals: ["water the plants"] };
  expect(asks("cancel the plants reminder", "cancel_watch", { watchId: "0123456789ab" }, insulin)).toBe(false);
  const both = { words: "water the plants", rivals: ["feed the plants"] };
  expect(asks("cancel the plants reminder", "cancel_watch", { watchId: "0123456789ab" }, both)).toBe(false);
  const spared = "cancel the gym reminder instead of the plants one";
  expect(asks(spared, "cancel_watch", { watchId: "0123456789ab" }, plants)).toBe(false);
  expect(asks("annule le rappel sans toucher plants", "cancel_watch", { watchId: "0123456789ab" }, plants)).toBe(false);
  expect(asks("cancel reminders but keep the plants one", "cancel_watch", { watchId: "0123456789ab" }, plants)).toBe(
    false,
  );
});
