import { MAX_ACTIONS, PROPOSABLE_TOOLS, type ProposedAction } from "@waldo/contracts";
import * as z from "zod";
import type { Json } from "../../ports.ts";
import { proposedAction } from "../approval.ts";
import { defineWrite } from "../define.ts";
import { askedAbout, inPlace } from "../gates.ts";
import { scrubbed } from "../outgoing.ts";
import { ToolFailure } from "../tool.ts";

/**
 * Proposes actions to the person; nothing happens until they tap. The arguments are parsed now, so that exactly what is
 * shown is carried out.
 */
export const proposeAction = defineWrite({
  name: "propose_action",
  description: "Propose one to ten actions for the person to approve with a tap. Nothing happens before that.",
  args: z.strictObject({
    actions: z
      .array(z.strictObject({ tool: z.string(), args: z.json() }))
      .min(1)
      .max(MAX_ACTIONS),
  }),
  title: ({ actions }) => `Propose ${actions.length} actions`,
  async plan({ actions }, context) {
    const { heard, registry } = context;
    const proposed: ProposedAction[] = [];
    for (const { tool: name, args: given } of actions) {
      const known = [...PROPOSABLE_TOOLS, ...inPlace(context)].find((allowed) => allowed === name);
      const tool = known && registry[known];
      if (!tool || !("plan" in tool))
        throw new ToolFailure("failed", `${name} cannot be proposed; one of ${PROPOSABLE_TOOLS.join(", ")} can`);
      const parsed = tool.args.safeParse(scrubbed(tool, given));
      if (!parsed.success)
        throw new ToolFailure("failed", `${name}: ${parsed.error.issues[0]?.message ?? "arguments not understood"}`);
      const args: Json = JSON.parse(JSON.stringify(parsed.data));
      const target = await tool.target?.(parsed.data, context);
      const asked = await askedAbout({ tool, parsed: parsed.data, args }, target, context);
      const about = { ...asked, afterOutside: heard.outside };
      proposed.push(proposedAction(tool.name, asked.args, tool.title(asked.parsed), about));
    }
    return { value: { proposed: proposed.map(({ title }) => title) }, writes: [], proposed };
  },
});
