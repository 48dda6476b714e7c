/**
 * Reads the questions of a paper (PHIA) and the days and workouts of its four synthetic wearers, and says by rule which
 * questions are left out: those whose label does not count what the question says.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { AskedDay, AskedWorkout, DataAnswer, DataQuestion, DayMetric, WorkoutMetric } from "@waldo/contracts";
import type { AskedRows } from "@waldo/core/ask/chosen";
import * as z from "zod";
import { linesIn } from "./data-lines.ts";

/** A question with its label. `held`: its half was not read while the grammar was written. */
export type PaperQuestion = {
  readonly user: number;
  readonly question: string;
  readonly label: string;
  readonly code: string;
  readonly kind: string;
  readonly held: boolean;
  readonly leftOut: string | undefined;
};

const SEED = "waldo-ask-1";
const DAY_COLUMNS: Readonly<Record<string, DayMetric>> = {
  resting_heart_rate: "restingHr",
  heart_rate_variability: "hrv",
  active_zone_minutes: "zoneMinutes",
  steps: "steps",
  rem_sleep_minutes: "rem",
  deep_sleep_minutes: "deep",
  awake_minutes: "awake",
  light_sleep_minutes: "light",
  sleep_minutes: "asleep",
  deep_sleep_percent: "deepShare",
  rem_sleep_percent: "remShare",
  awake_percent: "awakeShare",
  light_sleep_percent: "lightShare",
};
const WORKOUT_COLUMNS: Readonly<Record<string, WorkoutMetric>> = {
  duration: "duration",
  averageHeartRate: "meanHr",
  elevationGain: "elevation",
  distance: "distance",
  calories: "energy",
  steps: "steps",
  activeZoneMinutes: "zoneMinutes",
  speed: "speed",
};
const KINDS: Readonly<Record<string, AskedWorkout["kind"]>> = {
  Run: "run",
  Treadmill: "treadmill",
  "Aerobic Workout": "aerobic",
  "Outdoor Bike": "bike",
};

/** Returns the rows of each wearer. Their last day is today. A night stands on the date of its row. */
export function wearersIn(folder: string): ReadonlyMap<number, AskedRows> {
  const users = readdirSync(folder).flatMap((file) => /^summary_df_(\d+)\.csv$/.exec(file)?.[1] ?? []);
  return new Map(
    users.map((user) => {
      const days = cellsIn(join(folder, `summary_df_${user}.csv`)).map(
        (row): AskedDay => ({ date: row.datetime ?? "", values: valuesOf(row, DAY_COLUMNS), tags: [] }),
      );
      const workouts = cellsIn(join(folder, `exercise_df_${user}.csv`)).map(
        (row): AskedWorkout => ({
          date: row.date ?? "",
          kind: KINDS[row.activityName ?? ""] ?? "other",
          values: valuesOf(row, WORKOUT_COLUMNS),
        }),
      );
      return [Number(user), { today: days.at(-1)?.date ?? "", days, workouts }];
    }),
  );
}

function cellsIn(path: string): Record<string, string>[] {
  const [header = "", ...lines] = readFileSync(path, "utf8").trim().split("\n");
  const names = header.split(",");
  return lines.map((line) => Object.fromEntries(line.split(",").map((cell, i) => [names[i] ?? "", cell])));
}

function valuesOf<M extends string>(row: Record<string, string>, columns: Readonly<Record<string, M>>) {
  return Object.fromEntries(
    Object.entries(columns).flatMap(([column, metric]) =>
      (row[column] ?? "") === "" ? [] : [[metric, Number(row[column])]],
    ),
  ) as Partial<Record<M, number>>;
}

const Line = z.object({ user: z.number(), question: z.string(), label: z.string(), code: z.string() });

/** Returns the questions, each in its half and with the rule by which it is left out. */
export function questionsIn(folder: string): PaperQuestion[] {
  return linesIn(join(folder, "questions.jsonl"), (line) => {
    const row = Line.parse(line);
    const half =
      createHash("sha256")
        .update(SEED + row.question)
        .digest()[0] ?? 0;
    return { ...row, kind: kindOf(row.code), held: half % 2 === 1, leftOut: ruleFor(row) };
  });
}

const OPERATORS: readonly (readonly [RegExp, string])[] = [
  [/(?:less|fewer) than or equal|at most/, "<="],
  [/(?:more|greater) than or equal|at least/, ">="],
  [/exactly/, "=="],
  [/(?:more|greater) than/, ">"],
  [/(?:less|fewer) than/, "<"],
];

/** Returns the rule by which a question is left out, or undefined for one that counts. */
function ruleFor({ question, code }: z.infer<typeof Line>): string | undefined {
  const said = question.toLowerCase();
  if (code.includes("stress_management_score")) return "a column that Waldo does not have (stress score)";
  const kind = /activityName == "(Bike|Workout|Sport)"/.exec(code)?.[1];
  if (kind !== undefined) return "a kind by a name that the rows do not have (bike, workout, sport)";
  const limit = /(\w+) (>=|<=|==|>|<) \d/.exec(code);
  if (limit) {
    const is = OPERATORS.find(([words]) => words.test(said))?.[1];
    if (is !== limit[2]) return "a label with another comparison than the question";
    const clause = /(?:on days|how many days did i) (.*)$/.exec(said)?.[1] ?? "";
    if (limit[1] === "sleep_minutes" && /\b(?:light|deep|rem)\b/.test(clause))
      return "a label with all sleep where the question names a stage";
  }
  const range = /during\('([^']*)'\)/.exec(code)?.[1];
  const named = /last \d+ days|today|yesterday/.exec(said)?.[0];
  if (range !== named) return "a label with another range than the question";
  return undefined;
}

function kindOf(code: string): string {
  if (code.includes("max()]") || /query\([^)]*\)\['datetime'\]\.max\(\)/.test(code))
    return "the day of the last workout";
  if (code.includes("['activityName'].drop_duplicates")) return "kinds of workouts";
  if (/during\((?:daily|exercise)/.test(code)) return "workouts on days with a limit";
  if (/\[-?\d*:?-?\d*\](?:\.|$)/.test(code) && /\[(?:-\d+|:\d+|-\d+:)\]/.test(code)) return "first and last workouts";
  if (code.endsWith("count()")) return code.startsWith("daily") ? "days counted" : "workouts counted";
  return code.startsWith("daily") ? "values of days" : "values of workouts";
}

/**
 * Returns question and rows as the paper counts them. Its "last N days" reach back N days before the last day, which is
 * counted too. Its today is the last day of the file that is asked: a workout's own file ends with the last workout.
 */
export function asThePaperCounts(question: DataQuestion, rows: AskedRows): [DataQuestion, AskedRows] {
  const { of, range } = question;
  const counted =
    range.span === "last" && range.unit === "day"
      ? { ...question, range: { ...range, count: range.count + 1 } }
      : question;
  return [counted, of.rows === "workouts" ? { ...rows, today: rows.workouts.at(-1)?.date ?? rows.today } : rows];
}

/** Rows and labels have two decimals, so each value of a sum may be off by half of the last. */
const ROUNDING = 0.005;

/** True when an answer is the label. */
export function isLabel(answer: DataAnswer, { label, code }: PaperQuestion): boolean {
  if (answer.is === "kinds") {
    const wanted = label.split(/\s*[,\n]\s*/).map((name) => KINDS[name] ?? name);
    return wanted.length === answer.kinds.length && answer.kinds.every(({ kind }) => wanted.includes(kind));
  }
  if (label.trim() === "" || label === "nan") return answer.is === "none";
  const values = answer.is === "number" && code.endsWith("sum()") ? answer.n : 1;
  return answer.is === "number" && Math.abs(answer.value - Number(label)) < ROUNDING * (values + 1) + 0.001;
}
