import { expect, it } from "vitest";
import { languageOf } from "./language.ts";

it.each([
  ["walk done 40 min w ben", undefined],
  ["ana mesh 3ayez ashoof 7ad", "ar"],
  ["mujhe neend nahi aa rahi", "hi"],
  ["bin heute müde", "de"],
])("%s: its small words show %s", (text, language) => expect(languageOf(text)).toBe(language));
