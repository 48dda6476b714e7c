/** Reminders that the person set and that a channel did not take. voices/failures.ts tells the person of them. */
import {
  announcementId,
  type ChannelName,
  type EpochMs,
  keys,
  OutboxRow,
  type RunId,
  type UserId,
} from "@waldo/contracts";
import type { Store, Write } from "../ports.ts";
import { putOver } from "../store/cas.ts";
import { queryAll } from "../store/query-all.ts";
import { DAY_MS, MINUTE_MS } from "../time.ts";

const WATCH = announcementId("watch", "");
/** After this time the news of a reminder is of no use. */
const OLD_MS = DAY_MS;
/** So long after a failure the news does not wait for another try. */
const PATIENCE_MS = 10 * MINUTE_MS;

/** True for a reminder that the person set, that a channel did not take, and of which they do not know that. */
export function isUntold({ kind, runId, state, told, createdAt }: OutboxRow, now: EpochMs): boolean {
  const isAsked = kind === "reminder" && runId.startsWith(WATCH);
  return isAsked && (state === "failed" || state === "dead") && told === undefined && now - createdAt < OLD_MS;
}

/** A reminder that must be told, with the channels that did not take it. */
export type FailedReminder = {
  readonly runId: RunId;
  readonly at: EpochMs;
  readonly channels: readonly ChannelName[];
  /** True when a channel is still tried. */
  readonly goesOn: boolean;
  /** Commits with the news. */
  readonly writes: readonly Write[];
};

/**
 * Returns a reminder if its person should hear now that it failed. A channel that gave up counts. One that is still
 * tried counts when it failed twice, or a while ago, and no other channel that rings has brought the words.
 */
export async function failedReminder(
  store: Store,
  userId: UserId,
  runId: RunId,
  now: EpochMs,
): Promise<FailedReminder | undefined> {
  const rows: { readonly row: OutboxRow; readonly version: number }[] = [];
  for await (const { body, version } of queryAll(store, keys.outbox.all(userId, runId)))
    rows.push({ row: OutboxRow.parse(body), version });
  const isHeard = rows.some(({ row }) => row.channel !== "in_app" && row.state === "sent");
  const failed = rows.filter(({ row }) => {
    if (!isUntold(row, now)) return false;
    return row.state === "dead" || (!isHeard && (row.attempt > 1 || now - row.updatedAt >= PATIENCE_MS));
  });
  const [first] = failed;
  if (!first) return undefined;
  return {
    runId,
    at: first.row.moment ?? first.row.createdAt,
    channels: failed.map(({ row }) => row.channel),
    goesOn: failed.some(({ row }) => row.state === "failed"),
    writes: failed.map(({ row, version }) =>
      putOver({ version }, keys.outbox(userId, runId, row.ordinal), { ...row, told: now }),
    ),
  };
}
