/**
 * Reads repetitions: "every weekday", "jeden Montag und Donnerstag", "los martes".
 *
 * bounded: times.ts gives it at most 400 characters.
 */
import type { IntentLanguage } from "@waldo/contracts";
import type { PartOfDay } from "./spoken-times.ts";
import type { Word } from "./time-words.ts";

const WEEKDAYS: Record<IntentLanguage, readonly string[]> = {
  en: [
    "mon(?:day)?",
    "tue(?:s(?:day)?)?",
    "wed(?:nesday)?",
    "thu(?:r(?:s(?:day)?)?)?",
    "fri(?:day)?",
    "sat(?:urday)?",
    "sun(?:day)?",
  ],
  de: ["montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonntag"],
  es: ["lunes", "martes", "mi[eé]rcoles", "jueves", "viernes", "s[aá]bado", "domingo"],
  fr: ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"],
};
const WORK_DAYS = [1, 2, 3, 4, 5];
const WEEKEND = [6, 7];

type Repeat = readonly [RegExp, readonly number[] | undefined | "named"];

function repeatsIn(spoken: IntentLanguage): Repeat[] {
  const day = `(?:${WEEKDAYS[spoken].join("|")})`;
  switch (spoken) {
    case "en":
      return [
        [
          /\b(?:every|each|on) (?:week ?days?|work(?:ing)? ?days?)\b|\bweekdays\b|\bmonday (?:to|through|till|-) friday\b/i,
          WORK_DAYS,
        ],
        [new RegExp(`\\b(${day})(?= (?:mornings|afternoons|evenings|nights)\\b)`, "i"), "named"],
        [/\bweekday(?= (?:mornings?|afternoons?|evenings?)\b)/i, WORK_DAYS],
        [/\b(?:every|each) weekend\b|\bweekends\b/i, WEEKEND],
        [
          new RegExp(`\\b(?:every|each) (${day}s?(?:(?:, ?and|,| and|/| &) ?(?:every )?${day}s?){0,5})\\b`, "i"),
          "named",
        ],
        [
          /\b(?:on )?((?:mon|tues|wednes|thurs|fri|satur|sun)days(?:(?:, ?and|,| and) ?(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)days){0,5})\b/i,
          "named",
        ],
        // Three days in a row are no single date: "mon wed fri".
        [new RegExp(`\\b(?:on )?(${day}(?:(?:, ?and|,| and|/| &| n)? ?${day}){2,5})\\b`, "i"), "named"],
        [
          /\b(?:every ?day|each day|daily|every single day|every|each)(?= (?:morning|afternoon|evening|night)\b)|\b(?:in the |at )?(?:mornings|afternoons|evenings|nights)\b|\b(?:every ?day|each day|daily|every single day)\b/i,
          undefined,
        ],
      ];
    case "de":
      return [
        [
          /\b(?:jeden|an jedem) (?:werktag|arbeitstag)\b|\bwerktags\b|\ban (?:den )?(?:werktagen|arbeitstagen)\b|\bunter der woche\b|\bmontags? bis freitags?\b/i,
          WORK_DAYS,
        ],
        [/\bjedes wochenende\b/i, WEEKEND],
        [new RegExp(`\\b(?:jeden|immer) (${day}s?(?:(?:,| und) ?(?:jeden )?${day}s?){0,5})(?!\\p{L})`, "iu"), "named"],
        [new RegExp(`\\b(${day}s(?:(?:,| und) ?${day}s){0,5})(?!\\p{L})`, "iu"), "named"],
        [
          /(?<!\p{L})(?:jeden (?:tag|morgen|abend|nachmittag|mittag)|täglich|taeglich|tagtäglich)(?!\p{L})/iu,
          undefined,
        ],
      ];
    case "es":
      return [
        [
          /\b(?:entre semana|de lunes a viernes|(?:cada|todos los) d[ií]as? (?:laborables?|h[aá]bil(?:es)?))\b/i,
          WORK_DAYS,
        ],
        [/\b(?:cada|todos los) (?:fin(?:es)? de semana|findes?)\b/i, WEEKEND],
        [
          new RegExp(`\\b(?:cada|todos los|los) (${day}s?(?:(?:,| y) ?(?:los )?${day}s?){0,5})(?!\\p{L})`, "iu"),
          "named",
        ],
        [
          /(?<!\p{L})(?:todos los d[ií]as|cada d[ií]a|diariamente|a diario|todas las (?:ma[ñn]anas|tardes|noches)|cada (?:ma[ñn]ana|tarde|noche))(?!\p{L})/iu,
          undefined,
        ],
      ];
    case "fr":
      return [
        [
          /\b(?:en semaine|du lundi au vendredi|(?:chaque|tous les) jours? (?:ouvr[eé]s?|de semaine))(?!\p{L})/iu,
          WORK_DAYS,
        ],
        [new RegExp(`\\b(le ${day} et le ${day})(?!\\p{L})`, "iu"), "named"],
        [/\b(?:chaque|tous les) week-?ends?\b/i, WEEKEND],
        [
          new RegExp(`\\b(?:chaque|tous les) (${day}s?(?:(?:,| et) ?(?:le |les )?${day}s?){0,5})(?!\\p{L})`, "iu"),
          "named",
        ],
        [
          /(?<!\p{L})(?:tous les (?:jours|matins|soirs)|chaque (?:jour|matin|soir)|quotidiennement)(?!\p{L})/iu,
          undefined,
        ],
      ];
  }
}

/** Repetitions that no reminder supports. They must not be read as a single time. */
const UNKNOWN_REPEATS =
  /\b(?:every|each) (?:other|second|third|few|hour|month|year|\d+|two|three|four)\b|\b(?:monthly|hourly|yearly)\b|\b(?:alle|jede[nrs]?) (?:zwei|drei|\d+|stunde|zweiten?|monat|jahr)|\bcada (?:dos|tres|\d+|hora|mes|año)|\b(?:toutes les|tous les|chaque) (?:deux|trois|\d+|heures?|mois|ans?)\b/iu;

const REPEATS = { en: repeatsIn("en"), de: repeatsIn("de"), es: repeatsIn("es"), fr: repeatsIn("fr") };

/**
 * Words for a part of the day inside a repetition ("every morning"). The pattern of the repetition would otherwise
 * consume them.
 */
const SWALLOWED: readonly (readonly [RegExp, PartOfDay])[] = [
  [/morning|morgen|ma[ñn]ana|matin/i, "morning"],
  [/mittag$/i, "noon"],
  [/afternoon|nachmittag|tarde/i, "afternoon"],
  [/evening|abend|soir/i, "evening"],
  [/night|noche/i, "night"],
];

/** Repetitions that no reminder supports, in words of time. */
const UNKNOWN_IN_WORDS =
  / periodic | every (?:other|more|[no]\d+|a1) | every u(?!day )\w+ |(?: once| times| [na]\d+) (?:per |a1 |at |the |in the )+u\w+ /;
const COMPOUND_DAY =
  /(montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)(abend|morgen|nachmittag|vormittag|mittag)/gi;

/** Returns the text without its repetition, the days that it names, and its part of the day. */
export function inRepeats(message: string, spoken: IntentLanguage) {
  // In other texts "Sonntagabend" is written as two words.
  const straight = message.replaceAll("’", "'").replaceAll(COMPOUND_DAY, "$1 $2");
  for (const [pattern, days] of REPEATS[spoken]) {
    const found = pattern.exec(straight);
    if (!found) continue;
    const named = days === "named" ? daysNamed(found[1] ?? "", spoken) : days;
    const rest = `${straight.slice(0, found.index)} ${straight.slice(found.index + found[0].length)}`;
    const swallowed = days === undefined ? SWALLOWED.find(([word]) => word.test(found[0]))?.[1] : undefined;
    return { text: { rest, repeat: { days: named } }, part: swallowed };
  }
  return { text: { rest: straight, repeat: undefined }, part: undefined };
}

function daysNamed(words: string, spoken: IntentLanguage): number[] {
  return WEEKDAYS[spoken].flatMap((name, i) =>
    new RegExp(`(?<!\\p{L})(?:${name})s?(?!\\p{L})`, "iu").test(words) ? [i + 1] : [],
  );
}

/** True for a repetition that no reminder supports: "every other tuesday". */
export function isUnknownRepeat(text: string): boolean {
  return UNKNOWN_REPEATS.test(text);
}

/** True when words of time hold a repetition that no reminder supports: "once a week", "jeden dritten Freitag". */
export function isUnknownRepeatIn(words: readonly Word[]): boolean {
  return UNKNOWN_IN_WORDS.test(` ${words.map(({ is }) => is).join(" ")} `);
}
