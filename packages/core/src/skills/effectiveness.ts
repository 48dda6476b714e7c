/**
 * Computes how well a recipe works for a person: a score from their feedback, and the consequences of that score. It is
 * pure.
 *
 * In the source, the score is 0.6 × feedback by rules plus 0.4 × the judgement of a model at night (docs/sources.md,
 * Effectiveness of recipes). If no run of a recipe was judged, the score is the feedback part alone, from 0 to 1.
 * Otherwise it could never exceed 0.80. A night counts only if there is new feedback of the person; a judgement alone
 * is not enough.
 */
import { type Feedback, type FeedbackKind, keys, RecipeStanding, type UserId } from "@waldo/contracts";
import type { Row, Store } from "../ports.ts";
import { putOver } from "../store/cas.ts";
import { queryAll } from "../store/query-all.ts";
import { getNamed, recipeKey } from "../store/row-names.ts";

/** The limits of the source: a night below the first is low, a night above the second is high. */
export const [LOW, HIGH] = [0.4, 0.8];
/** How many low nights in a row send a recipe to review, and how many high nights in a row make it preferred. */
export const [REVIEW_AFTER, PREFERRED_AFTER] = [3, 10];
/** How many days back feedback counts. This is our own choice. */
export const SCORE_DAYS = 28;

/**
 * The value of each kind of feedback, from 0 to 1, and its weight. Silence is not a clear answer: it has a quarter of
 * the weight and a middle value.
 */
const WORTH: Record<FeedbackKind, { readonly worth: number; readonly weight: number }> = {
  up: { worth: 1, weight: 1 },
  done: { worth: 1, weight: 1 },
  followed: { worth: 1, weight: 1 },
  ignored: { worth: 0.5, weight: 0.25 },
  dismissed: { worth: 0, weight: 1 },
  down: { worth: 0, weight: 1 },
  undone: { worth: 0, weight: 1 },
  dont_say: { worth: 0, weight: 1 },
};

/** Returns the meaning of a kind of feedback: 1 for welcome, -1 for unwelcome, 0 for silence. */
export function verdictOf(kind: FeedbackKind): 1 | 0 | -1 {
  const { worth } = WORTH[kind];
  return worth > 0.5 ? 1 : worth < 0.5 ? -1 : 0;
}

/** Each recipe begins as if it already had feedback of this weight and value. So a single thumb changes little. */
const PRIOR = { worth: 0.6, weight: 3 } as const;

/** The shares of feedback and judgement in the source. */
const [OF_RULES, OF_JUDGE] = [0.6, 0.4];

/**
 * Returns the score of a recipe, from 0 to 1, from the person's feedback and a model's judgements of its runs. The
 * order does not matter.
 */
export function scoreOf(kinds: readonly FeedbackKind[], judged: readonly number[] = []): number {
  const rules = ruleScore(kinds);
  if (judged.length === 0) return rules;
  return OF_RULES * rules + OF_JUDGE * (sum([...judged].sort((a, b) => a - b)) / judged.length);
}

function ruleScore(kinds: readonly FeedbackKind[]): number {
  const weights = kinds.map((kind) => WORTH[kind].weight);
  const worths = kinds.map((kind) => WORTH[kind].worth * WORTH[kind].weight);
  return (sum(worths) + PRIOR.worth * PRIOR.weight) / (sum(weights) + PRIOR.weight);
}

/** Adds numbers. The weights are eighths, so the sums are exact. */
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

/**
 * Returns the standing of a recipe after a night. `feedback` and `judged` cover the last {@link SCORE_DAYS} days. A
 * night without new feedback changes nothing, and silence alone does not count as new feedback.
 */
export function standingAfter(
  before: RecipeStanding | undefined,
  feedback: readonly Feedback[],
  judged: readonly number[] = [],
): RecipeStanding | undefined {
  const counted = feedback.filter(({ at }) => at > (before?.keptAt ?? -1));
  const isNew = ({ kind, at }: Feedback) => kind !== "ignored" && at > (before?.newest ?? -1);
  if (!counted.some(isNew)) return before;
  const score = scoreOf(
    counted.map(({ kind }) => kind),
    judged,
  );
  return {
    score,
    lows: score < LOW ? (before?.lows ?? 0) + 1 : 0,
    highs: score > HIGH ? (before?.highs ?? 0) + 1 : 0,
    newest: Math.max(...counted.map(({ at }) => at)),
    ...(before?.keptAt === undefined ? {} : { keptAt: before.keptAt }),
  };
}

/** Returns the standing of a recipe as if it had no feedback yet. Earlier feedback no longer counts. */
export function startedAnew({ newest }: RecipeStanding): RecipeStanding {
  return { score: PRIOR.worth, lows: 0, highs: 0, newest, keptAt: newest };
}

export type RecipeState = "usual" | "review" | "preferred";

export function stateOf({ lows, highs }: Pick<RecipeStanding, "lows" | "highs">): RecipeState {
  if (lows >= REVIEW_AFTER) return "review";
  return highs >= PREFERRED_AFTER ? "preferred" : "usual";
}

export type LoadedStanding = { readonly row: Row; readonly standing: RecipeStanding };

/** Returns the standing of each recipe by name. A recipe without feedback is not in the map. */
export async function loadStandings(store: Store, userId: UserId): Promise<Map<string, LoadedStanding>> {
  const known = new Map<string, LoadedStanding>();
  for await (const row of queryAll(store, keys.recipe.all(userId))) {
    const standing = RecipeStanding.parse(row.body);
    const name = standing.name ?? keys.recipe.parse(row.key.sk)?.[0] ?? "";
    known.set(name, { row, standing });
  }
  return known;
}

/**
 * Brings back a recipe because the person wants it. Earlier feedback no longer counts. A recipe without feedback stays
 * unchanged. Throws `ConditionFailed` when the night wrote in between; the caller may repeat it.
 */
export async function keepRecipe(store: Store, userId: UserId, name: string): Promise<void> {
  const row = await getNamed(store, recipeKey(userId, name), keys.recipe(userId, name));
  if (row) await store.transact([putOver(row, row.key, startedAnew(RecipeStanding.parse(row.body)))]);
}
