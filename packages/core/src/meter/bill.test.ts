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
  it("exist for the deployed models", () => {
    const { context } = JSON.parse(readFileSync(new URL("../../../../cdk.json", import.meta.url), "utf8"));
    // `geo.` stands for the geography of the stack's region. Profiles of all geographies have a price, and the same one.
    const { models, profileRegions } = context.waldo as { models: Record<string, string>; profileRegions: object };
    const inThe = (geography: string) =>
      Object.fromEntries(Object.entries(models).map(([tier, id]) => [tier, id.replace(/^geo\./, `${geography}.`)]));
    expect(inThe("us")).toEqual(DEFAULT_MODELS);
    for (const geography of Object.keys(profileRegions))
      for (const [tier, id] of Object.entries(inThe(geography)))
        expect(tokenPrice(id), id).toEqual(tokenPrice(DEFAULT_MODELS[tier as keyof typeof DEFAULT_MODELS]));
    for (const model of Object.values(DEFAULT_MODELS)) expect(tokenPrice(model), model).toBeDefined();
  });

  it("are a tenth higher for a profile of one geography, when the model's list says so", () => {
    expect(tokenPrice("us.anthropic.claude-haiku-4-5-20251001-v1:0")?.input).toBeCloseTo(1.1e-6, 12);
    expect(tokenPrice("global.anthropic.claude-haiku-4-5-20251001-v1:0")?.input).toBeCloseTo(1e-6, 12);
    expect(tokenPrice("us.amazon.nova-lite-v1:0")?.input).toBeCloseTo(0.06e-6, 12);
  });

  it("do not exist for a model of this machine", () => {
    expect(tokenPrice("claude-haiku-4-5-20251001")?.output).toBeCloseTo(5e-6, 12);
    expect(tokenPrice("qwen3:8b")).toBeUndefined();
    expect(tokenPrice("claude-next")).toBeUndefined();
  });

  it("make reading from a cache cheaper than reading the prompt, and writing to it never cheaper", () => {
    for (const { id, price } of MODEL_PRICES) {
      expect(price.cacheRead, id).toBeLessThan(price.input);
      expect(price.cacheWrite, id).toBeGreaterThanOrEqual(price.input);
    }
  });
});

describe("a bill", () => {
  it("charges tokens by kind", () => {
    const used = { counts: {}, models: [count({ input: 1e6, output: 1e6, cacheRead: 1e6, cacheWrite: 1e6 })] };
    expect(billOf(used).model).toBeCloseTo(1.1 * (0.3 + 2.5 + 0.075 + 0.3), 9);
  });

  it("charges nothing for offline work, unless it is priced as if on AWS", () => {
    const used = { counts: {}, models: [count({ model: "offline-composer", input: 1e6 })] };
    expect(billOf(used).model).toBe(0);
    expect(billOf(used, AS_IF_ON_AWS).model).toBeCloseTo(0.33, 9);
  });

  it("charges transitions and units at list price", () => {
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
