import { readFileSync } from "node:fs";
import { App, Stack } from "aws-cdk-lib";
import { describe, expect, test } from "vitest";
import { type Config, inRepository, readConfig } from "./config.ts";
import { forRegion, mayCallModels } from "./models.ts";

const { context } = JSON.parse(readFileSync(inRepository("cdk.json"), "utf8")) as { context: { waldo: object } };

function stackIn(region: string | undefined, waldo: object = {}): { stack: Stack; config: Config } {
  const app = new App({ context: { waldo: { ...context.waldo, ...waldo } } });
  const stack = new Stack(app, "S", region === undefined ? {} : { env: { region } });
  return { stack, config: readConfig(app.node) };
}
const modelsIn = (region: string | undefined, waldo: object = {}) => {
  const { stack, config } = stackIn(region, waldo);
  return Object.values(forRegion(stack, config).models);
};

describe("the models of cdk.json", () => {
  const { profiles, profileRegions, models } = stackIn(undefined).config;
  const named = Object.values(models).map((id) => id.replace(/^geo\./, ""));
  const regions = [...new Set(Object.values(profileRegions).flat())];
  /** The geographies other than the whole world for which all models have a profile in a region. */
  const complete = regions.filter((region) =>
    named.every((model) => profiles[model]?.some((one) => profileRegions[one]?.includes(region))),
  );

  test("are profiles that exist, in every region where each model has one", () => {
    expect(complete).toEqual(expect.arrayContaining(["us-east-1", "eu-west-1", "ap-northeast-1"]));
    for (const region of complete)
      for (const id of modelsIn(region)) {
        const [geography = "", ...model] = id.split(".");
        expect(profiles[model.join(".")], `${id} in ${region}`).toContain(geography);
        expect(profileRegions[geography], `${id} in ${region}`).toContain(region);
      }
    // Each model has the profile that it has, and the narrowest.
    expect(modelsIn("ap-northeast-1")).toEqual([
      "jp.amazon.nova-2-lite-v1:0",
      "jp.anthropic.claude-sonnet-4-5-20250929-v1:0",
      "apac.amazon.nova-lite-v1:0",
    ]);
  });

  test("are refused in every other region, with what there is, and never sent around the world unasked", () => {
    for (const region of [...regions.filter((one) => !complete.includes(one)), "sa-east-1", "me-south-1"])
      expect(() => modelsIn(region), region).toThrow(
        new RegExp(`^the model geo\\..* has no inference profile in ${region}: deploy to one of us: .*; eu: `),
      );
    expect(() => modelsIn("ap-south-1")).toThrow(
      /or name global\.amazon\.nova-2-lite-v1:0, if requests may be answered/,
    );
    for (const region of complete) for (const id of modelsIn(region)) expect(id).not.toMatch(/^global\./);
  });

  test("are sent around the world where they are named so", () => {
    const anywhere = "global.amazon.nova-2-lite-v1:0";
    const all = { models: { primary: anywhere, escalation: anywhere, cheap: anywhere } };
    expect(modelsIn("sa-east-1", all)).toEqual([anywhere, anywhere, anywhere]);
    const { stack, config } = stackIn("sa-east-1", all);
    const [own, behind] = mayCallModels(stack, forRegion(stack, config)).map((one) => one.resources);
    expect(own?.[0]).toMatch(/:sa-east-1:.*inference-profile\/global\./);
    expect(behind?.map((arn) => arn.split(":").slice(3).join(":"))).toEqual([
      "sa-east-1::foundation-model/amazon.nova-2-lite-v1:0",
      "::foundation-model/amazon.nova-2-lite-v1:0",
    ]);
    const none = "global.amazon.nova-lite-v1:0";
    expect(() => modelsIn("sa-east-1", { models: { ...all.models, cheap: none } })).toThrow(
      /global\.amazon\.nova-lite/,
    );
  });

  test("are allowed in every region of their profiles, and in no other", () => {
    for (const region of complete) {
      const { stack, config } = stackIn(region);
      const own = forRegion(stack, config);
      const [, behind] = mayCallModels(stack, own).map((one) => one.resources);
      const allowed = (behind ?? []).map((arn) =>
        [arn.split(":")[3], arn.replace(/.*foundation-model\//, "")].join(" "),
      );
      const expected = Object.values(own.models).flatMap((id) => {
        const [geography = "", ...model] = id.split(".");
        return (profileRegions[geography] ?? []).map((one) => `${one} ${model.join(".")}`);
      });
      expect(allowed.sort(), region).toEqual([...new Set(expected)].sort());
    }
  });

  test("that no table knows are named in the error", () => {
    const models = { primary: "geo.amazon.nova-9", escalation: "geo.amazon.nova-9", cheap: "geo.amazon.nova-9" };
    expect(() => modelsIn("us-east-1", { models })).toThrow(
      /waldo\.profiles in cdk\.json does not know amazon\.nova-9/,
    );
  });

  test("that name another geography than the region's are refused too", () => {
    const models = { primary: "us.amazon.nova-lite-v1:0", escalation: "eu.x.y", cheap: "eu.x.y" };
    expect(() => modelsIn("eu-west-1", { models })).toThrow(
      /us\.amazon\.nova-lite-v1:0 has no inference profile in eu/,
    );
    const direct = {
      primary: "amazon.nova-lite-v1:0",
      escalation: "arn:aws:bedrock:x",
      cheap: "amazon.nova-lite-v1:0",
    };
    expect(modelsIn("sa-east-1", { models: direct })).toEqual(Object.values(direct));
  });
});
