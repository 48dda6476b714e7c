/**
 * A person's feedback as rows. The key of a row holds the occasion and the instant at which the run began. So feedback
 * that arrives twice is one row, and a second thumb for the same message replaces the first.
 */
import {
  ContextStep,
  type EpochMs,
  Feedback,
  type FeedbackKind,
  GatedStep,
  keys,
  type PromptContext,
  type RunId,
  StepRecord,
  type UserId,
} from "@waldo/contracts";
import type { Store, Write } from "../ports.ts";
import { queryAll } from "../store/query-all.ts";
import { lastSentence } from "./suggested.ts";
import { kindOf } from "./suggestion-choice.ts";

/** The subject of feedback: a run that spoke or acted, its recipes, and the suggestion of its Brief. */
type Spoke = Pick<Feedback, "runId" | "recipes" | "phrase"> & { readonly since: EpochMs };

/**
 * Returns the facts of a run that feedback needs. Returns undefined for a run that is unknown, has left the store, or
 * built no prompt.
 */
export async function spokeIn(store: Store, userId: UserId, runId: RunId): Promise<Spoke | undefined> {
  let since: EpochMs | undefined;
  let context: PromptContext | undefined;
  let text: string | undefined;
  for await (const { body } of queryAll(store, keys.step.all(userId, runId))) {
    const { to, at, data } = StepRecord.parse(body);
    if (to === "CONTEXT_BUILT") [since, context] = [at, ContextStep.safeParse(data).data?.context];
    if (to === "GATED") text = GatedStep.safeParse(data).data?.text;
  }
  if (since === undefined || context === undefined) return undefined;
  const phrase = context.trigger === "brief" ? kindOf(lastSentence(text ?? "") ?? "") : undefined;
  const recipes = context.skills.map(({ name }) => name);
  return { runId, recipes, since, ...(phrase === undefined ? {} : { phrase }) };
}

/** One piece of feedback. `occasion` identifies it among all feedback of the person. */
type Given = { readonly occasion: string; readonly kind: FeedbackKind; readonly at: EpochMs };

/** Returns the write that stores a feedback. Feedback on the same occasion has the same row, whenever it comes. */
export function feedbackWrite(userId: UserId, { since, ...spoke }: Spoke, { occasion, kind, at }: Given): Write {
  const body: Feedback = { ...spoke, kind, at };
  return { op: "put", key: keys.feedback(userId, since, occasion), body };
}

/** Returns the occasion of a thumb for a run. Up and down are answers to the same question. */
export function thumbFor(runId: RunId): string {
  return `${runId}-thumb`;
}

/** The kinds of feedback on a message, by a button or in words. */
export const SAID_OF_MESSAGE = ["up", "down", "dont_say"] as const satisfies readonly FeedbackKind[];
export type SaidOfMessage = (typeof SAID_OF_MESSAGE)[number];

/**
 * Returns the writes of a person's feedback on a message, and the recipes that it concerns. If the person gave the same
 * feedback before, there is no write. Returns undefined when the run is no longer known. The caller commits.
 */
export async function stageFeedback(
  store: Store,
  userId: UserId,
  { runId, kind, at }: { readonly runId: RunId; readonly kind: SaidOfMessage; readonly at: EpochMs },
): Promise<{ readonly writes: readonly Write[]; readonly recipes: readonly string[] } | undefined> {
  const spoke = await spokeIn(store, userId, runId);
  if (!spoke) return undefined;
  const occasion = kind === "dont_say" ? `${runId}-dont-say` : thumbFor(runId);
  const before = await store.get(keys.feedback(userId, spoke.since, occasion));
  const isKnown = before !== undefined && Feedback.parse(before.body).kind === kind;
  const { recipes } = spoke;
  return { recipes, writes: isKnown ? [] : [feedbackWrite(userId, spoke, { occasion, kind, at })] };
}
