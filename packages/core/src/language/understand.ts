/**
 * Finds out what a message asks for, without a language model. The result is one intent with its slots, two intents
 * that fit equally well, or none. The same message in the same conversation always gives the same result.
 */
import {
  type Asked,
  INTENT_LANGUAGES,
  type Intent,
  type IntentLanguage,
  type IntentSlot,
  type LocalDate,
  type Slots,
  type ThreadTurn,
  type Understanding,
  type WallClock,
  ZONES,
  type Zone,
} from "@waldo/contracts";
import { wantedOf } from "./changes.ts";
import { explainerOf } from "./explained.ts";
import { type Before, type LeaningMoment, leaningOn } from "./leaning.ts";
import { type Learned, learnFrom, matcherOf, NO_INTENT, type Ranked, wordsOf } from "./match.ts";
import { pastDayIn } from "./past-days.ts";
import { isReport, newsIn } from "./reports.ts";
import { settingIn } from "./setting-words.ts";
import { type SlotFinder, slotFinder } from "./slots.ts";
import { whenIn } from "./times.ts";
import { wishesIn } from "./wishes.ts";

/** The intent that keeps what a person tells of themselves. */
const REPORT = "report";
/** The intent that hears what a person tells of their life. */
const NEWS = "news";
/** The intent for messages in which the person says that they are sad or strained. */
const SAD_INTENT = "feeling-low";
/** The intent for questions about readings that no other intent answers in words. */
export const ASK_DATA = "ask-data";

/** The shares from which Waldo acts on a message and from which it answers one. Below them it asks back. */
const CLEAR = { acts: 0.7, tells: 0.23 } as const;
/** From this share on, Waldo asks whether an act is meant. */
const LIKELY_ACT = 0.4;
/** If no other intent has half of the best share, a lower share is enough for an answer that changes nothing. */
const ALONE = 2;
/** If the best intent has a lower share than this, Waldo does not ask back. */
const NEAR = 0.12;

/** From these shares on, the other words of a message may be unknown: the person has said what they want. */
const CERTAIN = { acts: 0.9, tells: 0.7 } as const;
/** Below them, this share of the content words must be explained. */
const EXPLAINED = { acts: 1, tells: 0.66 } as const;
/** A choice of two is offered only if the second has this share, and both together have the other. */
const CHOICE = { second: 0.15, both: 0.4 } as const;

/** In characters. A longer message does not change the question before it. */
const MOST_CHANGE = 60;

/** How many requests before a message are looked through for the one that it leans on. */
const MOST_BEFORE = 3;

/** Tells whether a message is a question about the person's own readings (core/ask). */
type Reads = (message: string, moment: { readonly today: LocalDate; readonly spoken: IntentLanguage }) => boolean;

/** The question for a message with two possible meanings. */
export const ASK_BACK = "Did you mean: % – or #?";

/**
 * Returns the code that understands messages with these intents. `learned` is the result that an earlier process
 * learned from the same intents.
 */
export function understandingOf(
  intents: readonly Intent[],
  learned: Learned = learnFrom(intents),
  reads: Reads = () => false,
): Understanding {
  const matcher = matcherOf(learned);
  const byName = new Map(intents.map((intent) => [intent.name, intent]));
  const finders = new Map<string, SlotFinder>();
  const finder = (intent: Intent, slot: IntentSlot) => {
    const key = `${intent.name} ${slot}`;
    const found = finders.get(key) ?? slotFinder(intent, slot);
    finders.set(key, found);
    return found;
  };
  const languageOf = languagesOf(intents);
  const explained = explainerOf(intents);

  const fill = (intent: Intent, message: string, clock: WallClock): Slots => {
    const spoken = languageOf(message);
    const takesTime = intent.slots.includes("when") || intent.slots.includes("date");
    const timed = takesTime ? whenIn(message, clock, spoken) : undefined;
    const rest = timed?.rest ?? message;
    const worded = (slot: "text" | "about") => {
      const found = intent.slots.includes(slot) ? finder(intent, slot).find(rest) : undefined;
      return found === undefined || NAMES_NOTHING.test(found) ? {} : { [slot]: found };
    };
    const zone = intent.slots.includes("zone") ? zoneIn(message) : undefined;
    const when = timed?.when;
    const day = intent.slots.includes("day") ? pastDayIn(message, clock, { spoken })?.date : undefined;
    return {
      ...worded("text"),
      ...worded("about"),
      ...(when && intent.slots.includes("when") ? { when, ...(timed.around ? { around: true as const } : {}) } : {}),
      ...(when && intent.slots.includes("date") && timed.dated && "date" in when && when.date
        ? { date: when.date }
        : {}),
      ...(day === undefined ? {} : { day }),
      ...(zone === undefined ? {} : { zone }),
    };
  };

  const clear = (intent: Intent, message: string, clock: WallClock): Clear => {
    const whole = fill(intent, message, clock);
    const lines = intent.tools.includes("write_task") ? listIn(message) : [];
    if (lines.length > 1) {
      const [first, ...more] = lines.map((text) => ({ ...whole, text }));
      if (first) return { is: "clear", intent, slots: [first, ...more], message };
    }
    const spoken = languageOf(message);
    const isSeveral = intent.slots.includes("when") && intent.slots.includes("text");
    const parts = isSeveral
      ? inOneDay(
          clausesOf(message, clock, spoken).map((text) => ({ slots: fill(intent, text, clock), text, spoken })),
          clock,
        )
      : [];
    // Two reminders in one message need a text and a time each. "Every Monday and Thursday" is one reminder.
    const [first, ...more] = parts.every(({ text, when }) => text !== undefined && when !== undefined) ? parts : [];
    return { is: "clear", intent, slots: first && more.length > 0 ? [first, ...more] : [whole], message };
  };

  /** Understands the last requests of a conversation again, the newest first, and returns the first one that fits. */
  const requestBefore = (
    thread: readonly ThreadTurn[],
    talk: Talk,
    fits: (asked: Clear) => boolean = () => true,
    most = MOST_BEFORE,
  ): Before | undefined => {
    const at = thread.findLastIndex(({ from }) => from === "owner");
    const turn = thread[at];
    const answer = thread.slice(at).find(({ from }) => from === "waldo")?.text;
    if (turn === undefined || most === 0) return undefined;
    const earlier = thread.slice(0, at);
    const asked = understandIn(turn.text, earlier, talk);
    if (asked.is === "clear" && answer !== undefined && fits(asked)) return { asked, answer };
    return requestBefore(earlier, talk, fits, most - 1);
  };

  /** Understands a message after a thread. What was understood once in this talk is not understood again. */
  const understandIn = (message: string, thread: readonly ThreadTurn[], talk: Talk): Asked => {
    const name = `${thread.length} ${message}`;
    const known = talk.known.get(name);
    if (known) return known;
    const asked = afterThread(withoutGreeting(message), thread, talk);
    talk.known.set(name, asked);
    return asked;
  };

  const afterThread = (message: string, thread: readonly ThreadTurn[], talk: Talk): Asked => {
    const { clock } = talk;
    const pending = askedBefore(intents, thread);
    if (pending?.is === "which") {
      const chosen = chosenOf(pending.between, message);
      if (chosen) return clear(chosen, pending.message, clock);
    }
    const wishes = pending === undefined ? wishesIn(message, (text) => matcher.rank(text)[0]) : [];
    if (wishes.length > 0) {
      const [first, ...also] = wishes.map((text) => understandIn(text, thread, talk));
      if (first?.is === "clear" && also.every((one) => one.is === "clear"))
        return also.length === 0 ? first : { ...first, also };
    }
    const ranked = matcher.rank(message);
    const spoken = languageOf(message);
    const reply = { text: message, clock, spoken, share: ranked[0]?.share ?? 0 };
    if (pending?.is === "slot" && completes(pending.slot, reply))
      return clear(pending.intent, `${pending.message} ${message.replace(SORRY, "")}`, clock);
    const last = thread.at(-1);
    const heard = last?.from === "waldo" ? last.text : undefined;
    const before: LeaningMoment["before"] = (fits) =>
      requestBefore(thread, talk, fits, fits === undefined ? 1 : MOST_BEFORE);
    return (
      readingChanged(message, { clock, spoken, before: heard === undefined ? undefined : before }) ??
      leaningOn(message, { clock, spoken, intents: byName, heard, before }) ??
      withReadings(standingAlone(message, ranked, { clock, spoken }), message, { clock, spoken })
    );
  };

  const understand: Understanding["understand"] = (message, { thread = [], ...clock }) =>
    understandIn(message, thread, { clock, known: new Map() });

  const readingsAsked = byName.get(ASK_DATA);
  const asksReadings = (message: string, { clock, spoken }: Moment) => reads(message, { today: clock.date, spoken });

  /** Returns the question about readings that a few words make of the one before them. */
  const readingChanged = (
    message: string,
    { before, ...moment }: Moment & { readonly before: LeaningMoment["before"] | undefined },
  ): Clear | undefined => {
    if (readingsAsked === undefined || message.length > MOST_CHANGE) return undefined;
    const asked = before?.()?.asked;
    const changed = `${asked?.message}\n${message}`;
    if (!asked?.reads || !asksReadings(changed, moment)) return undefined;
    return { ...clear(readingsAsked, changed, moment.clock), reads: true };
  };

  /** A question about readings is one whatever else it looks like. One about the body is also answered in words. */
  const withReadings = (asked: Asked, message: string, moment: Moment): Asked => {
    if (readingsAsked === undefined || !asksReadings(message, moment)) return asked;
    if (asked.is === "clear" && asked.intent.subject === "body") return { ...asked, reads: true };
    return { ...clear(readingsAsked, message, moment.clock), reads: true };
  };

  /** Understands a message that leans on nothing. */
  const standingAlone = (message: string, ranked: readonly Ranked[], { clock, spoken }: Moment): Asked => {
    const asked = wished(message, ranked, { clock, spoken });
    const isOfBody = asked.is === "clear" && asked.intent.subject === "body";
    const news = asked.is === "unknown" || isOfBody ? newsIn(message) : undefined;
    if (news === undefined) return asked;
    // Only what the ranking also takes for a report is kept in memory.
    const isKept = isOfBody || ranked.some(({ name, share }) => name === REPORT && share >= NEAR);
    const told = news === "own" && isKept ? toldOf(ranked) : byName.get(NEWS);
    return told === undefined ? asked : clear(told, message, clock);
  };

  /** Understands a message as a wish or a question. */
  const wished = (message: string, ranked: readonly Ranked[], { clock, spoken }: Moment): Asked => {
    const [best, second] = ranked;
    const intent = byName.get(best?.name ?? "");
    if (best === undefined || intent === undefined || intent.name === NO_INTENT || best.share < NEAR)
      return { is: "unknown" };
    if (intent.subject === "body" && isReport(message)) return clear(toldOf(ranked), message, clock);
    const setting = settingIn(message);
    const asked = clear(intent, message, clock);
    const kind = intent.acts ? "acts" : "tells";
    const { share: known, isQuestion } = explained(asked, { clock, spoken });
    const isWhole = best.share >= CERTAIN[kind] || known >= EXPLAINED[kind];
    const isOwn = intent.subject === "self" || setting !== undefined;
    if (!isOwn && !isWhole) return { is: "unknown" };
    const isAlone = !intent.acts && best.share >= ALONE * (second?.share ?? 0);
    if (isAlone || (best.share >= CLEAR[kind] && (isOwn || !intent.acts || !isQuestion))) return asked;
    // If the second best is the intent "none", the third best counts instead.
    const next = second?.name === NO_INTENT ? ranked[2] : second;
    const rival = byName.get(next?.name ?? "");
    // When every word of a message belongs to a setting, it is a wish about that setting.
    const isSetting = ({ tools }: Intent) => tools.includes("update_profile");
    const meant = setting && [intent, rival].find((one) => one && isSetting(one));
    if (meant) return clear(meant, message, clock);
    // A person who may be sad is not asked which of two things they meant.
    const sad = [intent, rival].find((one) => one?.name === SAD_INTENT);
    if (sad) return clear(sad, message, clock);
    const share = next?.share ?? 0;
    const isChoice = share >= CHOICE.second && best.share + share >= CHOICE.both;
    if (isChoice && rival !== undefined && rival.name !== NO_INTENT) return { is: "unclear", between: [intent, rival] };
    const other = byName.get(NO_INTENT);
    const isLikely = intent.acts && best.share >= LIKELY_ACT && !isQuestion;
    return isLikely && other ? { is: "unclear", between: [intent, other] } : { is: "unknown" };
  };

  /** Returns the intent that keeps what a person tells of themselves. */
  const toldOf = (ranked: readonly Ranked[]): Intent => {
    const near = ranked.flatMap(({ name, share }) => (share >= NEAR ? (byName.get(name) ?? []) : []));
    return near.find(({ subject }) => subject === "self") ?? (byName.get(REPORT) as Intent);
  };

  return {
    change: (message, actions, clock) => wantedOf(message, actions, { clock, spoken: languageOf(message) }),
    understand,
  };
}

/** Words for the subject of the last messages, which they do not name. */
const NAMES_NOTHING =
  /^(?:it|that|this|them|one|that one|this one|the last one|what i (?:just )?said|das|dies|es|ihn|sie|eso|esto|lo|la|ça|cela|le|la)$/iu;

function zoneIn(message: string): Zone | undefined {
  const lower = message.toLowerCase();
  return ZONES.find((zone) => lower.includes(zone)) ?? ZONE_WORDS.find(([words]) => words.test(lower))?.[1];
}

/** Other words for a body zone. */
const ZONE_WORDS: readonly (readonly [RegExp, Zone])[] = [
  [/exhaust|drained|empty|wiped|burn(?:ed|t) out|ersch[öo]pft|leer|ausgelaugt|agotad|[ée]puis[ée]|vid[ée]/, "depleted"],
  [/tired|low|fading|worn|slump|dip|weak|m[üu]de|schlapp|schwach|cansad|baj[oa]|fatigu[ée]|faible|flagge/, "flagging"],
  [/energ|fresh|strong|peak|top form|best|fit|frisch|fuerte|en forme|pleine forme/, "energized"],
  [/stead|stable|normal|ausgeglichen|stabil|estable/, "steady"],
];

/** Returns the language in which most words of a message occur in the examples; English when no language leads. */
function languagesOf(intents: readonly Intent[]): (message: string) => IntentLanguage {
  const vocabulary = new Map<string, Set<IntentLanguage>>();
  for (const { examples } of intents)
    for (const { text, language } of examples)
      for (const word of wordsOf(text)) vocabulary.set(word, (vocabulary.get(word) ?? new Set()).add(language));
  return (message) => {
    const scores = new Map<IntentLanguage, number>();
    for (const word of wordsOf(message)) {
      const held = vocabulary.get(word);
      for (const language of held ?? []) scores.set(language, (scores.get(language) ?? 0) + 1 / (held?.size ?? 1));
    }
    return INTENT_LANGUAGES.reduce<IntentLanguage>(
      (best, code) => ((scores.get(code) ?? 0) > (scores.get(best) ?? 0) + 1e-9 ? code : best),
      "en",
    );
  };
}

/** A list begins after a colon or on a new line. A comma alone may stand within one text. */
const LIST = /^[^:\n]{1,60}[:\n]\s*(.+)$/su;

/** Returns the texts of a message that lists several: "add to my list: stamps, oat milk". */
function listIn(message: string): string[] {
  const items = LIST.exec(message)?.[1]?.split(/[,;\n]\s*(?:and |und |y |et |[-*•]\s*)?/u) ?? [];
  return items.map((item) => item.trim().replace(/^[-*•] ?|[.!]$/gu, "")).filter((item) => item !== "");
}

const JOINS = /(?:;|,? (?:and|und|y|et)(?: (?:then|also|dann|auch|después|puis|aussi))? |, )/iu;

/**
 * Splits a message that asks for two things at two times: "at 9 the pills and at 5 the dentist". Each clause has its
 * own time. The first words of the message are added to every clause.
 */
function clausesOf(message: string, clock: WallClock, spoken: IntentLanguage): string[] {
  const pieces = message.split(JOINS).filter((piece) => piece.trim() !== "");
  const clauses: string[] = [];
  for (const piece of pieces) {
    const isTimed = whenIn(piece, clock, spoken).when !== undefined;
    const last = clauses.at(-1);
    if (last === undefined) clauses.push(piece);
    else if (isTimed && whenIn(last, clock, spoken).when !== undefined && hasWords(piece, clock, spoken))
      clauses.push(piece);
    else clauses[clauses.length - 1] = `${last} ${joinOf(message, piece)}${piece}`;
  }
  return clauses;
}

/** A clause that names an hour and no day has the day of the clause before it: "tomorrow at 9 … and at 15:00 …". */
function inOneDay(clauses: readonly Clause[], clock: WallClock): Slots[] {
  let day: LocalDate | undefined;
  return clauses.map(({ slots, text, spoken }) => {
    const { when } = slots;
    const isDated = whenIn(text, clock, spoken).dated;
    if (when?.on !== "once" || isDated || day === undefined || day === clock.date) {
      day = when?.on === "once" && isDated ? when.date : undefined;
      return slots;
    }
    return { ...slots, when: whenIn(`${day} ${text}`, clock, spoken).when ?? when };
  });
}

type Clause = { readonly slots: Slots; readonly text: string; readonly spoken: IntentLanguage };

/** Returns the words of the message between a piece and the one before it. */
function joinOf(message: string, piece: string): string {
  const at = message.indexOf(piece);
  return /\b(?:and|und|y|et)\s$/i.exec(message.slice(0, at))?.[0] ?? "";
}

/** True when a piece holds a text and not only a time. "And on Friday" alone is a second time for the same text. */
function hasWords(piece: string, clock: WallClock, spoken: IntentLanguage): boolean {
  return wordsOf(whenIn(piece, clock, spoken).rest).filter((word) => word.length > 2 && !POLITE.has(word)).length > 0;
}

const POLITE: ReadonlySet<string> = new Set("please thanks bitte danke favor gracias merci plait".split(" "));

const GREETING =
  /^(?:hi|hey|hello|hiya|yo|good (?:morning|evening|afternoon)|morning|guten (?:morgen|tag|abend)|hallo|moin|servus|hola|buen[oa]s(?: (?:d[ií]as|tardes|noches))?|bonjour|bonsoir|salut|coucou)(?: (?:waldo|there))?[\s,.!:]{1,4}(?:waldo[\s,.!:]{1,4})?(?=¿?\p{L}+\P{L}{1,3}\p{L})/iu;

/** A greeting in front of a request is not the request. */
const withoutGreeting = (message: string): string => message.replace(GREETING, "");

type Clear = Asked & { readonly is: "clear" };
/** The clock of a message, and what was understood before it, by the length of the thread and the words. */
type Talk = { readonly clock: WallClock; readonly known: Map<string, Asked> };
type Moment = { readonly clock: WallClock; readonly spoken: IntentLanguage };

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
function askedBefore(intents: readonly Intent[], thread: readonly ThreadTurn[]): Pending | undefined {
  const last = thread.at(-1);
  const before = thread.at(-2);
  if (last?.from !== "waldo" || before?.from !== "owner") return undefined;
  const message = before.text;
  for (const intent of intents)
    for (const [outcome, slot] of Object.entries(ASKS_FOR))
      if (intent.says[outcome]?.some((question) => last.text.endsWith(question)))
        return { is: "slot", slot, intent, message };
  // The last text may contain titles from outside. So the question must stand exactly at its end.
  const asked = [...last.text.matchAll(ASKED_BACK)].at(-1);
  const [a, b] = [asked?.[1], asked?.[2]].map((means) => intents.find((intent) => intent.means === means));
  return a && b ? { is: "which", between: [a, b], message } : undefined;
}

const ASKED_BACK = /Did you mean: ([^–?“”]{1,80}) – or ([^–?“”]{1,80})\?$/gu;

const FIRST =
  /^\W*(?:the )?(?:first|1|a\b|former|das erste|erste[sr]?|la primera|lo primero|le premier|la premi[eè]re)/i;
const SECOND =
  /^\W*(?:the )?(?:second|2|b\b|last|latter|other|das zweite|zweite[sr]?|la segunda|lo segundo|le deuxi[eè]me|la deuxi[eè]me|le second)/i;
const YES = /^\W*(?:yes|yep|yeah|ja|s[ií]|oui)\b/i;

/** Returns which of two meanings a reply chooses, by position or by its words. A plain yes chooses the first. */
function chosenOf([a, b]: readonly [Intent, Intent], reply: string): Intent | undefined {
  if (FIRST.test(reply) || YES.test(reply)) return a;
  if (SECOND.test(reply)) return b;
  const words = new Set(wordsOf(reply));
  const own = (intent: Intent, other: Intent) =>
    wordsOf(intent.means).filter((word) => !wordsOf(other.means).includes(word));
  const telling = [...own(a, b), ...own(b, a)].filter((word) => word.length > 4);
  const shared = ({ means }: Intent) =>
    telling.filter((word) => words.has(word) && wordsOf(means).includes(word)).length;
  return shared(a) === shared(b) ? undefined : shared(a) > shared(b) ? a : b;
}

/**
 * From this share on, a reply counts as a new request and not as an answer to the question. For a reply that is a
 * question, a lower share is enough.
 */
const OTHER_REQUEST = 0.8;
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
const SORRY = /^(?:(?:oh|ok|okay|sorry|oops|right|ah|entschuldigung|perdón|perdon|pardon)[\s,.!]+)+/iu;

type Reply = {
  readonly text: string;
  readonly clock: WallClock;
  readonly spoken: IntentLanguage;
  readonly share: number;
};

/** True when a reply gives the missing value. */
function completes(slot: (Pending & { is: "slot" })["slot"], { text, clock, spoken, share }: Reply): boolean {
  const isOther = share >= (text.trimEnd().endsWith("?") ? CLEAR.tells : OTHER_REQUEST);
  if (slot === "zone") return zoneIn(text) !== undefined && !isOther;
  const { when, rest } = whenIn(text, clock, spoken);
  // A text and its time are longer than a text.
  const most = when === undefined ? SHORT_REPLY : 2 * SHORT_REPLY;
  if (slot !== "when") return !isOther && !NOTHING.test(text) && wordsOf(text).length <= most;
  return when !== undefined && wordsOf(rest).every((word) => word.length <= 2 || AROUND_TIME.has(word));
}
