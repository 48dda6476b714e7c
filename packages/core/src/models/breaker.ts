/**
 * The circuit breaker of a model tier. Three failures in a row open it: nobody asks for a while, and templates speak.
 * Then one probe at a time is let through; two that succeed close it, one that fails opens it for twice as long.
 *
 *   closed ──3 failures──▶ open ──hold is over──▶ half open ──2 successes──▶ closed
 *                           ▲                        │
 *                           └──────one failure───────┘
 *
 * Its row is the person's own: the agent step holds no credential that reaches a row shared by all (R12). What that
 * costs is three failures a person when a provider goes down, and what it saves is that one person's refused prompt
 * opens nothing for anybody else.
 */
import { Breaker, type EpochMs, isError, keys, type UserId, WaldoError } from "@waldo/contracts";
import type { ModelGateway, ModelTier, Ports } from "../ports.ts";
import { MINUTE_MS } from "../time.ts";

export const BREAKER = {
  /** In a row, to open; in a row, to close (seed 000 §3a). */
  failures: 3,
  successes: 2,
  /** The first opening, and the longest. */
  holdMs: 5 * MINUTE_MS,
  mostHoldMs: 60 * MINUTE_MS,
  /** A probe that has not come back by then is lost, and another may go: twice what a call may take. */
  probeMs: 2 * MINUTE_MS,
} as const;

export const CLOSED: Breaker = { state: "closed", failures: 0, successes: 0, until: 0, holdMs: 0, changedAt: 0 };

/** Whether a call may be made now. Half open, `until` is the end of the probe that is under way. */
export function mayCall(breaker: Breaker, now: EpochMs): boolean {
  return breaker.state === "closed" || now >= breaker.until;
}

/** The breaker once a call has been let through: unchanged while closed, else a probe is under way. */
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

/** `final`: asking again will not help, such as a refused key. One such failure is enough to open it. */
export function afterFailure(breaker: Breaker, now: EpochMs, final: boolean): Breaker {
  const failures = breaker.failures + 1;
  if (breaker.state === "closed" && failures < BREAKER.failures && !final) return { ...breaker, failures };
  const holdMs = breaker.holdMs === 0 ? BREAKER.holdMs : Math.min(BREAKER.mostHoldMs, 2 * breaker.holdMs);
  return { state: "open", failures, successes: 0, until: now + holdMs, holdMs, changedAt: now };
}

/** Thrown in place of a call that is not made. */
export class BreakerOpen extends WaldoError {
  constructor(tier: ModelTier) {
    super("ModelUnavailable", `the ${tier} model has failed repeatedly and is left alone for a while`);
  }
}

/** The tier's breaker as it stands. One read. */
export async function loadBreaker(
  { store }: Pick<Ports, "store">,
  userId: UserId,
  tier: ModelTier,
): Promise<{ readonly breaker: Breaker; readonly version: number | undefined }> {
  const row = await store.get(keys.breaker(userId, tier));
  return { breaker: row ? Breaker.parse(row.body) : CLOSED, version: row?.version };
}

/**
 * The gateway behind the breakers of one person. A call costs one read; a write only when the breaker changes. Throws
 * `BreakerOpen` for a call that is not made, and otherwise what the gateway throws.
 */
export function guarded(ports: Pick<Ports, "store" | "clock" | "model" | "log">, userId: UserId): ModelGateway {
  const change = async (tier: ModelTier, next: (breaker: Breaker) => Breaker): Promise<Breaker> => {
    for (;;) {
      const { breaker, version } = await loadBreaker(ports, userId, tier);
      const changed = next(breaker);
      if (changed === breaker) return breaker;
      const when = [version === undefined ? ({ is: "absent" } as const) : ({ is: "version", version } as const)];
      try {
        await ports.store.transact([{ op: "put", key: keys.breaker(userId, tier), body: changed, when }]);
      } catch (error) {
        if (!isError(error, "ConditionFailed")) throw error;
        continue; // another run was faster: decide anew
      }
      if (changed.state !== breaker.state)
        ports.log("warn", "model.breaker", {
          tier,
          from: breaker.state,
          to: changed.state,
          failures: changed.failures,
        });
      return changed;
    }
  };
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
