/**
 * The orientation: Waldo's view of the present moment. Plain code makes it. If a model is asked, it may correct only
 * what the person is doing and what matters. Pure.
 */
import {
  type Anomaly,
  type Concern,
  type Disposition,
  type EpochMs,
  MOST_THOUGHTS_A_DAY,
  type Mood,
  type Orientation,
  type Salient,
} from "@waldo/contracts";
import { digest } from "../digest.ts";
import { HOUR_MS } from "../time.ts";
import { anomaliesOf, beginsNow, beginsSoon, type Facts, isFull, isHot, REST_HOURS } from "./anomalies.ts";
import { AWAY_MS, type Presence, type Standing } from "./presence.ts";
import { livelyConcerns, SALIENCE_WEIGHT, salienceAt } from "./salience.ts";

/** How many entries the map of what matters holds. */
const MOST_SALIENT = 8;
/** How many hours a part of the day has. When a part begins, Waldo looks again, even if nothing else has changed. */
const PART_HOURS = 4;

/**
 * Returns the digest of a first look: what the person is doing, the part of the day, and the state of calendar and
 * machine. While it stays the same, nothing more is read.
 */
export function glanceOf(presence: Presence, { state, activity, away }: Standing): string {
  const { now, hour, weekend, heardAt, next, during, machine, sessionFrom } = presence;
  // While the person sleeps, all hours of the night count as one.
  const part = away === "sleep" ? away : hour;
  const hours = sessionFrom === undefined ? 0 : Math.floor((now - sessionFrom) / HOUR_MS);
  return digest(
    ...[state, activity ?? "", away ?? "", part, String(weekend), Math.floor(now / (PART_HOURS * HOUR_MS))],
    ...[heardAt ?? 0, during?.eventId ?? "", state === "deep_work" ? hours : 0],
    next && state === "deep_work" ? `${next.eventId}-${beginsSoon(next, now)}-${beginsNow(next, now)}` : "",
    machine ? `${isFull(machine)}-${isHot(machine)}` : "",
  ).slice(0, 24);
}

type Around = {
  readonly mood: Mood;
  /** The unusual findings that may be noticed, the most serious first. */
  readonly anomalies: readonly Anomaly[];
  readonly thoughtsToday: number;
  readonly before?: Orientation | undefined;
};

/** Returns the unusual findings that were not noticed recently. */
export function newAnomalies(facts: Facts, noticed: Readonly<Record<string, EpochMs>>): Anomaly[] {
  return anomaliesOf(facts).filter(({ key, kind }) => isNew(noticed[key], REST_HOURS[kind], facts.now));
}

/** Makes the orientation of a moment. */
export function orient(facts: Facts, around: Around): Orientation {
  const { now, presence, standing, zone } = facts;
  const { anomalies, before } = around;
  const { disposition, why } = dispositionOf(facts, around);
  const salience = salienceOf(facts);
  return {
    at: now,
    signature: signatureOf(facts, anomalies, salience, around.mood),
    state: standing.state,
    since: before?.state === standing.state ? before.since : since(presence, standing),
    ...(standing.activity ? { activity: standing.activity } : {}),
    ...(standing.away ? { away: standing.away } : {}),
    hour: presence.hour,
    weekend: presence.weekend,
    ...(zone ? { zone } : {}),
    mood: around.mood,
    ...{ salience, anomalies: [...anomalies], disposition, why },
    by: "rules",
  };
}

function isNew(at: EpochMs | undefined, restHours: number, now: EpochMs): boolean {
  return at === undefined || now - at >= restHours * HOUR_MS || at > now;
}

function since({ now, sessionFrom, activeAt }: Presence, { state }: Standing): EpochMs {
  return (state === "idle" || state === "away" ? activeAt : sessionFrom) ?? now;
}

/** Instants are left out, so an unchanged moment has the same signature an hour later. */
function signatureOf(
  { standing, presence, zone }: Facts,
  anomalies: readonly Anomaly[],
  salience: readonly Salient[],
  mood: Mood,
): string {
  const { state, activity = "", away = "" } = standing;
  return digest(
    ...[state, activity, away, presence.hour, String(presence.weekend), zone ?? "", mood],
    ...anomalies.map(({ key, severity }) => `${key}:${severity}`),
    ...salience.map(({ ref, weight }) => `${ref.kind}:${ref.id}:${weight.toFixed(1)}`),
  ).slice(0, 24);
}

/** Returns what matters now: concerns by their salience, tasks of the day, and the next event. */
function salienceOf({ now, date, concerns, tasks, presence: { next } }: Facts): Salient[] {
  const events: Salient[] = next
    ? [{ ref: { kind: "event", id: next.eventId }, weight: 0.8, why: "it comes next" }]
    : [];
  const due = tasks
    .filter((one) => one.due !== undefined && one.due <= date)
    .map(({ taskId, due: day }): Salient => {
      const isLate = day !== date;
      return {
        ref: { kind: "task", id: taskId },
        weight: isLate ? 0.75 : 0.7,
        why: isLate ? "it is late" : "it is due today",
      };
    });
  const ongoing = livelyConcerns(concerns, now).map((one: Concern): Salient => {
    const salience = salienceAt(one, now);
    return { ref: { kind: "concern", id: one.id }, weight: SALIENCE_WEIGHT[salience], why: `it is ${salience}` };
  });
  return [...events, ...due, ...ongoing].sort((a, b) => b.weight - a.weight).slice(0, MOST_SALIENT);
}

/** A thought that is only interesting stays with Waldo. An urgent thought is handled as an interruption. */
export const maySurface = ({ severity }: Anomaly): boolean => severity !== "interesting" && severity !== "urgent";

type Disposed = { readonly disposition: Disposition; readonly why: string };

/** Returns what to do now. One thing is done, the most serious first. In the deep of the night nothing is said. */
function dispositionOf({ presence, standing, now }: Facts, { anomalies, thoughtsToday, before }: Around): Disposed {
  const [gravest] = anomalies;
  const mayThink = thoughtsToday < MOST_THOUGHTS_A_DAY;
  if (gravest?.severity === "urgent") return { disposition: "interrupt", why: gravest.words };
  const isNight = presence.hour === "deep_night" || (presence.asleep && standing.state === "away");
  if (gravest && !isNight && maySurface(gravest)) return { disposition: "surface", why: gravest.words };
  if (gravest && mayThink) return { disposition: "journal", why: gravest.words };
  if (gravest) return { disposition: "observe", why: `${gravest.words} Enough was written down today.` };
  const { activeAt, asleep } = presence;
  if (standing.state === "away" && (activeAt === undefined || now - activeAt >= AWAY_MS))
    return before?.state === "away"
      ? { disposition: "idle", why: asleep ? "They are asleep." : "Nobody is there." }
      : { disposition: "maintain", why: "They have left: time to let go of what is old." };
  if (standing.state === "deep_work") return { disposition: "observe", why: "They are deep in something." };
  if (standing.state === "idle" && mayThink && !asleep) return { disposition: "journal", why: "A quiet moment." };
  return { disposition: "observe", why: "Nothing stands out." };
}
