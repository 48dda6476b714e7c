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
