/** Fetches of the past with the person's labels, for tests in which the Fetch may be live. */
import { type FetchEntry, type FetchLabel, keys } from "@waldo/contracts";
import type { Write } from "@waldo/core/ports";
import { DAY_MS } from "@waldo/core/time";

/** Returns one Fetch in shadow for each label, one a day before `now`. */
export function labelledFetches(now: number, { right = 20, wrong = 0 } = {}): Write[] {
  const labels = [...Array<FetchLabel>(right).fill("right"), ...Array<FetchLabel>(wrong).fill("wrong")];
  return labels.map((label, i) => {
    const at = now - (i + 1) * DAY_MS;
    const body: FetchEntry = { at, runId: `past-${i}`, mode: "shadow", minutes: 12, label, labelledAt: at };
    return { op: "put", key: keys.fetch("me", at), body };
  });
}
