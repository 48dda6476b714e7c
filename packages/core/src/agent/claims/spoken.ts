/**
 * Reads what a sentence in German, Spanish or French states of the person. A sentence of the body becomes the same claim
 * as in English. A sentence that has such a subject and that cannot be read whole is not said, so other languages fail
 * closed. The words are in data/words/claims/spoken.jsonl.
 *
 * bounded: it reads one sentence of at most 600 characters, see agent/claims/sentences.ts
 */
import type { Zone } from "@waldo/contracts";
import type { BodyClaim, Direction } from "../../safety/body/body-claims.ts";
import { formOf, wordsOf } from "../../safety/words.ts";
import { foreignDeedsIn, foreignTimes } from "./deeds.ts";
import { type Fact, namedIn, textOf } from "./evidence.ts";
import lists from "./words.json" with { type: "json" };

const words = Object.fromEntries(
  Object.entries(lists.spoken).map(([name, lines]) => [name, new Set(lines.join(" ").split(" ").map(formOf))]),
) as unknown as Record<keyof typeof lists.spoken, ReadonlySet<string>>;

const ENGLISH = /\b(?:the|you|your|and|with|I|is|are|was|what|of|has been|for|by)\b/;
/** Hindi in Latin letters has "the" as a verb. */
const HINGLISH = /\b(?:aap|aapk[aeio]|tum|tumhar[aei]|maine|kal|raat|hai|hain|ho gaya|kar)\b/i;

/** True for a question, and for a sentence in English. */
function isNone(sentence: string): boolean {
  return /\?\s*$/.test(sentence) || (ENGLISH.test(sentence) && !HINGLISH.test(sentence));
}

const formsOf = (sentence: string) => wordsOf(sentence).flatMap(({ text }) => (/[\p{L}\d]/u.test(text) ? [text] : []));
const inList = (said: readonly string[], name: keyof typeof words) => said.filter((word) => words[name].has(word));

/** Returns what a sentence claims of the body: a claim, "unread" for one that nobody can check, or nothing. */
export function spokenBody(sentence: string): BodyClaim | "unread" | undefined {
  if (isNone(sentence)) return undefined;
  const said = formsOf(sentence);
  const concepts = (["heart", "hrv", "sleep", "form"] as const).filter((name) => inList(said, name).length > 0);
  const isBody = concepts.length > 0 || inList(said, "unreadable").length > 0;
  const isOwn = inList(said, "own").length > 0 || /\b(?:die nacht war|la noche fue|la nuit a|raat)\b/i.test(sentence);
  if (!isBody || !isOwn || inList(said, "advice").length > 0 || WISH.test(sentence)) return undefined;
  const [concept] = concepts;
  const levels = (["up", "down", "good", "bad", "usual"] as const).filter((name) => inList(said, name).length > 0);
  const sizes = (["far", "clear", "slight"] as const).filter((name) => inList(said, name).length > 0);
  const known = [...concepts, ...levels, ...sizes, "filler" as const];
  const [level] = levels;
  const isWhole = said.every((word) => known.some((name) => words[name].has(word)));
  // "Lower than normal" names the usual only to compare with it.
  const compared = levels.length === 2 && levels.includes("usual");
  if (!isWhole || concept === undefined || level === undefined || concepts.length > 1) return "unread";
  if ((levels.length > 1 && !compared) || sizes.length > 1) return "unread";
  return claimOf(concept, level, sizes[0], sentence) ?? "unread";
}

/** A wish for the night, and what a body needs, state nothing of this person. */
const WISH = /(?:^|[^\p{L}])(?:wünsche|braucht|buenas noches|bonne nuit|necesita|a besoin)(?![\p{L}])/iu;

type Level = "up" | "down" | "good" | "bad" | "usual";

function claimOf(
  concept: "heart" | "hrv" | "sleep" | "form",
  level: Level,
  size: "far" | "clear" | "slight" | undefined,
  said: string,
): BodyClaim | undefined {
  if (concept === "form") {
    const zone: Zone | undefined = level === "usual" ? "steady" : undefined;
    return zone && { kind: "bodyZone", bodyZone: zone, words: said };
  }
  const isRaised = level === "up" || level === "down";
  // A length of sleep is no quality, and "a good pulse" has no side.
  if (level !== "usual" && isRaised === (concept === "sleep")) return undefined;
  const better = concept === "heart" ? "down" : concept === "hrv" ? "up" : "good";
  const direction: Direction = level === "usual" ? "usual" : level === better ? "better" : "worse";
  const pillar = { heart: "rhrts", hrv: "cass", sleep: "sleep" } as const;
  return { kind: "pillar", pillar: pillar[concept], direction, ...(size && { size }), words: said };
}

const OF_THE_DAY =
  /(?:^|[^\p{L}])(?:heute|morgen|ist|hoy|mañana|no|está|ya|aujourd['’]hui|demain|est|aaj|kal|hai)(?![\p{L}])/iu;

/** First words of a deed that is said without its person, such as "Noted" or "Is noted". */
const SHORT = 4;

/** Returns why a sentence about deeds, the day or people may not be said, or undefined. */
export function spokenFault(sentence: string, facts: readonly Fact[], mayDo: boolean): string | undefined {
  if (isNone(sentence)) return undefined;
  const said = formsOf(sentence);
  if (inList(said, "advice").length > 0) return undefined;
  const acted = inList(said, "acted").length > 0;
  const isOfWaldo = /(?:^|[^\p{L}])(?:ich|he|j['’]ai|l['’]ai|me|je|maine|main|queda)(?![\p{L}])/iu.test(sentence);
  const claimsDeed = acted && (isOfWaldo || said.length <= SHORT || inList(said, "affair").length > 0);
  if (claimsDeed && !mayDo && foreignDeedsIn(sentence).length === 0) return "untraced_deed_any";
  const people = inList(said, "person");
  if (people.length > 0 && inList(said, "own").length > 0) {
    const told = facts.some(({ value }) => {
      const known = formsOf(textOf(value));
      return people.every((one) => known.includes(one)) && said.filter(isContent).every((one) => known.includes(one));
    });
    return told ? undefined : "untraced_person";
  }
  if (claimsDeed || inList(said, "affair").length === 0 || foreignDeedsIn(sentence).length > 0) return undefined;
  // "The meeting lasts two hours" is about no day of this person's.
  if (inList(said, "own").length === 0 && !OF_THE_DAY.test(sentence)) return undefined;
  const { times } = foreignTimes(sentence);
  const named = namedIn(sentence, facts);
  const isTrue = (meant: readonly number[]) =>
    named.some(({ details }) => details.times.flat().some((minute) => meant.includes(minute)));
  return named.length > 0 && times.every(isTrue) ? undefined : "untraced_language";
}

function isContent(word: string): boolean {
  return word.length >= SHORT && !words.own.has(word) && !words.filler.has(word);
}
