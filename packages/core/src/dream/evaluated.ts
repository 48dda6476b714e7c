/**
 * Reads what the nightly evaluation found about the runs, for display. The evaluation itself is an opt-in package:
 * packages/eval.
 */
import { EvalNight, type EvalView, keys, type UserId } from "@waldo/contracts";
import type { Store } from "../ports.ts";

/** Returns the last nights that evaluated something, the newest first. */
export async function lastNights(store: Store, userId: UserId, limit: number): Promise<EvalView[]> {
  const found: EvalView[] = [];
  let cursor: string | undefined;
  do {
    const page = await store.query({
      ...keys.evaluation.all(userId),
      descending: true,
      limit: limit - found.length,
      ...(cursor === undefined ? {} : { cursor }),
    });
    for (const { body } of page.rows) {
      const { until: _, ...night } = EvalNight.parse(body);
      found.push(night);
    }
    cursor = page.cursor;
  } while (cursor !== undefined && found.length < limit);
  return found;
}
