/**
 * The record types and units of Apple Health, and functions that read a record's source and time. apple-health.ts uses
 * them. A wrong time is refused with file and line.
 */
import type { Source } from "@waldo/contracts";
import { MINUTE_MS } from "../../time.ts";
import { midnightOf, type WallClock } from "./local-time.ts";
import { type Place, refusal, shown } from "./refuse.ts";

/** The metric of each Apple Health record type, and how the records of a day become one value. */
export const APPLE_TYPES = {
  HKQuantityTypeIdentifierHeartRateVariabilitySDNN: { take: "median", metric: "hrvSdnnMs" },
  // Exists since iOS 27. It measures another quantity than SDNN, so it has its own baseline.
  HKQuantityTypeIdentifierHeartRateVariabilityRMSSD: { take: "median", metric: "hrvRmssdMs" },
  HKQuantityTypeIdentifierRespiratoryRate: { take: "median", metric: "respiratoryRateRpm" },
  HKQuantityTypeIdentifierRestingHeartRate: { take: "last", metric: "restingHrBpm" },
  HKQuantityTypeIdentifierStepCount: { take: "sum", metric: "steps" },
  HKQuantityTypeIdentifierActiveEnergyBurned: { take: "sum", metric: "activeEnergyKcal" },
  HKQuantityTypeIdentifierAppleExerciseTime: { take: "sum", metric: "activeMinutes" },
} as const;
export type AppleType = (typeof APPLE_TYPES)[keyof typeof APPLE_TYPES];

const TYPES = new Map<string, AppleType>(Object.entries(APPLE_TYPES));
export const appleType = (type: string | undefined): AppleType | undefined => TYPES.get(type ?? "");

/** The factor from each unit to Waldo's unit. Health writes the unit of the person's region. */
const UNITS: Record<AppleType["metric"], Readonly<Record<string, number>>> = {
  hrvSdnnMs: { ms: 1, s: 1000 },
  hrvRmssdMs: { ms: 1, s: 1000 },
  respiratoryRateRpm: { "count/min": 1, "count/s": 60 },
  restingHrBpm: { "count/min": 1, "count/s": 60, bpm: 1 },
  steps: { count: 1 },
  // In HealthKit, Cal is the large calorie and cal the small one.
  activeEnergyKcal: { kcal: 1, Cal: 1, cal: 0.001, kJ: 1 / 4.184, J: 1 / 4184 },
  activeMinutes: { min: 1, s: 1 / 60, hr: 60 },
};

/** Returns undefined when the unit is unknown for this metric. */
export function unitFactor(metric: AppleType["metric"], unit: string | undefined): number | undefined {
  const factors = UNITS[metric];
  return unit !== undefined && Object.hasOwn(factors, unit) ? factors[unit] : undefined;
}

const BRANDS: readonly (readonly [RegExp, Source])[] = [
  [/\boura\b/i, "oura"],
  [/\bwhoop\b/i, "whoop"],
  [/\bfitbit\b/i, "fitbit"],
  [/\b(samsung|galaxy)\b/i, "samsung"],
];

/**
 * Returns the device that a record came from. Apps of other companies write into Health under their own name. A Watch
 * is recognised by its `device`, because people rename it, and by its name when an old record has no device. Returns
 * undefined for any other app, which runs on the phone.
 */
export function appleSource(sourceName: string, device: string): Source | undefined {
  const brand = BRANDS.find(([name]) => name.test(sourceName));
  if (brand !== undefined) return brand[1];
  if (device.includes("model:Watch") || device.includes("name:Apple Watch")) return "apple_watch";
  if (device.includes("model:iPhone") || device.includes("name:iPhone")) return "phone";
  if (/apple\s?watch/i.test(sourceName)) return "apple_watch";
  return /iphone|ipad|^health$/i.test(sourceName) ? "phone" : undefined;
}

export type AppleTime = { readonly instant: number; readonly offset: number };

const midnights = new Map<string, WallClock | undefined>();
const MIDNIGHTS_KEPT = 40_000;

/** Reads `2024-03-01 23:10:00 +0530`. A large export has ten million of these, so the code uses no regular expression. */
export function appleTime(text: string | undefined, place: Place): AppleTime {
  if (text !== undefined && text.length >= 25 && text.charAt(10) === " " && text.charAt(19) === " ") {
    const midnight = cachedMidnight(text.slice(0, 10));
    const seconds = two(text, 11) * 3600 + two(text, 14) * 60 + two(text, 17);
    const sign = text.charAt(20);
    const offset = (two(text, 21) * 60 + two(text, 23)) * (sign === "-" ? -1 : 1) + 0;
    const valid = seconds < 86_400 && Math.abs(offset) <= 14 * 60 && (sign === "+" || sign === "-");
    if (midnight !== undefined && valid) return { instant: midnight + seconds * 1000 - offset * MINUTE_MS, offset };
  }
  throw refusal(place, `${shown(text ?? "")} is not a time of Apple Health's export; export it again`);
}

function two(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48;
  const ones = text.charCodeAt(at + 1) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

function cachedMidnight(date: string): WallClock | undefined {
  if (midnights.has(date)) return midnights.get(date);
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date);
  const midnight = parts === null ? undefined : midnightOf(Number(parts[1]), Number(parts[2]), Number(parts[3]));
  if (midnights.size >= MIDNIGHTS_KEPT) midnights.clear();
  midnights.set(date, midnight);
  return midnight;
}
