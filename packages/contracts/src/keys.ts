/**
 * Every kind of row: its key, the ranges in which code asks for it, and how its sort key is read back. The store
 * adapters use these keys, and infra writes the same partitions into the `dynamodb:LeadingKeys` conditions. So a key
 * and the policy that guards it cannot differ. A key part that cannot be written throws.
 */
import type { UserId } from "./ids.ts";

export const TABLES = ["agent", "health"] as const;
export type Table = (typeof TABLES)[number];

export type Key = { readonly table: Table; readonly pk: string; readonly sk: string };

/** A range of rows in one partition, as the `query` of the store port takes it. */
export type KeyRange = {
  readonly table: Table;
  readonly pk: string;
  readonly prefix: string;
  readonly from?: string;
  readonly to?: string;
};

/** The partitions of one person, of one Telegram bot, and of one vendor of wearables. */
export const PARTITION = {
  /** Agent state and memory. */
  agent: (user: string) => `USER#${user}`,
  /**
   * Raw health data. Only the functions that take data in (ingest, the fetcher, an import) write it. `crs` reads it,
   * and an import reads that of its person (R7).
   */
  raw: (user: string) => `RAW#${user}`,
  /** Scores, body zones and words. The agent step may read these. */
  derived: (user: string) => `DERIVED#${user}`,
  /**
   * The tokens of the wearables that a person has connected. Only the functions that read those clouds may reach them.
   */
  connect: (user: string) => `CONNECT#${user}`,
  /** What vendors say has changed, until it is read. */
  hooked: (user: string) => `HOOKED#${user}`,
  /** The rows that name the person behind a vendor's user. The name of the vendor stands in place of a person. */
  vendor: (vendor: string) => `VENDOR#${vendor}`,
  /**
   * What the person agrees to, and the keys of the phones that may post for them. Every function that works for the
   * person may ask; ingest and crs reach no agent row.
   */
  consent: (user: string) => `CONSENT#${user}`,
  /**
   * The rows that a bot reads before it knows whose message it has. The name of the bot stands in place of a person.
   */
  bot: (bot: string) => `BOT#${bot}`,
  /** When the messages of a bot may go out. A sender needs this, and does not need to know whose the chats are. */
  pace: (bot: string) => `PACE#${bot}`,
  /**
   * What is left of a person who was erased. A digest stands in place of the person. It is in the table that every
   * writer may read.
   */
  gone: (digest: string) => `GONE#${digest}`,
} as const;
export type Partition = keyof typeof PARTITION;

/** The partition of a person's data key, by the digest of their id. It is in a table of its own. */
export const keyPartition = (digest: string): string => `KEY#${digest}`;

/** The partitions whose rows belong to one person. Their rows are sealed with that person's key. */
export const PERSON_PARTITIONS = [
  "agent",
  "raw",
  "derived",
  "connect",
  "hooked",
  "consent",
] as const satisfies readonly Partition[];

/** Returns whose row it is, or `undefined` for a row of a bot. */
export function personOf({ pk }: Pick<Key, "pk">): UserId | undefined {
  const partition = PERSON_PARTITIONS.find((name) => pk.startsWith(PARTITION[name]("")));
  return partition && pk.slice(PARTITION[partition]("").length);
}

const TABLE_OF: Record<Partition, Table> = {
  agent: "agent",
  raw: "health",
  derived: "health",
  connect: "health",
  hooked: "health",
  vendor: "health",
  consent: "health",
  bot: "agent",
  pace: "agent",
  gone: "health",
};

type Part = string | number;
/** The first parts of a sort key: none of them, some, or all. */
type Leading<Parts extends readonly Part[]> = Parts extends readonly [
  infer First,
  ...infer Rest extends readonly Part[],
]
  ? readonly [] | readonly [First, ...Leading<Rest>]
  : readonly [];

/** One kind of row. A call returns the key of one row. */
export type RowKeys<Parts extends readonly Part[] = readonly Part[]> = {
  (user: UserId, ...parts: Parts): Key;
  /** The first part of the sort key, before the first `#`. */
  readonly kind: string;
  /** `raw` rows hold readings of a body: see {@link PARTITION} (R7). */
  readonly partition: Partition;
  /** The range of all rows of the kind, or of those whose sort key starts with these parts. */
  all(user: UserId, ...leading: Leading<Parts>): KeyRange;
  /**
   * The range from these first parts (inclusive) to those (exclusive). Without `to` it ends with the last row that
   * shares all parts but the last.
   */
  between(user: UserId, from: Leading<Parts>, to?: Leading<Parts>): KeyRange;
  /** The range of rows whose sort key starts with these parts. The last part given is only the beginning of a part. */
  startingWith(user: UserId, ...begin: Leading<Parts>): KeyRange;
  /** Returns the parts of a sort key, or `undefined` for a row of another kind. */
  parse(sk: string): Parts | undefined;
};

/**
 * How one part of a sort key is written and read. Numbers have a fixed width, so that they sort as text in the order of
 * their values.
 */
type Field = { write(part: Part): string; read(text: string): Part | undefined };
const text: Field = { write: String, read: (written) => written };
const digits = (width: number): Field => ({
  write: (part) => String(part).padStart(width, "0"),
  read: (written) => (/^\d+$/.test(written) ? Number(written) : undefined),
});
/** Milliseconds since the epoch. Fifteen digits reach beyond the year 30000. */
const instant = digits(15);

function rows<Parts extends readonly Part[]>(partition: Partition, kind: string, ...fields: Field[]): RowKeys<Parts> {
  const place = (user: UserId) => ({ table: TABLE_OF[partition], pk: PARTITION[partition](user) });
  const written = (parts: readonly Part[]) => parts.map((part, i) => (fields[i] ?? text).write(part));
  const skOf = (parts: readonly Part[]) => [kind, ...written(parts)].join("#");
  const under = (parts: readonly Part[]) => `${skOf(parts)}#`;
  const key = (user: UserId, ...parts: Parts): Key => ({ ...place(user), sk: skOf(parts) });
  return Object.assign(key, {
    kind,
    partition,
    all: (user: UserId, ...leading: Leading<Parts>) => ({
      ...place(user),
      prefix: fields.length === 0 ? kind : under(leading),
    }),
    between: (user: UserId, from: Leading<Parts>, to?: Leading<Parts>) => ({
      ...place(user),
      prefix: under(from.slice(0, -1)),
      from: skOf(from),
      ...(to === undefined ? {} : { to: skOf(to) }),
    }),
    startingWith: (user: UserId, ...begin: Leading<Parts>) => ({ ...place(user), prefix: skOf(begin) }),
    parse(sk: string): Parts | undefined {
      const [name, ...found] = sk.split("#");
      if (name !== kind || found.length < fields.length || (fields.length === 0 && found.length > 0)) return undefined;
      // The last part may contain the separator itself.
      const last = Math.max(0, fields.length - 1);
      const parts = fields.map((field, i) => field.read(i === last ? found.slice(last).join("#") : (found[i] ?? "")));
      return parts.includes(undefined) ? undefined : (parts as Part[] as unknown as Parts);
    },
  });
}

/** The kind of a row, from its sort key: the text before the first `#`. */
export function kindOf({ sk }: Pick<Key, "sk">): string {
  return sk.split("#", 1)[0] ?? "";
}

/**
 * Every kind of row. core/store/row-kinds.ts says what may happen to each kind; a test checks that it names them all.
 */
export const keys = {
  profile: rows<[]>("agent", "PROFILE"),
  lease: rows<[]>("agent", "LEASE"),
  /** Who has words of the person in hand, and who takes them away. */
  inHand: rows<[]>("agent", "INHAND"),
  waiting: rows<[createdAt: number, runId: string]>("agent", "WAITING", instant, text),
  run: rows<[runId: string]>("agent", "RUN", text),
  step: rows<[runId: string, step: number]>("agent", "STEP", text, digits(4)),
  outbox: rows<[runId: string, ordinal: number]>("agent", "OUTBOX", text, digits(3)),
  /** Points at an outbox row that was not settled when its run ended. The next wake sends that row. */
  outboxDue: rows<[runId: string, ordinal: number]>("agent", "OUTBOXDUE", text, digits(3)),
  channel: rows<[channel: string]>("agent", "CHANNEL", text),
  /** A browser or a phone that takes pushes. */
  device: rows<[deviceId: string]>("agent", "DEVICE", text),
  pushBudget: rows<[date: string]>("agent", "PUSHBUDGET", text),
  message: rows<[threadId: string, at: number, key: string]>("agent", "MESSAGE", text, instant, text),
  checkpoint: rows<[date: string, kind: string]>("agent", "CHECKPOINT", text, text),
  /** What has been said today, and whether the morning Brief waits for the night's data. */
  dayState: rows<[date: string]>("agent", "DAYSTATE", text),
  /** How far the demo has played a day: everything before that instant has been done. */
  played: rows<[date: string]>("agent", "PLAYED", text),
  /** The last occurrence of a cadence that was done, or that was given up with a reason. */
  cadence: rows<[name: string]>("agent", "CADENCE", text),
  /**
   * Which schedules are in force, and since when. The time matters because the person may have moved to another time
   * zone.
   */
  scheduled: rows<[]>("agent", "SCHEDULED"),
  /** For which instants the scheduler was told to wake the person for a reminder. */
  reminderTimes: rows<[]>("agent", "REMINDTIMES"),
  /** When words of danger were answered, for the day after. It holds no words. */
  care: rows<[]>("agent", "CARE"),
  /** Until when the person's body clock stays behind a move to another time zone. */
  jetLag: rows<[]>("agent", "JETLAG"),
  patrol: rows<[at: number]>("agent", "PATROL", instant),
  /**
   * When something last happened: a message of the person, a Fetch, an intervention, words of the coach, a wish to be
   * asked later, or the question whether the phone still tells of itself. `rest`: until when a heartbeat has nothing to
   * look at.
   */
  last: rows<[what: "heard" | "fetch" | "intervention" | "nudge" | "rest" | "snooze" | "silence"]>(
    "agent",
    "LAST",
    text,
  ),
  /** A sign that the phone was in use in that minute. */
  ping: rows<[at: number]>("agent", "PING", instant),
  /** Messages that the person has deleted everywhere, with what was found of them. */
  redaction: rows<[at: number, name: string]>("agent", "REDACTION", instant, text),
  fetch: rows<[at: number]>("agent", "FETCH", instant),
  /**
   * The log entry of something that was done, with the names to undo it by. It stands in the same range as the patrol's
   * entries.
   */
  patrolAction: rows<[at: number, effectId: string]>("agent", "PATROL", instant, text),
  proposal: rows<[proposalId: string]>("agent", "PROPOSAL", text),
  /** The proposal that the person's next words change. */
  changing: rows<[]>("agent", "CHANGING"),
  handoff: rows<[handoffId: string]>("agent", "HANDOFF", text),
  /** A weekly review. The names sort as their dates do. */
  review: rows<[reviewId: string]>("agent", "REVIEW", text),
  /** The state machine that waits until a run closes or a proposal is answered. */
  waiter: rows<[waitedFor: string]>("agent", "WAITER", text),
  /** The record that an effect happened once, and how to take it back. */
  effect: rows<[effectId: string]>("agent", "EFFECT", text),
  /** A standing intent of the person. */
  watch: rows<[watchId: string]>("agent", "WATCH", text),
  /** How the person took something that was said or done at that instant. The occasion names the row. */
  feedback: rows<[at: number, occasion: string]>("agent", "FEEDBACK", instant, text),
  /** What the nights have learned of a recipe. */
  recipe: rows<[name: string]>("agent", "RECIPE", text),
  /** How good the runs of a day were, as the night found. */
  evaluation: rows<[date: string]>("agent", "EVALUATION", text),
  task: rows<[taskId: string]>("agent", "TASK", text),
  /** The goals that the person writes in a file of their own. */
  goals: rows<[]>("agent", "GOALS"),
  /** What the coach has done for the person. */
  coach: rows<[]>("agent", "COACH"),
  /** What was sensed of the person at an instant. */
  presence: rows<[at: number]>("agent", "PRESENCE", instant),
  /** What the living loop knows of itself. */
  living: rows<[]>("agent", "LIVING"),
  /** What was made of a moment, when something had changed. */
  orientation: rows<[at: number]>("agent", "ORIENTATION", instant),
  /** An entry of Waldo's private journal. */
  thought: rows<[at: number, topic: string]>("agent", "THOUGHT", instant, text),
  theme: rows<[date: string, title: string]>("agent", "THEME", text, text),
  concern: rows<[id: string]>("agent", "CONCERN", text),
  interruption: rows<[at: number]>("agent", "INTERRUPTION", instant),
  intention: rows<[id: string]>("agent", "INTENTION", text),
  persona: rows<[]>("agent", "PERSONA"),
  /** An agent of another maker that may ask. */
  agentClient: rows<[agentId: string]>("agent", "AGENTCLIENT", text),
  /** What such an agent asked. */
  agentCall: rows<[at: number, name: string]>("agent", "AGENTCALL", instant, text),
  /** A context that an agent of another maker has saved. The other rows of contexts lead to it. */
  context: rows<[id: string]>("agent", "CONTEXT", text),
  /** By when it was saved. A digest stands for the name of the project. */
  contextTime: rows<[project: string, at: number, id: string]>("agent", "CONTEXTTIME", text, instant, text),
  /** The same of a context whose text lies in the archive. */
  contextArchived: rows<[project: string, at: number, id: string]>("agent", "CONTEXTARCHIVED", text, instant, text),
  /** By when it was last read, or saved. */
  contextUse: rows<[project: string, used: number, id: string]>("agent", "CONTEXTUSE", text, instant, text),
  /** By how often it was read. */
  contextCount: rows<[project: string, count: number, id: string]>("agent", "CONTEXTCOUNT", text, digits(9), text),
  /** By when it was predicted last. Zero: never. */
  contextPredicted: rows<[project: string, at: number, id: string]>("agent", "CONTEXTPREDICTED", text, instant, text),
  /** Its text, until the next segment of the project has it. */
  contextText: rows<[project: string, id: string]>("agent", "CONTEXTTEXT", text, text),
  /** What was shown, until it is counted. */
  contextSeen: rows<[project: string, at: number, name: string]>("agent", "CONTEXTSEEN", text, instant, text),
  contextProject: rows<[project: string]>("agent", "CONTEXTPROJECT", text),
  /** A forecast whose day is over. */
  contextForecast: rows<[project: string, at: number]>("agent", "CONTEXTFORECAST", text, instant),
  calendar: rows<[start: number, uid: string]>("agent", "CALENDAR", instant, text),
  /** One of the places for a calendar that the person subscribed to. */
  subscription: rows<[place: number]>("agent", "SUBSCRIPTION", digits(2)),
  /** What could not be read of the calendars that came as files. */
  calendarFiles: rows<[]>("agent", "CALENDARFILES"),
  draft: rows<[kind: "document" | "email" | "schedule", draftId: string]>("agent", "DRAFT", text, text),
  sheetCell: rows<[sheet: string, cell: string]>("agent", "SHEET", text, text),
  thread: rows<[threadId: string]>("agent", "THREAD", text),
  /** What the person said. The row stays until the run that answers it has read it. */
  heard: rows<[runId: string]>("agent", "HEARD", text),
  /** A link that signs in, or a browser that is signed in. The key holds the digest of its secret. */
  session: rows<[digest: string]>("agent", "SESSION", text),
  /** The changing requests of a person on a day of UTC, or those of one agent: `date:agentId`. */
  door: rows<[of: string]>("agent", "DOOR", text),
  /** The messages that a person sent in one clock hour. */
  rate: rows<[hour: number]>("agent", "RATE", digits(9)),
  /** The export that was asked for last. */
  exportJob: rows<[]>("agent", "EXPORT"),
  incident: rows<[at: number, runId: string]>("agent", "INCIDENT", instant, text),
  episode: rows<[at: number, runId: string]>("agent", "EPISODE", instant, text),
  inbox: rows<[at: number, id: string]>("agent", "INBOX", instant, text),
  /** A claim as it stands now. Its history is in the versions. */
  block: rows<[patternId: string]>("agent", "BLOCK", text),
  blockVersion: rows<[patternId: string, revision: number]>("agent", "BLOCKVERSION", text, digits(6)),
  /** The row that puts all changes of a person's memory in one order. */
  memory: rows<[]>("agent", "MEMORY"),
  /** A claim that changed after the index was built. The row stays until the next index is built. */
  memoryDelta: rows<[patternId: string]>("agent", "MEMORYDELTA", text),
  /** Which claim holds a topic of a hall. */
  memoryTopic: rows<[hall: string, slot: string]>("agent", "MEMORYTOPIC", text, text),
  /** What a run loaded and used. The row stays until the Scribe has counted it. */
  memoryUse: rows<[runId: string]>("agent", "MEMORYUSE", text),
  /** The design of memory that is in force. It lies beside the head and the changes, which are read with it. */
  design: rows<[]>("agent", "MEMORYDESIGN"),
  designArchive: rows<[]>("agent", "DESIGNS"),
  /** What a run loaded and used, for nights that replay it. `at` is when the run began. */
  memoryReplay: rows<[at: number, runId: string]>("agent", "MEMORYREPLAY", instant, text),
  dream: rows<[dreamId: string]>("agent", "DREAM", text),
  dreaming: rows<[]>("agent", "DREAMING"),
  /** How far a kind of row has been moved to the archive. No such row is deleted before this row is written. */
  archived: rows<[kind: string]>("agent", "ARCHIVED", text),
  /**
   * What one run, wake, phase of a night or message has used; `of` names it. The rows of one date together are that
   * day.
   */
  meter: rows<[date: string, of: string]>("agent", "METER", text, text),
  /** The circuit breaker of a model tier. */
  breaker: rows<[tier: string]>("agent", "BREAKER", text),
  /** Which person a chat is for. The person's profile has the last word. */
  botChat: rows<[chat: string]>("bot", "BOTCHAT", text),
  /** An update that was taken. */
  botUpdate: rows<[updateId: number]>("bot", "BOTUPDATE", digits(15)),
  /** When the next message may go out: of the whole bot, or to one chat. */
  botPace: rows<[of: string]>("pace", "BOTPACE", text),
  /** The tombstone of a person, and the receipt of their erasure. It holds no personal data. */
  gone: rows<[]>("gone", "GONE"),
  sourceDay: rows<[date: string, source: string]>("raw", "DAY", text, text),
  /** Readings of the last two days, packed: the start of their twenty minutes, and the digest of the readings. */
  sample: rows<[from: number, digest: string]>("raw", "SAMPLE", instant, text),
  imported: rows<[digest: string]>("raw", "IMPORT", text),
  /** The export that the person began to send last. */
  importJob: rows<[]>("raw", "IMPORTING"),
  /** A cloud that the person has connected. */
  connection: rows<[vendor: string]>("connect", "CONNECTION", text),
  /** The person is at the vendor's page. The key holds the digest of what comes back with them. */
  authorising: rows<[digest: string]>("connect", "AUTHORISING", text),
  /** What was read of a date of a vendor's user. */
  pulled: rows<[vendor: string, vendorUser: string, date: string]>("connect", "PULLED", text, text, text),
  hooked: rows<[vendor: string, digest: string]>("hooked", "HOOK", text, text),
  linkedUser: rows<[vendorUser: string]>("vendor", "LINKED", text),
  /** Which days of a source something else than its vendor's cloud has written. */
  replaced: rows<[source: string]>("derived", "REPLACED", text),
  /** When a connected cloud must be read next, for the wake. */
  pullDue: rows<[vendor: string]>("derived", "PULLDUE", text),
  /** What a phone posted in the last days, so that windows that overlap are counted once. */
  posted: rows<[]>("raw", "POSTED"),
  /** The time zone in which a person's days are counted, for roles that may not read the profile. */
  timeZone: rows<[]>("derived", "ZONE"),
  /** What syncs have shown of a person's times. */
  habits: rows<[]>("derived", "HABITS"),
  /** How much was taken in on a day of UTC. */
  ingested: rows<[date: string]>("derived", "INGESTED", text),
  /** Form at the last patrol tick. The next tick overwrites it. */
  live: rows<[]>("derived", "LIVE"),
  /** What the person agrees to now. */
  consents: rows<[]>("consent", "CONSENTS"),
  /** The key of a phone that posts. What it opens is the way in to raw health, which ingest guards. */
  hookToken: rows<[source: string]>("consent", "HOOKTOKEN", text),
  consentLog: rows<[at: number, purpose: string]>("consent", "CONSENTLOG", instant, text),
  crs: rows<[date: string]>("derived", "CRS", text),
  crsVersion: rows<[date: string, version: number]>("derived", "CRSVERSION", text, digits(4)),
} as const;

/** The names of archive objects. All objects of one person stand under prefixes that contain the person's id. */
export const objects = {
  workspace: (u: UserId, path: string) => `workspace/${u}/${path}`,
  archive: (u: UserId, path: string) => `archive/${u}/${path}`,
  index: (u: UserId, path: string) => `index/${u}/${path}`,
  spill: (owner: string, digest: string) => `spill/${owner}/${digest}.json`,
} as const;
export const OBJECT_ROOTS = ["workspace", "archive", "index", "spill"] as const;
/** Files that only pass through on AWS: each ends by itself after a day. */
export const PASSING_ROOTS = ["exports", "uploads"] as const;
