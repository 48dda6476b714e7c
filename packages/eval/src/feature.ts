/**
 * The entry of this package. A night evaluates the runs of the day and searches for a better design of memory. Core
 * does not import it; a process passes this feature to core. It uses the gates, which no other phase needs, so each
 * phase loads only its own code.
 */
import type { Feature } from "@waldo/core/ports";

export const evaluation: Feature = {
  night: {
    EVALUATE: async (...given) => (await import("./night.ts")).evaluateNight(...given),
    REFLECT: async (...given) => (await import("./design/night.ts")).designNight(...given),
  },
};
