/**
 * Checks what a sentence states of the person's body, day, tasks, messages and people: in German, Spanish and French
 * all of it, in English what the English patterns did not read. It also says what may be said in a language that Waldo
 * cannot check. What speaks of this person and has no proof is refused. The words are in data/words/claims.
 *
 * bounded: it reads one sentence of at most 600 characters, see agent/claims/sentences.ts
 */
import { INTENT_LANGUAGES, type IntentLanguage, type LocalDate } from "@waldo/contracts";
import type { BodyClaim } from "../../safety/body/body-claims.ts";
import { namesBody } from "../../safety/body/other-languages.ts";
import { languageOf } from "../../safety/crisis/language.ts";
import { addDays, dayOfWeek } from "../../time.ts";
import { SOURCES } from "./affairs.ts";
import { type Clause, clausesOf, formsIn, listsFor, placeIn } from "./clauses.ts";
import { doneBy, foreignDeedsIn, foreignTimes } from "./deeds.ts";
import { type Details, detailsIn } from "./details.ts";
import { type Evidence, type Fact, namedIn, textOf } from "./evidence.ts";
import { isOfPerson, NIGHT, readClause, YOU_DID } from "./spoken-body.ts";
import { countsOf, whyEmpty } from "./statements.ts";

const AFFAIRS = ["day", "tasks", "messages", "reminders"] as const;
/** "You are tired" states something of this person at any time. "Your heart pumps blood" does not. */
const STATES = ["other", "spent"] as const;
/** A shorter word carries little meaning. */
const CONTENT_LETTERS = 4;
/** Two words with the same beginning of so many letters are one word: "Schwester", "Schwestern". */
const SAME_LETTERS = 6;

/** A check of one sentence: its language, what is known, and what was found in its clauses so far. */
type Check = {
  readonly language: IntentLanguage;
  readonly facts: readonly Fact[];
  readonly evidence: Evidence;
  /** The things that the clauses before named. */
  readonly named: readonly Fact[];
};

/**
 * Returns why a sentence about the body, as an answer or in a text that Waldo sends unasked, may not be said. `isTrue`
 * checks a claim.
 */
export function bodyFault(
  sentence: string,
  language: IntentLanguage,
  isTrue: (claim: BodyClaim) => boolean,
): { readonly fault?: string; readonly read: readonly string[] } {
  const read: string[] = [];
  let last: Parameters<typeof readClause>[2];
  for (const clause of isOfPerson(sentence, language) ? clausesOf(sentence, language) : []) {
    if (!clause.isStated) continue;
    const body = readClause(clause, language, last);
    if (body === "unread") return { fault: "untraced_language", read };
    last = body.concept ?? last;
    const untrue = body.claims.find((claim) => !isTrue(claim));
    if (untrue !== undefined) return { fault: `untraced_${untrue.kind}`, read };
    if (body.claims.length > 0) read.push(clause.text);
  }
  return { read };
}

/**
 * Returns why a sentence of an answer may not be said, or undefined. The clauses in `read` were read as statements of
 * the body.
 */
export function spokenFault(
  sentence: string,
  language: IntentLanguage,
  facts: readonly Fact[],
  evidence: Evidence,
  read: readonly string[] = [],
): string | undefined {
  const clauses = clausesOf(sentence, language).filter(({ text, isStated }) => isStated && !read.includes(text));
  const done = new Set(foreignDeedsIn(sentence).flatMap((deed) => doneBy(deed, evidence.results).map(idOf)));
  // A quotation may name the thing that the sentence is about.
  const quoted = (sentence.match(QUOTED) ?? []).join(" ");
  let named: readonly Fact[] = [...facts.filter(({ callId }) => done.has(callId)), ...namedIn(quoted, facts)];
  if (isTold(formsIn(sentence), language, facts)) return undefined;
  let isGlad = false;
  for (const clause of clauses) {
    // "Glad that you wrote today" needs no proof.
    isGlad = isSmallTalk(clause, language) || (isGlad && listsFor(language).is(clause.words[0] ?? "", "joins"));
    if (isGlad) continue;
    const here = namedIn(clause.text, facts);
    if (here.length > 0) named = here;
    const fault = clauseFault(clause, { language, facts, evidence, named });
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** True for thanks, joy and good wishes. "Schon" is "schön" only where it begins. */
function isSmallTalk({ words: [first = "", second = ""] }: Clause, language: IntentLanguage): boolean {
  const { is } = listsFor(language);
  return is(first, "small") || (is(second, "small") && second !== "schon");
}

/** "I" in German and French, and the Spanish verbs that include it. */
const FIRST = /(?:^|[^\p{L}])(?:ich|je|j['’]\p{L}+|he|voy a|\p{L}{3,12}ré)(?![\p{L}])/iu;
const QUOTED = /[“„"«][^”“"»]{1,400}[”“"»]/g;
const idOf = ({ callId }: { readonly callId: string }) => callId;

function clauseFault({ text, words }: Clause, check: Check): string | undefined {
  const { language, facts, evidence, named } = check;
  const { has } = listsFor(language);
  if (isTold(words, language, facts)) return undefined;
  const isOwn = has(words, "own") || (language === "es" && YOU_DID.test(text));
  if (isOwn && has(words, "told")) return "untraced_memory";
  const { dates, weekdays, other } = daysIn(text, language, evidence.today);
  const times = language === "en" ? detailsIn(text, evidence.today).times : foreignTimes(text).times;
  const ofDay = dates.length > 0 || weekdays.length > 0 || other;
  const isOfLife = has(words, "life") || (language !== "en" && (ofDay || has(words, "report")));
  if (isOwn && has(words, "person") && isOfLife) return "untraced_person";
  const kinds = AFFAIRS.filter((name) => has(words, name));
  if (has(words, "life") && ofDay && kinds.length === 0) return "untraced_person";
  const deeds = foreignDeedsIn(text);
  const details: Details = { times: [], dates, weekdays, numbers: [], counts: [] };
  const fits = ({ details: own, from }: Fact) =>
    times.every((meant) =>
      (UNTIL.test(text) || from === "owner" ? own.times : own.times.slice(0, 1))
        .flat()
        .some((minute) => meant.includes(minute)),
    ) &&
    dates.every((date) => own.dates.includes(date)) &&
    weekdays.every((day) => own.dates.map(dayOfWeek).includes(day) || own.weekdays.includes(day));
  if (deeds.length > 0) return ofDay && !named.some(fits) ? "untraced_date" : undefined;
  const isNothing = has(words, "nothing");
  const sources = kinds.flatMap((kind) => SOURCES[kind]);
  const hasLooked = evidence.results.some(({ ok, name }) => ok && sources.includes(name));
  if (language !== "en" && FIRST.test(text) && (kinds.length > 0 || has(words, "person")) && !hasLooked)
    return "untraced_deed_any";
  // The first reading of English finds what is said to be free.
  const isFree = language !== "en" && isNothing && ofDay && words.some((word) => FREE.has(word));
  const affairs = kinds.length > 0 ? kinds : isFree ? (["day"] as const) : [];
  const isStated = has(words, "report", "nothing") || times.length > 0 || has(words, "you") || isOwn;
  const isNear = ofDay || times.length > 0;
  if (isNothing && affairs.length > 0 && (isOwn || ofDay) && namedIn(text, facts).length === 0) {
    const isEmpty = affairs.every((affair) => whyEmpty(affair, "", facts, evidence, details) !== undefined);
    return isEmpty && times.length === 0 && !other ? undefined : `untraced_empty_${affairs[0] ?? "day"}`;
  }
  const isNamed = named.length > 0 && (isNear || text.includes("…") || namedIn(text, facts).length > 0);
  const isMore = has(words, "you") && BESIDE.test(text) && !isPlain(words, language, named);
  if (isNamed && (isStated || isNear))
    return named.some(fits) && !other && !isMore && !has(words, "busy") ? undefined : "untraced_date";
  if (!isAboutThem({ text, words }, { ...check, isNear, isKind: kinds.length > 0 })) return undefined;
  return isPlainOrCounted(words, kinds, fits, check, times.length > 0, ofDay) ? undefined : "untraced_language";
}

/** What Waldo will do says nothing of the person. What it did or set is read as a deed. */
const PROMISES = /^\W*(?:i will|i['’]ll|i['’]m going to|i can|let me|shall i)\b/iu;

/** True for a clause that speaks of this person, their day or their body now. */
function isAboutThem(
  { text, words }: Pick<Clause, "text" | "words">,
  { language, isNear, isKind }: Check & { readonly isNear: boolean; readonly isKind: boolean },
): boolean {
  if (language === "en" && PROMISES.test(text)) return false;
  const { has } = listsFor(language);
  const isOwn = has(words, "own") || (language === "es" && YOU_DID.test(text));
  const isReport =
    has(words, "report") ||
    (language === "en" && /\bI (?:\p{L}{2,14}ed|put|sent|set|wrote|made|gave|told)\b/u.test(text));
  const speaks = has(words, "you") || (language === "es" && YOU_DID.test(text)) || (isOwn && isReport);
  const isNow = isNear || text.search(NIGHT) >= 0 || has(words, "days");
  if (isKind && (isReport ? isNow || isOwn : isNow && !isOwn && language !== "en")) return true;
  const isChange = isOwn && has(words, "heart", "hrv", "sleep", "form") && has(words, "rising", "falling");
  return (isChange && isReport) || (speaks && isNow) || (has(words, "you") && has(words, ...STATES) && isReport);
}

/**
 * True for "you have an appointment at ten", which says no more than that something stands at ten, and for "two new
 * messages" where a list of messages has two.
 */
function isPlainOrCounted(
  words: readonly string[],
  kinds: readonly (typeof AFFAIRS)[number][],
  fits: (fact: Fact) => boolean,
  { language, facts, evidence }: Check,
  hasTime: boolean,
  ofDay: boolean,
): boolean {
  const among = facts.filter(({ from }) => kinds.some((kind) => SOURCES[kind].includes(from)));
  const isEchoed = ({ from, details }: Fact) => (from === "owner" || from === "known") && details.times.length > 0;
  if (hasTime)
    return (isPlain(words, language) && among.some(fits)) || facts.some((fact) => isEchoed(fact) && fits(fact));
  const counts = words.filter((word) => /^\d+$/.test(word));
  const known = countsOf(among, evidence.today);
  return !ofDay && kinds.length > 0 && counts.length > 0 && counts.every((count) => known.has(count));
}

/** True when the words say only that something stands at a time, or that one of these things does. */
function isPlain(words: readonly string[], language: IntentLanguage, named: readonly Fact[] = []): boolean {
  const { is } = listsFor(language);
  const titles = new Set(named.flatMap(({ title }) => formsIn(title ?? "")));
  const isSmall = (word: string) => word.length < CONTENT_LETTERS || titles.has(word);
  return words.every(
    (word) => isSmall(word) || is(word, ...AFFAIRS, "own", "filler", "report", "today", "tomorrow", "weekdays"),
  );
}

/** "After yoga you have a dinner" states something of the dinner. */
export const BESIDE = /(?:^|[^\p{L}])(?:nach|vor|después|antes|après|avant|after|before)(?![\p{L}])/iu;
/** Without such a word a time is the beginning of an event. */
const UNTIL = /(?:^|[^\p{L}])(?:bis|hasta|jusqu|endet|termina|finit|until|till|to|ends?)(?![\p{L}])/iu;
const FREE = new Set("nichts frei freien nada libre rien libres nothing free off".split(" "));

/** True when every word that carries meaning stands in one thing that the person said or that Waldo keeps. */
function isTold(said: readonly string[], language: IntentLanguage, facts: readonly Fact[]): boolean {
  const { is } = listsFor(language);
  const content = said.filter((word) => word.length >= CONTENT_LETTERS && !is(word, "own", "filler", "report", "told"));
  const isSame = (one: string, other: string) =>
    one === other || (one.length >= SAME_LETTERS && other.startsWith(one.slice(0, SAME_LETTERS)));
  const isDenied = (words: readonly string[]) => words.some((word) => is(word, "not"));
  return (
    content.length > 1 &&
    facts.some(({ value }) => {
      const known = formsIn(textOf(value));
      return isDenied(known) === isDenied(said) && content.every((word) => known.some((one) => isSame(word, one)));
    })
  );
}

/** "Good morning", and the morning of a day, are not tomorrow. */
const NOT_TOMORROW =
  /guten morgen|(?:heute|gestern|am|jeden) morgen|buenas? mañanas?|(?:la|cada|esta) mañana|morgens/giu;

/** Returns the days that a text names. `other` is true for a day that is not read. */
function daysIn(text: string, language: IntentLanguage, today: LocalDate) {
  const { has } = listsFor(language);
  const said = formsIn(text.replaceAll(NOT_TOMORROW, " ").replaceAll(/aujourd['’]hui|ce soir/gi, "aujourdhui"));
  const dates = [
    ...(has(said, "yesterday") ? [addDays(today, -1)] : []),
    ...(has(said, "today") ? [today] : []),
    ...(has(said, "tomorrow") ? [addDays(today, 1)] : []),
  ];
  const weekdays = said.flatMap((word) => [placeIn(language, "weekdays", word) + 1].filter((day) => day > 0));
  return { dates, weekdays, other: has(said, "otherdays") };
}

/** Languages whose words for the body, deeds and people are partly known. */
const PARTLY_KNOWN: readonly (string | undefined)[] = ["hi", "pt", "it", "nl"];

/**
 * Returns why a sentence in a language that Waldo cannot check may not be said. Small talk stays where the run looked at
 * nothing of the person's and did nothing. A length of sleep and a deed that were checked stay too.
 */
export function unservedFault(
  sentence: string,
  isChecked: boolean,
  { results, owner = [] }: Evidence,
): string | undefined {
  if (isChecked || /[?？؟]\W*$/.test(sentence)) return undefined;
  const looked = results.some(({ ok, name }) => ok && name !== "web_search");
  const language = languageOf(sentence) ?? languageOf(owner.at(-1) ?? "");
  const isSmall = PARTLY_KNOWN.includes(language) && !/\d/.test(sentence) && !namesBody(sentence);
  const isOfThem = namesAffair(sentence);
  return !looked && isSmall && !isOfThem ? undefined : "untraced_language";
}

function namesAffair(sentence: string): boolean {
  const said = formsIn(sentence);
  return INTENT_LANGUAGES.some((language) =>
    listsFor(language).has(said, ...AFFAIRS, "person", "heart", "hrv", "form"),
  );
}
