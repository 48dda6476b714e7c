import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { LongFirst } from "./scripts/long-first.ts";
import { summaryReporter } from "./scripts/summary-reporter.ts";

export default defineConfig({
  test: {
    include: ["{packages,lambdas,infra,bench,examples,scripts}/**/*.test.ts"],
    // A worker loads a module once, not once for each file. No module of ours keeps state that a test could see.
    isolate: false,
    // Two more workers than cores: while a file waits for a browser or a process, another file uses its core.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongFirst },
    // A test that hangs ends. No test may fail because a machine is busy.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    setupFiles: ["scripts/property-seed.ts"],
    reporters: ["default", summaryReporter],
  },
});
