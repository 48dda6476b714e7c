/**
 * Says of an answer what may cross the wall (R7): a direction, a size beside the person's usual, dates, how many days or
 * workouts were looked at. It never says the number; that stands in the person's card.
 *
 * A question with a limit ("nights with more than …") gets no word of its answer. Asked again and again with other
 * limits, each word would bring the agent closer to the reading.
 */
import type { AskedFilter, DataAnswer, DataQuestion, DayMetric } from "@waldo/contracts";
import { SIZES } from "../health/reading.ts";
import { median, robustDeviation } from "../health/statistics.ts";
import { spokenDate } from "../time.ts";
import { type AskedRows, chosenFor } from "./chosen.ts";

const NAMES: Readonly<Record<DayMetric, string>> = {
  asleep: "Your sleep",
  inBed: "Your time in bed",
  awake: "Your time awake",
  light: "Your light sleep",
  deep: "Your deep sleep",
  rem: "Your dream sleep",
  awakeShare: "The share of the night that you were awake",
  lightShare: "The share of light sleep",
  deepShare: "The share of deep sleep",
  remShare: "The share of dream sleep",
  efficiency: "Your sleep efficiency",
  bedTime: "Your bedtime",
  wakeTime: "Your waking time",
  hrv: "Your heart's recovery",
  restingHr: "Your pulse at rest",
  breathing: "Your breathing",
  skinTemperature: "The warmth of your skin",
  spo2: "The oxygen in your blood",
  steps: "The number of your steps",
  activeEnergy: "The energy you used",
  activeMinutes: "Your active time",
  zoneMinutes: "Your time in the heart zones",
  strain: "Your strain",
  form: "Form",
  recovery: "Recovery",
  sleepScore: "Your score for sleep",
  cassScore: "Your score for the heart's recovery",
  rhrtsScore: "Your score for the pulse",
  rrsScore: "Your score for breathing",
  circadianScore: "Your score for rhythm",
  motionScore: "Your score for movement",
};

const CARD = "The number stands in the card.";
/** With fewer other days nothing is usual yet. */
const USUAL_NEEDS = 7;
/** So many days before make the usual. */
const USUAL_DAYS = 30;
const LIMITED = "The answer stands in the card.";
const NONE: Readonly<Record<Extract<DataAnswer, { is: "none" }>["why"], string>> = {
  noDays: "I have no days of that time.",
  noReading: "I have days of that time, but your devices did not send that value.",
  noMatch: "Nothing in that time fits.",
  tooFew: "I know too few days for that.",
  noSense: "That cannot be counted in this way.",
};

/** Returns one or two sentences about an answer. They hold no reading. */
export function wordsOfAnswer(question: DataQuestion, answer: DataAnswer, rows: AskedRows): string {
  if ([...question.filters, ...(question.compare?.filters ?? [])].some(isLimited)) return LIMITED;
  switch (answer.is) {
    case "none":
      return NONE[answer.why];
    case "kinds":
      return `I looked at ${counted(answer.n, "workouts")}. The kinds stand in the card.`;
    case "date":
      return question.aggregate === "since"
        ? `Since ${spokenDate(answer.on)}.`
        : `The last time was ${spokenDate(answer.on)}.`;
    case "trend":
      return `${nameOf(question)} ${WAYS[answer.way]} over those ${counted(answer.n, answer.nOf)}. The numbers stand in the card.`;
    case "compared":
      return comparedWords(question, answer, rows);
    case "number":
      return numberWords(question, answer, rows);
  }
}

const WAYS = { up: "went up", down: "went down", steady: "stayed about the same" } as const;

function isLimited(filter: AskedFilter): boolean {
  return filter.by === "day" || filter.by === "workout" || (filter.by === "workoutDay" && filter.metric !== undefined);
}

function numberWords(question: DataQuestion, answer: Extract<DataAnswer, { is: "number" }>, rows: AskedRows): string {
  const { aggregate, of } = question;
  const looked = `I looked at ${counted(answer.n, answer.nOf)}.`;
  if (aggregate === "countDays") return `I count ${counted(answer.value, "days")}.`;
  if (aggregate === "countWorkouts") return `I count ${counted(answer.value, "workouts")}.`;
  if (aggregate === "min" || aggregate === "max") {
    const on = answer.on === undefined ? "" : ` on ${spokenDate(answer.on)}`;
    return `${nameOf(question)} was ${EXTREMES[aggregate][isClock(question) ? "clock" : "level"]}${on}. ${CARD}`;
  }
  if (of.rows === "workouts" || aggregate === "sum" || aggregate === "spread") return `${looked} ${CARD}`;
  const size = sizeBeside(question, rows);
  if (size === undefined) return `${CARD} I know too few other days to compare it with.`;
  const when = answer.n === 1 ? "" : ` over those ${counted(answer.n, answer.nOf)}`;
  return `${nameOf(question)} was ${besideUsual(size, question)}${when}. ${CARD}`;
}

const EXTREMES = {
  max: { level: "highest", clock: "latest" },
  min: { level: "lowest", clock: "earliest" },
} as const;

function comparedWords(
  question: DataQuestion,
  answer: Extract<DataAnswer, { is: "compared" }>,
  rows: AskedRows,
): string {
  if (answer.one.is === "none" && answer.other.is === "none") return NONE[answer.one.why];
  if (answer.difference === undefined) return "I have that for one of the two only. It stands in the card.";
  const spread = robustSpread(valuesOf({ ...question, range: { span: "all" }, filters: [] }, rows));
  const size = spread === undefined ? undefined : sizeOf(answer.difference / spread);
  const numbers = "The numbers stand in the card.";
  if (size === "none") return `${nameOf(question)} was about the same in both. ${numbers}`;
  const way = WORDS[isClock(question) ? "clock" : "level"][answer.difference > 0 ? "up" : "down"];
  return `${nameOf(question)} was ${size === undefined ? "" : `${size} `}${way} in the first than in the second. ${numbers}`;
}

const WORDS = {
  level: { up: "higher", down: "lower" },
  clock: { up: "later", down: "earlier" },
} as const;

type Size = "none" | "a little" | "clearly" | "far";

/** Says how far a number of deviations is, as the facts of a day do. */
function sizeOf(deviations: number): Size {
  const far = Math.abs(deviations);
  return far >= SIZES.far ? "far" : far >= SIZES.clear ? "clearly" : far >= SIZES.slight ? "a little" : "none";
}

/** Returns the size beside the person's usual, with its side, or undefined while nothing is usual. */
function sizeBeside(
  question: DataQuestion,
  rows: AskedRows,
): { readonly size: Size; readonly up: boolean } | undefined {
  const own = chosenFor(question, rows);
  if ("why" in own) return undefined;
  const first = own.rows[0]?.date ?? "";
  const inside = new Set(own.rows.map(({ date }) => date));
  const all = chosenFor({ ...question, range: { span: "all" }, filters: [] }, rows);
  if ("why" in all) return undefined;
  const others = all.rows.filter(({ date }) => !inside.has(date));
  const before = others.filter(({ date }) => date < first).slice(-USUAL_DAYS);
  const usual = numbersOf(before.length >= USUAL_NEEDS ? before : others);
  const center = median(usual);
  const spread = robustSpread(usual);
  const values = numbersOf(own.rows);
  if (center === undefined || spread === undefined || values.length === 0) return undefined;
  const deviations = (values.reduce((sum, value) => sum + value, 0) / values.length - center) / spread;
  return { size: sizeOf(deviations), up: deviations > 0 };
}

function besideUsual({ size, up }: { readonly size: Size; readonly up: boolean }, question: DataQuestion): string {
  if (size === "none") return "about your usual";
  return isClock(question)
    ? `${size} ${up ? "later" : "earlier"} than your usual`
    : `${size} ${up ? "above" : "below"} your usual`;
}

function valuesOf(question: DataQuestion, rows: AskedRows): readonly number[] {
  const chosen = chosenFor(question, rows);
  return "why" in chosen ? [] : numbersOf(chosen.rows);
}

function numbersOf(rows: readonly { readonly value: number | undefined }[]): number[] {
  return rows.flatMap(({ value }) => value ?? []);
}

/** Undefined for too few values, and for values that do not differ. */
function robustSpread(values: readonly number[]): number | undefined {
  const center = median(values);
  if (center === undefined || values.length < USUAL_NEEDS) return undefined;
  return robustDeviation(values, center) || undefined;
}

function isClock({ of }: DataQuestion): boolean {
  return of.metric === "bedTime" || of.metric === "wakeTime";
}

function nameOf({ of }: DataQuestion): string {
  return of.rows === "days" && of.metric !== undefined ? NAMES[of.metric] : "That";
}

function counted(count: number, of: "days" | "workouts"): string {
  return `${count} ${count === 1 ? of.slice(0, -1) : of}`;
}
