import type { PullPorts } from "@waldo/core/connect/ports";
import type { Log } from "@waldo/core/ports";
import { HOUR_MS } from "@waldo/core/time";
import * as z from "zod";
import { environment, text } from "./environment.ts";
import { starts } from "./step-functions.ts";
import { vendorPorts } from "./wearables.ts";

const Pull = z.object({ WAKE_MACHINE_ARN: text, WEARABLE_HOOKS: text });

/** Vendors send hooks for new data, so a poll only finds what the hooks missed. */
const POLL_MS = 3 * HOUR_MS;

/** Returns the ports of the fetcher, which reads the clouds and writes raw days. */
export function pullPorts(log: Log): PullPorts {
  const { WAKE_MACHINE_ARN, WEARABLE_HOOKS: hooksAt } = environment(Pull);
  return { ...vendorPorts(log), startWake: starts(WAKE_MACHINE_ARN), log, pollMs: POLL_MS, hooksAt };
}
