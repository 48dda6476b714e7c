/**
 * Senses this machine: load, memory, the graphics card, and kinds of programs. Names of programs and windows do not
 * leave it.
 */
import type { MachineSense } from "@waldo/contracts";
import { idleTime } from "./idle.ts";
import { kindsOf } from "./programs.ts";

/** The graphics card is read only in every tenth sample, because that starts other programs. */
const GPU_EVERY = 10;

export type Sense = () => Promise<MachineSense | undefined>;

/**
 * Returns a function that senses the machine. The function returns undefined when the system does not tell whether
 * somebody is present.
 */
export async function machineSense(): Promise<Sense> {
  const { default: si } = await import("systeminformation");
  const idle = idleTime();
  let turn = 0;
  let gpu: Pick<MachineSense, "gpuPercent" | "gpuCelsius"> = {};
  return async () => {
    const idleSeconds = await idle();
    if (idleSeconds === undefined) return undefined;
    const [load, memory, processes] = await Promise.all([si.currentLoad(), si.mem(), si.processes()]);
    if (turn++ % GPU_EVERY === 0) gpu = gpuOf(await si.graphics());
    return {
      idleSeconds,
      loadPercent: percent(load.currentLoad),
      memoryPercent: percent((100 * memory.active) / memory.total),
      ...gpu,
      programs: kindsOf(processes.list.map(({ name }) => name)),
    };
  };
}

type Cards = {
  readonly controllers: readonly { readonly utilizationGpu?: number; readonly temperatureGpu?: number }[];
};

/** Returns the load of the busiest graphics card, where a card reports one. */
function gpuOf({ controllers }: Cards): Pick<MachineSense, "gpuPercent" | "gpuCelsius"> {
  const most = (all: readonly (number | undefined)[]) => {
    const known = all.filter((one) => one !== undefined && Number.isFinite(one)).map(Number);
    return known.length === 0 ? undefined : Math.max(...known);
  };
  const load = most(controllers.map(({ utilizationGpu }) => utilizationGpu));
  const heat = most(controllers.map(({ temperatureGpu }) => temperatureGpu));
  return {
    ...(load === undefined ? {} : { gpuPercent: percent(load) }),
    ...(heat === undefined ? {} : { gpuCelsius: Math.max(0, Math.min(150, Math.round(heat))) }),
  };
}

const percent = (value: number) => Math.max(0, Math.min(100, Math.round(value)));
