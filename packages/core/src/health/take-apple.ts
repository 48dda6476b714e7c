// Receives what a phone posts from Apple Health, on a single machine and on AWS. The phone has no session. A header
// holds a key that the person created; only its digest is stored. The key contains the person's id, which leads to the
// row. The key is checked before the body is read.
import { createHmac, timingSafeEqual } from "node:crypto";
import {
  APPLE_POST_BYTES,
  ApplePost,
  type AppleTaken,
  DOOR_ERRORS,
  type DoorError,
  type EpochMs,
  HookToken,
  keys,
  type Posted,
  Posted as PostedRow,
  SourceDay,
  UserId,
  WaldoError,
} from "@waldo/contracts";
import { digest } from "../digest.ts";
import { accumulator, meteredStore } from "../meter/metered.ts";
import { requireConsent } from "../person/consents.ts";
import { zoneOfOffset } from "../person/zone-names.ts";
import { MAX_TRANSACTION_WRITES, type Ports, type Write } from "../ports.ts";
import { refusalOf } from "../refusal.ts";
import { putOver, retryConflicts } from "../store/cas.ts";
import { HOUR_MS, localDate } from "../time.ts";
import { dayOver, type Merged, mergePost, POSTED_ROW_MS } from "./apple-post.ts";
import { saveSamples } from "./intraday.ts";
import { findTimeZone } from "./ledger.ts";
import { countIngest, type SyncPorts } from "./take-sync.ts";

type Rows = Pick<Ports, "store" | "clock">;

/** 128 bits, in base64url. The person's id follows. */
const SECRET_CHARS = 22;

const digestOf = (token: string) => digest("apple", token);

/** Creates the key of a person's phone, and returns it once. The previous key becomes invalid. No model sees `key`. */
export async function newAppleToken({ store, clock }: Rows, key: Uint8Array, userId: UserId): Promise<string> {
  const at = clock.now();
  const secret = createHmac("sha256", key)
    .update(JSON.stringify(["apple", userId, at]))
    .digest("base64url");
  const token = `${secret.slice(0, SECRET_CHARS)}${userId}`;
  const body = { digest: digestOf(token), at };
  await store.transact([{ op: "put", key: keys.hookToken(userId, "apple"), body }]);
  return token;
}

/** Deletes the key. Posts with it are refused from then on. */
export async function forgetAppleToken({ store, clock }: Rows, userId: UserId): Promise<void> {
  await store.transact([{ op: "put", key: keys.hookToken(userId, "apple"), body: { at: clock.now() } }]);
}

/** Returns the person of a key, or undefined for an invalid key. */
async function personOfToken({ store }: Pick<Rows, "store">, token: string): Promise<UserId | undefined> {
  const userId = UserId.safeParse(token.slice(SECRET_CHARS)).data;
  const row = userId === undefined ? undefined : await store.get(keys.hookToken(userId, "apple"));
  const known = row && HookToken.parse(row.body).digest;
  const isSame = known !== undefined && timingSafeEqual(Buffer.from(known), Buffer.from(digestOf(token)));
  return isSame ? userId : undefined;
}

type Sent = { readonly userId: UserId; readonly bytes: number; readonly body: ApplePost };

/** A post in which nothing could be read, although it has metrics that Waldo uses. */
type Nothing = { readonly nothingOf: readonly string[] };

/**
 * Stores the days and the readings of a post, then wakes the person's agent. The same post again writes the same rows
 * and causes the same wake, until its night is over. Above the daily limit it stores nothing, and returns the seconds
 * until the next day. When a part cannot be read, the person is told once. Throws before anything is stored:
 * `ConsentNeeded`, and `InvalidInput` for more days than a post may hold.
 */
async function takeApplePost(
  { store: uncounted, clock, startWake }: SyncPorts,
  { userId, bytes, body }: Sent,
): Promise<AppleTaken | { readonly full: number } | Nothing> {
  const tally = accumulator();
  const store = meteredStore(uncounted, tally);
  const now = clock.now();
  await requireConsent(store, userId, "body");
  const full = await countIngest({ store, clock }, userId, { posts: 1 });
  if (full !== undefined) return { full };
  const { posted, days, samples, passedOver, unread, latest } = await retryConflicts(async () => {
    const key = keys.posted(userId);
    const row = await store.get(key);
    const merged = mergePost(body, row && PostedRow.parse(row.body), now);
    const put = { ...putOver(row, key, merged.posted satisfies Posted), expiresAt: now + POSTED_ROW_MS };
    const writes = await dayWrites({ store, userId }, merged.days);
    // The row of posts and the last days commit in one transaction. Days that do not fit are written before it. If a
    // post fails in between, it is joined again.
    const before = writes.slice(0, -BESIDE_POSTED);
    for (let i = 0; i < before.length; i += BESIDE_POSTED) await store.transact(before.slice(i, i + BESIDE_POSTED));
    await store.transact([put, ...writes.slice(-BESIDE_POSTED)]);
    return merged;
  });
  tally.add({ counts: { ingestBytes: bytes, sourceDays: days.length, samples: samples.length } });
  const unreadSince = Math.min(...Object.values(posted.unread));
  if (unread.length > 0 && now - unreadSince < TELLS_MS) {
    const scheduledAt = new Date(unreadSince).toISOString();
    const tells = { userId, job: "sync", scheduledAt, unread: unreadSince } as const;
    await startWake(`apple-unread-${digest(userId, unreadSince).slice(0, 32)}`, tells);
  }
  if (unread.length > 0 && days.length === 0 && samples.length === 0) return { nothingOf: unread };
  await saveSamples({ store, clock }, userId, samples);
  const timeZone = await zoneAt({ store, userId }, latest, now);
  const today = timeZone === undefined ? undefined : localDate(now, timeZone);
  // A night that has just ended may continue. Yesterday's night is in nearly every post and does not matter here.
  const settled = days.some(
    ({ date, sleeps }) => date === today && sleeps.some(({ nap, end }) => !nap && now - end >= HOUR_MS),
  );
  const scheduledAt = new Date(now).toISOString();
  const dates = [...new Set(days.map(({ date }) => date))].sort();
  // The wake is sent even if no day has changed: when an earlier wake was lost, the repeated post shows no change.
  const [from] = dates;
  const oldest = from === undefined ? {} : { from };
  const wake = { userId, job: "sync", scheduledAt, settled, ...oldest, spent: tally.spent() } as const;
  await startWake(`apple-${digest(userId, JSON.stringify({ body, settled })).slice(0, 32)}`, wake);
  const left = unread.length > 0 ? { unread: [...unread] } : {};
  return { dates: dates.length, samples: samples.length, passedOver, ...left };
}

/** For this long every unreadable post asks for the wake that tells the person, in case an earlier wake was lost. */
const TELLS_MS = HOUR_MS;

/** How many days fit into a transaction beside the row of posts. */
const BESIDE_POSTED = MAX_TRANSACTION_WRITES - 1;
/**
 * The most days of one post: a year of two devices. They must be read and written within the 29 seconds of a function.
 */
const MOST_DAYS = 800;

async function dayWrites(
  { store, userId }: Pick<Rows, "store"> & { readonly userId: UserId },
  days: readonly SourceDay[],
): Promise<Write[]> {
  if (days.length > MOST_DAYS)
    throw new WaldoError("InvalidInput", `a post holds at most ${MOST_DAYS} days: let the app send fewer at once`);
  return Promise.all(
    days.map(async (day): Promise<Write> => {
      const key = keys.sourceDay(userId, day.date, day.source);
      const row = await store.get(key);
      return putOver(row, key, dayOver(row && SourceDay.parse(row.body), day));
    }),
  );
}

/**
 * An older entry does not tell where the person is now. A shortcut in the morning gives its entry the time of midnight.
 */
const TELLS_ZONE_MS = 12 * HOUR_MS;

/**
 * Stores the time zone of the latest entry, and returns the person's zone. The known zone stays when it had that offset
 * at that time. An offset that no zone has changes nothing.
 */
async function zoneAt(
  { store, userId }: Pick<Rows, "store"> & { readonly userId: UserId },
  latest: Merged["latest"],
  now: EpochMs,
): Promise<string | undefined> {
  const known = await findTimeZone(store, userId);
  if (latest === undefined || (known !== undefined && Math.abs(now - latest.at) > TELLS_ZONE_MS)) return known;
  const timeZone = zoneOfOffset(latest.offset, latest.at, known) ?? known;
  if (timeZone !== undefined) await store.transact([{ op: "put", key: keys.timeZone(userId), body: { timeZone } }]);
  return timeZone;
}

type HookAnswer = {
  readonly status: (typeof DOOR_ERRORS)[keyof typeof DOOR_ERRORS] | 200;
  readonly body: AppleTaken | DoorError;
  /** In seconds. */
  readonly retryAfter?: number;
};

/** `token` is the value of the header, and `text` the unread body. Every error becomes an answer. */
export async function answerAppleHook(
  ports: SyncPorts & Pick<Ports, "log">,
  { token, text }: { readonly token: string; readonly text: string },
): Promise<HookAnswer> {
  const userId = await personOfToken(ports, token);
  if (userId === undefined) return refused({ error: "Forbidden", message: "this key counts no more: make another" });
  const bytes = Buffer.byteLength(text);
  if (bytes > APPLE_POST_BYTES)
    return refused({ error: "TooLarge", message: `the body is larger than ${APPLE_POST_BYTES} bytes` });
  const body = ApplePost.safeParse(json(text));
  if (!body.success) return refused({ error: "InvalidInput", message: "this is no post of Health Auto Export" });
  try {
    const taken = await takeApplePost(ports, { userId, bytes, body: body.data });
    if ("nothingOf" in taken) return refused({ error: "InvalidInput", message: nothingRead(taken) });
    if (!("full" in taken)) return { status: 200, body: taken };
    const message = "this phone has sent more today than a day holds: it can go on tomorrow";
    return { ...refused({ error: "TooMany", message }), retryAfter: taken.full };
  } catch (error) {
    const { body: refusal, retryAfter } = refusalOf(error, ports.log);
    return { ...refused(refusal), ...(retryAfter === undefined ? {} : { retryAfter }) };
  }
}

function nothingRead({ nothingOf }: Nothing): string {
  return `nothing of this post could be read: the times, units or words of ${nothingOf.join(", ")} are not known here`;
}

function refused(body: DoorError): HookAnswer {
  return { status: DOOR_ERRORS[body.error], body };
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
