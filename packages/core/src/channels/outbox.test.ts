/** Tests the hazards of sending: lost answers, blocked chats, budgets, quiet hours, two senders at once. */
import { keys, PUSH_BUDGET_PER_DAY } from "@waldo/contracts";
import { CLAIM_MS, enqueueDelivery, flushDue, flushRun, MAX_SEND_ATTEMPTS } from "@waldo/core/channels/outbox";
import { HOUR_MS, instantAt, MINUTE_MS } from "@waldo/core/time";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import { channel, enqueue, header, linked, rowOf, SECOND_MS, world } from "../../../embedded/test/outbox-world.ts";
import { DATE, type TestWorld } from "../../../embedded/test/world.ts";
import { changeProfile } from "../person/profile.ts";

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
    expect((await flushDue(w, "me")).settled).toBe(1);
    expect(telegram.sent).toHaveLength(2);
    expect((await flushDue(w, "me")).settled).toBe(0);
  });
});
