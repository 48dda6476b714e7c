/**
 * Everything that core needs from the outside world (R13). An adapter implements one of these types; the contract
 * suites in testkit say what "implements" means.
 */
import type {
  ChannelMessage,
  ChannelName,
  DreamId,
  DreamInput,
  DreamPhase,
  EpochMs,
  FetchRefusal,
  HandoffInput,
  Key,
  LocalDate,
  Metered,
  ModelTier,
  Profile,
  ReviewInput,
  RunInput,
  ScheduleRow,
  Skill,
  Table,
  ToolCall,
  ToolSpec,
  Understanding,
  UserId,
  WakeInput,
} from "@waldo/contracts";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export type Clock = { now(): EpochMs };

/** Starts a wake. The same name again is the same wake. */
export type StartWake = (name: string, input: WakeInput) => Promise<void>;

/** A random number, uniform in [0, 1). Tests and the simulator give it a seed. */
export type Random = { next(): number };

/** What must be true of a row for a write to happen. All conditions of one write must be true. */
export type Condition =
  | { readonly is: "absent" }
  | { readonly is: "present" }
  | { readonly is: "version"; readonly version: number }
  | { readonly is: "equals"; readonly attribute: string; readonly value: string | number | boolean };

/** A row's `version` starts at 1 and grows by one with each put of its key. A delete forgets it. */
export type Row<T = JsonObject> = {
  readonly key: Key;
  readonly version: number;
  readonly body: T;
  /** How many bytes the row takes in the store, where they are not the size of its body. */
  readonly bytes?: number;
};

export type Write =
  | {
      readonly op: "put";
      readonly key: Key;
      /**
       * Any JSON object. The type is loose because callers pass contract types. Members that are `undefined` are
       * dropped.
       */
      readonly body: object;
      readonly when?: readonly Condition[];
      /** For cleaning up only: the row may vanish after this instant, or stay for days. No code may depend on it. */
      readonly expiresAt?: EpochMs;
    }
  | { readonly op: "delete"; readonly key: Key; readonly when?: readonly Condition[] }
  | { readonly op: "check"; readonly key: Key; readonly when: readonly Condition[] };

export type Query = {
  readonly table: Table;
  readonly pk: string;
  /**
   * Selects the sort keys from `from` (inclusive) to `to` (exclusive), or all that start with `prefix`. The order is
   * that of UTF-8 bytes.
   */
  readonly from?: string;
  readonly to?: string;
  readonly prefix?: string;
  readonly descending?: boolean;
  readonly limit?: number;
  readonly cursor?: string;
};

export type Page = { readonly rows: Row[]; readonly cursor?: string };

/** One transaction holds at most this many writes, and no key twice (limits of DynamoDB). */
export const MAX_TRANSACTION_WRITES = 100;

export type Store = {
  /** Reads one row, strongly consistent. */
  get(key: Key): Promise<Row | undefined>;
  /**
   * Reads rows of one partition in sort-key order, strongly consistent. A page may be short and still carry a cursor.
   */
  query(query: Query): Promise<Page>;
  /**
   * Does all writes or none. Throws `ConditionFailed` (a `TransactionCancelled`, with one reason for each write, in
   * order) when a condition does not hold, `StoreUnavailable` when a retry may help, and `InvalidInput` when a retry
   * never will.
   */
  transact(writes: readonly Write[]): Promise<void>;
};

/**
 * The data key of each person: 32 random bytes, of which this is the only copy. Nobody can ever again read rows that a
 * destroyed key sealed, not even in a backup. Throws what a store throws, and `Erased` for a person whose key was
 * destroyed.
 */
export type KeyRing = {
  /** Returns the key of the person. The first call for a person makes it; two at once agree on one. */
  keyOf(userId: UserId): Promise<Uint8Array>;
  /** Destroys the key, and keeps a mark without personal data in its place. May come twice. */
  destroy(userId: UserId): Promise<void>;
};

export type Archive = {
  read(name: string): Promise<Uint8Array | undefined>;
  /**
   * Replaces the whole object. Objects never change or can be rebuilt, so no correctness rests on which of two writers
   * wins.
   */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Lists the names that start with `prefix`, sorted by UTF-8 bytes. */
  list(prefix: string): Promise<string[]>;
  /** Removes every object under `prefix` and returns how many there were. `prefix` must end in `/`. */
  deletePrefix(prefix: string): Promise<number>;
};

/** Reads any part of one file. The importers read only through this type, so S3 and a local file look alike to them. */
export type ByteSource = {
  readonly name: string;
  readonly size: number;
  /** The bytes from `start` (inclusive) to `end` (exclusive), as they arrive. */
  stream(start?: number, end?: number): AsyncIterable<Uint8Array>;
};

export type ModelContent =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "tool_call"; readonly call: ToolCall }
  | { readonly type: "tool_result"; readonly callId: string; readonly text: string; readonly isError: boolean };

export type ModelMessage = { readonly role: "user" | "assistant"; readonly content: readonly ModelContent[] };

export type ModelRequest = {
  readonly tier: ModelTier;
  /** The stable part comes first. The provider may cache everything before `cacheable: false`. */
  readonly system: readonly { readonly text: string; readonly cacheable: boolean }[];
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ToolSpec[];
  readonly maxOutputTokens: number;
};

export type ModelUsage = {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
};

export type ModelReply = {
  readonly text: string;
  readonly calls: readonly ToolCall[];
  readonly stop: "end" | "tool_use" | "max_tokens" | "refused";
  readonly usage: ModelUsage;
  /** The model id as the provider names it. The offline composer names itself `offline-composer`. */
  readonly model: string;
};

/** How a prompt is phrased for a model family: literal JSON, terse, or narrative. */
export type PromptShape = "literal" | "terse" | "narrative";

/**
 * Throws ModelThrottled, ModelTimeout, ModelUnavailable, ModelMalformed (the caller retries) or ModelRefused (the
 * caller stops).
 */
export type ModelGateway = {
  readonly shape: (tier: ModelTier) => PromptShape;
  /** Returns the model of a tier, as its provider names it. Where it is absent, no language model is asked. */
  readonly nameOf?: ((tier: ModelTier) => string) | undefined;
  converse(request: ModelRequest): Promise<ModelReply>;
  /**
   * Set for a model outside of the person's own machine. It is asked only while the person agrees to that (agreed.ts);
   * `instead` answers otherwise, and where it is absent, plain code writes.
   */
  readonly outside?: { readonly instead?: ModelGateway } | undefined;
  /** Plain code stands for a model: it judges nothing that other plain code has not judged. */
  readonly plain?: true | undefined;
};

/**
 * The result of one send. `unknown`: the call went out and no answer came back. `retry`: the message certainly did not
 * arrive and may be sent again (after `afterMs` if the provider named a pause). `dead`: it will never arrive;
 * `pauseChannel` says whether that is true of the whole channel.
 */
export type SendOutcome =
  | { readonly outcome: "sent"; readonly receipt?: string }
  | { readonly outcome: "unknown"; readonly reason: string }
  | { readonly outcome: "retry"; readonly reason: string; readonly afterMs?: number }
  | { readonly outcome: "dead"; readonly reason: string; readonly pauseChannel: boolean };

/** Delivers one message to one address. It does not throw when the provider can still give an answer. */
export type Channel = {
  readonly name: ChannelName;
  /**
   * Waits, for some seconds at most, until a message to the address may go out. Returns undefined when the message may
   * go, and otherwise after how many milliseconds to ask again. For a channel without it, a message may go out at any
   * time.
   */
  turn?(address: string): Promise<number | undefined>;
  send(address: string, message: ChannelMessage, idempotencyKey: string): Promise<SendOutcome>;
};

/** The processes that share a store on one machine. Where a service starts each invocation, there are none. */
export type Processes = {
  /** The name of this process. */
  readonly own: string;
  /** True when the process of that name has ended, however it ended. */
  readonly isGone: (name: string) => boolean;
};

/**
 * Starts executions of state machines. A name that was used before counts as success, because that execution exists
 * (R5). A process that may not make one of these calls rejects it with `IllegalTransition`.
 */
export type Machines = {
  startRun(executionName: string, input: RunInput): Promise<void>;
  startHandoff(executionName: string, input: HandoffInput): Promise<void>;
  startDream(executionName: string, input: DreamInput): Promise<void>;
  startReview(executionName: string, input: ReviewInput): Promise<void>;
  /** Wakes a state that waits with this token. It is no error if no state waits for the token any more. */
  completeTask(token: string, answer: Readonly<Record<string, string>>): Promise<void>;
};

/** Wakes people at the times of their rows: each firing starts the patrol machine with its `WakeInput`. */
export type Schedules = {
  /** True when many people share this scheduler; then the rows of each person carry a jitter. */
  readonly spread: boolean;
  /**
   * Makes these rows the only schedules of the person. A second call with the same rows changes nothing. Throws what a
   * store throws.
   */
  apply(userId: UserId, rows: readonly ScheduleRow[]): Promise<void>;
  /** Removes all recurring schedules of the person. */
  remove(userId: UserId): Promise<void>;
  /**
   * Wakes people for their reminders. Where it is absent, the process that keeps the schedules reads the rows of the
   * reminders every minute.
   */
  readonly reminders?: ReminderAlarms;
};

/**
 * One-time schedules, named by their reminder. Each starts one wake with the job `remind` and is gone after that. Both
 * calls may come twice, and throw what a store throws.
 */
type ReminderAlarms = {
  /** Wakes the person at the first full minute from `at` on. The same reminder again moves its schedule. */
  set(userId: UserId, watchId: string, at: EpochMs): Promise<void>;
  drop(userId: UserId, watchId: string): Promise<void>;
};

/**
 * The part of the web that tools may use. Every text that comes back was written by other people. Throws the errors
 * that tools call `unavailable`.
 */
export type Web = {
  readonly host: string;
  search(
    query: ExternalText,
    limit: number,
  ): Promise<readonly { readonly title: string; readonly url: string; readonly snippet: string }[]>;
  read(url: ExternalText): Promise<{ readonly title?: string; readonly text: string }>;
};

declare const forOutside: unique symbol;
/** A text that was sanitised for the outside. Only tools/outgoing.ts makes one. */
export type ExternalText = string & { readonly [forOutside]: true };
/** A value whose texts were sanitised for the outside. Only tools/outgoing.ts makes one. */
export type ExternalJson = Json & { readonly [forOutside]: true };

/**
 * The Model Context Protocol servers that this system was told of, by name. A call that certainly had no effect on the
 * server throws the tools' own `ToolFailure`. After any other error it is open whether the call took effect.
 */
export type Mcp = {
  /** The tools of each server that may be called. */
  readonly tools: Readonly<Record<string, readonly string[]>>;
  call(server: string, tool: string, args: ExternalJson): Promise<Json>;
};

/** The values by which a server says that its document is still the one that was read. */
export type Validators = { readonly etag?: string; readonly lastModified?: string };

/** The answer of a server, or why there is none. Only an answer with status 200 has bytes. */
export type Fetched =
  | ({ readonly outcome: "answered"; readonly status: number; readonly bytes: Uint8Array } & Validators)
  | { readonly outcome: "refused"; readonly why: FetchRefusal };

/**
 * Reads one https address of the public internet. The address comes from a person, so it reaches no private network,
 * and size, time and redirects are bounded. With `known` the server may answer 304. Never throws, and no text of a
 * result holds the address.
 */
export type Fetcher = { fetch(address: string, known?: Validators): Promise<Fetched> };

/** Turns texts into embedding vectors, one for each text, in order. Throws what a ModelGateway throws. */
export type Embedder = {
  readonly model: string;
  readonly dimensions: number;
  /** Set for one outside of the person's own machine, as for a model. */
  readonly outside?: true;
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
};

/** Writes down what was said in a recording. Returns an empty text where it hears no words. Throws for any failure. */
export type Transcriber = {
  transcribe(recording: Recording): Promise<string>;
  /** Set for one outside of the person's own machine, as for a model. */
  readonly outside?: true;
};
/** `type` is a media type, such as `audio/ogg`. `seconds` is how long it lasts. */
export type Recording = { readonly bytes: Uint8Array; readonly type: string; readonly seconds: number };

/** What a Telegram bot does besides sending (see {@link Channel}). */
export type Bot = {
  /** The username of the bot. Links and rows name the bot by its username. */
  readonly name: string;
  /** Takes the sign of waiting off a button that was tapped. Never throws: the button works without it. */
  answered(tap: string): Promise<void>;
  /** Says a sentence to a chat that no person is linked to. Never throws. Everything else goes through the outbox. */
  say(chat: string, text: string): Promise<void>;
  /** Reads a file that was sent to the bot. Throws for any failure. */
  read(file: string): Promise<Uint8Array>;
  /**
   * Tells Telegram which commands there are, so that it offers them while somebody types. Never throws. Where it is
   * absent, another process tells Telegram.
   */
  offer?(): Promise<void>;
};

/** Only ids, counts and enums go into the log: no text, no health data, nothing a person wrote. */
export type Log = (
  level: "info" | "warn" | "error",
  event: string,
  fields?: Record<string, string | number | boolean>,
) => void;

/** Asks for the words that a person has deleted. Every part that keeps texts asks before it writes. */
export type TakenWords = {
  readonly isIn: (text: string) => boolean;
  /** Whether a short name, such as a tag, is a part of them. */
  readonly hasPart: (name: string) => boolean;
  /** Returns the text without them: the same text where it holds none. */
  readonly takenFrom: (text: string) => string;
};

/** A memory of an opt-in feature. What a person deletes must leave it too (core/privacy). */
export type KeepsWords = {
  /** Takes the words out of all that is kept. `count.row` commits a row's writes; `count.files` counts opened files. */
  takeOut(
    ports: Ports,
    of: { readonly userId: UserId; readonly words: TakenWords },
    count: {
      readonly row: (writes: readonly Write[]) => Promise<void>;
      readonly files: (opened: number) => Promise<void>;
    },
  ): Promise<void>;
  /** Goes on with each forgetting that was asked for and is not done. Every wake asks. */
  forgetOn(ports: Ports, userId: UserId, tried: (work: () => Promise<unknown>) => Promise<void>): Promise<void>;
};

/** A night, as one of its phases sees it. */
export type Night = {
  readonly userId: UserId;
  readonly dreamId: DreamId;
  readonly date: LocalDate;
  readonly profile: Profile;
  readonly now: EpochMs;
};

/** The result of a phase of a night. Its writes commit with the note that the phase is done, so they count once. */
export type NightWork = {
  readonly writes: readonly Write[];
  readonly counts: Record<string, number>;
  readonly reason?: string;
};

/** An opt-in feature: a package that core does not know. It gives what is asked of it here, and its routes to the door. */
export type Feature = {
  readonly words?: KeepsWords;
  readonly night?: Partial<Record<DreamPhase, (ports: Ports, night: Night) => Promise<NightWork>>>;
};

export type Ports = {
  readonly clock: Clock;
  readonly store: Store;
  readonly archive: Archive;
  readonly model: ModelGateway;
  readonly channels: Partial<Record<ChannelName, Channel>>;
  readonly machines: Machines;
  readonly processes?: Processes | undefined;
  readonly log: Log;
  /** The opt-in features that this process has. */
  readonly features: readonly Feature[];
  /**
   * Keeps the times at which people are woken. Where it is absent, the process that wakes them keeps these times
   * itself.
   */
  readonly schedules?: Schedules;
  /** Searches and reads the web. Where it is absent, the tools that need the web answer `unavailable`. */
  readonly web?: Web;
  readonly mcp?: Mcp;
  /** Fetches subscribed calendars. Where it is absent, no subscribed calendar is read. */
  readonly fetcher?: Fetcher;
  /** Makes the vectors of texts. Where it is absent, memory is recalled by words alone. */
  readonly embedder?: Embedder;
  /**
   * Returns what has been used through these ports so far (meter/metered.ts). Where it is absent, the use is not
   * counted.
   */
  readonly spent?: () => Metered;
  /** The hosts and MCP servers that may be reached. Where it is absent, none may be reached. */
  readonly egress?: readonly string[];
  /**
   * Set where something reads the taps on buttons (approve/tap.ts). Where it is absent, a message that asks for nothing
   * has no buttons.
   */
  readonly taps?: true;
  /**
   * Brings the person's folder of the workspace up to date, and returns one sentence about the result. Absent where no
   * folder is kept in step.
   */
  readonly workspaceSync?: (userId: UserId) => Promise<string>;
  /** Loads the bundled recipes. Where it is absent, a run has only the recipes in the workspace of its person. */
  readonly skills?: () => Promise<readonly Skill[]>;
  /** Loads what understands a chat without a model. Where it is absent, plain code understands nothing of a chat. */
  readonly understanding?: () => Promise<Understanding>;
};
