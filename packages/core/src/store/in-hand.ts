// Keeps two things apart: work that carries words of a person from one place to another, and a redaction that takes
// words away. The lease does this for a run. Work without the lease says here that it has words in hand:
//
//     night:      [INHAND: held by SCRIBE] ── read claims ── write pages ── [INHAND: free]
//     redaction:          taken? no: it waits for the next wake                 [INHAND: taken] ── search ── done
//     night:                                                           held? no: ConditionFailed, it tries again
//
// One row says both, so one of the two comes first. A holder that dies holds nothing after its time, or at once where
// the machine knows that its process is gone. An end that is later than it can be was written under a wrong clock, and
// holds nothing.
import { type EpochMs, InHand, keys, type UserId, WaldoError } from "@waldo/contracts";
import type { Ports, Row, Write } from "../ports.ts";
import { isAhead, MINUTE_MS } from "../time.ts";
import { asRead, putOver, retryConflicts } from "./cas.ts";

type Watching = Pick<Ports, "clock" | "processes">;
type Held = { readonly until: EpochMs; readonly process?: string | undefined };

/** Returns whether a hold is in force now. `forMs`: how long the hold lasts at the most. */
export function isHeldNow({ clock, processes }: Watching, { until, process }: Held, forMs: number): boolean {
  const now = clock.now();
  if (until <= now || isAhead(until - forMs, now)) return false;
  return process === undefined || processes?.isGone(process) !== true;
}

/** Returns the field that names this process, where the machine tells processes apart. */
export function byThis({ processes }: Pick<Ports, "processes">): { process?: string } {
  return processes ? { process: processes.own } : {};
}

/** How long a hold lasts at the most. It is longer than a function on AWS can live (15 minutes). */
export const IN_HAND_MS = 20 * MINUTE_MS;

type Parts = Pick<Ports, "store" | "clock" | "processes">;
type Holder = InHand["held"][number];

/** Does work that has words of the person in hand. Throws `ConditionFailed` while a redaction takes words away. */
export async function withWords<T>(ports: Parts, userId: UserId, name: string, work: () => Promise<T>): Promise<T> {
  const own = holder(ports, name);
  await change(ports, userId, ({ held, taken, ...rest }) => {
    if (taken) throw beingDeleted();
    return { ...rest, held: [...held, own] };
  });
  try {
    return await work();
  } finally {
    await change(ports, userId, ({ held, ...rest }) => {
      const at = held.findIndex(({ name: one, until }) => one === own.name && until === own.until);
      return { ...rest, held: held.filter((_, i) => i !== at) };
    });
  }
}

/** Lets nobody else have words of the person in hand. Returns false, and changes nothing, while somebody has. */
export async function takeWords(ports: Parts, userId: UserId, name: string): Promise<boolean> {
  let isFree = true;
  await change(ports, userId, (now) => {
    isFree = now.held.length === 0 && (now.taken === undefined || now.taken.name === name);
    return isFree ? { held: [], taken: holder(ports, name), takings: now.takings + 1 } : undefined;
  });
  return isFree;
}

/** Ends {@link takeWords} for a name. What another name has taken stays taken. */
export async function leaveWords(ports: Parts, userId: UserId, name: string): Promise<void> {
  await change(ports, userId, ({ taken, ...rest }) => (taken?.name === name ? rest : undefined));
}

/**
 * For work that reads words and commits once: returns a check, for that commit, that no words were taken away since.
 * Call this before the words are read. Throws `ConditionFailed` while a redaction takes words away.
 */
export async function sinceNow(ports: Parts, userId: UserId): Promise<Write> {
  const key = keys.inHand(userId);
  const row = await ports.store.get(key);
  const { taken, takings } = inForce(ports, row);
  if (taken) throw beingDeleted();
  return { op: "check", key, when: row ? [{ is: "equals", attribute: "takings", value: takings }] : asRead(row) };
}

/** Returns the check that the words are still taken, for a transaction. */
export async function wordsTaken(ports: Parts, userId: UserId, name: string): Promise<Write | undefined> {
  const row = await ports.store.get(keys.inHand(userId));
  return row && inForce(ports, row).taken?.name === name
    ? { op: "check", key: row.key, when: [{ is: "version", version: row.version }] }
    : undefined;
}

const beingDeleted = () => new WaldoError("ConditionFailed", "words of this person are being deleted; try again");

const holder = (ports: Parts, name: string): Holder => ({
  name,
  until: ports.clock.now() + IN_HAND_MS,
  ...byThis(ports),
});

/** Returns the row without the holds that are over. */
function inForce(ports: Parts, row: Row | undefined): InHand {
  const isHeld = (one: Holder) => isHeldNow(ports, one, IN_HAND_MS);
  const { held, taken, takings } = row ? InHand.parse(row.body) : { held: [], takings: 0 };
  return { takings, held: held.filter(isHeld), ...(taken && isHeld(taken) ? { taken } : {}) };
}

async function change(ports: Parts, userId: UserId, of: (before: InHand) => InHand | undefined): Promise<void> {
  const key = keys.inHand(userId);
  await retryConflicts(async () => {
    const row = await ports.store.get(key);
    const next = of(inForce(ports, row));
    if (next) await ports.store.transact([putOver(row, key, next)]);
  });
}
