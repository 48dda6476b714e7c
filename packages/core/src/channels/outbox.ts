/**
 * The transactional outbox. Nothing reaches a person except through a row here (R4), and the row commits in the
 * same transaction as the state that caused it (R2). This file owns the row's life:
 *
 *   pending ──claim──> claimed ──> sent | unknown | failed | dead        (and pending → suppressed)
 *
 * A claim is a conditional write with an expiry and an attempt. The provider is called between two commits, so a
 * death in between leaves `claimed`; once its claim has expired nobody can say whether the message arrived, and it
 * is `unknown`. Proactive kinds stop there (at most once; the in-app copy exists); what the person asked for is
 * sent again, marked as a repeat (at least once).
 */
import {
  DELIVERY_CLASS,
  isError,
  keys,
  OUTBOX_TRANSITIONS,
  OutboxRow,
  type OutboxState,
  Profile,
  PUSH_BUDGET_PER_DAY,
  type RunHeader,
  type RunId,
  type UserId,
} from "@waldo/contracts";
import { LIVE_CHAT_MS } from "../cadence/patrol.ts";
import { inQuietHours } from "../cadence/waking.ts";
import { idempotencyKey } from "../digest.ts";
import type { Ports, SendOutcome, Write } from "../ports.ts";
import { queryAll } from "../store/query-all.ts";
import { HOUR_MS, localDate, MINUTE_MS } from "../time.ts";
import { addressOf, type Candidate, slice } from "./persona.ts";

/** A send that takes longer than this is treated as lost. Longer than any channel adapter's own timeout (10 s). */
export const CLAIM_MS = 30_000;
/** Sends of one row before it is dead. */
export const MAX_SEND_ATTEMPTS = 5;
/** Proactive content older than this is stale and not sent any more. */
export const PROACTIVE_MAX_AGE_MS = 4 * HOUR_MS;
const RETRY_MS = [1, 5, 15, 60].map((minutes) => minutes * MINUTE_MS);

type Loaded = { readonly row: OutboxRow; readonly version: number };

/** The rows candidates become, to be committed with the transition that decided them (R2, R5). */
export function enqueueDelivery(
  header: RunHeader,
  profile: Profile,
  candidates: readonly Candidate[],
  now: number,
): Write[] {
  const messages = candidates.flatMap((candidate) =>
    slice(candidate, profile).map((message) => ({ message, kind: candidate.kind })),
  );
  return messages.map(({ message, kind }, ordinal) => {
    const row: OutboxRow = {
      key: idempotencyKey(header, ordinal),
      userId: header.userId,
      runId: header.runId,
      ordinal,
      channel: message.channel,
      kind,
      message,
      state: "pending",
      attempt: 0,
      createdAt: now,
      updatedAt: now,
    };
    return { op: "put", key: keys.outbox(header.userId, header.runId, ordinal), body: row, when: [{ is: "absent" }] };
  });
}

export async function outboxOf(ports: Pick<Ports, "store">, userId: UserId, runId: RunId): Promise<OutboxRow[]> {
  return (await load(ports, userId, runId)).map(({ row }) => row);
}

async function load(ports: Pick<Ports, "store">, userId: UserId, runId: RunId): Promise<Loaded[]> {
  const { table, pk } = keys.outbox(userId, runId, 0);
  const rows: Loaded[] = [];
  for await (const row of queryAll(ports.store, { table, pk, prefix: `OUTBOX#${runId}#` }))
    rows.push({ row: OutboxRow.parse(row.body), version: row.version });
  return rows;
}

export function isSettled(row: OutboxRow): boolean {
  const atRest: readonly OutboxState[] = ["sent", "dead", "suppressed"];
  return atRest.includes(row.state) || (row.state === "unknown" && DELIVERY_CLASS[row.kind] === "at_most_once");
}

/** Sends whatever of a run may be sent now. Safe to run twice, at once, and to be killed anywhere. Returns the rows as they stand. */
export async function flushRun(ports: Ports, userId: UserId, runId: RunId): Promise<OutboxRow[]> {
  const profile = await loadProfile(ports, userId);
  const rows = await load(ports, userId, runId);
  for (const loaded of rows) if (!isSettled(loaded.row)) await deliver(ports, profile, loaded);
  return rows.length === 0 ? [] : outboxOf(ports, userId, runId);
}

/** Flushes rows that outlived their runs, and drops the pointers of those that came to rest. Returns for how many runs all did. */
export async function flushDue(ports: Ports, userId: UserId): Promise<number> {
  const { table, pk } = keys.outboxDue(userId, "", 0);
  const due = new Map<RunId, string[]>();
  for await (const { key, body } of queryAll(ports.store, { table, pk, prefix: "OUTBOXDUE#" })) {
    const runId = String(body.runId);
    due.set(runId, [...(due.get(runId) ?? []), key.sk]);
  }
  let settled = 0;
  for (const [runId, pointers] of due) {
    const rows = await flushRun(ports, userId, runId);
    if (!rows.every(isSettled)) continue;
    settled++;
    for (const sk of pointers) await ports.store.transact([{ op: "delete", key: { table, pk, sk } }]);
  }
  return settled;
}

/** Whether rows of earlier runs still wait. */
export async function hasDue(ports: Pick<Ports, "store">, userId: UserId): Promise<boolean> {
  const { table, pk } = keys.outboxDue(userId, "", 0);
  return (await ports.store.query({ table, pk, prefix: "OUTBOXDUE#", limit: 1 })).rows.length > 0;
}

/** Pointers for rows a closing run leaves unsettled, to commit with its last transition. */
export function dueWrites(rows: readonly OutboxRow[]): Write[] {
  return rows
    .filter((row) => !isSettled(row))
    .map((row) => ({ op: "put", key: keys.outboxDue(row.userId, row.runId, row.ordinal), body: { runId: row.runId } }));
}

async function loadProfile(ports: Ports, userId: UserId): Promise<Profile | undefined> {
  const row = await ports.store.get(keys.profile(userId));
  return row && Profile.parse(row.body);
}

async function deliver(ports: Ports, profile: Profile | undefined, loaded: Loaded): Promise<void> {
  try {
    await deliverOnce(ports, profile, loaded);
  } catch (error) {
    // Another flush claimed or settled the row first: it is in that flush's hands.
    if (!isError(error, "ConditionFailed")) throw error;
  }
}

async function deliverOnce(ports: Ports, profile: Profile | undefined, loaded: Loaded): Promise<void> {
  const { row } = loaded;
  const now = ports.clock.now();
  if (row.message.channel === "in_app") return settleInApp(ports, loaded);
  if (row.state === "claimed") {
    if ((row.claimExpiresAt ?? 0) > now) return;
    const lost = await move(ports, loaded, "unknown", { reason: "the sender died between the call and its answer" });
    if (isSettled(lost.row)) return;
    return deliverOnce(ports, profile, lost);
  }
  if (row.notBefore !== undefined && row.notBefore > now) return;
  if (row.attempt >= MAX_SEND_ATTEMPTS)
    return void (await suppress(ports, loaded, "sent often enough, and never confirmed"));
  const address = profile && addressOf(profile, row.channel);
  const channel = ports.channels[row.channel];
  const verdict = await admit(ports, profile, row, now);
  if (!address) return void (await suppress(ports, loaded, "no such channel is linked"));
  if (verdict.refuse !== undefined) return void (await suppress(ports, loaded, verdict.refuse));
  if (verdict.later) return;
  // A process without this channel leaves the row to one that has it.
  if (!channel) return;

  const claimed = await move(
    ports,
    loaded,
    "claimed",
    { attempt: row.attempt + 1, claimExpiresAt: now + CLAIM_MS },
    verdict.count,
  );
  const repeated = row.state === "unknown" && row.message.channel === "telegram";
  const message = repeated ? { ...row.message, repeated: true } : row.message;
  const outcome = await channel.send(address, message, row.key);
  await acknowledge(ports, claimed, outcome);
}

/** In-app delivery is a row in the same store, so sending and acknowledging are one transaction: exactly once. */
async function settleInApp(ports: Ports, loaded: Loaded): Promise<void> {
  const { row } = loaded;
  if (row.message.channel !== "in_app") return;
  const { threadId, text, card } = row.message;
  const key = keys.message(row.userId, threadId, row.createdAt, `1-${row.key}`);
  const dot = DELIVERY_CLASS[row.kind] === "at_most_once" && (await isTalking(ports, row.userId, ports.clock.now()));
  const message = {
    from: "waldo",
    kind: row.kind,
    at: row.createdAt,
    text,
    ...(card === undefined ? {} : { card }),
    ...(dot ? { dot: true } : {}),
  };
  const claimed = { ...loaded, row: { ...row, state: "claimed" as const } };
  await move(ports, claimed, "sent", { attempt: 1, receipt: key.sk }, [
    { op: "put", key, body: message, when: [{ is: "absent" }] },
  ]);
}

type Verdict = {
  readonly refuse?: string;
  /** Not now: the row stays as it is for the next flush. */
  readonly later?: true;
  readonly count?: readonly Write[];
};

/** Push budget and quiet hours bind proactive kinds; what the person set up themselves fails open. */
async function admit(ports: Ports, profile: Profile | undefined, row: OutboxRow, now: number): Promise<Verdict> {
  const paused = await ports.store.get(keys.channel(row.userId, row.channel));
  if (paused?.body.paused === true)
    return { refuse: "the channel is paused: the person blocked it or its address died" };
  if (DELIVERY_CLASS[row.kind] === "at_least_once" || !profile) return {};
  if (now - row.createdAt > PROACTIVE_MAX_AGE_MS) return { refuse: "too old to be worth interrupting for" };
  if (inQuietHours(profile, now)) return { refuse: "quiet hours" };
  // The person is talking: what is proactive is in their thread with a dot, and does not break in from outside.
  if (await isTalking(ports, row.userId, now))
    return row.channel === "push" ? { refuse: "a chat is open: it is in the thread" } : { later: true };
  // A retry of a push that was counted is the same push.
  if (row.channel !== "push" || row.attempt > 0) return {};
  const budgetKey = keys.pushBudget(row.userId, localDate(now, profile.zone));
  const spent = await ports.store.get(budgetKey);
  const sent = Number(spent?.body.sent ?? 0);
  if (sent >= PUSH_BUDGET_PER_DAY) return { refuse: "the day's push budget is spent" };
  // Counted in the transaction of the claim: two claims that read one count cannot both commit.
  const when: Write["when"] = [spent ? { is: "version", version: spent.version } : { is: "absent" }];
  return { count: [{ op: "put", key: budgetKey, body: { sent: sent + 1 }, when, expiresAt: now + 48 * HOUR_MS }] };
}

async function isTalking(ports: Pick<Ports, "store">, userId: UserId, now: number): Promise<boolean> {
  const heard = (await ports.store.get(keys.last(userId, "heard")))?.body["at"];
  return typeof heard === "number" && now - heard < LIVE_CHAT_MS;
}

async function acknowledge(ports: Ports, claimed: Loaded, outcome: SendOutcome): Promise<void> {
  const { row } = claimed;
  const now = ports.clock.now();
  if (outcome.outcome === "sent")
    return void (await move(ports, claimed, "sent", outcome.receipt === undefined ? {} : { receipt: outcome.receipt }));
  if (outcome.outcome === "unknown") {
    const notBefore = now + (RETRY_MS[row.attempt - 1] ?? HOUR_MS);
    return void (await move(ports, claimed, "unknown", { reason: outcome.reason, notBefore }));
  }
  if (outcome.outcome === "dead") {
    const pause: Write[] = outcome.pauseChannel
      ? [
          {
            op: "put",
            key: keys.channel(row.userId, row.channel),
            body: { paused: true, reason: outcome.reason, at: now },
          },
        ]
      : [];
    return void (await move(ports, claimed, "dead", { reason: outcome.reason }, pause));
  }
  if (row.attempt >= MAX_SEND_ATTEMPTS) return void (await move(ports, claimed, "dead", { reason: outcome.reason }));
  const pause = Math.max(outcome.afterMs ?? 0, RETRY_MS[row.attempt - 1] ?? HOUR_MS);
  await move(ports, claimed, "failed", { reason: outcome.reason, notBefore: now + pause });
}

async function suppress(ports: Ports, loaded: Loaded, reason: string): Promise<void> {
  const to = loaded.row.state === "failed" ? "dead" : "suppressed";
  await move(ports, loaded, to, { reason });
}

async function move(
  ports: Ports,
  { row, version }: Loaded,
  to: OutboxState,
  patch: Partial<OutboxRow>,
  effects: readonly Write[] = [],
): Promise<Loaded> {
  if (!OUTBOX_TRANSITIONS[row.state].includes(to))
    throw new Error(`an outbox row cannot go from ${row.state} to ${to}`);
  const body: OutboxRow = { ...row, ...patch, state: to, updatedAt: ports.clock.now() };
  const key = keys.outbox(row.userId, row.runId, row.ordinal);
  await ports.store.transact([{ op: "put", key, body, when: [{ is: "version", version }] }, ...effects]);
  ports.log("info", "outbox.row", {
    runId: row.runId,
    ordinal: row.ordinal,
    channel: row.channel,
    from: row.state,
    to,
  });
  return { row: body, version: version + 1 };
}
