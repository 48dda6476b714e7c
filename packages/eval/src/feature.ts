/**
 * The door of this package. A night evaluates the runs of the day and searches for a better design of memory. Nothing
 * below knows it: a process that gives core this feature has it. It brings the gates, which no other phase needs, so a
 * phase loads what it needs.
 */
import type { Feature } from "@waldo/core/ports";

export const evaluation: Feature = {
  night: {
    EVALUATE: async (...given) => (await import("./night.ts")).evaluateNight(...given),
    REFLECT: async (...given) => (await import("./design/night.ts")).designNight(...given),
  },
};
