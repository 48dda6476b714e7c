/** Tests the hazards of sending: lost answers, blocked chats, budgets, quiet hours, two senders at once. */
import { type DeliveryKind, keys, type OutboxRow, PUSH_BUDGET_PER_DAY, type RunHeader } from "@waldo/contracts";
import { LIVE_CHAT_MS } from "@waldo/core/cadence/patrol-rules";
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
import type { Channel, SendOutcome, Write } from "@waldo/core/ports";
import { pause, resume } from "@waldo/core/run/pause";
import { HOUR_MS, instantAt, MINUTE_MS } from "@waldo/core/time";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import { DATE, type TestWorld, testWorld, WAKE } from "../../../embedded/test/world.ts";
import { changeProfile } from "../person/profile.ts";

const SECOND_MS = 1000;

const header = (nonce: string): RunHeader => ({
  runId: `run-${nonce}`,
  userId: "me",
  trigger: "user_message",
  nonce,
  date: DATE,
  state: "GATED",
  step: 1,
  iterations: 1,
  attempts: 1,
  fence: 1,
  createdAt: WAKE,
  updatedAt: WAKE,
});

const linked = { ...PERSON, channels: { telegramChatId: "42", push: true as const } };

async function enqueue(world: TestWorld, kind: DeliveryKind, nonce = "n"): Promise<string> {
  const writes = enqueueDelivery(header(nonce), linked, [{ kind, text: "A word.", threadId: "t" }], world.clock.now());
  await world.store.transact(writes);
  return header(nonce).runId;
}

/** A fake channel that answers from a list, repeats the last answer, and keeps what it was given. */
function channel(name: Channel["name"], outcomes: readonly (SendOutcome | Error)[]) {
  const sent: { key: string; repeated: boolean }[] = [];
  const send: Channel["send"] = async (_address, message, key) => {
    sent.push({ key, repeated: message.channel === "telegram" && message.repeated === true });
    const outcome = outcomes[Math.min(sent.length, outcomes.length) - 1];
    if (outcome instanceof Error) throw outcome;
    return outcome ?? { outcome: "sent" };
  };
  return { name, send, sent };
}

async function world(channels: TestWorld["channels"]) {
  const made = { ...(await testWorld({ days: 0, profile: linked })), channels };
  return made;
}

const rowOf = async (w: TestWorld, runId: string, name: string): Promise<OutboxRow | undefined> =>
  (await outboxOf(w, "me", runId)).find((row) => row.channel === name);

describe("an unknown outcome", () => {
  it("of a Brief stays unknown, and the in-app copy remains", async () => {
    const telegram = channel("telegram", [{ outcome: "unknown", reason: "no answer" }]);
    const w = await world({ telegram });
    const runId = await enqueue(w, "brief");
    for (let i = 0; i < 3; i++) await flushRun(w, "me", runId);
    expect(telegram.sent).toHaveLength(1);
    expect((await rowOf(w, runId, "telegram"))?.state).toBe("unknown");
    expect((await rowOf(w, runId, "in_app"))?.state).toBe("sent");
  });

  it("of a reply is sent again, marked as a repeat, under the same key", async () => {
    const telegram = channel("telegram", [{ outcome: "unknown", reason: "no answer" }, { outcome: "sent" }]);
    const w = await world({ telegram });
    const runId = await enqueue(w, "reply");
    await flushRun(w, "me", runId);
    await flushRun(w, "me", runId);
    expect(telegram.sent).toHaveLength(1);
    w.clock.set(w.clock.now() + HOUR_MS);
    await flushRun(w, "me", runId);
    expect(telegram.sent.map((message) => message.repeated)).toEqual([false, true]);
    expect(new Set(telegram.sent.map((message) => message.key)).size).toBe(1);
    expect((await rowOf(w, runId, "telegram"))?.state).toBe("sent");
  });

  it.each(["brief", "reply"] as const)(
    "a sender that dies mid-call leaves a %s claimed, and it is touched again only after the claim expired",
    async (kind) => {
      const dying = channel("telegram", [new Error("killed")]);
      const w = await world({ telegram: dying });
      const runId = await enqueue(w, kind);
      await expect(flushRun(w, "me", runId)).rejects.toThrow("killed");
      const again = channel("telegram", [{ outcome: "sent" }]);
      const restarted = { ...w, channels: { telegram: again } };
      await flushRun(restarted, "me", runId);
      expect((await rowOf(w, runId, "telegram"))?.state).toBe("claimed");
      expect(again.sent).toEqual([]);
      w.clock.set(w.clock.now() + CLAIM_MS + 1);
      await flushRun(restarted, "me", runId);
      expect(again.sent).toHaveLength(kind === "brief" ? 0 : 1);
      expect((await rowOf(w, runId, "telegram"))?.state).toBe(kind === "brief" ? "unknown" : "sent");
    },
  );
});

it("a message that is never confirmed is not repeated without end", async () => {
  const telegram = channel("telegram", [{ outcome: "unknown", reason: "no answer" }]);
  const w = await world({ telegram });
  const runId = await enqueue(w, "reply");
  for (let i = 0; i < 20; i++) {
    await flushRun(w, "me", runId);
    w.clock.set(w.clock.now() + 2 * HOUR_MS);
  }
  expect(telegram.sent).toHaveLength(MAX_SEND_ATTEMPTS);
  expect((await rowOf(w, runId, "telegram"))?.state).toBe("suppressed");
});

it("a retried push counts once in the day's budget", async () => {
  const push = channel("push", [
    { outcome: "retry", reason: "busy" },
    { outcome: "retry", reason: "busy" },
    { outcome: "sent" },
  ]);
  const w = await world({ push });
  const runId = await enqueue(w, "fetch");
  for (let i = 0; i < 3; i++) {
    await flushRun(w, "me", runId);
    w.clock.set(w.clock.now() + HOUR_MS / 3);
  }
  expect((await rowOf(w, runId, "push"))?.state).toBe("sent");
  const { body } = (await w.store.get(keys.pushBudget("me", DATE))) ?? {};
  expect(body).toEqual({ sent: 1 });
});

describe("a refusal", () => {
  it("403 is dead at once, and pauses the channel for later messages", async () => {
    const telegram = channel("telegram", [{ outcome: "dead", reason: "bot was blocked", pauseChannel: true }]);
    const w = await world({ telegram });
    await flushRun(w, "me", await enqueue(w, "reply", "a"));
    const second = await enqueue(w, "reply", "b");
    await flushRun(w, "me", second);
    expect(telegram.sent).toHaveLength(1);
    expect((await rowOf(w, second, "telegram"))?.state).toBe("suppressed");
  });

  it("a busy provider is asked again after its pause, and given up in the end", async () => {
    const telegram = channel("telegram", [{ outcome: "retry", reason: "429", afterMs: 90_000 }]);
    const w = await world({ telegram });
    const runId = await enqueue(w, "reply");
    await flushRun(w, "me", runId);
    await flushRun(w, "me", runId);
    expect(telegram.sent).toHaveLength(1);
    for (let i = 0; i < 10; i++) {
      w.clock.set(w.clock.now() + 2 * HOUR_MS);
      await flushRun(w, "me", runId);
    }
    expect(telegram.sent).toHaveLength(MAX_SEND_ATTEMPTS);
    expect((await rowOf(w, runId, "telegram"))?.state).toBe("dead");
  });

  it.each([
    ["the provider's pause when it is longer than ours", 90 * SECOND_MS, 90 * SECOND_MS],
    ["our own pause when the provider's is shorter", SECOND_MS, MINUTE_MS],
    ["our own pause when the provider names none", undefined, MINUTE_MS],
    ["a day when the provider asks for more", 72 * HOUR_MS, 24 * HOUR_MS],
  ])("waits for %s", async (_, afterMs, pause) => {
    const busy = { outcome: "retry", reason: "429", ...(afterMs === undefined ? {} : { afterMs }) } as const;
    const telegram = channel("telegram", [busy, { outcome: "sent" }]);
    const w = await world({ telegram });
    const runId = await enqueue(w, "reply");
    await flushRun(w, "me", runId);
    expect(await rowOf(w, runId, "telegram")).toMatchObject({ state: "failed", reason: "429" });
    w.clock.set(w.clock.now() + pause - 1);
    await flushRun(w, "me", runId);
    expect(telegram.sent).toHaveLength(1);
    w.clock.set(w.clock.now() + 1);
    await flushRun(w, "me", runId);
    expect(telegram.sent).toHaveLength(2);
  });

  it.each(["retry", "unknown"] as const)(
    "%s after each try: the pauses between tries grow to an hour",
    async (outcome) => {
      const telegram = channel("telegram", [{ outcome, reason: "no" }]);
      const w = await world({ telegram });
      const runId = await enqueue(w, "reply");
      for (const [tries, minutes] of [1, 5, 15, 60].entries()) {
        await flushRun(w, "me", runId);
        w.clock.set(w.clock.now() + minutes * MINUTE_MS - 1);
        await flushRun(w, "me", runId);
        expect(telegram.sent).toHaveLength(tries + 1);
        w.clock.set(w.clock.now() + 1);
      }
      await flushRun(w, "me", runId);
      expect(telegram.sent).toHaveLength(MAX_SEND_ATTEMPTS);
    },
  );

  it("a proactive message that waited for hours is not sent any more", async () => {
    const telegram = channel("telegram", [{ outcome: "retry", reason: "down" }]);
    const w = await world({ telegram });
    const runId = await enqueue(w, "brief");
    await flushRun(w, "me", runId);
    w.clock.set(w.clock.now() + 5 * HOUR_MS);
    await flushRun(w, "me", runId);
    expect(telegram.sent).toHaveLength(1);
    expect((await rowOf(w, runId, "telegram"))?.state).toBe("dead");
  });
});

describe("budgets", () => {
  const flood = async (w: TestWorld, count: number) => {
    const ids = await Promise.all(Array.from({ length: count }, (_, i) => enqueue(w, "fetch", `f${i}`)));
    await Promise.all(ids.map((id) => flushRun(w, "me", id)));
    // Claims that race for one budget row may have failed. Their rows still wait to be flushed.
    for (const id of ids) await flushRun(w, "me", id);
    return Promise.all(ids.map(async (id) => (await rowOf(w, id, "push"))?.state));
  };

  it("three pushes a day, in any race", async () => {
    const push = channel("push", [{ outcome: "sent" }]);
    const w = await world({ push });
    const states = await flood(w, 12);
    expect(push.sent).toHaveLength(PUSH_BUDGET_PER_DAY);
    expect(states.filter((state) => state === "sent")).toHaveLength(PUSH_BUDGET_PER_DAY);
    expect(states.filter((state) => state === "suppressed")).toHaveLength(12 - PUSH_BUDGET_PER_DAY);
  });

  it.each([0, 1])("of %i a day where the person wants less", async (pushesADay) => {
    const push = channel("push", [{ outcome: "sent" }]);
    const w = await world({ push });
    await changeProfile(w.store, "me", (profile) => ({ ...profile, pushesADay }));
    await flood(w, 4);
    expect(push.sent).toHaveLength(pushesADay);
  });

  it("a new local day has a new budget", async () => {
    const push = channel("push", [{ outcome: "sent" }]);
    const w = await world({ push });
    await flood(w, 4);
    w.clock.set(instantAt("2026-10-31", "10:00", PERSON.timeZone));
    await w.store.transact(
      enqueueDelivery(header("next"), linked, [{ kind: "fetch", text: "A word.", threadId: "t" }], w.clock.now()),
    );
    await flushRun(w, "me", "run-next");
    expect(push.sent).toHaveLength(PUSH_BUDGET_PER_DAY + 1);
  });

  it("quiet hours hold a push back, but not a message the person asked for", async () => {
    const push = channel("push", [{ outcome: "sent" }]);
    const w = await world({ push });
    w.clock.set(instantAt(DATE, "23:30", PERSON.timeZone));
    const fetch = await enqueue(w, "fetch", "q");
    const reminder = await enqueue(w, "reminder", "r");
    await flushRun(w, "me", fetch);
    await flushRun(w, "me", reminder);
    expect((await rowOf(w, fetch, "push"))?.state).toBe("suppressed");
    expect((await rowOf(w, reminder, "push"))?.state).toBe("sent");
  });

  it("a Brief is never a push", async () => {
    const push = channel("push", [{ outcome: "sent" }]);
    const w = await world({ push });
    const runId = await enqueue(w, "brief");
    await flushRun(w, "me", runId);
    expect(push.sent).toEqual([]);
    expect(await rowOf(w, runId, "push")).toBeUndefined();
  });
});

describe("two flushes at once", () => {
  it("R4: send each row once", async () => {
    const telegram = channel("telegram", [{ outcome: "sent" }]);
    const w = await world({ telegram });
    const runId = await enqueue(w, "reply");
    await Promise.all(Array.from({ length: 8 }, () => flushRun(w, "me", runId)));
    expect(telegram.sent).toHaveLength(1);
  });
});

describe("rows that outlive their run", () => {
  it("are found by the next wake, and their pointers are deleted when they are settled", async () => {
    const telegram = channel("telegram", [{ outcome: "retry", reason: "429", afterMs: 1000 }, { outcome: "sent" }]);
    const w = await world({ telegram });
    const runId = await enqueue(w, "reply");
    await flushRun(w, "me", runId);
    await w.store.transact([{ op: "put", key: keys.outboxDue("me", runId, 1), body: { runId } }]);
    w.clock.set(w.clock.now() + HOUR_MS);
    expect(await flushDue(w, "me")).toBe(1);
    expect(telegram.sent).toHaveLength(2);
    expect(await flushDue(w, "me")).toBe(0);
  });
});

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
    expect(await flushDue(w, "me")).toBe(1);
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
    expect(await flushDue(w, "me")).toBe(1);
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
