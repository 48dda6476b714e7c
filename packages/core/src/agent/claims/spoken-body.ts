/**
 * Reads what a clause in German, Spanish or French states of the person's body, as the same claims as in English. Each
 * word of such a clause must be known, because one unknown word can turn its meaning. The words are in data/words/claims.
 *
 * bounded: it reads one sentence of at most 600 characters, see agent/claims/sentences.ts
 */
import type { IntentLanguage } from "@waldo/contracts";
import type { BodyClaim, Direction } from "../../safety/body/body-claims.ts";
import { halvesIn, withoutLengths } from "../../safety/body/other-languages.ts";
import { type Clause, formsIn, listsFor } from "./clauses.ts";

/** Words for last night, and for the last days in English. */
export const NIGHT =
  /(?:^|(?<![\p{L}]))(?:heute nacht|(?:in der |diese |die )?letzte[rn]? nacht|in der nacht|anoche|esta noche|la noche pasada|cette nuit|la nuit derni[eè]re|last night|overnight|(?:in|for) (?:days|weeks|months))(?![\p{L}])/giu;
/** "As long as always" says that it is usual. */
const EQUAL =
  /(?:^|(?<![\p{L}]))(?:(?:so|genauso|ebenso) \p{L}{2,12} wie (?:sonst|immer|üblich|gewohnt)(?: auch)?|wie (?:sonst|immer|üblich|gewohnt)(?: auch)?|tan \p{L}{2,12} como (?:siempre|de costumbre|lo normal)|como (?:siempre|de costumbre)|aussi \p{L}{2,12} que (?:d['’]habitude|toujours)|comme (?:d['’]habitude|toujours))(?![\p{L}])/giu;
const A_DAY = /(?:^|[^\p{L}])(?:ein \p{L}{2,15} tag|un (?:buen )?d[ií]a|une \p{L}{0,15} ?journée)(?![\p{L}])/iu;
/** "The night was", with no word for the person. */
const THE_NIGHT =
  /(?:^|[^\p{L}])(?:die (?:nacht|hrv|form|herzratenvariabilität)|der (?:schlaf|puls|ruhepuls)|la (?:noche|forma|hrv|vfc|nuit|forme)|el (?:sueño|pulso)|le (?:sommeil|pouls)|du sommeil)(?![\p{L}])/iu;
const WAS = /(?:^|[^\p{L}])(?:war|hat|fue|ha|estuvo|está|a|s['’]est|était|est resté)(?![\p{L}])/iu;
/** Spanish says "you" with the verb: "caminaste". */
export const YOU_DID = /\p{L}{2}(?:aste|iste)(?![\p{L}])/iu;
const STEPS = /\d\s?(?:schritte|pasos|pas|steps)(?![\p{L}])/iu;

const CONCEPTS = ["heart", "hrv", "sleep", "form"] as const;
const LEVELS = ["up", "down", "rising", "falling", "good", "bad", "usual", "steady", "spent"] as const;
const SIZES = ["far", "clear", "slight"] as const;
type Concept = (typeof CONCEPTS)[number];
type Level = (typeof LEVELS)[number];
type Size = (typeof SIZES)[number];

/** True when a sentence may be about the body of this person. */
export function isOfPerson(sentence: string, language: IntentLanguage): boolean {
  const isLast = THE_NIGHT.test(sentence) && WAS.test(sentence);
  const isSpanish = language === "es" && YOU_DID.test(sentence);
  return isLast || isSpanish || sentence.search(NIGHT) >= 0 || listsFor(language).has(formsIn(sentence), "own");
}

type Read = { readonly claims: readonly BodyClaim[]; readonly concept?: Concept | undefined };

/**
 * Returns what a clause claims of the body, or "unread" when it claims something that Waldo cannot check. `last` is what
 * the clause before was about.
 */
export function readClause({ text, words }: Clause, language: IntentLanguage, last?: Concept): Read | "unread" {
  const { is, has } = listsFor(language);
  if (STEPS.test(text)) return "unread";
  const halves = halvesIn(text);
  const plain = withoutLengths(text).replaceAll(NIGHT, " ").replaceAll(EQUAL, " normal ");
  const said = formsIn(plain);
  const named = CONCEPTS.filter((name) => has(said, name));
  if (has(said, "other") || named.length > 1) return "unread";
  const levels = LEVELS.filter((name) => has(said, name));
  const sizes = SIZES.filter((name) => has(said, name));
  // "You are tired", "today is a normal day for you".
  const isForm = (levels.includes("spent") && has(words, "you")) || (levels.length > 0 && A_DAY.test(text));
  const concept = named[0] ?? (isForm ? "form" : levels.length > 0 ? last : undefined);
  if (concept === undefined) return { claims: [] };
  const isWhole = said.every((word) => is(word, ...CONCEPTS, ...LEVELS, ...SIZES, "whole", "filler", "report"));
  if (!isWhole || (halves.length > 0 && concept !== "sleep")) return "unread";
  const lengths = halves.map((count): BodyClaim => ({ kind: "hours", halves: count, of: "any", words: text }));
  if (levels.length === 0) return lengths.length > 0 && sizes.length === 0 ? { claims: lengths, concept } : "unread";
  const level = levelOf(levels, concept);
  if (level === undefined || sizes.length > 1) return "unread";
  const claim = claimOf(concept, level, sizes[0], text, has(said, "days"));
  return claim === undefined ? "unread" : { claims: [...lengths, claim], concept };
}

/** Returns the level that the words mean together: "lower than normal" names the normal only to compare with it. */
function levelOf(levels: readonly Level[], concept: Concept): Level | undefined {
  const others = levels.length > 1 ? levels.filter((one) => one !== "usual") : levels;
  const [level] = others;
  // Some words are both a height and a way: "baja", "bajo".
  const isForm = concept === "form";
  const both = others.length === 2 && others.includes("down") && others.includes("falling");
  if (both) return isForm ? "falling" : "down";
  return others.length === 1 ? level : undefined;
}
function claimOf(
  concept: Concept,
  level: Level,
  size: Size | undefined,
  words: string,
  ofDays: boolean,
): BodyClaim | undefined {
  const way = { rising: "rising", falling: "falling" } as const;
  const zones = { usual: "steady", steady: "steady", spent: "depleted" } as const;
  if (concept === "form") {
    if (level === "rising" || level === "falling") return { kind: "trend", trend: way[level], words };
    const isZone = level === "usual" || level === "steady" || level === "spent";
    return isZone && !ofDays ? { kind: "bodyZone", bodyZone: zones[level], words } : undefined;
  }
  if (level === "steady" || level === "spent" || ofDays) return undefined;
  const isHeight = level === "up" || level === "down" || level === "rising" || level === "falling";
  // A length of sleep is no quality, and "a good pulse" has no side.
  if (level !== "usual" && isHeight === (concept === "sleep")) return undefined;
  const isUp = level === "up" || level === "rising";
  const better = concept === "sleep" ? level === "good" : isUp === (concept === "hrv");
  const direction: Direction = level === "usual" ? "usual" : better ? "better" : "worse";
  const pillar = { heart: "rhrts", hrv: "cass", sleep: "sleep" } as const;
  return { kind: "pillar", pillar: pillar[concept], direction, ...(size && level !== "usual" && { size }), words };
}
