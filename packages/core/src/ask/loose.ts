/**
 * Reads a question about one's own days that says more than the grammar knows (read.ts). A word with one wrong letter is
 * the word that it is nearly. Other unknown words are left out, but only where enough is left: a measure and a time, a
 * best or worst night, two times to compare, or a direction. A question about a cause is never read so, because what was
 * left out may be the cause.
 *
 * bounded: tokens.ts reads no long message.
 */
import {
  type AskedRange,
  type DataQuestion,
  type DayMetric,
  INTENT_LANGUAGES,
  type IntentLanguage,
  LocalDate,
} from "@waldo/contracts";
import { monthsOn } from "../language/days.ts";
import { addDays } from "../time.ts";
import { filterOf, filtersIn } from "./filters.ts";
import { dayMetricOf, superlative } from "./metrics.ts";
import { rangesIn } from "./spans.ts";
import { nearWord, tokensIn } from "./tokens.ts";

type Moment = { readonly today: LocalDate; readonly spoken: IntentLanguage };

/** In letters. A shorter word has too many words beside it. */
const LEAST_LETTERS = 5;

/** Returns the message with its mistyped words put right, or undefined when it has none. */
export function repaired(message: string, spoken: IntentLanguage): string | undefined {
  const { unknown } = tokensIn(message, spoken);
  let text = message.toLowerCase();
  for (const word of unknown) {
    const near = word.length >= LEAST_LETTERS ? nearWord(word, spoken) : undefined;
    if (near !== undefined) text = text.replace(word, near.replaceAll("_", " "));
  }
  return text === message.toLowerCase() ? undefined : text;
}

/** Words after which a cause or a condition stands. */
const CAUSE =
  /(?<!\p{L})(?:when|whenever|after|because|if|unless|while|without|with|helps?|affects?|due|cause[ds]?|nach|wenn|weil|ohne|mit|hilft|cuando|después|despues|porque|si|sin|con|ayuda|quand|après|parce|sans|avec|aide)(?!\p{L})/iu;
const TREND_DAYS = 30;
/** A best or worst night without a time is one of these days. */
const BEST_DAYS = 30;
/** The usual is that of so many days. */
const USUAL_DAYS = 30;
const MOST_UNKNOWN = 3;

/** Returns the question that the known words of a message make, or undefined when they make none. */
export function looseQuestion(message: string, { today, spoken }: Moment): DataQuestion | undefined {
  const { tokens, unknown } = tokensIn(message, spoken);
  if (tokens.length === 0 || unknown.length > MOST_UNKNOWN || CAUSE.test(message)) return undefined;
  const spelled = ` ${tokens.filter((token) => token !== "own").join(" ")} `
    .replaceAll(/ did\.(\w+)/g, " metric.$1")
    .replaceAll(/ night(?= )/g, " uday")
    .replaceAll(/ is\.(above|below) (?=agg\.median |than\.usual )/g, " more ")
    .replaceAll(/ (more|less|vs) agg\.median /g, " $1 than.usual ")
    .replaceAll(/ over (?=n\d)/g, " is.above ")
    // "On the 20th": the last day of that number.
    .replaceAll(
      / o(\d{1,2}) (?!m\d|half)/g,
      (whole, day: string) => ` ${dayOfMonth(Number(day), today) ?? whole.trim()} `,
    )
    .replace(/ (ask\.how|own) (umonth|uweek) (?!ago)/, " $1 this $2 ")
    // "Better than last": the week or the month that was named before.
    .replace(/( this (u(?:week|month)) .*?) last (?!u)/, "$1 last $2 ");
  const halves = halvesIn(spelled, today);
  const filtered = filtersIn({ line: halves.line, filters: [] });
  const { line, ranges: found } = rangesIn(filtered.line, today);
  const named = [...halves.ranges, ...inOrder(line, found)];
  // "Overall" only says that all of a named time is meant.
  const ranges = named.length > 1 ? named.filter(({ span }) => span !== "all") : named;
  const words = new Set(line.trim().split(" "));
  const has = (pattern: RegExp) => [...words].some((word) => pattern.test(word));
  if (has(/^(?:kind\.|tag\.|ask\.weekday$|ask\.many$|ask\.often$)/)) return undefined;
  const metrics = [...words].flatMap((word) => (word.startsWith("metric.") ? (dayMetricOf(word.slice(7)) ?? []) : []));
  const sup = [...words].find((word) => word.startsWith("sup."))?.slice(4);
  const quality = has(/^(?:more|less|sup\.(?:best|worst))$/) || sup === "best" || sup === "worst";
  const isNight = has(/^uday$/) && sup !== undefined;
  if (has(/^than\.usual$/)) {
    const [metric, other] = metrics;
    if (metric === undefined || other !== undefined || ranges.length > 1 || filtered.filters.length > 0)
      return undefined;
    const usual: AskedRange = { span: "last", count: USUAL_DAYS, unit: "day" };
    const range: AskedRange = ranges[0] ?? { span: "back", days: 0 };
    return {
      of: { rows: "days", metric },
      filters: [],
      range,
      aggregate: "value",
      compare: { range: usual, filters: [] },
    };
  }
  const metric = metricOf({ metrics, quality, isNight, isWhole: ranges.length > 0 && has(/^ask\.how$/), sup });
  const filters = filtered.filters.flatMap((said) => filterOf(said, { rows: "days", metric }) ?? []);
  if (metric === undefined || metrics.length > 1 || filters.length !== filtered.filters.length) return undefined;
  const plain = { of: { rows: "days", metric }, filters } as const;
  const [range, other, ...more] = ranges;
  if (sup !== undefined) {
    const which = superlative(sup, metric);
    const days: AskedRange = range ?? { span: "last", count: BEST_DAYS, unit: "day" };
    return which && other === undefined ? { ...plain, range: days, aggregate: which } : undefined;
  }
  if (range !== undefined && other !== undefined)
    return more.length === 0 && has(/^(?:more|less|vs|compare|difference|ask\.how|did)$/)
      ? { ...plain, range, aggregate: "value", compare: { range: other, filters } }
      : undefined;
  if (has(/^agg\.(?:trend|change)$/))
    return { ...plain, range: range ?? { span: "last", count: TREND_DAYS, unit: "day" }, aggregate: "trend" };
  if (has(/^(?:more|less|vs)$/)) return undefined;
  return range === undefined ? undefined : { ...plain, range, aggregate: "value" };
}

/** Returns the measures that a message names, in any language. */
export function measuresIn(message: string): ReadonlySet<DayMetric> {
  const tokens = INTENT_LANGUAGES.flatMap((spoken) => tokensIn(message, spoken).tokens);
  return new Set(tokens.flatMap((token) => dayMetricOf(/^(?:metric|did)\.(\w+)$/.exec(token)?.[1] ?? "") ?? []));
}

/** "Better" and "best" ask how a night was, and not only how long. A whole month is asked by Form. */
function metricOf(said: {
  readonly metrics: readonly DayMetric[];
  readonly quality: boolean;
  readonly isNight: boolean;
  readonly isWhole: boolean;
  readonly sup: string | undefined;
}): DayMetric | undefined {
  const [metric] = said.metrics;
  if (metric === "asleep" && (said.sup === "best" || said.sup === "worst" || (said.quality && said.sup === undefined)))
    return "sleepScore";
  if (metric !== undefined) return metric;
  if (said.isNight) return said.sup === "long" || said.sup === "short" ? "asleep" : "sleepScore";
  return said.isWhole ? "form" : undefined;
}

function inOrder(line: string, ranges: readonly AskedRange[]): readonly AskedRange[] {
  return [...line.matchAll(/(?<= )range(\d+)(?= )/g)].flatMap(([, place]) => ranges[Number(place)] ?? []);
}

const HALVES = /(?: o([12])| (first)| (last)) half (?:this )?(?:m(\d+)|umonth)(?: vs (?:o([12])|(first)|(last)))? /;

/** "The second half of October than the first": the days to the 15th, and those after. */
function halvesIn(line: string, today: LocalDate): { readonly line: string; readonly ranges: readonly AskedRange[] } {
  const found = HALVES.exec(line);
  if (!found) return { line, ranges: [] };
  const [whole, o = "", first, last, month, other, otherFirst, otherLast] = found;
  const one = first ? "1" : last ? "2" : o;
  const second = otherFirst ? "1" : otherLast ? "2" : other;
  const { ranges } = rangesIn(month === undefined ? " this umonth " : ` m${month} `, today);
  const [of] = ranges;
  if (of?.span !== "dates") return { line, ranges: [] };
  const half = (which: string | undefined): AskedRange[] =>
    which === undefined
      ? []
      : [
          which === "1"
            ? { span: "dates", from: of.from, to: addDays(of.from, 14) }
            : { span: "dates", from: addDays(of.from, 15), to: of.to },
        ];
  return { line: line.replace(whole, " "), ranges: [...half(one), ...half(second)] };
}

/** Returns the last date with this day of the month, in the form of a token. */
function dayOfMonth(day: number, today: LocalDate): string | undefined {
  const months = [today.slice(0, 7), monthsOn(`${today.slice(0, 7)}-01`, -1).slice(0, 7)];
  const date = months.map((month) => `${month}-${String(day).padStart(2, "0")}`).find((one) => one <= today);
  return date === undefined || LocalDate.safeParse(date).success === false ? undefined : `d${date}`;
}
