import { HOOK_EVENTS, HOOK_ON_THROW, type HookEvent, type RunHeader } from "@waldo/contracts";
import { describe, expect, it } from "vitest";
import type { Ports } from "../ports.ts";
import { fire, type Hook, HookDenied } from "./hooks.ts";

const logged: string[] = [];
const ports = { log: (_level: string, event: string) => void logged.push(event) } as unknown as Ports;
const header = { runId: "run-x" } as unknown as RunHeader;
const throwing = (on: HookEvent, error: Error): Hook => ({
  on,
  name: "bad",
  run: () => {
    throw error;
  },
});

describe("the hook events", () => {
  it.each(HOOK_EVENTS.filter((event) => HOOK_ON_THROW[event] === "deny"))(
    "%s: a throw denies what comes next",
    async (event) => {
      await expect(fire([throwing(event, new Error("boom"))], event, { header } as never, ports)).rejects.toMatchObject(
        { name: "HookDenied", reason: "bad_failed" },
      );
      await expect(
        fire([throwing(event, new HookDenied("over_budget"))], event, { header } as never, ports),
      ).rejects.toMatchObject({ reason: "over_budget" });
    },
  );

  it.each(HOOK_EVENTS.filter((event) => HOOK_ON_THROW[event] === "keep"))(
    "%s: a throw is logged, and what happened stands",
    async (event) => {
      logged.length = 0;
      const payload = { header, result: 1 };
      expect(await fire([throwing(event, new Error("boom"))], event, payload as never, ports)).toBe(payload);
      expect(logged).toEqual(["hook.threw"]);
    },
  );

  it("run in order, each on the result of the one before, and only on their own event", async () => {
    const add = (on: HookEvent, n: number): Hook => ({
      on,
      name: String(n),
      run: (payload) => ({ ...payload, trail: [...((payload as { trail?: number[] }).trail ?? []), n] }) as never,
    });
    const after = await fire(
      [add("PreLLMCall", 1), add("PostLLMCall", 9), add("PreLLMCall", 2)],
      "PreLLMCall",
      { header } as never,
      ports,
    );
    expect(after).toMatchObject({ trail: [1, 2] });
  });

  it("a hook that returns nothing changes nothing", async () => {
    const payload = { header };
    expect(
      await fire([{ on: "OnInvocationEnd", name: "quiet", run: () => undefined }], "OnInvocationEnd", payload, ports),
    ).toBe(payload);
  });
});
