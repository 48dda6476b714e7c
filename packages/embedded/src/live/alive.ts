/**
 * The dead man's switch. After each successful wake, a service that the person chose gets a request that Waldo is
 * alive. If no request comes for long, the service tells the person. The request holds no data of the person.
 */
import type { EpochMs } from "@waldo/contracts";

/** The longest time of one request, and the pause before a second try. */
const [TIMEOUT_MS, AGAIN_MS] = [10_000, 10_000];

export type AliveEvent = { readonly type: "failed"; readonly at: EpochMs; readonly error: string };

type Alive = {
  /** Tells the service. Never throws. A failure is reported once, until the service answers again. */
  tell(): Promise<void>;
};

export function aliveAt(
  address: string,
  {
    now,
    emit,
    fetch = globalThis.fetch,
    sleep,
  }: {
    readonly now: () => EpochMs;
    readonly emit: (event: AliveEvent) => void;
    readonly fetch?: typeof globalThis.fetch;
    readonly sleep: (ms: number) => Promise<unknown>;
  },
): Alive {
  let isTold = false;
  async function ask(): Promise<string | undefined> {
    try {
      const { ok, status } = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: "error" });
      return ok ? undefined : `it answered ${status}`;
    } catch {
      return "it did not answer";
    }
  }
  return {
    async tell() {
      let why = await ask();
      if (why !== undefined) {
        await sleep(AGAIN_MS);
        why = await ask();
      }
      // The address may hold a secret, so only its host is named.
      if (why !== undefined && !isTold)
        emit({
          type: "failed",
          at: now(),
          error: `the service at ${new URL(address).host} was not told that Waldo lives: ${why}`,
        });
      isTold = why !== undefined;
    },
  };
}
