/**
 * Sends a test message to a channel. The test is an announcement: a row of the outbox (R4), named by the press of the
 * button (R5). So the same press again is the same message. It goes to that channel only and leaves no copy in the
 * thread.
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

/** Returns the name of a test. It is made from the key of the press and the channel, so each channel has its own test. */
export function testIdOf(userId: UserId, channel: TestedChannel, key: string): string {
  return digest(userId, "test", channel, key).slice(0, 16);
}

/** True when the person has linked this channel. */
export function isLinked(profile: Profile, channel: TestedChannel): boolean {
  return addressOf(profile, channel) !== undefined;
}

/**
 * Commits the row of a test, once for each key. The process that has the channel sends it. Returns false, and commits
 * nothing, when the tests of the last hour have reached the limit.
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
  // If two requests come with one key at once, the other request has committed it.
  await commitIf(store, writes);
  return true;
}

/** Returns the state of a test, or undefined for a test that does not exist. */
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

/** States after which a test is not sent any more. In some of them nobody knows whether it arrived. */
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
