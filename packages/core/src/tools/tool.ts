import type { LocalDate, ToolName, Trigger, UserId } from "@waldo/contracts";
import type { z } from "zod";
import type { Archive, JsonObject, Store } from "../ports.ts";

/** What a tool may know. It comes from the run's header, never from the model's arguments: a call cannot name another person. */
export type ToolContext = {
  readonly userId: UserId;
  readonly trigger: Trigger;
  /** The local date the run is about; a tool that takes a date defaults to it. */
  readonly date: LocalDate;
  readonly now: number;
  readonly store: Store;
  readonly archive: Archive;
};

/** Why a tool had nothing to give; becomes a typed result, not an exception. */
export class ToolFailure extends Error {
  override readonly name = "ToolFailure";
  readonly error: "not_found" | "unavailable" | "failed";
  constructor(error: "not_found" | "unavailable" | "failed", message: string) {
    super(message);
    this.error = error;
  }
}

export type Tool<Args = unknown> = {
  readonly name: ToolName;
  /** For the model. One sentence on what comes back. */
  readonly description: string;
  readonly args: z.ZodType<Args>;
  /** JSON schema of `args`, as the model sees it. */
  readonly schema: JsonObject;
  /** `untrusted` when anything in the result was written outside (R10). */
  readonly origin: "system" | "untrusted";
  /** Returns a JSON object; `undefined` members are dropped. */
  run(args: Args, context: ToolContext): Promise<object>;
};
