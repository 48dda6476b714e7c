import type { Reporter, TestModule } from "vitest/node";

/** Ends a run with one plain line that people and machines read alike: `Tests: 12 passed, 0 failed, 1 skipped`. */
export const summaryReporter: Reporter = {
  onTestRunEnd(modules: readonly TestModule[], errors) {
    const count = { passed: 0, failed: errors.length, skipped: 0 };
    for (const module of modules) {
      if (module.state() === "failed" && [...module.children.allTests()].length === 0) count.failed++;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === "passed" || state === "failed" || state === "skipped") count[state]++;
      }
    }
    process.stdout.write(`\nTests: ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped\n`);
  },
};
