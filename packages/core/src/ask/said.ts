/**
 * Answers a question about one's own days in words that a message may hold: a count of nights, days, lengths and clock
 * times to the half hour, a direction. It reads derived values only (R7), so it says nothing where the answer needs a
 * reading, and where half hours leave a night open it says so.
 */
import {
  type AskedDay,
  type AskedFilter,
  type AskedRange,
  type CrsResult,
  DAY_METRIC_UNITS,
  type DataQuestion,
  type DayMetric,
  type LocalDate,
  ZONES,
} from "@waldo/contracts";
import { capital, clockWords, hoursWords, KIND, listed, numberWord } from "../spoken.ts";
import { addDays, dayOfWeek, minuteOf, spokenDate, timeOf } from "../time.ts";
import { dataAnswer, meanOf } from "./answer.ts";
import { isWithin } from "./chosen.ts";
import { DERIVED_ROUNDING, derivedDays, SCORE_OF, SIGN_OF } from "./derived.ts";
import { datesOf } from "./ranges.ts";

type Side = Pick<DataQuestion, "range" | "filters">;
type Days = readonly (AskedDay & { readonly score: CrsResult })[];
type Scored = { readonly today: LocalDate; readonly scores: readonly CrsResult[] };

/** So many dates are named. Of more only the count is told. */
const MOST_NAMED = 5;
const HALF_HOUR = 30;
const HOUR = 60;
/** In points of a score. Two means that differ by less count as equal. */
const SAME_POINTS = 4;

/** Returns the answer in one or two sentences, or undefined when it needs more than derived values. */
export function saidAnswer(question: DataQuestion, { today, scores }: Scored): string | undefined {
  const { of, aggregate, compare } = question;
  if (of.rows !== "days" || question.take !== undefined) return undefined;
  const all = derivedDays(scores).flatMap((day, i) => {
    const score = scores[i];
    return score === undefined ? [] : [{ ...day, score }];
  });
  const one = sideOf(question, all, today);
  if (one === undefined) return undefined;
  if (compare !== undefined) {
    const other = sideOf(compare, all, today);
    return other && comparedWords(of.metric, aggregate, one, other);
  }
  switch (aggregate) {
    case "countDays":
      return countWords(one);
    case "lastTime":
      return lastWords(one);
    case "min":
    case "max":
      return extremeWords(of.metric, aggregate, one);
    case "trend":
      return trendWords(of.metric, question, all, today);
    case "value":
    case "mean":
    case "median":
      return valueWords(of.metric, question.range, one);
    default:
      return undefined;
  }
}

/** The days that surely pass the filters, and those that lie so close to a limit that half hours leave them open. */
type Chosen = { readonly sure: Days; readonly open: Days; readonly known: number; readonly range: AskedRange };

function sideOf({ range, filters }: Side, all: Days, today: LocalDate): Chosen | undefined {
  const dates = datesOf(range, { today, workouts: [] });
  const oldest = all[0]?.date;
  if (dates === undefined || oldest === undefined) return undefined;
  // Of older days it is not known how many are missing.
  if (range.span !== "all" && dates.from < addDays(oldest, -1) && dates.to < oldest) return undefined;
  const inside = all.filter(({ date }) => dates.from <= date && date <= dates.to);
  const judged = inside.map((day) => ({ day, is: filters.map((filter) => passes(filter, day)) }));
  if (filters.some((_, i) => judged.length > 0 && judged.every(({ is }) => is[i] === undefined))) return undefined;
  const known = judged.filter(({ is }) => !is.includes(undefined));
  return {
    sure: known.filter(({ is }) => is.every((one) => one === true)).map(({ day }) => day),
    open: known.filter(({ is }) => is.includes("open") && !is.includes(false)).map(({ day }) => day),
    known: known.length,
    range,
  };
}

/** True when a day passes a filter, "open" when half hours do not tell, undefined when its value is not known. */
function passes(filter: AskedFilter, { date, values }: AskedDay): boolean | "open" | undefined {
  if (filter.by === "weekdays") return filter.weekdays.includes(dayOfWeek(date));
  if (filter.by !== "day") return undefined;
  const value = values[filter.metric];
  if (value === undefined) return undefined;
  const unit = DAY_METRIC_UNITS[filter.metric];
  const off = unit === "minutes" || unit === "clock" ? DERIVED_ROUNDING : 0;
  if (filter.is === "exactly" && off > 0) return "open";
  const [least, most] = [isWithin(value - off, filter), isWithin(value + off, filter)];
  return least === most ? least : "open";
}

const daysOf = (n: number) => `${numberWord(n)} ${n === 1 ? "day" : "days"}`;
const namesOf = (days: Days) => listed(days.map(({ date }) => spokenDate(date)));

function countWords({ sure, open, known }: Chosen): string | undefined {
  if (known === 0) return undefined;
  const named = sure.length > 0 && sure.length <= MOST_NAMED ? `: ${namesOf(sure)}` : "";
  const counted = `${sure.length === 0 ? "None" : capital(numberWord(sure.length))} of ${daysOf(known)}${named}.`;
  const lies = open.length === 1 ? "lies" : "lie";
  const more =
    open.length === 0
      ? undefined
      : open.length <= MOST_NAMED
        ? `${capital(namesOf(open))} ${lies} right at the limit.`
        : `${capital(numberWord(open.length))} more lie right at the limit.`;
  return [counted, more].filter(Boolean).join(" ");
}

function lastWords({ sure, open }: Chosen): string | undefined {
  const [last, near] = [sure.at(-1)?.date, open.at(-1)?.date];
  if (last === undefined && near === undefined) return "None in the days that I know.";
  if (last === undefined) return `None for sure. ${spokenDate(near ?? "")} lies right at the limit.`;
  const after = near !== undefined && near > last ? ` ${spokenDate(near)} lies right at the limit.` : "";
  return `The last one was ${spokenDate(last)}.${after}`;
}

const NIGHTS: ReadonlySet<DayMetric> = new Set(["asleep", "bedTime", "wakeTime", "sleepScore"]);

function valued(metric: DayMetric, days: Days) {
  return days.flatMap(({ date, values }) => {
    const value = values[metric];
    return value === undefined ? [] : [{ date, value }];
  });
}

/** Names each day with the highest or the lowest value. In half hours several days may be equal. */
function extremeWords(metric: DayMetric | undefined, which: "min" | "max", { sure, open }: Chosen): string | undefined {
  if (metric === undefined || open.length > 0) return undefined;
  const rows = valued(metric, sure);
  if (rows.length === 0) return undefined;
  const best = Math[which](...rows.map(({ value }) => value));
  const dates = rows.filter(({ value }) => value === best).map(({ date }) => date);
  if (dates.length > MOST_NAMED) return undefined;
  const isNight = NIGHTS.has(metric);
  const many = dates.length > 1;
  const name = `${isNight ? `the ${many ? "nights" : "night"} to ` : ""}${listed(dates.map(spokenDate))}`;
  const slept =
    metric === "sleepScore"
      ? valued(
          "asleep",
          sure.filter(({ date }) => date === dates[0]),
        )
      : [];
  const much = amountOf(metric, best) ?? (slept[0] && !many ? amountOf("asleep", slept[0].value) : undefined);
  return `${capital(name)}${much === undefined ? "" : `, ${metric === "sleepScore" ? `${much} of sleep` : much}`}.`;
}

/** Returns a length or a clock time in words, or undefined for what is told without an amount. */
function amountOf(metric: DayMetric, value: number): string | undefined {
  const unit = DAY_METRIC_UNITS[metric];
  if (unit === "minutes") return hoursWords(Math.round(value / HALF_HOUR));
  return unit === "clock" ? clockOf(value) : undefined;
}

function clockOf(minutes: number): string {
  const time = timeOf(Math.round(minutes / HALF_HOUR) * HALF_HOUR);
  const hour = Math.floor(minuteOf(time) / HOUR);
  if (time === "00:00") return "about midnight";
  const part = hour < 4 ? "at night" : hour < 12 ? "in the morning" : hour < 18 ? "in the afternoon" : "in the evening";
  return `about ${clockWords(time)} ${part}`;
}

function valueWords(metric: DayMetric | undefined, range: AskedRange, { sure, open }: Chosen): string | undefined {
  if (metric === undefined || open.length > 0 || sure.length === 0) return undefined;
  if (SIGN_OF[metric] !== undefined) return sidesWords(metric, sure);
  if (metric === "form" || metric === "recovery") return metric === "form" ? zoneWords(sure) : undefined;
  const rows = valued(metric, sure);
  if (rows.length === 0) return undefined;
  const much = amountOf(metric, meanOf(rows.map(({ value }) => value)));
  if (much === undefined) return undefined;
  const [only, other] = rows;
  const isOne = other === undefined && range.span !== "all";
  const last = only === undefined || isToday(range) ? "last night" : `the night to ${spokenDate(only.date)}`;
  if (isOne) {
    const when = capital(isToday(range) ? "last night" : `in ${last}`);
    if (metric === "asleep") return `${when} you slept ${much}.`;
    return `${when} you ${metric === "bedTime" ? "went to bed" : "woke up"} at ${much}.`;
  }
  const over = `over ${numberWord(rows.length)} nights`;
  if (metric === "asleep") return `${capital(much)} a night on average, ${over}.`;
  return `${metric === "bedTime" ? "In bed" : "Awake"} at ${much} on average, ${over}.`;
}

const isToday = (range: AskedRange) => range.span === "back" && range.days === 0;

const READS: Readonly<Partial<Record<DayMetric, readonly [name: string, low: string, high: string]>>> = {
  hrv: ["Your heart's recovery was", "below your usual", "above your usual"],
  restingHr: ["Your resting heart rate was", "below your usual", "above your usual"],
  breathing: ["Your breathing was", "slower than usual", "faster than usual"],
  awake: ["Your time awake at night was", "more than usual", "less than usual"],
};

/** Tells on how many days a reading lay beside the usual. */
function sidesWords(metric: DayMetric, days: Days): string | undefined {
  const [name, low, high] = READS[metric] ?? [];
  const sign = SIGN_OF[metric];
  const known = days.filter(({ score }) => score.findings !== undefined && score.findings.nightsKnown > 0);
  if (name === undefined || sign === undefined || known.length === 0) return undefined;
  const side = (which: "low" | "high") =>
    known.filter(({ score }) => score.findings?.signs.some((one) => one.sign === sign && one.side === which)).length;
  const [lows, highs] = [side("low"), side("high")];
  if (known.length === 1) return `${name} ${lows ? low : highs ? high : "close to your usual"}.`;
  const parts = [
    { n: known.length - lows - highs, words: "close to your usual" },
    { n: lows, words: low },
    { n: highs, words: high },
  ].filter(({ n }) => n > 0);
  const told = parts.map(({ n, words }) => `${words} on ${n === known.length ? `all ${daysOf(n)}` : numberWord(n)}`);
  const of = parts.length > 1 ? `Of ${daysOf(known.length)}: ` : "";
  return of === "" ? `${name} ${told[0]}.` : `${name}, of ${daysOf(known.length)}, ${listed(told)}.`;
}

/** Tells how many days of a time were strong, normal or low. */
function zoneWords(days: Days): string | undefined {
  const scored = days.filter(({ score }) => score.bodyZone !== undefined);
  if (scored.length < 2) return undefined;
  const parts = ZONES.map((zone) => ({
    kind: KIND[zone],
    n: scored.filter(({ score }) => score.bodyZone === zone).length,
  }))
    .filter(({ n }) => n > 0)
    .sort((a, b) => b.n - a.n);
  return `Of ${daysOf(scored.length)}, ${listed(parts.map(({ n, kind }) => `${numberWord(n)} ${n === 1 ? "was" : "were"} ${kind}`))}.`;
}

const GOES: Readonly<Partial<Record<DayMetric, string>>> = {
  asleep: "Your sleep",
  bedTime: "Your bedtime",
  wakeTime: "Your waking time",
  hrv: "Your heart's recovery",
  restingHr: "Your resting heart rate",
  form: "Form",
  recovery: "Recovery",
  sleepScore: "Your sleep",
};
const WAYS: Readonly<Partial<Record<DayMetric, readonly [up: string, down: string]>>> = {
  asleep: ["has got longer", "has got shorter"],
  bedTime: ["has moved later", "has moved earlier"],
  wakeTime: ["has moved later", "has moved earlier"],
  sleepScore: ["has got better", "has got worse"],
};

function trendWords(
  metric: DayMetric | undefined,
  question: DataQuestion,
  all: Days,
  today: LocalDate,
): string | undefined {
  const name = metric && GOES[metric];
  if (metric === undefined || name === undefined) return undefined;
  const { score = metric, turned = false } = SCORE_OF[metric] ?? {};
  const answer = dataAnswer({ ...question, of: { rows: "days", metric: score } }, { today, days: all, workouts: [] });
  if (answer.is !== "trend") return undefined;
  const way = answer.way === "steady" ? "steady" : (answer.way === "up") === turned ? "down" : "up";
  const [up, down] = WAYS[metric] ?? ["has gone up", "has gone down"];
  const told = way === "steady" ? "shows no clear change" : way === "up" ? up : down;
  return `${name} ${told} over ${daysOf(answer.n)}.`;
}

function comparedWords(
  metric: DayMetric | undefined,
  aggregate: DataQuestion["aggregate"],
  one: Chosen,
  other: Chosen,
): string | undefined {
  if (one.open.length + other.open.length > 0 || metric === undefined) return undefined;
  if (aggregate !== "value" && aggregate !== "mean" && aggregate !== "median") return undefined;
  const { score = metric, turned = false } = SCORE_OF[metric] ?? {};
  const name = GOES[metric];
  const [a, b] = [valued(score, one.sure), valued(score, other.sure)].map((rows) => rows.map(({ value }) => value));
  if (a === undefined || b === undefined || a.length === 0 || b.length === 0 || name === undefined) return undefined;
  const [first, second] = [meanOf(a), meanOf(b)];
  const amounts = [amountOf(metric, first), amountOf(metric, second)];
  const over = a.length + b.length > 2 ? " on average" : "";
  if (amounts[0] !== undefined && amounts[1] !== undefined) {
    if (amounts[0] === amounts[1]) return `About the same: ${amounts[0]}${over}.`;
    const more = metric === "asleep" ? ["Longer", "Shorter"] : ["Later", "Earlier"];
    return `${first > second ? more[0] : more[1]}: ${amounts[0]}${over}, against ${amounts[1]}.`;
  }
  const off = (first - second) * (turned ? -1 : 1);
  if (Math.abs(off) < SAME_POINTS) return `${name} was about the same${over}.`;
  const [up, down] = metric === "sleepScore" ? ["better", "worse"] : ["higher", "lower"];
  return `${name} was ${off > 0 ? up : down}${over}.`;
}
