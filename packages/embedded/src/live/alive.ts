/**
 * The dead man's switch: after each wake that succeeded, a service that the person chose is told that Waldo is alive.
 * When it hears nothing for long, it tells the person. The request carries nothing of them.
 */
import type { EpochMs } from "@waldo/contracts";

/** How long one request may take, and how long until it is tried once more. */
const [TIMEOUT_MS, AGAIN_MS] = [10_000, 10_000];

export type AliveEvent = { readonly type: "failed"; readonly at: EpochMs; readonly error: string };

type Alive = {
  /** Tells the service. Never throws: a failure is told once, until it answers again. */
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
