/** The voice about a silent phone. It asks once, and the name of the question comes from the last sign of the phone. */
import { keys } from "@waldo/contracts";
import type { Offer, Ports, Tick } from "../ports.ts";
import { putOver } from "../store/cas.ts";
import { asksOfSilence, pingsSince } from "./activity.ts";

const QUESTION = "I have not seen your phone for a day. Is the Shortcut still on?";

/** Returns the question whether the phone still sends signs, for the arbiter. */
export async function silence({ store }: Ports, { profile: { userId }, now }: Tick): Promise<Offer | undefined> {
  const pings = await pingsSince(store, userId, 0);
  const [last] = pings.slice(-1);
  if (last === undefined) return undefined;
  const mark = await store.get(keys.last(userId, "silence"));
  const askedAt = typeof mark?.body["at"] === "number" ? mark.body["at"] : undefined;
  if (!asksOfSilence({ pings, askedAt }, now)) return undefined;
  const name = `phone-${last}`;
  return {
    topic: name,
    reason: "asked whether the phone still tells of itself",
    words: { by: "silence", name, trigger: "patrol", kind: "nudge", text: QUESTION, origin: "agent" },
    writes: [putOver(mark, keys.last(userId, "silence"), { at: now })],
  };
}
