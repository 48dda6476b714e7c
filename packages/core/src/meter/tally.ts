/** Adds up what was used. */
import { COUNTERS, type Counts, type Metered, type ModelCount } from "@waldo/contracts";

/**
 * Returns the sum. Tokens are counted separately by tier and model. The result and its order depend only on the parts.
 */
export function sum(parts: Iterable<Metered | undefined>): Metered {
  const counts: Counts = {};
  const models = new Map<string, ModelCount>();
  for (const part of parts) {
    if (!part) continue;
    for (const counter of COUNTERS) {
      const more = part.counts[counter];
      if (more) counts[counter] = (counts[counter] ?? 0) + more;
    }
    for (const one of part.models) {
      const id = `${one.tier} ${one.model}`;
      const known = models.get(id);
      models.set(id, known ? added(known, one) : one);
    }
  }
  return { counts, models: [...models.keys()].sort().flatMap((id) => models.get(id) ?? []) };
}

function added(a: ModelCount, b: ModelCount): ModelCount {
  return {
    ...a,
    calls: a.calls + b.calls,
    failed: a.failed + b.failed,
    input: a.input + b.input,
    output: a.output + b.output,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
  };
}
