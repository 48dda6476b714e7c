/**
 * Where a person is: the one list that export, erasure and the tests walk. A kind of row, a root of objects or a store
 * outside that is in no place of this list fails a test.
 *
 * Export and erasure are the only code above health that reads raw rows (R7). They copy or delete them, and compute
 * nothing.
 */
import {
  AGENT_ROWS,
  HEALTH_ROWS,
  type Key,
  type KeyRange,
  keys,
  OBJECT_ROOTS,
  PARTITION,
  type Partition,
  PERSON_PARTITIONS,
  type RowSchema,
  type UserId,
} from "@waldo/contracts";
import type { Query } from "../ports.ts";

/** Partitions of a bot or a vendor, whose rows name people. Erasure deletes those of the person. */
export const LINK_PARTITIONS = ["bot", "pace", "vendor"] as const satisfies readonly Partition[];
/** Partitions that hold no personal data: what is left of a person who was erased. */
export const NAMELESS_PARTITIONS = ["gone"] as const satisfies readonly Partition[];

/** The files of an export that hold rows, each with what is in it. */
export const TOPICS = {
  settings: "Your profile, settings and consents, and what follows from them: channels, schedules, journeys.",
  "raw-days": "What each wearable said of each day, as it was taken in, and which exports were read.",
  samples: "Readings within the last two days.",
  scores: "Form of each day, with every version that it had.",
  body: "What was learned of your times, and the last state of the body.",
  claims: "What Waldo remembers of you, with the whole history of each claim.",
  memory: "How memory is kept: notes that wait, topics, nights.",
  diary: "The diary of the agent: one entry a run.",
  living: "What Waldo sensed of your presence, its private journal, its concerns and intentions, and how it speaks.",
  threads: "Conversations, and what you said of answers.",
  tasks: "Tasks, goals, weekly reviews, drafts, sheets, reminders and standing wishes.",
  contexts: "What agents of other makers keep here of their work with you.",
  calendar: "Events, and the calendars that you subscribed to.",
  actions: "What was proposed, approved, done and handed over.",
  journal: "Every run of the agent, step by step.",
  outbox: "Every message that was to go out, and what became of it.",
  patrol: "What each wake saw and decided.",
  meter: "What the agent has used, by day.",
} as const;
export type Topic = keyof typeof TOPICS;

type Place =
  | { readonly topic: Topic; readonly here?: true }
  /** The row is a key to something. It is erased and not exported. */
  | { readonly secret: string };

/**
 * The place of each kind of row. `here`: an import leaves the row out. It says what goes on where it stands, such as what
 * a scheduler was told, or it ends after hours or days, which the line of an export does not say.
 */
export const PLACES: Readonly<Record<string, Place>> = {
  PROFILE: { topic: "settings" },
  CONSENTS: { topic: "settings" },
  CONSENTLOG: { topic: "settings" },
  CHANNEL: { topic: "settings" },
  JETLAG: { topic: "settings" },
  SCHEDULED: { topic: "settings", here: true },
  REMINDTIMES: { topic: "settings", here: true },
  ZONE: { topic: "settings" },
  DAY: { topic: "raw-days" },
  IMPORT: { topic: "raw-days" },
  IMPORTING: { topic: "raw-days", here: true },
  PULLED: { topic: "raw-days", here: true },
  HOOK: { topic: "raw-days", here: true },
  PULLDUE: { topic: "raw-days", here: true },
  REPLACED: { topic: "raw-days", here: true },
  POSTED: { topic: "raw-days", here: true },
  SAMPLE: { topic: "samples", here: true },
  CRS: { topic: "scores" },
  CRSVERSION: { topic: "scores" },
  HABITS: { topic: "body" },
  LIVE: { topic: "body" },
  INGESTED: { topic: "body", here: true },
  BLOCK: { topic: "claims" },
  BLOCKVERSION: { topic: "claims" },
  MEMORY: { topic: "memory" },
  MEMORYDELTA: { topic: "memory" },
  MEMORYTOPIC: { topic: "memory" },
  MEMORYUSE: { topic: "memory" },
  MEMORYDESIGN: { topic: "memory" },
  DESIGNS: { topic: "memory" },
  MEMORYREPLAY: { topic: "memory" },
  INBOX: { topic: "memory" },
  DREAM: { topic: "memory" },
  DREAMING: { topic: "memory" },
  ARCHIVED: { topic: "memory" },
  RECIPE: { topic: "memory" },
  EVALUATION: { topic: "memory" },
  EPISODE: { topic: "diary" },
  THREAD: { topic: "threads" },
  MESSAGE: { topic: "threads" },
  HEARD: { topic: "threads" },
  FEEDBACK: { topic: "threads" },
  TASK: { topic: "tasks" },
  GOALS: { topic: "tasks" },
  COACH: { topic: "tasks" },
  DRAFT: { topic: "tasks" },
  SHEET: { topic: "tasks" },
  WATCH: { topic: "tasks" },
  CONTEXT: { topic: "contexts" },
  CONTEXTTIME: { topic: "contexts" },
  CONTEXTARCHIVED: { topic: "contexts" },
  CONTEXTUSE: { topic: "contexts" },
  CONTEXTCOUNT: { topic: "contexts" },
  CONTEXTPREDICTED: { topic: "contexts" },
  CONTEXTTEXT: { topic: "contexts" },
  CONTEXTSEEN: { topic: "contexts" },
  CONTEXTPROJECT: { topic: "contexts" },
  CONTEXTFORECAST: { topic: "contexts" },
  CALENDAR: { topic: "calendar" },
  SUBSCRIPTION: { topic: "calendar" },
  CALENDARFILES: { topic: "calendar" },
  PROPOSAL: { topic: "actions" },
  CHANGING: { topic: "actions" },
  EFFECT: { topic: "actions" },
  HANDOFF: { topic: "actions" },
  REVIEW: { topic: "tasks" },
  RUN: { topic: "journal" },
  STEP: { topic: "journal" },
  WAITING: { topic: "journal" },
  // It also says whether everything is paused, so it is taken along. It ends by its own time.
  LEASE: { topic: "journal" },
  PLAYED: { topic: "journal" },
  CADENCE: { topic: "journal" },
  CHECKPOINT: { topic: "journal" },
  DAYSTATE: { topic: "journal" },
  INCIDENT: { topic: "journal" },
  OUTBOX: { topic: "outbox" },
  OUTBOXDUE: { topic: "outbox" },
  PATROL: { topic: "patrol" },
  FETCH: { topic: "patrol" },
  PING: { topic: "patrol" },
  PRESENCE: { topic: "living", here: true },
  CARE: { topic: "living", here: true },
  LIVING: { topic: "living", here: true },
  ORIENTATION: { topic: "living", here: true },
  THOUGHT: { topic: "living" },
  THEME: { topic: "living" },
  CONCERN: { topic: "living" },
  INTERRUPTION: { topic: "living" },
  INTENTION: { topic: "living" },
  PERSONA: { topic: "living" },
  REDACTION: { topic: "threads" },
  LAST: { topic: "patrol" },
  AGENTCALL: { topic: "meter" },
  METER: { topic: "meter" },
  BREAKER: { topic: "meter" },
  PUSHBUDGET: { topic: "meter" },
  RATE: { topic: "meter" },
  DOOR: { topic: "meter" },
  SESSION: { secret: "the digests of the links and browsers that sign in" },
  EXPORT: { secret: "the link of an export" },
  DEVICE: { secret: "the addresses and keys by which your browsers and phones take pushes" },
  HOOKTOKEN: { secret: "the key with which your phone posts" },
  AGENTCLIENT: { secret: "which agents may ask, with the digests of their keys" },
  CONNECTION: { secret: "the tokens of the wearables that you connected" },
  AUTHORISING: { secret: "your way to a wearable's vendor and back" },
  WAITER: { secret: "the tokens of state machines that wait for you" },
};

/**
 * What there is of a person outside the rows and the objects, in the order in which erasure goes through it. `first`:
 * it could wake or write for the person, so it ends before anything is deleted. `last`: nothing can be read without it.
 */
export const OUTSIDE = {
  schedules: { when: "first", what: "recurring schedules, and the one-time ones of reminders" },
  executions: { when: "first", what: "state machines that work or wait" },
  account: { when: "first", what: "the account that signs in" },
  connections: { when: "then", what: "access that vendors gave, revoked there" },
  devices: { when: "then", what: "the endpoints of phones at the push service" },
  links: { when: "then", what: "which chat of a bot is the person's" },
  exports: { when: "then", what: "exports that wait for a download" },
  uploads: { when: "then", what: "exports of wearables that wait to be read" },
  key: { when: "last", what: "the data key of the person" },
  files: { when: "then", what: "files beside the store on one machine" },
} as const satisfies Record<string, { readonly when: "first" | "then" | "last"; readonly what: string }>;
export type Outside = keyof typeof OUTSIDE;

/** One kind of row that an export holds. */
export type ExportedKind = {
  readonly kind: string;
  readonly topic: Topic;
  readonly here: boolean;
  readonly schema: RowSchema;
  /** The range may also hold rows of kinds with a longer name. */
  readonly range: (userId: UserId) => KeyRange;
  /** Returns the key of a row by its sort key, or undefined for a sort key of another kind. */
  readonly keyOf: (userId: UserId, sk: string) => Key | undefined;
};

/** Returns every kind of row that an export holds, in the order of the topics. */
export function exportedKinds(): ExportedKind[] {
  const schemas: Readonly<Record<string, RowSchema>> = { ...AGENT_ROWS, ...HEALTH_ROWS };
  const makers = Map.groupBy(Object.values(keys), ({ kind }) => kind);
  const order = Object.keys(TOPICS);
  return [...makers]
    .flatMap(([kind, [first, ...others]]) => {
      const place = PLACES[kind];
      const schema = schemas[kind];
      if (!first || !place || "secret" in place || !schema) return [];
      const keyOf = (userId: UserId, sk: string) => {
        const { table, pk } = first.all(userId);
        return [first, ...others].some(({ parse }) => parse(sk) !== undefined) ? { table, pk, sk } : undefined;
      };
      const { topic, here = false } = place;
      return [{ kind, topic, here, schema, keyOf, range: (userId: UserId) => first.all(userId) }];
    })
    .sort((a, b) => order.indexOf(a.topic) - order.indexOf(b.topic));
}

/** Returns what is not exported, with why. */
export function secrets(): { readonly kind: string; readonly why: string }[] {
  return Object.entries(PLACES).flatMap(([kind, place]) => ("secret" in place ? [{ kind, why: place.secret }] : []));
}

/** Returns the queries that together give every row of a person, also of kinds that this release does not know. */
export function everyRow(userId: UserId): { readonly partition: Partition; readonly query: Query }[] {
  return PERSON_PARTITIONS.map((partition) => {
    const { table } = partition === "agent" ? keys.profile(userId) : keys.timeZone(userId);
    return { partition, query: { table, pk: PARTITION[partition](userId) } };
  });
}

/** Returns the prefixes that together hold every object of a person. */
export function everyObject(
  userId: UserId,
): { readonly root: (typeof OBJECT_ROOTS)[number]; readonly prefix: string }[] {
  return OBJECT_ROOTS.map((root) => ({ root, prefix: `${root}/${userId}/` }));
}
