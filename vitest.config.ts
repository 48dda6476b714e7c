import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { PATIENCE_MS } from "./packages/testkit/src/patience.ts";
import { LongFirst } from "./scripts/long-first.ts";
import { summaryReporter } from "./scripts/summary-reporter.ts";

const HANGS_MS = 1_800_000;

export default defineConfig({
  test: {
    include: ["{packages,lambdas,infra,bench,examples,scripts}/**/*.test.ts"],
    // A worker loads a module once, not once for each file. No module of ours keeps state that a test could see.
    isolate: false,
    // Two more workers than cores: while a file waits for a browser or a process, another file uses its core.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongFirst },
    // Ends a test that hangs. A slow machine may not fail a test, so no test has its own limit: the slowest takes about
    // a minute of a core, and this is thirty times as much.
    testTimeout: HANGS_MS,
    hookTimeout: HANGS_MS,
    expect: { poll: { timeout: PATIENCE_MS } },
    setupFiles: ["scripts/property-seed.ts"],
    reporters: ["default", summaryReporter],
  },
});
