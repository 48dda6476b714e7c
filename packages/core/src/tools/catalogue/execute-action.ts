import * as z from "zod";
import { defineAct } from "../define.ts";
import { ToolFailure } from "../tool.ts";

/**
 * The only tool through which a model can start a gated action. The model names a proposal, and code does what the
 * person tapped. The state of the proposal is the approval; a call that names a proposal without a tap does nothing.
 */
export const executeAction = defineAct({
  name: "execute_action",
  description: "Carry out a proposal the person has approved. Refused for any other.",
  args: z.strictObject({ proposalId: z.string().regex(/^p-[0-9a-f]{16}$/) }),
  async act({ proposalId }, { execute }) {
    if (!execute) throw new ToolFailure("unavailable", "proposals are not carried out here");
    const execution = await execute(proposalId);
    if (execution.outcome !== "executed") throw new ToolFailure("failed", execution.reason);
    return { done: execution.effects.map(({ title }) => title) };
  },
});
