/**
 * What a model makes of an orientation: what the person is at, what matters, and at most one thought. Everything else
 * stays as plain code made it. What it thinks passes the gates of every message before it comes here
 * (run/agent-steps.ts).
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
 * Returns the writes by which the answer of an ambient run takes effect: the orientation, and a thought that is new. None
 * where the moment has passed: another orientation came since, or the person has turned the loop off.
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
    // The same moment, judged better.
    { op: "put", key: keys.orientation(userId, last.at), body: last },
    ...(thought ? [putNew(keys.thought(userId, now, thought.topic), thought)] : []),
  ];
}

/**
 * Returns the orientation as the model refined it. A line that the model did not name keeps its weight. The signature
 * stays, because it names what was sensed.
 */
function refined(last: Orientation, { state, matters }: OrientReply, now: EpochMs): Orientation {
  const weights = new Map(matters.map(({ line, weight }) => [line, weight]));
  const salience = last.salience
    .map((one, line) => ({ ...one, weight: weights.get(line) ?? one.weight }))
    .sort((a, b) => b.weight - a.weight);
  return { ...last, state, since: state === last.state ? last.since : now, salience, by: "model" };
}

type Thinking = {
  /** The orientation that the model was shown. The model names its lines by their place. */
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
  // A thought that names nothing that was seen is not kept.
  if (!thought || named.length === 0) return undefined;
  const kept = livingRows(store, userId);
  const [rows, lately] = await Promise.all([kept.concerns(), kept.thoughts(now - 7 * DAY_MS)]);
  // The person may have had it forgotten, or asked to be left alone with it, since the model was asked.
  const known = rows.filter(({ concern }) => concern.mutedAt === undefined).map(({ concern }) => concern.id);
  const saw = named.filter(({ kind, id }) => kind !== "concern" || known.includes(id));
  if (saw.length === 0 || !(await kept.told(thought.text, before.at))) return undefined;
  if (thoughtsOn(lately, localDate(now, timeZone), timeZone) >= MOST_THOUGHTS_A_DAY) return undefined;
  const concerns = saw.filter(({ kind }) => kind === "concern").map(({ id }) => id);
  const topic = `thought-${digest(...saw.map(({ kind, id }) => `${kind}:${id}`)).slice(0, 12)}-${thought.kind}`;
  const { kind, text } = thought;
  return firstNew([{ kind, text, saw, concerns, topic, origin }], lately, { now, mood: before.mood, by: "model" });
}
