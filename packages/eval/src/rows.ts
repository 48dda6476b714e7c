/** Reads from the store what an evaluation needs. */
import {
  ActionEntry,
  EffectRecord,
  type EpochMs,
  EvalNight,
  Feedback,
  isAnnouncement,
  isUnasked,
  keys,
  type LocalDate,
  OutboxRow,
  type Profile,
  Proposal,
  RunHeader,
  StepRecord,
  TERMINAL_STATES,
  type UserId,
} from "@waldo/contracts";
import type { Store } from "@waldo/core/ports";
import { daysSaid } from "@waldo/core/skills/suggested";
import { queryAll } from "@waldo/core/store/query-all";
import { addDays, DAY_MS } from "@waldo/core/time";
import type { Trace } from "./trace.ts";

/** Runs leave the store after a week, and cannot be evaluated then. */
export const RUN_DAYS = 7;

/** The rows that are read once for all runs of a night. */
type Around = {
  readonly feedback: readonly Feedback[];
  readonly proposals: readonly Proposal[];
  readonly effects: readonly EffectRecord[];
  /** The unasked messages of Waldo, with their time and run. */
  readonly said: readonly { readonly at: EpochMs; readonly text: string; readonly runId: string | undefined }[];
  readonly profile: Profile;
  readonly now: EpochMs;
};

export async function loadAround(
  store: Store,
  {
    userId,
    profile,
    date,
    now,
  }: { readonly userId: UserId; readonly profile: Profile; readonly date: LocalDate; readonly now: EpochMs },
): Promise<Around> {
  const since = Math.max(0, now - (RUN_DAYS + 1) * DAY_MS);
  const [feedback, proposals, effects, days] = await Promise.all([
    bodies(store, keys.feedback.between(userId, [since]), Feedback.parse),
    bodies(store, keys.proposal.all(userId), Proposal.parse),
    effectsSince(store, userId, since),
    daysSaid(store, userId, addDays(date, 1)),
  ]);
  const said = days
    .flatMap(({ messages }) => messages)
    .flatMap(({ from, kind, at, text, runId }) =>
      from === "waldo" && UNASKED.includes(kind) ? [{ at, text, runId }] : [],
    );
  return { feedback, proposals: proposals.filter((one) => one.createdAt >= since), effects, said, profile, now };
}

const UNASKED: readonly string[] = OutboxRow.shape.kind.options.filter(isUnasked);

/** The log names the actions, so the cost does not grow with all earlier actions. */
async function effectsSince(store: Store, userId: UserId, since: EpochMs): Promise<EffectRecord[]> {
  const found: EffectRecord[] = [];
  for await (const { body } of queryAll(store, keys.patrol.between(userId, [since])))
    for (const effectId of ActionEntry.safeParse(body).data?.undo ?? []) {
      const row = await store.get(keys.effect(userId, effectId));
      if (row) found.push(EffectRecord.parse(row.body));
    }
  return found;
}

/** Returns the runs in the store that have ended, in the order of their end. */
export async function endedRuns(store: Store, userId: UserId): Promise<(RunHeader & { readonly endedAt: EpochMs })[]> {
  const headers = await bodies(store, keys.run.all(userId), RunHeader.parse);
  return headers
    .filter(({ state, runId }) => TERMINAL_STATES.some((one) => one === state) && !isAnnouncement(runId))
    .map((header) => ({ ...header, endedAt: header.endedAt ?? header.updatedAt }))
    .sort((a, b) => a.endedAt - b.endedAt || (a.runId < b.runId ? -1 : 1));
}

/** Returns the trace of a run, with the rows around it. */
export async function traceOf(store: Store, header: RunHeader, around: Around): Promise<Trace> {
  const { userId, runId, createdAt } = header;
  const [steps, outbox] = await Promise.all([
    bodies(store, keys.step.all(userId, runId), StepRecord.parse),
    bodies(store, keys.outbox.all(userId, runId), OutboxRow.parse),
  ]);
  const { said, profile } = around;
  const before = said.filter((one) => one.runId !== runId && one.at < createdAt && one.at >= createdAt - 7 * DAY_MS);
  return {
    header,
    steps,
    outbox,
    ...decidedOn(runId, around),
    before: before.map(({ text }) => text),
    profile,
  };
}

/** Returns what the person decided about a run. */
export function decidedOn(
  runId: string,
  { feedback, proposals, effects, now }: Around,
): Pick<Trace, "feedback" | "proposals" | "effects" | "now"> {
  const isOwn = (one: { readonly runId?: string | undefined }) => one.runId === runId;
  return {
    feedback: feedback.filter(isOwn),
    proposals: proposals.filter(isOwn),
    effects: effects.filter(isOwn),
    now,
  };
}

/** Returns the nights from a date on, the oldest first. */
export function nightsSince(store: Store, userId: UserId, date: LocalDate): Promise<EvalNight[]> {
  return bodies(store, keys.evaluation.between(userId, [date]), EvalNight.parse);
}

async function bodies<T>(
  store: Store,
  range: Parameters<typeof queryAll>[1],
  parse: (body: unknown) => T,
): Promise<T[]> {
  const found: T[] = [];
  for await (const { body } of queryAll(store, range)) found.push(parse(body));
  return found;
}
