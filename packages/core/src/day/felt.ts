/**
 * How a person feels, beside what their readings say. The two part ways when one is good and the other is not. Then both
 * are told, and the advice follows the worse of them.
 */
import type { Feeling, FeltFact, SaidOfDay, Zone } from "@waldo/contracts";

const TONE: Readonly<Record<Feeling, FeltFact["tone"]>> = {
  awful: "bad",
  low: "bad",
  okay: "neutral",
  good: "good",
  great: "good",
};

/** Returns the fact of a feeling on a day with this zone, or undefined when the person said none. */
export function feltOf(said: SaidOfDay | undefined, zone: Zone | undefined): FeltFact | undefined {
  const { feeling } = said ?? {};
  if (feeling === undefined) return undefined;
  const tone = TONE[feeling];
  const isLow = zone === "flagging" || zone === "depleted";
  const parts = zone !== undefined && (isLow ? tone === "good" : tone === "bad");
  return { id: "felt", feeling, tone, ...(parts ? { against: zone } : {}) };
}

/** True when the person feels worse than their readings. The advice then follows how they feel. */
export function feelsWorse(felt: FeltFact | undefined): boolean {
  return felt?.against !== undefined && felt.tone === "bad";
}
