/**
 * The heartbeat: every 45 waking minutes plain code looks whether anything is there to bring up. Most often nothing is, and
 * that costs nothing. Otherwise a run asks the cheap tier once whether a message is worth it. Each thing is asked about
 * once, and rests then, whatever the answer was.
 */
import {
  APART_MINUTES,
  type Beat,
  type CoachState,
  HEARTBEAT_MINUTES,
  type Nudge,
  type Profile,
  type TriggerEvent,
} from "@waldo/contracts";
import { LONGEST_REST_DAYS } from "../cadence/nudge-rules.ts";
import { LIVE_CHAT_MS } from "../cadence/patrol-rules.ts";
import { inQuietHours } from "../cadence/quiet-hours.ts";
import { runIdFor } from "../digest.ts";
import { DAY_MS, elapsed, localTime, MINUTE_MS } from "../time.ts";

/** A heartbeat comes with a tick, and the ticks may come a little early. */
const SLACK_MS = MINUTE_MS;
/** The most things that one heartbeat asks about, and the most heartbeats of a day that ask. */
const [MOST_FOUND, MOST_A_DAY] = [2, 6];

/** What decides a heartbeat, before anything is looked for. */
export type Moment = {
  readonly now: number;
  readonly profile: Profile;
  readonly state: CoachState;
  readonly heardAt?: number | undefined;
  /** When Waldo last said something by itself. */
  readonly spokeAt?: number | undefined;
  /** Until when there is nothing to look at. */
  readonly restUntil?: number | undefined;
};

/** True when a heartbeat is due at this tick. */
export function isBeatDue({ state, now }: Pick<Moment, "state" | "now">): boolean {
  return elapsed(state.beatAt, now) >= HEARTBEAT_MINUTES * MINUTE_MS - SLACK_MS;
}

/** Returns the heartbeat that ends before anything is looked for, or undefined where something may be. */
export function beatBefore({ now, profile, state, heardAt, spokeAt, restUntil }: Moment): Beat | undefined {
  const suppressed = (why: string): Beat => ({ outcome: "suppressed", why });
  if (elapsed(heardAt, now) < LIVE_CHAT_MS) return suppressed("you were talking");
  if (inQuietHours(profile, now)) return suppressed("quiet hours");
  if (elapsed(spokeAt, now) < APART_MINUTES * MINUTE_MS)
    return suppressed(`something was said less than ${APART_MINUTES} minutes ago`);
  if (restUntil !== undefined && restUntil > now && restUntil - now <= DAY_MS)
    return { outcome: "free", why: `nothing to look at before ${localTime(restUntil, profile.timeZone)}` };
  const asked = Object.values(state.broughtUp).filter((at) => now - at < DAY_MS && now >= at);
  return new Set(asked).size >= MOST_A_DAY ? suppressed("enough was brought up today") : undefined;
}

/** What a heartbeat comes to: its entry in the log, the state after it, and the run that it starts. */
export type Beaten = { readonly beat: Beat; readonly state: CoachState; readonly event?: TriggerEvent };

/** Decides a heartbeat from what was found. `at` names the tick, so the same tick is the same run. */
export function beatOn({ now, profile, state }: Moment, nudges: readonly Nudge[], at: number): Beaten {
  const found = nudges.slice(0, MOST_FOUND);
  if (found.length === 0)
    return { beat: { outcome: "free", why: "nothing is due, and nothing is new" }, state: { ...state, beatAt: now } };
  const { userId } = profile;
  const event = { userId, trigger: "heartbeat", nonce: `beat-${at}`, occurredAt: now } as const;
  const runId = runIdFor(event);
  const about = found.map(({ kind }) => kind);
  return {
    event,
    beat: { outcome: "asked", why: `asked about ${about.join(" and ")}`, runId, about: found.map(({ key }) => key) },
    state: {
      ...state,
      beatAt: now,
      asked: { runId, found },
      broughtUp: { ...lately(state, now), ...named(found, now) },
    },
  };
}

function named(found: readonly Nudge[], now: number): Record<string, number> {
  return Object.fromEntries(found.map(({ key }) => [key, now]));
}

/** What was brought up long ago may come again, so its name is not kept. */
function lately({ broughtUp }: CoachState, now: number): Record<string, number> {
  return Object.fromEntries(Object.entries(broughtUp).filter(([, at]) => now - at <= (LONGEST_REST_DAYS + 1) * DAY_MS));
}
