/**
 * Reads a sentence as a question about one's own days. Every word of it must be used: a question that says more than
 * this grammar knows is no question here, and the rest of the chat decides.
 *
 * The tokens (tokens.ts) stand in one line. Each step takes what it knows out of the line and leaves one token in its
 * place: the workouts that are counted off, filters (filters.ts), ranges (spans.ts). What is left are the metric, the
 * kind of workout, and what is made of the values.
 *
 * bounded: tokens.ts reads no long message.
 */
import {
  type Aggregate,
  type AskedFilter,
  type AskedRange,
  DataQuestion,
  INTENT_LANGUAGES,
  type IntentLanguage,
  type LocalDate,
  WorkoutKind,
} from "@waldo/contracts";
import { isReport } from "../language/reports.ts";
import { changedBy } from "./changed.ts";
import { filterOf, filtersIn, type SaidFilter, workoutDaysIn } from "./filters.ts";
import { looseQuestion, repaired } from "./loose.ts";
import { ADDED, dayMetricOf, LESS_IS_BETTER, NEITHER, shareOf, workoutMetricOf } from "./metrics.ts";
import { rangesIn } from "./spans.ts";
import { type Line, tokensOf } from "./tokens.ts";

/** A trend without a range is one of these days. */
const TREND_DAYS = 30;
const WEEK = [1, 2, 3, 4, 5, 6, 7];

type Take = NonNullable<DataQuestion["take"]>;
type Read = {
  readonly words: ReadonlySet<string>;
  readonly of: DataQuestion["of"];
  readonly filters: readonly SaidFilter[];
  readonly ranges: readonly AskedRange[];
  readonly take: Take | undefined;
  /** True when the person speaks of themselves: "my", "I". */
  readonly isOwn: boolean;
};

type Moment = { readonly today: LocalDate; readonly spoken: IntentLanguage };

/** Returns the question of a message in any language of the grammar. */
export function questionInAny(message: string, today: LocalDate): DataQuestion | undefined {
  for (const read of [questionIn, questionAbout])
    for (const spoken of INTENT_LANGUAGES) {
      const question = read(message, { today, spoken });
      if (question !== undefined) return question;
    }
  return undefined;
}

/**
 * Returns the question of a message that is surely about one's own days: what it wholly says, with its typing mistakes
 * put right, or else what its known words say (loose.ts).
 */
function questionAbout(message: string, moment: Moment): DataQuestion | undefined {
  return changedInTurn(message, moment, (text, spoken) => {
    if (isReport(text)) return undefined;
    const own = { ...moment, spoken };
    const mended = repaired(text, spoken);
    const found = wholeQuestion(text, own) ?? (mended === undefined ? undefined : wholeQuestion(mended, own));
    return found ?? looseQuestion(mended ?? text, own);
  });
}

/**
 * Returns the question of a message, or undefined when the message is not wholly one. Each further line changes the
 * question before it.
 */
export function questionIn(message: string, moment: Moment): DataQuestion | undefined {
  return changedInTurn(message, moment, (text, spoken) => wholeQuestion(text, { ...moment, spoken }));
}

function changedInTurn(
  message: string,
  moment: Moment,
  read: (text: string, spoken: IntentLanguage) => DataQuestion | undefined,
): DataQuestion | undefined {
  const [first = "", ...changes] = message.split("\n");
  const question = read(first, moment.spoken);
  if (changes.length === 0) return question;
  // A person may change the language within a talk.
  const inAny = <T>(readIn: (spoken: IntentLanguage) => T | undefined) =>
    [moment.spoken, ...INTENT_LANGUAGES].reduce<T | undefined>((found, spoken) => found ?? readIn(spoken), undefined);
  return changes.reduce<DataQuestion | undefined>(
    (before, words) =>
      before && inAny((spoken) => changedBy(words, before, { ...moment, spoken }) ?? read(words, spoken)),
    question ?? inAny((spoken) => read(first, spoken)),
  );
}

/** How messages are read as questions about one's own days (core/language/understand.ts). */
export const READS = { whole: questionIn, about: questionAbout } as const;

/** "Nights over eight hours this month?" is counted. */
const COUNTED =
  /^\W*(nights?|days?|nächte|tage|noches|días|nuits|jours)(?= (?:over|under|above|below|with|über|unter|mit|de más|con|de plus|avec)(?!\p{L}).*\?\s*$)/iu;
const HOW_MANY: Readonly<Record<IntentLanguage, string>> = {
  en: "how many",
  de: "wie viele",
  es: "cuántas",
  fr: "combien de",
};
/** "Deep sleep?", "REM?": a measure alone is asked of the last night. */
const ALONE = /^\W*(\p{L}+(?: \p{L}+)?) ?\?+\s*$/iu;

function wholeQuestion(message: string, moment: Moment): DataQuestion | undefined {
  const said = message.replace(COUNTED, (words) => `${HOW_MANY[moment.spoken]} ${words}`);
  return fullQuestion(said, moment) ?? aloneOf(ALONE.exec(message)?.[1]);
}

/** Returns the question about the last night or today, when the words name a measure and nothing else. */
function aloneOf(words: string | undefined): DataQuestion | undefined {
  if (words === undefined) return undefined;
  const [token = ""] = INTENT_LANGUAGES.flatMap((spoken) => {
    const tokens = tokensOf(words, spoken) ?? [];
    return tokens.length === 1 ? tokens : [];
  });
  const metric = token.startsWith("metric.") ? dayMetricOf(token.slice("metric.".length)) : undefined;
  return metric && ASKED_ALONE.has(metric)
    ? { of: { rows: "days", metric }, range: { span: "back", days: 0 }, filters: [], aggregate: "value" }
    : undefined;
}

const ASKED_ALONE: ReadonlySet<string> = new Set([
  "asleep",
  "deep",
  "rem",
  "light",
  "awake",
  "efficiency",
  "hrv",
  "restingHr",
  "breathing",
  "steps",
]);

function fullQuestion(message: string, { today, spoken }: Moment): DataQuestion | undefined {
  if (isReport(message)) return undefined;
  const tokens = tokensOf(message, spoken);
  if (tokens === undefined || tokens.length === 0) return undefined;
  const counted = takeIn(asked(` ${tokens.filter((token) => token !== "own").join(" ")} `));
  const filtered = filtersIn({ line: counted.line, filters: [] });
  const { line, ranges } = rangesIn(filtered.line, today);
  // "My pulse in the last two weeks over 60": without the range, the limit stands beside its metric.
  const limited = filtersIn({ line: rangesLast(line), filters: filtered.filters });
  const read = partsOf(workoutDaysOf(limited));
  if (read === undefined) return undefined;
  const question = composed({
    ...read,
    take: counted.take,
    isOwn: tokens.includes("own"),
    ranges: counted.range ? [...ranges, counted.range] : inOrder(line, "range", ranges),
  });
  return question && DataQuestion.safeParse(question).data;
}

/** Returns what was found in the order in which it was said. */
function inOrder<T>(line: Line, name: string, found: readonly T[]): readonly T[] {
  const said = [...line.matchAll(new RegExp(`(?<= )${name}(\\d+)(?= )`, "g"))];
  return said.flatMap(([, place]) => found[Number(place)] ?? []);
}

function rangesLast(line: Line): Line {
  const ranges = line.match(/(?<= )range\d+ /g) ?? [];
  return line.replaceAll(/(?<= )range\d+ /g, "") + ranges.join("");
}

/** What a few words mean by their place, and what stands in the line then. */
const PLACES: readonly (readonly [RegExp, string])[] = [
  [/^ when /, " ask.when "],
  // "When was my last run?"
  [/ (?:ask\.when|when) (?:last|recent) (?=kind\.)/, " ask.last "],
  // "Later than usual" compares, and loose.ts reads it.
  [/ is\.(?:above|below) agg\.median /, " than.usual "],
  // "Higher than last week" compares, "higher than 60" limits.
  [/ is\.(?:above|below) (?![nc]\d)/g, " vs "],
  [/ (sup\.\w+) night | night (sup\.\w+) /, " $1$2 of.night "],
  [/ (sup\.\w+) uday /, " $1 "],
  [/(?<! n[\d.]+) uday (sup\.\w+) /, " $1 "],
  [/ ask\.which night (?=.*metric\.)/, " ask.which "],
  [/ night(?= )/g, " uday"],
  // "Pas" is a step beside a number. Elsewhere it is "not".
  [/ (ask\.m\w+|n\d\S*|agg\.\w+) pas(?= )/g, " $1 metric.steps"],
  // "Wake up" is no question, "when do I wake up" is one.
  [/ did\.(\w+) /, " did metric.$1 "],
  // "Está" is written like "esta".
  [/ this (?=metric\.|is\.)/g, " "],
  // "Walked 10,000 steps" speaks of steps and not of a walk.
  [/ kind\.walk (?=(?:is\.\w+ n\S+|more|less) metric\.steps )/, " "],
  [/ ask\.many metric\.steps kind\.walk /, " ask.many metric.steps "],
  [/^(.* (?:agg\.m(?:ax|in)|sup\.\w+) .*)per_day /, "$1"],
  [/ per_day /, " agg.mean "],
  [/ metric\.wakeTime pmorning /, " metric.wakeTime past0 "],
  [/ (?:with |when )?(tag|kind)\.(\w+) (?:vs )?without (?!tag|kind)/, " with $1.$2 vs without $1.$2 "],
  [/ with (?:and |vs |or )?without (tag|kind)\.(\w+) /, " with $1.$2 vs without $1.$2 "],
  // "Over 7 hours" limits, "over the last week" and "over 7 days" do not.
  [/ over (?=[nc]\d\S* (?!u(?:day|week|month|year)))/g, " is.above "],
  [/ over (?=\S)/g, " "],
  [/ n(\d+) and half /g, " n$1.5 "],
  [/ n(\d+) (unit\.hour) and half /g, " n$1.5 $2 "],
  [/ ask\.(?:many|much) uday /, " ask.days "],
  [/ n(?<count>\d+) unit\.km metric\.steps /, " n$<count>000 metric.steps "],
  // "The lowest pulse of the month" is one of this month.
  [/( (?:agg\.m(?:ax|in)|sup\.\w+) metric\.\w+) (umonth|uweek|uyear) (?=ask\.which |$)/, "$1 this $2 "],
  // "How many days did I get the 7000?": of nothing else do people count thousands.
  [
    /^((?!.*metric\.).* (?:uday|ask\.days|ask\.often) .*)n(?<thousands>[3-9]\d{3}|[12]\d{4}) /,
    "$1is.atLeast n$<thousands> metric.steps ",
  ],
];

/** Gives a few words their meaning by their place. */
function asked(tokens: Line): Line {
  let line = tokens;
  // "Nights of at least 8 hours" are hours of sleep.
  if (line.includes(" night ") && !line.includes(" metric."))
    line = line.replace(/ ((?:is\.\w+|over) n[\d.]+ unit\.hour) /, " $1 metric.asleep ");
  if (line.includes(" ask.which ")) line = line.replace(" more ", " agg.max ").replace(" less ", " agg.min ");
  return PLACES.reduce((read, [pattern, is]) => read.replace(pattern, is), line);
}

/** Takes out which workouts are counted off: the last three runs, or the day of the last run. */
function takeIn(line: Line): { readonly line: Line; readonly take?: Take; readonly range?: AskedRange } {
  const day =
    / (?:recent|last|past) uday (?:when )?kind\.(\w+) /.exec(line) ??
    / uday (?:recent|last|past) (?:when )?kind\.(\w+) /.exec(line);
  if (day) {
    const kind = WorkoutKind.safeParse(day[1]).data;
    return { line: line.replace(day[0], " "), range: { span: "lastWorkout", ...(kind && { kind }) } };
  }
  for (const pattern of [
    / (?<end>first|o1|last|recent|past) n(?<count>\d+) (?<kind>kind\.\w+) /,
    / n(?<count>\d+) (?<end>first|o1|last|recent|past) (?<kind>kind\.\w+) /,
    / (?<kind>kind\.\w+) (?<end>recent) /,
    / (?<end>first|o1|last|recent|past) (?<kind>kind\.\w+) /,
  ]) {
    const found = pattern.exec(line);
    if (!found?.groups) continue;
    const { end = "", count = "1", kind = "" } = found.groups;
    return {
      line: line.replace(found[0], ` ${kind} `),
      take: { end: /first|o1/.test(end) ? "first" : "last", count: Number(count) },
    };
  }
  return { line };
}

/** A workout is a filter of days where a day's own value is asked for. */
function workoutDaysOf(filtered: { readonly line: Line; readonly filters: readonly SaidFilter[] }) {
  const concept = / metric\.(\w+) /.exec(filtered.line)?.[1];
  if (concept === undefined || dayMetricOf(concept) === undefined) return filtered;
  // With a workout outside of such a clause, the value is one of workouts.
  const inside = workoutDaysIn(filtered);
  return / kind\.\w+ /.test(inside.line) ? filtered : inside;
}

/** Tells what the values are: of days, or of workouts. */
function partsOf({
  line,
  filters,
}: {
  readonly line: Line;
  readonly filters: readonly SaidFilter[];
}): Pick<Read, "words" | "of" | "filters"> | undefined {
  const words = new Set(
    line
      .trim()
      .split(" ")
      .filter((word) => !/^(?:filter|range)\d+$|^(?:to|and|when|with|from)$/.test(word)),
  );
  const ordered = inOrder(line, "filter", filters);
  const kindsNamed = named(words, "kind");
  const kinds = kindsNamed.filter((kind) => kind !== "any" || kindsNamed.length === 1);
  const units = named(words, "unit");
  // The length of a sleep is the sleep.
  const concepts = named(words, "metric").filter((name, _, all) => name !== "duration" || all.length === 1);
  if (kinds.length > 1 || concepts.length > 1 || units.length > 1) return undefined;
  const [kind] = kinds;
  const [unit] = units;
  const sup = named(words, "sup")[0];
  const isOfWorkouts = kind !== undefined || words.has("ask.kinds");
  // The highest pulse of workouts is not the highest of their means.
  if (isOfWorkouts && concepts[0] === "hr" && words.has("agg.max")) concepts[0] = "maxHr";
  const concept = concepts.length > 0 ? shareOf(concepts[0], unit) : meant({ sup, unit, words, isOfWorkouts });
  if (concepts.length > 0) words.delete("of.night");
  if (concept === undefined && concepts.length > 0) return undefined;
  for (const word of [...words]) if (/^(?:kind|metric|unit)\./.test(word)) words.delete(word);
  const own = concept === undefined ? undefined : dayMetricOf(concept);
  if (isOfWorkouts || (concept !== undefined && own === undefined)) {
    const metric = concept === undefined ? undefined : workoutMetricOf(concept);
    const known = WorkoutKind.safeParse(kind).data;
    if (concept !== undefined && metric === undefined) return undefined;
    return {
      words,
      filters: ordered,
      of: {
        rows: "workouts",
        ...(known && { kind: known }),
        ...(metric && { metric }),
      },
    };
  }
  return { words, filters: ordered, of: { rows: "days", ...(own && { metric: own }) } };
}

function named(words: ReadonlySet<string>, group: string): string[] {
  return [...words].filter((word) => word.startsWith(`${group}.`)).map((word) => word.slice(group.length + 1));
}

/** What a night is measured by when nothing is named. */
const NIGHTS: Readonly<Record<string, string>> = {
  ...{ long: "asleep", short: "asleep", best: "sleepScore", worst: "sleepScore" },
};

/** Returns the concept that a question means without a name: the longest run, how far, how many minutes. */
function meant({
  sup,
  unit,
  words,
  isOfWorkouts,
}: {
  readonly sup: string | undefined;
  readonly unit: string | undefined;
  readonly words: Set<string>;
  readonly isOfWorkouts: boolean;
}): string | undefined {
  if (sup === "far" || words.has("ask.far")) return "distance";
  if (sup === "fast" || sup === "slow" || words.has("ask.fast")) return "speed";
  if (!isOfWorkouts) return words.delete("of.night") ? NIGHTS[sup ?? ""] : undefined;
  if (sup === "long" || sup === "short" || words.has("ask.long")) return "duration";
  if (!words.has("ask.many") && !words.has("ask.much") && !words.has("agg.sum") && !words.has("agg.mean"))
    return undefined;
  return unit === "km" || unit === "mile" || unit === "metre"
    ? "distance"
    : unit === "minute" || unit === "hour"
      ? "duration"
      : undefined;
}

/** Puts the question together, or undefined when its parts do not fit or a word is left over. */
function composed({ words, of, filters: said, ranges, take, isOwn }: Read): DataQuestion | undefined {
  const rest = new Set(words);
  const has = (word: string) => rest.delete(word);
  const comparing = [has("vs"), has("compare"), has("difference")].some(Boolean) && ranges.length + said.length > 1;
  if (comparing) for (const word of ["more", "less", "ask.how"]) has(word);
  const against = comparing || ranges.length > 1 ? undefined : otherSide(said, has);
  const filters = said.map((filter) => filterOf(filter, of));
  if (filters.some((filter) => filter === undefined)) return undefined;
  const known = filters as readonly AskedFilter[];
  const aggregate = aggregateOf({
    rest,
    of,
    filters: known,
    take,
    isOneDay: ranges.length === 1 && isOneDay(ranges[0]),
    isCompared: comparing || against !== undefined,
  });
  if (aggregate === undefined || rest.size > 0) return undefined;
  const plain = { of, aggregate, ...(take && { take }) };
  const other = against && filterOf(against, of);
  const isAmount = !words.has("agg.sum");
  // "What is HRV?" asks for the meaning of a word.
  const isNamed =
    isOwn ||
    take !== undefined ||
    ranges.length + said.length > 0 ||
    [...words].some((word) => /^(?:ask|agg|sup)\./.test(word));
  if (!isNamed) return undefined;
  const range = ranges[0] ?? defaultRange({ of, aggregate, filters: known, take, isAmount });
  if (range === undefined) return undefined;
  if (other) return { ...plain, range, filters: [...known], compare: { range, filters: [other] } };
  if (!comparing) return ranges.length > 1 ? undefined : { ...plain, range, filters: [...known] };
  if (ranges.length === 2 && ranges[1] !== undefined)
    return { ...plain, range, filters: [...known], compare: { range: ranges[1], filters: [...known] } };
  const [a, b, ...more] = known;
  if (ranges.length > 1 || a === undefined || b === undefined || a.by !== b.by || more.length > 0) return undefined;
  return { ...plain, range, filters: [a], compare: { range, filters: [b] } };
}

/** "Later on weekends" and "did it drop after drinking" compare with all other days, though these are not named. */
function otherSide(said: readonly SaidFilter[], has: (word: string) => boolean): SaidFilter | undefined {
  const [only, ...others] = said;
  if (only === undefined || others.length > 0) return undefined;
  if (only.by === "weekdays" && [has("more"), has("less")].some(Boolean))
    return { by: "weekdays", weekdays: WEEK.filter((day) => !only.weekdays.includes(day)) };
  if (only.by === "tag" && has("agg.change")) return { ...only, with: !only.with };
  return undefined;
}

function isOneDay(range: AskedRange | undefined): boolean {
  return (
    range?.span === "back" || (range?.span === "dates" && range.from === range.to) || range?.span === "lastWorkout"
  );
}

/**
 * Without a range, "what is my HRV?" means today, and "my average HRV" all days. Undefined for workouts of which nothing
 * says which ones are meant.
 */
function defaultRange({
  of,
  aggregate,
  filters,
  take,
  isAmount,
}: Pick<DataQuestion, "of" | "aggregate"> & {
  readonly filters: readonly AskedFilter[];
  readonly take: Take | undefined;
  readonly isAmount: boolean;
}): AskedRange | undefined {
  if (aggregate === "trend") return { span: "last", count: TREND_DAYS, unit: "day" };
  const isOpen = (aggregate === "value" || (aggregate === "sum" && isAmount)) && filters.length === 0;
  if (!isOpen || take !== undefined) return { span: "all" };
  return of.rows === "days" ? { span: "back", days: 0 } : undefined;
}

type Wanted = {
  /** The words that are not used yet. What this uses, it takes out. */
  readonly rest: Set<string>;
  readonly of: DataQuestion["of"];
  readonly filters: readonly AskedFilter[];
  readonly take: Take | undefined;
  readonly isOneDay: boolean;
  readonly isCompared: boolean;
};

/** Says what is made of the values, or undefined when that is not clear. */
function aggregateOf({ rest, of, filters, take, isOneDay: oneDay, isCompared }: Wanted): Aggregate | undefined {
  const has = (word: string) => rest.delete(word);
  const ofWorkouts = of.rows === "workouts";
  if (isCompared || [...rest].some((word) => /^(?:ask|agg|sup)\./.test(word))) has("did");
  if (has("ask.kinds")) return of.metric === undefined ? "kinds" : undefined;
  if (has("ask.days")) return of.metric === undefined && (ofWorkouts || filters.length > 0) ? "countDays" : undefined;
  if (has("ask.often") || (of.metric === undefined && rest.has("ask.many") && has("ask.many"))) {
    if (of.metric !== undefined) return undefined;
    return ofWorkouts ? "countWorkouts" : filters.length > 0 ? "countDays" : undefined;
  }
  if (has("ask.since")) return of.metric === undefined && !ofWorkouts && filters.length > 0 ? "since" : undefined;
  if (has("ask.last")) {
    has("ask.when");
    return of.metric === undefined && (ofWorkouts || filters.length > 0) ? "lastTime" : undefined;
  }
  if (of.metric === undefined) return undefined;
  const how = has("ask.how");
  if ([has("agg.trend"), has("agg.change")].some(Boolean)) return ofWorkouts && take ? undefined : "trend";
  const metric: string = of.metric;
  const amount = [has("ask.many"), has("ask.much"), has("ask.long"), has("ask.far")].some(Boolean);
  has("ask.fast");
  const isClock = metric === "bedTime" || metric === "wakeTime";
  const late = has("ask.late");
  const when = has("ask.when");
  const which = has("ask.which");
  if (late && !isClock) return undefined;
  const plain = (["mean", "median", "sum", "max", "min", "spread"] as const).filter((name) => has(`agg.${name}`));
  const sup = supOf(rest, metric);
  if (plain.length + sup.length > 1) return undefined;
  const [only] = [...plain, ...sup];
  // "How was my sleep?" asks for a judgement, and is no question of numbers.
  if (how && only === undefined && filters.length === 0) return undefined;
  if (only === undefined && (which || (when && !isClock))) return undefined;
  if (only !== undefined) return only;
  return amount && ADDED.has(metric) && !(oneDay && !ofWorkouts) && take?.count !== 1 ? "sum" : "value";
}

/** Reads a superlative as the highest or the lowest of a metric. One that does not fit stays, and nothing is read. */
function supOf(rest: Set<string>, metric: string): readonly ("max" | "min")[] {
  const isClock = metric === "bedTime" || metric === "wakeTime";
  const fits: Readonly<Record<string, readonly [boolean, "max" | "min"]>> = {
    long: [!isClock, "max"],
    far: [metric === "distance", "max"],
    fast: [metric === "speed", "max"],
    late: [isClock, "max"],
    short: [!isClock, "min"],
    slow: [metric === "speed", "min"],
    early: [isClock, "min"],
    best: [!NEITHER.has(metric), LESS_IS_BETTER.has(metric) ? "min" : "max"],
    worst: [!NEITHER.has(metric), LESS_IS_BETTER.has(metric) ? "max" : "min"],
  };
  return Object.entries(fits).flatMap(([name, [does, is]]) => (does && rest.delete(`sup.${name}`) ? [is] : []));
}
