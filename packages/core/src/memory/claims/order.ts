/** The order in which a person is shown claims: hall by hall, what holds first, the most believed first. */
import { HALLS, type MemoryBlock } from "@waldo/contracts";
import { isLive } from "./claim.ts";

/** What decides the place of a claim. No two claims have the same. */
export type Placed = Pick<MemoryBlock, "hall" | "validTo" | "confidence" | "validFrom" | "patternId">;

export function byPlace(a: Placed, b: Placed): number {
  return (
    HALLS.indexOf(a.hall) - HALLS.indexOf(b.hall) ||
    Number(isLive(b)) - Number(isLive(a)) ||
    b.confidence - a.confidence ||
    b.validFrom - a.validFrom ||
    (a.patternId < b.patternId ? -1 : Number(a.patternId > b.patternId))
  );
}
