/** A process of its own over a person's rows, for tests: it dies at a call of any port or machine. */
import { dreamTask } from "@waldo/core/dream/dream";
import { handoffTask } from "@waldo/core/handoff/handoff";
import type { ModelGateway, Ports } from "@waldo/core/ports";
import { reviewTask } from "@waldo/core/review/task";
import { advance } from "@waldo/core/run/advance";
import { ALL_STEPS } from "@waldo/core/run/all-steps";
import { MINUTE_MS } from "@waldo/core/time";
import { decide } from "@waldo/core/wake/decide";
import { guardedPorts, Killed } from "@waldo/testkit/faults";
import { resumeHandoffs } from "../src/handoffs.ts";
import { type LocalMachines, localMachines } from "../src/machines.ts";
import { resumeReview } from "../src/reviews.ts";
import { DATE, type TestWorld } from "./world.ts";

export const KEY = new Uint8Array(32).fill(9);

export type Process = Ports & { readonly machines: LocalMachines; readonly approvalKey: Uint8Array };

type Dies = { readonly at: number; readonly when: "before" | "after" };

/** A process of its own over the same rows. It dies at its n-th call, and the calls of its machines count too. */
export function processOver(base: TestWorld, model: ModelGateway, dies?: Dies) {
  let calls = 0;
  let dead = false;
  const guard = async <T>(call: () => Promise<T>): Promise<T> => {
    if (dead) throw new Killed("already dead");
    const mine = ++calls === dies?.at;
    if (mine && dies?.when === "before") dead = true;
    if (dead) throw new Killed("killed before a call");
    const result = await call();
    if (mine) dead = true;
    if (dead) throw new Killed("killed after a call");
    return result;
  };
  const machines = localMachines(
    {
      tick: (input) => advance(ports, input, ALL_STEPS),
      dream: (task) => dreamTask(ports, task),
      handoff: (task) => handoffTask(ports, task),
      review: (task) => reviewTask(ports, task),
    },
    { retryPauseMs: 0 },
  );
  const ports: Process = {
    ...guardedPorts({ ...base, model }, guard),
    machines: {
      ...machines,
      startRun: (...args) => guard(() => machines.startRun(...args)),
      startHandoff: (...args) => guard(() => machines.startHandoff(...args)),
      startReview: (...args) => guard(() => machines.startReview(...args)),
      completeTask: (...args) => guard(() => machines.completeTask(...args)),
      resumeHandoff: (...args) => guard(() => machines.resumeHandoff(...args)),
      resumeReview: (...args) => guard(() => machines.resumeReview(...args)),
    },
    approvalKey: KEY,
  };
  return { ports, isDead: () => dead, calls: () => calls };
}

/** A process that lives looks at the handoffs twelve minutes later, and its person is woken. */
export async function look(base: TestWorld, ports: Process): Promise<void> {
  base.clock.set(base.clock.now() + 12 * MINUTE_MS);
  await resumeHandoffs(ports, "me");
  await resumeReview(ports, "me");
  await ports.machines.idle();
  const scheduledAt = new Date(base.clock.now()).toISOString();
  await decide(ports, { userId: "me", job: "upkeep", scheduledAt, date: DATE });
  await ports.machines.idle();
}
