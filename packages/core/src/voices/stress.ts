/**
 * The voice of stress that lasts: the Fetch. In shadow it runs to its end and tells the person nothing. It is live only
 * for a person who wants it and whose own labels meet the bar (docs/decisions/0010-fetch-bar.md).
 */
import { type FetchEntry, keys, type Profile } from "@waldo/contracts";
import { runIdFor } from "../digest.ts";
import { STRESS_HIGH, SUSTAINED_MINUTES } from "../health/intraday.ts";
import type { Voice } from "../ports.ts";
import { putNew } from "../store/cas.ts";
import { HOUR_MS } from "../time.ts";
import { fetchLog, meetsBar, nonceOf } from "./fetches.ts";
import type { Signals } from "./patrol-signals.ts";

/** The name of the voice. */
export const FETCH = "fetch";
/** The least time between two Fetches. */
export const FETCH_REST_MS = 3 * HOUR_MS;

/** Returns the reason in words when stress has been high for long enough at rest. */
export function stressIn({ live: { stress } }: Pick<Signals, "live">): string | undefined {
  if (!stress || stress.level < STRESS_HIGH || stress.minutes < SUSTAINED_MINUTES) return undefined;
  return `stress high for ${Math.round(stress.minutes)} minutes at rest`;
}

export function stress({ userId, fetch: wanted }: Profile, at: number, signals: Pick<Signals, "live">): Voice {
  return {
    ...{ name: FETCH, rank: 30, kind: "plain", restMs: FETCH_REST_MS },
    async look({ store }, { now }) {
      const reason = stressIn(signals);
      if (reason === undefined) return undefined;
      const mode = wanted === "live" && meetsBar(await fetchLog(store, userId)) ? "live" : "shadow";
      const event = { userId, trigger: "fetch_alert", nonce: nonceOf(at), occurredAt: now } as const;
      const fetch: FetchEntry = { at, runId: runIdFor(event), mode, minutes: signals.live.stress?.minutes ?? 0 };
      const writes = [putNew(keys.fetch(userId, at), fetch)];
      return { topic: `stress-${at}`, reason, event, writes, grave: true, shadow: mode !== "live" };
    },
  };
}
