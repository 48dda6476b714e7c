// The end of a review. One transaction stores next week's goals, one note for memory, and the text about both. For a
// day the person can undo all of it. In the person's file only the list of This Week changes.
import {
  type EpochMs,
  type GoalsWriter,
  isError,
  keys,
  MOST_GOAL_LINE,
  MOST_GOALS,
  type Profile,
  type Review,
  type ReviewOutcome,
  saidAt,
  type UserId,
} from "@waldo/contracts";
import { planGoals } from "../goals/plan.ts";
import { loadGoalsFile } from "../goals/stored.ts";
import { patternOf } from "../memory/claims/claim.ts";
import { forgettingWrites, meantBy } from "../memory/claims/forget.ts";
import { stageNote } from "../memory/claims/inbox.ts";
import { agrees } from "../person/consents.ts";
import type { Ports, Write } from "../ports.ts";
import { commitIf } from "../store/cas.ts";
import { type Loaded, loadReview, reviewWrite, wordsWrites } from "./rows.ts";
import { canBeTakenBack, isOver, turned, undoButton } from "./state.ts";
import { answerTo, endText, keptOf } from "./words.ts";

type WeekChange = {
  readonly was: readonly string[];
  readonly becomes: readonly string[];
  /** These writes fail if the file has changed since it was read. */
  readonly writes: readonly Write[];
};

/**
 * Writes This Week again. Returns undefined for a person without a file, and `faulty` when the text of the file has a
 * fault, which only the person can correct.
 */
async function applyWeek(
  { store, clock }: Pick<Ports, "store" | "clock">,
  userId: UserId,
  week: readonly string[],
  by: GoalsWriter & "review",
): Promise<WeekChange | "faulty" | undefined> {
  const loaded = await loadGoalsFile(store, userId);
  if (!loaded) return undefined;
  if (loaded.file.faults) return "faulty";
  const items = week.flatMap((line) => asLine(line) ?? []).slice(0, MOST_GOALS);
  try {
    const edit = { do: "set", section: "week", items } as const;
    const { file, writes } = await planGoals(store, userId, { by, now: clock.now(), edit });
    return { was: loaded.file.goals.week, becomes: file.goals.week, writes };
  } catch (error) {
    // If the file cannot take these lines, for example because it is full, the review still ends.
    if (isError(error, "InvalidInput")) return "faulty";
    throw error;
  }
}

/**
 * Returns the words in the form of a line of the file, without a box and without comments. Returns undefined when no
 * words remain.
 */
function asLine(words: string): string | undefined {
  const line = words
    .replaceAll(/<!--|-->/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim()
    .replace(/^(?:\[[^\]]*\]\s*)+/, "");
  return line === "" ? undefined : line.slice(0, MOST_GOAL_LINE).trim();
}

const NEXT = ["next-first", "next-second", "next-third"] as const;

/**
 * Ends a review. It is `done` after its last question, and otherwise `incomplete`: then the partial summary is kept and
 * the goals stay unchanged. Returns the review after that. Throws `ConditionFailed` when a row has changed meanwhile;
 * the caller tries again.
 */
export async function endReview(
  ports: Pick<Ports, "store" | "clock">,
  profile: Profile,
  loaded: Loaded,
  date: Review["date"],
): Promise<Review> {
  const { review } = loaded;
  if (isOver(review)) return review;
  const { userId } = profile;
  const now = ports.clock.now();
  const state = review.index >= review.questions.length ? "done" : "incomplete";
  const wanted = NEXT.flatMap((name) => answerTo(review, name) ?? []);
  const change = state === "done" && wanted.length > 0 ? await applyWeek(ports, userId, wanted, "review") : undefined;
  const week = change === undefined || change === "faulty" ? undefined : change;
  const note = (await agrees(ports.store, userId, "memory")) ? noteOf(review, now) : undefined;
  const outcome: ReviewOutcome = {
    ...(week ? { week: { was: [...week.was], becomes: [...week.becomes] } } : {}),
    ...(note ? { kept: note.kept } : {}),
    at: now,
  };
  const next = turned(review, { state, waits: "question", outcome }, now);
  const text = endText(next, outcome, change === "faulty");
  const undo = week || note ? { buttons: [undoButton(review.reviewId)] } : {};
  await ports.store.transact([
    reviewWrite(loaded, next),
    ...(week?.writes ?? []),
    ...(note ? [note.write] : []),
    ...wordsWrites(profile, next, { kind: "reply", text, date, now, ...undo }),
  ]);
  return next;
}

/** Returns the note of the week in the person's words, in the form that the inbox accepts. */
function noteOf(review: Review, now: EpochMs) {
  const claim = keptOf(review);
  if (claim === undefined) return undefined;
  const owner = review.answers.flatMap(({ text }) => text ?? []);
  const from = { trigger: "user_message", runId: saidAt(review, review.turn + 1), at: now, outside: false } as const;
  const staged = stageNote(review.userId, { hall: "events", claim }, { ...from, owner, recalled: [] });
  if (staged.outcome !== "noted" || staged.intent.kind !== "note" || staged.write.op !== "put") return undefined;
  const [at = now, id = ""] = keys.inbox.parse(staged.write.key.sk) ?? [];
  return { write: staged.write, kept: { claim: staged.intent.claim, at, id } };
}

export type TakenBack = "undone" | "too_late" | "not_undoable";

/**
 * Undoes what a review changed: This Week gets its earlier content if nobody has changed it since, and the note is
 * removed from memory. This can be done once, within a day.
 */
export async function takeBack(
  ports: Pick<Ports, "store" | "clock" | "archive">,
  userId: UserId,
  reviewId: string,
): Promise<TakenBack> {
  const loaded = await loadReview(ports.store, userId, reviewId);
  const outcome = loaded?.review.outcome;
  const now = ports.clock.now();
  if (!loaded || !outcome || outcome.takenBack || !(outcome.week || outcome.kept)) return "not_undoable";
  if (!canBeTakenBack(outcome, now)) return "too_late";
  const week = outcome.week ? await weekBack(ports, userId, outcome.week) : [];
  if (week === undefined) return "not_undoable";
  const memory = outcome.kept ? await noteBack(ports, userId, outcome.kept, now) : [];
  const review: Review = { ...loaded.review, outcome: { ...outcome, takenBack: true }, updatedAt: now };
  return (await commitIf(ports.store, [reviewWrite(loaded, review), ...week, ...memory])) ? "undone" : "not_undoable";
}

async function weekBack(
  ports: Pick<Ports, "store" | "clock">,
  userId: UserId,
  { was, becomes }: NonNullable<ReviewOutcome["week"]>,
): Promise<readonly Write[] | undefined> {
  const change: WeekChange | "faulty" | undefined = await applyWeek(ports, userId, was, "review");
  if (change === undefined || change === "faulty") return undefined;
  return change.was.join("\n") === becomes.join("\n") ? change.writes : undefined;
}

/**
 * Returns the writes that undo the note of a review. The note is still in the inbox, or a night has turned it into a
 * claim.
 */
async function noteBack(
  { store, archive }: Pick<Ports, "store" | "archive">,
  userId: UserId,
  { claim, at, id }: NonNullable<ReviewOutcome["kept"]>,
  now: EpochMs,
): Promise<readonly Write[]> {
  const key = keys.inbox(userId, at, id);
  if (await store.get(key)) return [{ op: "delete", key, when: [{ is: "present" }] }];
  const memory = { store, archive, userId, now };
  const meant = await meantBy({ id: patternOf(claim, "") }, memory);
  return (meant && (await forgettingWrites(meant, memory, "owner"))) ?? [];
}
