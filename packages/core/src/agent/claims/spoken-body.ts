/**
 * Reads what a sentence in German, Spanish or French states of the person's body, as the same claims as in English. Each
 * word of such a clause must be known, because one unknown word can turn its meaning. The words are in data/words/claims.
 *
 * bounded: it reads one sentence of at most 600 characters, see agent/claims/sentences.ts
 */
import type { BodyClaim, Direction } from "../../safety/body/body-claims.ts";
import { halvesIn, withoutLengths } from "../../safety/body/other-languages.ts";
import { type Clause, clausesOf, formsIn, listsFor, type Spoken } from "./clauses.ts";

const NIGHT =
  /(?:^|(?<![\p{L}]))(?:heute nacht|(?:in der |diese |die )?letzte[rn]? nacht|in der nacht|anoche|esta noche|la noche pasada|cette nuit|la nuit derni[eè]re)(?![\p{L}])/giu;
const ABOUT = /(?:^|(?<![\p{L}]))(?:à peu près|más o menos|mehr oder weniger)(?![\p{L}])/giu;
/** Spanish says "you" with the verb: "caminaste". */
const YOU_DID = /\p{L}{2}(?:aste|iste)(?![\p{L}])/iu;
const STEPS = /\d\s?(?:schritte|pasos|pas|steps)(?![\p{L}])/iu;
/** "The night was", with no word for the person. */
const THE_LAST =
  /(?:^|[^\p{L}])(?:(?:die|der|dein) (?:nacht|schlaf|puls|ruhepuls) (?:war|ist)|(?:la|el) (?:noche|sue[nñ]o|pulso|forma) (?:fue|ha sido|est[aá])|(?:la|le) (?:nuit|sommeil|pouls|forme) (?:a [eé]t[eé]|[eé]tait)|du sommeil)(?![\p{L}])/iu;

const CONCEPTS = ["heart", "hrv", "sleep", "form"] as const;
const LEVELS = ["up", "down", "rising", "falling", "good", "bad", "usual", "steady", "spent"] as const;
const SIZES = ["far", "clear", "slight"] as const;
type Concept = (typeof CONCEPTS)[number];
type Level = (typeof LEVELS)[number];
type Size = (typeof SIZES)[number];

/** Returns what a sentence claims of the body, or "unread" when it claims something that nobody can check. */
export function spokenBody(sentence: string, language: Spoken): BodyClaim[] | "unread" {
  const clauses = clausesOf(sentence, language);
  const { has } = listsFor(language);
  const isOwn =
    has(formsIn(sentence), "own") ||
    sentence.search(NIGHT) >= 0 ||
    THE_LAST.test(sentence) ||
    (language === "es" && YOU_DID.test(sentence));
  if (!isOwn) return [];
  if (STEPS.test(sentence)) return "unread";
  const claims: BodyClaim[] = [];
  let last: Concept | undefined;
  for (const clause of clauses) {
    if (!clause.isStated) continue;
    const read = readClause(clause, language, last);
    if (read === "unread") return "unread";
    last = read.concept ?? last;
    claims.push(...read.claims);
  }
  return claims;
}

type Read = { readonly claims: readonly BodyClaim[]; readonly concept?: Concept | undefined };

function readClause({ text }: Clause, language: Spoken, last: Concept | undefined): Read | "unread" {
  const { is, has } = listsFor(language);
  const halves = halvesIn(text);
  const said = formsIn(withoutLengths(text).replaceAll(NIGHT, " ").replaceAll(ABOUT, " "));
  const named = CONCEPTS.filter((name) => has(said, name));
  if (has(said, "other") || named.length > 1) return "unread";
  const levels = LEVELS.filter((name) => has(said, name));
  const sizes = SIZES.filter((name) => has(said, name));
  const concept = named[0] ?? (levels.length > 0 ? last : undefined);
  if (concept === undefined) return { claims: [] };
  const isWhole = said.every((word) => is(word, ...CONCEPTS, ...LEVELS, ...SIZES, "whole", "filler"));
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
