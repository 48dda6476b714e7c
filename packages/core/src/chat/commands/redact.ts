/** Deletes the last messages everywhere. What takes them out is in coach/redact. */
import { announcementId, keys, MOST_REDACTED, type UserId } from "@waldo/contracts";
import { flushRun } from "../../channels/outbox.ts";
import type { Store } from "../../ports.ts";
import { planned } from "../../privacy/redact/plan.ts";
import { continueRedaction } from "../../privacy/redact/redact.ts";
import { commitIf, putNew } from "../../store/cas.ts";
import { queryAll } from "../../store/query-all.ts";
import type { CommandPorts, Obey, Order } from "./ports.ts";
import { answerWrites } from "./say.ts";

export const redact: Obey = async (ports, order, words) => {
  const { profile, name, now, via } = order;
  const { userId } = profile;
  const asked = await askedBefore(ports.store, userId, name);
  if (asked) return { again: true, after: () => goOn(ports, order, asked) };
  const most = words === "" ? 1 : Number(words);
  if (!Number.isInteger(most) || most < 1 || most > MOST_REDACTED)
    return { text: `Say how many messages, from 1 to ${MOST_REDACTED}: /redact 2 deletes the last two.` };
  const redaction = await planned(ports.store, userId, { name, most, now, via });
  if (redaction.messages.length === 0) return { text: "There is no message to delete." };
  const key = keys.redaction(userId, now, name);
  return { writes: [putNew(key, redaction)], after: () => goOn(ports, order, key) };
};

async function askedBefore(store: Store, userId: UserId, name: string) {
  for await (const { key } of queryAll(store, keys.redaction.all(userId)))
    if (keys.redaction.parse(key.sk)?.[1] === name) return key;
  return undefined;
}

/** Deletes at once, unless a run is at work: then a wake does it, and the person is told so. */
async function goOn(ports: CommandPorts, order: Order, key: ReturnType<typeof keys.redaction>): Promise<void> {
  const { userId } = order.profile;
  if ((await continueRedaction(ports, userId, key)) !== "waits") return;
  const text = "I am still answering something. I delete it as soon as that is over, and tell you.";
  await commitIf(ports.store, answerWrites(order, text, "-waits"));
  await flushRun(ports, userId, announcementId("command", `${order.name}-waits`));
}
