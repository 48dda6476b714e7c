import { readFileSync } from "node:fs";
import type { Metered, ModelCount } from "@waldo/contracts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AS_IF_ON_AWS, billOf, PARTS, total } from "./bill.ts";
import { DEFAULT_MODELS, MODEL_PRICES, PRICES, tokenPrice } from "./prices.ts";
import { sum } from "./tally.ts";

const count = (more: Partial<ModelCount>): ModelCount => ({
  tier: "primary",
  model: DEFAULT_MODELS.primary,
  calls: 1,
  failed: 0,
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  ...more,
});

describe("prices", () => {
  it("are those of the models that are deployed", () => {
    const { context } = JSON.parse(readFileSync(new URL("../../../../cdk.json", import.meta.url), "utf8"));
    expect(context.waldo.models).toEqual(DEFAULT_MODELS);
    for (const model of Object.values(DEFAULT_MODELS)) expect(tokenPrice(model), model).toBeDefined();
  });

  it("ask a tenth more for a profile of one geography, where the model's list does", () => {
    expect(tokenPrice("us.anthropic.claude-haiku-4-5-20251001-v1:0")?.input).toBeCloseTo(1.1e-6, 12);
    expect(tokenPrice("global.anthropic.claude-haiku-4-5-20251001-v1:0")?.input).toBeCloseTo(1e-6, 12);
    expect(tokenPrice("us.amazon.nova-lite-v1:0")?.input).toBeCloseTo(0.06e-6, 12);
  });

  it("know nothing of a model of this machine", () => {
    expect(tokenPrice("qwen3:8b")).toBeUndefined();
  });

  it("make reading a cache cheaper than reading the prompt, and writing never cheaper", () => {
    for (const { id, price } of MODEL_PRICES) {
      expect(price.cacheRead, id).toBeLessThan(price.input);
      expect(price.cacheWrite, id).toBeGreaterThanOrEqual(price.input);
    }
  });
});

describe("a bill", () => {
  it("asks for tokens by kind", () => {
    const used = { counts: {}, models: [count({ input: 1e6, output: 1e6, cacheRead: 1e6, cacheWrite: 1e6 })] };
    expect(billOf(used).model).toBeCloseTo(1.1 * (0.3 + 2.5 + 0.075 + 0.3), 9);
  });

  it("asks nothing for what ran offline, unless it is to be priced as if on AWS", () => {
    const used = { counts: {}, models: [count({ model: "offline-composer", input: 1e6 })] };
    expect(billOf(used).model).toBe(0);
    expect(billOf(used, AS_IF_ON_AWS).model).toBeCloseTo(0.33, 9);
  });

  it("asks for transitions and units what the list says", () => {
    const used = { counts: { transitions: 1000, readUnits: 1e6, writeUnits: 1e6, schedules: 1e6 }, models: [] };
    expect(billOf(used)).toMatchObject({ machines: 0.025, store: 0.75, schedules: 1 });
    expect(PRICES.transition * 40_000).toBeCloseTo(1, 9);
  });

  it("of several pieces of work is the sum of their bills", () => {
    const counts = fc.record(
      {
        transitions: fc.nat(1e6),
        readUnits: fc.nat(1e6),
        agentSteps: fc.nat(1e4),
        expressRuns: fc.nat(1e4),
        logLines: fc.nat(1e4),
      },
      { requiredKeys: ["expressRuns"] },
    );
    const work = fc.record({
      counts,
      models: fc.array(
        fc.nat(1e6).map((input) => count({ input })),
        { maxLength: 3 },
      ),
    });
    fc.assert(
      fc.property(fc.array(work, { maxLength: 6 }), (all: Metered[]) => {
        const apart = all.map((one) => billOf(sum([one])));
        const together = billOf(sum(all));
        for (const part of PARTS)
          expect(together[part]).toBeCloseTo(
            apart.reduce((dollars, bill) => dollars + bill[part], 0),
            6,
          );
        expect(total(together)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
