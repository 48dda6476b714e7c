// The health lockout for text (R7). Raw readings are never shown, and scores stay inside. A number counts as a reading
// because of its unit, because it is an amount of sleep, or because of a name beside it. If the code is unsure, it
// removes the number, because a leaked reading does more harm than a lost number. Steps, distances and calories stay in
// prose, because people mention them freely and the rule is about sensor readings.

import { ZONE_FLOOR, ZONES, type Zone } from "@waldo/contracts";
import { scoreAt } from "./health-scores.ts";
import { numbersFrom, type Quantity, type Token, tokensOf, wordAt } from "./quantities.ts";

const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));

/** Units that turn any number into a reading. */
const UNITS = words("ms msec msecs millisecond milliseconds bpm rpm brpm mmhg");
const RATES = words("beats beat breaths breath heartbeats");
const PER = words("per a / each every");
const MINUTE = words("min mins minute minutes");
const TIME = words("h hr hrs hour hours m min mins minute minutes");
/** Matches the second part of "7h12" and "7h12m", which are read as a number and a word. */
const GLUED_TIME = /^h\d{1,2}(?:m|min|mins)?$/;

const SLEEP_AFTER = words("sleep slept sleeping asleep rem deep light awake nap napped napping naps bed shuteye");
const SLEEP_BEFORE = words("sleep slept sleeping asleep rem awake nap napped napping deep light bed");
const BETWEEN = words("of total actual solid good real more less in - worth");
/** Words after a length of time that show a shift: "30 minutes earlier" is about a bedtime and not a length of sleep. */
const SHIFT_AFTER = words("earlier later before after ago sooner early late until from into");
const SHIFT_BEFORE = words("next within every by before after least goal target aim until");

/** Names of measurements: their last word, or pairs of words. */
const NAMES = words("hrv rmssd sdnn rhr spo2 vo2max pulse");
const PAIRS = words(
  "heart_rate resting_hr resting_pulse rate_variability respiratory_rate breathing_rate respiration_rate breath_rate blood_oxygen oxygen_saturation skin_temperature skin_temp wrist_temperature body_temperature vo2_max sleep_efficiency",
);
/** A percentage of one of these is a reading. A percentage of another name tells how it changed. */
const SHARES = words("spo2 oxygen saturation efficiency");
/** The most tokens between a name and its number. */
const NAME_GAP = 5;
/** Before these words a number is not the value of a name: lengths of a trend, training zones, times of day. */
const NOT_VALUE_AFTER = words(
  "day days night nights week weeks month months year years am pm st nd rd th times people hour hours minute minutes min mins h hr second seconds km miles k reps sets",
);
const NOT_VALUE_BEFORE = words("zone zones top past last next previous version");

/**
 * Returns the tokens of a reading that starts with these numbers. With `inside` (text that stays inside Waldo),
 * percentages of change are not readings.
 */
function readingAt(tokens: readonly Token[], numbers: Quantity, inside: boolean): Quantity | undefined {
  const { from, to } = numbers;
  const unit = endOfUnit(tokens, wordAt(tokens, to) === "-" ? to + 1 : to);
  if (unit !== undefined) return { from, to: unit };
  const time = endOfTime(tokens, to);
  if (time !== undefined)
    return isSleep(tokens, from, time) && !isSpoken(tokens, numbers) ? { from, to: time } : undefined;
  if (/^\d{1,2}:\d{2}$/.test(wordAt(tokens, from)))
    return /^(?:slept|asleep)$/.test(wordAt(tokens, from - 1)) ? { from, to } : undefined;
  const name = nameBefore(tokens, from) ?? nameAfter(tokens, to);
  const next = wordAt(tokens, to);
  if (name === undefined || NOT_VALUE_AFTER.has(next)) return undefined;
  if (next === "%" || next === "percent") return inside && !SHARES.has(name) ? undefined : { from, to: to + 1 };
  return { from, to: next === "°" ? to + 2 : to };
}

/**
 * True for lengths in the form in which people speak of a night, rounded to half hours: "about five hours", "about 7.5
 * hours" (docs/sources.md, Raw health and words). A more exact number, or minutes, is a reading.
 */
function isSpoken(tokens: readonly Token[], { from, to }: Quantity): boolean {
  const said = tokens.slice(from, to);
  const inWords = said.every((token) => token.kind !== "number" || isNumberWord(token));
  const inHalves =
    HALF_HOURS.test(wordAt(tokens, from)) && said.slice(1).every(({ text }) => /^(?:and|a|half)$/.test(text));
  let before = from - 1;
  while (wordAt(tokens, before) === "a" || wordAt(tokens, before) === "and" || tokens[before]?.kind === "number")
    before--;
  const isRounded =
    ROUNDED.has(wordAt(tokens, before)) || (wordAt(tokens, before) === "than" && wordAt(tokens, before - 1) === "more");
  const unit = wordAt(tokens, to);
  // With "and 12 minutes" after it, the length is exact.
  if (wordAt(tokens, to + 1) === "and" && tokens[to + 2]?.kind === "number" && !isNumberWord(tokens[to + 2]))
    return false;
  return (
    isRounded && ((inWords && /^(?:an|hours?)$/.test(unit)) || (inHalves && /^(?:hours?|hrs?|h|h30|h00)$/.test(unit)))
  );
}

const ROUNDED = words("about around roughly approximately nearly almost");
const HALF_HOURS = /^\d{1,2}(?:[.,][05])?$/;

function isNumberWord(token: Token | undefined): boolean {
  return token?.kind === "number" && !/^\p{N}/u.test(token.text);
}

function endOfUnit(tokens: readonly Token[], at: number): number | undefined {
  if (UNITS.has(wordAt(tokens, at))) return at + 1;
  if (wordAt(tokens, at) === "milli") return wordAt(tokens, at + 1) === "-" ? at + 3 : at + 2;
  const rate = RATES.has(wordAt(tokens, at)) ? at + 1 : at;
  const perMinute = PER.has(wordAt(tokens, rate)) && MINUTE.has(wordAt(tokens, rate + 1));
  return perMinute && (rate > at || wordAt(tokens, rate) !== "a") ? rate + 2 : undefined;
}

/** Hours, minutes, seconds. */
const TIME_PARTS = 3;

/**
 * Returns the end of an amount of time with its first unit at `at`: "h", "hours and 12 minutes", "h12", "and a half
 * hours".
 */
function endOfTime(tokens: readonly Token[], at: number, parts = TIME_PARTS): number | undefined {
  if (parts === 0) return undefined;
  const unit = wordAt(tokens, at) === "-" ? at + 1 : at;
  if (GLUED_TIME.test(wordAt(tokens, unit))) return unit + 1;
  if (!TIME.has(wordAt(tokens, unit))) return undefined;
  let more = unit + 1;
  while (wordAt(tokens, more) === "and" || wordAt(tokens, more) === "a") more++;
  if (tokens[more]?.kind !== "number") return unit + 1;
  if (wordAt(tokens, more) === "half") return more + 1;
  return endOfTime(tokens, more + 1, parts - 1) ?? (tokens[more]?.glued ? more + 1 : unit + 1);
}

function isSleep(tokens: readonly Token[], from: number, end: number): boolean {
  if (SHIFT_AFTER.has(wordAt(tokens, end))) return false;
  let after = end;
  while (after < end + 3 && BETWEEN.has(wordAt(tokens, after))) after++;
  if (SLEEP_AFTER.has(wordAt(tokens, after))) return true;
  for (const { text, kind } of before(tokens, from)) {
    if (kind === "stop" || SHIFT_BEFORE.has(text)) return false;
    if (SLEEP_BEFORE.has(text)) return true;
  }
  return false;
}

/** Returns the tokens before `at`, the nearest first, within the largest distance of a name. */
function before(tokens: readonly Token[], at: number): Token[] {
  return tokens.slice(Math.max(0, at - 1 - NAME_GAP), at).reverse();
}

function nameBefore(tokens: readonly Token[], from: number): string | undefined {
  for (const [i, { text, kind }] of before(tokens, from).entries()) {
    if (kind === "stop" || NOT_VALUE_BEFORE.has(text)) return undefined;
    if (isName(wordAt(tokens, from - 2 - i), text)) return text;
  }
  return undefined;
}

function nameAfter(tokens: readonly Token[], to: number): string | undefined {
  // "Resting HR" is a name of two words, and "resting heart rate" contains one.
  for (const at of wordAt(tokens, to) === "resting" ? [to, to + 1] : [to]) {
    const [text, next] = [wordAt(tokens, at), wordAt(tokens, at + 1)];
    if (NAMES.has(text)) return text;
    if (PAIRS.has(`${text}_${next}`)) return next;
  }
  return undefined;
}

function isName(previous: string, text: string): boolean {
  return NAMES.has(text) || PAIRS.has(`${previous}_${text}`);
}

/** The text that replaces a reading. */
/** Stands in a text for a reading that was taken out. */
export const WITHHELD = "[withheld]";

type Lockout = { readonly text: string; readonly raw: number; readonly scores: number };

/**
 * Removes readings. `keepScores` is true for texts that only the agent itself reads. In all other texts a score becomes
 * the word of its body zone. Never throws.
 */
export function lockHealth(input: string, keepScores: boolean): Lockout {
  const keys = lockKeys(input, keepScores);
  const tokens = tokensOf(keys.text);
  const edits: Edit[] = [];
  for (let at = 0; at < tokens.length; at++) {
    if (tokens[at]?.kind !== "number") continue;
    // "62 and 10 km" is not a range. If the whole is no reading, its first number may still be one.
    const edit =
      editAt(tokens, numbersFrom(tokens, at), keepScores) ?? editAt(tokens, { from: at, to: at + 1 }, keepScores);
    if (!edit) continue;
    edits.push(edit);
    at = edit.to - 1;
  }
  return {
    text: apply(keys.text, tokens, edits),
    raw: keys.raw + edits.filter((edit) => !edit.zones).length,
    scores: keys.scores + edits.filter((edit) => edit.zones).length,
  };
}

/**
 * The tokens to replace. Either `WITHHELD` replaces all of them, or only their numbers become the word of their body
 * zone.
 */
type Edit = Quantity & { readonly zones: boolean };

function editAt(tokens: readonly Token[], numbers: Quantity, keepScores: boolean): Edit | undefined {
  const reading = readingAt(tokens, numbers, keepScores);
  if (reading) return { ...reading, zones: false };
  const score = keepScores ? undefined : scoreAt(tokens, numbers);
  return score && { ...score, zones: score.zones };
}

function apply(text: string, tokens: readonly Token[], edits: readonly Edit[]): string {
  let out = "";
  let done = 0;
  for (const edit of edits) {
    const start = tokens[edit.from]?.start ?? 0;
    const end = tokens[edit.to - 1]?.end ?? 0;
    const words = tokens
      .slice(edit.from, edit.to)
      .flatMap((token, i) => (token.kind === "number" && !isScale(tokens[edit.from + i - 1]) ? zoneWord(token) : []));
    out += text.slice(done, start) + (edit.zones ? words.join(" to ") : WITHHELD);
    done = end;
  }
  return out + text.slice(done);
}

/** True when the number is the 100 of "62/100" or "62 out of 100". */
function isScale(previous: Token | undefined): boolean {
  return previous?.text === "/" || previous?.text === "of";
}

/**
 * Returns the body zone of a score of 0–100 (docs/sources.md, Form and Recovery), or `WITHHELD` for a number outside
 * this range.
 */
function zoneWord(token: Token): Zone | typeof WITHHELD {
  const score = Number(token.text.replace(",", "."));
  return ZONES.find((bodyZone) => Math.round(score) >= ZONE_FLOOR[bodyZone]) ?? WITHHELD;
}

/**
 * Matches keys such as `hrvRmssdMs` and `hrv_rmssd_ms`, as in contracts/health.ts. Plain words with the same spelling
 * count as keys only in quotes.
 */
const RAW_KEY =
  /\b((?:hrv_?rmssd_?ms|hrv_?sdnn_?ms|resting_?hr_?bpm|respiratory_?rate_?rpm|active_?minutes|active_?energy_?kcal|(?:asleep|awake|light|deep|rem)_?minutes)["']?\s{0,3}[:=]\s{0,3})["']?-?\d[\d.]*["']?/gi;
const QUOTED_KEY = /(["'](?:steps|strain|efficiency)["']\s{0,3}[:=]\s{0,3})["']?-?\d[\d.]*["']?/gi;
const SCORE_KEY = /(["'](?:form|recovery|score|crs)["']\s{0,3}[:=]\s{0,3})(\d[\d.]*)/gi;

function lockKeys(input: string, keepScores: boolean): Lockout {
  const counts = { raw: 0, scores: 0 };
  const toNull = (_: string, key: string) => {
    counts.raw++;
    return `${key}null`;
  };
  let text = input.replace(RAW_KEY, toNull).replace(QUOTED_KEY, toNull);
  if (!keepScores)
    text = text.replace(SCORE_KEY, (all, key: string, value: string) => {
      const bodyZone =
        Number(value) <= 100 ? ZONES.find((name) => Math.round(Number(value)) >= ZONE_FLOOR[name]) : undefined;
      if (bodyZone === undefined) return all;
      counts.scores++;
      return `${key}"${bodyZone}"`;
    });
  return { text, ...counts };
}
