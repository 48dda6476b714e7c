/**
 * One turn of the ambient loop. It senses, orients, and does one thing. All its decisions commit together under the
 * version of one row. So a turn may run twice, even at the same time, and takes effect once.
 *
 * glance   eight small reads; if nothing has changed, the turn ends here and writes nothing
 * orient   concerns, goals, tasks, calendar, zone; an unchanged orientation is not written again
 * act      idle and observe: nothing · journal: a thought · surface: wait for the next conversation ·
 * interrupt: urgent only, in shadow first · maintain: drop old thoughts
 *
 * The only message that it sends is an interruption that the person has allowed.
 */
import {
  type Anomaly,
  type Concern,
  type EpochMs,
  keys,
  LIVING_DEFAULT,
  LivingState,
  type LocalDate,
  MOST_THOUGHTS_A_DAY,
  type Orientation,
  PRESENCE_DAYS,
  type PresenceSample,
  type Profile,
  type Thought,
  type TriggerEvent,
  type UserId,
} from "@waldo/contracts";
import { runIdFor } from "../digest.ts";
import { meaningfulWords, sharedForms, wordList } from "../memory/claims/likeness.ts";
import { isMuted, mutedTopics } from "../memory/claims/muted.ts";
import type { Ports, Write } from "../ports.ts";
import { putNew, putOver, retryConflicts } from "../store/cas.ts";
import { sinceNow } from "../store/in-hand.ts";
import { DAY_MS } from "../time.ts";
import { isOn } from "../tools/living-rows.ts";
import type { Facts } from "./anomalies.ts";
import { concernWrites, seedsOf, seedWrites, touched } from "./concerns.ts";
import { type Ground, loadGround, moodOf } from "./ground.ts";
import { addWaiting, interruptionOf, stillWaiting } from "./interrupt.ts";
import { glanceOf, maySurface, newAnomalies, orient } from "./orient.ts";
import { loadPresence, type Presence, type Standing, standingOf } from "./presence.ts";
import { livelyConcerns, salienceAt } from "./salience.ts";
import { candidatesOf, firstNew, thoughtsOn } from "./thinking.ts";

/** How long a finding is remembered as noticed. */
const NOTICED_DAYS = 14;

const EMPTY: LivingState = { glance: "", asked: 0, noticed: {}, waiting: [], heardTo: 0 };

export type Cycle =
  | { readonly outcome: "off" | "free" }
  | {
      /** `same` means that the turn looked and the orientation has not changed. */
      readonly outcome: "same" | "oriented";
      readonly orientation: Orientation;
      readonly thought?: Thought;
      /** Set when an interruption waits to be sent. */
      readonly said?: true;
    };

/** Starts the run of an event. `cause` commits with the run. If this is absent, no model is asked. */
type Start = (event: TriggerEvent, date: LocalDate, cause: readonly Write[]) => Promise<unknown>;

/** How often per day a model is asked at most. */
const MOST_ASKED_A_DAY = 8;

type Needs = Pick<Ports, "store" | "clock" | "log" | "model">;

/**
 * Runs one turn for a person. `ports` are narrowed to what the person agrees to (agreed.ts). Throws what the store
 * throws.
 */
export async function ambientCycle(ports: Needs, profile: Profile, start?: Start): Promise<Cycle> {
  if (!(await isOn(ports.store, profile))) return { outcome: "off" };
  return retryConflicts(() => turn(ports, profile, ports.model.plain ? undefined : start));
}

/** Stores a sample and runs a turn with it. If the loop is off, nothing is stored. */
export async function takeSample(
  ports: Needs,
  profile: Profile,
  sample: Omit<PresenceSample, "at">,
  runTurn: () => Promise<Cycle> = () => ambientCycle(ports, profile),
): Promise<Cycle> {
  if (!(await isOn(ports.store, profile))) return { outcome: "off" };
  const at = ports.clock.now();
  const expiresAt = at + PRESENCE_DAYS * DAY_MS;
  await ports.store.transact([
    { op: "put", key: keys.presence(profile.userId, at), body: { at, ...sample }, expiresAt },
  ]);
  return runTurn();
}

async function turn(ports: Needs, profile: Profile, start: Start | undefined): Promise<Cycle> {
  const { store, clock, log } = ports;
  const { userId } = profile;
  const now = clock.now();
  const key = keys.living(userId);
  const row = await store.get(key);
  const state = row ? LivingState.parse(row.body) : EMPTY;
  const presence = await loadPresence(store, profile, now, state);
  const standing = standingOf(presence);
  const glance = glanceOf(presence, standing);
  if (glance === state.glance) return { outcome: "free" };
  const unlessTaken = await sinceNow(ports, userId);
  const ground = await loadGround(store, profile, Math.min(state.heardTo, now), now);
  const today = state.date === ground.date ? state : { ...state, date: ground.date, asked: 0 };
  const { cycle, writes, ...made } = await decide(store, profile, { now, state: today, presence, standing, ground });
  const { sessionFrom: _, activeAt: __, ...rest } = made.state;
  const { sessionFrom, activeAt } = presence;
  const session = {
    ...(sessionFrom === undefined ? {} : { sessionFrom }),
    ...(activeAt === undefined ? {} : { activeAt }),
  };
  const next: LivingState = { ...rest, glance, heardTo: now, ...session };
  const event = start && isWorthAsking(cycle, next) ? askOf(userId, now) : undefined;
  if (start && event) {
    const asking: LivingState = { ...next, asked: next.asked + 1, askedRun: runIdFor(event) };
    await start(event, ground.date, [putOver(row, key, asking), ...writes, unlessTaken]);
  } else await store.transact([putOver(row, key, next), ...writes, unlessTaken]);
  // The log does not say what the person seems to be doing, only that Waldo looked.
  if (cycle.outcome === "oriented") log("info", "living.oriented", { anomalies: cycle.orientation.anomalies.length });
  return cycle;
}

/** False when the person is away or in the deep of the night. Then no model is asked. */
function isWorthAsking({ outcome, orientation }: Decided["cycle"], { asked }: LivingState): boolean {
  const { state, hour, salience } = orientation;
  const isThere = state !== "away" && hour !== "deep_night";
  return outcome === "oriented" && isThere && salience.length > 0 && asked < MOST_ASKED_A_DAY;
}

const askOf = (userId: UserId, now: EpochMs): TriggerEvent => ({
  ...{ userId, trigger: "ambient", nonce: `orient-${now}`, occurredAt: now },
});

type Looked = {
  readonly now: EpochMs;
  readonly state: LivingState;
  readonly presence: Presence;
  readonly standing: Standing;
  readonly ground: Ground;
};

type Decided = {
  readonly state: LivingState;
  readonly writes: readonly Write[];
  readonly cycle: Extract<Cycle, { readonly orientation: Orientation }>;
};

async function decide(store: Ports["store"], profile: Profile, looked: Looked): Promise<Decided> {
  const { now, state, presence, standing, ground } = looked;
  const { userId } = profile;
  const { zone, busyHours, goals, tasks, date } = ground;
  const lately = touched(ground.concerns, ground.words);
  const seeded = seedWrites(userId, seedsOf(goals, tasks), ground.concerns, now);
  const concerns = [...allOf(ground, lately), ...seeded.concerns];
  const facts: Facts = { now, date, presence, standing, zone, busyHours, concerns, tasks };
  const anomalies = await heeded(store, userId, newAnomalies(facts, state.noticed));
  const thoughtsToday = thoughtsOn(ground.thoughts, date, profile.timeZone);
  const orientation = orient(facts, { anomalies, thoughtsToday, mood: moodOf(ground.taken), before: state.last });
  const upkeep = [...concernWrites(userId, lately), ...seeded.writes];
  if (orientation.signature === state.last?.signature && orientation.anomalies.length === 0)
    return { state, writes: upkeep, cycle: { outcome: "same", orientation } };

  // The moment has changed, so the pending answer of an earlier ambient run is no longer used.
  const { askedRun: _, ...still } = state;
  const mayThink = thoughtsToday < MOST_THOUGHTS_A_DAY && orientation.disposition !== "idle";
  const changed = lately.map(({ concern }) => concern);
  const thought = mayThink ? thoughtOf(looked, orientation, concerns, changed) : undefined;
  const acted = await act(store, profile, looked, orientation);
  const isUpkeep = orientation.disposition === "maintain";
  return {
    state: {
      ...still,
      last: orientation,
      noticed: { ...(isUpkeep ? kept(state.noticed, now) : state.noticed), ...noticed(orientation) },
      waiting: acted.waiting,
      concerns: livelyConcerns(concerns, now)
        .slice(0, 5)
        .map(({ summary }) => summary),
    },
    writes: [
      putNew(keys.orientation(userId, now), orientation),
      ...(thought ? [putNew(keys.thought(userId, now, thought.topic), thought)] : []),
      ...upkeep,
      ...acted.writes,
    ],
    cycle: {
      ...{ outcome: "oriented", orientation },
      ...(thought ? { thought } : {}),
      ...(acted.said ? { said: true } : {}),
    },
  };
}

/** Returns the findings without the subjects that the person does not want to hear of. */
async function heeded(store: Ports["store"], userId: UserId, found: readonly Anomaly[]): Promise<readonly Anomaly[]> {
  if (found.length === 0) return found;
  const muted = await mutedTopics(store, userId);
  return found.filter(({ words }) => !isMuted(muted, words));
}

/** Returns the concerns after the words of this turn have touched them. */
function allOf({ concerns }: Ground, lately: readonly { readonly concern: Concern }[]): Concern[] {
  const now = new Map(lately.map(({ concern }) => [concern.id, concern]));
  return concerns.map(({ concern }) => now.get(concern.id) ?? concern);
}

function thoughtOf(
  { now, standing, ground }: Looked,
  { anomalies, mood }: Orientation,
  concerns: readonly Concern[],
  lately: readonly Concern[],
): Thought | undefined {
  const { intentions, taken, thoughts, learned } = ground;
  const candidates = candidatesOf({
    ...{ now, anomalies, concerns, intentions, taken, learned },
    state: standing.state,
    lately: lately.filter((one) => one.mutedAt === undefined),
    reminds: remindedOf(ground, lately, now),
  });
  return firstNew(candidates, thoughts, { now, mood, by: "rules" });
}

/**
 * Returns a concern that was dormant until a conversation touched it, together with a similar concern of the same kind
 * that is still dormant.
 */
function remindedOf({ concerns }: Ground, lately: readonly Concern[], now: EpochMs) {
  const known = concerns.map(({ concern }) => concern);
  const isQuiet = (one: Concern) => salienceAt(one, now) !== "active" && one.mutedAt === undefined;
  const by = lately.find(({ id }) => known.some((one) => one.id === id && isQuiet(one)));
  const meant = by ? meaningfulWords(by.summary) : [];
  const isLike = ({ summary }: Concern) => sharedForms(meant, wordList(summary)) > 0;
  const of = by && known.find((one) => one.id !== by.id && one.kind === by.kind && isLike(one) && isQuiet(one));
  return by && of ? { of, by } : undefined;
}

type Acted = { readonly waiting: LivingState["waiting"]; readonly writes: readonly Write[]; readonly said: boolean };

async function act(
  store: Ports["store"],
  profile: Profile,
  { now, state, ground }: Looked,
  { disposition, anomalies }: Orientation,
): Promise<Acted> {
  const choice = profile.living ?? LIVING_DEFAULT;
  const [gravest] = anomalies;
  const speaks = disposition === "surface" || disposition === "interrupt";
  // If several findings may be said, all of them wait for the next conversation, because each is noticed only once.
  const waiting = (speaks ? anomalies.filter(maySurface) : []).reduceRight(
    (all, one) => addWaiting(all, one, now),
    stillWaiting(state.waiting, now),
  );
  if (disposition !== "interrupt" || !gravest) return { waiting, writes: [], said: false };
  return {
    waiting,
    ...(await interruptionOf(
      { store, clock: { now: () => now } },
      { profile, choice, anomaly: gravest, date: ground.date },
    )),
  };
}

function noticed({ anomalies, at }: Orientation): Record<string, EpochMs> {
  return Object.fromEntries(anomalies.map(({ key }) => [key, at]));
}

function kept(before: Readonly<Record<string, EpochMs>>, now: EpochMs): Record<string, EpochMs> {
  return Object.fromEntries(Object.entries(before).filter(([, at]) => now - at < NOTICED_DAYS * DAY_MS && at <= now));
}
