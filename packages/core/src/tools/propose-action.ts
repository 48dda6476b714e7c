import { PROPOSABLE_TOOLS, type ProposedAction } from "@waldo/contracts";
import { z } from "zod";
import type { Json } from "../ports.ts";
import { actionDigest } from "./canonical.ts";
import { defineWrite } from "./define.ts";
import { taintedParts } from "./gates.ts";
import { ToolFailure } from "./tool.ts";

const MAX_ACTIONS = 10;

/** Puts actions before the person: nothing happens until they tap. Arguments are parsed now, so what is shown is what is done. */
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
  async plan({ actions }, { heard, registry }) {
    const proposed = actions.map(({ tool: name, args: given }): ProposedAction => {
      const known = PROPOSABLE_TOOLS.find((allowed) => allowed === name);
      const tool = known && registry[known];
      if (!tool || !("plan" in tool))
        throw new ToolFailure("failed", `${name} cannot be proposed; one of ${PROPOSABLE_TOOLS.join(", ")} can`);
      const parsed = tool.args.safeParse(given);
      if (!parsed.success)
        throw new ToolFailure("failed", `${name}: ${parsed.error.issues[0]?.message ?? "arguments not understood"}`);
      const args = JSON.parse(JSON.stringify(parsed.data)) as Json;
      return {
        tool: tool.name,
        args,
        digest: actionDigest(tool.name, args),
        title: tool.title(parsed.data).slice(0, 120),
        tainted: taintedParts(args, heard),
      };
    });
    return { value: { proposed: proposed.map(({ title }) => title) }, writes: [], proposed };
  },
});
