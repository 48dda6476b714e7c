/** Tests where the words of a slot begin and end, learned from a few examples. */
import { describe, expect, it } from "vitest";
import { readIntents } from "./intent.ts";
import { slotFinder } from "./slots.ts";

const intentOf = (slots: readonly string[], examples: readonly string[]) => {
  const [intent] = readIntents({
    intents: JSON.stringify({ name: "x-y", means: "do something", slots, says: { done: ["ok"] } }),
    examples: examples.map((text) => JSON.stringify({ intent: "x-y", language: "en", text })).join("\n"),
  });
  if (!intent) throw new Error("there is no intent");
  return intent;
};
const remind = slotFinder(
  intentOf(
    ["text", "when"],
    [
      "remind me to [call mum](text) [at 9](when)",
      "[at 9](when) remind me to [call mum](text)",
      "put [milk](text) on my list",
      "set an alarm [at 9](when) for [the pasta](text)",
      "[tea](text) reminder please",
    ],
  ),
  "text",
);
const about = slotFinder(
  intentOf(
    ["about"],
    ["forget [my sister](about)", "what did I tell you about [trains](about)", "forget about [trains](about)"],
  ),
  "about",
);

describe("the words of a slot", () => {
  it.each([
    ["remind me to water the plants", "water the plants"],
    ["Remind me to: water the plants!", "water the plants"],
    ["hey Waldo, please remind me to water the plants, thanks", "water the plants"],
    ["could you please remind me to water the plants", "water the plants"],
    ["put eggs and ham on my list", "eggs and ham"],
    ["put eggs on my list please", "eggs"],
    ["set an alarm for the eggs", "the eggs"],
    ["eggs reminder", "eggs"],
    ["remind me to that", "that"],
    // What is left of a time that was taken out of the message.
    ["remind me to water the plants at", "water the plants"],
  ])("%s", (message, words) => {
    expect(remind.find(message)).toBe(words);
  });

  it.each(["remind me", "Remind me to", "please remind me, thanks", "", "?!", "put on my list", "please"])(
    "%j has none",
    (message) => {
      expect(remind.find(message)).toBeUndefined();
    },
  );

  it.each([
    ["forget my brother", "my brother"],
    ["forget about my dog", "my dog"],
    ["what did I tell you about d'Artagnan", "Artagnan"],
    ["forget", "forget"],
  ])("%s: keeps whose it is, and leaves out what leads to it", (message, words) => {
    expect(about.find(message)).toBe(words);
  });

  it.each([
    ["remind me to call +49 170 123", "call +49 170 123"],
    ["put 5 € on my list", "5"],
    ["put 5€ on my list", "5€"],
    ["put C++ on my list", "C++"],
    ["put milk (2%) on my list", "milk (2%)"],
    ["put milk (twice) on my list", "milk (twice)"],
    ["(put milk) on my list", "milk"],
    ["put @home #1 on my list", "@home #1"],
    ["remind me to see O'Brien-Smith’s", "see O'Brien-Smith’s"],
  ])("%s: keeps the signs of the words", (message, words) => {
    expect(remind.find(message)).toBe(words);
  });
});
