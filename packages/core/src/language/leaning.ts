/**
 * Reads a message that is complete only together with the talk before it: "and yesterday?", "is that good?", "why?",
 * "make it 6", "delete the second one". It keeps nothing: the request before is understood again from the thread, so the
 * same message in the same thread always means the same.
 *
 * bounded: every pattern reads at most MOST_CHARS characters.
 */
import type {
  Asked,
  Intent,
  IntentLanguage,
  IntentSubject,
  LocalDate,
  LocalTime,
  Slots,
  WallClock,
  When,
} from "@waldo/contracts";
import { isAbout, meaningfulWords } from "../memory/claims/likeness.ts";
import { dayOfWeek, minuteOf, timeOf } from "../time.ts";
import { briefAmended } from "./after-brief.ts";
import { afterReminder } from "./after-reminder.ts";
import { DROPS, isFrame, placeOf, saysHalf, tokens } from "./changes.ts";
import { nextErrand } from "./errands.ts";
import { goalAmount, goalEnd } from "./goal-changes.ts";
import { GOAL_INTENTS, goalsNamed, inThousands, namesGoalThing } from "./goal-words.ts";
import { ahead, leadIn, shiftIn } from "./lead-times.ts";
import { pastDayIn } from "./past-days.ts";
import { whenIn } from "./times.ts";

/** A longer message is complete in itself. */
const MOST_CHARS = 90;

type Clear = Asked & { readonly is: "clear" };

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

/** Returns what a message means after the request before it, or undefined when it stands alone. */
export function leaningOn(message: string, moment: LeaningMoment): Clear | undefined {
  const said = message.replaceAll("’", "'").trim();
  if (said.length > MOST_CHARS) return undefined;
  for (const read of READERS) {
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

/** "Done, called him", "ten more minutes", "not today", after a reminder that was just sent. */
function reminded(said: string, { clock, spoken, heard = "" }: LeaningMoment): Read | undefined {
  return afterReminder(said, heard, { clock, spoken });
}

/** "No, a quarter to", "on Sundays at nine", after another time for a Brief. */
function otherBrief(said: string, { before }: LeaningMoment): Read | undefined {
  const asked = MENTIONS_TIME.test(said) ? before()?.asked : undefined;
  return asked?.intent.name === "set-rhythm"
    ? briefAmended(said.replace(OPENS_AMENDMENT, "").replace(CLOSES_AMENDMENT, ""), asked.message)
    : undefined;
}

const MENTIONS_TIME =
  /\d|(?<!\p{L})(?:quarter|half|viertel|halb|o'clock|uhr|cuarto|media|quart|\p{L}*days?|\p{L}+tags?)(?!\p{L})/iu;

const WHY =
  /^(?:(?:but|and|ok|okay|hm+|oh|aber|und|pero|y|mais|et),? )?(?:why|how come|how so|in what(?: way)?|warum|wieso|weshalb|inwiefern|worin|¿?por qu[eé]|¿?en qu[eé]|pourquoi|en quoi)(?: (?:is|was|ist|war|es|est)?\s?(?:that|it|so|das|eso|ça|cela))?\W*$/iu;

function why(said: string, { before }: LeaningMoment): Read | undefined {
  const asked = WHY.test(said) ? before()?.asked : undefined;
  if (asked === undefined) return undefined;
  const day = asked.slots[0].day;
  if (asked.intent.subject !== "body") return { intent: "why-said" };
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

function judging(said: string, { before }: LeaningMoment): Read | undefined {
  const intent = JUDGING.some((pattern) => pattern.test(said)) ? before()?.asked.intent : undefined;
  return intent?.subject === "body" ? { intent: "compare-usual", about: intent.name } : undefined;
}

const AGAIN =
  /^(?:and |ok |okay |please )*(?:again|once more|one more time|same again|(?:an?other|one more) \S+(?: \S+)?|noch ?(?:ein)?mal|otra vez|de nuevo|encore(?: une fois)?)(?: please)?\W*$/iu;

/** "Again", after something was put off. */
function again(said: string, { clock, spoken, before }: LeaningMoment): Read | undefined {
  const asked = AGAIN.test(said) ? before()?.asked : undefined;
  const moves = asked && CHANGES[asked.intent.subject ?? ""]?.move === asked.intent.name;
  if (!moves || asked.slots[0].when === undefined) return undefined;
  const other = whenIn(said.replace(/^(?:and |ok |okay |please )*(?:an?other|one more) /iu, "in "), clock, spoken).when;
  const when = other ?? asked.slots[0].when;
  return { intent: asked.intent.name, slots: { ...asked.slots[0], when }, words: asked.message };
}

const OPENS_DAY =
  /^¿?(?:(?:and|ok|okay|und|y|et|e),? )?(?:(?:what|how) about|what's with|wie war(?: es)?|wie ist es|wie sieht es|was ist|qué tal|como fue|cómo fue|et pour|c'était comment)?\s*/iu;
const AROUND_DAY =
  /(?<!\p{L})(?:on|last|for|the|that|then|night|morning|am|letzten|letzte|nacht|für|el|la|del|pasado|noche|para|le|pour|dernier|nuit|in|der)(?!\p{L})/giu;

/** True when nothing is left of a text but words that may stand around a day. */
const isNothing = (rest: string) => /^[^\p{L}\p{N}]*$/u.test(rest.replace(OPENS_DAY, "").replaceAll(AROUND_DAY, ""));

const NIGHT = /(?<!\p{L})(?:night|nacht|noche|nuit)(?!\p{L})/iu;

/** "And yesterday?", "what about Friday?": the same question about another day. */
function otherDay(said: string, { clock, spoken, intents, before }: LeaningMoment): Read | undefined {
  const past = pastDayIn(said, clock, { spoken });
  const ahead = whenIn(said.replace(OPENS_DAY, ""), clock, spoken);
  const isPast = past !== undefined && isNothing(past.rest);
  if (!isPast && !(ahead.dated && !ahead.timed && isNothing(ahead.rest))) return undefined;
  const asked = before()?.asked;
  if (asked === undefined) return undefined;
  const { slots } = asked;
  // "Is that good?" asked about the question before it.
  const first = intents.get(asked.before ?? "") ?? asked.intent;
  // "And the night before?" asks of a night, also after a reason of the day.
  const night = first.subject === "body" && NIGHT.test(said) ? intents.get("sleep-last-night") : undefined;
  const intent = night ?? first;
  if (isPast && intent.slots.includes("day")) {
    const date = pastDayIn(said, clock, { spoken, spokenOf: slots[0].day })?.date;
    return date === undefined ? undefined : { intent: intent.name, slots: { day: date } };
  }
  const date = ahead.when !== undefined && "date" in ahead.when ? ahead.when.date : undefined;
  if (date === undefined || intent.acts || !intent.slots.includes("date")) return undefined;
  return { intent: intent.name, slots: { ...slots[0], date } };
}

const OPENS_AMENDMENT =
  /^(?:(?:no|nope|wait|actually|sorry|oops|hmm?|oh|ok|okay|and|but|please|better|rather|only|just|i mean|i meant|eigentlich|later|mit \p{L}+ mein(?:te)? ich|make (?:it|that)|change (?:it|that) to|let's (?:say|make it)|(?:move|push|shift|put|bring) (?:it|that)(?: back| forward)?(?: to| till| until)?|to|nur|solo|seulement|verschieb(?:e)? (?:es|das) auf|nein|doch|warte|lieber|besser|mach (?:es|das|daraus)|ich meine|espera|mejor|que sea|ponlo|perdón|non|attends|plutôt|disons|mets-le|en fait|mach)(?!\p{L})[\s,.!:-]*)+/iu;
const CLOSES_AMENDMENT =
  /[\s,]*(?:instead|please|then|rather|thanks|i mean|i meant|meine ich|quiero decir|je veux dire|(?:is|would be|works|suits me) (?:better|best|fine|good)|(?:works|passt|draus|daraus)|stattdessen|bitte|lieber|(?:ist|wäre|passt) besser|mejor|por favor|(?:es|sería) mejor|plutôt|(?:c'est|serait) mieux|s'il te plaît)\W*$/iu;

/** "Today, Saturday" */
const DAY_TWICE =
  /(?<!\p{L})(today|tomorrow|heute|morgen|hoy|mañana|aujourd'hui|demain),? (?:\p{L}+day|\p{L}+tag|mittwoch|lunes|martes|miércoles|jueves|viernes|sábado|domingo|\p{L}+di)(?!\p{L})/iu;

/** "Make it 6", "no, Sunday evening is better": another time for what was set before. */
function otherTime(said: string, { clock, spoken, before }: LeaningMoment): Read | undefined {
  const opened = said.replace(OPENS_AMENDMENT, "");
  const closed = opened.replace(CLOSES_AMENDMENT, "").replace(DAY_TWICE, "$1");
  // A bare time changes only what was set just before.
  const isBare = closed === said;
  const hour = /^(?:at |um |a las |à )?(\d{1,2})\W*$/iu.exec(closed)?.[1];
  const amount = /^\d{1,3} ?(?:m|h|min|mins|minut\p{L}*|hours?|hrs?)\W*$/iu.test(closed) ? `in ${closed}` : closed;
  const timed = whenIn(hour === undefined ? amount : `at ${hour}`, clock, hour === undefined ? spoken : "en");
  if (timed.when === undefined || /[\p{L}\p{N}]{2}/u.test(timed.rest.replaceAll(AROUND_DAY, ""))) return undefined;
  const last = before()?.asked;
  // After Waldo told its settings, another time is one for them.
  if (last?.intent.tools.includes("get_settings") && !last.intent.acts) return undefined;
  const asked = isBare ? last : before(({ intent }) => intent.acts)?.asked;
  if (isBare && (asked?.slots[0].when === undefined || !asked.intent.acts)) return undefined;
  const intent = isTimed(asked) ? CHANGES[asked.intent.subject ?? ""]?.move : undefined;
  if (asked === undefined || intent === undefined) return undefined;
  const { text, about = text, when: old } = asked.slots[0];
  const words = about === undefined ? {} : { words: about };
  if (intent === "move-task") {
    const date = dateOf(timed.when);
    return date === undefined || about === undefined ? undefined : { intent, slots: { date, about }, ...words };
  }
  const when = old ? amended(old, timed.when, { said, clock, ...timed }) : timed.when;
  const kept = text === undefined ? {} : { text };
  return { intent, slots: { ...kept, when, ...(timed.around ? { around: true } : {}) }, ...words };
}

/** "Actually every day", after a reminder was set: the same time on more days. */
function repeated(said: string, { clock, spoken, before }: LeaningMoment): Read | undefined {
  const days = said.replace(OPENS_AMENDMENT, "").replace(CLOSES_AMENDMENT, "");
  const { when, rest } = whenIn(`${days} 12:00`, clock, spoken);
  if (when?.on !== "days" || /[\p{L}\p{N}]{2}/u.test(rest.replaceAll(AROUND_DAY, ""))) return undefined;
  const asked = before()?.asked;
  const { text, when: old } = asked?.slots[0] ?? {};
  if (asked?.intent.subject !== "reminders" || text === undefined || old === undefined || old.on === "before")
    return undefined;
  return { intent: "move-reminder", slots: { text, when: { ...when, time: old.time } }, words: text };
}

/** "Make it 7000", "twice a week first", "for 4 weeks": another number or an end for the goal that was just spoken of. */
function otherGoal(said: string, { clock, spoken, before }: LeaningMoment): Read | undefined {
  const opened = inThousands(said)
    .replace(OPENS_AMENDMENT, "")
    .replace(/[,.;!]\s.*$/u, "");
  const closed = opened
    .replace(CLOSES_AMENDMENT, "")
    .replace(/ (?:then|actually|doch)?[\s.!]*$/iu, "")
    .replace(/[.!]+$/u, "");
  const to = said.includes("?") ? undefined : (goalAmount(closed) ?? goalEnd(closed, { clock, spoken }));
  if (to === undefined) return undefined;
  const found = before();
  if (found === undefined || !GOALS_SET.has(found.asked.intent.name)) return undefined;
  const lines = linesOf(found.answer);
  const text = lines.length === 1 ? lines[0] : found.asked.slots[0].text;
  if (text === undefined) return undefined;
  return { intent: GOAL_INTENTS.change, slots: { text, about: to }, part: to, words: text };
}

const GOALS_SET: ReadonlySet<string> = new Set([GOAL_INTENTS.add, GOAL_INTENTS.change, GOAL_INTENTS.progress]);

/** True for a request that sets a moment. Taking something away sets none. */
const isTimed = (asked: Clear | undefined): asked is Clear =>
  asked?.intent.slots.some((slot) => slot === "when" || slot === "date") === true;

/** `dated` and `timed`: whether a day and a time were said. */
type Amendment = {
  readonly said: string;
  readonly clock: WallClock;
  readonly dated: boolean;
  readonly timed: boolean;
};

/** Changes of an earlier moment what was named again, and keeps the rest: its day, its half of the day, its repetition. */
export function amended(old: When, when: When, { said, clock, dated, timed }: Amendment): When {
  if (old.on === "before" || (when.on === "days" && timed)) return when;
  if (when.on === "days") return old.on === "days" ? { ...when, time: old.time } : when;
  if (when.on !== "once") return when;
  if (old.on === "days") {
    const days = dated && old.days ? [dayOfWeek(when.date)] : old.days;
    return { on: "days", time: timed ? when.time : old.time, ...(days ? { days } : {}) };
  }
  if (dated) return timed ? when : { ...when, time: old.time };
  const near = saysHalf(said) ? when.time : nearest(when.time, old.time);
  return { ...when, date: old.date, time: old.date === clock.date && near <= clock.time ? when.time : near };
}

const HALF_DAY = 12 * 60;

/** Returns ten in the morning or ten at night, whichever is closer to the old time. */
function nearest(time: LocalTime, old: LocalTime): LocalTime {
  const other = timeOf(minuteOf(time) + HALF_DAY);
  const away = (one: LocalTime) => Math.abs(minuteOf(one) - minuteOf(old));
  return away(other) < away(time) ? other : time;
}

const dateOf = (when: When): LocalDate | undefined => (when.on === "once" ? when.date : undefined);

/** Returns what was told with its day and time: "They've given me Thursday the 15th at ten". */
function toldMoment(
  asked: Clear | undefined,
  { clock, spoken }: Pick<LeaningMoment, "clock" | "spoken">,
): Slots | undefined {
  if (asked === undefined || asked.intent.acts || asked.intent.subject === "body") return undefined;
  const { when, dated, timed } = whenIn(asked.message, clock, spoken);
  return when && dated && timed ? { text: asked.message.replace(/^\p{L}+[.!]\s+/u, ""), when } : undefined;
}

const isMoment = ({ slots: [{ text, when }] }: Clear) => text !== undefined && when?.on === "once";

/** "And remind me an hour before": a second reminder of what was set for one moment. */
function beforeIt(said: string, { clock, spoken, before }: LeaningMoment): Read | undefined {
  const led = leadIn(said);
  const isBare =
    led && /^\W*(?:(?:and|also|then|please|of it|of that|about it|und|dann|daran|bitte|y|et)\W*)*$/iu.test(led.rest);
  const slots = isBare
    ? (toldMoment(before()?.asked, { clock, spoken }) ?? before(isMoment)?.asked.slots[0])
    : undefined;
  const when = led && ahead(slots?.when, led.lead);
  if (slots?.text === undefined || when === undefined) return undefined;
  return { intent: "remind", slots: { text: slots.text, when }, words: slots.text };
}

/** "An hour earlier, please": what was set for one moment moves by so much. */
function shifted(said: string, { before }: LeaningMoment): Read | undefined {
  const lead = shiftIn(said.replace(OPENS_AMENDMENT, "").replace(CLOSES_AMENDMENT, "").replace(/\W+$/u, ""));
  const asked = lead && before(isMoment)?.asked;
  const move = CHANGES[asked?.intent.subject ?? ""]?.move;
  const { text, when: old } = asked?.slots[0] ?? {};
  const when = lead && ahead(old, lead);
  if (move === undefined || text === undefined || when === undefined) return undefined;
  return { intent: move, slots: { text, when }, words: text };
}

const KEEPS =
  /^(?:(?:no|nope|wait|actually|oh|sorry|hm+|ok|nein|doch|warte|espera|attends|non)[\s,.!]+)+(?:please |bitte )?(?:keep|leave|put) (?:it|that|them|this)(?: in| on| back)?\W*$|^(?:(?:nein|doch|warte)[\s,.!]+)+(?:behalt\p{L}*|lass) (?:es|das|sie)(?: drin| stehen)?\W*$|^(?:(?:no|espera)[\s,.!]+)+(?:d[eé]ja\p{L}*|mant[eé]n\p{L}*)\W*$|^(?:(?:non|attends)[\s,.!]+)+(?:garde|laisse)(?:-l[ea])?\W*$/iu;

/** "Wait, no, keep it", after something was taken away. */
function keeps(said: string, { before }: LeaningMoment): Read | undefined {
  const asked = KEEPS.test(said) ? before()?.asked : undefined;
  const isDropped = asked !== undefined && dropOf(asked.intent) === asked.intent.name;
  return isDropped ? { intent: "undo" } : undefined;
}

/** "And email the landlord", after a task was put on the list. */
function oneMore(said: string, { clock, spoken, before }: LeaningMoment): Read | undefined {
  const slots = nextErrand(said, { clock, spoken });
  return slots && before()?.asked.intent.name === "add-task" ? { intent: "add-task", slots } : undefined;
}

const ALSO = /^(?:(?:and|und|y|et),? )?(.{2,30}?),? (?:too|as well|also|auch|también|aussi)\W*$/iu;
const OTHER_ONE =
  /^(?:(?:no|nope|nein|ne|non|sorry|wait|oops),? )+(?:i meant |ich meinte? |quiero decir |je voulais dire )?(?:the other(?: one)?|(?:das|die|den) andere\p{L}*|(?:el|la) otr[oa]|l'autre)(?:,? (?:sorry|please|bitte|perdón|pardon))?\W*$/iu;

/** "Oat milk too", after a task was done, and "no, the other one". */
function alsoDone(said: string, { before }: LeaningMoment): Read | undefined {
  const about = ALSO.exec(said)?.[1];
  const isOther = OTHER_ONE.test(said);
  if ((about === undefined && !isOther) || before()?.asked.intent.name !== "finish-task") return undefined;
  if (about === undefined) return { intent: "undo" };
  return meaningfulWords(about).length === 0 ? undefined : { intent: "finish-task", slots: { about } };
}

const DROPS_IT =
  /^(?:(?:ok|okay|no|nope|wait|actually|please|bitte|por favor|nein),? )*(?:(?:cancel|delete|remove|drop|scrap|forget|lösche?|streiche?|vergiss|storniere|cancela|borra|quita|annule|supprime|enlève) (?:it|that|this|that one|this one|das|es|ihn|sie|die|den|eso|esto|ça|cela)|canc[eé]lalo|b[oó]rralo|qu[ií]talo|(?:annule|supprime|enlève)-l[ea])(?: again| wieder| please| bitte)?\W*$/iu;

/** "Cancel it", right after something was set, or listed alone. */
function dropsIt(said: string, { before }: LeaningMoment): Read | undefined {
  const found = DROPS_IT.test(said) ? before() : undefined;
  const asked = found?.asked;
  // A list of one line says what "it" is.
  const [line, another] = asked === undefined || asked.intent.acts ? [] : linesOf(found?.answer ?? "");
  const drop = CHANGES[asked?.intent.subject ?? ""]?.drop;
  if (line !== undefined && another === undefined && drop) return { intent: drop, slots: { about: line }, words: line };
  const intent = asked?.intent.acts ? dropOf(asked.intent) : undefined;
  const text = asked?.slots[0].text;
  if (asked === undefined || intent === undefined || intent === asked.intent.name || text === undefined)
    return undefined;
  return asked.intent.subject === "goals"
    ? { intent, slots: { text }, words: text }
    : { intent, slots: { about: text }, words: text };
}

type Changes = { readonly drop?: string; readonly done?: string; readonly move?: string };

/** The intents by which a thing is changed, by what was set or listed. */
const CHANGES: Readonly<Record<string, Changes>> = {
  reminders: { drop: "cancel-reminder", move: "move-reminder" },
  tasks: { drop: "drop-task", done: "finish-task", move: "move-task" },
  goals: { drop: "remove-goal", done: "finish-goal" },
  memory: { drop: "forget" },
  quiet: { move: "quiet-until" },
} satisfies Partial<Record<IntentSubject, Changes>>;

const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));
const DONE = words(
  "off done finished did tick ticked check checked complete completed erledigt fertig abhaken hecho hecha terminado terminada fait faite fini terminée",
);
/** Words by which a line that was named is taken away. Alone, as in "forget it", they name none. */
const FORGETS = words("forget kill cancel vergiss cancela olvida annule oublie");

const isDrop = (said: readonly string[]) => said.some((word) => DROPS.has(word) || FORGETS.has(word));
const isDone = (said: readonly string[]) => said.some((word) => DONE.has(word));

/** Returns the lines that an answer lists: what it quotes. Lines with the same words are told apart by what follows. */
function linesOf(answer: string): string[] {
  const lines = [...answer.matchAll(/“([^“”]{1,200})”([^“”]{0,60})/gu)];
  const isTwice = (line: string | undefined) => lines.filter(([, other]) => other === line).length > 1;
  return lines.map(([, line = "", after = ""]) => (isTwice(line) ? `${line}${after}` : line));
}

const LONG_AGO =
  /,? (?:since ages|ages ago|long ago|already|by now|(?:schon )?(?:längst|lange)|hace (?:tiempo|mucho)|depuis longtemps)\W*$/iu;

/** "Delete the second one", after a list: the line that stands there. */
function nth(said: string, { clock, spoken, before }: LeaningMoment): Read | undefined {
  const isPlace = (word: string) => placeOf(word, 1) !== undefined;
  const all = tokens(said.replace(LONG_AGO, ""));
  const places = all.filter(isPlace);
  if (places.length === 0) return undefined;
  // "The first" may also be a day of the month, so the time is read without it.
  const timed = whenIn(all.filter((word) => !isPlace(word)).join(" "), clock, spoken);
  const told = tokens(timed.rest);
  if (!told.every((word) => isFrame(word) || DONE.has(word) || FORGETS.has(word))) return undefined;
  const found = before();
  const changes = CHANGES[found?.asked.intent.subject ?? ""];
  if (found === undefined || changes === undefined) return undefined;
  const { asked, answer } = found;
  const lines = linesOf(answer);
  const [place = 0] = places.flatMap((word) => placeOf(word, lines.length) ?? []);
  const isMoved = timed.when !== undefined && changes.move !== undefined;
  // Without a verb it answers the question which one was meant.
  const own = asked.intent.acts && answer.includes("?") ? asked.intent.name : undefined;
  const verb = isDrop(told) ? changes.drop : isDone(told) ? changes.done : isMoved ? changes.move : undefined;
  const intent = verb ?? own;
  if (intent === undefined) return undefined;
  const about = lines[place];
  // There is no such line. The writer says what there is.
  if (about === undefined) return { intent };
  const date = timed.when && dateOf(timed.when);
  const time = { ...(timed.when ? { when: timed.when } : {}), ...(date ? { date } : {}) };
  return { intent, slots: { ...(verb === undefined ? asked.slots[0] : time), about }, words: about };
}

const SPARES =
  /[,;]?\s+(?:but|and|aber|und|pero|y|mais|et)\s+(?:keep|leave|behalt\p{L}*|lass|deja|conserva|garde|laisse)(?!\p{L}).*$/iu;
const NAMED_LINE =
  /^(?:please |ok(?:ay)?,? |and |can you |bitte |por favor )?\p{L}+ (?:the|my|that|die|das|den|meine?n?|el|la|mi|le|mon|ma) (.{2,40}?)(?: (?:one|thing|goal|task|reminder|ziel|aufgabe|erinnerung|meta|tarea|recordatorio|objectif|tâche|rappel))?\W*$/iu;

/** "Drop the water one", "cancel the stamps, but keep the pill", soon after something was set or listed. */
function named(said: string, { before }: LeaningMoment): Read | undefined {
  const part = said.replace(SPARES, "");
  const about = isDrop(tokens(part)) ? NAMED_LINE.exec(part)?.[1]?.toLowerCase() : undefined;
  const found = about === undefined ? undefined : before(({ intent }) => dropOf(intent) !== undefined);
  if (about === undefined || found === undefined) return undefined;
  const intent = dropOf(found.asked.intent) ?? "";
  // What is dropped must have been named lately. Otherwise the message stands alone.
  const lines = [...found.asked.slots.map(({ text = "" }) => text), ...linesOf(found.answer)];
  if (found.asked.intent.subject === "goals") {
    const [line, other] = goalsNamed(lines, (one) => one, about);
    if (other !== undefined || (line === undefined && !namesGoalThing(about))) return undefined;
    // A goal that was just named is named by its whole line. An older one is looked up by the words.
    return line === undefined
      ? { intent, slots: { text: about }, part }
      : { intent, slots: { text: line }, part, words: line };
  }
  return lines.some((one) => one.toLowerCase().includes(about)) ? { intent, slots: { about }, part } : undefined;
}

const dropOf = ({ subject }: Intent) => CHANGES[subject ?? ""]?.drop;

/** "Dad on Sunday", soon after “call Dad” was put on the list: the day of that task. */
function datedTask(message: string, { clock, spoken, before }: LeaningMoment): Read | undefined {
  // A sentence before it says why.
  const said = message.split(/(?<=[.!])\s+/u).at(-1) ?? message;
  const read = whenIn(said, clock, spoken);
  const { when, dated, timed, rest } = read.dated ? read : whenIn(said, clock, "en");
  const date = when && dateOf(when);
  const names = meaningfulWords(rest);
  if (!dated || timed || date === undefined || said.includes("?") || names.length === 0 || names.length > 3)
    return undefined;
  const found = before(({ intent }) => ["add-task", "list-tasks", "remind"].includes(intent.name));
  const lines =
    found === undefined ? [] : [...found.asked.slots.map(({ text = "" }) => text), ...linesOf(found.answer)];
  const [line, other] = new Set(lines.filter((one) => isAbout(one, rest)));
  if (line === undefined || other !== undefined) return undefined;
  const old = found?.asked.intent.name === "remind" ? found.asked.slots[0].when : undefined;
  if (old === undefined || when === undefined)
    return { intent: "move-task", slots: { about: line, date }, words: line };
  return {
    intent: "move-reminder",
    slots: { text: line, when: amended(old, when, { said, clock, dated, timed }) },
    words: line,
  };
}

/** What a message may lean on, in the order in which it is tried. */
const READERS = [
  reminded,
  otherBrief,
  why,
  judging,
  again,
  repeated,
  otherDay,
  otherTime,
  otherGoal,
  beforeIt,
  shifted,
  keeps,
  alsoDone,
  dropsIt,
  nth,
  named,
  datedTask,
  oneMore,
];
