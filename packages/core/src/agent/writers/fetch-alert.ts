import type { Zone } from "@waldo/contracts";
import { zoneIn } from "./reading.ts";
import type { SkillWriter } from "./writer.ts";

const OFFER: Record<Zone, string> = {
  energized: "Stand up, look out of a window, and breathe out slowly a few times; it will be there when you sit down.",
  steady: "Stand up and breathe out slowly a few times before the next thing.",
  flagging: "Step away for a few minutes if you can, and let the next thing start late.",
  depleted: "Put it down for a few minutes. Nothing else is asked of you.",
};

/**
 * The Fetch: one sentence of observation and one of offer. The observation is that the alert fired; the body zone only
 * sets the tone.
 */
export const fetchAlert: SkillWriter = {
  reads: () => [{ name: "get_crs", args: {} }],
  write: ({ date }, results) =>
    `That has been a tense stretch, with little movement in it. ${OFFER[zoneIn(results, date) ?? "steady"]}`,
};
