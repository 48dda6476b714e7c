/** Runs privacy.asl.json on a single machine. */
import { ErasureTask, PARTITION, type UserId, WaldoError } from "@waldo/contracts";
import { personDigest } from "@waldo/core/digest";
import { connectionStore } from "@waldo/core/privacy/connections";
import { type ErasurePorts, erasureTask, keyStore, type OutsideStore, receiptOf } from "@waldo/core/privacy/erase";
import type { Outside } from "@waldo/core/privacy/everything";
import type { Home } from "../home.ts";
import { machineClock } from "../home-clock.ts";
import { interpreter } from "../machines.ts";
import type { Terminal } from "../terminal.ts";
import { vendorPortsOf } from "../wearables/ports.ts";
import { exportStore, filesOf } from "./files.ts";

type ErasureHandlers = {
  readonly step: (task: ErasureTask) => Promise<object>;
  /** Sends the messages that wait in the outbox. */
  readonly flush: () => Promise<unknown>;
  /** Replaces the waits in the Retry fields of the state machine's file, and the wait after the tombstone. */
  readonly retryPauseMs?: number;
  readonly waitMs?: number;
};

/**
 * On a single machine no process caches tombstones: each write looks for one. So ERASE only needs to wait for writes
 * that had already looked. VERIFY finds what they left.
 */
const WAIT_MS = 500;

/** Erases a person. Throws the error with which the machine failed. */
export async function runErasure(
  userId: UserId,
  { step, flush, retryPauseMs, waitMs = WAIT_MS }: ErasureHandlers,
): Promise<void> {
  const options = { waitMs, ...(retryPauseMs === undefined ? {} : { retryPauseMs }) };
  const machine = interpreter("privacy", options, async (parameters, state) => {
    if (state === "FLUSH") return { Payload: await flush() };
    const { Payload: task } = parameters as { readonly Payload: unknown };
    return { Payload: await step(ErasureTask.parse(task)) };
  });
  const end = await machine(`erasure-${userId}`, { userId });
  if (end.status === "SUCCEEDED") return;
  if (end.error instanceof WaldoError) throw end.error;
  throw new WaldoError("StoreUnavailable", "the erasure has not ended: run it again, and it goes on", {
    cause: end.error,
  });
}

/** Completes an erasure that another process began, and prints that first. */
export async function finishErasure(home: Home, userId: UserId, { note }: Pick<Terminal, "note">): Promise<void> {
  const begun = await receiptOf(home.bare.store, personDigest(userId), []);
  if (begun === undefined || begun.state === "done") return;
  note(`The erasure of ${userId} was begun and did not end. It goes on now.`);
  const ports = erasurePorts(home);
  await runErasure(userId, { step: (task) => erasureTask(ports, task), flush: async () => {} });
}

/** Stores that a single machine does not have: schedules and executions are rows, and there are no accounts. */
type Absent = "schedules" | "executions" | "account" | "devices";

/**
 * Returns the ports of an erasure on this machine. `uploads` are those of this process, because no other process can
 * access them.
 */
export function erasurePorts(home: Home, uploads?: OutsideStore, env: NodeJS.ProcessEnv = {}): ErasurePorts {
  const { opened: store, ring } = home;
  const { store: bare, archive } = home.bare;
  const bots = async () =>
    bare.partitions().flatMap((pk) => (pk.startsWith(PARTITION.bot("")) ? [pk.slice(PARTITION.bot("").length)] : []));
  const outside: Record<Exclude<Outside, "links" | "uploads" | Absent>, OutsideStore> = {
    connections: connectionStore(vendorPortsOf({ root: home.paths.root, env }, { store, clock: machineClock })),
    files: filesOf(home),
    exports: exportStore(home),
    key: keyStore(ring),
  };
  return {
    ...{ store, bare, archive, bots, clock: machineClock },
    log: () => {},
    outside: { ...outside, ...(uploads ? { uploads } : {}) },
    compact: () => bare.compact(),
  };
}
