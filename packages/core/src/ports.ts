/**
 * Everything core needs from the world, and nothing it needs from itself (R13). An adapter implements one of
 * these; the contract suites in testkit say what "implements" means.
 */
import type {
  ChannelMessage,
  ChannelName,
  DreamInput,
  EpochMs,
  HandoffAnswer,
  HandoffInput,
  Key,
  Metered,
  RunInput,
  ScheduleRow,
  Skill,
  Table,
  ToolCall,
  UserId,
} from "@waldo/contracts";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export type Clock = { now(): EpochMs };

/** Uniform in [0, 1). Seeded in tests and in the simulator. */
export type Random = { next(): number };

/** What must hold of a row for a write to happen. All conditions of one write must hold. */
export type Condition =
  | { readonly is: "absent" }
  | { readonly is: "present" }
  | { readonly is: "version"; readonly version: number }
  | { readonly is: "equals"; readonly attribute: string; readonly value: string | number | boolean };

/** A row's `version` starts at 1 and grows by one with each put of its key. A delete forgets it. */
export type Row<T = JsonObject> = { readonly key: Key; readonly version: number; readonly body: T };

export type Write =
  | {
      readonly op: "put";
      readonly key: Key;
      /** Any JSON object; typed loosely because callers pass contract types. `undefined` members are dropped. */
      readonly body: object;
      readonly when?: readonly Condition[];
      /** Hygiene only: the row may vanish after this instant, or stay for days. Nothing may depend on it. */
      readonly expiresAt?: EpochMs;
    }
  | { readonly op: "delete"; readonly key: Key; readonly when?: readonly Condition[] }
  | { readonly op: "check"; readonly key: Key; readonly when: readonly Condition[] };

export type Query = {
  readonly table: Table;
  readonly pk: string;
  /** Sort keys from `from` (inclusive) to `to` (exclusive), or all that start with `prefix`. UTF-8 byte order. */
  readonly from?: string;
  readonly to?: string;
  readonly prefix?: string;
  readonly descending?: boolean;
  readonly limit?: number;
  readonly cursor?: string;
};

export type Page = { readonly rows: Row[]; readonly cursor?: string };

/** At most this many writes in one transaction, and no key twice (DynamoDB's own limits). */
export const MAX_TRANSACTION_WRITES = 100;

export type Store = {
  /** Strongly consistent. */
  get(key: Key): Promise<Row | undefined>;
  /** Strongly consistent, one partition, sort-key order. A page may be short and still carry a cursor. */
  query(query: Query): Promise<Page>;
  /**
   * All or nothing. Throws `ConditionFailed` (a `TransactionCancelled`, with one reason a write, in order) when a
   * condition does not hold, `StoreUnavailable` when asking again may help, `InvalidInput` when it never will.
   */
  transact(writes: readonly Write[]): Promise<void>;
};

export type Archive = {
  read(name: string): Promise<Uint8Array | undefined>;
  /** Replaces the whole object. Objects are immutable or rebuildable: no correctness rests on who wins a race. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Names that start with `prefix`, sorted by UTF-8 bytes. */
  list(prefix: string): Promise<string[]>;
  /** Removes every object under `prefix` and says how many there were. `prefix` must end in `/`. */
  deletePrefix(prefix: string): Promise<number>;
};

/** Reads any part of one file. The importers see the world through this, so S3 and a local file look alike. */
export type ByteSource = {
  readonly name: string;
  readonly size: number;
  /** Bytes `start` (inclusive) to `end` (exclusive), as they arrive. */
  stream(start?: number, end?: number): AsyncIterable<Uint8Array>;
};

export type ModelTier = "primary" | "escalation" | "cheap";

export type ModelContent =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "tool_call"; readonly call: ToolCall }
  | { readonly type: "tool_result"; readonly callId: string; readonly text: string; readonly isError: boolean };

export type ModelMessage = { readonly role: "user" | "assistant"; readonly content: readonly ModelContent[] };

export type ToolSpec = { readonly name: string; readonly description: string; readonly schema: JsonObject };

export type ModelRequest = {
  readonly tier: ModelTier;
  /** Stable part first. Everything before `cacheable: false` may be cached by the provider. */
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
  /** Model id as the provider names it. The offline composer says `offline-composer`. */
  readonly model: string;
};

/** How a prompt is phrased for a model family: literal JSON, terse, or narrative. */
export type PromptShape = "literal" | "terse" | "narrative";

/** Throws ModelThrottled, ModelTimeout, ModelUnavailable, ModelMalformed (retry) or ModelRefused (stop). */
export type ModelGateway = {
  readonly shape: (tier: ModelTier) => PromptShape;
  converse(request: ModelRequest): Promise<ModelReply>;
};

/**
 * What became of one send. `unknown` = the call went out and no answer came back; `retry` = it certainly did not
 * arrive and may be tried again (`afterMs` if the provider named a pause); `dead` = it never will, and `pauseChannel`
 * says whether that is true of the whole channel.
 */
export type SendOutcome =
  | { readonly outcome: "sent"; readonly receipt?: string }
  | { readonly outcome: "unknown"; readonly reason: string }
  | { readonly outcome: "retry"; readonly reason: string; readonly afterMs?: number }
  | { readonly outcome: "dead"; readonly reason: string; readonly pauseChannel: boolean };

/** Delivers one message to one address. Never throws for what a provider can answer. */
export type Channel = {
  readonly name: ChannelName;
  send(address: string, message: ChannelMessage, idempotencyKey: string): Promise<SendOutcome>;
};

/** Starts state machine executions. A name that was used before is success: the execution exists (R5). */
export type Machines = {
  startRun(executionName: string, input: RunInput): Promise<void>;
  startHandoff?(executionName: string, input: HandoffInput): Promise<void>;
  startDream?(executionName: string, input: DreamInput): Promise<void>;
  /** Wakes a state that waits with this token. A token nobody waits for any more is no error. */
  completeTask?(token: string, answer: HandoffAnswer): Promise<void>;
};

/** Wakes people at the times of their rows: the patrol machine is started with the `WakeInput` of each firing. */
export type Schedules = {
  /** Many people share this scheduler, so each one's rows carry a jitter. */
  readonly spread: boolean;
  /** From now on these are the person's schedules, and no others. Done twice, it is done once. Throws what a store throws. */
  apply(userId: UserId, rows: readonly ScheduleRow[]): Promise<void>;
  /** None any more. */
  remove(userId: UserId): Promise<void>;
};

/** The web, as far as tools may use it. Whatever comes back was written by somebody else. Throws what tools call `unavailable`. */
export type Web = {
  readonly host: string;
  search(
    query: string,
    limit: number,
  ): Promise<readonly { readonly title: string; readonly url: string; readonly snippet: string }[]>;
  read(url: string): Promise<{ readonly title?: string; readonly text: string }>;
};

/**
 * Model Context Protocol servers this system was told of, by name. A call that certainly did nothing over there throws
 * the tools' own `ToolFailure`; whatever else it throws leaves open whether it happened.
 */
export type Mcp = { call(server: string, tool: string, args: Json): Promise<Json> };

/** Turns texts into vectors of meaning, one for each, in order. Throws what a ModelGateway throws. */
export type Embedder = {
  readonly model: string;
  readonly dimensions: number;
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
};

/** Ids, counts and enums only: no text, no health, nothing a person wrote. */
export type Log = (
  level: "info" | "warn" | "error",
  event: string,
  fields?: Record<string, string | number | boolean>,
) => void;

/** Everything a wake needs from the world. */
export type Ports = {
  readonly clock: Clock;
  readonly store: Store;
  readonly archive: Archive;
  readonly model: ModelGateway;
  readonly channels: Partial<Record<ChannelName, Channel>>;
  readonly machines: Machines;
  readonly log: Log;
  /** Absent: whoever wakes people keeps their times itself. */
  readonly schedules?: Schedules;
  /** Absent: the tools that need them answer `unavailable`. */
  readonly web?: Web;
  readonly mcp?: Mcp;
  /** Absent: memory is recalled by words alone. */
  readonly embedder?: Embedder;
  /** What has been used through these ports so far (meter/metered.ts). Absent: nobody counts. */
  readonly spent?: () => Metered;
  /** Hosts and MCP servers that may be reached. Absent: none. */
  readonly egress?: readonly string[];
  /** The bundled recipes. Absent: a run has only those of its person's workspace. */
  readonly skills?: readonly Skill[];
};
