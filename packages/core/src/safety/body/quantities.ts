// Finds the numbers of a text with the tokens around them, in one linear pass (health-lockout.ts uses them), and finds
// lengths of time that are rounded to half hours.

/** `glued` is true when nothing is between this token and the one before it. Every token has its position in the text. */
export type Token = {
  readonly kind: "number" | "word" | "sign" | "stop";
  /** In lower case. Numbers are as written. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly glued: boolean;
};

const TOKEN = /\p{N}+(?:[.,:]\p{N}+)*|\p{L}[\p{L}\p{M}\p{N}\p{Cf}]*|[%°,/+→–—-]|[.!?;]|\n[ \t]{0,8}\n/gu;

const UNITS_OF_TEN = "twenty thirty forty fourty fifty sixty seventy eighty ninety hundred".split(" ");
/** The number words from zero on. Each one's index is its value. */
export const SMALL_NUMBERS: readonly string[] =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const NUMBER_WORDS: ReadonlySet<string> = new Set([...UNITS_OF_TEN, ...SMALL_NUMBERS.slice(1), "half"]);

export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(TOKEN)) {
    const raw = match[0];
    const [start, end] = [match.index, match.index + raw.length];
    const glued = tokens.at(-1)?.end === start;
    const word = raw
      .replace(/\p{Cf}/gu, "")
      .normalize("NFKC")
      .toLowerCase();
    if (/^\p{N}/u.test(raw)) tokens.push({ kind: "number", text: word, start, end, glued });
    else if (/^\p{L}/u.test(raw)) {
      if (NUMBER_WORDS.has(word)) pushNumberWord(tokens, { kind: "number", text: word, start, end, glued });
      else tokens.push({ kind: "word", text: word, start, end, glued });
    } else if (!/^[.!?;]/.test(raw) || /^(?:\s|$)/.test(text.charAt(end)))
      tokens.push({ kind: /^[.!?;\n]/.test(raw) ? "stop" : "sign", text: raw, start, end, glued });
  }
  return tokens;
}

/** "Forty-two" and "one hundred ten" are read as one number. */
function pushNumberWord(tokens: Token[], next: Token): void {
  if (tokens.at(-1)?.text === "-" && tokens.at(-2)?.kind === "number" && next.glued) tokens.pop();
  const last = tokens.at(-1);
  if (last?.kind === "number" && /^\p{L}/u.test(last.text))
    tokens.splice(-1, 1, { ...last, text: `${last.text} ${next.text}`, end: next.end });
  else tokens.push(next);
}

/** Returns the text of a token, or "" past the ends. */
export function wordAt(tokens: readonly Token[], at: number): string {
  return tokens[at]?.text ?? "";
}

/** Tokens `from` (inclusive) to `to` (exclusive). */
export type Quantity = { readonly from: number; readonly to: number };

const JOINS: ReadonlySet<string> = new Set([
  "to",
  "and",
  "or",
  "then",
  "from",
  "-",
  "–",
  "—",
  "→",
  "/",
  "through",
  "vs",
]);

/** The most tokens in which numbers that belong together are searched. This limits the work for each number. */
const MOST_TOGETHER = 12;

/** Returns the numbers from `at` that belong together: "45", "45–52", "52 to 49", "7 and a half". */
export function numbersFrom(tokens: readonly Token[], at: number): Quantity {
  let to = at + 1;
  while (to < at + MOST_TOGETHER && JOINS.has(wordAt(tokens, to))) {
    const next = tokens[to + 1]?.text === "a" ? to + 2 : to + 1;
    if (tokens[next]?.kind !== "number") break;
    to = next + 1;
  }
  return { from: at, to };
}

// Words of a length that is rounded to half hours, as people speak of a night: "about 7.5 hours", "7 and a half hours",
// "roughly 7h30", "an hour and a half". A more exact length is a reading of a sensor and is not read here.

const ABOUT = "about|around|roughly|approximately|nearly|almost|some|circa|ca\\.?|close to|just under|just over";
/** The numbers of hours up to 14. No longer sleep is expected. */
const HOURS_SPELLED = SMALL_NUMBERS.slice(0, 15);
const UNIT = "(?:hours?|hrs?|h)\\b(?!-)";
const HALF_AN_HOUR = "(?<half>half an hour|a half hour)";
const HOUR_AND = "an hour(?<hourAndHalf> and a half)?";
const HALVES = `(?<digits>\\d{1,2})(?<point>[.,][05]|½)?(?<andHalf> and a half| ½)? ?-?${UNIT}(?<minutes>(?:,? and)? ?(?:30|00) ?(?:minutes|mins?|m)?\\b)?(?!(?:,? and)? ?\\d)`;
const GLUED = "(?<glued>\\d{1,2}) ?h ?(?<gluedMinutes>30|00)\\b";
const SPELLED = `(?<word>${HOURS_SPELLED.join("|")})(?<wordHalf> and a half)? ${UNIT}`;
// bounded: a sentence has at most 600 characters, see agent/claims/sentences.ts
const AMOUNT = new RegExp(
  `(?<![\\d.,:–-])(?<!\\d (?:to|and|or) )(?<!\\b(?:to|than) )(?:\\b(?<about>${ABOUT}) |~ ?)?\\b(?:${HALF_AN_HOUR}|${HOUR_AND}|${GLUED}|${HALVES}|${SPELLED})(?: and a half\\b)?`,
  "gi",
);

/** `halves` is the length in half hours. `about` is true when a word says that it is rounded. */
type RoundedHours = {
  readonly halves: number;
  readonly about: boolean;
  readonly from: number;
  readonly to: number;
};

function roundedHours(text: string): RoundedHours[] {
  return [...text.matchAll(AMOUNT)].map(({ 0: all, index, groups = {} }) => {
    const half = / and a half/i.test(all) || /½/.test(all) || /[.,]5/.test(groups["point"] ?? "");
    const thirty = /30/.test(groups["minutes"] ?? groups["gluedMinutes"] ?? "");
    const word = SMALL_NUMBERS.indexOf(groups["word"]?.toLowerCase() ?? "");
    const count = groups["glued"] ?? groups["digits"] ?? (word < 0 ? "1" : String(word));
    const halves = groups["half"] ? 1 : 2 * Number(count) + (half || thirty ? 1 : 0);
    const about = groups["about"] !== undefined || all.startsWith("~");
    return { halves, about, from: index, to: index + all.length };
  });
}

export type HoursOf = "asleep" | "owed" | "late" | "any";
/** A length of time in a statement about the person's sleep. */
type SleptHours = RoundedHours & { readonly of: HoursOf; readonly words: string };

const OF_SLEEP = /\b(?:slept|sleep|asleep|bed)\b/i;
/** Without a word such as "about", a length counts as sleep only near words about a night. */
const TOLD =
  /\b(?:slept|asleep|(?:got|had|hours|night) of sleep|(?:got|had)\b[^.!?]{0,30}\bsleep|night (?:was|lasted))\b/i;
const ADVISED = /\b(?:aim|try|need|needs|plan|want|should|would|could|recommended|adults|usually|target)\b/i;
/** Words for a part of the night or for time awake. A length of these is a reading. */
const PART_OF_NIGHT = /\b(?:rem|deep|light|awake|core|nap|napped)\b/i;
const HOURS_OF: readonly (readonly [HoursOf, RegExp])[] = [
  ["late", /\b(?:later|earlier|late|early)\b/i],
  ["owed", /\b(?:short of|owe|behind|lack|lacking|missing|too little)\b/i],
  ["asleep", /\b(?:slept|asleep)\b/i],
];
const ENDS_CLAUSE = /[.!?;:—–]\s|,\s(?!which\b)|\n|\b(?:and(?! a half)|but|while|though)\b/gi;

/**
 * Reads "you slept about five and a half hours" as 11 half hours. It reads only statements about sleep and about going
 * to bed.
 */
export function sleptHours(text: string): SleptHours[] {
  const ends = [...text.matchAll(ENDS_CLAUSE)].map(({ 0: end, index }) => [index, index + end.length] as const);
  return roundedHours(text).flatMap((hours) => {
    const from = ends.findLast(([, end]) => end <= hours.from)?.[1] ?? 0;
    const to = ends.find(([start]) => start >= hours.to)?.[0] ?? text.length;
    const words = text.slice(from, to).trim();
    if (!OF_SLEEP.test(words) && !/\bnight (?:was|lasted)\b/i.test(words)) return [];
    if (PART_OF_NIGHT.test(words) || (!hours.about && (hours.halves < 3 || !TOLD.test(words) || ADVISED.test(words))))
      return [];
    return [{ ...hours, words, of: HOURS_OF.find(([, pattern]) => pattern.test(words))?.[0] ?? "any" }];
  });
}

/** Returns the text without its hours of sleep. With `bare`, hours without a word such as "about" are removed too. */
export function withoutSleptHours(text: string, bare: boolean): string {
  let left = "";
  let from = 0;
  for (const hours of sleptHours(text)) {
    if (!bare && !hours.about) continue;
    left += `${text.slice(from, hours.from)}some time`;
    from = hours.to;
  }
  return left + text.slice(from);
}
