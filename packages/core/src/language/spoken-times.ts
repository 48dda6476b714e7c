/**
 * Turns times in words into digits ("half past four" → "4:30", "halb acht" → "7:30"), and removes the words for a part
 * of the day, because chrono does not read them in all languages. The rest of the text stays unchanged, so it can be
 * quoted.
 *
 * bounded: times.ts gives it at most 400 characters.
 */

import type { IntentLanguage } from "@waldo/contracts";
import { editDistance } from "../memory/search/ranking/vocabulary.ts";

/** The parts of the day, each with its usual hour. */
export const USUAL_HOUR = { morning: 9, noon: 12, afternoon: 15, evening: 19, night: 20, bedtime: 22 } as const;
export type PartOfDay = keyof typeof USUAL_HOUR;

type Rule = readonly [pattern: RegExp, to: string | ((...found: string[]) => string)];

const NUMBERS: Record<IntentLanguage, readonly string[]> = {
  en: "zero one two three four five six seven eight nine ten eleven twelve".split(" "),
  de: "null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf".split(" "),
  es: "cero una dos tres cuatro cinco seis siete ocho nueve diez once doce".split(" "),
  fr: "zéro une deux trois quatre cinq six sept huit neuf dix onze douze".split(" "),
};
const TENS: Record<IntentLanguage, Readonly<Record<string, number>>> = {
  en: {
    fifteen: 15,
    twenty: 20,
    "twenty-five": 25,
    "twenty five": 25,
    thirty: 30,
    forty: 40,
    "forty-five": 45,
    "forty five": 45,
    fifty: 50,
    ninety: 90,
  },
  de: {
    eine: 1,
    einem: 1,
    einer: 1,
    eins: 1,
    fünfzehn: 15,
    zwanzig: 20,
    dreißig: 30,
    dreissig: 30,
    vierzig: 40,
    fünfundvierzig: 45,
    neunzig: 90,
  },
  es: { un: 1, uno: 1, quince: 15, veinte: 20, treinta: 30, cuarenta: 40, "cuarenta y cinco": 45, noventa: 90 },
  fr: { un: 1, quinze: 15, vingt: 20, trente: 30, quarante: 40, "quarante-cinq": 45 },
};

/** Words of a number, longest first, so that "twenty five" is not read as "twenty". */
function numberWords(spoken: IntentLanguage): string {
  const words = [...NUMBERS[spoken], ...Object.keys(TENS[spoken])].filter((word) => word !== "zero");
  return words.sort((a, b) => b.length - a.length).join("|");
}

function numberOf(word: string, spoken: IntentLanguage): number {
  if (/^\d+$/.test(word)) return Number(word);
  const lower = word.toLowerCase();
  const tens = TENS[spoken][lower];
  return tens ?? NUMBERS[spoken].indexOf(lower);
}

const clock = (hour: number, minute: number) => `${((hour % 24) + 24) % 24}:${String(minute).padStart(2, "0")}`;

function englishRules(): Rule[] {
  const n = `(\\d{1,2}|${numberWords("en")})`;
  const num = (word = "") => numberOf(word, "en");
  return [
    [/\ban? hour and (?:a )?half\b/gi, "90 minutes"],
    [/\b(\d+|two|three) and a half hours\b/gi, (_, word) => `${num(word) * 60 + 30} minutes`],
    [/\b(\d+)\.5 (?:hours?|h)\b/gi, (_, word) => `${num(word) * 60 + 30} minutes`],
    [/\bthree[- ]quarters of an hour\b/gi, "45 minutes"],
    [/\b(?:a )?quarter of an hour\b/gi, "15 minutes"],
    [/\b(?:half an hour|a half[- ]hour|half hour)\b/gi, "30 minutes"],
    [/\ba couple(?: of)? (minutes|mins|hours|days|weeks)\b/gi, "2 $1"],
    [/\ba few minutes\b/gi, "5 minutes"],
    [new RegExp(`\\b${n}[- ](minutes?|mins?|hours?|days?|weeks?)\\b`, "gi"), (_, word, unit) => `${num(word)} ${unit}`],
    [/\ban? (minute|min|hour|day|week|month|year)\b/gi, "1 $1"],
    [/\bfrom \d{1,2}(?::\d\d)? ?(?:am|pm)? to (?=\d)/gi, "to "],
    [/\b(reminder|alarm|timer|it|that|back|forward) to (\d{1,2}(?::\d\d)?)(?![\d:%/])/gi, "$1 at $2"],
    [/\bmake (it|that) (\d{1,2}(?::\d\d)?)(?= instead| please|[,.!?]|$)/gi, "make $1 at $2"],
    [new RegExp(`\\bhalf[- ](?:past )?${n}\\b`, "gi"), (_, word) => clock(num(word), 30)],
    [new RegExp(`\\b(?:a )?quarter (?:to|before|of|til) ${n}\\b`, "gi"), (_, word) => clock(num(word) - 1, 45)],
    [new RegExp(`\\b${n}(?: minutes?)? past ${n}\\b`, "gi"), (_, m, h) => clock(num(h), num(m))],
    // "Move the second one to 8" names no minute to eight.
    [
      new RegExp(`\\b${n}(?: minutes?)? to ${n}(?= |$|[,.!?])`, "gi"),
      (all, m, h) => (/minute/i.test(all) || num(m) % 5 === 0 ? clock(num(h) - 1, 60 - num(m)) : all),
    ],
    [
      new RegExp(
        `\\b(at|by|around|about|till|til|until|before|after|@) ${n}[ -](thirty|fifteen|forty[ -]five)\\b`,
        "gi",
      ),
      (_, at, h, m) => `${at} ${clock(num(h), num(m))}`,
    ],
    [
      new RegExp(`\\b(at|by|around|till|til|until|@) (${NUMBERS.en.slice(1).join("|")})\\b`, "gi"),
      (_, at, h) => `${at} ${num(h)}`,
    ],
    [
      new RegExp(`\\b(${NUMBERS.en.slice(1).join("|")}) ?(o'?clock|am|pm|a\\.m\\.|p\\.m\\.)`, "gi"),
      (_, h, m) => `${num(h)} ${m}`,
    ],
    [
      new RegExp(
        `\\b(${NUMBERS.en.slice(1).join("|")})(?= (?:in the (?:morning|afternoon|evening)|at night)\\b)`,
        "gi",
      ),
      (_, h) => `${num(h)}`,
    ],
    [/\b(at|by|till|til|until|around|@) ?([01]?\d|2[0-3])\.?([0-5]\d)\b(?!:)/gi, "$1 $2:$3"],
    [/\b(\d{1,2}) ?o'?clock\b/gi, "at $1"],
    [/@ ?(\d)/g, "at $1"],
    [/\b(?:till|til|until) (\d{1,2}(?::\d\d)? ?(?:am|pm)?)\b/gi, "until at $1"],
    [/\b(?:eod|end of (?:the )?day|after work)\b/gi, "at 18:00"],
    [/\b(?:at )?(?:lunch ?time|midday)\b/gi, "at 12:00"],
    [/\bafter lunch\b/gi, "at 13:00"],
    [/\bmid ?night\b/gi, "at 23:59"],
    [/\bnoon\b/gi, "at 12:00"],
    [/\bin (\d{2})(?=$|[,.!?])/gi, "in $1 minutes"],
    [
      /\b(?:by|around|about|before) (\d{1,2}(?::\d\d)?)(?= ?(?:am|pm)\b|(?: (?:today|tonight|tomorrow|this|on|to)\b)|[,.!?]|$)/gi,
      "at $1",
    ],
    [/(?<![\d:.])(0\d)([0-5]\d)(?![\d:.])/g, "at $1:$2"],
    [/\b(?:(?:the )?rest of (?:the|my) day|all day|until the end of the day)\b/gi, "at 23:59"],
    [/\bat lunch\b/gi, "at 12:00"],
    [/\b(?:at|over) breakfast\b/gi, "at 8:00"],
    [/\bafter (?:dinner|supper)\b/gi, "at 20:00"],
  ];
}

function germanRules(): Rule[] {
  const n = `(\\d{1,2}|${numberWords("de")})`;
  const num = (word = "") => numberOf(word, "de");
  return [
    [/\banderthalb stunden\b/gi, "90 Minuten"],
    [/\beine halbe stunde\b/gi, "30 Minuten"],
    [/\b(?:den rest des tages|den ganzen tag)\b/gi, "um 23:59"],
    [/\b(?:einer|ner) halben stunde\b/gi, "30 Minuten"],
    [/\b(?:einer |ner )?viertelstunde\b/gi, "15 Minuten"],
    [/\b(?:einer |ner )?dreiviertelstunde\b/gi, "45 Minuten"],
    [
      new RegExp(`(?<!\\p{L})${n} (minuten?|min|stunden?|tage?n?|wochen?)(?!\\p{L})`, "giu"),
      (_, word, unit) => `${num(word)} ${unit}`,
    ],
    [new RegExp(`\\bhalb ${n}(?!\\p{L})`, "giu"), (_, h) => `um ${clock(num(h) - 1, 30)}`],
    [new RegExp(`\\b(?:viertel vor|dreiviertel) ${n}(?!\\p{L})`, "giu"), (_, h) => `um ${clock(num(h) - 1, 45)}`],
    [
      new RegExp(`\\b(um|gegen|bis|ab) (${NUMBERS.de.slice(1).join("|")}|eins)(?!\\p{L})`, "giu"),
      (_, at, h) => `${at} ${num(h)}`,
    ],
    [/\bbis (?:um )?(\d{1,2}(?::\d\d)?)(?: uhr)?\b/gi, "bis um $1"],
    [/\b(?:gegen|ab) (\d{1,2}(?::\d\d)?)\b/gi, "um $1"],
    [/\b(erinnerung|wecker|timer|das|es) auf (\d{1,2}(?::\d\d)?)(?: uhr)?(?![\d:])/gi, "$1 um $2"],
    [/\b(?:zu mittag|mittags)\b/gi, "um 12:00"],
    [/\b(?:nach der arbeit|feierabend)\b/gi, "um 18:00"],
    [/\bmitternacht\b/gi, "um 23:59"],
  ];
}

function spanishRules(): Rule[] {
  const n = `(\\d{1,2}|${numberWords("es")})`;
  const num = (word = "") => numberOf(word, "es");
  const las = `\\b(a|hasta|sobre|para) las? ${n}`;
  return [
    [/\b(?:media hora)\b/gi, "30 minutos"],
    [/\b(?:el resto del d[ií]a|todo el d[ií]a)\b/gi, "a las 23:59"],
    [/\bhora y media\b/gi, "90 minutos"],
    [/\b(?:un )?cuarto de hora\b/gi, "15 minutos"],
    [
      new RegExp(`(?<!\\p{L})${n} (minutos?|min|horas?|d[ií]as?|semanas?)(?!\\p{L})`, "giu"),
      (_, word, unit) => `${num(word)} ${unit}`,
    ],
    [new RegExp(`${las}(?: en punto)?(?!\\p{L}|:)`, "giu"), (_, a, h) => `${a} las ${num(h)}`],
    [/\b(?:al |a )?mediod[ií]a\b/gi, "a las 12:00"],
    [/\b(?:a )?medianoche\b/gi, "a las 23:59"],
    [/\bdespu[eé]s de comer\b/gi, "a las 15:00"],
  ];
}

function frenchRules(): Rule[] {
  const n = `(\\d{1,2}|${numberWords("fr")})`;
  const num = (word = "") => numberOf(word, "fr");
  const heures = `${n} ?(?:heures?|h)`;
  return [
    [/\bheure et demie\b/gi, "90 minutes"],
    [/\b(?:le reste de la journ[ée]e|toute la journ[ée]e)(?!\p{L})/giu, "à 23:59"],
    [/\bune heure (?=avant)/gi, "60 minutes "],
    [/\bdeux heures (?=avant)/gi, "120 minutes "],
    [/\bune 90 minutes\b/gi, "90 minutes"],
    [/\b(?:une )?demi[- ]heure\b/gi, "30 minutes"],
    [/\b(?:un )?quart d['’]heure\b/gi, "15 minutes"],
    [new RegExp(`\\b${heures} et demie\\b`, "gi"), (_, h) => clock(num(h), 30)],
    [
      new RegExp(`(?<!\\p{L})${n} (minutes?|min|jours?|semaines?)(?!\\p{L})`, "giu"),
      (_, word, unit) => `${num(word)} ${unit}`,
    ],
    [new RegExp(`((?<!\\p{L})(?:à|a|vers|jusqu['’]à)) ${heures}(?!\\p{L})`, "giu"), (_, a, h) => `${a} ${num(h)}h`],
    [/(?<!\p{L})(?:jusqu['’]à|vers) (\d)/giu, "à $1"],
    [/(?<!\p{L}|apr[eè]s[ -])(?:à )?midi(?!\p{L})/giu, "à 12h"],
    [/(?<!\p{L})(?:à )?minuit(?!\p{L})/giu, "à 23:59"],
  ];
}

const RULES: Record<IntentLanguage, readonly Rule[]> = {
  en: englishRules(),
  de: germanRules(),
  es: spanishRules(),
  fr: frenchRules(),
};

/** A phrase such as "this evening" also names the day. */
const TODAY = true;

/** Each phrase for a part of the day. */
const PARTS: Record<IntentLanguage, readonly (readonly [RegExp, PartOfDay, typeof TODAY?])[]> = {
  en: [
    [/\b(?:this|later this) (morning|afternoon|evening)\b/i, "morning", TODAY],
    [/\btonight\b/i, "night", TODAY],
    [/\b(?:first thing(?: in the morning)?|(?:early |late )?(?:in the )?morning)s?\b/i, "morning"],
    [/\b(?:(?:early |late )?(?:in the )?afternoon)s?\b/i, "afternoon"],
    [/\b(?:(?:early |late )?(?:in the )?evening)s?\b/i, "evening"],
    [/\b(?:at |by )?(?:bed ?time)\b|\b(?:before (?:i go to )?bed)\b/i, "bedtime"],
    [/\b(?:at night|nights?)\b/i, "night"],
  ],
  de: [
    [/\b(?:am vormittag|vormittags?|morgens|am morgen|in der früh|früh)(?!\p{L})/iu, "morning"],
    [/\b(?:am )?nachmittags?\b/i, "afternoon"],
    [/(?<!\p{L})(?:am )?(?:spät)?abends?\b/iu, "evening"],
    [/\b(?:nachts|in der nacht|heute nacht|nacht)\b/i, "night"],
    [/\bmorgen(?!\p{L})/iu, "morning"],
    [/\bmittag(?!\p{L})/iu, "noon"],
    [/\bvor dem (?:schlafengehen|schlafen|einschlafen)\b/i, "bedtime"],
  ],
  es: [
    [/\besta noche\b/i, "night", TODAY],
    [/\besta tarde\b/i, "afternoon", TODAY],
    [/\besta ma[ñn]ana\b/i, "morning", TODAY],
    [/\b(?:por|de|en|a) la ma[ñn]ana\b|\btemprano\b/i, "morning"],
    [/(?<!\p{L})ma[ñn]ana(?!\p{L})/iu, "morning"],
    [/\b(?:por|de|en|a) la tarde\b/i, "afternoon"],
    [/\b(?:por|de|en|a) la noche\b/i, "night"],
    [/\bantes de (?:dormir|acostarme|la cama)\b/i, "bedtime"],
  ],
  fr: [
    [/\bce soir\b/i, "evening", TODAY],
    [/\bcet(?:te)? (?:après-midi|apres-midi|aprem)(?!\p{L})/iu, "afternoon", TODAY],
    [/\bce matin\b/i, "morning", TODAY],
    [/\b(?:le |au |du )?matin\b/i, "morning"],
    [/(?<!\p{L})(?:l['’]|dans l['’]|de l['’])?(?:après|apres)-midi\b/iu, "afternoon"],
    [/\b(?:le |au |du )?soir\b/i, "evening"],
    [/\bavant de (?:dormir|me coucher)\b/i, "bedtime"],
  ],
};

const THIS: Record<string, PartOfDay> = { morning: "morning", afternoon: "afternoon", evening: "evening" };

/** Words of time that people often mistype. A similar spelling is read as the word. */
const TYPED: Record<IntentLanguage, readonly string[]> = {
  en: "tomorrow monday tuesday wednesday thursday friday saturday sunday morning evening afternoon tonight minutes minute weekday weekend everyday".split(
    " ",
  ),
  de: "montag dienstag mittwoch donnerstag freitag samstag sonntag nachmittag minuten minute stunden stunde übermorgen".split(
    " ",
  ),
  es: "lunes martes miércoles jueves viernes sábado domingo minutos minuto mañana".split(" "),
  fr: "lundi mercredi jeudi vendredi samedi dimanche demain minutes minute".split(" "),
};
const LEAST_LETTERS = 6;

function spelled(text: string, spoken: IntentLanguage): string {
  const known = TYPED[spoken];
  return text.replaceAll(/\p{L}+/gu, (word) => {
    const lower = word.toLowerCase();
    if (lower.length < LEAST_LETTERS || known.includes(lower) || known.includes(lower.replace(/s$/, ""))) return word;
    return (
      known.find(
        (one) => one[0] === lower[0] && editDistance(lower, one, one.length >= 8 ? 2 : 1) <= (one.length >= 8 ? 2 : 1),
      ) ?? word
    );
  });
}

/** Returns the text with words of time spelled as usual. */
export function respelled(text: string, spoken: IntentLanguage): string {
  const straight = spelled(text.replaceAll("’", "'"), spoken);
  if (spoken !== "en") return straight;
  return straight
    .replaceAll(/\b(?:tmrw|tmr|tmrow|tomoz|2moro|2morrow)\b/gi, "tomorrow")
    .replaceAll(/\btonite\b/gi, "tonight");
}

/** `today` is true when the part of the day is one of today ("this evening"). */
type Digits = { readonly text: string; readonly part?: PartOfDay; readonly today?: boolean };

/** Turns times in words into digits. All other words stay. */
export function clockInDigits(message: string, spoken: IntentLanguage): string {
  let text = respelled(message, spoken);
  for (const [pattern, to] of RULES[spoken])
    text = typeof to === "string" ? text.replaceAll(pattern, to) : text.replaceAll(pattern, to);
  return text;
}

const DAY_THEN_HOUR = new RegExp(
  `(?<!\\p{L})((?:today|tonight|tomorrow),?(?= (?:\\d|\\p{L}))|\\p{L}+day,?(?= \\p{L})) (\\d{1,2}|${NUMBERS.en.slice(1).join("|")})(?=\\s*[.!]?$)`,
  "iu",
);
const TAG_THEN_STUNDE = new RegExp(
  `(?<!\\p{L})((?:heute|morgen|übermorgen),?(?= (?:\\d|\\p{L}))|\\p{L}+tag,?(?= \\p{L})) (\\d{1,2}|${NUMBERS.de.slice(1).join("|")})(?=\\s*[.!]?$)`,
  "iu",
);

/** "Tomorrow, eleven": an hour alone behind a day. */
export const withHour = (message: string): string =>
  message
    .replace(DAY_THEN_HOUR, (_, day, hour) => `${day.replace(",", "")} at ${numberOf(hour, "en")}`)
    .replace(TAG_THEN_STUNDE, (_, day, hour) => `${day.replace(",", "")} um ${numberOf(hour, "de")} Uhr`);

/** Returns the text with times in digits and without its first part of the day. */
export function inDigits(message: string, spoken: IntentLanguage): Digits {
  const text = clockInDigits(message, spoken);
  for (const [pattern, part, today] of PARTS[spoken]) {
    const found = pattern.exec(text);
    if (!found) continue;
    return {
      text: `${text.slice(0, found.index)}${text.slice(found.index + found[0].length)}`,
      part: THIS[found[1]?.toLowerCase() ?? ""] ?? part,
      ...(today === undefined ? {} : { today }),
    };
  }
  return { text };
}
