/** What the routes show of contexts: texts in which agents of other makers store their work with the person. */
import * as z from "zod";
import { ContextProject, ContextRow, ContextTier, Dependency } from "./contexts.ts";

export const ContextProjectView = ContextProject.pick({ project: true, total: true, savedAt: true });
export type ContextProjectView = z.infer<typeof ContextProjectView>;

/** A context in a list. An agent wrote its words. */
export const ContextLine = ContextRow.pick({ id: true, project: true, summary: true, at: true }).extend({
  /** The agent that saved it: its id, and its name where it is known. */
  savedBy: z.strictObject({ agentId: z.string(), name: z.string().optional() }),
  tier: ContextTier,
});
export type ContextLine = z.infer<typeof ContextLine>;

/**
 * A context on which this one builds, as an agent said, or one that was saved shortly before. If `context` is absent,
 * that context no longer exists.
 */
export const ContextCause = Dependency.extend({ context: ContextLine.optional() });
export type ContextCause = z.infer<typeof ContextCause>;

export const ContextDetail = z.strictObject({
  context: ContextLine,
  ...ContextRow.pick({ content: true, source: true, metadata: true, tags: true, accessCount: true, lastAccess: true })
    .shape,
  action: ContextRow.shape.causality.unwrap().shape.action,
  rationale: ContextRow.shape.causality.unwrap().shape.rationale,
  /** The contexts that led to this one, as agents said, the earliest first. The context itself is not included. */
  chain: z.array(ContextLine),
  /** Why the chain begins there: nothing came before, the earlier part is forgotten, or more is not shown. */
  begins: z.enum(["here", "forgotten", "earlier"]),
  causes: z.array(ContextCause),
});
export type ContextDetail = z.infer<typeof ContextDetail>;
