/**
 * Reads the clouds of connected wearables when a reading is due, and soon after a hook. It has its own timer, so that a
 * slow cloud does not delay a Brief.
 */
import type { EpochMs, PullRequest, UserId, VendorName } from "@waldo/contracts";
import type { PullPorts } from "@waldo/core/connect/ports";
import { pull } from "@waldo/core/connect/pull";
import { VENDOR } from "@waldo/core/connect/vendors";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "@waldo/core/time";
import { type Timer, wallTimer } from "../wall-timer.ts";

/** Without a tunnel no hooks arrive, so the latest days are read this often. */
export const POLL_MS = 15 * MINUTE_MS;
/** Another process may be reading now, mostly for a few seconds. */
const LEAST_MS = 5 * SECOND_MS;

/** The new data of a wearable, or that its cloud was not read. */
export type WearableEvent =
  | { readonly type: "wearable"; readonly at: EpochMs; readonly name: string; readonly days: number }
  | { readonly type: "failed"; readonly at: EpochMs; readonly error: string };

export type WearablePulls = {
  /** Reads the connections that are due now, and each of the others when it is due. */
  start(): void;
  /** Has a connection read soon. */
  soon(request: PullRequest): Promise<void>;
  /** Starts no further reading. Resolves when the current one is over. */
  stop(): Promise<void>;
};

export function wearablePulls(options: {
  readonly ports: PullPorts;
  readonly userId: UserId;
  readonly vendors: () => readonly VendorName[];
  readonly emit: (event: WearableEvent) => void;
  readonly timer?: Timer;
}): WearablePulls {
  const { ports, userId, vendors, emit, timer = wallTimer() } = options;
  let armed: ReturnType<Timer> | undefined;
  let reading: Promise<void> | undefined;
  let isAsked = false;
  let running = false;
  const troubled = new Set<VendorName>();

  function tell(error: unknown): void {
    emit({ type: "failed", at: ports.clock.now(), error: error instanceof Error ? error.message : String(error) });
  }

  /**
   * Returns the vendors to read. It is empty while the file with their names cannot be read, because its owner may
   * repair it at any time.
   */
  function known(): readonly VendorName[] {
    try {
      return running ? vendors() : [];
    } catch (error) {
      tell(error);
      return [];
    }
  }

  /** Reads what is due. Returns when to look again. */
  async function read(): Promise<EpochMs> {
    let next = ports.clock.now() + HOUR_MS;
    for (const vendor of known()) {
      const { title: name } = VENDOR[vendor];
      const at = ports.clock.now();
      try {
        const { outcome, changed, again } = await pull(ports, { userId, vendor });
        if (changed > 0) emit({ type: "wearable", at, name, days: changed });
        // A failure of a vendor is reported once. waldo wearable list shows later ones.
        const isFailed = outcome === "failed" || outcome === "reconnect";
        if (isFailed && !troubled.has(vendor))
          emit({ type: "failed", at, error: `${name} was not read: waldo wearable list says why` });
        if (isFailed) troubled.add(vendor);
        else if (outcome === "read") troubled.delete(vendor);
        if (again !== undefined) next = Math.min(next, again);
      } catch (error) {
        tell(error);
      }
    }
    return Math.max(next, ports.clock.now() + LEAST_MS);
  }

  function turn(): void {
    armed?.stop();
    armed = undefined;
    isAsked = false;
    reading = read().then((next) => {
      reading = undefined;
      if (!running) return;
      if (isAsked) turn();
      else armed = timer(next, () => turn());
    });
  }

  return {
    start() {
      running = true;
      turn();
    },
    async soon() {
      isAsked = true;
      if (running && reading === undefined) turn();
    },
    async stop() {
      running = false;
      armed?.stop();
      await reading;
    },
  };
}
