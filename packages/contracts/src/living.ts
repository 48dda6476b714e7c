/**
 * The rows of the living loop: a person's presence, Waldo's view of the moment, its private thoughts, and its concerns.
 * The numbers are those of the source (docs/sources.md, The living loop).
 */
import * as z from "zod";
import { EpochMs, LocalDate, Origin, RunId } from "./ids.ts";
import { FetchLabel } from "./patrol.ts";
import { bySystem, SystemText } from "./words.ts";

/** Kinds of running programs, which show what the person is doing. The names of programs are not stored. */
export const PROGRAM_KINDS = ["development", "creative", "writing", "research", "meeting", "media", "games"] as const;
export const ProgramKind = z.enum(PROGRAM_KINDS);
export type ProgramKind = z.infer<typeof ProgramKind>;

const percent = z.number().int().min(0).max(100);

/** What one machine senses. This happens only with the person's consent, and only these numbers leave the machine. */
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
/** The seconds between two samples: while the person is active, and while they are away. */
export const [SAMPLE_ACTIVE_SECONDS, SAMPLE_AWAY_SECONDS] = [30, 300];

export const USER_STATES = ["deep_work", "light_work", "idle", "away"] as const;
export const UserState = z.enum(USER_STATES);
export type UserState = z.infer<typeof UserState>;

/** Why the person is away. `unknown` means that nothing shows the reason. */
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

/** Names a row that was seen, by its kind and id. */
export const Saw = z.strictObject({
  kind: z.enum(["presence", "concern", "task", "event", "goal", "form", "thought", "message", "machine", "claim"]),
  id: bySystem(z.string().max(120)),
});
export type Saw = z.infer<typeof Saw>;

/** The most rows that one thought or anomaly names. */
const MOST_SAW = 8;
const saw = z.array(Saw).max(MOST_SAW);

/** An unusual finding. `key` is the same for the same finding, so it is noticed once. */
export const Anomaly = z.strictObject({
  key: z.string().max(120),
  kind: AnomalyKind,
  severity: Severity,
  /** In words, without a reading of the body. */
  words: z.string().max(300),
  saw: saw.min(1),
  /** Set when the words hold a title by another person. */
  outside: z.literal(true).optional(),
});
export type Anomaly = z.infer<typeof Anomaly>;

export const DISPOSITIONS = ["idle", "observe", "journal", "maintain", "surface", "interrupt"] as const;
export const Disposition = z.enum(DISPOSITIONS);
export type Disposition = z.infer<typeof Disposition>;

/** The mood of the conversation, from the person's feedback on answers. It tells nothing about their body or mind. */
export const MOODS = ["warm", "neutral", "strained"] as const;
export const Mood = z.enum(MOODS);
export type Mood = z.infer<typeof Mood>;

/** What matters now, 0 to 1. `ref` names a concern, a task or an event. */
export const Salient = z.strictObject({ ref: Saw, weight: z.number().min(0).max(1), why: z.string().max(200) });
export type Salient = z.infer<typeof Salient>;

/** Waldo's view of a moment. The row is written only when something has changed. */
export const Orientation = z.strictObject({
  at: EpochMs,
  /** The digest of the input. The same signature means the same orientation. */
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
  /** The reason for the disposition, in words. */
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

/** The most thoughts that are stored in a day. */
export const MOST_THOUGHTS_A_DAY = 6;
export const MOST_THOUGHT_CHARS = 400;

/** One entry of Waldo's private journal: one to three sentences, and the rows behind it. */
export const Thought = z.strictObject({
  at: EpochMs,
  kind: ThoughtKind,
  text: z.string().min(1).max(MOST_THOUGHT_CHARS),
  saw: saw.min(1),
  /** The concerns that it is about. */
  concerns: z.array(z.string()).max(4),
  /** The subject of the thought. Waldo does not repeat a subject within a week. */
  topic: z.string().max(120),
  mood: Mood,
  by: z.enum(["rules", "model"]),
  /** `untrusted` when the thought holds a title by another person. */
  origin: Origin,
});
export type Thought = z.infer<typeof Thought>;

export const MOST_TITLE_CHARS = 120;

/** A common subject of several thoughts. */
export const Theme = z.strictObject({
  date: LocalDate,
  title: z.string().max(MOST_TITLE_CHARS),
  text: z.string().max(MOST_THOUGHT_CHARS),
  /** The instants of these thoughts. */
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

/** After how many days without a touch the salience of a concern falls to monitoring, background and dormant. */
export const SALIENCE_DAYS = { monitoring: 7, background: 30, dormant: 90 } as const;

export const ConcernId = z.string().regex(/^c-[0-9a-f]{12}$/);
export const MOST_CONCERN_CHARS = 200;
/** The most concerns of a person. Above it no new one is created. */
export const MOST_CONCERNS = 200;

/** A subject that Waldo keeps in mind. It fades without touches and is never deleted automatically. */
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

/** A thought to say in the next conversation. Thoughts on the same topic are merged. */
export const Waiting = z.strictObject({
  topic: z.string().max(120),
  text: z.string().max(300),
  since: EpochMs,
  at: EpochMs,
  times: z.number().int().positive(),
  severity: Severity,
  saw: saw.min(1),
  /** The run whose prompt had this thought. It is said only once. */
  saidIn: RunId.optional(),
});
export type Waiting = z.infer<typeof Waiting>;

/** The state of the loop. It is one row with a version, so only one of two cycles at the same time can write. */
export const LivingState = z.strictObject({
  /** The digest of a first look. If it is unchanged, nothing more is read. */
  glance: z.string(),
  last: Orientation.optional(),
  /** Since when the person has been active without a long break. */
  sessionFrom: EpochMs.optional(),
  /** The last sign of the person when this row was written. */
  activeAt: EpochMs.optional(),
  /** The date, and how often a model was asked on it. */
  date: LocalDate.optional(),
  asked: z.number().int().nonnegative(),
  /** The findings that were noticed, with their instants, by key. */
  noticed: z.record(z.string(), EpochMs),
  waiting: z.array(Waiting).max(MOST_WAITING),
  /** The most salient concerns in words. Recall gives them extra weight. */
  concerns: z.array(z.string()).max(5).optional(),
  /** Words of the person up to this instant have touched concerns already. */
  heardTo: EpochMs,
  /** The last run in which a model was asked. */
  askedRun: RunId.optional(),
});
export type LivingState = z.infer<typeof LivingState>;

/** A model's answer in an ambient run. The numbers in `matters` are lines of get_orientation. */
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

/** The text of an interruption, sent or only stored in shadow, and the person's label. */
export const Interruption = z.strictObject({
  at: EpochMs,
  key: z.string().max(120),
  kind: AnomalyKind,
  text: z.string().max(300),
  mode: z.enum(["shadow", "live"]),
  label: FetchLabel.optional(),
});
export type Interruption = z.infer<typeof Interruption>;

/** Interruptions may go live after `labels` labels, if at least the share `right` of them is right. */
export const INTERRUPT_BAR = { labels: 5, right: 0.8 } as const;

export const IntentionId = z.string().regex(/^i-[0-9a-f]{12}$/);
/** An intention of Waldo, as in "I'll look at this tomorrow": what it is, when it is due, and its result. */
export const Intention = z.strictObject({
  id: IntentionId,
  /** What Waldo is to look at, in the words of the person or of Waldo. */
  text: z.string().min(1).max(200),
  dueAt: EpochMs,
  /** The run in which Waldo promised this. */
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
/** The journal's thought about an intention. */
export const thoughtOfPromise = ({ text }: Pick<Intention, "text">) => `I mean to look at “${text}” when it is time.`;

/** This many hours after its time, an intention that could not be carried out is given up. The person is told. */
export const GIVE_UP_HOURS = 24;
export const MOST_INTENTIONS = 20;

/**
 * The axes of Waldo's manner, each from -1 to 1. Safety rules, rules of the voice and medical words do not depend on
 * them.
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
/** The largest change of an axis in one night. */
export const AXIS_STEP = 0.05;

export const Axes = z.partialRecord(AxisName, z.number().min(-1).max(1));
export type Axes = z.infer<typeof Axes>;

/** Waldo's manner with a person, night by night. */
export const Persona = z.strictObject({
  axes: Axes,
  /** Set when the person wants the manner to stay unchanged. */
  frozenAt: EpochMs.optional(),
  /** Feedback from before this instant no longer counts. */
  resetAt: EpochMs.optional(),
  /** The latest feedback that was counted. */
  newest: EpochMs,
  /** One point for each night with a change, the latest last. */
  line: z.array(z.strictObject({ date: LocalDate, axes: Axes })).max(120),
});
export type Persona = z.infer<typeof Persona>;

/** The person's decision about the manner: keep it, let it move again, or start anew. */
export const MannerChange = z.enum(["freeze", "thaw", "reset"]);
export type MannerChange = z.infer<typeof MannerChange>;

/** Whether the loop runs for a person. A profile without this member uses {@link LIVING_DEFAULT}. */
export const LivingChoice = z.strictObject({
  /** When off, nothing is sensed, thought or stored. */
  on: z.boolean(),
  /**
   * When on, Waldo may sense on the person's machine whether they use it, how busy it is, and which kinds of programs
   * run.
   */
  machine: z.boolean(),
  interrupt: z.enum(["off", "shadow", "live"]),
});
export type LivingChoice = z.infer<typeof LivingChoice>;
export const LIVING_DEFAULT: LivingChoice = { on: true, machine: false, interrupt: "shadow" };
