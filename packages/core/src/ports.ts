/**
 * Everything that core needs from the outside world (R13). An adapter implements one of these types. The contract
 * suites in testkit test an implementation.
 */
import type {
  Announcer,
  Beat,
  ChannelMessage,
  ChannelName,
  DeliveryKind,
  DreamId,
  DreamInput,
  DreamPhase,
  EpochMs,
  FetchRefusal,
  HandoffInput,
  LocalDate,
  Metered,
  ModelTier,
  Profile,
  ReviewInput,
  RunInput,
  SaidEntry,
  ScheduleRow,
  SensedWake,
  Skill,
  ToolCall,
  ToolSpec,
  Trigger,
  TriggerEvent,
  Understanding,
  UserId,
  WakeInput,
} from "@waldo/contracts";
import type { Json, Store, Write } from "./store-port.ts";

export type { Condition, Json, JsonObject, Page, Query, Row, Store, Write } from "./store-port.ts";
export { MAX_TRANSACTION_WRITES } from "./store-port.ts";

export type Clock = { now(): EpochMs };

/** Starts a wake. The same name again is the same wake. */
export type StartWake = (name: string, input: WakeInput) => Promise<void>;

/** A random number, uniform in [0, 1). Tests and the simulator give it a seed. */
export type Random = { next(): number };

/**
 * The data key of each person: 32 random bytes. No other copy exists. When a key is destroyed, nobody can read the rows
 * that it sealed, not even in a backup. Throws the errors of a store, and `Erased` for a person whose key was
 * destroyed.
 */
export type KeyRing = {
  /** Returns the key of the person. The first call for a person creates it. Two calls at once return the same key. */
  keyOf(userId: UserId): Promise<Uint8Array>;
  /** Destroys the key, and stores a mark without personal data in its place. It may be called twice. */
  destroy(userId: UserId): Promise<void>;
};

export type Archive = {
  read(name: string): Promise<Uint8Array | undefined>;
  /**
   * Replaces the whole object. Objects never change or can be rebuilt, so the result is correct whichever of two
   * writers is last.
   */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Lists the names that start with `prefix`, sorted by UTF-8 bytes. */
  list(prefix: string): Promise<string[]>;
  /** Removes every object under `prefix` and returns their number. `prefix` must end in `/`. */
  deletePrefix(prefix: string): Promise<number>;
};

/**
 * Reads any part of one file. The importers read only through this type, so they need not know whether the file is on
 * S3 or local.
 */
export type ByteSource = {
  readonly name: string;
  readonly size: number;
  /** Yields the bytes from `start` (inclusive) to `end` (exclusive) as they arrive. */
  stream(start?: number, end?: number): AsyncIterable<Uint8Array>;
};

export type ModelContent =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "tool_call"; readonly call: ToolCall }
  | { readonly type: "tool_result"; readonly callId: string; readonly text: string; readonly isError: boolean };

export type ModelMessage = { readonly role: "user" | "assistant"; readonly content: readonly ModelContent[] };

export type ModelRequest = {
  readonly tier: ModelTier;
  /** The stable part comes first. The provider may cache every text before the first one with `cacheable: false`. */
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
  /** Returns the provider's name for the model of a tier. If it is absent, no language model is called. */
  readonly nameOf?: ((tier: ModelTier) => string) | undefined;
  converse(request: ModelRequest): Promise<ModelReply>;
  /**
   * Set for a model outside the person's own machine. It is called only while the person agrees to that (agreed.ts).
   * Otherwise `instead` answers or, if that is absent, plain code.
   */
  readonly outside?: { readonly instead?: ModelGateway } | undefined;
  /** Set when plain code is used in place of a model. It does not judge what other plain code has written. */
  readonly plain?: true | undefined;
};

/**
 * The result of one send. `unknown`: the call was made and no answer came. `retry`: the message certainly did not
 * arrive and may be sent again (after `afterMs`, if the provider asked for a pause). `dead`: the message will never
 * arrive; with `pauseChannel` this is true for every message of the channel.
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
   * Waits for at most some seconds until a message to the address may be sent. Returns undefined when it may be sent,
   * or else after how many milliseconds to try again. A channel without this function may send at any time.
   */
  turn?(address: string): Promise<number | undefined>;
  send(address: string, message: ChannelMessage, idempotencyKey: string): Promise<SendOutcome>;
};

/** The processes on one machine that share a store. It is absent where a service starts each invocation. */
export type Processes = {
  /** The name of this process. */
  readonly own: string;
  /** True when the process of that name has ended, however it ended. */
  readonly isGone: (name: string) => boolean;
};

/**
 * Starts executions of state machines. A name that was used before counts as success, because that execution exists
 * (R5). If a process may not make a call, the call fails with `IllegalTransition`.
 */
export type Machines = {
  startRun(executionName: string, input: RunInput): Promise<void>;
  startHandoff(executionName: string, input: HandoffInput): Promise<void>;
  startDream(executionName: string, input: DreamInput): Promise<void>;
  startReview(executionName: string, input: ReviewInput): Promise<void>;
  /** Wakes a state that waits with this token. It causes no error when no state waits for the token any more. */
  completeTask(token: string, answer: Readonly<Record<string, string>>): Promise<void>;
};

/** Wakes people at the times of their rows: each firing starts the patrol machine with its `WakeInput`. */
export type Schedules = {
  /** True when many people share this scheduler. Then each person's rows have a jitter. */
  readonly spread: boolean;
  /**
   * Replaces all schedules of the person by these rows. A second call with the same rows changes nothing. Throws the
   * errors of a store.
   */
  apply(userId: UserId, rows: readonly ScheduleRow[]): Promise<void>;
  /** Removes all recurring schedules of the person. */
  remove(userId: UserId): Promise<void>;
  /**
   * Wakes people for their reminders. If it is absent, the process that runs the schedules reads the reminders every
   * minute.
   */
  readonly reminders?: ReminderAlarms;
};

/**
 * One-time schedules, one for each reminder. Each starts one wake with the job `remind` and is then deleted. Both calls
 * may be made twice, and throw the errors of a store.
 */
type ReminderAlarms = {
  /** Wakes the person's agent at `at`, rounded up to a full minute. A second call for a reminder moves its schedule. */
  set(userId: UserId, watchId: string, at: EpochMs): Promise<void>;
  drop(userId: UserId, watchId: string): Promise<void>;
};

/**
 * The part of the web that tools may use. Other people wrote every returned text. Throws errors that tools report as
 * `unavailable`.
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
/** A text that was sanitised for sending outside. Only tools/outgoing.ts creates one. */
export type ExternalText = string & { readonly [forOutside]: true };
/** A value whose texts were sanitised for sending outside. Only tools/outgoing.ts creates one. */
export type ExternalJson = Json & { readonly [forOutside]: true };

/**
 * The configured Model Context Protocol servers, by name. If a call certainly had no effect on the server, it throws
 * the tools' own `ToolFailure`. After any other error nobody knows whether the call took effect.
 */
export type Mcp = {
  /** For each server the tools that may be called. */
  readonly tools: Readonly<Record<string, readonly string[]>>;
  call(server: string, tool: string, args: ExternalJson): Promise<Json>;
};

/** Values with which a server can tell that its document has not changed. */
export type Validators = { readonly etag?: string; readonly lastModified?: string };

/** The answer of a server, or the reason why there is none. Only an answer with status 200 has bytes. */
export type Fetched =
  | ({ readonly outcome: "answered"; readonly status: number; readonly bytes: Uint8Array } & Validators)
  | { readonly outcome: "refused"; readonly why: FetchRefusal };

/**
 * Reads one https address of the public internet. Because a person gives the address, the fetcher refuses private
 * networks and limits size, time and redirects. With `known` the server may answer 304. It never throws. No result
 * contains the address.
 */
export type Fetcher = { fetch(address: string, known?: Validators): Promise<Fetched> };

/** Turns texts into embedding vectors, one for each text, in order. Throws the errors of a ModelGateway. */
export type Embedder = {
  readonly model: string;
  readonly dimensions: number;
  /** Set for an embedder outside the person's own machine, as for a model. */
  readonly outside?: true;
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
};

/** Transcribes a recording. Returns an empty text when it hears no words. Throws for any failure. */
export type Transcriber = {
  transcribe(recording: Recording): Promise<string>;
  /** Set for a transcriber outside the person's own machine, as for a model. */
  readonly outside?: true;
};
/** `type` is a media type, such as `audio/ogg`. `seconds` is the length of the recording. */
export type Recording = { readonly bytes: Uint8Array; readonly type: string; readonly seconds: number };

/** The functions of a Telegram bot besides sending (see {@link Channel}). */
export type Bot = {
  /** The username of the bot. Links and rows name the bot by its username. */
  readonly name: string;
  /** Removes the waiting mark from a tapped button. Never throws, because the button works without it. */
  answered(tap: string): Promise<void>;
  /**
   * Sends a sentence to a chat that is linked to no person. Never throws. Every other message goes through the outbox.
   */
  say(chat: string, text: string): Promise<void>;
  /** Reads a file that was sent to the bot. Throws for any failure. */
  read(file: string): Promise<Uint8Array>;
  /**
   * Registers the commands with Telegram, so that Telegram offers them while a person types. Never throws. If it is
   * absent, another process does this.
   */
  offer?(): Promise<void>;
};

/** Only ids, counts and enums may be logged: no text, no health data, no words of a person. */
export type Log = (
  level: "info" | "warn" | "error",
  event: string,
  fields?: Record<string, string | number | boolean>,
) => void;

/** Finds the words that a person has deleted. All code that stores texts checks this before it writes. */
export type TakenWords = {
  readonly isIn: (text: string) => boolean;
  /** Returns whether a short name, such as a tag, is a part of the deleted words. */
  readonly hasPart: (name: string) => boolean;
  /** Returns the text without the deleted words. A text without such words is returned unchanged. */
  readonly takenFrom: (text: string) => string;
};

/** A memory of an opt-in feature. Words that a person deletes must be removed from it too (core/privacy). */
export type KeepsWords = {
  /**
   * Removes the words from everything that the feature stores. `count.row` commits the writes of a row; `count.files`
   * counts opened files.
   */
  takeOut(
    ports: Ports,
    of: { readonly userId: UserId; readonly words: TakenWords },
    count: {
      readonly row: (writes: readonly Write[]) => Promise<void>;
      readonly files: (opened: number) => Promise<void>;
    },
  ): Promise<void>;
  /** Continues each forgetting that was requested and is not done. Every wake calls it. */
  forgetOn(ports: Ports, userId: UserId, tried: (work: () => Promise<unknown>) => Promise<void>): Promise<void>;
};

/** A night in the view of one of its phases. */
export type Night = {
  readonly userId: UserId;
  readonly dreamId: DreamId;
  readonly date: LocalDate;
  readonly profile: Profile;
  readonly now: EpochMs;
};

/** The result of a phase. Its writes commit when the phase is marked as done, so they take effect once. */
export type NightWork = {
  readonly writes: readonly Write[];
  readonly counts: Record<string, number>;
  readonly reason?: string;
};

/** What all voices know at a tick. It is gathered once (voices/tick.ts). `said` has the oldest entry first. */
export type Tick = {
  readonly wake: Pick<SensedWake, "date" | "job" | "scheduledAt" | "variant">;
  readonly profile: Profile;
  readonly now: EpochMs;
  readonly heardAt: EpochMs | undefined;
  readonly said: readonly SaidEntry[];
  /** True on the day after words about danger. */
  readonly isCare: boolean;
};

/** What a voice would say: the run of an event, or fixed words. With neither, only its rows and its reason are kept. */
export type Offer = {
  /** The name of what it is about, made by code. It holds no words of a person. */
  readonly topic: string;
  /** Goes into the log. */
  readonly reason: string;
  readonly event?: TriggerEvent;
  readonly words?: Announced;
  /** Commits with what is said. */
  readonly writes: readonly Write[];
  /** Commits when it is held back. */
  readonly ifHeld?: readonly Write[];
  readonly beat?: Beat;
  /** Set when the voice itself keeps quiet, with the reason for the log. */
  readonly isHeld?: true;
  /** Other names of the subject, for the topics that the person does not want to hear of. */
  readonly mutedBy?: { readonly title?: string; readonly tags: readonly string[] };
  /** Set for what a person who has been silent for a week should still hear. */
  readonly grave?: boolean;
  /** Set for what the person arranged with a setting. It does not count for the day. */
  readonly arranged?: true;
  /** Set for a run that is complete and tells the person nothing. */
  readonly shadow?: boolean;
};
type Announced = {
  readonly by: Announcer;
  readonly name: string;
  readonly trigger: Trigger;
  readonly kind: DeliveryKind;
  readonly text: string;
  readonly until?: EpochMs;
  readonly origin?: "agent";
  readonly aboutBody?: boolean;
  readonly except?: readonly ChannelName[];
};

/** One thing that Waldo says unasked. voices/policy.ts decides when it may. */
export type Voice = {
  readonly name: string;
  /** The voice with the lowest rank is asked first. */
  readonly rank: number;
  /** The least time between two of its messages, and after any other unasked message. */
  readonly restMs?: number;
  readonly apartMs?: number;
  /**
   * `set`: the person arranged it. It comes in the hours of sleep too, and does not count for the day. `timed`: it has
   * an hour of its own; it waits in the thread while the person talks. `minor`: it never takes the last message of a day.
   */
  readonly kind: "set" | "timed" | "minor" | "plain";
  /** Set when it is still said to a person who has been silent for a week, and does not become rarer. */
  readonly promised?: true;
  /** `closed` is the reason why the voice may not speak now. It may then save the work of looking. */
  look(ports: Ports, tick: Tick, closed: string | undefined): Promise<Offer | undefined>;
};

/**
 * An opt-in feature: a package that core does not import. It implements the functions below, and gives its routes to
 * the door.
 */
export type Feature = {
  readonly words?: KeepsWords;
  readonly voices?: readonly Voice[];
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
  /** The opt-in features of this process. */
  readonly features: readonly Feature[];
  /**
   * Stores the times at which people are woken. If it is absent, the process that wakes them knows these times itself.
   */
  readonly schedules?: Schedules;
  /** Searches and reads the web. If it is absent, the tools that need the web answer `unavailable`. */
  readonly web?: Web;
  readonly mcp?: Mcp;
  /** Fetches subscribed calendars. If it is absent, no subscribed calendar is read. */
  readonly fetcher?: Fetcher;
  /** Computes the vectors of texts. If it is absent, memory is searched by words alone. */
  readonly embedder?: Embedder;
  /** Returns what these ports have used so far (meter/metered.ts). If it is absent, nothing is counted. */
  readonly spent?: () => Metered;
  /** The hosts and MCP servers that may be contacted. If it is absent, none may be contacted. */
  readonly egress?: readonly string[];
  /**
   * Set when some process handles taps on buttons (approve/tap.ts). If it is absent, only messages that ask for
   * something have buttons.
   */
  readonly taps?: true;
  /**
   * Updates the person's workspace folder, and returns one sentence about the result. It is absent when there is no
   * such folder.
   */
  readonly workspaceSync?: (userId: UserId) => Promise<string>;
  /** Loads the bundled recipes. If it is absent, a run has only the recipes in its person's workspace. */
  readonly skills?: () => Promise<readonly Skill[]>;
  /**
   * Loads the code that understands chat messages without a model. If it is absent, plain code understands no message.
   */
  readonly understanding?: () => Promise<Understanding>;
};
