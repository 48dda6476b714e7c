import { type ErrorName, WaldoError } from "@waldo/contracts";
import { scriptedModel } from "@waldo/testkit/scripted-model";
import { describe, expect, it } from "vitest";
import type { ModelGateway, ModelReply, ModelRequest } from "../ports.ts";
import { BreakerOpen } from "./breaker.ts";
import { BREAKER_OPEN, climb } from "./ladder.ts";

const request = (text: string): ModelRequest => ({
  tier: "primary",
  system: [],
  messages: [{ role: "user", content: [{ type: "text", text }] }],
  tools: [],
  maxOutputTokens: 1,
});
const fails = (name: ErrorName) => ({ error: new WaldoError(name, "scripted") });
const climbed = (model: ModelGateway) => climb(model, request("full"), () => request("reduced"));

describe("the ladder", () => {
  it("L1: the full prompt is enough", async () => {
    const model = scriptedModel([{ text: "Steady." }]);
    expect(await climbed(model)).toMatchObject({ outcome: "replied", rung: "L1", reply: { text: "Steady." } });
    expect(model.asked).toEqual([request("full")]);
  });

  it.each(["ModelThrottled", "ModelTimeout", "ModelUnavailable", "ModelMalformed"] as const)(
    "L2: after %s the reduced prompt is tried, once",
    async (name) => {
      const model = scriptedModel([fails(name), { text: "Steady." }]);
      expect(await climbed(model)).toMatchObject({ outcome: "replied", rung: "L2" });
      expect(model.asked).toEqual([request("full"), request("reduced")]);
      expect(await climbed(scriptedModel([fails(name), fails("ModelTimeout")]))).toEqual({
        outcome: "unavailable",
        errors: [name, "ModelTimeout"],
      });
    },
  );

  it("a call that the provider refuses for good is not repeated", async () => {
    const model = scriptedModel([fails("ModelRefused")]);
    expect(await climbed(model)).toEqual({ outcome: "unavailable", errors: ["ModelRefused"] });
    expect(model.asked).toHaveLength(1);
  });

  it("an open breaker is not asked twice, and no call is made", async () => {
    const model = scriptedModel([{ error: new BreakerOpen("primary") }]);
    expect(await climbed(model)).toEqual({ outcome: "unavailable", errors: [BREAKER_OPEN] });
  });

  it("L2 may use another tier, and a final error of one tier is not final for the other", async () => {
    const model = scriptedModel([fails("ModelRefused"), { text: "Steady." }]);
    const reduced = () => ({ ...request("reduced"), tier: "cheap" as const });
    expect(await climb(model, request("full"), reduced)).toMatchObject({ outcome: "replied", rung: "L2" });
    expect(model.asked.map(({ tier }) => tier)).toEqual(["primary", "cheap"]);
  });

  it("a refusal in words may come from a long prompt, so the reduced one is tried", async () => {
    const { converse, shape } = scriptedModel([{ text: "Steady." }]);
    let replies = 0;
    const model: ModelGateway = {
      shape,
      async converse(asked): Promise<ModelReply> {
        const reply = await converse(asked);
        return replies++ === 0 ? { ...reply, text: "", stop: "refused" } : reply;
      },
    };
    expect(await climbed(model)).toMatchObject({ outcome: "replied", rung: "L2" });
  });

  it("an error that is not about the model goes through", async () => {
    await expect(climbed(scriptedModel([fails("StoreUnavailable")]))).rejects.toThrow("scripted");
    await expect(climbed(scriptedModel([{ error: new Error("a bug") }]))).rejects.toThrow("a bug");
  });
});
