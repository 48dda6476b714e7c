/** The one question to a person whose phone told of itself and has fallen silent. */
import { announcementId, keys, type SensedWake } from "@waldo/contracts";
import { inQuietHours } from "../cadence/quiet-hours.ts";
import { announcement } from "../channels/announce.ts";
import { flushRun } from "../channels/outbox.ts";
import { findProfile } from "../person/profile.ts";
import type { Ports } from "../ports.ts";
import { commitIf, putOver } from "../store/cas.ts";
import { asksOfSilence, pingsSince } from "./activity.ts";

const QUESTION = "I have not seen your phone for a day. Is the Shortcut still on?";

/**
 * Asks once, outside of quiet hours. The mark that it was asked and the question commit together, and the question is
 * named by the last sign of the phone, so it is asked once however often this is called. Returns whether it was asked.
 */
export async function silenceQuestion(
  ports: Ports,
  { userId, date }: Pick<SensedWake, "userId" | "date">,
): Promise<boolean> {
  const { store, clock } = ports;
  const now = clock.now();
  const pings = await pingsSince(store, userId, 0);
  const [last] = pings.slice(-1);
  if (last === undefined) return false;
  const mark = await store.get(keys.last(userId, "silence"));
  const askedAt = typeof mark?.body["at"] === "number" ? mark.body["at"] : undefined;
  if (!asksOfSilence({ pings, askedAt }, now)) return false;
  const profile = await findProfile(store, userId);
  if (!profile || inQuietHours(profile, now)) return false;
  const name = `phone-${last}`;
  const said = { kind: "reply", text: QUESTION, origin: "agent" } as const;
  const isAsked = await commitIf(store, [
    putOver(mark, keys.last(userId, "silence"), { at: now }),
    ...announcement(profile, { by: "silence", name, trigger: "patrol", date, now }, said),
  ]);
  if (isAsked) await flushRun(ports, userId, announcementId("silence", name));
  return isAsked;
}
