// The route by which a person asks for their own readings. No agent and no model stands between (R7, R8).
import type { ReadingPorts } from "../ask/lookup.ts";
import type { Handlers } from "./handlers.ts";

export const readingHandlers: Handlers<"askReadings", ReadingPorts> = {
  async askReadings({ ports, userId, body }) {
    // This module loads the reconciling of days, and few requests need it.
    const { lookUp } = await import("../ask/lookup.ts");
    return lookUp(ports, userId, body);
  },
};
