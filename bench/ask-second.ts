/**
 * The second computation of bench:ask. It shares no code with core/ask: days are whole numbers since 1970, a person is a
 * list of plain values, and each kind of question has its own arithmetic.
 */
import type { SourceDay } from "@waldo/contracts";

/** A day by its number. Values are absent where the source gave none. */
type PlainDay = {
  readonly no: number;
  readonly v: Readonly<Record<string, number | undefined>>;
  readonly tags: readonly string[];
};
type PlainWorkout = {
  readonly no: number;
  readonly kind: string;
  readonly minutes: number;
  readonly metres: number;
  readonly pulse: number;
};
export type Plain = {
  readonly today: number;
  readonly days: readonly PlainDay[];
  readonly workouts: readonly PlainWorkout[];
};
/** A number, a date by its number, a direction, or nothing. */
export type Expected =
  | { readonly number: number; readonly n?: number; readonly on?: number }
  | { readonly date: number }
  | { readonly way: string }
  | { readonly pair: readonly [number | undefined, number | undefined] }
  | { readonly nothing: true };

const DAY = 86_400_000;
const MINUTE = 60_000;

export const dayNumber = (date: string): number => Math.round(Date.parse(`${date}T00:00:00Z`) / DAY);
export const dateOfNumber = (no: number): string => new Date(no * DAY).toISOString().slice(0, 10);
/** Monday is 0. 1 January 1970 was a Thursday. */
const weekday = (no: number): number => (no + 3) % 7;

/** Returns the plain values of a day. */
export function plainDay(day: SourceDay, tags: readonly string[]): PlainDay {
  let night: SourceDay["sleeps"][number] | undefined;
  for (const sleep of day.sleeps)
    if (!sleep.nap && (night === undefined || sleep.asleepMinutes > night.asleepMinutes)) night = sleep;
  const no = dayNumber(day.date);
  const minuteOf = (at: number, offset: number) => {
    const local = new Date(at + offset * MINUTE);
    const minute =
      local.getUTCHours() * 60 +
      local.getUTCMinutes() +
      local.getUTCSeconds() / 60 +
      local.getUTCMilliseconds() / MINUTE;
    return minute + 1440 * (Math.floor(local.getTime() / DAY) - no);
  };
  const clocked = night !== undefined && night.timesAssumed === undefined ? night : undefined;
  return {
    no,
    tags,
    v: {
      asleep: night?.asleepMinutes,
      deep: night?.deepMinutes,
      rem: night?.remMinutes,
      light: night?.lightMinutes,
      awake: night?.awakeMinutes,
      efficiency: night?.efficiency === undefined ? undefined : night.efficiency * 100,
      bedTime: clocked && minuteOf(clocked.start, clocked.offsetMinutes),
      wakeTime: clocked && minuteOf(clocked.end, clocked.offsetMinutes),
      hrv: day.metrics.hrvRmssdMs,
      restingHr: day.metrics.restingHrBpm,
      breathing: day.metrics.respiratoryRateRpm,
      steps: day.metrics.steps,
    },
  };
}

/** Returns the first and the last day of a range, by its name in data/ask/phrases.jsonl. */
function spanOf(name: string, today: number): [number, number] {
  const now = new Date(today * DAY);
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const on = (y: number, m: number, d: number) => Math.round(Date.UTC(y, m, d) / DAY);
  const monday = today - weekday(today);
  switch (name) {
    case "last7":
      return [today - 6, today];
    case "last14":
      return [today - 13, today];
    case "last30":
      return [today - 29, today];
    case "thisWeek":
      return [monday, today];
    case "lastWeek":
      return [monday - 7, monday - 1];
    case "thisMonth":
      return [on(year, month, 1), today];
    case "lastMonth":
      return [on(year, month - 1, 1), on(year, month, 1) - 1];
    case "march": {
      const y = month < 2 ? year - 1 : year;
      return [on(y, 2, 1), Math.min(on(y, 3, 1) - 1, today)];
    }
    case "janToFeb": {
      const back = (m: number, d: number) => (on(year, m, d) <= today ? on(year, m, d) : on(year - 1, m, d));
      const to = back(1, 10);
      const y = new Date(to * DAY).getUTCFullYear();
      return [on(y, 0, 20), to];
    }
    case "sinceFeb":
      return [on(month < 1 ? year - 1 : year, 1, 1), today];
    case "weekday2": {
      let no = today - 1;
      while (weekday(no) !== 1) no -= 1;
      return [no, no];
    }
    default:
      if (name.startsWith("back")) {
        const no = today - Number(name.slice(4));
        return [no, no];
      }
      return [Number.NEGATIVE_INFINITY, today];
  }
}

type Asked = {
  readonly kind: string;
  readonly is: string;
  readonly metric: string;
  readonly range: string;
  readonly limits: Readonly<Record<string, number>>;
};

/** Returns what is right for a filled sentence. */
export function expectedOf({ kind, is, metric, range, limits }: Asked, person: Plain): Expected {
  const [from, to] = spanOf(range, person.today);
  const inside = person.days.filter((day) => day.no >= from && day.no <= to);
  const values = (days: readonly PlainDay[]) => days.map((day) => day.v[metric]).filter((x) => x !== undefined);
  const dayBefore = new Map(person.days.map((day) => [day.no + 1, day]));
  switch (kind) {
    case "value":
      return single(values(inside), metric);
    case "over":
    case "steps":
      return number(is, values(inside), metric);
    case "bedMean":
      return number(
        "mean",
        inside.map((day) => day.v.bedTime).filter((x) => x !== undefined),
        "bedTime",
      );
    case "weekend":
      return number("mean", values(inside.filter((day) => weekday(day.no) > 4)), metric);
    case "workdays":
      return number("mean", values(inside.filter((day) => weekday(day.no) < 5)), metric);
    case "mondays":
      return number("mean", values(inside.filter((day) => weekday(day.no) === 0)), metric);
    case "hrOnSteps":
      return number("mean", values(inside.filter((day) => (day.v.steps ?? -1) >= (limits.steps ?? 0))), metric);
    case "below":
      return count(
        inside.map((day) => day.v.asleep),
        (asleep) => asleep < (limits.hours ?? 0) * 60,
      );
    case "above":
      return count(
        inside.map((day) => day.v.steps),
        (steps) => steps > (limits.steps ?? 0),
      );
    case "bedLate":
      return count(
        inside.map((day) => day.v.bedTime),
        (bed) => bed > 0,
      );
    case "afterTag":
      return number("mean", values(inside.filter((day) => dayBefore.get(day.no)?.tags.includes("alcohol"))), metric);
    case "tagOrNot": {
      // A night is that after the coffee. Steps are those of the same day.
      const tagged = (day: PlainDay) => (metric === "steps" ? day : dayBefore.get(day.no))?.tags ?? [];
      const reported = inside.filter((day) => tagged(day).length > 0);
      const [a, b] = [true, false].map((has) =>
        mean(values(reported.filter((day) => tagged(day).includes("coffee") === has))),
      );
      return { pair: [a, b] };
    }
    case "compareWeeks": {
      const [a, b] = ["thisWeek", "lastWeek"].map((name) => {
        const [f, t] = spanOf(name, person.today);
        return mean(values(person.days.filter((day) => day.no >= f && day.no <= t)));
      });
      return { pair: [a, b] };
    }
    case "compareEnds": {
      const [a, b] = [true, false].map((end) => mean(values(inside.filter((day) => weekday(day.no) > 4 === end))));
      return { pair: [a, b] };
    }
    case "trend":
      return trend(values(inside));
    case "longest":
      return longest(inside.map((day) => [day.no, day.v.asleep]));
    case "sinceHigh": {
      const known = inside.filter((day) => day.v.restingHr !== undefined);
      let first: number | undefined;
      for (let i = known.length - 1; i >= 0; i--) {
        const day = known[i];
        if (day === undefined || (day.v.restingHr ?? 0) <= (limits.bpm ?? 0)) break;
        first = day.no;
      }
      return first === undefined ? { nothing: true } : { date: first };
    }
    default:
      return ofWorkouts({ kind, limits, from, to }, person);
  }
}

function ofWorkouts(
  { kind, limits, from, to }: { kind: string; limits: Readonly<Record<string, number>>; from: number; to: number },
  { workouts, days }: Plain,
): Expected {
  const inside = workouts.filter((one) => one.no >= from && one.no <= to);
  const known = inside.length > 0 || days.some((day) => day.no >= from && day.no <= to);
  const runs = inside.filter((one) => one.kind === "run");
  switch (kind) {
    case "runs":
      return known ? { number: runs.length } : { nothing: true };
    case "runKm":
      return known ? { number: runs.reduce((sum, run) => sum + run.metres, 0) } : { nothing: true };
    case "longRuns":
      return known ? { number: runs.filter((run) => run.metres > (limits.km ?? 0) * 1000).length } : { nothing: true };
    case "lastRuns":
      return number(
        "mean",
        runs.slice(-3).map((run) => run.pulse),
        "pulse",
      );
    case "longestRun":
      return longest(runs.map((run) => [run.no, run.minutes]));
    case "lastSwim": {
      const last = inside.filter((one) => one.kind === "swim").at(-1);
      return last === undefined ? { nothing: true } : { date: last.no };
    }
    default:
      throw new Error(`no second computation of ${kind}`);
  }
}

function single(values: readonly number[], metric: string): Expected {
  const [value] = values;
  return value === undefined ? { nothing: true } : { number: onClock(value, metric) };
}

function number(is: string, values: readonly number[], metric: string): Expected {
  const sorted = Float64Array.from(values).sort();
  if (sorted.length === 0) return { nothing: true };
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  switch (is) {
    case "median":
      return { number: onClock((at(0.5) + (sorted[Math.ceil((sorted.length - 1) / 2)] ?? 0)) / 2, metric) };
    case "max":
      return { number: onClock(at(1), metric) };
    case "min":
      return { number: onClock(at(0), metric) };
    case "sum":
      return { number: sorted.reduce((sum, value) => sum + value, 0) };
    case "spread":
      return sorted.length < 2 ? { nothing: true } : { number: Math.sqrt(variance(values)) };
    default:
      return { number: onClock(mean(values) ?? 0, metric) };
  }
}

/** A clock is compared as a time of day. */
function onClock(value: number, metric: string): number {
  if (metric !== "bedTime" && metric !== "wakeTime") return value;
  const rest = value % 1440;
  return rest < 0 ? rest + 1440 : rest;
}

function count(values: readonly (number | undefined)[], is: (value: number) => boolean): Expected {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? { nothing: true } : { number: known.filter(is).length };
}

function longest(rows: readonly (readonly [number, number | undefined])[]): Expected {
  let best: readonly [number, number] | undefined;
  for (const [no, value] of rows)
    if (value !== undefined && (best === undefined || value > best[1])) best = [no, value];
  return best === undefined ? { nothing: true } : { number: best[1], on: best[0] };
}

function trend(values: readonly number[]): Expected {
  if (values.length < 8) return { nothing: true };
  const half = Math.floor(values.length / 2);
  const [a, b] = [values.slice(0, half), values.slice(half)];
  const change = (mean(b) ?? 0) - (mean(a) ?? 0);
  const error = Math.sqrt(variance(a) / a.length + variance(b) / b.length);
  return { way: Math.abs(change) <= 2 * error ? "steady" : change < 0 ? "down" : "up" };
}

function mean(values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined;
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

/** Welford's running variance of a sample. */
function variance(values: readonly number[]): number {
  let [n, center, sum] = [0, 0, 0];
  for (const value of values) {
    n += 1;
    const off = value - center;
    center += off / n;
    sum += off * (value - center);
  }
  return sum / (n - 1);
}
