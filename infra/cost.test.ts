/** Tests what the meter assumes about the deployment. */
import { FUNCTION_GB } from "@waldo/core/meter/bill";
import { SCRIBE_PHASES } from "@waldo/core/meter/machines";
import { expect, test } from "vitest";
import { definitionOf } from "./config.ts";
import { synthesise } from "./test/template.ts";

const COUNTER: Record<string, keyof typeof FUNCTION_GB> = {
  "agent-step": "agentSteps",
  delivery: "deliveries",
  scribe: "scribes",
  crs: "senses",
  ingest: "ingests",
};

test("the functions have the memory that their bill assumes", async () => {
  const stack = await synthesise({ bundle: false });
  let checked = 0;
  for (const { type, properties } of stack.deployed) {
    if (type !== "AWS::Lambda::Function") continue;
    const counter = COUNTER[String(properties["Description"]).replace("Waldo: ", "")];
    if (counter === undefined) continue;
    expect(properties["MemorySize"], counter).toBe(1024 * FUNCTION_GB[counter]);
    checked++;
  }
  expect(checked).toBe(Object.keys(FUNCTION_GB).length);
});

test("the scribe works on the phases of the night that are counted as its own", () => {
  const { States } = JSON.parse(definitionOf("dream"));
  const scribes = Object.entries<{ Parameters?: { FunctionName?: string } }>(States)
    .filter(([, state]) => state.Parameters?.FunctionName?.includes("Scribe"))
    .map(([name]) => name);
  expect(scribes).toEqual([...SCRIBE_PHASES]);
});
