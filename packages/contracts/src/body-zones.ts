/** The body zones, which are names for ranges of Form. */

import * as z from "zod";

/** The body zones, best first, each with the lowest rounded Form that belongs to it. */
export const ZONES = ["energized", "steady", "flagging", "depleted"] as const;
export const Zone = z.enum(ZONES);
export type Zone = z.infer<typeof Zone>;
export const ZONE_FLOOR: Record<Zone, number> = { energized: 80, steady: 65, flagging: 50, depleted: 0 };
