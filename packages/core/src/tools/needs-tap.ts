/**
 * The gates between a parsed call and its effect. They check what a call would do, where its arguments come from and
 * what the run has read. They never judge whether a text looks dangerous.
 *
 * One gate decides about every effect of every tool (docs/decisions/0016-taint-follows-the-words.md):
 *
 * | effect                                 | run read nothing from outside | run read text from outside                |
 * |----------------------------------------|-------------------------------|-------------------------------------------|
 * | read of own rows, end of the run       | allowed                       | allowed                                   |
 * | proposal                               | allowed from L2 on            | allowed from L2 on, marked                |
 * | read that sends its arguments out       | allowed                       | only what the person asked for             |
 * | staging                                | allowed from L2 on            | only what the person asked for, or a tap  |
 * | own write that can be undone           | L3, or asked for, or a tap    | asked for, or a tap                       |
 * | what third parties see                 | a tap                         | a tap                                     |
 *
 * At L1 a note to memory is allowed, and only in a run that read nothing from outside.
 *
 * While the person changes a proposal, the action that replaces it needs a tap in every column.
 *
 * A tap opens the gate for exactly the calls that its proposal covers and for no other (R14).
 */
import {
  OUTSIDE_READS,
  PROPOSABLE_TOOLS,
  STAGING_TOOLS,
  type TaintedPart,
  TOOL_EFFECT,
  TOOL_PERMISSIONS,
  type ToolErrorName,
  type ToolName,
} from "@waldo/contracts";
import type { Json } from "../ports.ts";
import { localDate } from "../time.ts";
import { covers } from "./approval.ts";
import { timeZoneOf } from "./args.ts";
import { isAskedFor } from "./asked.ts";
import { leavesOf, taintedParts } from "./provenance.ts";
import type { Target, Tool, ToolContext } from "./tool.ts";
import { isUnderstood } from "./understood.ts";

type Refusal = { readonly error: ToolErrorName; readonly message: string };

/** Deny first: a tool that is not in the trigger's row is refused. */
export function aclGate(name: ToolName, { trigger }: ToolContext): Refusal | undefined {
  return TOOL_PERMISSIONS[trigger].includes(name)
    ? undefined
    : { error: "denied", message: `${name} is not available to ${trigger}` };
}

/** A call in the form that the gate checks: the tool and its arguments, parsed and as JSON. */
type GatedCall = { readonly tool: Tool; readonly parsed: unknown; readonly args: Json };

/** The question to the person: the arguments that a tap approves, the parts from outside, and the row concerned. */
type Asked = {
  readonly parsed: unknown;
  readonly args: Json;
  readonly tainted: readonly TaintedPart[];
  readonly concerns?: string;
};

/** `inOwnWords` is true when the person asked for the call themselves. */
export type Verdict =
  | { readonly allowed: true; readonly inOwnWords?: true }
  | (Refusal & { readonly allowed: false; readonly asked?: Asked });

const ALLOWED: Verdict = { allowed: true };
const ASKED: Verdict = { allowed: true, inOwnWords: true };
const deny = (error: ToolErrorName, message: string): Verdict => ({ allowed: false, error, message });

/**
 * Tools that only store what the person said: a note, which the night settles, or a word of their own day. A person at a
 * level that changes nothing has these tools too.
 */
const NOTES: readonly ToolName[] = ["update_memory", "note_feedback", "note_day"];

/**
 * Decides one call. Throws `ToolFailure` when the row of the call does not exist, because the person could not be asked
 * about it.
 */
export async function effectGate(call: GatedCall, context: ToolContext): Promise<Verdict> {
  const { tool, args } = call;
  const { name } = tool;
  const effect = TOOL_EFFECT[name];
  const outsideRead = (OUTSIDE_READS as readonly ToolName[]).includes(name);
  if (effect === "send" || (effect === "read" && !outsideRead)) return ALLOWED;
  // This call only names a proposal. The store holds whether that proposal was approved.
  if (name === "execute_action") return ALLOWED;
  if (context.approval && covers(context.approval, name, args, context.now)) return ALLOWED;
  const { heard, autonomy } = context;
  if (effect !== "read" && autonomy === "L1" && (!NOTES.includes(name) || heard.outside))
    return deny("denied", "the person wants to be told, not helped: observe only");
  if (name === "propose_action") return ALLOWED;
  // Words that change a proposal permit nothing by themselves: the new action waits for a new tap.
  if (mayBeInPlace(name, context)) {
    const target = "plan" in tool ? await tool.target?.(call.parsed, context) : undefined;
    const message = "the person wants a proposal changed, so they will be asked again; nothing has been changed";
    return { allowed: false, error: "needs_approval", message, asked: await askedAbout(call, target, context) };
  }
  const staging = (STAGING_TOOLS as readonly ToolName[]).includes(name);
  const free = effect === "read" || staging || (effect === "internal_write" && autonomy === "L3");
  if (free && !heard.outside && effect !== "internal_write") return ALLOWED;
  const target = "plan" in tool ? await tool.target?.(call.parsed, context) : undefined;
  // An action that the person asked for in their own words needs no tap (docs/decisions/0019).
  if ((free || effect === "internal_write") && (await isAsked(call, target, context))) return ASKED;
  if (free && !heard.outside) return ALLOWED;
  return {
    allowed: false,
    error: "needs_approval",
    message: heard.outside
      ? "other people's text was read in this run, and the person has not asked for this in their own words: they will be asked, and nothing has been changed"
      : "the person will be asked; nothing has been changed",
    asked: await askedAbout(call, target, context),
  };
}

async function isAsked({ tool, parsed, args }: GatedCall, target: Target<unknown> | undefined, context: ToolContext) {
  const { asking } = tool;
  if (!asking || target?.replaces) return false;
  const { heard, now, store, userId } = context;
  const request = { args, phrases: asking.phrases(parsed), implied: asking.implied };
  const timeZone = await timeZoneOf(store, userId);
  if (isAskedFor(request, target, heard.owner, { now, timeZone })) return true;
  const wish = { name: tool.name, args, implied: asking.implied };
  return isUnderstood(wish, target, await context.understood?.(), localDate(now, timeZone));
}

/**
 * Returns the tools whose actions may replace a proposal that is being changed. The list is empty when none is being
 * changed.
 */
export function inPlace({ changing }: ToolContext): readonly ToolName[] {
  return changing === undefined ? [] : [...PROPOSABLE_TOOLS, ...changing.map(({ tool }) => tool)];
}

function mayBeInPlace(name: ToolName, context: ToolContext): boolean {
  return TOOL_EFFECT[name] !== "read" && inPlace(context).includes(name);
}

/** Returns what the person sees before they tap: the exact row, and every part that may be other people's words. */
export async function askedAbout(
  call: GatedCall,
  target: Target<unknown> | undefined,
  context: ToolContext,
): Promise<Asked> {
  const parsed = target?.args ?? call.parsed;
  const args: Json = target ? JSON.parse(JSON.stringify(target.args)) : call.args;
  const own = await ownParts(call.tool.name, context);
  return {
    parsed,
    args,
    tainted: taintedParts(args, context.heard).filter((part) => !own.has(partKey(part))),
    ...(target ? { concerns: target.shown } : {}),
  };
}

const partKey = ({ path, text }: TaintedPart) => `${path} ${text}`;

/**
 * Returns the parts of a changed action that are not other people's words although the run has read some: parts that
 * were not marked before, and parts that plain code took from the person's message.
 */
async function ownParts(tool: ToolName, { changing = [], wanted }: ToolContext): Promise<ReadonlySet<string>> {
  const before = changing.filter((action) => action.tool === tool);
  if (before.length === 0) return new Set();
  const marked = new Set(before.flatMap(({ tainted }) => tainted.map(partKey)));
  const change = await wanted?.();
  const after = change?.is === "changed" ? change.actions.filter((action) => action.tool === tool) : [];
  const parts = [...before, ...after].flatMap(({ args }) => leavesOf(args).map(partKey));
  return new Set(parts.filter((part) => !marked.has(part)));
}

/** Refuses an outgoing call to a host or a server that is not in the list. */
export function egressGate(target: string | undefined, { egress }: ToolContext): Refusal | undefined {
  if (target === undefined || egress.includes(target)) return undefined;
  return { error: "unavailable", message: `${target} is not on this system's list of places it may reach` };
}
