/** Which settings plain code reads from a message, and which messages set nothing. */
import { casesOf } from "@waldo/testkit/data";
import { expect, it } from "vitest";
import { settingIn } from "./setting-words.ts";

it.each(casesOf<[string, object]>("setting-words", "…: sets …"))("%s: sets %j", (message, wish) => {
  expect(settingIn(message)).toEqual(wish);
});

it.each(casesOf<[string]>("setting-words", "… sets nothing"))("%s sets nothing", (message) => {
  expect(settingIn(message)).toBeUndefined();
});

it.each([
  ["and evening brief at 8 then", { briefs: { evening: "20:00" } }],
  ["send the brief at 6:30", { wakeTime: "06:30" }],
  [
    "can midday brief be just weekends? cant read it at school",
    { days: { change: "only", weekdays: [6, 7], briefs: ["midday"] } },
  ],
  ["Mittags brauche ich keinen Bericht", { briefs: { midday: false } }],
  ["send the brief at 8 pm", undefined],
])("%s: sets %j", (message, wish) => expect(settingIn(message)).toEqual(wish));
