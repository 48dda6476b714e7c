// Continues a redaction that is not done. Every wake calls this. The code that does the work is loaded only when it is
// needed.
import { isError, keys, Redaction, type UserId } from "@waldo/contracts";
import type { Ports } from "../../ports.ts";
import { queryAll } from "../../store/query-all.ts";

/** Continues redactions, and forgetting in the memories of opt-in features. */
export async function resumeRedactions(ports: Ports, userId: UserId): Promise<void> {
  for await (const { key, body } of queryAll(ports.store, keys.redaction.all(userId))) {
    if (Redaction.safeParse(body).data?.state !== "asked") continue;
    const { continueRedaction } = await import("./redact.ts");
    await tried(ports, () => continueRedaction(ports, userId, key));
  }
  for (const { words } of ports.features) await words?.forgetOn(ports, userId, (work) => tried(ports, work));
}

/** Does a part of the work. An error is logged, and the next wake tries this part again. Other parts are not affected. */
async function tried({ log }: Ports, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (isError(error, "ConditionFailed")) throw error;
    log("error", "redact.failed", { error: error instanceof Error ? error.name : "unknown" });
  }
}
