// The types of a tool and of its context, and the functions that make a tool from its parts. The dispatcher, the
// catalogue and the proposals use them.
import type {
  Area,
  Asked,
  Autonomy,
  DataQuestion,
  EpochMs,
  LocalDate,
  Origin,
  Proposal,
  ProposedAction,
  ToolName,
  Trigger,
  UserId,
  Wanted,
} from "@waldo/contracts";
import * as z from "zod";
import { agrees } from "../person/consents.ts";
import type { Archive, Embedder, Json, JsonObject, Mcp, Store, Web, Write } from "../ports.ts";

/**
 * The context of a tool. It comes from the header of the run, never from the model's arguments, so a call cannot name
 * another person.
 */
export type ToolContext = {
  readonly userId: UserId;
  readonly runId: string;
  readonly trigger: Trigger;
  /** The local date the run is about. It is the default of every tool that takes a date. */
  readonly date: LocalDate;
  readonly now: EpochMs;
  /** The autonomy level of now, not of the start of the run, so a lower level takes effect at once. */
  readonly autonomy: Autonomy;
  /** The texts that this run has read, by origin (R10). */
  readonly heard: Heard;
  /** The actions that the person wants to change. The actions of this run that replace them wait for a new tap. */
  readonly changing?: readonly ProposedAction[] | undefined;
  /** What plain code understands of the change that the person wants. */
  readonly wanted?: () => Promise<Wanted | undefined>;
  /** What plain code understands of the person's message. It is absent when there is no message. */
  readonly understood?: () => Promise<Asked | undefined>;
  /** The hosts and MCP servers that may be contacted. If the list is empty, none may be. */
  readonly egress: readonly string[];
  /** Set only while an approved proposal is carried out. */
  readonly approval?: Proposal;
  /** Carries out an approved proposal of this person. If it is absent, this work may not carry out proposals. */
  readonly execute?: (proposalId: string) => Promise<Execution>;
  readonly store: Store;
  readonly archive: Archive;
  readonly embedder?: Embedder;
  readonly web?: Web;
  readonly mcp?: Mcp;
  /** Every tool of this build. The dispatcher looks names up in it, and a proposal may name only its tools. */
  readonly registry: Registry;
};

export type Registry = Partial<Record<ToolName, Tool>>;

/** The texts a run has been given, by their origin. */
export type Heard = {
  /** The person's own words in this run. */
  readonly owner: readonly string[];
  /**
   * The person's earlier messages in this conversation. They show whose words an argument holds. They are not requests:
   * only the latest message decides which call needs no tap.
   */
  readonly before?: readonly string[];
  /**
   * For how many half hours the person says they were awake. Plain code read it from their message, because a prompt
   * does not hold such a number (R7).
   */
  readonly halfHoursAwake?: number;
  /**
   * The question about readings that the person's message is. Plain code read it, because a prompt does not hold its
   * limits, such as "under 7 hours" (R7).
   */
  readonly question?: () => DataQuestion | undefined;
  /** The words of the goal that the person's message sets. A prompt does not hold an amount of sleep in it. */
  readonly goal?: () => string | undefined;
  /** True when the run has read text from outside. From then on its arguments may come from that text. */
  readonly outside: boolean;
  /** What memory gave to the run, in its context or in results. The run must not learn it a second time. */
  readonly recalled: readonly string[];
  /** The areas that the results so far have shown. If this is absent, they are unknown. */
  readonly areas?: readonly Area[];
};

/** The reason why a tool returns nothing. It becomes a typed result for the model and does not end the run. */
export class ToolFailure extends Error {
  override readonly name = "ToolFailure";
  readonly error: "not_found" | "denied" | "unavailable" | "failed";
  constructor(error: ToolFailure["error"], message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.error = error;
  }
}

/** Throws `ToolFailure` while the person does not agree to remembering. */
export async function mustRemember({ store, userId }: Pick<ToolContext, "store" | "userId">): Promise<void> {
  if (await agrees(store, userId, "memory")) return;
  throw new ToolFailure(
    "failed",
    "nothing is remembered: the person has not agreed to it. They can, under their consents",
  );
}

/** Another process is making this call now. Its outcome is unknown, so nothing may be recorded. */
export class InProgress extends ToolFailure {
  constructor() {
    super("failed", "this is being done at this moment: look again in a minute");
  }
}

/**
 * The words in which a person asks for a tool. A tool without them always needs a tap after the run has read text from
 * outside.
 */
type Asking<Args> = {
  /** The beginnings of a request, in lower case. */
  phrases(args: Args): readonly string[];
  /**
   * Arguments that follow from the phrase or from the named row, such as an id or a status. The message need not
   * contain them.
   */
  readonly implied?: readonly string[];
};

type Common<Args> = {
  readonly name: ToolName;
  /** One sentence for the model: what the tool returns, or what it changes. */
  readonly description: string;
  readonly args: z.ZodType<Args>;
  /** The JSON schema of `args`, as the model sees it. */
  readonly schema: JsonObject;
  /** The host or server that a call contacts, or `undefined` when the call stays in the system. */
  egress?(args: Args, context: ToolContext): string | undefined;
  /** The arguments whose words are sent outside. They are sanitised before anybody sees or sends them (outgoing.ts). */
  readonly leaves?: readonly string[];
  /**
   * The words in which a person asks for this tool. For a tool without them, the person's words are never enough after
   * the run has read text from outside.
   */
  readonly asking?: Asking<Args>;
};

export type ResultOrigin = "system" | "untrusted";

type ReadTool<Args = unknown, Value extends object = object> = Common<Args> & {
  /**
   * `untrusted` when any part of the result was written outside (R10). For a tool that may read rows of either origin,
   * `of` decides by the result.
   */
  readonly origin: ResultOrigin | { of(value: Value): ResultOrigin };
  /** Returns a JSON object. Members that are `undefined` are dropped. */
  run(args: Args, context: ToolContext): Promise<Value>;
};

/** A row that a call is about, in its state before the call. */
export type Target<Args> = {
  /** The arguments that identify exactly this row. A tap approves these, so it cannot affect another row. */
  readonly args: Args;
  /** The words with which the row is shown to the person. */
  readonly shown: string;
  /** The author of the words that are shown. */
  readonly origin: Origin | undefined;
  /** The words with which the person may name the row, and those of other rows that it could be confused with. */
  readonly words: string;
  readonly rivals: readonly string[];
  /** True when a whole text is lost. After the run has read outside text, the person's words are not enough for that. */
  readonly replaces?: true;
};

/** What a write would change, as data. The dispatcher commits the change once, or asks the person first. */
export type Effect = {
  readonly value: object;
  readonly writes: readonly Write[];
  /** The writes that undo the effect. If they are absent, the effect cannot be undone. */
  readonly undo?: readonly Write[];
  /** The actions that the person must be asked about because of this effect. */
  readonly proposed?: readonly ProposedAction[];
};

export type WriteTool<Args = unknown> = Common<Args> & {
  /** One line from which a person can decide. `shown` is how the row of the call is shown to them. */
  title(args: Args, shown?: string): string;
  /**
   * Returns the row that the call deletes, silences, replaces or changes. Returns undefined when the call only adds.
   * Throws `ToolFailure` when there is no such row, or when even a tap could not permit the call.
   */
  target?(args: Args, context: ToolContext): Promise<Target<Args> | undefined>;
  plan(args: Args, context: ToolContext): Promise<Effect>;
  /**
   * An effect outside the store, which cannot be part of a transaction. The dispatcher first claims it together with
   * the plan's writes, then calls it at most once. Its return value replaces the plan's value. A `ToolFailure` here
   * means that nothing happened outside. After any other error nobody knows.
   */
  perform?(args: Args, context: ToolContext): Promise<object>;
};

/**
 * A call that names its approval and has effects of its own. Markers make sure that each effect is done once, so the
 * call itself plans nothing and leaves no marker.
 */
type ActTool<Args = unknown> = Common<Args> & {
  act(args: Args, context: ToolContext): Promise<object>;
};

export type Tool<Args = unknown> = ReadTool<Args> | WriteTool<Args> | ActTool<Args>;

/** The effects of a proposal that were carried out, even if others were not. */
export type Execution =
  | { readonly outcome: "executed"; readonly effects: readonly Done[] }
  | {
      readonly outcome: "refused" | "failed" | "in_progress";
      readonly reason: string;
      readonly effects: readonly Done[];
    };

export type Done = { readonly effectId: string; readonly title: string; readonly value: Json };

/** Derives the JSON schema from the zod schema, so that both are always equal. */
function schemaOf(args: z.ZodType): JsonObject {
  const { $schema: _, ...schema } = z.toJSONSchema(args, { io: "input" });
  return JSON.parse(JSON.stringify(schema));
}

export function defineRead<Args, Value extends object>(
  tool: Omit<ReadTool<Args, Value>, "schema">,
): ReadTool<Args, Value> {
  return { ...tool, schema: schemaOf(tool.args) };
}

export function defineWrite<Args>(tool: Omit<WriteTool<Args>, "schema">): WriteTool<Args> {
  return { ...tool, schema: schemaOf(tool.args) };
}

export function defineAct<Args>(tool: Omit<ActTool<Args>, "schema">): ActTool<Args> {
  return { ...tool, schema: schemaOf(tool.args) };
}
