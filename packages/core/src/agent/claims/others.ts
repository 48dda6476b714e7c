// Finds what a sentence states about other people in the person's life: "Sam's birthday is tomorrow", "your mother is
// visiting on Friday", "Priya has the flu". Two signs separate such a sentence from knowledge of the world ("Marie
// Curie was born in 1867"). The sentence names a person close to the owner (a relation, or a first name with a time
// near today), and an event of a life: a birthday, a visit, a plan, an illness, an action. Advice, conditions and
// questions state nothing.
//
// bounded: it reads one sentence of at most 600 characters, see agent/claims/sentences.ts
import { isStatement } from "./affairs.ts";
import type { Fact } from "./evidence.ts";

const RELATION =
  "mother|mum|mom|father|dad|parents?|sister|brother|wife|husband|partner|girlfriend|boyfriend|fianc[eé]e?|son|daughter|kids?|children|child|baby|aunt|uncle|cousin|niece|nephew|grand(?:ma|pa|mother|father|parents|son|daughter)|friends?|colleagues?|coworkers?|boss|manager|teacher|neighbou?rs?|roommate|landlord|dog|cat|team|client";
const NEAR = new RegExp(`\\b(?:your|the person['’]s) (?:[a-z-]+ )?(?:${RELATION})(?:['’]s)?\\b`, "i");
/** A time near today, or an hour. */
const SOON =
  /\b(?:today|tomorrow|tonight|yesterday|this (?:morning|afternoon|evening|week|weekend|month)|next (?:week|weekend|month)|last (?:night|week|weekend)|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|tues|wednes|thurs|fri|satur|sun)day|in (?:a|two|three|four|five) (?:days?|weeks?|hours?)|soon|at (?:noon|midnight|\d{1,2})|\d{1,2} ?[ap]m|just now|right now)\b/i;
const LIFE =
  /\b(?:birthday|anniversary|wedding|funeral|graduation|party|surgery|operation|flight|recital|due date|is (?:sick|ill|in hospital|pregnant|away|visiting|coming|arriving|leaving|moving|waiting|expecting|getting married|turning)|(?:has|have|had|got|caught) (?:a |an |the )?(?:cold|flu|fever|accident|baby|interview|appointment|surgery)|(?:will|is going to|are going to) (?:visit|come|arrive|call|leave|join|meet|pick|bring|be (?:there|here|late|home))|(?:visits?|arrives?|comes|is back|turns \d|called|calls|wrote|texted|emailed|messaged|cancelled|canceled|invited|asked you|is expecting|wants you|needs you|misses you|died|passed away|moved|got married|got engaged|told you|said|promised|booked|confirmed))\b/i;
/** Matches a first name such as "Sam" or "Priya's". Other words that begin a sentence, days and months do not match. */
const NAME = /(?<![\p{L}\p{N}])(\p{Lu}\p{Ll}{1,14})(?:['’]s)?(?![\p{L}\p{N}])/gu;
const NO_NAMES = new Set(
  "I The A An This That These Those It He She They We You Your My Our His Her Their Its There Here What When Where Who Why How If In On At By For From To With Without And Or But So As Then Now Today Tomorrow Tonight Yesterday Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August September October November December Yes No Not Please Maybe Perhaps Also Just Only Some Any All Every Each Both One Two Three Next Last First Good Great Sure Sorry Thanks Thank Well Let Take Try Keep Make Do Go Get Buy Call Ask Tell Write Sleep Rest Form Recovery Waldo Since Because After Before While During Until Nothing Something Everything Everyone Someone Nobody Breakfast Lunch Dinner Christmas Easter God Morning Evening Night Happy Dear Hi Hello Remember Note Reminder Meeting Dentist Set Given Besides Otherwise Meanwhile Apart Once Still Even Most Many Much More Less Several Overall However Early Late".split(
    " ",
  ),
);

/** The largest distance, in characters, between a name and the words about that person. */
const REACH = 26;

/** Returns the people near the person about whom a sentence states something, as the sentence names them. */
export function othersIn(sentence: string): string[] {
  if (
    !LIFE.test(sentence) ||
    !isStatement(sentence.replaceAll(/\b(?:so|and) (?:buy|call|get|bring|send|plan)\b/gi, "…"))
  )
    return [];
  const relation = NEAR.exec(sentence)?.[0];
  // Quotation marks hold a title of theirs, which states nothing.
  const plain = sentence.replaceAll(/“[^”]*”/g, "“”");
  const names = SOON.test(sentence)
    ? [...plain.matchAll(NAME)].flatMap(({ 0: all, 1: name = "", index }) => {
        const next = plain.slice(index + all.length, index + all.length + REACH);
        return NO_NAMES.has(name) || !LIFE.test(next) ? [] : [name];
      })
    : [];
  return [...(relation === undefined ? [] : [relation.replace(/^.* /, "").replace(/['’]s$/, "")]), ...names];
}

/** Returns the first fact that names a person. */
export function isKnown(person: string, facts: readonly Fact[], textOf: (fact: Fact) => string): Fact | undefined {
  const plain = person.toLowerCase();
  return facts.find((fact) =>
    textOf(fact)
      .toLowerCase()
      .split(/[^\p{L}]+/u)
      .includes(plain),
  );
}
