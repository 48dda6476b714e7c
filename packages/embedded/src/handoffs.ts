/** Handoffs on a single machine. The rows hold what Step Functions would remember, and each look continues from them. */
import { HandoffPhase, type UserId } from "@waldo/contracts";
import { HANDOFF_MS, handoffsOf } from "@waldo/core/handoff/standing";
import type { Ports } from "@waldo/core/ports";
import type { LocalMachines } from "./machines.ts";

/** More handoffs than a person starts in one day. A handoff lives for one day at most. */
const MOST = 20;

type World = Pick<Ports, "store" | "clock"> & { readonly machines: LocalMachines };

/** Continues every handoff that nothing else would wake: its process died, or its time to wait for the tap is over. */
export async function resumeHandoffs(world: World, userId: UserId): Promise<void> {
  for (const { handoffId, state } of await resumable(world, userId))
    await world.machines.resumeHandoff({ userId, handoffId }, state);
}

/** True when a handoff has waited long enough for its tap. */
export async function isHandoffDue(world: World, userId: UserId): Promise<boolean> {
  return (await resumable(world, userId)).some(({ state }) => state === "EXPIRE");
}

async function resumable(world: World, userId: UserId) {
  const since = world.clock.now() - HANDOFF_MS;
  return (await handoffsOf(world, userId, MOST, since)).flatMap(
    ({ handoff: { handoffId }, standing: { state, resumes } }) => {
      const phase = HandoffPhase.safeParse(state).data;
      return resumes && phase ? [{ handoffId, state: phase }] : [];
    },
  );
}
