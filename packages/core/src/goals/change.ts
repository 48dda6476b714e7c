/**
 * The only code that changes the file of goals. The page, a chat, an editor, git and a review use it. The row and the
 * profile commit together, and the schedules are updated at once. It is safe to run twice: the same text again changes
 * nothing.
 */
import type { UserId } from "@waldo/contracts";
import { digest } from "../digest.ts";
import type { Ports, StartWake } from "../ports.ts";
import { retryConflicts } from "../store/cas.ts";
import { type GoalsChange, type GoalsPlan, planGoals } from "./plan.ts";

/** `startWake` is absent when the process that wakes people reads the profile itself. */
type Needs = Pick<Ports, "store" | "clock" | "log"> & { readonly startWake?: StartWake };

/**
 * Changes the file and returns its new row, with the faults of the text. Throws `GoalsConflict` when others changed the
 * same sections since `base`, and `InvalidInput` for an impossible edit.
 */
export async function changeGoals(
  ports: Needs,
  userId: UserId,
  change: GoalsChange,
): Promise<Pick<GoalsPlan, "file" | "faults"> & { readonly changed: boolean }> {
  const now = ports.clock.now();
  const plan = await retryConflicts(async () => {
    const planned = await planGoals(ports.store, userId, { ...change, now });
    if (planned.writes.length > 0) await ports.store.transact(planned.writes);
    return planned;
  });
  const changed = plan.undo !== undefined;
  if (changed) ports.log("info", "goals.changed", { by: change.by, faults: plan.faults.length, moves: plan.moves });
  if (plan.moves) await followTimes(ports, userId);
  return { file: plan.file, faults: plan.faults, changed };
}

/** Starts a wake that updates the schedules to the new times. The wake has no other work. */
async function followTimes({ startWake, clock }: Pick<Needs, "startWake" | "clock">, userId: UserId) {
  const now = clock.now();
  const wake = { userId, job: "sync", scheduledAt: new Date(now).toISOString(), settled: false } as const;
  await startWake?.(`goals-${digest(userId, now).slice(0, 32)}`, wake);
}
