/**
 * Keeps what a person says of their own day and night, and answers it. What they say is theirs: no answer contradicts it,
 * and where body and feeling part ways both are said.
 */
import type { Feeling } from "@waldo/contracts";
import { feltOf } from "../../../day/felt.ts";
import { feelingIn } from "../../../language/own-day.ts";
import { feltSentence } from "../fact-clauses.ts";
import { zoneIn } from "../reading.ts";
import type { Ask } from "../writer.ts";
import { type ChatWriter, calling, resultOf, type Scene, type Turn, unmade } from "./chat-writer.ts";

type Kept = { readonly feeling: Feeling } | { readonly awake: true } | { readonly unworn: boolean };
const note = (args: Kept): Ask => ({ name: "note_day", args: { ...args } });

/** Returns a writer that keeps one thing, and says that it did. */
function keeping(said: Kept): ChatWriter {
  return calling(
    () => [note(said)],
    (scene) => {
      const result = resultOf(scene, note(said));
      return { say: result?.ok ? "done" : result?.error === "not_found" ? "howLong" : "failed" };
    },
  );
}

const SCORE: Ask = { name: "get_crs", args: {} };

/** A message that only sounds low or glad, such as one about other people, is answered and not kept. */
const feeling: ChatWriter = (scene) => {
  const felt = feelingIn(scene.message);
  if (felt === undefined) return { say: "found" };
  const kept = note({ feeling: felt });
  // The score is read after the word is kept, never before.
  for (const one of [kept, SCORE]) {
    const ask = unmade(scene, [one]);
    if (ask.length > 0) return { ask };
  }
  return resultOf(scene, kept)?.ok ? answered(scene, felt) : { say: "found" };
};

function answered({ told, results }: Scene, feeling: Feeling): Turn {
  const zone = zoneIn(results, told.date);
  const felt = feltOf({ feeling }, zone);
  if (felt === undefined || felt.tone === "neutral") return { say: "okay" };
  const isBad = felt.tone === "bad";
  const sorry = feeling === "awful" ? "I'm sorry." : "I hear you.";
  const text = feltSentence(felt);
  if (text !== undefined) return { say: isBad ? "worseThan" : "betterThan", words: { text, sorry } };
  if (zone === undefined) return { say: isBad ? "low" : "good", words: { sorry } };
  return { say: isBad ? "lowToo" : "goodToo", words: { sorry } };
}

export const OWN_DAY_WRITERS = {
  "night-awake": keeping({ awake: true }),
  "not-worn": keeping({ unworn: true }),
  "worn-after-all": keeping({ unworn: false }),
  "feeling-low": feeling,
  "feeling-good": feeling,
} satisfies Record<string, ChatWriter>;
