/**
 * Reads the answer to a question that Waldo has asked last: which of two meanings, or a value that was missing.
 *
 * bounded: a question of Waldo has at most MOST_REPLY_CHARS characters (safety/wording.ts), a reply MOST_REPLY.
 */
import {
  INTENT_LANGUAGES,
  type Intent,
  type IntentLanguage,
  type LocalDate,
  type ThreadTurn,
  type WallClock,
  ZONES,
  type Zone,
} from "@waldo/contracts";
import { speechIn } from "../speech.ts";
import { POLITE } from "./clauses.ts";
import { wordsOf } from "./match.ts";
import { whenIn } from "./times.ts";
import { atStart, nothingBut, oneOf } from "./word-patterns.ts";
import lists from "./words.json" with { type: "json" };

/** Returns the body zone that a message names. */
export function zoneIn(message: string): Zone | undefined {
  const lower = message.toLowerCase();
  return ZONES.find((zone) => lower.includes(zone)) ?? ZONE_WORDS.find(([words]) => words.test(lower))?.[1];
}

/** Other words for a body zone. */
const ZONE_WORDS: readonly (readonly [RegExp, Zone])[] = [
  [
    /exhaust|sin energ|à plat|drained|empty|wiped|burn(?:ed|t) out|ersch[öo]pft|leer|ausgelaugt|agotad|[ée]puis[ée]|vid[ée]/,
    "depleted",
  ],
  [
    /tired|poca energ|en baisse|low|fading|worn|slump|dip|weak|m[üu]de|schlapp|schwach|cansad|baj[oa]|fatigu[ée]|faible|flagge/,
    "flagging",
  ],
  [/energ|fresh|strong|peak|top form|best|fit|frisch|fuerte|en forme|pleine forme/, "energized"],
  [/stead|stable|normal|ausgeglichen|stabil|estable/, "steady"],
];

type Pending =
  | { readonly is: "which"; readonly between: readonly [Intent, Intent]; readonly message: string }
  | {
      readonly is: "slot";
      readonly slot: (typeof ASKS_FOR)[keyof typeof ASKS_FOR];
      readonly intent: Intent;
      readonly message: string;
    };

const ASKS_FOR = { askWhen: "when", askRepeat: "when", askText: "text", askWhat: "text", askZone: "zone" } as const;

/**
 * Returns Waldo's last question and the message that it was about, if the last thing in the conversation was such a
 * question.
 */
export function askedBefore(intents: readonly Intent[], thread: readonly ThreadTurn[]): Pending | undefined {
  const last = thread.at(-1);
  const before = thread.at(-2);
  if (last?.from !== "waldo" || before?.from !== "owner") return undefined;
  const message = before.text;
  for (const intent of intents)
    for (const [outcome, slot] of Object.entries(ASKS_FOR))
      if (questionsOf(intent, outcome).some((question) => last.text.endsWith(question)))
        return { is: "slot", slot, intent, message };
  // The last text may contain titles from outside. So the question must stand exactly at its end.
  for (const [language, pattern] of ASKED_BACK) {
    const asked = [...last.text.matchAll(pattern)].at(-1);
    if (asked === undefined) continue;
    const [a, b] = [asked[1], asked[2]].map((means) => intents.find((one) => means === meansIn(one, language)));
    if (a && b) return { is: "which", between: [a, b], message };
  }
  return undefined;
}

/** Returns what an intent means in a language, if it is told there. */
export function meansIn({ means, words }: Intent, language: IntentLanguage): string | undefined {
  return language === "en" ? means : words?.[language]?.means;
}

/** Returns the questions of an outcome in every language. */
const questionsOf = ({ says, words = {} }: Intent, outcome: string) =>
  [says, ...Object.values(words).map((one) => one.says)].flatMap((spoken) => spoken[outcome] ?? []);

const MEANING = "([^–?“”]{1,80})";
/** The question back in each language. */
const ASKED_BACK = INTENT_LANGUAGES.map((language) => {
  const [before = "", between = "", after = ""] = speechIn(language)
    .say("askBack", { one: "\n", other: "\n" })
    .split("\n");
  return [language, new RegExp(`${before}${MEANING}${between}${MEANING}${after.replace("?", "\\?")}$`, "gu")] as const;
});

const FIRST =
  /^\W*(?:the )?(?:first|1|a\b|former|das erste|erste[sr]?|la primera|lo primero|le premier|la premi[eè]re)/i;
const SECOND =
  /^\W*(?:the )?(?:second|2|b\b|last|latter|other|das zweite|zweite[sr]?|la segunda|lo segundo|le deuxi[eè]me|la deuxi[eè]me|le second)/i;
const YES = /^\W*(?:yes|yep|yeah|ja|s[ií]|oui)(?!\p{L})/iu;

/** Returns which of two meanings a reply chooses, by position or by its words. A plain yes chooses the first. */
export function chosenOf([a, b]: readonly [Intent, Intent], reply: string): Intent | undefined {
  if (FIRST.test(reply) || YES.test(reply)) return a;
  if (SECOND.test(reply)) return b;
  const words = new Set(wordsOf(reply));
  const meant = (intent: Intent) => INTENT_LANGUAGES.flatMap((language) => wordsOf(meansIn(intent, language) ?? ""));
  const offered = new Set([...meant(a), ...meant(b)]);
  // A reply that says more than the two meanings is a message of its own.
  if ([...words].some((word) => word.length > 3 && !offered.has(word) && !POLITE.has(word))) return undefined;
  const own = (intent: Intent, other: Intent) => meant(intent).filter((word) => !meant(other).includes(word));
  const telling = [...own(a, b), ...own(b, a)].filter((word) => word.length > 4);
  const shared = (intent: Intent) => telling.filter((word) => words.has(word) && meant(intent).includes(word)).length;
  return shared(a) === shared(b) ? undefined : shared(a) > shared(b) ? a : b;
}

/**
 * From this share on, a reply counts as a new request and not as an answer to the question. For a reply that is a
 * question, a lower share is enough.
 */
const OTHER_REQUEST = 0.8;
const OTHER_QUESTION = 0.23;
const SHORT_REPLY = 8;

/** Words that may stand around a time that was asked for. */
const AROUND_TIME: ReadonlySet<string> = new Set(
  (
    "please thanks maybe around about lets let make that would the and for yes yeah sure fine good better best works work " +
    "say think okay will then time like bitte danke vielleicht gegen etwa uhr lieber besser passt geht und das ware gut " +
    "favor gracias sobre mejor que sea las los bien seria vers plutot plait merci mieux disons serait pour les vale"
  ).split(" "),
);

/** Replies that do not give the missing value. */
const NOTHING =
  /^\W*(?:no|nope|nothing|none|never ?mind|forget it|cancel|stop|leave it|nein|nichts|egal|lass(?: es)?|schon gut|vergiss es|nada|ninguno|olv[ií]dalo|d[eé]jalo|rien|non|laisse(?: tomber)?|oublie)(?!\p{L}|\s+\p{L})/iu;

/** Words in front of an answer that are not part of it. */
export const SORRY = /^(?:(?:oh|ok|okay|sorry|oops|right|ah|entschuldigung|perdón|perdon|pardon)[\s,.!]+)+/iu;

type Reply = {
  readonly text: string;
  readonly clock: WallClock;
  readonly spoken: IntentLanguage;
  readonly share: number;
};

/** True when a reply gives the missing value. */
export function completes(slot: (Pending & { is: "slot" })["slot"], { text, clock, spoken, share }: Reply): boolean {
  const isOther = share >= (text.trimEnd().endsWith("?") ? OTHER_QUESTION : OTHER_REQUEST);
  if (slot === "zone") return zoneIn(text) !== undefined && !isOther;
  const { when, rest } = whenIn(text, clock, spoken);
  // A text and its time are longer than a text.
  const most = when === undefined ? SHORT_REPLY : 2 * SHORT_REPLY;
  if (slot !== "when") return !isOther && !NOTHING.test(text) && wordsOf(text).length <= most;
  return when !== undefined && wordsOf(rest).every((word) => word.length <= 2 || AROUND_TIME.has(word));
}

/** A longer message is no reply to an offer. In characters. */
const MOST_REPLY = 60;
const { errands: words } = lists;
const AGREES = atStart(oneOf(words.yes));
const ONLY_YES = nothingBut(oneOf(words.yes));
const ONLY_NO = nothingBut(oneOf(words.no, words.yes));
const REFUSES = atStart(oneOf(words.no));
const APART = nothingBut(oneOf(words.apart, words.apart_around));
const NAMES_APART = new RegExp(oneOf(words.apart), "iu");

/** The reply to an offer. `due` is the day that the person names with it. */
type OfferReply =
  | { readonly is: "yes"; readonly due: { readonly date?: LocalDate } }
  | { readonly is: "no" }
  | { readonly is: "apart" };

/** Returns what a message replies to an offer, or undefined when it is a message of its own. */
export function replyIn(
  message: string,
  { clock, spoken }: { readonly clock: WallClock; readonly spoken: IntentLanguage },
): OfferReply | undefined {
  if (message.length > MOST_REPLY || message.includes("?")) return undefined;
  const said = message
    .replaceAll("’", "'")
    .replaceAll("👍", "yes")
    .replace(/[\s.!]+$/u, "")
    .trim();
  if (APART.test(said) && NAMES_APART.test(said)) return { is: "apart" };
  if (REFUSES.test(said) && ONLY_NO.test(said)) return { is: "no" };
  if (ONLY_YES.test(said)) return { is: "yes", due: {} };
  const agreed = AGREES.exec(said)?.[0];
  if (agreed === undefined) return undefined;
  const { when, dated, rest } = whenIn(said.slice(agreed.length), clock, spoken);
  const isOnlyDay =
    dated && when?.on === "once" && wordsOf(rest).every((word) => AROUND_TIME.has(word) || word.length < 4);
  return isOnlyDay ? { is: "yes", due: { date: when.date } } : undefined;
}
