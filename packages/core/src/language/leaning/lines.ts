/**
 * Reads what becomes of a thing that was set or listed before: "cancel it", "the second one is done", "keep it".
 *
 * bounded: leaning.ts gives these patterns at most MOST_CHARS characters.
 */
import { isAbout, meaningfulWords } from "../../memory/claims/likeness.ts";
import { DROPS, isFrame, placeOf, tokens } from "../changes.ts";
import { nextErrand } from "../errands.ts";
import { goalAmount, goalEnd } from "../goal-changes.ts";
import { GOAL_INTENTS, goalsNamed, inThousands, namesGoalThing } from "../goal-words.ts";
import { whenIn } from "../times.ts";
import { amended, dateOf } from "./moments.ts";
import {
  CHANGES,
  CLOSES_AMENDMENT,
  dropOf,
  type LeaningMoment,
  linesOf,
  OPENS_AMENDMENT,
  type Read,
} from "./reading.ts";

/** "Make it 7000", "twice a week first", "for 4 weeks": another number or an end for the goal that was just spoken of. */
export function otherGoal(said: string, { clock, spoken, before }: LeaningMoment): Read | undefined {
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

const KEEPS =
  /^(?:(?:no|nope|wait|actually|oh|sorry|hm+|ok|nein|doch|warte|espera|attends|non)[\s,.!]+)+(?:please |bitte )?(?:keep|leave|put) (?:it|that|them|this)(?: in| on| back)?\W*$|^(?:(?:nein|doch|warte)[\s,.!]+)+(?:behalt\p{L}*|lass) (?:es|das|sie)(?: drin| stehen)?\W*$|^(?:(?:no|espera)[\s,.!]+)+(?:d[eé]ja\p{L}*|mant[eé]n\p{L}*)\W*$|^(?:(?:non|attends)[\s,.!]+)+(?:garde|laisse)(?:-l[ea])?\W*$/iu;

/** "Wait, no, keep it", after something was taken away. */
export function keeps(said: string, { before }: LeaningMoment): Read | undefined {
  const asked = KEEPS.test(said) ? before()?.asked : undefined;
  const isDropped = asked !== undefined && dropOf(asked.intent) === asked.intent.name;
  return isDropped ? { intent: "undo" } : undefined;
}

/** "And email the landlord", after a task was put on the list. */
export function oneMore(said: string, { clock, spoken, before }: LeaningMoment): Read | undefined {
  const slots = nextErrand(said, { clock, spoken });
  return slots && before()?.asked.intent.name === "add-task" ? { intent: "add-task", slots } : undefined;
}

const ALSO = /^(?:(?:and|und|y|et),? )?(.{2,30}?),? (?:too|as well|also|auch|también|aussi)\W*$/iu;
const OTHER_ONE =
  /^(?:(?:no|nope|nein|ne|non|sorry|wait|oops),? )+(?:i meant |ich meinte? |quiero decir |je voulais dire )?(?:the other(?: one)?|(?:das|die|den) andere\p{L}*|(?:el|la) otr[oa]|l'autre)(?:,? (?:sorry|please|bitte|perdón|pardon))?\W*$/iu;

/** "Oat milk too", after a task was done, and "no, the other one". */
export function alsoDone(said: string, { before }: LeaningMoment): Read | undefined {
  const about = ALSO.exec(said)?.[1];
  const isOther = OTHER_ONE.test(said);
  if ((about === undefined && !isOther) || before()?.asked.intent.name !== "finish-task") return undefined;
  if (about === undefined) return { intent: "undo" };
  return meaningfulWords(about).length === 0 ? undefined : { intent: "finish-task", slots: { about } };
}

const DROPS_IT =
  /^(?:(?:ok|okay|no|nope|wait|actually|please|bitte|por favor|nein),? )*(?:(?:cancel|delete|remove|drop|scrap|forget|lösche?|streiche?|vergiss|storniere|cancela|borra|quita|annule|supprime|enlève) (?:it|that|this|that one|this one|das|es|ihn|sie|die|den|eso|esto|ça|cela)|canc[eé]lalo|b[oó]rralo|qu[ií]talo|(?:annule|supprime|enlève)-l[ea])(?: again| wieder| please| bitte)?\W*$/iu;

/** "Cancel it", right after something was set, or listed alone. */
export function dropsIt(said: string, { before }: LeaningMoment): Read | undefined {
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

const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));
const DONE = words(
  "off done finished did tick ticked check checked complete completed erledigt fertig abhaken hecho hecha terminado terminada fait faite fini terminée",
);
/** Words by which a line that was named is taken away. Alone, as in "forget it", they name none. */
const FORGETS = words("forget kill cancel vergiss cancela olvida annule oublie");

const isDrop = (said: readonly string[]) => said.some((word) => DROPS.has(word) || FORGETS.has(word));
const isDone = (said: readonly string[]) => said.some((word) => DONE.has(word));

const LONG_AGO =
  /,? (?:since ages|ages ago|long ago|already|by now|(?:schon )?(?:längst|lange)|hace (?:tiempo|mucho)|depuis longtemps)\W*$/iu;

/** "Delete the second one", after a list: the line that stands there. */
export function nth(said: string, { clock, spoken, before }: LeaningMoment): Read | undefined {
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
export function named(said: string, { before }: LeaningMoment): Read | undefined {
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

/** "Dad on Sunday", soon after “call Dad” was put on the list: the day of that task. */
export function datedTask(message: string, { clock, spoken, before }: LeaningMoment): Read | undefined {
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
