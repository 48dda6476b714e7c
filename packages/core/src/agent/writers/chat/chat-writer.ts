/**
 * A chat writer answers one intent without a language model. It is called repeatedly with the results so far. It
 * returns the calls that it still needs, or the outcome to say. The sentence for an outcome comes from the file of the
 * intent, and is filled with words from the results.
 */
import type { Intent, IntentLanguage, LocalTime, Slots, ToolCall, ToolResult } from "@waldo/contracts";
import { dayNumber } from "../../../health/timeline.ts";
import { ownQuoted, type Quote } from "../../../safety/quote.ts";
import { type Speech, speechIn } from "../../../speech.ts";
import { capital } from "../../../spoken.ts";
import { type Ask, askKey, type Results, type SkillWriter, type Told } from "../writer.ts";

export type Scene = {
  readonly told: Told & { readonly time: LocalTime };
  /** What the person wrote. Words that only complete an earlier message are left out. */
  readonly message: string;
  /** One entry for each thing that the message asks for. */
  readonly slots: readonly [Slots, ...Slots[]];
  /** The intent of the request before, where the message leans on it. */
  readonly before?: string;
  /** The calls made so far, and their results. */
  readonly calls: readonly ToolCall[];
  readonly results: Results;
  readonly quote: Quote;
  /** The language of the answer. A writer puts nothing into words but by it. */
  readonly speech: Speech;
};

export type Words = Readonly<Record<string, string>>;

/**
 * `say` is the name of an outcome in the `says` of the intent's file. `language` is another one than that of the talk,
 * for a person who just chose it.
 */
export type Saying = { readonly say: string; readonly words?: Words; readonly language?: IntentLanguage };
export type Turn = { readonly ask: readonly Ask[] } | Saying;

export type ChatWriter = (scene: Scene) => Turn;

/** An answer whose text the intent's file holds completely. */
export const fixed: ChatWriter = ({ told, speech }) => ({
  say: "found",
  words: { time: told.time, date: speech.date(told.date) },
});

/** Returns the result of a call, or undefined when the call has not been made yet. */
export function resultOf({ calls, results }: Pick<Scene, "calls" | "results">, ask: Ask): ToolResult | undefined {
  const made = calls.find((call) => askKey(call) === askKey(ask));
  return made && results.find(({ callId }) => callId === made.id);
}

/** Returns the calls that have not been made yet. */
export function unmade(scene: Pick<Scene, "calls" | "results">, asks: readonly Ask[]): Ask[] {
  return asks.filter((ask) => resultOf(scene, ask) === undefined);
}

/** Returns a writer that makes all its calls first, and says something when the results have come. */
export function calling(calls: (scene: Scene) => readonly Ask[], say: (scene: Scene) => Turn): ChatWriter {
  return (scene) => {
    const ask = unmade(scene, calls(scene));
    return ask.length > 0 ? { ask } : say(scene);
  };
}

/**
 * Returns one sentence for an outcome in a language, filled in, or undefined when the language has none. The date and
 * the message choose the sentence, so the same message on the same day gets the same one.
 */
export function phrased(
  intent: Intent,
  { say, words = {}, language: chosenOne }: Saying,
  told: Told,
  language: IntentLanguage = "en",
): string | undefined {
  const spoken = chosenOne ?? language;
  const says = spoken === "en" ? intent.says : (intent.words?.[spoken]?.says ?? {});
  const known = (says[say] ?? []).filter((one) => placesIn(one).every((place) => words[place] !== undefined));
  const chosen = known[(dayNumber(told.date) + (told.message?.length ?? 0)) % Math.max(1, known.length)];
  return chosen && capital(chosen.replaceAll(/\{([a-zA-Z]+)\}/g, (_, place: string) => words[place] ?? ""));
}

function placesIn(phrasing: string): string[] {
  return [...phrasing.matchAll(/\{([a-zA-Z]+)\}/g)].map(([, place = ""]) => place);
}

/**
 * Returns what `say` says in the language of the talk, or in English where that language has no sentence for it. So an
 * answer is never half in one language.
 */
export function inTalk<T>({ language = "en" }: Told, say: (speech: Speech) => T | undefined): T | undefined {
  const own = say(speechIn(language));
  return own === undefined && language !== "en" ? say(speechIn("en")) : own;
}

/** Returns what is named, and how many more there are. */
export const withMore = ({ speech: { say, counted } }: Scene, said: readonly string[], more: number) =>
  more > 0 ? [...said, say("more", { n: more, count: counted(more) })] : said;

/** Quotes words from a list. Words that the person wrote for themselves are quoted unchanged. */
export function quotedOwn({ quote }: Scene, words: string, from: "outside" | undefined): string | undefined {
  return quote(words) ?? (from === undefined ? ownQuoted(words) : undefined);
}

/** Returns a text as it may be said, without quotation marks: a name or a place. */
export function bare({ quote }: Pick<Scene, "quote">, text: string): string | undefined {
  return quote(text)?.replaceAll(/[“”]/g, "");
}

/** True for a message that speaks of all things of a kind: "cancel all my reminders". */
export function meansAll(message: string): boolean {
  return /(?<!\p{L})(?:all|every|everything|whole|ganze?|alles?|todos?|todas|tous|toutes)(?!\p{L})/iu.test(message);
}

/** Returns the chat writer for a recipe that a person can also ask for in plain words. */
export function byRecipe(recipe: SkillWriter): ChatWriter {
  return calling(
    ({ told }) => recipe.reads(told),
    ({ told, results, quote }) => {
      const text = recipe.write(told, results, quote);
      return text === undefined ? { say: "nothing" } : { say: "found", words: { text } };
    },
  );
}
