// Prevents two things from happening at the same time: work that copies a person's words, and a redaction that removes
// words. For a run the lease does this. Work without the lease marks here that it handles words:
//
//     night:      [INHAND: held by SCRIBE] ── read claims ── write pages ── [INHAND: free]
//     redaction:          taken? no: it waits for the next wake                 [INHAND: taken] ── search ── done
//     night:                                                           held? no: ConditionFailed, it tries again
//
// One row holds both marks, so one of the two comes first. The mark of a dead process ends after its time, or at once
// if the machine knows that the process is dead. A mark whose end is later than possible was written by a wrong clock
// and is ignored.
import { type EpochMs, InHand, keys, type UserId, WaldoError } from "@waldo/contracts";
import type { Ports, Row, Write } from "../ports.ts";
import { isAhead, MINUTE_MS } from "../time.ts";
import { asRead, putOver, retryConflicts } from "./cas.ts";

type Watching = Pick<Ports, "clock" | "processes">;
type Held = { readonly until: EpochMs; readonly process?: string | undefined };

/** True when a hold is in force now. `forMs` is the longest time of a hold. */
export function isHeldNow({ clock, processes }: Watching, { until, process }: Held, forMs: number): boolean {
  const now = clock.now();
  if (until <= now || isAhead(until - forMs, now)) return false;
  return process === undefined || processes?.isGone(process) !== true;
}

/** Returns the field with the name of this process, if the machine can distinguish processes. */
export function byThis({ processes }: Pick<Ports, "processes">): { process?: string } {
  return processes ? { process: processes.own } : {};
}

/** The longest time of a hold. A function on AWS cannot run longer (15 minutes). */
export const IN_HAND_MS = 20 * MINUTE_MS;

type Parts = Pick<Ports, "store" | "clock" | "processes">;
type Holder = InHand["held"][number];

/** Does work that handles the person's words. Throws `ConditionFailed` while a redaction removes words. */
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

/**
 * Prevents all other work from handling the person's words. Returns false, and changes nothing, while other work
 * handles them.
 */
export async function takeWords(ports: Parts, userId: UserId, name: string): Promise<boolean> {
  let isFree = true;
  await change(ports, userId, (now) => {
    isFree = now.held.length === 0 && (now.taken === undefined || now.taken.name === name);
    return isFree ? { held: [], taken: holder(ports, name), takings: now.takings + 1 } : undefined;
  });
  return isFree;
}

/** Ends {@link takeWords} for a name. The hold of another name stays. */
export async function leaveWords(ports: Parts, userId: UserId, name: string): Promise<void> {
  await change(ports, userId, ({ taken, ...rest }) => (taken?.name === name ? rest : undefined));
}

/**
 * For work that reads words and commits once. Returns a check for that commit that no words were removed since. Call it
 * before the words are read. Throws `ConditionFailed` while a redaction removes words.
 */
export async function sinceNow(ports: Parts, userId: UserId): Promise<Write> {
  const key = keys.inHand(userId);
  const row = await ports.store.get(key);
  const { taken, takings } = inForce(ports, row);
  if (taken) throw beingDeleted();
  return { op: "check", key, when: row ? [{ is: "equals", attribute: "takings", value: takings }] : asRead(row) };
}

/** Returns the check that this name still holds the words, for a transaction. */
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

/** Returns the row without expired holds. */
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
