/**
 * Reads a message that is complete only together with the talk before it: "and yesterday?", "is that good?", "why?",
 * "make it 6", "delete the second one". It keeps nothing: the request before is understood again from the thread, so the
 * same message in the same thread always means the same.
 *
 * bounded: every pattern reads at most MOST_CHARS characters.
 */
import type { Asked, Intent, IntentLanguage, LocalDate, LocalTime, Slots, WallClock, When } from "@waldo/contracts";
import { addDays, DAY_MINUTES, dayOfWeek, minuteOf, timeOf } from "../time.ts";
import { saysHalf } from "./changes.ts";
import { pastDayIn } from "./past-days.ts";
import { whenIn } from "./times.ts";

/** A longer message is complete in itself. */
const MOST_CHARS = 90;

type Clear = Asked & { readonly is: "clear" };

/** The request before and the answer that it got. */
export type Before = { readonly asked: Clear; readonly answer: string };

type Moment = {
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

/** Returns what a message means after the request before it, or undefined when it stands alone. */
export function leaningOn(message: string, moment: Moment): Clear | undefined {
  const said = message.replaceAll("’", "'").trim();
  if (said.length > MOST_CHARS) return undefined;
  for (const read of [didIt, why, judging, otherDay, otherTime, beforeIt, nth, named]) {
    const found = read(said, moment);
    const intent = moment.intents.get(found?.intent ?? "");
    if (found === undefined || intent === undefined) continue;
    const { slots = {}, words, about, part = message } = found;
    return {
      is: "clear",
      intent,
      slots: [slots],
      message: words === undefined ? part : `${part} ${words}`,
      ...(about === undefined ? {} : { before: about }),
    };
  }
  return undefined;
}

/**
 * `words` are words of the talk before that complete the message. `about` is the intent of the request before. `part` is
 * the part of the message that asks for something.
 */
type Read = {
  readonly intent: string;
  readonly slots?: Slots;
  readonly words?: string;
  readonly about?: string;
  readonly part?: string;
};

/** The first words of a reminder that was just sent (cadence/watches.ts). */
const REMINDED = /^You asked me to remind you: /u;
const DID_IT =
  /^(?:(?:ok|okay|yes|yep|ja|s[ií]|oui|all|it's|its|it is|i|i've|c'est|ist|ya|ya está),? )?(?:done|did it|did that|finished|sorted|taken|called|paid|bought|erledigt|gemacht|fertig|hecho|list[oa]|fait|fini|out)(?!\p{L})/iu;

/** "Done, called him", after a reminder. */
function didIt(said: string, { heard }: Moment): Read | undefined {
  return REMINDED.test(heard ?? "") && DID_IT.test(said) && !said.includes("?") ? { intent: "did-it" } : undefined;
}

/** The questions about the body. Each can be asked of another day, and asked why. */
const OF_BODY: ReadonlySet<string> = new Set([
  "how-am-i",
  "why-score",
  "sleep-last-night",
  "recovery",
  "activity",
  "compare-usual",
  "compare-yesterday",
  "since-when",
  "trend",
  "train-today",
]);

const WHY =
  /^(?:(?:but|and|ok|okay|hm+|oh|aber|und|pero|y|mais|et),? )?(?:why|how come|warum|wieso|weshalb|¿?por qu[eé]|pourquoi)(?: (?:is|was|ist|war|es|est)?\s?(?:that|it|so|das|eso|ça|cela))?\W*$/iu;

function why(said: string, { before }: Moment): Read | undefined {
  const asked = WHY.test(said) ? before()?.asked : undefined;
  if (asked === undefined) return undefined;
  const day = asked.slots[0].day;
  if (!OF_BODY.has(asked.intent.name)) return { intent: "why-said" };
  return { intent: "why-score", ...(day === undefined ? {} : { slots: { day } }) };
}

const QUALITY =
  "good|bad|ok|okay|normal|usual|unusual|a lot|much|enough|high|low|healthy|fine|worse|better|great|gut|schlecht|viel|genug|üblich|bueno|buena|malo|mala|mucho|suficiente|bien|mal|bon|bonne|mauvais|beaucoup|assez|normale";
const JUDGING = [
  new RegExp(
    `^(?:so |and |und |y |et )?¿?(?:is|was|are|ist|war|es|está|c'est|est-ce)(?: (?:that|this|it|those|das|es|eso|esto|ça))? (?:${QUALITY})(?: (?:or|oder|o|ou) (?:${QUALITY}))?(?: for me| für mich| para mí| pour moi)?\\W*$`,
    "iu",
  ),
  /^(?:is (?:that|it) )?(?:more|less|better|worse|higher|lower) than (?:usual|normal|average|always)\W*$/iu,
  /^(?:mehr|weniger|besser|schlechter) als (?:sonst|üblich|normal)\W*$/iu,
  /^¿?(?:más|menos|mejor|peor) (?:que|de) (?:lo (?:normal|habitual)|siempre)\W*$/iu,
  /^(?:plus|moins|mieux) que d'habitude\W*$/iu,
];

function judging(said: string, { before }: Moment): Read | undefined {
  const name = JUDGING.some((pattern) => pattern.test(said)) ? before()?.asked.intent.name : undefined;
  return name !== undefined && OF_BODY.has(name) ? { intent: "compare-usual", about: name } : undefined;
}

const OPENS_DAY =
  /^(?:(?:and|ok|okay|und|y|et|e),? )?(?:(?:what|how) about|what's with|wie war(?: es)?|wie ist es|wie sieht es|was ist|qué tal|como fue|cómo fue|et pour|c'était comment)?\s*/iu;
const AROUND_DAY =
  /(?<!\p{L})(?:on|last|for|the|that|then|night|morning|am|letzten|letzte|nacht|für|el|la|del|pasado|noche|para|le|pour|dernier|nuit|in|der)(?!\p{L})/giu;

/** True when nothing is left of a text but words that may stand around a day. */
const isNothing = (rest: string) => /^[^\p{L}\p{N}]*$/u.test(rest.replace(OPENS_DAY, "").replaceAll(AROUND_DAY, ""));

/** "And yesterday?", "what about Friday?": the same question about another day. */
function otherDay(said: string, { clock, spoken, intents, before }: Moment): Read | undefined {
  const past = pastDayIn(said, clock, { spoken });
  const ahead = whenIn(said.replace(OPENS_DAY, ""), clock, spoken);
  const isPast = past !== undefined && isNothing(past.rest);
  if (!isPast && !(ahead.dated && !ahead.timed && isNothing(ahead.rest))) return undefined;
  const asked = before()?.asked;
  if (asked === undefined) return undefined;
  const { slots } = asked;
  // "Is that good?" asked about the question before it.
  const intent = intents.get(asked.before ?? "") ?? asked.intent;
  if (isPast && intent.slots.includes("day")) {
    const date = pastDayIn(said, clock, { spoken, spokenOf: slots[0].day })?.date;
    return date === undefined ? undefined : { intent: intent.name, slots: { day: date } };
  }
  const date = ahead.when !== undefined && "date" in ahead.when ? ahead.when.date : undefined;
  if (date === undefined || intent.acts || !intent.slots.includes("date")) return undefined;
  return { intent: intent.name, slots: { ...slots[0], date } };
}

/** What another time or day changes, by what was set before. */
const AMENDS: Readonly<Record<string, string>> = {
  remind: "move-reminder",
  "move-reminder": "move-reminder",
  "add-task": "move-task",
  "move-task": "move-task",
  "quiet-until": "quiet-until",
};
const OPENS_AMENDMENT =
  /^(?:(?:no|nope|wait|actually|sorry|oops|hmm?|oh|ok|okay|and|but|please|better|rather|i mean|i meant|make (?:it|that)|change (?:it|that) to|let's (?:say|make it)|move (?:it|that) to|to|nein|doch|warte|lieber|besser|mach (?:es|das|daraus)|ich meine|espera|mejor|que sea|ponlo|perdón|non|attends|plutôt|disons|mets-le|en fait|mach)(?!\p{L})[\s,.!:-]*)+/iu;
const CLOSES_AMENDMENT =
  /[\s,]*(?:instead|please|then|rather|thanks|(?:is|would be|works|suits me) better|stattdessen|bitte|lieber|(?:ist|wäre|passt) besser|mejor|por favor|(?:es|sería) mejor|plutôt|(?:c'est|serait) mieux|s'il te plaît)\W*$/iu;

/** "Make it 6", "no, Sunday evening is better": another time for what was set before. */
function otherTime(said: string, { clock, spoken, before }: Moment): Read | undefined {
  const opened = said.replace(OPENS_AMENDMENT, "");
  const closed = opened.replace(CLOSES_AMENDMENT, "");
  // A bare time after a question is its answer, and a time alone after an act is no amendment.
  if (closed === said) return undefined;
  const hour = /^(?:at |um |a las |à )?(\d{1,2})\W*$/iu.exec(closed)?.[1];
  const timed = whenIn(hour === undefined ? closed : `at ${hour}`, clock, hour === undefined ? spoken : "en");
  if (timed.when === undefined || /[\p{L}\p{N}]{2}/u.test(timed.rest.replaceAll(AROUND_DAY, ""))) return undefined;
  const asked = before(({ intent }) => intent.acts)?.asked;
  const intent = AMENDS[asked?.intent.name ?? ""];
  if (asked === undefined || intent === undefined) return undefined;
  const old = asked.slots[0].when;
  const when =
    intent === "move-reminder" && old ? amended(old, { ...timed, when: timed.when }, { said, clock }) : timed.when;
  const kept = asked.slots[0].text === undefined ? {} : { text: asked.slots[0].text };
  if (intent !== "move-task")
    return {
      intent,
      ...(kept.text ? { words: kept.text } : {}),
      slots: { ...kept, when, ...(timed.around ? { around: true } : {}) },
    };
  const date = dateOf(timed.when);
  const { text, about = text } = asked.slots[0];
  return date === undefined || about === undefined ? undefined : { intent, slots: { date, about }, words: about };
}

/** Changes of an earlier moment what was named again, and keeps the rest: its day, its half of the day, its repetition. */
function amended(
  old: When,
  { when, dated }: { readonly when: When; readonly dated: boolean },
  { said, clock }: { readonly said: string; readonly clock: WallClock },
): When {
  if (when.on !== "once" || old.on === "before") return when;
  if (old.on === "days") {
    const days = dated && old.days ? [dayOfWeek(when.date)] : old.days;
    return { on: "days", time: when.time, ...(days ? { days } : {}) };
  }
  const near = saysHalf(said) ? when.time : nearest(when.time, old.time);
  if (dated) return when;
  return { ...when, date: old.date, time: old.date === clock.date && near <= clock.time ? when.time : near };
}

const HALF_DAY = 12 * 60;

/** Returns ten in the morning or ten at night, whichever is closer to the old time. */
export function nearest(time: LocalTime, old: LocalTime): LocalTime {
  const other = timeOf(minuteOf(time) + HALF_DAY);
  const away = (one: LocalTime) => Math.abs(minuteOf(one) - minuteOf(old));
  return away(other) < away(time) ? other : time;
}

const dateOf = (when: When): LocalDate | undefined => (when.on === "once" ? when.date : undefined);

const isMoment = ({ slots: [{ text, when }] }: Clear) => text !== undefined && when?.on === "once";

const BEFORE_IT =
  /^(?:and |also )*remind me (?:(\d{1,3}|an?|half an) (minutes?|mins?|hours?)) before(?: (?:that|it))?\W*$/iu;

/** "And remind me an hour before": a second reminder of what was set for one moment. */
function beforeIt(said: string, { before }: Moment): Read | undefined {
  const [found, amount = "", unit = ""] = BEFORE_IT.exec(said) ?? [];
  const slots = found === undefined ? undefined : before(isMoment)?.asked.slots[0];
  if (slots?.text === undefined || slots.when?.on !== "once") return undefined;
  const count = amount === "half an" ? 0.5 : /^\d/.test(amount) ? Number(amount) : 1;
  const minutes = count * (unit.startsWith("h") ? 60 : 1);
  const at = minuteOf(slots.when.time) - minutes;
  const date = addDays(slots.when.date, Math.floor(at / DAY_MINUTES));
  return {
    intent: "remind",
    slots: { text: slots.text, when: { on: "once", date, time: timeOf(at) } },
    words: slots.text,
  };
}

/** What can be done with one line of a list, by what was listed. */
const LISTS: Readonly<Record<string, { readonly drop: string; readonly done?: string; readonly move?: string }>> = {
  "list-reminders": { drop: "cancel-reminder", move: "move-reminder" },
  "cancel-reminder": { drop: "cancel-reminder", move: "move-reminder" },
  "move-reminder": { drop: "cancel-reminder", move: "move-reminder" },
  "list-tasks": { drop: "drop-task", done: "finish-task", move: "move-task" },
  "what-is-due": { drop: "drop-task", done: "finish-task", move: "move-task" },
  "finish-task": { drop: "drop-task", done: "finish-task", move: "move-task" },
  "drop-task": { drop: "drop-task", done: "finish-task", move: "move-task" },
  "about-me": { drop: "forget" },
  remind: { drop: "cancel-reminder", move: "move-reminder" },
  "add-task": { drop: "drop-task", done: "finish-task", move: "move-task" },
  "show-goals": { drop: "remove-goal", done: "finish-goal" },
  "add-goal": { drop: "remove-goal", done: "finish-goal" },
};
const ORDINALS: readonly RegExp[] = [
  /(?<!\p{L})(?:first|1st|erste[nrs]?|primer[oa]?|premi[eè]re?)(?!\p{L})/iu,
  /(?<!\p{L})(?:second|2nd|zweite[nrs]?|segund[oa]|deuxi[eè]me|seconde?)(?!\p{L})/iu,
  /(?<!\p{L})(?:third|3rd|dritte[nrs]?|tercer[oa]?|troisi[eè]me)(?!\p{L})/iu,
  /(?<!\p{L})(?:fourth|4th|vierte[nrs]?|cuart[oa]|quatri[eè]me)(?!\p{L})/iu,
];
const LAST = /(?<!\p{L})(?:last|letzte[nrs]?|últim[oa]|derni[eè]re?)(?!\p{L})/iu;
const DROP =
  /(?<!\p{L})(?:delete|cancel|remove|drop|forget|skip|kill|lösch\p{L}*|streich\p{L}*|vergiss|borra|elimina|cancela|quita|olvida|supprime|annule|enlève|oublie)(?!\p{L})/iu;
const DONE =
  /(?<!\p{L})(?:done|finished|did|tick off|check off|complete[d]?|erledigt|fertig|abhaken|hech[oa]|terminad[oa]|faite?|fini|terminée?)(?!\p{L})/iu;
const NTH_FRAME =
  /(?<!\p{L})(?:please|the|one|of (?:them|those)|is|i|off|bitte|das|den|die|ist|ab|por favor|el|la|está|le|s'il te plaît|est|to|and|ok)(?!\p{L})/giu;

/** Returns the lines that an answer lists: what it quotes. Lines with the same words are told apart by what follows. */
function linesOf(answer: string): string[] {
  const lines = [...answer.matchAll(/“([^“”]{1,200})”([^“”]{0,60})/gu)];
  const isTwice = (line: string | undefined) => lines.filter(([, other]) => other === line).length > 1;
  return lines.map(([, line = "", after = ""]) => (isTwice(line) ? `${line}${after}` : line));
}

/** "Delete the second one", after a list: the line that stands there. */
function nth(said: string, { clock, spoken, before }: Moment): Read | undefined {
  const at = ORDINALS.findIndex((pattern) => pattern.test(said));
  const isLast = at < 0 && LAST.test(said);
  if (at < 0 && !isLast) return undefined;
  const timed = whenIn(said, clock, spoken);
  const left = [...ORDINALS, LAST, DROP, DONE].reduce((text, pattern) => text.replace(pattern, " "), timed.rest);
  const rest = left
    .replaceAll(NTH_FRAME, " ")
    .replace(/(?<!\p{L})(?:move|put|verschieb\p{L}*|mueve|déplace)(?!\p{L})/iu, " ");
  if (/\p{L}/u.test(rest)) return undefined;
  const found = before();
  const acts = LISTS[found?.asked.intent.name ?? ""];
  const lines = linesOf(found?.answer ?? "");
  const about = isLast ? lines.at(-1) : lines[at];
  if (acts === undefined) return undefined;
  const isMoved = timed.when !== undefined && acts.move !== undefined;
  const intent = DROP.test(said) ? acts.drop : DONE.test(said) ? acts.done : isMoved ? acts.move : undefined;
  // Without a verb it answers the question which one was meant.
  const own = found?.asked.intent.acts === true && found.answer.includes("?") ? found.asked.intent.name : undefined;
  const name = intent ?? own;
  if (name === undefined) return undefined;
  // There is no such line. The writer says what there is.
  if (about === undefined) return DROP.test(said) || DONE.test(said) ? { intent: name } : undefined;
  const date = timed.when && dateOf(timed.when);
  const time = timed.when === undefined ? {} : { when: timed.when, ...(date === undefined ? {} : { date }) };
  return {
    intent: name,
    slots: { ...(isMoved ? time : own === name ? found?.asked.slots[0] : {}), about },
    words: about,
  };
}

const SPARES =
  /[,;]?\s+(?:but|and|aber|und|pero|y|mais|et)\s+(?:keep|leave|behalt\p{L}*|lass|deja|conserva|garde|laisse)(?!\p{L}).*$/iu;
const NAMED_LINE =
  /^(?:please |ok(?:ay)?,? |and |can you |bitte |por favor )?\p{L}+ (?:the|my|that|die|das|den|meine?n?|el|la|mi|le|mon|ma) (.{2,40}?)(?: (?:one|thing|goal|task|reminder|ziel|aufgabe|erinnerung|meta|tarea|recordatorio|objectif|tâche|rappel))?\W*$/iu;

/** "Drop the water one", "cancel the stamps, but keep the pill", soon after something was set or listed. */
function named(said: string, { before }: Moment): Read | undefined {
  const part = said.replace(SPARES, "");
  const about = DROP.test(part) ? NAMED_LINE.exec(part)?.[1] : undefined;
  const found = about === undefined ? undefined : before(({ intent }) => LISTS[intent.name] !== undefined);
  const acts = LISTS[found?.asked.intent.name ?? ""];
  if (about === undefined || acts === undefined) return undefined;
  // What is dropped must have been named lately. Otherwise the message stands alone.
  const lines = found?.asked.slots.map(({ text = "" }) => text) ?? [];
  const line = [...lines, ...linesOf(found?.answer ?? "")].find((one) =>
    one.toLowerCase().includes(about.toLowerCase()),
  );
  if (line === undefined) return undefined;
  const slot = acts.drop === "remove-goal" ? { text: line } : { about };
  return { intent: acts.drop, slots: slot, part, ...(acts.drop === "remove-goal" ? { words: line } : {}) };
}
