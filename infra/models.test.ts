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
  const { profileRegions } = stackIn(undefined).config;

  test("are profiles of the region's geography, in every region that has any", () => {
    for (const [geography, regions] of Object.entries(profileRegions))
      for (const region of regions)
        for (const id of modelsIn(region)) expect(id, region).toMatch(new RegExp(`^${geography}\\.[a-z]+\\.`));
  });

  test("are allowed in every region of their profile, and in no other", () => {
    for (const [geography, regions] of Object.entries(profileRegions)) {
      const { stack, config } = stackIn(regions[0]);
      const [own, behind] = mayCallModels(stack, forRegion(stack, config)).map((one) => one.resources);
      for (const arn of own ?? [])
        expect(arn).toMatch(new RegExp(`:${regions[0]}:.*inference-profile/${geography}\\.`));
      const named = new Set((behind ?? []).map((arn) => arn.split(":")[3]));
      expect([...named].sort()).toEqual([...regions].sort());
    }
  });

  test.each(["sa-east-1", "af-south-1", "me-south-1"])(
    "are refused in %s, with the regions that have them",
    (region) => {
      expect(() => modelsIn(region)).toThrow(
        new RegExp(
          `^the model geo\\..* has no inference profile in ${region}: deploy to one of us: .*; eu: .*; apac: `,
        ),
      );
    },
  );

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
