/**
 * The voice of stress that lasts: the Fetch. In shadow it runs to its end and tells the person nothing
 * (docs/decisions/0010-fetch-bar.md).
 */
import { type FetchEntry, keys, type Profile } from "@waldo/contracts";
import { runIdFor } from "../digest.ts";
import { STRESS_HIGH, SUSTAINED_MINUTES } from "../health/intraday.ts";
import type { Voice } from "../ports.ts";
import { putNew } from "../store/cas.ts";
import { HOUR_MS } from "../time.ts";
import type { Signals } from "./patrol-signals.ts";

/** The least time between two Fetches. */
export const FETCH_REST_MS = 3 * HOUR_MS;

/** Returns the reason in words when stress has been high for long enough at rest. */
export function stressIn({ live: { stress } }: Pick<Signals, "live">): string | undefined {
  if (!stress || stress.level < STRESS_HIGH || stress.minutes < SUSTAINED_MINUTES) return undefined;
  return `stress high for ${Math.round(stress.minutes)} minutes at rest`;
}

export function stress({ userId, fetch: mode = "shadow" }: Profile, at: number, signals: Signals): Voice {
  return {
    ...{ name: "fetch", rank: 30, kind: "plain", restMs: FETCH_REST_MS },
    async look(_ports, { now }) {
      const reason = stressIn(signals);
      if (reason === undefined) return undefined;
      const event = { userId, trigger: "fetch_alert", nonce: `fetch-${at}`, occurredAt: now } as const;
      const fetch: FetchEntry = { at, runId: runIdFor(event), mode, minutes: signals.live.stress?.minutes ?? 0 };
      const writes = [putNew(keys.fetch(userId, at), fetch)];
      return { topic: `stress-${at}`, reason, event, writes, grave: true, shadow: mode !== "live" };
    },
  };
}
