import type { Reporter, TestCase, TestModule } from "vitest/node";

/**
 * Ends a test run with plain lines that people and programs can read. When tests needed a DynamoDB engine, a line says
 * which engines they ran on, or why they were skipped. The last line is the count: `Tests: 12 passed, 0 failed, 1
 * skipped`.
 */
export const summaryReporter: Reporter = {
  onTestRunEnd(modules: readonly TestModule[], errors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const engines = engineLine(tests);
    process.stdout.write(
      `\n${engines === undefined ? "" : `${engines}\n`}${countLine(modules, tests, errors.length)}\n`,
    );
  },
};

function countLine(modules: readonly TestModule[], tests: readonly TestCase[], errors: number): string {
  const count = { passed: 0, failed: errors, skipped: 0 };
  for (const test of tests) {
    const { state } = test.result();
    if (state !== "pending") count[state]++;
  }
  // A file that does not load and a hook that throws do not fail a test, but they keep tests from running.
  for (const module of modules)
    for (const suite of [module, ...module.children.allSuites()]) if (suite.errors().length > 0) count.failed++;
  return `Tests: ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`;
}

function engineLine(tests: readonly TestCase[]): string | undefined {
  const names = new Set<string>();
  const missing = new Set<string>();
  for (const test of tests) {
    const { dynamoEngine } = test.meta();
    if (dynamoEngine === undefined) continue;
    if ("missing" in dynamoEngine) missing.add(dynamoEngine.missing);
    else if (test.result().state !== "skipped") names.add(dynamoEngine.name);
  }
  if (names.size > 0) return `DynamoDB engines: ${[...names].join(", ")}`;
  if (missing.size > 0) return `DynamoDB engines: none (${[...missing].join("; ")}), so their tests were skipped`;
  return undefined;
}
