/**
 * Erasure that is killed at every port call: wherever the process dies, the machine takes the step up again, and the end
 * is the same. A neighbour in the same stores keeps every byte.
 */
import { Erasure, type Key, keys, OBJECT_ROOTS, PERSON_PARTITIONS, type UserId } from "@waldo/contracts";
import { personDigest } from "@waldo/core/digest";
import type { JsonObject, Store } from "@waldo/core/ports";
import { type ErasurePorts, erasureTask, keyStore, type OutsideStore } from "@waldo/core/privacy/erase";
import { everyObject, everyRow, OUTSIDE } from "@waldo/core/privacy/everything";
import { LEASE_MS } from "@waldo/core/run/lease";
import { queryAll } from "@waldo/core/store/query-all";
import { sealed, sealedArchive } from "@waldo/core/store/sealed";
import { REMEMBERED_MS } from "@waldo/core/store/unless-erased";
import { agreeing } from "@waldo/testkit/agreeing";
import { exampleKeys } from "@waldo/testkit/example-keys";
import { Killed } from "@waldo/testkit/faults";
import { memoryArchive } from "@waldo/testkit/memory-archive";
import { memoryKeyRing } from "@waldo/testkit/memory-key-ring";
import { PERSON, seeded } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import { loadDefinition } from "../src/machines.ts";
import { runErasure } from "../src/privacy/erasure.ts";
import { openSqliteStore, type SqliteStore } from "../src/sqlite-store.ts";
import { type Effect, type Lasting, taped } from "./tape.ts";

const BOT = "waldo_test_bot";
const CHATS: Readonly<Record<UserId, string>> = { me: "42", mo: "77" };
/** Enough for several transactions. */
const TASKS = 200;

/** A store outside that holds a number of things for each person. */
function shelf(name: string): OutsideStore & { readonly held: Map<UserId, string[]> } {
  const held = new Map<UserId, string[]>();
  for (const user of ["me", "mo"]) held.set(user, [`${name} 1 of ${user}`, `${name} 2 of ${user}`]);
  return {
    held,
    async erase(userId) {
      const count = held.get(userId)?.length ?? 0;
      held.delete(userId);
      return count;
    },
    left: async (userId) => held.get(userId)?.length ?? 0,
  };
}

/** What was done to set the two people up. It is done once, and then played from its tape. */
const setUp: Effect[] = [];

async function furnish({ store: raw, archive: bare }: Lasting): Promise<void> {
  const ring = memoryKeyRing();
  const [store, archive] = [sealed(raw, ring), sealedArchive(bare, ring)];
  const put = (key: Key, body: object) => store.transact([{ op: "put", key, body }]);
  for (const user of ["me", "mo"]) {
    for (const { key, partition } of exampleKeys(user))
      if (PERSON_PARTITIONS.some((one) => one === partition)) await put(key, { planted: `of ${user}` });
    const channels = { telegramBot: BOT, telegramChatId: CHATS[user] };
    await put(keys.profile(user), { ...PERSON, userId: user, channels });
    await store.transact([agreeing(user)]);
    await put(keys.lease(user), { fence: 3, expiresAt: 0 });
    for (let i = 0; i < TASKS; i++) await put(keys.task(user, `t${i}`), { title: `task ${i} of ${user}` });
    for (const root of OBJECT_ROOTS)
      for (const path of ["a.md", "deep/b.md"]) await archive.write(`${root}/${user}/${path}`, Buffer.from(user));
    for (const chat of [CHATS[user] ?? "", `old-${user}`]) {
      await put(keys.botChat(BOT, chat), { userId: user, at: 1 });
      await put(keys.botPace(BOT, `chat-${chat}`), { next: 1 });
    }
  }
  await put(keys.botUpdate(BOT, 9), { at: 1 });
}

/** Two people with a row of every kind, an object of every root, and something in every store outside. */
async function twoPeople() {
  const lasting = { store: openSqliteStore(":memory:"), archive: memoryArchive(), take: () => {} };
  if (setUp.length === 0) await furnish(taped(lasting, setUp));
  else for (const effect of setUp) await effect(lasting);
  const raw = lasting.store;
  const ring = memoryKeyRing();
  const store = { ...raw, ...sealed(raw, ring) };
  const archive = sealedArchive(lasting.archive, ring);
  const names = Object.keys(OUTSIDE).filter((name) => name !== "links" && name !== "key");
  const shelves = Object.fromEntries(names.map((name) => [name, shelf(name)]));
  let compacted = 0;
  const logged: string[] = [];
  const ports: ErasurePorts = {
    store,
    bare: raw,
    archive,
    clock: { now: () => 1_800_000_000_000 },
    log: (_, event, fields) => void logged.push(`${event} ${JSON.stringify(fields)}`),
    bots: async () => [BOT],
    outside: { ...shelves, key: keyStore(ring) },
    compact: async () => void compacted++,
  };
  return { ports, store, ring, shelves, logged, compacted: () => compacted };
}
type People = Awaited<ReturnType<typeof twoPeople>>;

/** Everything that the stores hold, as text, apart from what belongs to nobody. */
async function contents({ ports, store, shelves }: People, user: UserId): Promise<string[]> {
  const found: string[] = [];
  for (const { query } of everyRow(user))
    for await (const { key, version, body } of queryAll(store, query)) found.push(JSON.stringify([key, version, body]));
  for (const { prefix } of everyObject(user))
    for (const name of await ports.archive.list(prefix))
      found.push(`${name} ${Buffer.from((await ports.archive.read(name)) ?? []).toString()}`);
  for (const [name, { held }] of Object.entries(shelves))
    for (const one of held.get(user) ?? []) found.push(`${name} ${one}`);
  for await (const { key, version, body } of queryAll(store, keys.botChat.all(BOT)))
    if ((body as JsonObject)["userId"] === user) found.push(JSON.stringify([key, version, body]));
  for await (const { key, version, body } of queryAll(store, keys.botPace.all(BOT)))
    if (key.sk.endsWith(CHATS[user] ?? "") || key.sk.endsWith(user)) found.push(JSON.stringify([key, version, body]));
  return found;
}

const tombstone = async (store: SqliteStore) => (await store.get(keys.gone(personDigest("me"))))?.body;

/** The same ports, with every call that leaves the process made by `guard`. */
function guarded(ports: ErasurePorts, guard: <T>(call: () => Promise<T>) => Promise<T>): ErasurePorts {
  const { store, bare, archive, outside, bots, compact = async () => {} } = ports;
  const wrapStore = (one: Store): Store => ({
    get: (key) => guard(() => one.get(key)),
    query: (query) => guard(() => one.query(query)),
    transact: (writes) => guard(() => one.transact(writes)),
  });
  const wrap = (one: OutsideStore): OutsideStore => ({
    erase: (userId) => guard(() => one.erase(userId)),
    left: (userId) => guard(() => one.left(userId)),
  });
  return {
    ...ports,
    store: wrapStore(store),
    bare: wrapStore(bare),
    archive: {
      read: (name) => guard(() => archive.read(name)),
      write: (name, bytes) => guard(() => archive.write(name, bytes)),
      list: (prefix) => guard(() => archive.list(prefix)),
      deletePrefix: (prefix) => guard(() => archive.deletePrefix(prefix)),
    },
    outside: Object.fromEntries(Object.entries(outside).map(([name, one]) => [name, wrap(one)])),
    bots: () => guard(bots),
    compact: () => guard(compact),
  };
}

/**
 * Runs the machine. Each step is a process of its own, and a process dies at the calls that are named, before them or
 * after. Returns how many calls and how many deaths there were.
 */
async function erased({ ports }: People, deaths: readonly { at: number; when: "before" | "after" }[] = []) {
  let calls = 0;
  let died = 0;
  await runErasure("me", {
    retryPauseMs: 0,
    waitMs: 0,
    flush: async () => {},
    async step(task) {
      let dead = false;
      const own = guarded(ports, async (call) => {
        if (dead) throw new Killed("already dead");
        calls++;
        const death = deaths.find(({ at }) => at === calls);
        if (death?.when === "before") dead = true;
        if (dead) throw new Killed("killed before the call");
        const result = await call();
        if (death) dead = true;
        if (dead) throw new Killed("killed after the call");
        return result;
      });
      try {
        return await erasureTask(own, task);
      } catch (error) {
        if (!dead) throw error;
        died++;
        throw Object.assign(new Error("the sandbox died"), { name: "Runtime.ExitError" });
      }
    },
  });
  return { calls, died };
}

describe("an erasure", () => {
  it("waits longer than a lease and what a process remembers of the living, one after the other", () => {
    const { Seconds } = loadDefinition("privacy").States["WAIT"] as { Seconds?: number };
    expect(Number(Seconds) * 1000).toBeGreaterThan(LEASE_MS + REMEMBERED_MS);
  });

  it("removes everything of the person and nothing of a neighbour, and leaves a tombstone that names nobody", async () => {
    const people = await twoPeople();
    const neighbour = await contents(people, "mo");
    expect((await contents(people, "me")).length).toBe(neighbour.length);
    await erased(people);
    expect(await contents(people, "me")).toEqual([]);
    expect(await contents(people, "mo")).toEqual(neighbour);
    const left = Erasure.parse(await tombstone(people.store));
    const agent = exampleKeys("me").filter(({ partition }) => partition === "agent").length;
    expect(left).toMatchObject({
      state: "done",
      removed: {
        // A notice was written to the outbox, with the pointer to it.
        "rows.agent": agent + TASKS + 2,
        "rows.raw": exampleKeys("me").filter(({ partition }) => partition === "raw").length,
        ...Object.fromEntries(OBJECT_ROOTS.map((root) => [`objects.${root}`, 2])),
        ...Object.fromEntries(Object.keys(OUTSIDE).map((name) => [name, name === "key" ? 1 : 2])),
      },
    });
    expect(people.compacted()).toBe(1);
    await expect(people.ring.keyOf("me")).rejects.toMatchObject({ name: "Erased" });
    expect(people.logged.join()).toMatch(/^erasure\.done \{"receiptId":"[0-9a-f]{32}"/);
    expect(JSON.stringify([left, people.logged])).not.toMatch(/"me"|of me|PHILIPPA|42/i);
    people.store.close();
  });

  it("ends in the same empty state when it is killed at any call, before it and after it", async () => {
    const calm = await twoPeople();
    const neighbour = await contents(calm, "mo");
    const { calls } = await erased(calm);
    const { removed } = Erasure.parse(await tombstone(calm.store));
    calm.store.close();
    let kills = 0;
    const check = async (deaths: Parameters<typeof erased>[1]) => {
      const people = await twoPeople();
      kills += (await erased(people, deaths)).died;
      const name = JSON.stringify(deaths);
      expect(await contents(people, "me"), name).toEqual([]);
      expect(await contents(people, "mo"), name).toEqual(neighbour);
      const left = Erasure.parse(await tombstone(people.store));
      expect(left.state, name).toBe("done");
      // Rows are counted exactly once.
      for (const store of ["rows.agent", "rows.raw", "rows.derived"])
        expect(left.removed[store], `${store} ${name}`).toBe(removed[store]);
      people.store.close();
    };
    for (const when of ["before", "after"] as const) for (let at = 1; at <= calls; at++) await check([{ at, when }]);
    // Several deaths in one erasure, drawn by a seed.
    const random = seeded(7);
    while (kills < 500)
      await check(
        Array.from({ length: 4 }, () => ({
          at: 1 + Math.floor(random() * calls),
          when: random() < 0.5 ? ("before" as const) : ("after" as const),
        })),
      );
    expect(kills).toBeGreaterThanOrEqual(500);
  });
});
