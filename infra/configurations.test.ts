/** Tests what an operator can configure: all of it at once, and what is refused. */
import { expect, test } from "vitest";
import { EVERYTHING } from "./test/everything.ts";
import { synthesise } from "./test/template.ts";

test("with everything that can be configured it is what CloudFormation takes", async () => {
  const [least, made] = [
    await synthesise({ bundle: false }),
    await synthesise({ bundle: false, validated: true, waldo: EVERYTHING }),
  ];
  expect(made.deployed.length).toBeGreaterThan(least.deployed.length);
});

test("an invalid configuration is refused in one line", async () => {
  await expect(synthesise({ bundle: false, waldo: { pushApplications: ["nonsense"] } })).rejects.toThrow(
    "Error: the CDK context is wrong: waldo.pushApplications.0",
  );
  const tools = Array.from({ length: 100 }, (_, i) => `a-tool-of-some-length-${i}`);
  const connections = { mcp: { notes: { url: "https://notes.test/mcp", tools } } };
  await expect(synthesise({ bundle: false, waldo: { connections } })).rejects.toThrow(
    /waldo: .*connections together may have 1800/,
  );
});
