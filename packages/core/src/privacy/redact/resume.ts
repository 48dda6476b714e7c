/** Goes on with what is to be taken out and is not. Every wake asks, so what does the work is loaded only where there is some. */
import { ContextProject, isError, keys, Redaction, type UserId } from "@waldo/contracts";
import type { Ports } from "../../ports.ts";
import { queryAll } from "../../store/query-all.ts";

/** Redactions, and contexts that were forgotten. */
export async function resumeRedactions(ports: Ports, userId: UserId): Promise<void> {
  for await (const { key, body } of queryAll(ports.store, keys.redaction.all(userId))) {
    if (Redaction.safeParse(body).data?.state !== "asked") continue;
    const { continueRedaction } = await import("./redact.ts");
    await tried(ports, () => continueRedaction(ports, userId, key));
  }
  for await (const { body } of queryAll(ports.store, keys.contextProject.all(userId))) {
    const { project, forgetting } = ContextProject.safeParse(body).data ?? {};
    if (project === undefined || forgetting === undefined) continue;
    const { finishForgetting } = await import("../../contexts/take-out.ts");
    await tried(ports, () => finishForgetting(ports, userId, project));
  }
}

/** What cannot be done now is logged and tried again by the next wake: it holds up nothing else. */
async function tried({ log }: Ports, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (isError(error, "ConditionFailed")) throw error;
    log("error", "redact.failed", { error: error instanceof Error ? error.name : "unknown" });
  }
}
