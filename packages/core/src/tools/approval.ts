/**
 * What a tap approves: exactly the proposed arguments, for a limited time. The gates and the executor ask
 * this file.
 */
import type { Proposal, ProposedAction, TaintedPart } from "@waldo/contracts";
import type { Json } from "../ports.ts";
import { HOUR_MS } from "../time.ts";
import { actionDigest } from "./canonical.ts";

/** After a tap, code may carry out the actions for this many hours. */
export const APPROVED_HOURS = 2;

/** A title is shown up to this many characters. */
const TITLE_CHARS = 120;

/**
 * Returns one action in the form in which the person is asked about it. `tainted` are the parts that came from outside,
 * and `concerns` is the row that the action takes away, silences or changes.
 */
export function proposedAction(
  tool: ProposedAction["tool"],
  args: Json,
  title: string,
  {
    tainted = [],
    concerns,
    afterOutside = false,
  }: {
    readonly tainted?: readonly TaintedPart[];
    readonly concerns?: string | undefined;
    readonly afterOutside?: boolean;
  } = {},
): ProposedAction {
  return {
    tool,
    args,
    digest: actionDigest(tool, args),
    title: title.slice(0, TITLE_CHARS),
    tainted: [...tainted],
    ...(concerns === undefined ? {} : { concerns }),
    ...(afterOutside ? { afterOutside: true as const } : {}),
  };
}

/** Returns whether code may carry out the actions of this proposal now: it was tapped, and not too long ago. */
export function isApproved(proposal: Proposal, now: number): boolean {
  return proposal.state === "approved" && proposal.updatedAt + APPROVED_HOURS * HOUR_MS > now;
}

/** True when an approved proposal covers exactly this call at this time. */
export function covers(proposal: Proposal, tool: string, args: Json, now: number): boolean {
  const wanted = actionDigest(tool, args);
  return (
    isApproved(proposal, now) && proposal.actions.some((action) => action.digest === wanted && action.tool === tool)
  );
}
