// What a tap approves: exactly the proposed arguments, for a limited time. The gates and the executor ask this file. It
// also says in one line what arguments a tool takes.
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
 * Says what arguments a tool takes, for a model that got them wrong: "file: today.md | goals.md, part?: integer". A
 * name with a question mark may be left out.
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
  // The patterns of dates and times are known by their shape.
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
