/**
 * Reads a message that tells that something was done: "called Dad", "passport renewed ✅", "washing's done". The words
 * stand in data/words/language/errands.jsonl.
 *
 * bounded: it reads no message of more than MOST_CHARS characters.
 */
import { namesGoalThing } from "./goal-words.ts";
import { AFTER, atStart, BEFORE, entriesOf, oneOf, pairOf, whole } from "./word-patterns.ts";
import lists from "./words.json" with { type: "json" };

const MOST_CHARS = 70;
const MOST_WORDS = 8;

const { errands: words } = lists;

const TICK = /[✅✔☑✓]\uFE0F?/gu;
const OWN = atStart(oneOf(words.own));
const DONE = new RegExp(`[\\s:,]*${BEFORE.replace("'", "")}${oneOf(words.done)}$`, "iu");
const ASKS = atStart(oneOf(words.asking));
const UNDONE = whole(oneOf(words.undone));
const BEING = whole(oneOf(words.being), "giu");
const SPEAKS: ReadonlySet<string> = new Set(entriesOf(words.speaks));
const PREFIX = new RegExp(`^(?:${oneOf(words.prefix)})$`, "iu");

/** The verb of each form that tells a deed: "renewed" and "renew". */
const VERBS = new Map([
  ...entriesOf(words.verb_en).flatMap((verb) => pastsOf(verb)),
  ...entriesOf(words.verb_es).flatMap((verb) => spanishPasts(verb)),
  ...entriesOf(words.verb_fr).flatMap((verb) => frenchPasts(verb)),
  ...entriesOf(words.forms).map(pairOf),
]);
const GERMAN = new Map([
  ...entriesOf(words.verb_de).map((verb): [string, string] => [germanPast(verb), verb]),
  ...entriesOf(words.forms).flatMap((pair): [string, string][] => {
    const [form, verb] = pairOf(pair);
    return verb.endsWith("en") ? [[form, verb]] : [];
  }),
]);

function pastsOf(verb: string): [string, string][] {
  const [base = ""] = verb.split("_");
  if (/[^aeiou]y$/u.test(base)) return [[`${base.slice(0, -1)}ied`, base]];
  const short = /^[^aeiou]*[aeiou][^aeiouwxy]$/u.test(base);
  return [[base.endsWith("e") ? `${base}d` : short ? `${base}${base.at(-1)}ed` : `${base}ed`, base]];
}

function spanishPasts(verb: string): [string, string][] {
  const [stem, isAr] = [verb.slice(0, -2), verb.endsWith("ar")];
  const participle = isAr ? `${stem}ad` : `${stem}id`;
  const endings = ["o", "a", "os", "as"].map((ending) => `${participle}${ending}`);
  return [...endings, `${stem}${isAr ? "é" : "í"}`].map((form) => [form, verb]);
}

function frenchPasts(verb: string): [string, string][] {
  if (!/(?:er|ir)$/u.test(verb)) return [];
  const stem = `${verb.slice(0, -2)}${verb.endsWith("er") ? "é" : "i"}`;
  return ["", "e", "s", "es"].map((ending) => [`${stem}${ending}`, verb]);
}

function germanPast(verb: string): string {
  const stem = verb.replace(/e?n$/u, "");
  const past = /[dt]$/u.test(stem) ? `${stem}et` : `${stem}t`;
  return /^(?:be|ver|ent|er|über|unter)|ieren$/u.test(verb) ? past : `ge${past}`;
}

/** Returns the verb of a form, or undefined for any other word. */
function verbOf(word: string): string | undefined {
  const known = VERBS.get(word);
  if (known !== undefined) return known;
  for (let at = 0; at + 4 < word.length; at++) {
    const verb = GERMAN.get(word.slice(at));
    if (verb !== undefined && (at === 0 || PREFIX.test(word.slice(0, at)))) return `${word.slice(0, at)}${verb}`;
  }
  return undefined;
}

/** `about` names what was done. `verb` is how a list may call it. */
type Deed = { readonly about: string; readonly verb?: string };

/** "So you may cross him off", "btw", "hab ich": what stands behind a deed and names none. */
const BEHIND =
  /(?:[,;.]?\s+(?:so |and |you may |you can |please |pls |bitte |kannst du |du kannst |puedes |tu peux )*(?:cross|tick|strike|take|check|streich\p{L}*|hak\p{L}*|tacha\p{L}*|raye|coche) (?:him|her|it|them|that|that one|this|ihn|sie|es|das|lo|la|le)?\s?(?:off|out|from the list|off the list|ab|durch|raus)?(?: the list| meiner liste)?|[,.;]? (?:btw|by the way|übrigens|por cierto|au fait|thanks|thank you|thx|danke|gracias|merci)|,? since ages|,? ages ago|,? (?:schon )?längst|,? (?:termin|appointment|cita|rdv)(?: is| ist| am| on| es| est)? .{2,30})+[\s.!]*$/iu;
const NO_THING = whole(oneOf(words.no_good));
/** "Nappies I have", in the order of German. */
const HAVE = /\s(?:hab(?:e)? ich(?: schon| jetzt| heute)?|schon gekauft|i(?:'ve)? got)$/iu;

/** Returns what a message tells to be done, or undefined when it asks, denies or tells something else. */
export function deedIn(message: string): Deed | undefined {
  if (message.length > MOST_CHARS || /[?¿]/u.test(message)) return undefined;
  const said = message.replaceAll("’", "'").trim().replace(BEHIND, "");
  return deedOf(NO_THING.test(said) ? said : said.replace(HAVE, " erledigt"));
}

function deedOf(said: string): Deed | undefined {
  const isTicked = said.search(TICK) >= 0;
  const plain = said
    .replaceAll(TICK, "")
    .replace(/[\s.!]+$/u, "")
    .trim();
  if (ASKS.test(plain) || UNDONE.test(plain)) return undefined;
  let text = plain;
  for (let before = ""; before !== text; ) {
    before = text;
    text = text.replace(OWN, "").replace(/^[\s,:]+/u, "");
  }
  const left = text.replace(DONE, "");
  const tokens = left.toLowerCase().match(/[\p{L}\p{N}'-]+/gu) ?? [];
  if (tokens.length === 0 || tokens.length > MOST_WORDS) return undefined;
  const [first = "", last = ""] = [tokens[0], tokens.at(-1)];
  // "Dad called" tells what Dad did.
  const lastVerb = tokens.length > 1 && !SPEAKS.has(last) ? verbOf(last) : undefined;
  const firstVerb = tokens.length > 1 ? verbOf(first) : undefined;
  const verb = firstVerb ?? lastVerb;
  if (verb === undefined && left === text && !isTicked) return undefined;
  if (verb === undefined && (namesGoalThing(left) || tokens.length > 4)) return undefined;
  const form = firstVerb === undefined ? lastVerb && last : first;
  const about = (form === undefined ? left : left.replace(new RegExp(`${BEFORE}${form}${AFTER}`, "iu"), ""))
    .replaceAll(BEING, " ")
    .replaceAll(/\s+/gu, " ")
    .trim();
  return about.length < 2 ? undefined : { about, ...(verb === undefined ? {} : { verb }) };
}
