import type { TriggerEvent } from "@waldo/contracts";
import { digest } from "../digest.ts";

/** Returns a mark that only this run's prompt carries. If the mark appears anywhere else, the prompt has leaked. */
export function canaryOf(
  run: Pick<TriggerEvent, "userId" | "nonce"> & { readonly runId: string; readonly createdAt: number },
): string {
  return `wd-${digest("canary", run.userId, run.runId, run.nonce, run.createdAt).slice(0, 20)}`;
}
