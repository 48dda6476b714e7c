// Proposals: what a person is asked to approve. This file creates them, moves them from state to state under their
// version, and expires them. It also says how the message and the tap screen show an action.
import {
  keys,
  MAX_ACTIONS,
  PROPOSAL_TRANSITIONS,
  Proposal,
  type ProposalState,
  type ProposedAction,
  type TaintedPart,
  type UserId,
} from "@waldo/contracts";
import * as z from "zod";
import { digest } from "../digest.ts";
import type { Store, Write } from "../ports.ts";
import { commitIf, putNew, putOver } from "../store/cas.ts";
import { HOUR_MS } from "../time.ts";
import { REGISTRY } from "../tools/registry.ts";

const SHOWN_CHARS = 300;

/**
 * Returns the text of the row that an action concerns, cut to a length that both the message and the tap screen hold.
 */
export function clippedConcern(text: string): string {
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text;
}

/** Said when no argument is from outside but the idea may be. */
export const AFTER_OUTSIDE = "I had read other people's text before I came to this.";

/** Returns the lines of an action, each with at most `most` characters of the words. */
export function othersWords({ tool, tainted }: Pick<ProposedAction, "tool" | "tainted">, most: number): string[] {
  return tainted
    .filter((part) => !isFixed(tool, part))
    .map(({ text }) => `in somebody else's words: “${text.length > most ? `${text.slice(0, most)}…` : text}”`);
}

/** A date, a time or a moment in the notation that only tools use. */
const MOMENT = /^(?:\d{4}-\d{2}-\d{2}(?:T[\d:.]{4,15}(?:Z|[+-]\d{2}:\d{2})?)?|\d{2}:\d{2})$/;
/** An id has no space and at least one digit: "evil" is a word. */
const ID = /^(?=\D{0,80}\d)[\w-]{6,80}$/;

function isFixed(tool: ProposedAction["tool"], { path, text }: TaintedPart): boolean {
  if (MOMENT.test(text)) return true;
  const schema = schemaAt(REGISTRY[tool]?.args, path);
  if (schema instanceof z.ZodEnum || schema instanceof z.ZodLiteral) return schema.safeParse(text).success;
  // A pattern of the schema, or the tool's name for it, says that the text is an id and no sentence.
  const isId = schema instanceof z.ZodString && (schema.format === "regex" || /^args\.\w{1,30}Id$/.test(path));
  return isId && ID.test(text);
}

/** Returns the schema of the argument at a path of `leavesOf`: args.tags[1].name. */
function schemaAt(args: z.ZodType | undefined, path: string): unknown {
  let schema: unknown = args;
  for (const step of path.split(/[.[]/).slice(1)) {
    schema = bare(schema);
    if (schema instanceof z.ZodArray) schema = schema.element;
    else if (schema instanceof z.ZodObject) schema = schema.shape[step];
    else return undefined;
  }
  return bare(schema);
}

function bare(schema: unknown): unknown {
  let inner = schema;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable || inner instanceof z.ZodDefault)
    inner = inner.unwrap();
  return inner;
}

/** A proposal that gets no answer expires after this many hours. The Handoff waits as long. */
export const PROPOSAL_HOURS = 2;

export type LoadedProposal = { readonly proposal: Proposal; readonly version: number };

/**
 * Returns a proposal, to be committed with the run that made it. It holds the first {@link MAX_ACTIONS} actions. The
 * same run with the same actions makes the same proposal.
 */
export function newProposal(userId: UserId, runId: string, actions: readonly ProposedAction[], now: number): Proposal {
  const asked = actions.slice(0, MAX_ACTIONS);
  const id = digest(userId, runId, ...asked.map((action) => action.digest)).slice(0, 16);
  return {
    proposalId: `p-${id}`,
    userId,
    runId,
    actions: asked,
    state: "open",
    createdAt: now,
    expiresAt: now + PROPOSAL_HOURS * HOUR_MS,
    updatedAt: now,
  };
}

export function proposalWrite(proposal: Proposal): Write {
  return putNew(keys.proposal(proposal.userId, proposal.proposalId), proposal);
}

export async function loadProposal(
  store: Store,
  userId: UserId,
  proposalId: string,
): Promise<LoadedProposal | undefined> {
  const row = await store.get(keys.proposal(userId, proposalId));
  return row && { proposal: Proposal.parse(row.body), version: row.version };
}

/** What a move changes besides the state, and the rows that commit with it. */
type Move = {
  readonly patch: Partial<Pick<Proposal, "reason" | "tapBy" | "updatedAt">>;
  readonly effects?: readonly Write[];
};

/**
 * Moves a proposal under its version. Returns `false` when the move is not allowed, or when another process moved it
 * first.
 */
export async function moveProposal(
  store: Store,
  { proposal, version }: LoadedProposal,
  to: ProposalState,
  { patch, effects = [] }: Move,
): Promise<boolean> {
  if (!PROPOSAL_TRANSITIONS[proposal.state].includes(to)) return false;
  const body: Proposal = { ...proposal, ...patch, state: to };
  const key = keys.proposal(proposal.userId, proposal.proposalId);
  return commitIf(store, [putOver({ version }, key, body), ...effects]);
}

/**
 * Expires a proposal that was not answered. It is safe to call at any time: it changes only a proposal that is open or
 * held and whose time is up.
 */
export async function expireProposal(store: Store, loaded: LoadedProposal, now: number): Promise<boolean> {
  const { state, expiresAt } = loaded.proposal;
  if ((state !== "open" && state !== "held") || expiresAt > now) return false;
  return moveProposal(store, loaded, "expired", { patch: { updatedAt: now, reason: "no answer" } });
}
