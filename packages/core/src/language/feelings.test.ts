import { describe, expect, it } from "vitest";
import { feelingIn, halfHoursAwakeIn, tellsOfRecovery } from "./feelings.ts";

describe("a feeling", () => {
  it.each([
    ["I feel awful", "awful"],
    ["slept like crap", "awful"],
    ["I feel terrible, whatever the score says", "awful"],
    ["you say I'm fine but I feel terrible", "awful"],
    ["I feel low today", "low"],
    ["not great", "low"],
    ["I don't feel good", "low"],
    ["I'm so tired", "low"],
    ["I slept badly", "low"],
    ["I feel okay", "okay"],
    ["not bad", "okay"],
    ["I feel good", "good"],
    ["slept like a baby", "good"],
    ["feeling great today", "great"],
    ["you say low, but I feel great", "great"],
    ["I slept really well", "good"],
    ["mir geht es heute schlecht", "low"],
    ["ich fühle mich großartig", "great"],
    ["me siento fatal", "awful"],
    ["je me sens bien aujourd'hui", "good"],
  ])("%s", (message, feeling) => expect(feelingIn(message)).toBe(feeling));

  it.each([
    "I feel awful about what I said to her",
    "I'm tired of everything",
    "we lost the baby",
    "why do I feel awful?",
    "she feels terrible",
    "I passed my exam, great day at school",
    "I feel lonely",
    "the match was great fun to watch",
  ])("is not in: %s", (message) => expect(feelingIn(message)).toBeUndefined());
});

describe("the time awake", () => {
  it.each([
    ["I was awake for two hours", 4],
    ["I lay awake for an hour", 2],
    ["awake for an hour and a half", 3],
    ["up for half an hour in the night", 1],
    ["wide awake for 90 minutes", 3],
    ["awake from 2 to 4", 4],
    ["I was up between eleven and one", 4],
    ["I was awake between 3 and 5", 4],
    ["awake 2.5h", 5],
    ["I was awake a couple of hours", 4],
    ["I was awake half the night", 8],
    ["ich lag zwei Stunden wach", 4],
    ["estuve despierto dos horas", 4],
    ["j'étais réveillé pendant deux heures", 4],
    ["I was awake for ages", undefined],
    ["I was awake for 40 hours", 24],
  ])("%s", (message, halves) => expect(halfHoursAwakeIn(message)).toBe(halves));
});

it.each(["all better now", "I'm healthy again", "bin wieder gesund", "ya estoy bien"])(
  "%s: an illness is over",
  (text) => {
    expect(tellsOfRecovery(text)).toBe(true);
  },
);

it.each(["fever gone, still wiped", "am I healthy again?", "38.1 and a cough"])(
  "%s: it is not known to be over",
  (text) => {
    expect(tellsOfRecovery(text)).toBe(false);
  },
);
