// Two rules for remembered and unasked words: what the coach says unasked must be welcome, and a sentence that repeats
// the person's own words must match a claim of memory.
import type { LocalDate } from "@waldo/contracts";
import { quoted } from "../../safety/quote.ts";
import { addDays, dayOfWeek } from "../../time.ts";
import { detailsIn } from "./details.ts";
import { type Fact, isObject, type Source } from "./evidence.ts";

/**
 * Would the person be glad to get this now? What the coach says unasked is short, asks or offers, and holds no guilt, no
 * lecture and no question after feelings. The rules read English; the prompt asks for the same in any language.
 */
const RULES: Readonly<Record<string, RegExp>> = {
  feelings: /\b(?:how (?:are|do|did) you (?:feel|feeling|doing|hold|cope)|how['’]s your mood)\b/i,
  guilt:
    /\b(?:you (?:still |again )?(?:haven['’]t|have not|didn['’]t|did not|failed|forgot|missed|neglected|ignored|promised)|as usual|yet again|disappoint\w*|lazy|no excuses?)\b/i,
  lecture: /\b(?:you (?:must|should|need to|have to|ought to)|it is important|make sure|discipline)\b/i,
};

/** The most sentences of a word that nobody asked for. */
const MOST_SENTENCES = 2;

/** Returns why a text is not one to be glad of, or undefined. `sentences` is how many it has. */
export function gladFault(text: string, sentences: number): string | undefined {
  if (sentences > MOST_SENTENCES) return "too_long";
  // What the person wrote themselves may say anything.
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
 * Recognises a sentence that only says the person's own remembered words back: "You told me this: “…”, “…” and “…”." No
 * single memory holds the words of such a list, so its parts are checked one by one. Each must be, word for word, a
 * claim that a run has read from memory, told on the day that the sentence names. Returns where each quotation comes
 * from. Returns undefined for any other sentence, and when one quotation is no remembered claim: the sentence is then
 * judged like every other.
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
 * Returns whether a fact is a claim from memory with these words and this day. A claim from outside does not count,
 * because the person did not tell it.
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
