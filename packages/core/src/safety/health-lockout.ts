/**
 * The wall (R7) as text: raw readings pass to nobody, scores pass only inside. Where it is unsure it withholds: a lost
 * number is a small harm, a leaked reading is not. Steps, distances and calories in prose are left alone: people talk
 * of them freely, and the wall is about what a sensor read.
 */
import { ZONE_FLOOR, ZONES, type Zone } from "@waldo/contracts";
import { readingAt } from "./health-readings.ts";
import { scoreAt } from "./health-scores.ts";
import { numbersFrom, type Quantity, type Token, tokensOf } from "./quantities.ts";

/** What stands where a reading stood. */
export const WITHHELD = "[withheld]";

export type Lockout = { readonly text: string; readonly raw: number; readonly scores: number };

/** `keepScores` for contexts of the agent itself; everyone else reads the word of the zone. Never throws. */
export function lockHealth(input: string, keepScores: boolean): Lockout {
  const keys = lockKeys(input, keepScores);
  const tokens = tokensOf(keys.text);
  const edits: Edit[] = [];
  for (let at = 0; at < tokens.length; at++) {
    if (tokens[at]?.kind !== "number") continue;
    // "62 and 10 km" is no range: where the whole says nothing, its first number may.
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

/** Tokens to replace: by `WITHHELD`, or the numbers among them by the word of their zone. */
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
      .flatMap((token, i) => (token.kind === "number" && !isScale(tokens[edit.from + i - 1]) ? zoneOf(token) : []));
    out += text.slice(done, start) + (edit.zones ? words.join(" to ") : WITHHELD);
    done = end;
  }
  return out + text.slice(done);
}

/** The 100 of "62/100" and "62 out of 100". */
function isScale(previous: Token | undefined): boolean {
  return previous?.text === "/" || previous?.text === "of";
}

/** The zone a score of 0–100 falls into (health.md); `WITHHELD` for what is no score. */
function zoneOf(token: Token): Zone | typeof WITHHELD {
  const score = Number(token.text.replace(",", "."));
  return ZONES.find((zone) => Math.round(score) >= ZONE_FLOOR[zone]) ?? WITHHELD;
}

/** `hrvRmssdMs` and `hrv_rmssd_ms`, as in contracts/health.ts; plain words of the same spelling are keys only in quotes. */
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
      const zone =
        Number(value) <= 100 ? ZONES.find((name) => Math.round(Number(value)) >= ZONE_FLOOR[name]) : undefined;
      if (zone === undefined) return all;
      counts.scores++;
      return `${key}"${zone}"`;
    });
  return { text, ...counts };
}
