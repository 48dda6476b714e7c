import { defineConfig } from "vitest/config";
import { summaryReporter } from "./scripts/summary-reporter.ts";

export default defineConfig({
  test: {
    include: ["{packages,lambdas,infra,bench,examples,scripts}/**/*.test.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: ["default", summaryReporter],
  },
});
