import type { Zone } from "@waldo/contracts";
import { zoneIn } from "./reading.ts";
import type { SkillWriter } from "./writer.ts";

/** What may be got out of. Anything else is "this one": the person's own words do not go to others unasked. */
const WHAT =
  /\b(dinner|lunch|drinks|party|call|meeting|gym|workout|training|run|trip|event|date|brunch|game|visit)\b/iu;

/** The reason, in the words of the zone at most; where the body gives none, a boundary needs none. */
const REASON: Record<Zone, string> = {
  energized: "Waldo is keeping some quiet time free for me",
  steady: "Waldo is keeping some quiet time free for me",
  flagging: "Waldo says I'm flagging and need to take it easy",
  depleted: "Waldo says I'm depleted and need to take it easy",
};

/** A boundary message to send on: polite, credible, zone words only. It is theirs to send. */
export const permissionSlip: SkillWriter = {
  reads: () => [{ name: "get_crs", args: {} }],
  write({ date, message = "" }, results) {
    const zone = zoneIn(results, date);
    const reason = zone === undefined ? "Waldo says I need to take it easy" : REASON[zone];
    const what = WHAT.exec(message)?.[1]?.toLowerCase();
    const out = what === undefined ? "I'll sit this one out" : `I'll sit the ${what} out`;
    return `Here is one to send: “${reason}, so ${out}. Can we find another day?”`;
  },
};
