/**
 * Checks what a sentence in German, Spanish or French states of the person's day, tasks, messages and people, and what
 * may be said in a language that nobody can check. The words are in data/words/claims.
 *
 * bounded: it reads one sentence of at most 600 characters, see agent/claims/sentences.ts
 */
import type { LocalDate } from "@waldo/contracts";
import { namesBody } from "../../safety/body/other-languages.ts";
import { languageOf } from "../../safety/crisis/language.ts";
import { addDays, dayOfWeek } from "../../time.ts";
import { SOURCES } from "./affairs.ts";
import { clausesOf, formsIn, listOf, listsFor, type Spoken } from "./clauses.ts";
import { doneBy, foreignDeedsIn, foreignTimes } from "./deeds.ts";
import type { Details } from "./details.ts";
import { type Evidence, type Fact, namedIn, textOf } from "./evidence.ts";
import { countsOf, whyEmpty } from "./statements.ts";

const AFFAIRS = ["day", "tasks", "messages", "reminders"] as const;
/** A shorter word carries little meaning. */
const CONTENT_LETTERS = 4;

/** Returns why a sentence about the day, tasks, messages or people may not be said, or undefined. */
export function spokenFault(
  sentence: string,
  language: Spoken,
  facts: readonly Fact[],
  evidence: Evidence,
): string | undefined {
  const { has } = listsFor(language);
  const text = clausesOf(sentence, language)
    .flatMap((clause) => (clause.isStated ? [clause.text] : []))
    .join(", ");
  const said = formsIn(text);
  if (said.length === 0 || isTold(said, language, facts)) return undefined;
  if (has(said, "person") && has(said, "own") && has(said, "life")) return "untraced_person";
  const { dates, weekdays, other } = daysIn(text, language, evidence.today);
  const { times } = foreignTimes(text);
  const ofDay = dates.length > 0 || weekdays.length > 0 || other;
  const deeds = foreignDeedsIn(sentence);
  if (deeds.length > 0) {
    const done = new Set(deeds.flatMap((deed) => doneBy(deed, evidence.results).map(({ callId }) => callId)));
    const on = facts.filter(({ callId }) => done.has(callId)).flatMap(({ details }) => details.dates);
    return on.length > 0 && dates.some((date) => !on.includes(date)) ? "untraced_date" : undefined;
  }
  const named = namedIn(text, facts);
  const kinds = AFFAIRS.filter((name) => has(said, name));
  const isOwn = has(said, "own") || ofDay || (kinds.length > 0 && times.length > 0);
  const isFree = has(said, "nothing") && isOwn && ofDay && said.some((word) => FREE.has(word));
  const affairs = kinds.length > 0 ? kinds : isFree || (times.length > 0 && has(said, "own")) ? ["day" as const] : [];
  if (!isOwn && !(has(said, "nothing") && kinds.length > 0)) return undefined;
  if (affairs.length === 0 && named.length === 0) return undefined;
  // "Write a mail to your friend" states nothing.
  if (!has(said, "report", "nothing") && times.length === 0) return undefined;
  if (other) return "untraced_date";
  if (has(said, "nothing") && named.length === 0) {
    const details: Details = { times: [], dates, weekdays, numbers: [], counts: [] };
    const isEmpty = affairs.every((affair) => whyEmpty(affair, "", facts, evidence, details) !== undefined);
    return isEmpty && times.length === 0 ? undefined : `untraced_empty_${affairs[0] ?? "day"}`;
  }
  const fits = ({ details }: Fact) =>
    times.every((meant) =>
      (UNTIL.test(text) ? details.times : details.times.slice(0, 1)).flat().some((minute) => meant.includes(minute)),
    ) &&
    dates.every((date) => details.dates.includes(date)) &&
    weekdays.every((day) => details.dates.map(dayOfWeek).includes(day) || details.weekdays.includes(day));
  if (named.length > 0) return named.some(fits) && !has(said, "busy") ? undefined : "untraced_language";
  // "You have an appointment at ten" says no more than that something stands at ten.
  const isPlain = said.every(
    (word) =>
      word.length < CONTENT_LETTERS ||
      listsFor(language).is(word, ...AFFAIRS, "own", "filler", "report", "today", "tomorrow", "weekdays"),
  );
  const among = facts.filter(({ from }) => kinds.some((kind) => SOURCES[kind].includes(from)));
  if (times.length > 0 && isPlain && among.some(fits)) return undefined;
  return isCounted(said, affairs, facts, evidence) && times.length === 0 && !ofDay ? undefined : "untraced_language";
}

/** Without such a word a time is the beginning of an event. */
const UNTIL = /(?:^|[^\p{L}])(?:bis|hasta|jusqu)(?![\p{L}])/iu;
const FREE = new Set("nichts frei freien nada libre rien libres".split(" "));

/** True when every word that carries meaning stands in one thing that the person said or that Waldo keeps. */
function isTold(said: readonly string[], language: Spoken, facts: readonly Fact[]): boolean {
  const { is } = listsFor(language);
  const content = said.filter((word) => word.length >= CONTENT_LETTERS && !is(word, "own", "filler", "report"));
  return (
    content.length > 1 &&
    facts.some(({ value }) => {
      const known = formsIn(textOf(value));
      return content.every((word) => known.includes(word));
    })
  );
}

/** True for "two new messages" where a list of messages has two. */
function isCounted(
  said: readonly string[],
  affairs: readonly (typeof AFFAIRS)[number][],
  facts: readonly Fact[],
  { today }: Evidence,
): boolean {
  const counts = said.filter((word) => /^\d+$/.test(word));
  return (
    counts.length > 0 &&
    affairs.every((affair) => {
      const known = countsOf(
        facts.filter(({ from }) => SOURCES[affair].includes(from)),
        today,
      );
      return counts.every((count) => known.has(count));
    })
  );
}

/** "Good morning", and the morning of a day, are not tomorrow. */
const NOT_TOMORROW =
  /guten morgen|(?:heute|gestern|am|jeden) morgen|buenas? mañanas?|(?:la|cada|esta) mañana|morgens/giu;

/** Returns the days that a text names. `other` is true for a day that is not read. */
function daysIn(text: string, language: Spoken, today: LocalDate) {
  const { has } = listsFor(language);
  const said = formsIn(text.replaceAll(NOT_TOMORROW, " ").replaceAll(/aujourd['’]hui/gi, "aujourdhui"));
  const dates = [
    ...(has(said, "yesterday") ? [addDays(today, -1)] : []),
    ...(has(said, "today") ? [today] : []),
    ...(has(said, "tomorrow") ? [addDays(today, 1)] : []),
  ];
  const weekdays = listOf(language, "weekdays").flatMap((day, index) => (said.includes(day) ? [index + 1] : []));
  return { dates, weekdays, other: has(said, "otherdays") };
}

/** Languages whose words for the body, deeds and people are partly known. */
const PARTLY_KNOWN: readonly (string | undefined)[] = ["hi", "pt", "it", "nl"];

/**
 * Returns why a sentence in a language that nobody can check may not be said. Small talk stays where the run looked at
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
  return (["de", "es", "fr"] as const).some((language) =>
    listsFor(language).has(said, ...AFFAIRS, "person", "heart", "hrv", "form"),
  );
}
