import { z } from "zod";
import { ProposedAction } from "./actions.ts";
import { TOOL_ERRORS } from "./errors.ts";

/** A model's request, before anything has been checked. */
export const ToolCall = z.strictObject({ id: z.string().min(1), name: z.string(), args: z.json() });
export type ToolCall = z.infer<typeof ToolCall>;

const outcome = {
  callId: z.string(),
  name: z.string(),
  /** What the person will be asked to tap because of this call; committed with the run's answer. */
  proposed: z.array(ProposedAction).optional(),
};

/** What came of it. `ok: false` is an ordinary outcome the model is told about, with a typed name. */
export const ToolResult = z.discriminatedUnion("ok", [
  z.strictObject({ ...outcome, ok: z.literal(true), value: z.json(), origin: z.enum(["system", "untrusted"]) }),
  z.strictObject({ ...outcome, ok: z.literal(false), error: z.enum(TOOL_ERRORS), message: z.string() }),
]);
export type ToolResult = z.infer<typeof ToolResult>;
