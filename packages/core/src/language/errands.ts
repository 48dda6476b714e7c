/**
 * Reads errands that are told in bare words: "todo: stamps, call Dad", "order new shoes for Ben", "milk, eggs, bread", "and
 * email the landlord" after another task, "finish the report by Friday". The words stand in
 * data/words/language/errands.jsonl.
 *
 * bounded: the patterns read at most MOST_CHARS characters, those of a list MOST_LISTED.
 */
import type { IntentLanguage, LocalDate, WallClock } from "@waldo/contracts";
import { listIn } from "./clauses.ts";
import { withoutCourtesy } from "./courtesy.ts";
import { whenIn } from "./times.ts";
import { AFTER, atStart, BEFORE, entriesOf, oneOf, pairOf, whole } from "./word-patterns.ts";
import lists from "./words.json" with { type: "json" };

const MOST_CHARS = 90;
const MOST_LISTED = 600;

const { errands: words } = lists;

/** A message that begins with one of these words is a question, another wish or a sentence about a person, and no errand. */
const NO_ERRAND = new RegExp(`[?¿]|${BEFORE}(?:me|mir|mich|moi)${AFTER}|^${oneOf(words.no_errand)}${AFTER}`, "iu");
const ONE_MORE = /^(?:and|also|plus|und|auch|y|también|et|aussi)(?: (?:also|auch|también|aussi))?,? (.{3,80}?)[.!]*$/iu;
const DEADLINE = oneOf(words.deadline);
const NAMES_DEADLINE = whole(DEADLINE);
const ENDS_IN_DEADLINE = new RegExp(`${BEFORE}${DEADLINE}(?: spätestens| le| el)?[\\s,.!]*$`, "iu");

/** Words that open a list, as they stand before a colon or on a line of their own. */
const HEAD = new RegExp(`^(?:please |bitte )?${oneOf(words.head)}\\s*[:\\n]`, "iu");

const MUST = atStart(oneOf(words.must));
const WHILE = oneOf(words.while);
const WHILE_FIRST = atStart(WHILE);
const WHILE_LAST = new RegExp(`[\\s,]+${WHILE}[\\s.!]*$`, "iu");
/** Verbs of errands: first in English, Spanish and French, last in German. */
const VERB_FIRST = new RegExp(
  `^(?:${oneOf(words.verb_en)}|${oneOf(words.verb_es)}(?:l[aeo]s?|se)?|${oneOf(words.verb_fr)}) .*\\p{L}{3}`,
  "iu",
);
const VERB_LAST = new RegExp(`\\p{L}{3}.* ${oneOf(words.prefix)}?${oneOf(words.verb_de)}(?: lassen)?$`, "iu");
/** The French verb after "il faut que je". */
const FORMS: ReadonlyMap<string, string> = new Map(entriesOf(words.forms).map(pairOf));
/** Words of messages that are no errand: a question to Waldo, a wish for a device, a need that cannot wait. */
const OTHER = whole(oneOf(words.other));
/** Nothing is named: "fix it", "clean that". */
const NAMES_NOTHING =
  /^\P{L}*\p{L}+ (?:it|that|this|them|everything|all|das|es|alles|lo|eso|todo|ça|cela|tout)\P{L}*$/iu;

/** "Call was good": the first word is a thing, and no verb. */
const TELLS = /^\p{L}+ (?:was|were|is|are|went|done|finished|sorted|war|ist|fertig|fue|está|était|est)(?!\p{L})/iu;

const GOOD = whole(oneOf(words.goods, words.goods_de, words.goods_es, words.goods_fr));
const NO_GOOD = whole(oneOf(words.no_good));
const MOST_ITEM_WORDS = 3;

type Errand = { readonly text: string; readonly date?: LocalDate };
type Moment = { readonly clock: WallClock; readonly spoken: IntentLanguage };

/** Returns the errand of a message that begins with "and" or "also". */
export function nextErrand(message: string, moment: Moment): Errand | undefined {
  const told = message.length > MOST_CHARS ? undefined : ONE_MORE.exec(message.trim())?.[1];
  return told === undefined ? undefined : errandIn(told, moment);
}

/** Returns the errand of a message that names a deadline. */
export function dueErrand(message: string, moment: Moment): Errand | undefined {
  if (message.length > MOST_CHARS) return undefined;
  const errand = errandIn(message, moment);
  return errand?.date !== undefined && NAMES_DEADLINE.test(message) ? errand : undefined;
}

/** Returns the lines of a message that is a list with its heading: "todo: stamps, call Dad". */
export function listedErrands(message: string): string[] {
  return message.length <= MOST_LISTED && HEAD.test(message.trim()) ? listIn(message.trim()) : [];
}

const AROUND_LIMIT = /(?<!\p{L})(?:for|by|this|the|then|too|also|please|pls|bitte|für|bis|para|pour|week)(?!\p{L})/giu;
const NOTES_DOWN = new RegExp(
  `^\\W*(?:put|note|write|jot)(?: down)?(?: that)? (?:that )?${oneOf(words.must)} (.{4,120}?)[\\s.!]*$`,
  "iu",
);

/** "Put down that I should ask the doctor": what must be done is an errand. */
function noted(said: string): Errand | undefined {
  const text = NOTES_DOWN.exec(withoutCourtesy(said))?.[1];
  return text === undefined ? undefined : { text };
}

const LAYS_DOWN = new RegExp(
  `^(.{8,}?)[,;.]?\\s+(?:(?:so|and|please|pls|can you|und|bitte|y|et) )*${oneOf(words.lays_down)}(.*)$`,
  "iu",
);

/** Returns the errand of "need to book the check-up, stick it on the list for Friday". */
export function laidDown(message: string, moment: Moment): Errand | undefined {
  const said = message.replaceAll("’", "'").trim();
  if (said.length > MOST_LISTED || /[?¿]/u.test(said)) return undefined;
  const [, told, limit = ""] = LAYS_DOWN.exec(said) ?? [];
  if (told === undefined || !/\p{L}{3}.*\p{L}{3}/u.test(withoutCourtesy(told))) return noted(said);
  const text = withoutWhile(told.replace(/^(?:oh|and|also|ok|so)[\s,]+(?:and )?/iu, "").replace(MUST, ""));
  const { when, rest } = whenIn(limit, moment.clock, moment.spoken);
  // More words behind it say something else.
  if (/\p{L}{3}/u.test(rest.replaceAll(AROUND_LIMIT, ""))) return undefined;
  return { text, ...(when?.on === "once" ? { date: when.date } : {}) };
}

/** Errands that a person named without saying what should become of them. `bought`: they named things alone. */
type Named = { readonly errands: readonly [Errand, ...Errand[]]; readonly bought?: true };

/** Returns the errands of a message that names only them, or only things that one buys. */
export function namedErrands(message: string, moment: Moment): Named | undefined {
  if (message.length > MOST_CHARS) return undefined;
  const said = message.replaceAll("’", "'").trim();
  const [first, ...more] = goodsIn(said);
  if (first !== undefined) return { errands: [first, ...more], bought: true };
  const [errand, ...others] = toDoIn(said, moment);
  return errand && { errands: [errand, ...others] };
}

function goodsIn(said: string): Errand[] {
  if (NO_GOOD.test(said) || /[?¿:]/u.test(said)) return [];
  const items = piecesOf(said);
  const isShort = items.every((item) => item.split(/\s+/u).length <= MOST_ITEM_WORDS);
  const known = items.filter((item) => GOOD.test(item)).length;
  return items.length > 1 && isShort && 2 * known >= items.length - 1 && known > 0
    ? items.map((text) => ({ text }))
    : [];
}

/** Returns the pieces of a text between commas and the last "and". */
function piecesOf(text: string): string[] {
  const pieces = text.split(/\s*(?:[,;\n]|(?<!\p{L})(?:and|und|y|et)(?!\p{L}))\s*/iu);
  return pieces.map((piece) => piece.replace(/^[-*•\s]+|[\s.!]+$/gu, "")).filter((piece) => piece !== "");
}

const ENDS_IN_FIRST = new RegExp(`\\s${oneOf(words.first)}$`, "iu");
const FIRST = new RegExp(`[\\s,]+${oneOf(words.first)}$|^${oneOf(words.first)}\\s+`, "giu");

/** Returns the pieces of a message that named several errands as one. */
export function apartIn(message: string): string[] {
  const pieces = piecesOf(message.replaceAll("’", "'")).map((piece) => piece.replaceAll(FIRST, "").replace(MUST, ""));
  return pieces.length > 1 ? pieces : [];
}

function toDoIn(said: string, moment: Moment): Errand[] {
  const must = MUST.exec(said)?.[0] ?? "";
  const bare = withoutWhile(said.slice(must.length));
  if (/[?¿]/u.test(said) || OTHER.test(bare) || (must === "" && NO_ERRAND.test(bare))) return [];
  const pieces = piecesOf(bare).map((piece) => toDo(piece, moment));
  if (pieces.length > 1 && pieces.every((piece) => piece !== undefined)) return pieces;
  const errand = toDo(bare, moment);
  return errand === undefined ? [] : [errand];
}

function toDo(said: string, moment: Moment): Errand | undefined {
  const first = said.split(" ", 1)[0] ?? "";
  const verb = FORMS.get(first.toLowerCase());
  const whole = verb === undefined ? said : `${verb}${said.slice(first.length)}`;
  // "Photos first" is no first of a month.
  const text = withoutWhile(whole);
  const errand = ENDS_IN_FIRST.test(text) ? { text } : errandIn(text, moment);
  if (errand === undefined || NAMES_NOTHING.test(errand.text) || TELLS.test(errand.text)) return undefined;
  return VERB_FIRST.test(errand.text) || VERB_LAST.test(errand.text) ? errand : undefined;
}

function withoutWhile(said: string): string {
  let text = said.replace(/[\s.!]+$/u, "");
  for (let before = ""; before !== text; ) {
    before = text;
    text = text.replace(WHILE_FIRST, "").replace(WHILE_LAST, "");
  }
  return text;
}

function errandIn(told: string, { clock, spoken }: Moment): Errand | undefined {
  if (NO_ERRAND.test(told)) return undefined;
  // "Bis 20." is a day of the month.
  const { when, rest } = whenIn(told.replace(/(?<!\p{L})bis (\d{1,2}\.)(?=\s*$)/iu, "bis zum $1"), clock, spoken);
  const text = rest
    .replace(/^[^\p{L}\p{N}]+|[\s,.!]+$/gu, "")
    .replace(ENDS_IN_DEADLINE, "")
    .trim();
  if (!/\p{L}{3}/u.test(text)) return undefined;
  return { text, ...(when?.on === "once" && when.date !== clock.date ? { date: when.date } : {}) };
}
