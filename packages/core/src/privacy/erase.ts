/**
 * Erasure: `deleteUserEverywhere` as the steps of privacy.asl.json. everything.ts lists all places with a person's data
 * for both, so an erasure removes everything that an export contains.
 *
 * NOTICE   the last message to the Telegram chat, while it is linked
 * MARK     the tombstone: from now on every write for the person is refused; then their schedules and executions end
 * WAIT     longer than any lease and cache lasts, so that every process knows of the tombstone
 * ERASE    stores outside, objects, rows; repeated until all are deleted
 * VERIFY   looks everywhere again; if something is found, the machine goes back to ERASE
 *
 * 1. Each step may die at every await, and may run twice, even at the same time. It removes what it finds and never
 *    needs data that an earlier step has removed.
 * 2. A digest gives the tombstone its name. It holds counts, states and instants, but no personal data. It is kept.
 * 3. Rows are counted in the transaction that deletes them. For the other stores the largest seen count is stored.
 */
import {
  BotChat,
  Erasure,
  type ErasureReceipt,
  type ErasureResult,
  type ErasureTask,
  isError,
  keys,
  RETENTION_DAYS,
  type ReceiptId,
  type UserId,
  WaldoError,
} from "@waldo/contracts";
import { announcement } from "../channels/announce.ts";
import { personDigest } from "../digest.ts";
import { findProfile, hasChat } from "../person/profile.ts";
import type { KeyRing, Ports, Row, Store, Write } from "../ports.ts";
import { pause } from "../run/pause.ts";
import { asRead, commitIf, putNew, putOver, retryConflicts } from "../store/cas.ts";
import { queryAll } from "../store/query-all.ts";
import { readable } from "../store/readable.ts";
import { isErased } from "../store/unless-erased.ts";
import { DAY_MS, localDate } from "../time.ts";
import { everyObject, everyRow, OUTSIDE, type Outside } from "./everything.ts";

/** One store outside rows and objects. Both functions may be called twice. */
export type OutsideStore = {
  /** Deletes all data of the person, and returns how much there was. */
  erase(userId: UserId): Promise<number>;
  /** Returns how much data is still there. */
  left(userId: UserId): Promise<number>;
};

/** The ports of an erasure. Their store and archive have no checks, because an erasure deletes what no run may delete. */
export type ErasurePorts = Pick<Ports, "store" | "archive" | "clock" | "log"> & {
  /** The same rows in sealed form. They can be deleted even when nothing can decrypt them. */
  readonly bare: Store;
  /** The names of all bots that chats were linked to. */
  readonly bots: () => Promise<readonly string[]>;
  /**
   * The stores besides the main one. A store that this system does not have is absent. This file itself erases `links`.
   */
  readonly outside: Partial<Record<Exclude<Outside, "links">, OutsideStore>>;
  /** Makes deleted bytes unreadable, if the store would keep them in free space. */
  readonly compact?: () => Promise<void>;
};

/** How many rows one transaction deletes. A transaction has 100 writes, and one of them is the tombstone. */
const ROWS_AT_ONCE = 90;
/** DynamoDB takes 4 MB in one transaction. */
const BYTES_AT_ONCE = 3 * 1024 * 1024;
/** How many transactions one step makes. After that the machine begins the next step. */
const BATCHES_A_STEP = 100;

/** Carries out one step and returns the next one. */
export async function erasureTask(ports: ErasurePorts, { userId, step }: ErasureTask): Promise<ErasureResult> {
  if (step === "NOTICE") await unlessKeyLost(ports, notice(ports, userId));
  if (step === "MARK") await mark(ports, userId);
  const next =
    step === "ERASE" ? await erase(ports, userId) : step === "VERIFY" ? await verify(ports, userId) : "ERASE";
  return { userId, next };
}

/** Returns the receipt of a person's erasure by its id. Returns undefined when no person with that digest was erased. */
export async function receiptOf(
  store: Pick<Store, "get">,
  receiptId: ReceiptId,
  stays: readonly (keyof typeof RETENTION_DAYS)[],
): Promise<ErasureReceipt | undefined> {
  const row = await store.get(keys.gone(receiptId));
  if (!row) return undefined;
  const erasure = Erasure.parse(bodyOf(row));
  const { endedAt } = erasure;
  const agesOut = stays.map((what) => {
    const days = RETENTION_DAYS[what];
    return { what, days, ...(endedAt === undefined ? {} : { until: endedAt + days * DAY_MS }) };
  });
  const keyDays = stays.includes("keyBackups") ? RETENTION_DAYS.keyBackups : 0;
  return { receiptId, ...erasure, ...(endedAt === undefined ? {} : { finalAt: endedAt + keyDays * DAY_MS }), agesOut };
}

const NOTICE =
  "As you asked, I am deleting everything that I have of you. What we wrote here is kept by Telegram, where I cannot delete it: open this chat's menu, choose to delete the chat, and block the bot. This is my last message.";

/** Returns the store of data keys. Without a person's key no copy of their rows and objects can be read. */
export function keyStore(ring: KeyRing): OutsideStore {
  return {
    async erase(userId) {
      await ring.destroy(userId);
      return 1;
    },
    left: async () => 0,
  };
}

/**
 * Puts the last message into the outbox. It can be sent only while the chat is known. A failure never delays the
 * erasure.
 */
async function notice({ store, clock, log }: ErasurePorts, userId: UserId): Promise<void> {
  const profile = await findProfile(readable(store, log), userId);
  if (!profile || !hasChat(profile.channels) || (await isErased(store, userId))) return;
  const now = clock.now();
  const occasion = {
    by: "privacy",
    name: "last",
    trigger: "patrol",
    date: localDate(now, profile.timeZone),
    now,
  } as const;
  await commitIf(store, announcement(profile, occasion, { kind: "reply", text: NOTICE, only: "telegram" }));
}

/** Ignores the error of a lost key: rows sealed with it cannot be read, and the erasure need not read them. */
async function unlessKeyLost({ log }: ErasurePorts, work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!isError(error, "KeyLost")) throw error;
    log("warn", "erasure.key_lost", {});
  });
}

async function mark(ports: ErasurePorts, userId: UserId): Promise<void> {
  const { store, clock, log } = ports;
  const open = readable(store, log);
  // A pause stops everything for a person. A person without rows needs none.
  const paused = pause({ store: open, clock }, userId).catch((error: unknown) => {
    if (!isError(error, "InvalidInput")) throw error;
  });
  await unlessKeyLost(ports, paused);
  const erasure: Erasure = { state: "marked", markedAt: clock.now(), removed: {} };
  await commitIf(store, [putNew(keys.gone(personDigest(userId)), erasure)]);
  await eraseOutside(ports, userId, "first");
}

async function erase(ports: ErasurePorts, userId: UserId): Promise<"ERASE" | "VERIFY"> {
  const { store, bare, archive } = ports;
  await change(store, userId, (erasure) => ({ ...erasure, state: "erasing" }));
  await eraseOutside(ports, userId, "first");
  await eraseOutside(ports, userId, "then");
  for (const { root, prefix } of everyObject(userId)) {
    await atLeast(store, userId, `objects.${root}`, (await archive.list(prefix)).length);
    await archive.deletePrefix(prefix);
  }
  let batches = 0;
  for (const { partition, query } of everyRow(userId))
    for (;;) {
      const { rows } = await bare.query({ ...query, limit: ROWS_AT_ONCE });
      if (rows.length === 0) break;
      await eraseRows(store, userId, partition, rows);
      batches += 1;
      if (batches >= BATCHES_A_STEP) return "ERASE";
    }
  return "VERIFY";
}

async function verify(ports: ErasurePorts, userId: UserId): Promise<"ERASE" | "DONE"> {
  const { store, bare, archive, clock, log } = ports;
  let left = 0;
  for (const { query } of everyRow(userId)) left += (await bare.query({ ...query, limit: 1 })).rows.length;
  // The second deletion also finds old versions that a listing does not show.
  for (const { prefix } of everyObject(userId)) left += await archive.deletePrefix(prefix);
  for (const name of OUTSIDE_NAMES)
    if (OUTSIDE[name].when !== "last") left += (await outsideStore(ports, name)?.left(userId)) ?? 0;
  if (left > 0) return "ERASE";
  await eraseOutside(ports, userId, "last");
  await ports.compact?.();
  const now = clock.now();
  const { removed } = await change(store, userId, (erasure) =>
    erasure.state === "done" ? erasure : { ...erasure, state: "done", endedAt: now },
  );
  log("info", "erasure.done", { receiptId: personDigest(userId), ...removed });
  return "DONE";
}

const OUTSIDE_NAMES = Object.keys(OUTSIDE) as Outside[];

function outsideStore(ports: ErasurePorts, name: Outside): OutsideStore | undefined {
  return name === "links" ? links(ports) : ports.outside[name];
}

async function eraseOutside(
  ports: ErasurePorts,
  userId: UserId,
  when: (typeof OUTSIDE)[Outside]["when"],
): Promise<void> {
  for (const name of OUTSIDE_NAMES) {
    const outside = OUTSIDE[name].when === when ? outsideStore(ports, name) : undefined;
    if (outside) await atLeast(ports.store, userId, name, await outside.erase(userId));
  }
}

/** Returns the store for rows of bots that name a person, including chats that the person left long ago. */
function links({ store, bots }: ErasurePorts): OutsideStore {
  async function* of(userId: UserId): AsyncGenerator<{ readonly bot: string; readonly row: Row }> {
    for (const bot of await bots())
      for await (const row of queryAll(store, keys.botChat.all(bot)))
        if (BotChat.safeParse(bodyOf(row)).data?.userId === userId) yield { bot, row };
  }
  return {
    async erase(userId) {
      let erased = 0;
      for await (const { bot, row } of of(userId)) {
        const [chat = ""] = keys.botChat.parse(row.key.sk) ?? [];
        const writes: Write[] = [
          { op: "delete", key: row.key, when: asRead(row) },
          { op: "delete", key: keys.botPace(bot, `chat-${chat}`) },
        ];
        // If another person takes over the chat at this moment, the row is theirs and stays.
        if (await commitIf(store, writes)) erased += 1;
      }
      return erased;
    },
    async left(userId) {
      let left = 0;
      for await (const _ of of(userId)) left += 1;
      return left;
    },
  };
}

/** Deletes as many of these rows as fit into one transaction, which also counts them. */
async function eraseRows(store: Store, userId: UserId, partition: string, rows: readonly Row[]): Promise<void> {
  let bytes = 0;
  const some = rows.filter(({ body }, i) => {
    bytes += JSON.stringify(body).length;
    return i === 0 || bytes <= BYTES_AT_ONCE;
  });
  const deletes = some.map(({ key }): Write => ({ op: "delete", key, when: [{ is: "present" }] }));
  try {
    await change(store, userId, (erasure) => counted(erasure, `rows.${partition}`, some.length, true), deletes);
  } catch (error) {
    // Another execution has deleted some of them. The next query finds the rest.
    if (!isError(error, "ConditionFailed")) throw error;
  }
}

async function atLeast(store: Store, userId: UserId, name: string, count: number): Promise<void> {
  if (count > 0) await change(store, userId, (erasure) => counted(erasure, name, count, false));
}

function counted(erasure: Erasure, name: string, count: number, adds: boolean): Erasure {
  const before = erasure.removed[name] ?? 0;
  return { ...erasure, removed: { ...erasure.removed, [name]: adds ? before + count : Math.max(before, count) } };
}

/**
 * Changes the tombstone together with other writes, and returns it. Throws `ConditionFailed` when the conditions of
 * those writes are not met.
 */
function change(
  store: Store,
  userId: UserId,
  of: (erasure: Erasure) => Erasure,
  others: readonly Write[] = [],
): Promise<Erasure> {
  const key = keys.gone(personDigest(userId));
  return retryConflicts(async () => {
    const row = await store.get(key);
    if (!row) throw new WaldoError("IllegalTransition", "nobody is marked for this erasure: begin with MARK");
    const next = of(Erasure.parse(bodyOf(row)));
    await store.transact([...others, putOver(row, key, next)]);
    return next;
  });
}

/** Returns the body without the fields that the checked store adds. */
function bodyOf({ body: { schemaVersion: _, ...body } }: Row): object {
  return body;
}
