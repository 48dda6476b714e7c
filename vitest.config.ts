import { defineConfig } from "vitest/config";
import { summaryReporter } from "./scripts/summary-reporter.ts";

export default defineConfig({
  test: {
    include: ["{packages,lambdas,infra,bench,examples,scripts}/**/*.test.ts"],
    // A worker loads a module once, not once for each file. No module of ours keeps state that a test could see.
    isolate: false,
    // By default one core is kept for the main process, which has little to do.
    maxWorkers: "100%",
    // A test that hangs ends. No test may fail because a machine is busy.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    setupFiles: ["scripts/property-seed.ts"],
    reporters: ["default", summaryReporter],
  },
});
