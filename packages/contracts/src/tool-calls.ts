/** Tool calls and their results, as they pass between the model, the dispatcher and the journal. */

import * as z from "zod";
import { ProposedAction } from "./actions.ts";
import { TOOL_ERRORS } from "./errors.ts";
import { ToolName } from "./tools.ts";
import { bySystem, SystemText } from "./words.ts";

/** The name of a tool, or another text that a model used as a name. */
const CalledName = z.union([ToolName, z.string()]);

/** A model's request. No part of it has been checked yet. */
export const ToolCall = z.strictObject({ id: bySystem(z.string().min(1)), name: CalledName, args: z.json() });
export type ToolCall = z.infer<typeof ToolCall>;

const outcome = {
  callId: SystemText,
  name: CalledName,
  /**
   * The actions for which the person will be asked to tap because of this call. The proposal commits with the answer of
   * the run.
   */
  proposed: z.array(ProposedAction).optional(),
};

/** The result of a call. `ok: false` is an ordinary outcome with a typed name, and the model is told about it. */
export const ToolResult = z.discriminatedUnion("ok", [
  z.strictObject({ ...outcome, ok: z.literal(true), value: z.json(), origin: z.enum(["system", "untrusted"]) }),
  z.strictObject({ ...outcome, ok: z.literal(false), error: z.enum(TOOL_ERRORS), message: z.string() }),
]);
export type ToolResult = z.infer<typeof ToolResult>;
