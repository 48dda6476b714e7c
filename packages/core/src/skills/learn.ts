/**
 * Learns at night from the feedback of the last weeks. First it collects the feedback in other rows, then it scores the
 * recipes with new feedback. Its writes commit when the phase is marked as done, so a night counts once.
 *
 *   a proposal that was done, or answered with "not now"   → done, dismissed
 *   an effect that was undone                              → undone
 *   the suggestion of a morning and the reply to it        → followed, dismissed, ignored
 *
 * Thumbs and "don't say that" are stored when they are given (feedback.ts).
 */
import {
  ActionEntry,
  EffectRecord,
  EvalNight,
  Feedback,
  type FeedbackKind,
  keys,
  type LocalDate,
  NOT_NOW,
  Proposal,
  RunId,
  type UserId,
} from "@waldo/contracts";
import type { Store, Write } from "../ports.ts";
import { queryAll } from "../store/query-all.ts";
import { putNamed, recipeKey } from "../store/row-names.ts";
import { addDays, DAY_MS } from "../time.ts";
import { loadStandings, SCORE_DAYS, standingAfter, stateOf } from "./effectiveness.ts";
import { feedbackWrite, spokeIn, thumbFor } from "./feedback.ts";
import { daysSaid, suggestedOn } from "./suggested.ts";

/** Only runs know their recipes, and they leave the store after a week. */
const LOOK_BACK_DAYS = 7;
/** The most feedback that one night collects from other rows. The rest waits for the next night. */
const MOST_NOTED = 50;
/** The most recipes that one night scores. A person has fewer. */
const MOST_SCORED = 45;

type Night = { readonly date: LocalDate; readonly now: number };
type Found = { readonly runId: string; readonly occasion: string; readonly kind: FeedbackKind };

/** Returns the night's writes, and the count of each kind. It writes nothing itself. */
export async function learn(
  store: Store,
  userId: UserId,
  { date, now }: Night,
): Promise<{ readonly writes: readonly Write[]; readonly counts: Record<string, number> }> {
  const known = await feedbackSince(store, userId, now - SCORE_DAYS * DAY_MS);
  const found = [
    ...(await ofProposals(store, userId, now)),
    ...(await ofUndone(store, userId, now)),
    ...(await ofSuggestions(store, userId, date)),
  ].filter(({ occasion, kind, runId }) => {
    // If the person gave a thumb, they were not silent.
    if (kind === "ignored" && known.has(thumbFor(runId))) return false;
    return known.get(occasion)?.kind !== kind;
  });
  const noted: Write[] = [];
  let left = found.length;
  for (const { occasion, kind, runId } of found) {
    if (noted.length >= MOST_NOTED) break;
    left--;
    const spoke = await spokeIn(store, userId, runId);
    if (!spoke) continue;
    const write = feedbackWrite(userId, spoke, { occasion, kind, at: now });
    noted.push(write);
    if (write.op === "put") known.set(occasion, Feedback.parse(write.body));
  }
  const scored = await score(store, userId, [...known.values()], await judgedSince(store, userId, date));
  return {
    writes: [...noted, ...scored.writes],
    counts: { noted: noted.length, left, ...scored.counts },
  };
}

async function score(
  store: Store,
  userId: UserId,
  feedback: readonly Feedback[],
  judged: ReadonlyMap<string, readonly number[]>,
) {
  const standings = await loadStandings(store, userId);
  const names = [...new Set(feedback.flatMap(({ recipes }) => recipes))].sort();
  const counts = { scored: 0, review: 0, preferred: 0 };
  const writes: Write[] = [];
  for (const name of names) {
    if (writes.length >= MOST_SCORED) break;
    const before = standings.get(name);
    const own = feedback.filter(({ recipes }) => recipes.includes(name));
    const after = standingAfter(before?.standing, own, judged.get(name));
    if (after === undefined || after === before?.standing) continue;
    writes.push(...putNamed(before?.row, recipeKey(userId, name), { ...after, name }));
    counts.scored++;
    const state = stateOf(after);
    if (state !== "usual") counts[state]++;
  }
  return { writes, counts };
}

/** Returns the feedback on what was said or done since an instant, by its occasion. */
async function feedbackSince(store: Store, userId: UserId, since: number): Promise<Map<string, Feedback>> {
  const known = new Map<string, Feedback>();
  for await (const { key, body } of queryAll(store, keys.feedback.between(userId, [Math.max(0, since)]))) {
    const [, occasion = ""] = keys.feedback.parse(key.sk) ?? [];
    known.set(occasion, Feedback.parse(body));
  }
  return known;
}

/** Returns a model's judgements of each recipe's runs, in the weeks that a score covers. */
async function judgedSince(store: Store, userId: UserId, date: LocalDate): Promise<Map<string, number[]>> {
  const judged = new Map<string, number[]>();
  const nights = keys.evaluation.between(userId, [addDays(date, -SCORE_DAYS)]);
  for await (const { body } of queryAll(store, nights))
    for (const { recipes, judge } of EvalNight.parse(body).runs)
      for (const name of judge.judged ? recipes : [])
        judged.set(name, [...(judged.get(name) ?? []), judge.judged ? judge.score : 0]);
  return judged;
}

async function ofProposals(store: Store, userId: UserId, now: number): Promise<Found[]> {
  const found: Found[] = [];
  for await (const { body } of queryAll(store, keys.proposal.all(userId))) {
    const { proposalId, runId, state, reason, createdAt } = Proposal.parse(body);
    if (createdAt < now - LOOK_BACK_DAYS * DAY_MS) continue;
    if (state === "executed") found.push({ runId, occasion: proposalId, kind: "done" });
    // "Modify" declines a proposal too, but it shows that the person wants something similar.
    if (state === "declined" && reason === NOT_NOW) found.push({ runId, occasion: proposalId, kind: "dismissed" });
  }
  return found;
}

async function ofUndone(store: Store, userId: UserId, now: number): Promise<Found[]> {
  const found: Found[] = [];
  const lately = keys.patrol.between(userId, [Math.max(0, now - LOOK_BACK_DAYS * DAY_MS)]);
  for await (const { body } of queryAll(store, lately))
    for (const effectId of ActionEntry.safeParse(body).data?.undo ?? []) {
      const row = await store.get(keys.effect(userId, effectId));
      const { undone = false, runId } = row ? EffectRecord.parse(row.body) : {};
      if (undone && runId !== undefined) found.push({ runId, occasion: `${effectId}-undone`, kind: "undone" });
    }
  return found;
}

async function ofSuggestions(store: Store, userId: UserId, date: LocalDate): Promise<Found[]> {
  const days = await daysSaid(store, userId, date);
  const lately = days.filter((day) => day.date >= addDays(date, -LOOK_BACK_DAYS));
  return lately.flatMap(suggestedOn).flatMap(({ runId, answer }): Found[] => {
    const spoke = RunId.safeParse(runId).data;
    return spoke === undefined ? [] : [{ runId: spoke, occasion: `${spoke}-suggestion`, kind: answer ?? "ignored" }];
  });
}
