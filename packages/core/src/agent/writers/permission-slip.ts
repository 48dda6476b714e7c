import type { Zone } from "@waldo/contracts";
import { zoneIn } from "./reading.ts";
import type { SkillWriter } from "./writer.ts";

/**
 * What may be got out of, as one says it. Anything else is "this one": the person's own words do not go to others
 * unasked.
 */
const WHAT =
  /\b(dinner|lunch|brunch|drinks|party|call|meeting|gym|workout|training|run|trip|event|date|game|visit)\b/iu;
const BARE = new Set(["dinner", "lunch", "brunch", "drinks", "training"]);

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
    const out = what === undefined ? "this one" : BARE.has(what) ? what : `the ${what}`;
    return `Here is one to send: “${reason}, so I'll pass on ${out}. Can we find another day?”`;
  },
};
