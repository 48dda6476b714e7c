/** The rows of the outbox: why a message was not sent, what waits, and what leaves the store. */
import { type DeliveryKind, keys, type OutboxRow } from "@waldo/contracts";
import { LIVE_CHAT_MS } from "@waldo/core/cadence/quiet-hours";
import {
  CLAIM_MS,
  dueWrites,
  enqueueDelivery,
  flushDue,
  flushRun,
  hasDue,
  isSettled,
  MAX_SEND_ATTEMPTS,
  outboxOf,
  whyUnsent,
} from "@waldo/core/channels/outbox";
import type { Write } from "@waldo/core/ports";
import { pause, resume } from "@waldo/core/run/pause";
import { HOUR_MS, instantAt } from "@waldo/core/time";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import { channel, enqueue, header, linked, rowOf, world } from "../../../embedded/test/outbox-world.ts";
import { DATE, type TestWorld, WAKE } from "../../../embedded/test/world.ts";

describe("why a message was not sent", () => {
  const why = async (w: TestWorld, runId: string) => {
    const row = await rowOf(w, runId, "telegram");
    return row && [row.state, await whyUnsent(w, row)];
  };

  it("is known of every state: sent, quiet hours, an open chat, a pause, a try that comes again", async () => {
    const telegram = channel("telegram", [{ outcome: "sent" }, { outcome: "retry", reason: "Telegram is busy" }]);
    const w = await world({ telegram });
    const sent = await enqueue(w, "brief", "sent");
    await flushRun(w, "me", sent);
    expect(await why(w, sent)).toEqual(["sent", undefined]);

    await w.store.transact([{ op: "put", key: keys.last("me", "heard"), body: { at: w.clock.now() } }]);
    const chatting = await enqueue(w, "brief", "chat");
    await flushRun(w, "me", chatting);
    expect(await why(w, chatting)).toEqual(["pending", expect.stringMatching(/^a chat is open/)]);

    const busy = await enqueue(w, "reply", "busy");
    await flushRun(w, "me", busy);
    expect(await why(w, busy)).toEqual(["failed", "Telegram is busy; it is tried again later"]);
    await pause(w, "me");
    expect(await why(w, busy)).toEqual(["failed", "everything is paused"]);
    await resume(w, "me");

    w.clock.set(instantAt(DATE, "23:30", PERSON.timeZone));
    const late = await enqueue(w, "brief", "late");
    expect(await why(w, late)).toEqual(["pending", "quiet hours"]);
    await flushRun(w, "me", late);
    expect(await why(w, late)).toEqual(["suppressed", "quiet hours"]);
  });
});

describe("while a person talks", () => {
  const talking = async (kind: DeliveryKind) => {
    const [telegram, push] = [
      channel("telegram", [{ outcome: "sent", receipt: "r-1" }]),
      channel("push", [{ outcome: "sent" }]),
    ];
    const w = await world({ telegram, push });
    await w.store.transact([{ op: "put", key: keys.last("me", "heard"), body: { at: w.clock.now() } }]);
    const runId = await enqueue(w, kind);
    const states = async () =>
      Object.fromEntries((await flushRun(w, "me", runId)).map((row) => [row.channel, row.state]));
    const { table, pk } = keys.message("me", "t", 0, "");
    const inThread = async () => (await w.store.query({ table, pk, prefix: "MESSAGE#" })).rows.map(({ body }) => body);
    return { w, telegram, push, runId, states, inThread };
  };

  it("a proactive message stands in the thread with a dot, waits for Telegram, and is no push", async () => {
    const { w, states, inThread, runId } = await talking("fetch");
    expect(await states()).toEqual({ in_app: "sent", telegram: "pending", push: "suppressed" });
    expect(await inThread()).toMatchObject([
      { from: "waldo", kind: "fetch", at: w.clock.now(), text: "A word.", dot: true },
    ]);
    expect((await rowOf(w, runId, "push"))?.reason).toMatch(/a chat is open/);
    w.clock.set(w.clock.now() + LIVE_CHAT_MS - 1);
    expect(await states()).toMatchObject({ telegram: "pending" });
    w.clock.set(w.clock.now() + 1);
    expect(await states()).toMatchObject({ telegram: "sent" });
    expect(await rowOf(w, runId, "telegram")).toMatchObject({ receipt: "r-1", attempt: 1 });
  });

  it("what they asked for goes out at once, and has no dot", async () => {
    const { states, inThread } = await talking("reminder");
    expect(await states()).toEqual({ in_app: "sent", telegram: "sent", push: "sent" });
    expect((await inThread())[0]).not.toHaveProperty("dot");
  });
});

describe("a row", () => {
  it("has a key that no other row has, and names its run, its order and its time", () => {
    const candidates = (["fetch", "reply"] as const).map((kind) => ({ kind, text: "A word.", threadId: "t" }));
    const rows = enqueueDelivery(header("n"), linked, candidates, WAKE).flatMap((write) =>
      write.op === "put" ? [write.body as OutboxRow] : [],
    );
    expect(rows.map(({ channel, kind, ordinal }) => [ordinal, channel, kind])).toEqual([
      [0, "in_app", "fetch"],
      [1, "telegram", "fetch"],
      [2, "push", "fetch"],
      [3, "in_app", "reply"],
      [4, "telegram", "reply"],
    ]);
    expect(new Set(rows.map(({ key }) => key)).size).toBe(5);
    expect(rows[0]).toMatchObject({ userId: "me", runId: "run-n", state: "pending", attempt: 0, createdAt: WAKE });
  });

  it("whose channel this process does not have stays for one that has it", async () => {
    const w = await world({});
    const runId = await enqueue(w, "reply");
    await flushRun(w, "me", runId);
    expect((await rowOf(w, runId, "telegram"))?.state).toBe("pending");
    const telegram = channel("telegram", [{ outcome: "sent" }]);
    await flushRun({ ...w, channels: { telegram } }, "me", runId);
    expect(telegram.sent).toHaveLength(1);
  });

  it("whose channel is no longer linked is not sent", async () => {
    const telegram = channel("telegram", [{ outcome: "sent" }]);
    const w = await world({ telegram });
    const runId = await enqueue(w, "reply");
    await w.store.transact([{ op: "put", key: keys.profile("me"), body: { ...linked, channels: {} } }]);
    await flushRun(w, "me", runId);
    expect(await rowOf(w, runId, "telegram")).toMatchObject({
      state: "suppressed",
      reason: "no such channel is linked",
    });
    expect(telegram.sent).toEqual([]);
  });

  it.each([
    [4 * HOUR_MS, "sent"],
    [4 * HOUR_MS + 1, "suppressed"],
  ])("that is proactive and %i ms old is %s", async (age, state) => {
    const telegram = channel("telegram", [{ outcome: "sent" }]);
    const w = await world({ telegram });
    const runId = await enqueue(w, "brief");
    w.clock.set(w.clock.now() + age);
    await flushRun(w, "me", runId);
    expect((await rowOf(w, runId, "telegram"))?.state).toBe(state);
  });

  it("that is claimed is left alone until its claim has expired, also when a wrong clock wrote the claim", async () => {
    for (const [expiresIn, state] of [
      [1, "claimed"],
      [0, "sent"],
      [CLAIM_MS, "claimed"],
      [60 * 24 * HOUR_MS, "sent"],
    ] as const) {
      const telegram = channel("telegram", [{ outcome: "sent" }]);
      const w = await world({ telegram });
      const runId = await enqueue(w, "reply");
      const key = keys.outbox("me", runId, 1);
      const row = await w.store.get(key);
      const claim = { state: "claimed", attempt: 1, claimExpiresAt: w.clock.now() + expiresIn };
      await w.store.transact([{ op: "put", key, body: { ...row?.body, ...claim } }]);
      await flushRun(w, "me", runId);
      expect([expiresIn, (await rowOf(w, runId, "telegram"))?.state]).toEqual([expiresIn, state]);
    }
  });

  it("that was refused says why, and the refusal pauses only the channel that asks for it", async () => {
    for (const pauseChannel of [true, false]) {
      const telegram = channel("telegram", [{ outcome: "dead", reason: "gone", pauseChannel }]);
      const w = await world({ telegram });
      const runId = await enqueue(w, "reply");
      await flushRun(w, "me", runId);
      expect(await rowOf(w, runId, "telegram")).toMatchObject({ state: "dead", reason: "gone" });
      const paused = (await w.store.get(keys.channel("me", "telegram")))?.body;
      expect(paused).toEqual(pauseChannel ? { paused: true, reason: "gone", at: w.clock.now() } : undefined);
      expect(await w.store.get(keys.channel("me", "push"))).toBeUndefined();
    }
  });
});

describe("pointers to rows that wait", () => {
  const pointed = async (w: TestWorld, kind: DeliveryKind, nonce: string) => {
    const runId = await enqueue(w, kind, nonce);
    await w.store.transact(dueWrites(await outboxOf(w, "me", runId)));
    return runId;
  };

  it("are written for what is not settled", async () => {
    const w = await world({ telegram: channel("telegram", [{ outcome: "unknown", reason: "lost" }]) });
    expect(await hasDue(w, "me")).toBe(false);
    for (const [kind, waits] of [
      ["reply", true],
      ["brief", false],
    ] as const) {
      const rows = await flushRun(w, "me", await enqueue(w, kind, kind));
      expect(rows.map((row) => isSettled(row))).toEqual([true, !waits]);
      expect(dueWrites(rows)).toEqual(
        waits ? [{ op: "put", key: keys.outboxDue("me", `run-${kind}`, 1), body: { runId: `run-${kind}` } }] : [],
      );
    }
    await pointed(w, "reply", "b");
    expect(await hasDue(w, "me")).toBe(true);
  });

  it("of several runs are followed, each run is flushed once, and those that wait on are kept", async () => {
    const telegram = channel("telegram", [{ outcome: "sent" }, { outcome: "retry", reason: "busy" }]);
    const w = await world({ telegram });
    for (const nonce of ["a", "b"]) await pointed(w, "reply", nonce);
    expect((await flushDue(w, "me")).settled).toBe(1);
    expect(telegram.sent).toHaveLength(2);
    expect(await hasDue(w, "me")).toBe(true);
  });

  it("that are about to go out when a pause begins wait for its end, and the answer to words of danger does not", async () => {
    const sent: string[] = [];
    const w = await world({
      telegram: {
        name: "telegram",
        // The pause begins after the last look at the switch, while the bot waits for its turn.
        turn: async () => {
          await pause(w, "me");
          return undefined;
        },
        send: async (_address, _message, key) => {
          sent.push(key);
          return { outcome: "sent" };
        },
      },
    });
    for (const kind of ["reply", "emergency"] as const) await enqueue(w, kind, kind);
    const reply = await flushRun(w, "me", header("reply").runId);
    expect(reply.find(({ channel }) => channel === "telegram")?.state).toBe("pending");
    const urgent = await flushRun(w, "me", header("emergency").runId);
    expect(urgent.find(({ channel }) => channel === "telegram")?.state).toBe("sent");
    expect(sent).toHaveLength(1);
  });

  it("while the person is paused, lead only to the answer to words of danger", async () => {
    const telegram = channel("telegram", [{ outcome: "sent" }]);
    const w = await world({ telegram });
    for (const kind of ["reply", "emergency"] as const) await pointed(w, kind, kind);
    await w.store.transact([{ op: "put", key: keys.lease("me"), body: { fence: 0, expiresAt: 0, pausedAt: 1 } }]);
    expect((await flushDue(w, "me")).settled).toBe(1);
    expect((await rowOf(w, "run-emergency", "telegram"))?.state).toBe("sent");
    expect((await rowOf(w, "run-reply", "telegram"))?.state).toBe("pending");
  });
});

it("the day's count of pushes leaves the store after two days", async () => {
  const w = await world({ push: channel("push", [{ outcome: "sent" }]) });
  const writes: Write[] = [];
  const transact = (all: readonly Write[]) => {
    writes.push(...all);
    return w.store.transact(all);
  };
  await flushRun({ ...w, store: { ...w.store, transact } }, "me", await enqueue(w, "fetch"));
  const count = writes.find((write) => write.key.sk === keys.pushBudget("me", DATE).sk);
  expect(count).toMatchObject({ expiresAt: w.clock.now() + 48 * HOUR_MS });
});

it("only a push counts as a push", async () => {
  const [push, telegram] = [channel("push", [{ outcome: "sent" }]), channel("telegram", [{ outcome: "sent" }])];
  const w = await world({ push, telegram });
  await flushRun(w, "me", await enqueue(w, "fetch"));
  expect(telegram.sent).toHaveLength(1);
  expect((await w.store.get(keys.pushBudget("me", DATE)))?.body).toEqual({ sent: 1 });
});

it("a row is dead as soon as its last try failed", async () => {
  const telegram = channel("telegram", [{ outcome: "retry", reason: "busy" }]);
  const w = await world({ telegram });
  const runId = await enqueue(w, "reply");
  for (let i = 1; i <= MAX_SEND_ATTEMPTS; i++) {
    await flushRun(w, "me", runId);
    expect((await rowOf(w, runId, "telegram"))?.state).toBe(i < MAX_SEND_ATTEMPTS ? "failed" : "dead");
    w.clock.set(w.clock.now() + 2 * HOUR_MS);
  }
});

it("a card stands beside the message in the thread", async () => {
  const w = await world({});
  const card = { type: "proposal", proposalId: "p", title: "t", detail: "d", expiresAt: 1 } as const;
  const candidates = [{ kind: "proposal", text: "Shall I?", threadId: "t", card } as const];
  await w.store.transact(enqueueDelivery(header("n"), linked, candidates, w.clock.now()));
  await flushRun(w, "me", "run-n");
  const { table, pk } = keys.message("me", "t", 0, "");
  const [message] = (await w.store.query({ table, pk, prefix: "MESSAGE#" })).rows;
  expect(message?.body).toMatchObject({ from: "waldo", kind: "proposal", at: w.clock.now(), text: "Shall I?", card });
});
