/**
 * The circuit breaker of a model tier. Three failures in a row open it. While it is open no call is made, and templates
 * answer. Then it lets one probe through at a time. Two successful probes close it. One failed probe opens it again for
 * twice as long.
 *
 *   closed ──3 failures──▶ open ──hold is over──▶ half open ──2 successes──▶ closed
 *                           ▲                        │
 *                           └──────one failure───────┘
 *
 * Each person has their own breaker row, because the agent step has no credential for a row shared by all (R12). The
 * cost is three failures per person when a provider goes down. The gain is that one person's refused prompt opens no
 * other person's breaker.
 */

import type { ModelTier } from "@waldo/contracts";
import { Breaker, type EpochMs, keys, type UserId, WaldoError } from "@waldo/contracts";
import type { ModelGateway, Ports, Row } from "../ports.ts";
import { putOver, retryConflicts } from "../store/cas.ts";
import { MINUTE_MS } from "../time.ts";

export const BREAKER = {
  /**
   * The number of failures in a row that opens the breaker, and of successes in a row that closes it (docs/sources.md,
   * The failure ladder).
   */
  failures: 3,
  successes: 2,
  /** The length of the first opening, and the longest. */
  holdMs: 5 * MINUTE_MS,
  mostHoldMs: 60 * MINUTE_MS,
  /**
   * A probe without an answer after this time counts as lost, and another probe may start. It is twice the longest time
   * of a call.
   */
  probeMs: 2 * MINUTE_MS,
} as const;

export const CLOSED: Breaker = { state: "closed", failures: 0, successes: 0, until: 0, holdMs: 0, changedAt: 0 };

/** True when a call may be made now. While the breaker is half open, `until` is the end of the running probe. */
export function mayCall(breaker: Breaker, now: EpochMs): boolean {
  return breaker.state === "closed" || now >= breaker.until;
}

/** Returns the breaker after a call was let through: unchanged while closed, else with a running probe. */
export function probing(breaker: Breaker, now: EpochMs): Breaker {
  if (breaker.state === "closed") return breaker;
  const changedAt = breaker.state === "open" ? now : breaker.changedAt;
  return { ...breaker, state: "half_open", until: now + BREAKER.probeMs, changedAt };
}

export function afterSuccess(breaker: Breaker, now: EpochMs): Breaker {
  if (breaker.state === "closed") return breaker.failures === 0 ? breaker : { ...breaker, failures: 0 };
  const successes = breaker.successes + 1;
  if (successes >= BREAKER.successes) return { ...CLOSED, changedAt: now };
  return { ...breaker, state: "half_open", successes, until: now };
}

/**
 * Returns the breaker after a failed call. `final` means that a repeated call cannot succeed, for example after a
 * refused key. One such failure opens the breaker.
 */
export function afterFailure(breaker: Breaker, now: EpochMs, final: boolean): Breaker {
  const failures = breaker.failures + 1;
  if (breaker.state === "closed" && failures < BREAKER.failures && !final) return { ...breaker, failures };
  const holdMs = breaker.holdMs === 0 ? BREAKER.holdMs : Math.min(BREAKER.mostHoldMs, 2 * breaker.holdMs);
  return { state: "open", failures, successes: 0, until: now + holdMs, holdMs, changedAt: now };
}

/** Thrown instead of making the call. */
export class BreakerOpen extends WaldoError {
  constructor(tier: ModelTier) {
    super("ModelUnavailable", `the ${tier} model has failed repeatedly and is left alone for a while`);
  }
}

/**
 * Returns the present state of the tier's breaker. It takes one read. A breaker that another model opened does not
 * count for this model, so a person who chooses another model need not wait.
 */
export async function loadBreaker(
  { store, model }: Pick<Ports, "store" | "model">,
  userId: UserId,
  tier: ModelTier,
): Promise<{ readonly breaker: Breaker; readonly row: Row | undefined }> {
  const row = await store.get(keys.breaker(userId, tier));
  const known = row ? Breaker.parse(row.body) : CLOSED;
  const name = nameOf(model, tier);
  const isOfOther = known.model !== undefined && name !== undefined && known.model !== name;
  return { breaker: isOfOther ? CLOSED : known, row };
}

/** The most characters of a model's name that the row keeps. */
const NAME_CHARS = 200;

function nameOf(model: ModelGateway, tier: ModelTier): string | undefined {
  return model.nameOf?.(tier).slice(0, NAME_CHARS);
}

/**
 * Returns the gateway with the breakers of one person. A call costs one read, and a write only when the breaker
 * changes. Throws `BreakerOpen` for a call that is not made, and otherwise the errors of the gateway. Plain code in
 * place of a model has no breaker, because it has no provider that could fail.
 */
export function guarded(ports: Pick<Ports, "store" | "clock" | "model" | "log">, userId: UserId): ModelGateway {
  if (ports.model.plain) return ports.model;
  const change = (tier: ModelTier, next: (breaker: Breaker) => Breaker): Promise<Breaker> =>
    retryConflicts(async () => {
      const { breaker, row } = await loadBreaker(ports, userId, tier);
      const changed = next(breaker);
      if (changed === breaker) return breaker;
      const model = nameOf(ports.model, tier);
      const kept = { ...changed, ...(model === undefined ? {} : { model }) };
      await ports.store.transact([putOver(row, keys.breaker(userId, tier), kept)]);
      if (changed.state !== breaker.state)
        ports.log("warn", "model.breaker", {
          tier,
          from: breaker.state,
          to: changed.state,
          failures: changed.failures,
        });
      return changed;
    });
  return {
    shape: ports.model.shape,
    async converse(request) {
      const { tier } = request;
      const at = ports.clock.now();
      const before = await change(tier, (breaker) => {
        if (!mayCall(breaker, at)) throw new BreakerOpen(tier);
        return probing(breaker, at);
      });
      try {
        const reply = await ports.model.converse(request);
        if (before !== CLOSED && (before.state !== "closed" || before.failures > 0))
          await change(tier, (breaker) => afterSuccess(breaker, ports.clock.now()));
        return reply;
      } catch (error) {
        if (error instanceof WaldoError && error.name.startsWith("Model"))
          await change(tier, (breaker) => afterFailure(breaker, ports.clock.now(), error.next === "stop"));
        throw error;
      }
    },
  };
}
