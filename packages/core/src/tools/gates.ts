/**
 * The gates between a parsed call and its effect, as pure functions. Each answers why not, or nothing. They look at
 * what a call would do and where its arguments come from, never at whether its text looks bad.
 */
import {
  OUTSIDE_READS,
  STAGING_TOOLS,
  type TaintedPart,
  TOOL_EFFECT,
  TOOL_PERMISSIONS,
  type ToolErrorName,
  type ToolName,
} from "@waldo/contracts";
import type { Json } from "../ports.ts";
import { covers } from "./approval.ts";
import type { Heard, ToolContext } from "./tool.ts";

export type Refusal = { readonly error: ToolErrorName; readonly message: string };

/** Deny first: what the trigger's row does not name does not exist for it. */
export function aclGate(name: ToolName, { trigger }: ToolContext): Refusal | undefined {
  return TOOL_PERMISSIONS[trigger].includes(name)
    ? undefined
    : { error: "denied", message: `${name} is not available to ${trigger}` };
}

/** It names a proposal and carries nothing else; whether that proposal was tapped is looked up in the store. */
const CARRIES_ITS_APPROVAL: ToolName = "execute_action";

/**
 * L1 observes, L2 proposes, L3 does what is its own and can be undone. What third parties would see needs a tap at
 * every level. An approved proposal opens the gate for exactly the call it covers, and for nothing else (R14).
 */
export function autonomyGate(name: ToolName, args: Json, context: ToolContext): Refusal | undefined {
  const effect = TOOL_EFFECT[name];
  if (effect === "read" || effect === "send" || name === CARRIES_ITS_APPROVAL) return undefined;
  if (context.approval && covers(context.approval, name, args, context.now)) return undefined;
  const staging: readonly ToolName[] = STAGING_TOOLS;
  if (context.autonomy === "L1" && name !== "update_memory")
    return { error: "denied", message: "the person wants to be told, not helped: observe only" };
  if (staging.includes(name)) return undefined;
  if (effect === "internal_write" && context.autonomy === "L3") return undefined;
  return { error: "needs_approval", message: "the person will be asked; nothing has been changed" };
}

/**
 * Once a run has read text from outside, only the person's own words pass into a privileged argument without a tap:
 * any other value could have been chosen by whoever wrote that text. Privileged is whatever changes something or
 * carries its arguments out.
 */
export function taintGate(
  name: ToolName,
  args: Json,
  context: ToolContext,
): (Refusal & { tainted: TaintedPart[] }) | undefined {
  const outside: readonly ToolName[] = OUTSIDE_READS;
  const effect = TOOL_EFFECT[name];
  // What is staged carries its taint along: a proposal shows it, a memory keeps it.
  if ((STAGING_TOOLS as readonly ToolName[]).includes(name)) return undefined;
  if (effect === "send" || name === CARRIES_ITS_APPROVAL || (effect === "read" && !outside.includes(name)))
    return undefined;
  if (context.approval && covers(context.approval, name, args, context.now)) return undefined;
  const tainted = taintedParts(args, context.heard);
  if (tainted.length === 0) return undefined;
  return {
    error: "needs_approval",
    message: "part of this comes from outside text: the person will be asked",
    tainted,
  };
}

/** The leaves of an argument value that do not stand, word for word, in what the person said. */
export function taintedParts(value: Json, heard: Heard, path = "args"): TaintedPart[] {
  if (!heard.outside || value === null || typeof value === "boolean") return [];
  if (Array.isArray(value)) return value.flatMap((member, i) => taintedParts(member, heard, `${path}[${i}]`));
  if (typeof value === "object")
    return Object.entries(value).flatMap(([name, member]) => taintedParts(member, heard, `${path}.${name}`));
  const text = String(value);
  const said = heard.owner.some((words) => says(plain(words), plain(text)));
  return said ? [] : [{ path, text }];
}

/** Whole words only: "1" is not said by "10 o'clock". */
function says(words: string, part: string): boolean {
  if (part === "") return false;
  const inWord = /[\p{L}\p{N}]/u;
  for (let at = words.indexOf(part); at >= 0; at = words.indexOf(part, at + 1)) {
    const [before, after] = [words[at - 1] ?? " ", words[at + part.length] ?? " "];
    if (!inWord.test(before) && !inWord.test(after)) return true;
  }
  return false;
}

function plain(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
}

/** A call that leaves the system reaches listed hosts and servers only. */
export function egressGate(target: string | undefined, { egress }: ToolContext): Refusal | undefined {
  if (target === undefined || egress.includes(target)) return undefined;
  return { error: "unavailable", message: `${target} is not on this system's list of places it may reach` };
}
