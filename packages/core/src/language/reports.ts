/**
 * Tells a report from a question: "had two glasses last night" is something that a person tells of themselves, "Ben has
 * a fever" is something that they tell of their life. It also reads blood pressure and weight that a person tells, and
 * the wish to keep what was told.
 *
 * bounded: it reads at most MOST_CHARS characters.
 */
import type { IntentLanguage } from "@waldo/contracts";
import { foldAccents, folded } from "../folding.ts";
import { BEFORE, oneOf, whole } from "./word-patterns.ts";
import lists from "./words.json" with { type: "json" };

const MOST_CHARS = 400;
/** The verb of a report about another person or a thing comes after at most so many words. */
const MOST_SUBJECT = 4;

const wordsOf = (list: readonly string[]): ReadonlySet<string> => new Set(list.join(" ").split(" "));
const FILLERS = wordsOf(lists.reports.fillers);
const PAST = wordsOf(lists.reports.past);
const NO_PAST = wordsOf(lists.reports.no_past);
const HAPPENED = wordsOf(lists.reports.happened);
const SUBJECTS = wordsOf(lists.reports.subjects);
/** A person who has to do something tells a task and no news. */
const MUST = /\b(?:have|has|had|got) to\b/iu;
/** A message with one of these words wants something. */
const WISHES = wordsOf(lists.reports.wishes);
/** A message that begins with one of these words orders something. */
const ORDERS = wordsOf(lists.reports.orders);
const OPENS = [...wordsOf(lists.reports.opens)].map((words) => `${words.replaceAll("_", " ")} `);

const ASKS =
  /[?¿]|^(?:(?:and|so|but|ok|okay|hey|well|und|aber|y|pero|et|mais|waldo),? )?(?:how|what|whats|when|which|why|who|is|was|am|are|were|do|does|did|can|could|should|tell|show|wie|was|wann|warum|wieso|kann|soll|i (?:do )?wonder|(?:i am|i'm|im) (?:curious|wondering)|(?:i'd|i (?:should|would)) like to know|ich frage mich|me pregunto|je me demande|(?:any |a )?(?:quick|good|best|easy) (?:way|tip|trick|fix)|que|como|cuando|por que|comment|quand|pourquoi|est-ce|dis|dime|sag|(?:bin|hab|habe|hatte|war|ist|hat|sind) (?:ich|du|er|sie|es|wir|mein\p{L}*))(?!\p{L})/u;
const ASKS_LATE =
  /[.,;!] ?(?:\p{L}{1,6} )?(?:how|what|why|explain|tell me|(?:should|can|is|are|am|do|does|did|has|have|was|were) (?:i|you|it|my|the|that|this|we)|wie|warum|que|por que|pourquoi|comment)(?!\p{L})|(?<!\p{L})(?:do you think|or not|oder nicht|o no|ou pas)(?!\p{L})/u;
/** A verb of an English report without a subject: "bombed my quiz". */
const IN_THE_PAST = /^[a-z]{3,}ed$/u;

/** True when a message tells something that its sender did, had or is, and asks nothing. */
export function isReport(message: string): boolean {
  return clausesOf(message).some(isOwn);
}

/** "own": the sender tells what they did, had or are. "others": they tell of another person or a thing in their life. */
type News = "own" | "others";

/** True when no word of a message asks for something or wants something. */
export function asksNothing(message: string): boolean {
  const clauses = clausesOf(message);
  if (ORDERS.has(clauses[0]?.[0] ?? "")) return false;
  return clauses.length > 0 && !MUST.test(message) && !clauses.some((words) => words.some((word) => WISHES.has(word)));
}

const SELF =
  /(?<![\p{L}'])(?:i|i'm|im|i've|ive|i'd|my|we|our|ich|mein\p{L}*|wir|unser\p{L}*|yo|mis?|nosotr[oa]s|nuestr[oa]s?|je|j'\p{L}+|mon|ma|mes|nous|notre|nos)(?!\p{L})/iu;

/** True when a message speaks of its sender, or of what is theirs. */
export function isOfSelf(message: string): boolean {
  return SELF.test(message.slice(0, MOST_CHARS).replaceAll("’", "'"));
}

/** Returns what a message tells, or undefined when it asks or wants something. */
export function newsIn(message: string): News | undefined {
  const [first] = clausesOf(message);
  if (first === undefined || !asksNothing(message)) return undefined;
  if (isOwn(first)) return "own";
  const isNamed = /^\p{Lu}\p{Ll}/u.test(message.trim());
  return isOfOthers(first, isNamed) ? "others" : undefined;
}

/** Returns the words of each clause of a message that asks nothing. */
function clausesOf(message: string): string[][] {
  const text = foldAccents(folded(message.slice(0, MOST_CHARS)).toLowerCase()).replaceAll("’", "'");
  if (ASKS.test(text) || ASKS_LATE.test(text)) return [];
  return text.split(/[,;.!:]| (?:and|but|because|und|aber|y|pero|et|mais) /u).map((clause) => {
    const words = clause.split(/[^\p{L}\p{N}'-]+/u).filter((word) => word !== "");
    return words.slice(words.findIndex((word) => !FILLERS.has(word)) >>> 0);
  });
}

function isOwn(clause: readonly string[]): boolean {
  const [first = ""] = clause;
  const whole = `${clause.join(" ")} `;
  if (PAST.has(first) || (IN_THE_PAST.test(first) && !NO_PAST.has(first))) return true;
  return OPENS.some((opening) => whole.startsWith(opening));
}

/** `isNamed`: whether the message begins with a capital letter, as a name does. */
function isOfOthers(clause: readonly string[], isNamed: boolean): boolean {
  const at = clause.findIndex((word) => HAPPENED.has(word));
  return SUBJECTS.has(clause[0] ?? "") ? at > 1 && at <= MOST_SUBJECT : isNamed && at === 1;
}

/** "142/88", "148 zu 92". Both numbers must be possible pressures. */
const PRESSURE = /(?<![\d/.,:])(\d{2,3}) ?(?:\/|over|zu|sobre|sur) ?(\d{2,3})(?![\d/:]|[.,]\d)/iu;
const [LEAST_UPPER, MOST_UPPER, LEAST_LOWER, MOST_LOWER] = [70, 260, 35, 150];
const NAMES_PRESSURE = whole(oneOf(lists.reports.pressure));
const WEIGHT = new RegExp(
  `${BEFORE}${oneOf(lists.reports.weight)}\\P{N}{1,12}\\d{2,3}(?:[.,]\\d)?(?![\\d/:%]|\\p{L})`,
  "iu",
);
const MOST_READING = 60;

/** Returns the words that name a reading and its value, or undefined when a message tells none or wants something. */
export function readingTold(message: string, spoken: IntentLanguage): string | undefined {
  if (message.length > MOST_READING || !asksNothing(message)) return undefined;
  const [, upper, lower] = (PRESSURE.exec(message) ?? []).map(Number);
  if (upper !== undefined && lower !== undefined) {
    const isUpper = upper >= LEAST_UPPER && upper <= MOST_UPPER;
    const isPressure = isUpper && lower >= LEAST_LOWER && lower <= MOST_LOWER && upper > lower;
    if (!isPressure) return undefined;
    return NAMES_PRESSURE.test(message) ? message : `${lists.reports[`pressure_${spoken}`].join(" ")} ${message}`;
  }
  return WEIGHT.test(message) ? message : undefined;
}

/** Returns the name of the reading that a question asks for and that only its sender can have told. */
export function readingAsked(message: string): string | undefined {
  return message.length <= MOST_READING && message.trim().endsWith("?") ? NAMES_PRESSURE.exec(message)?.[0] : undefined;
}

const KEEP_THAT = new RegExp(
  `^\\W*(?:please |pls |ok |okay |and |bitte |und |y |et )*${oneOf(lists.reports.keep_that)}(?: please| pls| bitte| por favor| stp| for me)?\\W*$`,
  "iu",
);

/** True for a message that wants nothing but that the words before it are kept: "remember that". */
export const keepsWhatWasTold = (message: string): boolean => message.length <= MOST_READING && KEEP_THAT.test(message);
