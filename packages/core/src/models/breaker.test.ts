import type { ModelTier } from "@waldo/contracts";
import { type Breaker, type ErrorName, keys, WaldoError } from "@waldo/contracts";
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ModelGateway, ModelReply, ModelRequest } from "../ports.ts";
import { MINUTE_MS } from "../time.ts";
import { afterFailure, afterSuccess, BREAKER, BreakerOpen, CLOSED, guarded, mayCall, probing } from "./breaker.ts";

describe("a breaker", () => {
  it("opens at the third failure in a row, and not before", () => {
    const two = afterFailure(afterFailure(CLOSED, 1, false), 2, false);
    expect(two.state).toBe("closed");
    expect(afterFailure(two, 3, false)).toMatchObject({ state: "open", until: 3 + BREAKER.holdMs });
    expect(afterFailure(afterSuccess(two, 3), 4, false).state).toBe("closed");
  });

  it("opens at once when asking again will not help", () => {
    expect(afterFailure(CLOSED, 1, true).state).toBe("open");
  });

  it("lets one probe through when its time is over, and closes at the second success", () => {
    const open = afterFailure(CLOSED, 0, true);
    expect(mayCall(open, BREAKER.holdMs - 1)).toBe(false);
    expect(mayCall(open, BREAKER.holdMs)).toBe(true);
    const probe = probing(open, BREAKER.holdMs);
    expect(probe.state).toBe("half_open");
    expect(mayCall(probe, BREAKER.holdMs + 1)).toBe(false);
    expect(mayCall(probe, BREAKER.holdMs + BREAKER.probeMs)).toBe(true);
    const once = afterSuccess(probe, BREAKER.holdMs + 5);
    expect(once).toMatchObject({ state: "half_open", successes: 1 });
    expect(afterSuccess(probing(once, BREAKER.holdMs + 6), BREAKER.holdMs + 7).state).toBe("closed");
  });

  it("stays open twice as long after each failed probe, up to the longest hold", () => {
    let breaker = afterFailure(CLOSED, 0, true);
    const holds = [breaker.holdMs];
    for (let i = 0; i < 6; i++) {
      breaker = afterFailure(probing(breaker, breaker.until), breaker.until, false);
      holds.push(breaker.holdMs);
    }
    expect(holds.map((hold) => hold / MINUTE_MS)).toEqual([5, 10, 20, 40, 60, 60, 60]);
  });

  it("lets at most six calls an hour through while all of them fail, at any call times", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 * MINUTE_MS }), { maxLength: 300 }), (gaps) => {
        let breaker: Breaker = CLOSED;
        let now = 0;
        const called: number[] = [];
        for (const gap of gaps) {
          now += gap;
          if (!mayCall(breaker, now)) continue;
          called.push(now);
          breaker = afterFailure(probing(breaker, now), now, false);
        }
        // Three calls open it. The next come after 5, 10, 20, 40 minutes, so any hour has at most six.
        for (const from of called)
          expect(called.filter((at) => at >= from && at < from + 60 * MINUTE_MS).length).toBeLessThanOrEqual(6);
      }),
    );
  });
});

describe("a guarded gateway", () => {
  const request = (tier: ModelTier): ModelRequest => ({
    tier,
    system: [],
    messages: [],
    tools: [],
    maxOutputTokens: 1,
  });
  const reply = { text: "Steady.", calls: [], stop: "end", model: "m" } as const;
  const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };

  function world() {
    const state = {
      now: 0,
      fails: undefined as ErrorName | undefined,
      /** What a call waits for before it answers. */
      until: Promise.resolve() as Promise<unknown>,
      asked: 0,
      logged: [] as string[],
    };
    const model: ModelGateway = {
      shape: () => "terse",
      async converse(): Promise<ModelReply> {
        state.asked++;
        await state.until;
        if (state.fails) throw new WaldoError(state.fails, "scripted");
        return { ...reply, usage };
      },
    };
    const ports = {
      store: openSqliteStore(":memory:"),
      clock: { now: () => state.now },
      model,
      log: (_: string, event: string, fields?: Record<string, unknown>) =>
        void state.logged.push(`${event} ${fields?.["from"]} ${fields?.["to"]}`),
    };
    return { state, ports, ask: (tier: ModelTier = "primary") => guarded(ports, "me").converse(request(tier)) };
  }

  it("is shared through the store: the next run knows what one run learnt", async () => {
    const { state, ask } = world();
    state.fails = "ModelTimeout";
    for (let i = 0; i < 3; i++) await expect(ask()).rejects.toMatchObject({ name: "ModelTimeout" });
    await expect(ask()).rejects.toBeInstanceOf(BreakerOpen);
    await expect(ask()).rejects.toMatchObject({ name: "ModelUnavailable" });
    expect(state.asked).toBe(3);
    expect(state.logged).toEqual(["model.breaker closed open"]);
  });

  it("closes when the model is back, and logs it", async () => {
    const { state, ports, ask } = world();
    state.fails = "ModelUnavailable";
    for (let i = 0; i < 4; i++) await ask().catch(() => {});
    state.fails = undefined;
    state.now += BREAKER.holdMs;
    await ask();
    await ask();
    expect((await ports.store.get(keys.breaker("me", "primary")))?.body).toMatchObject({
      state: "closed",
      failures: 0,
    });
    expect(state.logged.at(-1)).toBe("model.breaker half_open closed");
    expect(state.asked).toBe(5);
  });

  it("keeps the tiers apart", async () => {
    const { state, ask } = world();
    state.fails = "ModelRefused";
    await expect(ask("escalation")).rejects.toMatchObject({ name: "ModelRefused" });
    await expect(ask("escalation")).rejects.toBeInstanceOf(BreakerOpen);
    state.fails = undefined;
    expect((await ask("primary")).text).toBe("Steady.");
  });

  it("is passed by plain code in a model's place, which no provider can bring down", async () => {
    const { state, ports, ask } = world();
    state.fails = "ModelTimeout";
    for (let i = 0; i < 3; i++) await ask().catch(() => {});
    state.fails = undefined;
    const plain = { ...ports.model, plain: true as const };
    expect((await guarded({ ...ports, model: plain }, "me").converse(request("primary"))).text).toBe("Steady.");
    await expect(ask()).rejects.toBeInstanceOf(BreakerOpen);
  });

  it("that one model opened keeps no other model waiting, and the first one still waits", async () => {
    const { state, ports } = world();
    const named = (name: string) =>
      guarded({ ...ports, model: { ...ports.model, nameOf: () => name } }, "me").converse(request("primary"));
    state.fails = "ModelTimeout";
    for (let i = 0; i < 3; i++) await named("small").catch(() => {});
    state.fails = undefined;
    await expect(named("small")).rejects.toBeInstanceOf(BreakerOpen);
    expect((await named("large")).text).toBe("Steady.");
    state.now += BREAKER.holdMs;
    expect((await named("small")).text).toBe("Steady.");
  });

  it("writes nothing while calls succeed", async () => {
    const { ports, ask } = world();
    await ask();
    expect(await ports.store.get(keys.breaker("me", "primary"))).toBeUndefined();
  });

  it("lets only one of two calls probe", async () => {
    const { state, ask } = world();
    state.fails = "ModelRefused";
    await ask().catch(() => {});
    state.fails = undefined;
    state.now += BREAKER.holdMs;
    // The one that probes answers only when the other was refused, whichever it is.
    const refused = Promise.withResolvers<void>();
    state.until = refused.promise;
    const calls = [ask(), ask()];
    for (const call of calls) call.catch(() => refused.resolve());
    const both = await Promise.allSettled(calls);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });
});
