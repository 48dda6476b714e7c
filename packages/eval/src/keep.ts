/**
 * Counts how much the person kept of what Waldo said and did (docs/sources.md, Evaluation of runs). One run may say one
 * thing, and propose and do several. Each is counted once:
 *
 *   thumb up, "done", a suggestion that was followed, a proposal that was done or changed   kept
 *   thumb down, "not now", "don't say that", undone, a proposal that nobody answered        lost
 * a change that was made without a tap and was not undone                                 kept, after a day
 *   a message that nobody answered                                                          silent
 *
 * If there is a no and a yes, the no counts. Silence after a message is not counted: as kept it would reward many
 * messages, and as lost it would punish messages that need no answer. Silence after a change counts as kept, because
 * the log showed it with its undo.
 */
import { type FeedbackKind, type KeepRate, type KeptCounts, NOT_NOW, type Proposal } from "@waldo/contracts";
import { DAY_MS } from "@waldo/core/time";
import { wilson } from "./paired.ts";
import type { Trace } from "./trace.ts";

type Fate = keyof KeptCounts;
type Decided = Pick<Trace, "feedback" | "proposals" | "effects" | "now">;

const YES: readonly FeedbackKind[] = ["up", "followed"];
const NO: readonly FeedbackKind[] = ["down", "dismissed", "dont_say"];

const NOTHING: KeptCounts = { kept: 0, lost: 0, silent: 0, open: 0 };

/**
 * Returns the result for everything that one run said or did. `said` is true when the run said something that could be
 * kept.
 */
export function fatesOf({ feedback, proposals, effects, now }: Decided, said: boolean): KeptCounts {
  const fates: Fate[] = [
    ...(said ? [fateOfWords(feedback.filter(isOfWords).map(({ kind }) => kind))] : []),
    ...proposals.flatMap((one) => fateOfProposal(one) ?? []),
    // Approved actions are counted with their proposal.
    ...effects
      .filter(({ automatic }) => automatic)
      .map(({ undone = false, at }): Fate => (undone ? "lost" : now - at < DAY_MS ? "open" : "kept")),
  ];
  return sumOf(fates.map((fate) => ({ ...NOTHING, [fate]: 1 })));
}

/** Proposals and effects have their own rows, so their feedback is not counted again. */
function isOfWords({ kind, phrase }: Trace["feedback"][number]): boolean {
  return kind !== "done" && kind !== "undone" && (kind !== "dismissed" || phrase !== undefined);
}

function fateOfWords(kinds: readonly FeedbackKind[]): Fate {
  if (kinds.some((kind) => NO.includes(kind))) return "lost";
  return kinds.some((kind) => YES.includes(kind)) ? "kept" : "silent";
}

function fateOfProposal({ state, reason }: Proposal): Fate | undefined {
  switch (state) {
    case "executed":
    case "superseded":
      return "kept";
    case "undone":
    case "expired":
      return "lost";
    case "declined":
      // "Modify" also declines, but shows that something similar is wanted.
      return reason === NOT_NOW ? "lost" : "kept";
    case "failed":
      return undefined;
    default:
      return "open";
  }
}

export function sumOf(counts: readonly KeptCounts[]): KeptCounts {
  return counts.reduce(
    (sum, one) => ({
      kept: sum.kept + one.kept,
      lost: sum.lost + one.lost,
      silent: sum.silent + one.silent,
      open: sum.open + one.open,
    }),
    NOTHING,
  );
}

/** Returns the share of the decided things that were kept, with Wilson's interval of 95%. */
export function keepRate(counts: KeptCounts): KeepRate {
  const decided = counts.kept + counts.lost;
  if (decided === 0) return counts;
  return { ...counts, rate: counts.kept / decided, ...wilson(counts.kept, decided) };
}
