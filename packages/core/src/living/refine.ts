/**
 * Applies a model's answer to an orientation: what the person is doing, what matters, and at most one thought. The rest
 * of the orientation stays unchanged. The thought has passed the gates of every message before (run/agent-steps.ts).
 */
import {
  type EpochMs,
  keys,
  LivingState,
  MOST_THOUGHTS_A_DAY,
  type Orientation,
  type OrientReply,
  type Origin,
  type Profile,
  type RunHeader,
  type Thought,
} from "@waldo/contracts";
import { digest } from "../digest.ts";
import { findProfile } from "../person/profile.ts";
import type { Ports, Write } from "../ports.ts";
import { putNew, putOver } from "../store/cas.ts";
import { DAY_MS, localDate } from "../time.ts";
import { isOn, livingRows } from "../tools/living-rows.ts";
import { firstNew, thoughtsOn } from "./thinking.ts";

type Refined = { readonly reply: OrientReply; readonly origin: Origin };

/**
 * Returns the writes of an ambient run's answer: the orientation, and a new thought. There are none when the moment has
 * passed, because a newer orientation exists or the person has turned the loop off.
 */
export async function refinedWrites(
  { store, clock }: Pick<Ports, "store" | "clock">,
  { userId, runId }: Pick<RunHeader, "userId" | "runId">,
  { reply, origin }: Refined,
): Promise<Write[]> {
  const now = clock.now();
  const [profile, row] = await Promise.all([findProfile(store, userId), store.get(keys.living(userId))]);
  const state = row && LivingState.parse(row.body);
  if (!state?.last || state.askedRun !== runId || !profile || !(await isOn(store, profile))) return [];
  const last = refined(state.last, reply, now);
  const thought = await thoughtOf(store, profile, { before: state.last, reply, origin, now });
  const next: LivingState = { ...state, last };
  return [
    putOver(row, keys.living(userId), next),
    // The same orientation with better values.
    { op: "put", key: keys.orientation(userId, last.at), body: last },
    ...(thought ? [putNew(keys.thought(userId, now, thought.topic), thought)] : []),
  ];
}

/**
 * Returns the orientation with the model's corrections. A line that the model did not name keeps its weight. The
 * signature stays, because it describes what was sensed.
 */
function refined(last: Orientation, { state, matters }: OrientReply, now: EpochMs): Orientation {
  const weights = new Map(matters.map(({ line, weight }) => [line, weight]));
  const salience = last.salience
    .map((one, line) => ({ ...one, weight: weights.get(line) ?? one.weight }))
    .sort((a, b) => b.weight - a.weight);
  return { ...last, state, since: state === last.state ? last.since : now, salience, by: "model" };
}

type Thinking = {
  /** The orientation that the model saw. The model names its lines by number. */
  readonly before: Orientation;
  readonly reply: OrientReply;
  readonly origin: Origin;
  readonly now: EpochMs;
};

async function thoughtOf(
  store: Ports["store"],
  { userId, timeZone }: Profile,
  { before, reply: { thought }, origin, now }: Thinking,
): Promise<Thought | undefined> {
  const named = (thought?.about ?? []).flatMap((line) => before.salience[line]?.ref ?? []);
  // A thought that names no line of the orientation is not stored.
  if (!thought || named.length === 0) return undefined;
  const kept = livingRows(store, userId);
  const [rows, lately] = await Promise.all([kept.concerns(), kept.thoughts(now - 7 * DAY_MS)]);
  // Since the model was asked, the person may have had this concern forgotten or muted.
  const known = rows.filter(({ concern }) => concern.mutedAt === undefined).map(({ concern }) => concern.id);
  const saw = named.filter(({ kind, id }) => kind !== "concern" || known.includes(id));
  if (saw.length === 0 || !(await kept.told(thought.text, before.at))) return undefined;
  if (thoughtsOn(lately, localDate(now, timeZone), timeZone) >= MOST_THOUGHTS_A_DAY) return undefined;
  const concerns = saw.filter(({ kind }) => kind === "concern").map(({ id }) => id);
  const topic = `thought-${digest(...saw.map(({ kind, id }) => `${kind}:${id}`)).slice(0, 12)}-${thought.kind}`;
  const { kind, text } = thought;
  return firstNew([{ kind, text, saw, concerns, topic, origin }], lately, { now, mood: before.mood, by: "model" });
}
