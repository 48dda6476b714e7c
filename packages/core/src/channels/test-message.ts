/**
 * The test of a channel. It is an announcement like any other: a row of the outbox (R4), named by the press of the button
 * (R5), so the same press again is the same message. It goes to one channel alone and leaves no copy in the thread.
 */
import {
  announcementId,
  type ChannelTest,
  keys,
  type LocalDate,
  OutboxRow,
  type Profile,
  TEST_MINUTES,
  TESTS_PER_HOUR,
  type TestedChannel,
  type UserId,
} from "@waldo/contracts";
import { digest } from "../digest.ts";
import type { Ports, Store } from "../ports.ts";
import { commitIf } from "../store/cas.ts";
import { queryAll } from "../store/query-all.ts";
import { HOUR_MS, MINUTE_MS } from "../time.ts";
import { announcement } from "./announce.ts";
import { whyUnsent } from "./outbox.ts";
import { addressOf } from "./persona.ts";

const TEXT = "This is the test that you asked for. What Waldo has to say arrives here.";

type Wanted = { readonly channel: TestedChannel; readonly key: string; readonly date: LocalDate };

/** Returns the name of a test. A press has one key, and each channel its own test. */
export function testIdOf(userId: UserId, channel: TestedChannel, key: string): string {
  return digest(userId, "test", channel, key).slice(0, 16);
}

/** True when the person can be reached on a channel. */
export function isLinked(profile: Profile, channel: TestedChannel): boolean {
  return addressOf(profile, channel) !== undefined;
}

/**
 * Commits the row of a test, once for each key. The process that holds the channel sends it. Returns false, and commits
 * nothing, when the last hour holds no more tests.
 */
export async function enqueueTest(
  { store, clock }: Pick<Ports, "store" | "clock">,
  profile: Profile,
  { channel, key, date }: Wanted,
): Promise<boolean> {
  const { userId } = profile;
  const name = testIdOf(userId, channel, key);
  const now = clock.now();
  if (await rowOf(store, userId, name)) return true;
  if ((await sentSince(store, userId, now - HOUR_MS)) >= TESTS_PER_HOUR) return false;
  const writes = announcement(
    profile,
    { by: "test", name, trigger: "user_message", date, now },
    { kind: "test", text: TEXT, only: channel, until: now + TEST_MINUTES * MINUTE_MS },
  );
  // Two requests with one key at once: the other one has committed it.
  await commitIf(store, writes);
  return true;
}

/** Returns what became of a test, or undefined for one that was never sent. */
export async function testOf(
  ports: Pick<Ports, "store" | "clock">,
  userId: UserId,
  channel: TestedChannel,
  testId: string,
): Promise<ChannelTest | undefined> {
  const row = await rowOf(ports.store, userId, testId);
  if (row?.channel !== channel) return undefined;
  const why = await whyUnsent(ports, row);
  const isOver = row.state !== "sent" && (FINAL.includes(row.state) || ports.clock.now() > (row.sendBefore ?? 0));
  return {
    ...{ testId, channel, state: row.state === "sent" ? "sent" : isOver ? "failed" : "waiting" },
    ...(why === undefined ? {} : { why }),
  };
}

/** States in which a test is not sent any more, or in which nobody knows whether it arrived. */
const FINAL: readonly OutboxRow["state"][] = ["dead", "suppressed", "unknown"];

async function rowOf(store: Store, userId: UserId, name: string): Promise<OutboxRow | undefined> {
  const row = await store.get(keys.outbox(userId, announcementId("test", name), 0));
  return row && OutboxRow.parse(row.body);
}

async function sentSince(store: Store, userId: UserId, since: number): Promise<number> {
  let count = 0;
  for await (const { body } of queryAll(store, keys.outbox.startingWith(userId, announcementId("test", ""))))
    if (OutboxRow.parse(body).createdAt > since) count++;
  return count;
}
