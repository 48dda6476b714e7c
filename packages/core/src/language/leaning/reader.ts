/** The readers of a leaning message share this: the talk before it, and how something that was set is changed. */
import type { Asked, Intent, IntentLanguage, IntentSubject, Slots, WallClock } from "@waldo/contracts";

/** A longer message is complete in itself. */
export const MOST_CHARS = 90;

export type Clear = Asked & { readonly is: "clear" };

/** The request before and the answer that it got. */
export type Before = { readonly asked: Clear; readonly answer: string };

export type LeaningMoment = {
  readonly clock: WallClock;
  readonly spoken: IntentLanguage;
  readonly intents: ReadonlyMap<string, Intent>;
  /** Waldo's last words, if they are the last words of all. */
  readonly heard: string | undefined;
  /**
   * Finds the last request that fits, among the last three. It is called only for a message that may lean on one. Without
   * `fits` it is the last of all.
   */
  readonly before: (fits?: (asked: Clear) => boolean) => Before | undefined;
};

/**
 * `words` are words of the talk before that complete the message. `about` is the intent of the request before. `part` is
 * the part of the message that asks for something.
 */
export type Read = {
  readonly intent: string;
  readonly slots?: Slots;
  readonly words?: string;
  readonly about?: string;
  readonly part?: string;
};

/** Reads one way of leaning on the talk. The message has at most MOST_CHARS characters. */
export type Reader = (said: string, moment: LeaningMoment) => Read | undefined;

/**
 * The words that open and close a change of what was said before.
 *
 * bounded: they read at most MOST_CHARS characters.
 */
export const OPENS_AMENDMENT =
  /^(?:(?:no|nope|wait|actually|sorry|oops|hmm?|oh|ok|okay|and|but|please|better|rather|only|just|i mean|i meant|eigentlich|later|mit \p{L}+ mein(?:te)? ich|make (?:it|that)|change (?:it|that) to|let's (?:say|make it)|(?:could|can|may|might) (?:it|that|this) be|(?:could|can) you (?:make|move) (?:it|that)(?: to)?|(?:könnte|kann) das|pod?r[ií]a ser|puede ser|ça pourrait être|(?:move|push|shift|put|bring) (?:it|that)(?: back| forward)?(?: to| till| until)?|to|nur|solo|seulement|verschieb(?:e)? (?:es|das) auf|nein|doch|warte|lieber|besser|mach (?:es|das|daraus)|ich meine|espera|mejor|que sea|ponlo|perdón|non|attends|plutôt|disons|mets-le|en fait|mach)(?!\p{L})[\s,.!:-]*)+/iu;
export const CLOSES_AMENDMENT =
  /[\s,]*(?:instead|please|then|rather|actually|though|tho|lol|thx|thanks|eigentlich|danke|en realidad|en fait|gracias|merci|i mean|i meant|meine ich|quiero decir|je veux dire|(?:is|would be|works|suits me) (?:better|best|fine|good)|(?:works|passt|draus|daraus)|stattdessen|bitte|lieber|(?:ist|wäre|passt) besser|mejor|por favor|(?:es|sería) mejor|plutôt|(?:c'est|serait) mieux|s'il te plaît)\W*$/iu;

/** True for a request that set a reminder, with its words and its time. */
export const setReminder = ({ intent, slots: [{ text, when }] }: Clear): boolean =>
  intent.subject === "reminders" && text !== undefined && when !== undefined;

/** Small words around a day. */
export const AROUND_DAY =
  /(?<!\p{L})(?:on|last|for|the|that|then|night|morning|am|letzten|letzte|nacht|für|el|la|del|pasado|noche|para|le|pour|dernier|nuit|in|der)(?!\p{L})/giu;

type Changes = { readonly drop?: string; readonly done?: string; readonly move?: string };

/** The intents by which a thing is changed, by what was set or listed. */
export const CHANGES: Readonly<Record<string, Changes>> = {
  reminders: { drop: "cancel-reminder", move: "move-reminder" },
  tasks: { drop: "drop-task", done: "finish-task", move: "move-task" },
  goals: { drop: "remove-goal", done: "finish-goal" },
  memory: { drop: "forget" },
  quiet: { move: "quiet-until" },
} satisfies Partial<Record<IntentSubject, Changes>>;

/** Returns the intent that takes away what this one is about. */
export const dropOf = ({ subject }: Intent) => CHANGES[subject ?? ""]?.drop;

/** Returns the lines that an answer lists: what it quotes. Lines with the same words are told apart by what follows. */
export function linesOf(answer: string): string[] {
  const lines = [...answer.matchAll(/“([^“”]{1,200})”([^“”]{0,60})/gu)];
  const isTwice = (line: string | undefined) => lines.filter(([, other]) => other === line).length > 1;
  return lines.map(([, line = "", after = ""]) => (isTwice(line) ? `${line}${after}` : line));
}
