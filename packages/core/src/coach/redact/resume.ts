/** Goes on with redactions that are not done. Every wake asks, so what does the work is loaded only where there is some. */
import { keys, Redaction, type UserId } from "@waldo/contracts";
import type { Ports } from "../../ports.ts";

/** Throws what the store and the archive throw. */
export async function resumeRedactions(ports: Ports, userId: UserId): Promise<void> {
  const { rows } = await ports.store.query({ ...keys.redaction.all(userId), descending: true, limit: 5 });
  for (const { key, body } of rows) {
    if (Redaction.safeParse(body).data?.state !== "asked") continue;
    const { continueRedaction } = await import("./redact.ts");
    await continueRedaction(ports, userId, key);
  }
}
