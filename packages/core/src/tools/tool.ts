import type {
  Autonomy,
  EpochMs,
  LocalDate,
  Proposal,
  ProposedAction,
  ToolName,
  Trigger,
  UserId,
} from "@waldo/contracts";
import type { z } from "zod";
import type { Archive, Embedder, JsonObject, Mcp, Store, Web, Write } from "../ports.ts";

/** What a tool may know. It comes from the run's header, never from the model's arguments: a call cannot name another person. */
export type ToolContext = {
  readonly userId: UserId;
  readonly runId: string;
  readonly trigger: Trigger;
  /** The local date the run is about; a tool that takes a date defaults to it. */
  readonly date: LocalDate;
  readonly now: EpochMs;
  /** As it stands now, not as it stood when the run began: a downgrade counts at once. */
  readonly autonomy: Autonomy;
  /** What this run has been told, by whom (R10). */
  readonly heard: Heard;
  /** Hosts and MCP servers that may be reached. Empty: none. */
  readonly egress: readonly string[];
  /** Set while an approved proposal is carried out, and only then. */
  readonly approval?: Proposal;
  readonly store: Store;
  readonly archive: Archive;
  readonly embedder?: Embedder;
  readonly web?: Web;
  readonly mcp?: Mcp;
  /** Every tool this build has: what the dispatcher looks names up in, and what a proposal may name. */
  readonly registry: Registry;
};

export type Registry = Partial<Record<ToolName, Tool>>;

/** The texts a run has been given, by where they came from. */
export type Heard = {
  /** The person's own words in this run. */
  readonly owner: readonly string[];
  /** Whether anything written outside has been read. From then on arguments are suspect. */
  readonly outside: boolean;
  /** What memory put before the run, in its context or in results: known already, and never learned anew. */
  readonly recalled: readonly string[];
};

/** Why a tool had nothing to give; becomes a typed result, not an exception. */
export class ToolFailure extends Error {
  override readonly name = "ToolFailure";
  readonly error: "not_found" | "unavailable" | "failed";
  constructor(error: "not_found" | "unavailable" | "failed", message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.error = error;
  }
}

type Common<Args> = {
  readonly name: ToolName;
  /** For the model. One sentence on what comes back, or on what it changes. */
  readonly description: string;
  readonly args: z.ZodType<Args>;
  /** JSON schema of `args`, as the model sees it. */
  readonly schema: JsonObject;
  /** The host or server a call reaches; `undefined` when this one stays in the system. */
  readonly egress?: (args: Args, context: ToolContext) => string | undefined;
};

export type ResultOrigin = "system" | "untrusted";

export type ReadTool<Args = unknown> = Common<Args> & {
  /** `untrusted` when anything in the result was written outside (R10). A tool that reads rows of either kind looks. */
  readonly origin: ResultOrigin | ((value: object) => ResultOrigin);
  /** Returns a JSON object; `undefined` members are dropped. */
  run(args: Args, context: ToolContext): Promise<object>;
};

/** What a write would change, as data: the dispatcher commits it, once, or asks the person first. */
export type Effect = {
  readonly value: object;
  readonly writes: readonly Write[];
  /** Takes it back. Absent: it cannot be. */
  readonly undo?: readonly Write[];
  /** What the person is to be asked because of it. */
  readonly proposed?: readonly ProposedAction[];
};

export type WriteTool<Args = unknown> = Common<Args> & {
  /** One line a person can decide on. */
  title(args: Args): string;
  plan(args: Args, context: ToolContext): Promise<Effect>;
  /**
   * An effect outside the store, which no transaction can hold: it is claimed with the plan's writes, then called, at
   * most once, and what it returns takes the place of the plan's value. A `ToolFailure` thrown here means that nothing
   * happened out there; any other error, that nobody can say.
   */
  perform?(args: Args, context: ToolContext): Promise<object>;
};

export type Tool<Args = unknown> = ReadTool<Args> | WriteTool<Args>;
