/** Goes on with redactions that are not done. Every wake asks, so what does the work is loaded only where there is some. */
import { isError, keys, Redaction, type UserId } from "@waldo/contracts";
import type { Ports } from "../../ports.ts";
import { queryAll } from "../../store/query-all.ts";

/** One that cannot be done now is logged and tried again by the next wake: it holds up nothing else. */
export async function resumeRedactions(ports: Ports, userId: UserId): Promise<void> {
  for await (const { key, body } of queryAll(ports.store, keys.redaction.all(userId))) {
    if (Redaction.safeParse(body).data?.state !== "asked") continue;
    const { continueRedaction } = await import("./redact.ts");
    try {
      await continueRedaction(ports, userId, key);
    } catch (error) {
      if (isError(error, "ConditionFailed")) throw error;
      ports.log("error", "redact.failed", { error: error instanceof Error ? error.name : "unknown" });
    }
  }
}
