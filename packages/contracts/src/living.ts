/**
 * The living loop: what Waldo senses of a person's presence, what it makes of the moment, what it keeps for itself, and
 * what it stays concerned with. The numbers are those of the source (docs/sources.md, The living loop).
 */
import * as z from "zod";
import { EpochMs, LocalDate, Origin, RunId } from "./ids.ts";
import { FetchLabel } from "./patrol.ts";
import { bySystem, SystemText } from "./words.ts";

/** Kinds of programs that run, by which a machine says what its person is at. No name of a program is kept. */
export const PROGRAM_KINDS = ["development", "creative", "writing", "research", "meeting", "media", "games"] as const;
export const ProgramKind = z.enum(PROGRAM_KINDS);
export type ProgramKind = z.infer<typeof ProgramKind>;

const percent = z.number().int().min(0).max(100);

/**
 * What one machine senses. A machine is sensed only where the person agreed, and only these numbers leave the machine.
 */
export const MachineSense = z.strictObject({
  idleSeconds: z.number().int().nonnegative(),
  loadPercent: percent,
  memoryPercent: percent,
  gpuPercent: percent.optional(),
  gpuCelsius: z.number().int().min(0).max(150).optional(),
  programs: z.array(ProgramKind).max(PROGRAM_KINDS.length),
});
export type MachineSense = z.infer<typeof MachineSense>;

/** One sample: whether the page is in front of the person, or what their machine senses. */
export const PresenceSample = z.strictObject({
  at: EpochMs,
  app: z.enum(["visible", "hidden"]).optional(),
  machine: MachineSense.optional(),
});
export type PresenceSample = z.infer<typeof PresenceSample>;

/** For how many days a sample is stored. */
export const PRESENCE_DAYS = 2;
/** Between two samples: while the person is active, and while they are away. */
export const [SAMPLE_ACTIVE_SECONDS, SAMPLE_AWAY_SECONDS] = [30, 300];

export const USER_STATES = ["deep_work", "light_work", "idle", "away"] as const;
export const UserState = z.enum(USER_STATES);
export type UserState = z.infer<typeof UserState>;

/** Why the person is away. `unknown`: nothing says why. */
export const AWAY_REASONS = ["sleep", "event", "unknown"] as const;
export const AwayReason = z.enum(AWAY_REASONS);

export const SEVERITIES = ["interesting", "notable", "concerning", "urgent"] as const;
export const Severity = z.enum(SEVERITIES);
export type Severity = z.infer<typeof Severity>;

export const ANOMALY_KINDS = [
  "up_late",
  "long_session",
  "machine_full",
  "machine_hot",
  "spent_and_busy",
  "goal_untouched",
  "task_due",
  "event_soon",
  "quiet_person",
] as const;
export const AnomalyKind = z.enum(ANOMALY_KINDS);
export type AnomalyKind = z.infer<typeof AnomalyKind>;

/** What names a row that was seen: its kind and its id. */
export const Saw = z.strictObject({
  kind: z.enum(["presence", "concern", "task", "event", "goal", "form", "thought", "message", "machine", "claim"]),
  id: bySystem(z.string().max(120)),
});
export type Saw = z.infer<typeof Saw>;

/** The most rows that one thought or anomaly names. */
const MOST_SAW = 8;
const saw = z.array(Saw).max(MOST_SAW);

/** Something that is not as usual. `key` is the same for the same thing, so it is noticed once. */
export const Anomaly = z.strictObject({
  key: z.string().max(120),
  kind: AnomalyKind,
  severity: Severity,
  /** In words, without a reading of the body. */
  words: z.string().max(300),
  saw: saw.min(1),
  /** The words hold a title that another person wrote. */
  outside: z.literal(true).optional(),
});
export type Anomaly = z.infer<typeof Anomaly>;

export const DISPOSITIONS = ["idle", "observe", "journal", "maintain", "surface", "interrupt"] as const;
export const Disposition = z.enum(DISPOSITIONS);
export type Disposition = z.infer<typeof Disposition>;

/**
 * The mood of the conversation, from what the person said of the answers. The mood says nothing about the person's body
 * or mind.
 */
export const MOODS = ["warm", "neutral", "strained"] as const;
export const Mood = z.enum(MOODS);
export type Mood = z.infer<typeof Mood>;

/** What matters now, 0 to 1. `ref` names a concern, a task or an event. */
export const Salient = z.strictObject({ ref: Saw, weight: z.number().min(0).max(1), why: z.string().max(200) });
export type Salient = z.infer<typeof Salient>;

/** What Waldo makes of a moment. The row is written only when something has changed. */
export const Orientation = z.strictObject({
  at: EpochMs,
  /** The digest of what it was made of. The same signature is the same orientation. */
  signature: SystemText,
  state: UserState,
  /** Since when the person is in this state. */
  since: EpochMs,
  activity: z.union([ProgramKind, z.enum(["event", "app"])]).optional(),
  away: AwayReason.optional(),
  hour: z.enum(["day", "evening", "late_night", "deep_night"]),
  weekend: z.boolean(),
  zone: bySystem(z.string().max(20)).optional(),
  mood: Mood,
  salience: z.array(Salient).max(8),
  anomalies: z.array(Anomaly).max(8),
  disposition: Disposition,
  /** Why that disposition, in words. */
  why: z.string().max(300),
  /** Who judged the state and the salience. Everything else is always plain code. */
  by: z.enum(["rules", "model"]),
});
export type Orientation = z.infer<typeof Orientation>;

export const THOUGHT_KINDS = [
  "observation",
  "reflection",
  "realization",
  "intention",
  "question",
  "memory",
  "gratitude",
  "frustration",
] as const;
export const ThoughtKind = z.enum(THOUGHT_KINDS);
export type ThoughtKind = z.infer<typeof ThoughtKind>;

/** The most thoughts that are written down in a day. */
export const MOST_THOUGHTS_A_DAY = 6;
export const MOST_THOUGHT_CHARS = 400;

/** One entry of Waldo's private journal: one to three sentences, and the rows that it saw. */
export const Thought = z.strictObject({
  at: EpochMs,
  kind: ThoughtKind,
  text: z.string().min(1).max(MOST_THOUGHT_CHARS),
  saw: saw.min(1),
  /** The concerns that it is about. */
  concerns: z.array(z.string()).max(4),
  /** The subject of the thought, so that Waldo does not think the same again within a week. */
  topic: z.string().max(120),
  mood: Mood,
  by: z.enum(["rules", "model"]),
  /** `untrusted`: it holds a title that another person wrote. */
  origin: Origin,
});
export type Thought = z.infer<typeof Thought>;

export const MOST_TITLE_CHARS = 120;

/** What the thoughts of some days have in common. */
export const Theme = z.strictObject({
  date: LocalDate,
  title: z.string().max(MOST_TITLE_CHARS),
  text: z.string().max(MOST_THOUGHT_CHARS),
  /** The instants of the thoughts it was made of. */
  thoughts: z.array(EpochMs).min(2).max(40),
  origin: Origin,
});
export type Theme = z.infer<typeof Theme>;

export const CONCERN_KINDS = ["project", "household", "system", "interest", "reminder", "conversation"] as const;
export const ConcernKind = z.enum(CONCERN_KINDS);
export type ConcernKind = z.infer<typeof ConcernKind>;

export const SALIENCES = ["active", "monitoring", "background", "dormant"] as const;
export const Salience = z.enum(SALIENCES);
export type Salience = z.infer<typeof Salience>;

/** After how many days without a touch a concern is only monitored, then in the background, then dormant. */
export const SALIENCE_DAYS = { monitoring: 7, background: 30, dormant: 90 } as const;

export const ConcernId = z.string().regex(/^c-[0-9a-f]{12}$/);
export const MOST_CONCERN_CHARS = 200;
/** The most concerns that a person has. Above it no new one is seeded. */
export const MOST_CONCERNS = 200;

/** Something that Waldo stays concerned with. It fades when nothing touches it, and is never deleted by itself. */
export const Concern = z.strictObject({
  id: ConcernId,
  kind: ConcernKind,
  summary: z.string().min(1).max(MOST_CONCERN_CHARS),
  touchedAt: EpochMs,
  /** What touched the concern last. */
  touchedBy: z.enum(["seed", "talk", "task", "goal", "calendar", "person"]),
  touches: z.number().int().positive(),
  /** The row that the concern comes from. */
  from: Saw,
  /** When the person said that they do not want to hear of this concern. */
  mutedAt: EpochMs.optional(),
  /** The person wrote or changed the summary. */
  edited: z.literal(true).optional(),
  origin: Origin,
  createdAt: EpochMs,
});
export type Concern = z.infer<typeof Concern>;

/** For how many days a thought waits for the next conversation. */
export const SURFACE_DAYS = 3;
/** The most thoughts that wait. */
export const MOST_WAITING = 8;

/** Something to say when the person talks next. The same topic is merged. */
export const Waiting = z.strictObject({
  topic: z.string().max(120),
  text: z.string().max(300),
  since: EpochMs,
  at: EpochMs,
  times: z.number().int().positive(),
  severity: Severity,
  saw: saw.min(1),
  /** The run that had this in its prompt. Waldo says it only once. */
  saidIn: RunId.optional(),
});
export type Waiting = z.infer<typeof Waiting>;

/**
 * What the loop knows of itself. One row, written under its version, so only one of two cycles at the same time can
 * write.
 */
export const LivingState = z.strictObject({
  /** What a first look saw. The same glance again changes nothing, and nothing more is read. */
  glance: z.string(),
  last: Orientation.optional(),
  /** Since when the person has been there without a long break. */
  sessionFrom: EpochMs.optional(),
  /** The last sign of the person when this row was written. */
  activeAt: EpochMs.optional(),
  /** How often a model was asked on that day. */
  date: LocalDate.optional(),
  asked: z.number().int().nonnegative(),
  /** What was noticed and when, by key. */
  noticed: z.record(z.string(), EpochMs),
  waiting: z.array(Waiting).max(MOST_WAITING),
  /** The liveliest concerns, in words. Recall uses them as weights. */
  concerns: z.array(z.string()).max(5).optional(),
  /** Up to when words of the person have touched concerns. */
  heardTo: EpochMs,
  /** The run that a model was asked in last. */
  askedRun: RunId.optional(),
});
export type LivingState = z.infer<typeof LivingState>;

/** How a model answers an ambient run. A number in `matters` is the number of a line of get_orientation. */
export const OrientReply = z.strictObject({
  state: UserState,
  matters: z.array(z.strictObject({ line: z.number().int().nonnegative(), weight: z.number().min(0).max(1) })).max(8),
  thought: z
    .strictObject({
      kind: ThoughtKind,
      text: z.string().min(1).max(MOST_THOUGHT_CHARS),
      /** The lines that it is about. */
      about: z.array(z.number().int().nonnegative()).min(1).max(4),
    })
    .nullable(),
});
export type OrientReply = z.infer<typeof OrientReply>;

/** What an interruption says, or in shadow would have said, and what the person thinks of it. */
export const Interruption = z.strictObject({
  at: EpochMs,
  key: z.string().max(120),
  kind: AnomalyKind,
  text: z.string().max(300),
  mode: z.enum(["shadow", "live"]),
  label: FetchLabel.optional(),
});
export type Interruption = z.infer<typeof Interruption>;

/**
 * Interruptions may go live for a person after `labels` labels, when at least the share `right` of these labels is
 * right.
 */
export const INTERRUPT_BAR = { labels: 5, right: 0.8 } as const;

export const IntentionId = z.string().regex(/^i-[0-9a-f]{12}$/);
/** "I'll look at this tomorrow": what Waldo means to do, by when, and what became of it. */
export const Intention = z.strictObject({
  id: IntentionId,
  /** What Waldo is to look at. The person or Waldo named it in these words. */
  text: z.string().min(1).max(200),
  dueAt: EpochMs,
  /** The run in which Waldo promised it. */
  claim: RunId,
  state: z.enum(["open", "done", "given_up", "dropped"]),
  tries: z.number().int().nonnegative(),
  /** What was found, or why it was given up. */
  outcome: z.string().max(400).optional(),
  origin: Origin,
  createdAt: EpochMs,
  updatedAt: EpochMs,
});
export type Intention = z.infer<typeof Intention>;
/** The thought of a promise, in the journal. */
export const thoughtOfPromise = ({ text }: Pick<Intention, "text">) => `I mean to look at “${text}” when it is time.`;

/** How many hours after its time Waldo gives up an intention that could not be carried out. The person is told. */
export const GIVE_UP_HOURS = 24;
export const MOST_INTENTIONS = 20;

/**
 * The axes of how Waldo speaks, each from -1 to 1. The axes change no safety rule, no rule of the voice and no medical
 * word.
 */
export const AXES = {
  directness: ["gentle", "direct"],
  humour: ["serious", "playful"],
  warmth: ["matter-of-fact", "warm"],
  brevity: ["full", "brief"],
  formality: ["casual", "formal"],
  initiative: ["waits", "suggests"],
  detail: ["the gist", "the detail"],
  encouragement: ["plain", "encouraging"],
  curiosity: ["tells", "asks"],
  structure: ["flowing", "in points"],
  challenge: ["agrees", "pushes back"],
  imagery: ["literal", "with images"],
} as const satisfies Record<string, readonly [low: string, high: string]>;
export type Axis = keyof typeof AXES;
export const AxisName = z.enum(Object.keys(AXES) as [Axis, ...Axis[]]);
/** How far one night moves an axis at most. */
export const AXIS_STEP = 0.05;

export const Axes = z.partialRecord(AxisName, z.number().min(-1).max(1));
export type Axes = z.infer<typeof Axes>;

/** How Waldo speaks to a person, night by night. */
export const Persona = z.strictObject({
  axes: Axes,
  /** The person wants it to stay as it is. */
  frozenAt: EpochMs.optional(),
  /** Feedback from before this counts no more. */
  resetAt: EpochMs.optional(),
  /** The latest feedback that was counted. */
  newest: EpochMs,
  /** One point a night in which something moved, the latest last. */
  line: z.array(z.strictObject({ date: LocalDate, axes: Axes })).max(120),
});
export type Persona = z.infer<typeof Persona>;

/** What a person does with the manner: it stays as it is, moves again, or begins anew. */
export const MannerChange = z.enum(["freeze", "thaw", "reset"]);
export type MannerChange = z.infer<typeof MannerChange>;

/** Whether the loop runs for a person. A profile without this member uses {@link LIVING_DEFAULT}. */
export const LivingChoice = z.strictObject({
  /** Off: nothing is sensed, thought or kept. */
  on: z.boolean(),
  /** Waldo may sense on the person's machine whether they are at it, how busy it is, and which kinds of programs run. */
  machine: z.boolean(),
  interrupt: z.enum(["off", "shadow", "live"]),
});
export type LivingChoice = z.infer<typeof LivingChoice>;
export const LIVING_DEFAULT: LivingChoice = { on: true, machine: false, interrupt: "shadow" };
