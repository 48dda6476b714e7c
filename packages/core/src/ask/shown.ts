/** Writes a question and its answer for the eyes of their owner, with the numbers (R7). */
import type {
  AskedFilter,
  AskedRange,
  AskedUnit,
  DataAnswer,
  DataQuestion,
  DayMetric,
  LocalDate,
  ShownReading,
  WorkoutMetric,
} from "@waldo/contracts";
import { spokenDate, timeOf, WEEKDAYS } from "../time.ts";

const METRICS: Readonly<Record<DayMetric | WorkoutMetric, string>> = {
  asleep: "Sleep",
  inBed: "Time in bed",
  awake: "Awake at night",
  light: "Light sleep",
  deep: "Deep sleep",
  rem: "REM sleep",
  awakeShare: "Share awake",
  lightShare: "Share of light sleep",
  deepShare: "Share of deep sleep",
  remShare: "Share of REM sleep",
  efficiency: "Sleep efficiency",
  bedTime: "Bedtime",
  wakeTime: "Waking time",
  hrv: "HRV",
  restingHr: "Resting pulse",
  breathing: "Breathing",
  skinTemperature: "Skin temperature",
  spo2: "Blood oxygen",
  steps: "Steps",
  activeEnergy: "Active energy",
  activeMinutes: "Active minutes",
  zoneMinutes: "Zone minutes",
  strain: "Strain",
  form: "Form",
  recovery: "Recovery",
  sleepScore: "Score of sleep",
  cassScore: "Score of heart recovery",
  rhrtsScore: "Score of resting pulse",
  rrsScore: "Score of breathing",
  circadianScore: "Score of rhythm",
  motionScore: "Score of movement",
  duration: "Length",
  distance: "Distance",
  energy: "Energy",
  meanHr: "Mean pulse",
  maxHr: "Highest pulse",
  elevation: "Elevation",
  speed: "Speed",
};

/** Returns the name of a measure inside a sentence. */
export function metricName(metric: DayMetric | WorkoutMetric): string {
  const name = METRICS[metric];
  return /^[A-Z]{2}/.test(name) ? name : `${name[0]?.toLowerCase()}${name.slice(1)}`;
}

const MADE: Readonly<Record<DataQuestion["aggregate"], string | undefined>> = {
  value: undefined,
  mean: "mean",
  median: "median",
  sum: "total",
  min: "lowest",
  max: "highest",
  spread: "standard deviation",
  countDays: "how many days",
  countWorkouts: "how many workouts",
  kinds: "kinds",
  trend: "trend",
  since: "since when",
  lastTime: "last time",
};

const NONE: Readonly<Record<Extract<DataAnswer, { is: "none" }>["why"], string>> = {
  noDays: "There are no days of that time.",
  noReading: "Your devices did not send this value in that time.",
  noMatch: "Nothing in that time fits.",
  tooFew: "There are too few values for that.",
  noSense: "These values cannot be counted in this way.",
};

/** Returns what a card shows: what was asked, the answer, and what it rests on. */
export function shownReading(question: DataQuestion, answer: DataAnswer): ShownReading {
  const rests = restsOn(answer);
  return { title: titleOf(question), text: textOf(answer), ...(rests === undefined ? {} : { rests }) };
}

function titleOf({ of, range, filters, aggregate, compare, take }: DataQuestion): string {
  const kind = of.rows === "workouts" ? (of.kind ?? "workouts") : undefined;
  const metric = of.metric === undefined ? undefined : METRICS[of.metric];
  const side = (one: AskedRange, some: readonly AskedFilter[]) =>
    [rangeWords(one), ...some.map(filterWords)].join(", ");
  const what = [metric, kind, MADE[aggregate], take && `${take.end} ${take.count}`].filter(Boolean).join(", ");
  const other = compare ? `, against ${side(compare.range, compare.filters)}` : "";
  const title = `${what}: ${side(range, filters)}${other}`;
  return `${title[0]?.toUpperCase()}${title.slice(1)}`;
}

function rangeWords(range: AskedRange): string {
  switch (range.span) {
    case "all":
      return "all days";
    case "last":
      return range.count === 1 ? `the last ${range.unit}` : `the last ${range.count} ${range.unit}s`;
    case "dates":
      return datesWords(range.from, range.to);
    case "back":
      return range.days === 0 ? "today" : range.days === 1 ? "yesterday" : `${range.days} days ago`;
    case "lastWorkout":
      return `the day of the last ${range.kind ?? "workout"}`;
  }
}

const IS = { above: "above", atLeast: "at least", below: "below", atMost: "at most", exactly: "exactly" } as const;

function filterWords(filter: AskedFilter): string {
  switch (filter.by) {
    case "weekdays":
      return filter.weekdays.map((day) => WEEKDAYS[day - 1]?.slice(0, 3)).join(" ");
    case "day":
    case "workout":
      return `${METRICS[filter.metric]} ${IS[filter.is]} ${Math.round(filter.value * 10) / 10}`;
    case "workoutDay":
      return `${filter.with ? "with" : "without"} ${filter.kind ?? "a workout"}`;
    case "tag":
      return `${filter.with ? "with" : "without"} ${filter.tag}`;
  }
}

function textOf(answer: DataAnswer): string {
  switch (answer.is) {
    case "none":
      return NONE[answer.why];
    case "number":
      return `${valueWords(answer.value, answer.unit)}${answer.on ? `, ${spokenDate(answer.on)}` : ""}`;
    case "kinds":
      return answer.kinds.map(({ kind, workouts }) => `${kind} ${workouts}`).join(", ");
    case "date":
      return spokenDate(answer.on);
    case "trend": {
      const { before, after, unit, way } = answer;
      return `${valueWords(before, unit)}, then ${valueWords(after, unit)}: ${WAYS[way]}`;
    }
    case "compared":
      return `${textOf(answer.one)}, against ${textOf(answer.other)}`;
  }
}

const WAYS = { up: "up", down: "down", steady: "about the same" } as const;

function restsOn(answer: DataAnswer): string | undefined {
  if (answer.is === "compared") {
    const [one, other] = [restsOn(answer.one), restsOn(answer.other)];
    return one && other ? `${one}; ${other}` : (one ?? other);
  }
  if (answer.is === "none" && answer.n === 0) return undefined;
  const { n, nOf, first, last } = answer;
  const counted = n === 1 ? `1 ${nOf === "days" ? "day" : "workout"}` : `${n} ${nOf}`;
  return first === undefined || last === undefined ? counted : `${counted}, ${datesWords(first, last)}`;
}

const datesWords = (from: LocalDate, to: LocalDate) =>
  from === to ? spokenDate(from) : `${spokenDate(from)} to ${spokenDate(to)}`;

const UNITS: Readonly<Record<Exclude<AskedUnit, "minutes" | "clock" | "metres">, string>> = {
  percent: "%",
  ms: "ms",
  bpm: "beats a minute",
  perMinute: "breaths a minute",
  celsius: "°C",
  steps: "steps",
  kcal: "kcal",
  kmh: "km/h",
  points: "points",
  days: "days",
  workouts: "workouts",
};

const HOUR = 60;
const KM = 1000;
/** Numbers from this size on are shown without a fraction. */
const LARGE = 100;

function valueWords(value: number, unit: AskedUnit): string {
  if (unit === "clock") return timeOf(Math.round(value));
  if (unit === "minutes") {
    const minutes = Math.round(value);
    const hours = Math.floor(minutes / HOUR);
    return hours === 0 ? `${minutes} min` : `${hours} h ${minutes % HOUR} min`;
  }
  if (unit === "metres") return value < KM ? `${Math.round(value)} m` : `${rounded(value / KM)} km`;
  return `${rounded(value)} ${UNITS[unit]}`;
}

const rounded = (value: number) => (Math.abs(value) >= LARGE ? Math.round(value) : Math.round(value * 10) / 10);
