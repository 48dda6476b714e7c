/** The pace of a bot: many senders on a clock that only their pauses move. */
import { keys } from "@waldo/contracts";
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { PERSON, seeded } from "@waldo/testkit/synthetic-person";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DATE, MORNING, testWorld, WAKE } from "../../../embedded/test/world.ts";
import { enqueueDelivery, flushDue, flushRun, outboxOf } from "../channels/outbox.ts";
import type { Channel } from "../ports.ts";
import { startRun } from "../run/start.ts";
import { LONGEST_WAIT_MS, paced, takeTurn } from "./pace.ts";

const START = 1_800_000_000_000;

/** A clock that moves when everybody waits: to the instant at which the first one wakes. */
function sharedClock() {
  let now = START;
  const sleepers: { readonly at: number; readonly wake: () => void }[] = [];
  return {
    now: () => now,
    pause: (ms: number) => new Promise<void>((wake) => void sleepers.push({ at: now + ms, wake })),
    /** Runs until all of them have ended. While anyone is at work, no time passes. */
    async until<T>(work: readonly Promise<T>[], isBusy: () => boolean): Promise<T[]> {
      let isOver = false;
      const all = Promise.all(work).finally(() => {
        isOver = true;
      });
      while (!isOver) {
        await new Promise((resolve) => setImmediate(resolve));
        if (isBusy()) continue;
        sleepers.sort((a, b) => a.at - b.at);
        const next = sleepers.shift();
        if (!next) continue;
        now = Math.max(now, next.at);
        next.wake();
      }
      return all;
    },
  };
}

/** Sends `count` messages to chats that `chatOf` names, each by a sender of its own, over one store. */
async function herd(count: number, chatOf: (i: number) => string, seed = 1) {
  const clock = sharedClock();
  const random = seeded(seed);
  const sqlite = openSqliteStore(":memory:");
  // Every call takes a moment, and not the same, so reads and writes of many senders mix.
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
  let busy = 0;
  const mixed = async <T>(call: () => Promise<T>) => {
    busy++;
    for (let n = Math.floor(random() * 4); n > 0; n--) await turn();
    return call().finally(() => busy--);
  };
  const store = {
    get: (key: Parameters<typeof sqlite.get>[0]) => mixed(() => sqlite.get(key)),
    transact: (writes: Parameters<typeof sqlite.transact>[0]) => mixed(() => sqlite.transact(writes)),
  };
  const ports = { store, clock, pause: clock.pause };
  const sent: { readonly at: number; readonly chat: string }[] = [];
  const send = async (chat: string) => {
    for (;;) {
      const wait = await takeTurn(ports, "waldo_test_bot", chat);
      if (wait === undefined) return void sent.push({ at: clock.now(), chat });
      await clock.pause(wait);
    }
  };
  const all = Array.from({ length: count }, (_, i) => send(chatOf(i)));
  await clock.until(all, () => busy > 0);
  sqlite.close();
  return { sent: sent.sort((a, b) => a.at - b.at), took: clock.now() - START };
}

/** The most messages within any `ms` milliseconds. */
function most(times: readonly number[], ms: number): number {
  return Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + ms).length));
}

describe("the pace of a bot", () => {
  it("holds for senders of any number, to any chats, in any order: 30 a second, one a second to a chat, none lost", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 90 }),
        fc.integer({ min: 1, max: 40 }),
        fc.nat(),
        async (count, chats, seed) => {
          const { sent } = await herd(count, (i) => `${i % chats}`, seed);
          expect(sent).toHaveLength(count);
          expect(
            most(
              sent.map(({ at }) => at),
              1_000,
            ),
          ).toBeLessThanOrEqual(30);
          for (const chat of new Set(sent.map((one) => one.chat)))
            expect(
              most(
                sent.filter((one) => one.chat === chat).map(({ at }) => at),
                1_000,
              ),
            ).toBe(1);
        },
      ),
      { numRuns: 25 },
    );
  });

  it("spreads a Brief hour: 300 people in little more than ten seconds", async () => {
    const { sent, took } = await herd(300, String);
    expect(sent).toHaveLength(300);
    expect(
      most(
        sent.map(({ at }) => at),
        1_000,
      ),
    ).toBeLessThanOrEqual(30);
    expect(took).toBeLessThan(20_000);
  });

  it("does not let one talkative chat keep the others waiting", async () => {
    const { sent } = await herd(60, (i) => (i < 10 ? "talks" : `chat-${i}`));
    const others = sent.filter(({ chat }) => chat !== "talks").map(({ at }) => at - START);
    expect(Math.max(...others)).toBeLessThan(3_000);
  });

  it("is not held up by a row of a clock that was wrong", async () => {
    const store = openSqliteStore(":memory:");
    const year = 365 * 86_400_000;
    await store.transact([{ op: "put", key: keys.botPace("b", "all"), body: { next: START + year } }]);
    const pauses: number[] = [];
    const ports = { store, clock: { now: () => START }, pause: async (ms: number) => void pauses.push(ms) };
    expect(await takeTurn(ports, "b", "1")).toBeUndefined();
    expect(pauses).toEqual([]);
    store.close();
  });
});

describe("the outbox and the pace", () => {
  const profile = { ...PERSON, channels: { telegramChatId: "42", telegramBot: "waldo_test_bot" } };
  const header = { ...MORNING, runId: "run-x", createdAt: WAKE } as const;

  async function full(kind: "brief" | "emergency") {
    const world = await testWorld({ days: 0, profile });
    const sent: string[] = [];
    const plain: Channel = {
      name: "telegram",
      async send(address) {
        sent.push(address);
        return { outcome: "sent" };
      },
    };
    const telegram = paced(plain, { store: world.store, clock: world.clock, pause: async () => {} });
    const ports = { ...world, channels: { telegram } };
    // The bot's next turn is later than anybody waits for.
    const next = WAKE + LONGEST_WAIT_MS + 5_000;
    await world.store.transact([{ op: "put", key: keys.botPace("waldo_test_bot", "all"), body: { next } }]);
    const writes = enqueueDelivery(header, profile, [{ kind, text: "Morning.", threadId: "t" }], WAKE);
    await world.store.transact(writes);
    const row = async () => (await outboxOf(world, "me", "run-x")).at(-1);
    return { world, ports, sent, row };
  }

  it("a message without a turn stays pending, counts no attempt, and goes out after the wait", async () => {
    const { world, ports, sent, row } = await full("brief");
    await flushRun(ports, "me", "run-x");
    expect(await row()).toMatchObject({ state: "pending", attempt: 0, notBefore: WAKE + LONGEST_WAIT_MS + 5_000 });
    await flushRun(ports, "me", "run-x");
    expect(sent).toEqual([]);
    world.clock.set(WAKE + LONGEST_WAIT_MS + 5_000);
    await flushRun(ports, "me", "run-x");
    expect([sent, (await row())?.state]).toEqual([["waldo_test_bot:42"], "sent"]);
  });

  it("an answer to danger waits for nothing", async () => {
    const { ports, sent } = await full("emergency");
    await flushRun(ports, "me", "run-x");
    expect(sent).toEqual(["waldo_test_bot:42"]);
  });

  it("a whole run whose message has no turn ends, and the next wake sends it", async () => {
    const { world, ports, sent } = await full("brief");
    Object.assign(world, { channels: ports.channels });
    const runId = await startRun(world, MORNING, DATE);
    await world.machines.idle();
    expect(sent).toEqual([]);
    world.clock.set(WAKE + 10_000);
    expect((await flushDue(world, "me")).settled).toBe(1);
    expect(sent).toEqual(["waldo_test_bot:42"]);
    expect((await outboxOf(world, "me", runId)).at(-1)?.state).toBe("sent");
  });
});
