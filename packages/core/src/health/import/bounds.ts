// The limits beyond which a value or a sleep is impossible. The day collector and the importers use them.
import type { Metric } from "@waldo/contracts";
import { MINUTE_MS } from "../../time.ts";

type Bound = { readonly low: number; readonly high: number; readonly unit: string };

/**
 * The possible values of a day of a living adult. The ranges are wider than "normal" on purpose. They find zeros, wrong
 * units and broken sensors, and do not judge a person.
 */
export const METRIC_BOUNDS: Record<Metric, Bound> = {
  // Short-term norms are 19–75 ms (Nunan, Sandercock & Brodie, PACE 2010). Single nights of trained people reach 200+.
  hrvRmssdMs: { low: 3, high: 300, unit: "ms" },
  // Short-term norms 32–93 ms (Nunan 2010), 24 h norms up to 180 ms (Task Force of the ESC/NASPE 1996).
  hrvSdnnMs: { low: 3, high: 400, unit: "ms" },
  // The lowest verified waking rate of a healthy person is 26–28 bpm. A rate over 130 is not a resting rate.
  restingHrBpm: { low: 25, high: 130, unit: "bpm" },
  // Adults at rest have 12–20 rpm. Below 8 or above 25 is already critical (NEWS2, Royal College of Physicians 2017).
  respiratoryRateRpm: { low: 5, high: 40, unit: "rpm" },
  activeMinutes: { low: 0, high: 1440, unit: "min" },
  // A 24-hour walk of 200 km is about 250,000 steps. No ordinary export has such a day.
  steps: { low: 0, high: 200_000, unit: "steps" },
  // The range of WHOOP's own scale.
  strain: { low: 0, high: 21, unit: "" },
  // Tour de France stages cost about 8,000 kcal in total, and 24-hour ultra runs up to 15,000.
  activeEnergyKcal: { low: 0, high: 15_000, unit: "kcal" },
};

/** Returns the reason why a value is impossible, or undefined when it is possible. */
export function outOfBounds(metric: Metric, value: number): string | undefined {
  if (!Number.isFinite(value)) return "is not a number";
  const { low, high, unit } = METRIC_BOUNDS[metric];
  if (value >= low && value <= high) return undefined;
  return `outside ${low}–${high}${unit === "" ? "" : ` ${unit}`}`;
}

/** A time in bed longer than a day is two nights or a wrong date. */
const LONGEST_SLEEP_MINUTES = 24 * 60;
/** Sources round to the minute or half minute, so the parts may exceed the whole by this much. */
export const SLEEP_ROUNDING_MINUTES = 2;

/** Returns the reason why a sleep is impossible, or undefined when it is possible. */
export function impossibleSleep(sleep: { start: number; end: number; asleepMinutes: number }): string | undefined {
  const inBed = (sleep.end - sleep.start) / MINUTE_MS;
  if (!Number.isFinite(inBed) || !Number.isFinite(sleep.asleepMinutes)) return "has no usable times";
  if (inBed <= 0) return "ends before it starts";
  if (inBed > LONGEST_SLEEP_MINUTES) return "is longer than 24 hours";
  if (sleep.asleepMinutes <= 0) return "holds no minute asleep";
  if (sleep.asleepMinutes > inBed + SLEEP_ROUNDING_MINUTES) return "has more time asleep than in bed";
  return undefined;
}

/** The field separator decides how a comma inside a number is read: files with a decimal comma use `;`. */
export type Delimiter = "," | ";" | "\t";

const MISSING = new Set(["", "-", "--", "—", "n/a", "na", "nan", "null", "none", "undefined"]);

type CellNumber =
  | { readonly is: "missing" }
  | { readonly is: "number"; readonly value: number }
  | { readonly is: "unreadable"; readonly why: string };

/**
 * Reads a number as spreadsheets write it. `58,3` is 58.3. `1.234,5` and `1,234.5` each have one meaning. If a
 * separator may be for decimals or for thousands, the number counts as unreadable.
 */
export function readNumber(text: string, delimiter: Delimiter): CellNumber {
  const trimmed = text.trim();
  if (MISSING.has(trimmed.toLowerCase())) return { is: "missing" };
  if (/^[+-]?\d{1,3}(,\d{3})+$/.test(trimmed) && delimiter !== ";") return ambiguous("comma");
  if (/^[+-]?[1-9]\d{0,2}(\.\d{3})+$/.test(trimmed) && delimiter === ";") return ambiguous("dot");
  if (/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i.test(trimmed)) return finite(trimmed);
  if (/^[+-]?\d+,\d+$/.test(trimmed)) return finite(trimmed.replace(",", "."));
  if (/^[+-]?\d{1,3}(\.\d{3})+,\d+$/.test(trimmed)) return finite(trimmed.replaceAll(".", "").replace(",", "."));
  if (/^[+-]?\d{1,3}(,\d{3})+\.\d+$/.test(trimmed)) return finite(trimmed.replaceAll(",", ""));
  return { is: "unreadable", why: "is not a number" };
}

function finite(text: string): CellNumber {
  const value = Number(text);
  return Number.isFinite(value) ? { is: "number", value } : { is: "unreadable", why: "is too large a number" };
}

function ambiguous(mark: "comma" | "dot"): CellNumber {
  return {
    is: "unreadable",
    why: `has a ${mark} and three digits, which may be a decimal or a thousands separator; export plain numbers`,
  };
}
