// Two rules for messages of the coach and for quotations from memory. The person must be glad to get a message of the
// coach. A sentence that repeats the person's own words must match a claim of memory.
import type { LocalDate } from "@waldo/contracts";
import { quoted } from "../../safety/quote.ts";
import { addDays, dayOfWeek } from "../../time.ts";
import { detailsIn } from "./details.ts";
import { type Fact, isObject, type Source } from "./evidence.ts";

/**
 * The rules for a message of the coach. The person should be glad to get it now: it is short and asks or offers
 * something, and it has no guilt, no lecture and no question about feelings. These patterns read English. The prompt
 * asks for the same in every language.
 */
const RULES: Readonly<Record<string, RegExp>> = {
  feelings: /\b(?:how (?:are|do|did) you (?:feel|feeling|doing|hold|cope)|how['’]s your mood)\b/i,
  guilt:
    /\b(?:you (?:still |again )?(?:haven['’]t|have not|didn['’]t|did not|failed|forgot|missed|neglected|ignored|promised)|as usual|yet again|disappoint\w*|lazy|no excuses?)\b/i,
  lecture: /\b(?:you (?:must|should|need to|have to|ought to)|it is important|make sure|discipline)\b/i,
};

/** The most sentences of a message that nobody asked for. */
const MOST_SENTENCES = 2;

/**
 * Returns the rule that a message of the coach breaks, or undefined when it breaks none. `sentences` is the number of
 * sentences in the text.
 */
export function gladFault(text: string, sentences: number): string | undefined {
  if (sentences > MOST_SENTENCES) return "too_long";
  // A quotation of the person's own words may say anything.
  // bounded: two sentences of at most 600 characters, see sentences.ts
  const own = text.replaceAll(/“[^”]*”/g, "“”");
  return Object.keys(RULES).find((name) => RULES[name]?.test(own));
}

const DAY = String.raw`(?:today|yesterday|on \p{L}{6,9}(?: \d{1,2} \p{L}{3,9})?)`;
const PART = String.raw`(?:(${DAY}) )?(“[^“”\n]+”)`;
const OPENING = `(?:this is what you told me|(?:(${DAY}),? )?you told me(?: this)?(?:,? and more)?):? `;
const PARTS = new RegExp(PART, "giu"); // bounded: a sentence has at most 600 characters (sentences.ts)
const LIST = new RegExp(`^${OPENING}${PART}(?:(?:, and|,| and) ${PART})*[.!]?$`, "iu"); // bounded: as above

/**
 * Recognises a sentence that only repeats what the person told earlier: "You told me this: “…”, “…” and “…”." No single
 * memory holds all words of such a list, so each quotation is checked alone. A quotation must be, word for word, a
 * claim that this run has read from memory, and the person must have told it on the day that the sentence names.
 * Returns the source of each quotation. Returns undefined for any other sentence, and when one of the quotations
 * matches no claim. The caller then judges the sentence like every other.
 */
export function toldIn(sentence: string, facts: readonly Fact[], today: LocalDate): Source[] | undefined {
  const [whole, opening] = LIST.exec(sentence) ?? [];
  if (whole === undefined) return undefined;
  const sources: Source[] = [];
  let day = opening;
  for (const [, own, quotation = ""] of sentence.matchAll(PARTS)) {
    day = own ?? day;
    const found = facts.find((fact) => isTold(fact, quotation, day, today));
    if (found === undefined) return undefined;
    sources.push({ callId: found.callId, path: found.path });
  }
  return sources;
}

/**
 * True when a fact is a claim from memory with these words and this day. A claim from outside does not count, because
 * the person did not tell it.
 */
function isTold({ from, value }: Fact, quotation: string, day: string | undefined, today: LocalDate): boolean {
  if (from !== "read_memory" || !isObject(value) || value["from"] === "untrusted") return false;
  const { claim, on } = value;
  if (typeof claim !== "string" || quoted(claim)?.toLowerCase() !== quotation.toLowerCase()) return false;
  if (day === undefined) return true;
  if (typeof on !== "string") return false;
  if (/^today$/i.test(day)) return on === today;
  if (/^yesterday$/i.test(day)) return on === addDays(today, -1);
  const { dates, weekdays } = detailsIn(day, today);
  if (dates.length + weekdays.length === 0) return false;
  return dates.every((date) => date === on) && weekdays.every((weekday) => weekday === dayOfWeek(on));
}
