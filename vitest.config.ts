import { defineConfig } from "vitest/config";
import { summaryReporter } from "./scripts/summary-reporter.ts";

export default defineConfig({
  test: {
    include: ["{packages,lambdas,infra,bench,examples,scripts}/**/*.test.ts"],
    // A test that hangs ends. No test may fail because a machine is busy.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    setupFiles: ["scripts/property-seed.ts"],
    reporters: ["default", summaryReporter],
  },
});
