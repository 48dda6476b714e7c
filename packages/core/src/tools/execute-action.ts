import { z } from "zod";
import { defineWrite } from "./define.ts";
import { executeProposal } from "./execute.ts";
import { ToolFailure } from "./tool.ts";

/**
 * The only gated door, as a model sees it: it names a proposal, and code does what the person tapped. The proposal's
 * own state is the approval; naming one that was not tapped does nothing.
 */
export const executeAction = defineWrite({
  name: "execute_action",
  description: "Carry out a proposal the person has approved. Refused for any other.",
  args: z.strictObject({ proposalId: z.string().regex(/^p-[0-9a-f]{16}$/) }),
  title: ({ proposalId }) => `Carry out ${proposalId}`,
  async plan({ proposalId }, context) {
    const execution = await executeProposal(context, proposalId);
    if (execution.outcome !== "executed") throw new ToolFailure("failed", execution.reason);
    return { value: { done: execution.effects.map(({ title }) => title) }, writes: [] };
  },
});
