// The types of a tool and of what it may know, and the functions that make a tool from its parts. The dispatcher, the
// catalogue and the proposals share them.
import type {
  Area,
  Asked,
  Autonomy,
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
 * What a tool may know. It comes from the header of the run, never from the model's arguments, so a call cannot name
 * another person.
 */
export type ToolContext = {
  readonly userId: UserId;
  readonly runId: string;
  readonly trigger: Trigger;
  /** The local date the run is about. It is the default of every tool that takes a date. */
  readonly date: LocalDate;
  readonly now: EpochMs;
  /** The level as it stands now, not as it stood when the run began, so a downgrade counts at once. */
  readonly autonomy: Autonomy;
  /** What this run has been told, and by whom (R10). */
  readonly heard: Heard;
  /**
   * The actions that the person wants changed. The actions that this run would do in their place wait for a new tap.
   */
  readonly changing?: readonly ProposedAction[] | undefined;
  /** What plain code understands of the change that the person wants. */
  readonly wanted?: () => Promise<Wanted | undefined>;
  /** What plain code understands of the person's message. It is absent where there is no message. */
  readonly understood?: () => Promise<Asked | undefined>;
  /** The hosts and MCP servers that may be reached. Empty means none. */
  readonly egress: readonly string[];
  /** Set only while an approved proposal is carried out. */
  readonly approval?: Proposal;
  /**
   * Carries out a proposal of this person that was tapped. Where it is absent, the work that calls the tool may not
   * carry out proposals.
   */
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
   * The person's earlier messages in this conversation. They say whose words an argument holds, and ask for nothing:
   * only the latest message decides which call needs no tap.
   */
  readonly before?: readonly string[];
  /** True when the run has read text from outside. From then on its arguments are suspect. */
  readonly outside: boolean;
  /**
   * What memory gave to the run, in its context or in results. The run knew it already, so it is never learned again.
   */
  readonly recalled: readonly string[];
  /** The areas that the results so far have shown. Where they are absent, nobody knows. */
  readonly areas?: readonly Area[];
};

/** Why a tool has nothing to return. It becomes a typed result for the model, not an exception of the run. */
export class ToolFailure extends Error {
  override readonly name = "ToolFailure";
  readonly error: "not_found" | "denied" | "unavailable" | "failed";
  constructor(error: ToolFailure["error"], message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.error = error;
  }
}

/** Throws `ToolFailure` while the person does not agree that anything of them is remembered. */
export async function mustRemember({ store, userId }: Pick<ToolContext, "store" | "userId">): Promise<void> {
  if (await agrees(store, userId, "memory")) return;
  throw new ToolFailure(
    "failed",
    "nothing is remembered: the person has not agreed to it. They can, under their consents",
  );
}

/** Another process is making this very call. Its outcome is not known yet, so nothing may be recorded about it. */
export class InProgress extends ToolFailure {
  constructor() {
    super("failed", "this is being done at this moment: look again in a minute");
  }
}

/** How a person asks for a tool. A tool without it needs a tap whenever the run has read text from outside. */
type Asking<Args> = {
  /** The beginnings of a request, in lower case. */
  phrases(args: Args): readonly string[];
  /** Arguments that follow from the phrase or from the row that is named, such as an id or a status. */
  readonly implied?: readonly string[];
};

type Common<Args> = {
  readonly name: ToolName;
  /** One sentence for the model: what the tool returns, or what it changes. */
  readonly description: string;
  readonly args: z.ZodType<Args>;
  /** The JSON schema of `args`, as the model sees it. */
  readonly schema: JsonObject;
  /** The host or server that a call reaches; `undefined` when the call stays in the system. */
  egress?(args: Args, context: ToolContext): string | undefined;
  /** The arguments whose words leave the system. They are sanitised before anybody sees or sends them (outgoing.ts). */
  readonly leaves?: readonly string[];
  /**
   * How a person asks for this tool in words. For a tool without it, the person's words alone never suffice once the
   * run has read text from outside.
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

/** A row that a call is about, as it stands before the call. */
export type Target<Args> = {
  /** The arguments that name exactly this row. A tap approves these, so it cannot end on another row. */
  readonly args: Args;
  /** The words by which the person is shown the row. */
  readonly shown: string;
  /** The author of the words that are shown. */
  readonly origin: Origin | undefined;
  /** The words by which the person may name the row, and those of the rows it could be mistaken for. */
  readonly words: string;
  readonly rivals: readonly string[];
  /** True when a whole text is lost. Words of the person cannot ask for that once the run has read outside text. */
  readonly replaces?: true;
};

/** What a write would change, as data. The dispatcher commits the change once, or asks the person first. */
export type Effect = {
  readonly value: object;
  readonly writes: readonly Write[];
  /** The writes that take the effect back. Where they are absent, the effect cannot be taken back. */
  readonly undo?: readonly Write[];
  /** The actions that the person must be asked about because of this effect. */
  readonly proposed?: readonly ProposedAction[];
};

export type WriteTool<Args = unknown> = Common<Args> & {
  /** One line from which a person can decide. `shown` is what they are shown of the row that the call is about. */
  title(args: Args, shown?: string): string;
  /**
   * Returns the row that the call takes away, silences, replaces or changes. Returns undefined when the call only adds.
   * Throws `ToolFailure` when there is no such row, or when no tap could allow the call.
   */
  target?(args: Args, context: ToolContext): Promise<Target<Args> | undefined>;
  plan(args: Args, context: ToolContext): Promise<Effect>;
  /**
   * An effect outside the store, which no transaction can contain. The dispatcher claims it together with the plan's
   * writes, then calls it at most once; its return value replaces the plan's value. A `ToolFailure` thrown here means
   * that nothing happened outside. After any other error it is unknown whether something happened.
   */
  perform?(args: Args, context: ToolContext): Promise<object>;
};

/**
 * A call that carries its approval and has effects of its own. The markers of those effects make sure that each is done
 * once, so the call itself plans nothing and leaves no marker.
 */
type ActTool<Args = unknown> = Common<Args> & {
  act(args: Args, context: ToolContext): Promise<object>;
};

export type Tool<Args = unknown> = ReadTool<Args> | WriteTool<Args> | ActTool<Args>;

/** The effects of a proposal that were carried out, also when its other effects were not. */
export type Execution =
  | { readonly outcome: "executed"; readonly effects: readonly Done[] }
  | {
      readonly outcome: "refused" | "failed" | "in_progress";
      readonly reason: string;
      readonly effects: readonly Done[];
    };

export type Done = { readonly effectId: string; readonly title: string; readonly value: Json };

/** Derives the JSON schema from the zod schema, so that the two cannot differ. */
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
