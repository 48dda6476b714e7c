/**
 * A question about one's own days, and its answer. The question holds no reading: it names what is meant, so the agent
 * and a model may carry it. The rows and the answer hold readings. They are RAW and go to the eyes of their owner only
 * (R7).
 */
import * as z from "zod";
import { LocalDate } from "./ids.ts";

/**
 * The unit in which a value is counted. `clock` is a time of day: minutes after the midnight that begins the date of the
 * row, so it is negative for an evening before. In an answer it is 0–1439.
 */
export const AskedUnit = z.enum([
  "minutes",
  "percent",
  "clock",
  "ms",
  "bpm",
  "perMinute",
  "celsius",
  "steps",
  "kcal",
  "metres",
  "kmh",
  "points",
  "days",
  "workouts",
]);
export type AskedUnit = z.infer<typeof AskedUnit>;

/** What can be asked of a day, with its unit. A night belongs to the date on which the person woke. */
export const DAY_METRIC_UNITS = {
  asleep: "minutes",
  inBed: "minutes",
  awake: "minutes",
  light: "minutes",
  deep: "minutes",
  rem: "minutes",
  /** The shares of a night are percent of the time in bed. */
  awakeShare: "percent",
  lightShare: "percent",
  deepShare: "percent",
  remShare: "percent",
  efficiency: "percent",
  bedTime: "clock",
  wakeTime: "clock",
  hrv: "ms",
  restingHr: "bpm",
  breathing: "perMinute",
  /** How far the skin was from its usual temperature, or its temperature, as the source gives it. */
  skinTemperature: "celsius",
  spo2: "percent",
  steps: "steps",
  activeEnergy: "kcal",
  activeMinutes: "minutes",
  /** Minutes in the zones of the heart. */
  zoneMinutes: "minutes",
  strain: "points",
  form: "points",
  recovery: "points",
  /** The scores of the pillars. */
  sleepScore: "points",
  cassScore: "points",
  rhrtsScore: "points",
  rrsScore: "points",
  circadianScore: "points",
  motionScore: "points",
} as const satisfies Record<string, AskedUnit>;
export const DayMetric = z.enum(Object.keys(DAY_METRIC_UNITS) as (keyof typeof DAY_METRIC_UNITS)[]);
export type DayMetric = z.infer<typeof DayMetric>;

/** What can be asked of a workout, with its unit. */
export const WORKOUT_METRIC_UNITS = {
  duration: "minutes",
  distance: "metres",
  energy: "kcal",
  meanHr: "bpm",
  maxHr: "bpm",
  steps: "steps",
  elevation: "metres",
  zoneMinutes: "minutes",
  speed: "kmh",
} as const satisfies Record<string, AskedUnit>;
export const WorkoutMetric = z.enum(Object.keys(WORKOUT_METRIC_UNITS) as (keyof typeof WORKOUT_METRIC_UNITS)[]);
export type WorkoutMetric = z.infer<typeof WorkoutMetric>;

/** The kinds of workouts. `workout` and `sport` are those of which a source says no more. */
export const WORKOUT_KINDS = [
  "run",
  "treadmill",
  "walk",
  "hike",
  "bike",
  "swim",
  "row",
  "elliptical",
  "weights",
  "aerobic",
  "interval",
  "yoga",
  "pilates",
  "dance",
  "climb",
  "ski",
  "football",
  "tennis",
  "sport",
  "workout",
  "other",
] as const;
export const WorkoutKind = z.enum(WORKOUT_KINDS);
export type WorkoutKind = z.infer<typeof WorkoutKind>;

/** The days that a question is about. All ranges end with today at the latest. */
export const AskedRange = z.discriminatedUnion("span", [
  z.strictObject({ span: z.literal("all") }),
  /** The last days, weeks of seven days, or months by the calendar, today included. */
  z.strictObject({
    span: z.literal("last"),
    count: z.number().int().min(1).max(1000),
    unit: z.enum(["day", "week", "month"]),
  }),
  /** Both dates are included. */
  z.strictObject({ span: z.literal("dates"), from: LocalDate, to: LocalDate }),
  /** One day, so many days before today: 0 is today. */
  z.strictObject({ span: z.literal("back"), days: z.number().int().min(0).max(3660) }),
  /** The last date with a workout, or with one of this kind. */
  z.strictObject({ span: z.literal("lastWorkout"), kind: WorkoutKind.optional() }),
]);
export type AskedRange = z.infer<typeof AskedRange>;

/** How a value is held against the limit that the person named. */
export const LIMITS = ["above", "atLeast", "below", "atMost", "exactly"] as const;
export type Limit = (typeof LIMITS)[number];
/** In the unit of the metric. A limit of a `clock` is counted like its values. */
const limit = { is: z.enum(LIMITS), value: z.number() };

/** Which of the days or workouts count. Several filters are all heeded. */
export const AskedFilter = z.discriminatedUnion("by", [
  /** 1 is Monday, 7 is Sunday. */
  z.strictObject({ by: z.literal("weekdays"), weekdays: z.array(z.number().int().min(1).max(7)).min(1).max(7) }),
  /** The dates whose value lies so. */
  z.strictObject({ by: z.literal("day"), metric: DayMetric, ...limit }),
  /** The workouts whose value lies so. Only a question about workouts has it. */
  z.strictObject({ by: z.literal("workout"), metric: WorkoutMetric, ...limit }),
  /** The dates with a workout, or with one of this kind, or with one whose value lies so; or the dates without one. */
  z.strictObject({
    by: z.literal("workoutDay"),
    with: z.boolean(),
    kind: WorkoutKind.optional(),
    metric: WorkoutMetric.optional(),
    is: limit.is.optional(),
    value: limit.value.optional(),
    /** 1: the dates after. */
    daysAfter: z.number().int().min(0).max(1),
  }),
  /** The dates of which the person reported something, such as `alcohol`; or the dates of which they did not. */
  z.strictObject({
    by: z.literal("tag"),
    with: z.boolean(),
    tag: z.string().min(1).max(40),
    /** 1: the dates after. */
    daysAfter: z.number().int().min(0).max(1),
  }),
]);
export type AskedFilter = z.infer<typeof AskedFilter>;

const MOST_FILTERS = 4;
const AskedFilters = z.array(AskedFilter).max(MOST_FILTERS);

/**
 * What is made of the values. `value` is the value itself, or the mean of several. `spread` is the standard deviation of
 * a sample. `kinds` lists the kinds of workouts. `since` is the first of the latest dates in a row that pass the
 * filters. `lastTime` is the last date that passes them.
 */
export const AGGREGATES = [
  "value",
  "mean",
  "median",
  "sum",
  "min",
  "max",
  "spread",
  "countDays",
  "countWorkouts",
  "kinds",
  "trend",
  "since",
  "lastTime",
] as const;
export const Aggregate = z.enum(AGGREGATES);
export type Aggregate = z.infer<typeof Aggregate>;

/** A typed question about one's own days. The grammar writes it (core/ask/read.ts), or a model through a tool. */
export const DataQuestion = z.strictObject({
  of: z.discriminatedUnion("rows", [
    z.strictObject({ rows: z.literal("days"), metric: DayMetric.optional() }),
    z.strictObject({
      rows: z.literal("workouts"),
      kind: WorkoutKind.optional(),
      metric: WorkoutMetric.optional(),
    }),
  ]),
  range: AskedRange,
  filters: AskedFilters,
  /** The first or the last workouts of those that are left. */
  take: z.strictObject({ end: z.enum(["first", "last"]), count: z.number().int().min(1).max(1000) }).optional(),
  aggregate: Aggregate,
  /** The other side of a comparison. It has the same `of` and `aggregate`. */
  compare: z.strictObject({ range: AskedRange, filters: AskedFilters }).optional(),
});
export type DataQuestion = z.infer<typeof DataQuestion>;

/**
 * The answer of the tool ask_data: what was asked, and no reading. `words` is what a message may say of it (core/ask),
 * made of derived values.
 */
export const AskedData = z.strictObject({ question: DataQuestion, words: z.string().min(1).max(400).optional() });

/** The values of a date that can be asked for. RAW. */
export const AskedDay = z.strictObject({
  date: LocalDate,
  values: z.partialRecord(DayMetric, z.number()),
  /** What the person reported of the date, in the words of `AskedFilter`. */
  tags: z.array(z.string().min(1).max(40)),
});
export type AskedDay = z.infer<typeof AskedDay>;

/** A workout that can be asked for. RAW. */
export const AskedWorkout = z.strictObject({
  date: LocalDate,
  kind: WorkoutKind,
  values: z.partialRecord(WorkoutMetric, z.number()),
});
export type AskedWorkout = z.infer<typeof AskedWorkout>;

/**
 * What a number rests on: how many days or workouts, and the first and the last date of them. A count, and a sum of no
 * workouts, rest on the days or workouts that were looked at.
 */
const basis = {
  n: z.number().int().min(1),
  nOf: z.enum(["days", "workouts"]),
  first: LocalDate,
  last: LocalDate,
};

const NumberAnswer = z.strictObject({
  is: z.literal("number"),
  value: z.number(),
  unit: AskedUnit,
  ...basis,
  /** The date of the value: of the highest or lowest, or of the only one. */
  on: LocalDate.optional(),
});

/**
 * Why there is no answer. `noDays`: no row of that time. `noReading`: rows, but none with that value. `noMatch`: none
 * passes the filters. `tooFew`: too few values for this. `noSense`: the values cannot be counted in this way.
 */
const NoneAnswer = z.strictObject({
  is: z.literal("none"),
  why: z.enum(["noDays", "noReading", "noMatch", "tooFew", "noSense"]),
  /** How many days or workouts were there to look at. */
  n: z.number().int().min(0),
  nOf: basis.nOf,
  first: LocalDate.optional(),
  last: LocalDate.optional(),
});

/** The answer to a question. RAW: it stands in a card of the person's own page or terminal, and nowhere else. */
export const DataAnswer = z.discriminatedUnion("is", [
  NumberAnswer,
  z.strictObject({
    is: z.literal("kinds"),
    kinds: z.array(z.strictObject({ kind: WorkoutKind, workouts: z.number().int().min(1) })).min(1),
    ...basis,
  }),
  z.strictObject({ is: z.literal("date"), on: LocalDate, ...basis }),
  /** The means of the older and of the newer half of the time, and the change in the same unit. */
  z.strictObject({
    is: z.literal("trend"),
    before: z.number(),
    after: z.number(),
    change: z.number(),
    /** `steady`: the change is small beside the spread of the values. */
    way: z.enum(["up", "down", "steady"]),
    unit: AskedUnit,
    ...basis,
  }),
  /** `difference` is one minus other. It is absent when one of them is `none`. */
  z.strictObject({
    is: z.literal("compared"),
    one: z.discriminatedUnion("is", [NumberAnswer, NoneAnswer]),
    other: z.discriminatedUnion("is", [NumberAnswer, NoneAnswer]),
    difference: z.number().optional(),
  }),
  NoneAnswer,
]);
export type DataAnswer = z.infer<typeof DataAnswer>;

/** What a card shows: what was asked, the answer, and what it rests on. RAW, like the answer. */
export const ShownReading = z.strictObject({ title: z.string(), text: z.string(), rests: z.string().optional() });
export type ShownReading = z.infer<typeof ShownReading>;

/** The answer to a question, for plain code and for eyes. RAW. */
export const Reading = z.strictObject({ answer: DataAnswer, shown: ShownReading });
export type Reading = z.infer<typeof Reading>;
