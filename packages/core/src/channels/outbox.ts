/**
 * The transactional outbox. Every message to a person goes through a row here (R4). The row commits in the same
 * transaction as the state that caused it (R2). This file owns the states of a row:
 *
 *   pending ──claim──> claimed ──> sent | unknown | failed | dead        (and pending → suppressed)
 *
 * A claim is a conditional write with an expiry and an attempt. The provider is called between two commits, so a
 * process that dies between them leaves the row `claimed`. Once its claim has expired, no one knows whether the message
 * arrived, and the row becomes `unknown`. Proactive kinds stop there (at most once, and the in-app copy exists). A text
 * that the person asked for is sent again, marked as a repeat (at least once).
 */
import {
  type ChannelMessage,
  DELIVERY_CLASS,
  type EpochMs,
  isError,
  isUnasked,
  type Key,
  keys,
  OUTBOX_TRANSITIONS,
  OutboxRow,
  type OutboxState,
  type Profile,
  PUSH_BODY_CHARS,
  type RunHeader,
  type RunId,
  type UserId,
  WaldoError,
} from "@waldo/contracts";
import { inQuietHours, LIVE_CHAT_MS } from "../cadence/quiet-hours.ts";
import { idempotencyKey } from "../digest.ts";
import { isCareDay } from "../person/care.ts";
import { findHeard } from "../person/heard.ts";
import { pausedSince, transactUnlessPaused } from "../person/paused.ts";
import { findProfile, type Reachable, reachable } from "../person/profile.ts";
import type { Ports, SendOutcome, Write } from "../ports.ts";
import { putNew, putOver } from "../store/cas.ts";
import { queryAll } from "../store/query-all.ts";
import { DAY_MS, elapsed, HOUR_MS, isAhead, localDate, MINUTE_MS } from "../time.ts";
import { isUntold } from "./failed.ts";
import { lateWords, momentOf, whyTooLate } from "./moment.ts";
import { addressOf, type Candidate, mayTellBody, pushBudgetOf, slice } from "./persona.ts";
import { claimUnasked, loadSaid } from "./said.ts";

/** A send that takes longer than this counts as lost. It is longer than any channel adapter's own timeout (10 s). */
export const CLAIM_MS = 30_000;
/** How many sends a row may have. After the last of them it is dead. */
export const MAX_SEND_ATTEMPTS = 5;
/** No row waits longer than this, even if a provider asks for it. */
const LONGEST_WAIT_MS = DAY_MS;
const RETRY_MS = [1, 5, 15, 60].map((minutes) => minutes * MINUTE_MS);

type Loaded = { readonly row: OutboxRow; readonly version: number };

/** Returns the rows of the candidates. The caller commits them with the transition that led to them (R2, R5). */
export function enqueueDelivery(
  header: Pick<RunHeader, "userId" | "runId" | "trigger" | "variant" | "nonce" | "createdAt">,
  profile: Pick<Profile, "userId" | "channels">,
  candidates: readonly Candidate[],
  now: number,
): Write[] {
  const messages = candidates.flatMap((candidate) =>
    slice(candidate, profile).map((sliced) => ({ ...sliced, kind: candidate.kind, ...momentOf(header, candidate) })),
  );
  return messages.map(({ message, kind, ...more }, ordinal) => {
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
      ...more,
      createdAt: now,
      updatedAt: now,
    };
    return putNew(keys.outbox(header.userId, header.runId, ordinal), row);
  });
}

/**
 * Returns the key of a row's message in its thread. Messages that a run sends at the same instant keep the order of the
 * run.
 */
export function messageKey({ userId, createdAt, ordinal, key }: OutboxRow, threadId: string): Key {
  return keys.message(userId, threadId, createdAt, `1-${String(ordinal).padStart(2, "0")}-${key}`);
}

export async function outboxOf(ports: Pick<Ports, "store">, userId: UserId, runId: RunId): Promise<OutboxRow[]> {
  return (await load(ports, userId, runId)).map(({ row }) => row);
}

async function load(ports: Pick<Ports, "store">, userId: UserId, runId: RunId): Promise<Loaded[]> {
  const rows: Loaded[] = [];
  for await (const row of queryAll(ports.store, keys.outbox.all(userId, runId)))
    rows.push({ row: OutboxRow.parse(row.body), version: row.version });
  return rows;
}

export function isSettled(row: OutboxRow): boolean {
  const atRest: readonly OutboxState[] = ["sent", "dead", "suppressed"];
  return atRest.includes(row.state) || (row.state === "unknown" && DELIVERY_CLASS[row.kind] === "at_most_once");
}

/**
 * Sends every message of a run that may be sent now, and returns the rows after that. The function may run twice, also
 * at the same time, and may be killed at any point.
 */
export async function flushRun(ports: Ports, userId: UserId, runId: RunId): Promise<OutboxRow[]> {
  const rows = await load(ports, userId, runId);
  const urgent = isUrgent(rows);
  // An answer to a person in danger is sent even when their profile cannot be read.
  const profile = urgent ? await reachable(ports.store, userId) : await findProfile(ports.store, userId);
  for (const loaded of rows) if (!isSettled(loaded.row)) await deliver(ports, profile, loaded);
  return rows.length === 0 ? [] : outboxOf(ports, userId, runId);
}

/**
 * What a flush of earlier runs did: how many of them are settled, and which hold a reminder that a channel did not take
 * and of which the person was not told (voices/failures.ts).
 */
type Flushed = { readonly settled: number; readonly untold: readonly RunId[] };

/**
 * Sends the waiting rows of earlier runs, and deletes the pointers of settled rows. While the person is paused, only
 * the answer to words about danger is sent. A run stays until the person knows what of it failed.
 */
export async function flushDue(ports: Ports, userId: UserId): Promise<Flushed> {
  const due = new Map<RunId, Key[]>();
  for await (const { key, body } of queryAll(ports.store, keys.outboxDue.all(userId))) {
    const runId = String(body.runId);
    due.set(runId, [...(due.get(runId) ?? []), key]);
  }
  let settled = 0;
  const untold: RunId[] = [];
  const isPaused = due.size > 0 && (await pausedSince(ports.store, userId)) !== undefined;
  for (const [runId, pointers] of due) {
    if (isPaused && !isUrgent(await load(ports, userId, runId))) continue;
    const rows = await flushRun(ports, userId, runId);
    const isOwed = rows.some((row) => isUntold(row, ports.clock.now()));
    if (isOwed) untold.push(runId);
    if (isOwed || !rows.every(isSettled)) continue;
    settled++;
    for (const key of pointers) await ports.store.transact([{ op: "delete", key }]);
  }
  return { settled, untold };
}

/**
 * Returns in words for the person why a row was not sent, or what it waits for. Returns undefined for a row that was
 * sent. It only reads.
 */
export async function whyUnsent(ports: Pick<Ports, "store" | "clock">, row: OutboxRow): Promise<string | undefined> {
  if (row.state === "sent") return undefined;
  if (row.state === "claimed") return "it is being sent";
  if (isSettled(row)) return row.reason;
  const now = ports.clock.now();
  if (row.kind !== "emergency" && (await pausedSince(ports.store, row.userId)) !== undefined)
    return "everything is paused";
  if (isPending(row.notBefore, now)) return `${row.reason ?? "it failed"}; it is tried again later`;
  const late = whyTooLate(row, now);
  if (late !== undefined) return late;
  const { refuse, later } = await admit(ports, await findProfile(ports.store, row.userId), row, now);
  return refuse ?? later ?? "it goes out with the next wake";
}

/** The reason why Waldo sent nothing unasked on the day after an answer to danger. */
const CARE_DAY = "nothing unasked is said on this day";

function isUrgent(rows: readonly Loaded[]): boolean {
  return rows.length > 0 && rows.every(({ row }) => row.kind === "emergency");
}

/** True when rows of earlier runs still wait. */
export async function hasDue(ports: Pick<Ports, "store">, userId: UserId): Promise<boolean> {
  return (await ports.store.query({ ...keys.outboxDue.all(userId), limit: 1 })).rows.length > 0;
}

/**
 * Returns pointers for the rows that a closing run leaves unsettled. The caller commits them with the run's last
 * transition.
 */
export function dueWrites(rows: readonly OutboxRow[]): Write[] {
  return rows
    .filter((row) => !isSettled(row))
    .map((row) => ({ op: "put", key: keys.outboxDue(row.userId, row.runId, row.ordinal), body: { runId: row.runId } }));
}

async function deliver(ports: Ports, profile: Profile | Reachable | undefined, loaded: Loaded): Promise<void> {
  try {
    await deliverOnce(ports, profile, loaded);
  } catch (error) {
    // Another flush has claimed or settled the row first, and that flush handles it.
    if (!isError(error, "ConditionFailed")) throw error;
  }
}

async function deliverOnce(ports: Ports, profile: Profile | Reachable | undefined, loaded: Loaded): Promise<void> {
  const { row } = loaded;
  const now = ports.clock.now();
  const late = row.state === "claimed" ? undefined : whyTooLate(row, now);
  if (late !== undefined) return void (await suppress(ports, loaded, late));
  // On the day after words about danger, Waldo sends nothing unasked, whatever caused the message and however long it
  // has waited.
  if (isUnasked(row.kind) && row.state !== "claimed" && (await isCareDay(ports.store, row.userId, now)))
    return void (await suppress(ports, loaded, CARE_DAY));
  if (row.message.channel === "in_app") return settleInApp(ports, profile, loaded);
  if (row.state === "claimed") {
    if (isPending(row.claimExpiresAt, now)) return;
    const lost = await move(ports, loaded, {
      state: "unknown",
      reason: "the sender died between the call and its answer",
    });
    if (isSettled(lost.row)) return;
    return deliverOnce(ports, profile, lost);
  }
  if (isPending(row.notBefore, now)) return;
  if (row.attempt >= MAX_SEND_ATTEMPTS)
    return void (await suppress(ports, loaded, "sent often enough, and never confirmed"));
  const address = profile && addressOf(profile, row.channel);
  const channel = ports.channels[row.channel];
  const verdict = await admit(ports, profile, row, now);
  if (!address) return void (await suppress(ports, loaded, "no such channel is linked"));
  if (verdict.refuse !== undefined) return void (await suppress(ports, loaded, verdict.refuse));
  if (verdict.later) return;
  // This process does not have the channel, so it leaves the row to a process that has it.
  if (!channel) return;
  // An answer to danger waits for nothing.
  const wait = row.kind === "emergency" ? undefined : await channel.turn?.(address);
  if (wait !== undefined) return postpone(ports, loaded, wait);

  const claimed = await move(
    ports,
    loaded,
    { state: "claimed", attempt: row.attempt + 1, claimExpiresAt: ports.clock.now() + CLAIM_MS },
    verdict.count,
  );
  const said = withMoment(row, now, profile?.timeZone);
  const message = row.state === "unknown" && said.channel === "telegram" ? { ...said, repeated: true } : said;
  const outcome = await channel.send(address, message, row.key);
  await acknowledge(ports, claimed, outcome);
}

/**
 * Delivers a message in the app. The message is a row in the same store, so one transaction sends and settles it:
 * exactly once.
 */
async function settleInApp(ports: Ports, profile: Profile | Reachable | undefined, loaded: Loaded): Promise<void> {
  const { row } = loaded;
  const said = withMoment(row, ports.clock.now(), profile?.timeZone);
  if (said.channel !== "in_app") return;
  const { threadId, text, card, origin } = said;
  const key = messageKey(row, threadId);
  const dot = DELIVERY_CLASS[row.kind] === "at_most_once" && (await isTalking(ports, row.userId, ports.clock.now()));
  const message = {
    from: "waldo",
    kind: row.kind,
    at: row.createdAt,
    text,
    runId: row.runId,
    ...(card === undefined ? {} : { card }),
    ...(origin === undefined ? {} : { origin }),
    ...(dot ? { dot: true } : {}),
  };
  const budget = await budgetOf(ports, profile, row, ports.clock.now());
  if (budget.refuse !== undefined) return void (await suppress(ports, loaded, budget.refuse));
  const claimed = { ...loaded, row: { ...row, state: "claimed" as const } };
  const effects = [putNew(key, message), ...(budget.count ?? [])];
  await move(ports, claimed, { state: "sent", attempt: 1, receipt: key.sk }, effects);
}

/** Returns the message of a row. A late message begins with the moment that it is about. */
function withMoment(row: OutboxRow, now: EpochMs, timeZone: string | undefined): ChannelMessage {
  const { message } = row;
  const late = lateWords(row, now, timeZone);
  return message.channel === "push"
    ? { ...message, body: `${late}${message.body}`.slice(0, PUSH_BODY_CHARS) }
    : { ...message, text: `${late}${message.text}` };
}

type Verdict = {
  readonly refuse?: string;
  /** The reason why the row may not be sent now. The row stays unchanged, and the next flush tries again. */
  readonly later?: string;
  readonly count?: readonly Write[];
};

/**
 * Decides whether a row may be sent. A paused channel refuses every kind. A chat refuses words about the body unless
 * the person agreed to them there. Quiet hours and the push budget apply only to proactive kinds, and not to what the
 * person asked for. moment.ts has already checked that the row is not too late.
 */
async function admit(
  ports: Pick<Ports, "store">,
  profile: Profile | Reachable | undefined,
  row: OutboxRow,
  now: number,
): Promise<Verdict> {
  const paused = await ports.store.get(keys.channel(row.userId, row.channel));
  if (paused?.body.paused === true)
    return { refuse: "the channel is paused: the person blocked it or its address died" };
  // While the row waited, the person may have taken back the consent or moved to another chat.
  if (row.aboutBody && profile && !mayTellBody(profile))
    return { refuse: "it is about the body, and the person has not agreed to such words in this chat" };
  if (DELIVERY_CLASS[row.kind] === "at_least_once" || !profile || !("wakeTime" in profile)) return {};
  if (inQuietHours(profile, now)) return { refuse: "quiet hours" };
  // While the person is in a conversation, a proactive message is already in their thread with a dot. So its push is
  // refused. Any other channel waits until the conversation is over.
  if (await isTalking(ports, row.userId, now))
    return row.channel === "push"
      ? { refuse: "a chat is open: it is in the thread" }
      : { later: "a chat is open; it goes out when the chat is over" };
  // A retry of a counted message does not count again.
  if (row.attempt > 0) return {};
  const budget = await budgetOf(ports, profile, row, now);
  if (row.channel !== "push" || budget.refuse !== undefined) return budget;
  const budgetKey = keys.pushBudget(row.userId, localDate(now, profile.timeZone));
  const spent = await ports.store.get(budgetKey);
  const sent = Number(spent?.body.sent ?? 0);
  if (sent >= pushBudgetOf(profile)) return { refuse: "the day's push budget is spent" };
  // The count commits in the claim's transaction, so two claims that read the same count cannot both commit.
  const count = { ...putOver(spent, budgetKey, { sent: sent + 1 }), expiresAt: now + 48 * HOUR_MS };
  return { count: [count, ...(budget.count ?? [])] };
}

/** Decides whether the day has room for one more unasked message (said.ts). Its copies on all channels count once. */
async function budgetOf(
  ports: Pick<Ports, "store">,
  profile: Profile | Reachable | undefined,
  row: OutboxRow,
  now: number,
): Promise<Pick<Verdict, "refuse" | "count">> {
  if (!isUnasked(row.kind) || !profile || !("wakeTime" in profile)) return {};
  const date = localDate(now, profile.timeZone);
  return claimUnasked(row.userId, await loadSaid(ports.store, row.userId), { by: row.runId, date, now });
}

async function isTalking(ports: Pick<Ports, "store">, userId: UserId, now: number): Promise<boolean> {
  return elapsed(await findHeard(ports.store, userId), now) < LIVE_CHAT_MS;
}

/** True when a row must still wait. An instant that is later than the longest wait was written by a wrong clock. */
function isPending(until: number | undefined, now: number): boolean {
  return until !== undefined && until > now && !isAhead(until - LONGEST_WAIT_MS, now);
}

async function acknowledge(ports: Ports, claimed: Loaded, outcome: SendOutcome): Promise<void> {
  const { row } = claimed;
  const now = ports.clock.now();
  if (outcome.outcome === "sent")
    return void (await move(ports, claimed, {
      state: "sent",
      ...(outcome.receipt === undefined ? {} : { receipt: outcome.receipt }),
    }));
  if (outcome.outcome === "unknown") {
    const notBefore = now + (RETRY_MS[row.attempt - 1] ?? HOUR_MS);
    return void (await move(ports, claimed, { state: "unknown", reason: outcome.reason, notBefore }));
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
    return void (await move(ports, claimed, { state: "dead", reason: outcome.reason }, pause));
  }
  if (row.attempt >= MAX_SEND_ATTEMPTS)
    return void (await move(ports, claimed, { state: "dead", reason: outcome.reason }));
  const pause = Math.min(Math.max(outcome.afterMs ?? 0, RETRY_MS[row.attempt - 1] ?? HOUR_MS), LONGEST_WAIT_MS);
  await move(ports, claimed, { state: "failed", reason: outcome.reason, notBefore: now + pause });
}

async function suppress(ports: Ports, loaded: Loaded, reason: string): Promise<void> {
  const state = loaded.row.state === "failed" ? "dead" : "suppressed";
  await move(ports, loaded, { state, reason });
}

/** Leaves a row unchanged and lets a flush try again after `ms`. Nothing was sent, so no attempt is counted. */
async function postpone(ports: Ports, { row, version }: Loaded, ms: number): Promise<void> {
  const now = ports.clock.now();
  const later = { ...row, notBefore: now + ms, reason: "many messages go out right now", updatedAt: now };
  await ports.store.transact([putOver({ version }, keys.outbox(row.userId, row.runId, row.ordinal), later)]);
}

async function move(
  ports: Ports,
  { row, version }: Loaded,
  patch: Partial<OutboxRow> & Pick<OutboxRow, "state">,
  effects: readonly Write[] = [],
): Promise<Loaded> {
  const to = patch.state;
  if (!OUTBOX_TRANSITIONS[row.state].includes(to))
    throw new Error(`an outbox row cannot go from ${row.state} to ${to}`);
  const body: OutboxRow = { ...row, ...patch, updatedAt: ports.clock.now() };
  const key = keys.outbox(row.userId, row.runId, row.ordinal);
  const writes = [putOver({ version }, key, body), ...effects];
  const sends = to === "claimed" || (to === "sent" && row.channel === "in_app");
  // If a pause begins at this instant, it holds the message back. The answer to words about danger is sent anyway.
  if (!sends || row.kind === "emergency") await ports.store.transact(writes);
  else if (!(await transactUnlessPaused(ports.store, row.userId, writes)))
    throw new WaldoError("ConditionFailed", "the person is paused, so the row waits");
  ports.log("info", "outbox.row", {
    runId: row.runId,
    ordinal: row.ordinal,
    channel: row.channel,
    from: row.state,
    to,
  });
  return { row: body, version: version + 1 };
}
