import type { WakeInput } from "@waldo/contracts";
import type { Log, Ports } from "@waldo/core/ports";
import * as z from "zod";
import { clock, environment, text } from "./environment.ts";
import { healthStore } from "./health-store.ts";
import { starts } from "./step-functions.ts";

const Ingest = z.object({ WAKE_MACHINE_ARN: text });

export type IngestPorts = Pick<Ports, "store" | "clock"> & {
  readonly startWake: (name: string, input: WakeInput) => Promise<void>;
};

/** Returns the ports of ingest: the health table, and the right to wake a person's agent. */
export function ingestPorts(log: Log): IngestPorts {
  const { WAKE_MACHINE_ARN } = environment(Ingest);
  return { store: healthStore(log), clock, startWake: starts(WAKE_MACHINE_ARN) };
}
