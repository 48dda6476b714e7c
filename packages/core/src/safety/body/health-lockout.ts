/**
 * The health lockout for text (R7). Raw readings go to no one, and scores stay inside. When it is unsure it withholds:
 * a lost number does little harm, a leaked reading does more. It leaves steps, distances and calories in prose, because
 * people talk of them freely, and the rule is about what a sensor read.
 */
import { ZONE_FLOOR, ZONES, type Zone } from "@waldo/contracts";
import { readingAt } from "./health-readings.ts";
import { scoreAt } from "./health-scores.ts";
import { numbersFrom, type Quantity, type Token, tokensOf } from "./quantities.ts";

/** The text that replaces a reading. */
export const WITHHELD = "[withheld]";

export type Lockout = { readonly text: string; readonly raw: number; readonly scores: number };

/**
 * Withholds readings. `keepScores` is for contexts of the agent itself. All other readers get the word of the body
 * zone. Never throws.
 */
export function lockHealth(input: string, keepScores: boolean): Lockout {
  const keys = lockKeys(input, keepScores);
  const tokens = tokensOf(keys.text);
  const edits: Edit[] = [];
  for (let at = 0; at < tokens.length; at++) {
    if (tokens[at]?.kind !== "number") continue;
    // "62 and 10 km" is not a range. When the whole is no reading, its first number may still be one.
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

/** The tokens to replace: by `WITHHELD`, or their numbers by the word of their body zone. */
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

/** Returns whether the number is the 100 of "62/100" and "62 out of 100". */
function isScale(previous: Token | undefined): boolean {
  return previous?.text === "/" || previous?.text === "of";
}

/**
 * Returns the body zone of a score of 0–100 (docs/sources.md, Form and Recovery), or `WITHHELD` for a number that is no
 * score.
 */
function zoneWord(token: Token): Zone | typeof WITHHELD {
  const score = Number(token.text.replace(",", "."));
  return ZONES.find((bodyZone) => Math.round(score) >= ZONE_FLOOR[bodyZone]) ?? WITHHELD;
}

/**
 * Keys such as `hrvRmssdMs` and `hrv_rmssd_ms`, as in contracts/health.ts. Plain words with the same spelling are keys
 * only in quotes.
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
