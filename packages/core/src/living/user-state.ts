/** The rules for what a person is at. A model may know better; without one, this is the answer. Pure. */
import type { AwayReason, ProgramKind, UserState } from "@waldo/contracts";
import type * as z from "zod";
import { elapsed, MINUTE_MS, SECOND_MS } from "../time.ts";
import type { Presence } from "./presence.ts";

/** Without a sign for so long somebody is idle, and away. The source lets the night begin after 30 minutes away. */
export const [IDLE_MS, AWAY_MS] = [5 * MINUTE_MS, 30 * MINUTE_MS];
/** Work is deep after so long at it, and while nobody talks to Waldo. */
const DEEP_AFTER_MS = 25 * MINUTE_MS;
const TALK_MS = 10 * MINUTE_MS;

const WORK: readonly ProgramKind[] = ["development", "creative", "writing", "research"];

export type Standing = {
  readonly state: UserState;
  readonly activity?: ProgramKind | "event" | "app";
  readonly away?: z.infer<typeof AwayReason>;
};

/** Returns what the person is at. An event that takes place keeps them busy, whatever their devices say. */
export function standingOf(presence: Presence): Standing {
  const { now, activeAt, heardAt, sessionFrom, machine, during, asleep, app } = presence;
  const isTalking = elapsed(heardAt, now) < TALK_MS || app === "visible";
  const unseen = machine ? machine.idleSeconds * SECOND_MS : elapsed(activeAt, now);
  // Who writes from the phone is there, also while their machine idles.
  const still = isTalking ? 0 : unseen;
  if (still >= AWAY_MS) return { state: "away", away: during ? "event" : asleep ? "sleep" : "unknown" };
  const work = machine?.programs.find((kind) => WORK.includes(kind));
  const meets = machine?.programs.includes("meeting") === true;
  if (during && !isTalking) return { state: "deep_work", activity: meets ? "meeting" : "event" };
  if (still >= IDLE_MS) return { state: "idle" };
  const atIt = sessionFrom === undefined ? 0 : now - sessionFrom;
  if (work && !isTalking && atIt >= DEEP_AFTER_MS) return { state: "deep_work", activity: work };
  const activity = isTalking ? "app" : machine?.programs[0];
  return { state: "light_work", ...(activity ? { activity } : {}) };
}
