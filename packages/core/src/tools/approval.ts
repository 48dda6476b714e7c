// Defines what a tap approves: exactly the proposed arguments, for a limited time. The gates and the executor use this
// file. It also describes the arguments of a tool in one line.
import { createHash } from "node:crypto";
import type { Proposal, ProposedAction, TaintedPart } from "@waldo/contracts";
import { canonicalJson } from "../digest.ts";
import type { Json } from "../ports.ts";
import { HOUR_MS } from "../time.ts";
import type { Tool } from "./tool.ts";

export { canonicalJson };

/** Returns the digest that binds a tap to one tool and its arguments, byte for byte. */
export function actionDigest(tool: string, args: Json): string {
  return createHash("sha256")
    .update(canonicalJson([tool, args]))
    .digest("hex");
}

type Schema = { readonly [name: string]: Json | undefined };

/**
 * Describes the arguments of a tool for a model that gave wrong ones: "file: today.md | goals.md, part?: integer". A
 * name with a question mark is optional.
 */
export function signatureOf({ schema }: Pick<Tool, "schema">): string {
  const { properties, required } = schema as Schema;
  const needed = Array.isArray(required) ? required : [];
  const names = Object.entries(isSchema(properties) ? properties : {});
  if (names.length === 0) return "no arguments";
  return names.map(([name, shape]) => `${name}${needed.includes(name) ? "" : "?"}: ${kindOf(shape)}`).join(", ");
}

function kindOf(shape: Json | undefined): string {
  if (!isSchema(shape)) return "any";
  const { enum: choices, type, pattern, items, anyOf, format } = shape;
  if (Array.isArray(choices)) return choices.join(" | ");
  if (Array.isArray(anyOf)) return anyOf.map(kindOf).join(" | ");
  if (type === "array") return `list of ${kindOf(items)}`;
  if (format === "email") return "e-mail address";
  // Patterns of dates and times are recognised by their form.
  if (typeof pattern === "string")
    return pattern.includes("\\d{4}-") ? "YYYY-MM-DD" : pattern.includes(":[0-5]") ? "HH:MM" : "text";
  return type === "string" ? "text" : typeof type === "string" ? type : "any";
}

function isSchema(value: Json | undefined): value is { [name: string]: Json } {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** After a tap, code may carry out the actions for this many hours. */
export const APPROVED_HOURS = 2;

/** A title is shown up to this many characters. */
const TITLE_CHARS = 120;

/**
 * Returns an action in the form in which the person sees it. `tainted` are the parts from outside, and `concerns` is
 * the row that the action deletes, silences or changes.
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

/** True when code may carry out the actions of this proposal now: the person has tapped, and not too long ago. */
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
