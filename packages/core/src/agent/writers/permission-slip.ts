/** The recipe that writes a message for others with which the person can decline something. */

import type { Zone } from "@waldo/contracts";
import { zoneIn } from "./reading.ts";
import type { SkillWriter } from "./writer.ts";

/**
 * The occasions that a person may cancel, as people say them. Any other occasion becomes "this one", because the
 * person's own words are not sent to others unasked.
 */
const WHAT =
  /\b(dinner|lunch|brunch|drinks|party|call|meeting|gym|workout|training|run|trip|event|date|game|visit)\b/iu;
const BARE = new Set(["dinner", "lunch", "brunch", "drinks", "training"]);

/** The reason, at most in the words of the body zone. Where the body gives no reason, the message gives none. */
const REASON: Record<Zone, string> = {
  energized: "Waldo is keeping some quiet time free for me",
  steady: "Waldo is keeping some quiet time free for me",
  flagging: "Waldo says I'm flagging and need to take it easy",
  depleted: "Waldo says I'm depleted and need to take it easy",
};

/**
 * A message that sets a boundary for the person to send on: polite, credible, body zone words only. The person sends
 * it, not Waldo.
 */
export const permissionSlip: SkillWriter = {
  reads: () => [{ name: "get_crs", args: {} }],
  write({ date, message = "" }, results) {
    const bodyZone = zoneIn(results, date);
    const reason = bodyZone === undefined ? "Waldo says I need to take it easy" : REASON[bodyZone];
    const what = WHAT.exec(message)?.[1]?.toLowerCase();
    const out = what === undefined ? "this one" : BARE.has(what) ? what : `the ${what}`;
    return `Here is one to send: “${reason}, so I'll pass on ${out}. Can we find another day?”`;
  },
};
