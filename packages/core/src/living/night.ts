// The night's work for the living loop: themes from thoughts, concerns from conversations, and the manner. Thoughts
// about one concern, or of one kind, become a theme.
import {
  type Concern,
  Feedback,
  GatedStep,
  isOwn,
  keys,
  LIVING_DEFAULT,
  type LocalDate,
  MOST_TITLE_CHARS,
  Persona,
  type Profile,
  StepRecord,
  type Theme,
  type Thought,
  type UserId,
} from "@waldo/contracts";
import { digest } from "../digest.ts";
import { liveBlocks } from "../memory/claims/blocks.ts";
import { isBelieved } from "../memory/claims/claim.ts";
import type { Ports, Store, Write } from "../ports.ts";
import { putOver } from "../store/cas.ts";
import { queryAll } from "../store/query-all.ts";
import { DAY_MS } from "../time.ts";
import { livingRows } from "../tools/living-rows.ts";
import { type Seed, seedWrites } from "./concerns.ts";
import { type Heard, personaAfter, type Wish } from "./trajectory.ts";

/** A theme needs at least this many thoughts. */
const LEAST = 3;
const MOST_THEMES = 3;

/** Returns the kind of a topic: its part before the first dash. */
const kindOf = ({ topic }: Thought) => topic.split("-", 1)[0] ?? topic;

const TITLES: Readonly<Record<string, string>> = {
  up_late: "Late nights",
  long_session: "Long stretches of work",
  machine_full: "Your machine is short of memory",
  machine_hot: "Your machine runs hot",
  spent_and_busy: "Full days on little energy",
  task_due: "Things that are left to the last evening",
  event_soon: "Events that begin while you are deep in something",
  goal_untouched: "Goals that nothing touches",
  kept: "What was of use",
  refused: "What did not help",
};

/** Returns the themes of these thoughts, the largest first. A thought may be in two themes. */
function themesOf(thoughts: readonly Thought[], concerns: readonly Concern[], date: LocalDate): Theme[] {
  const byConcern = new Map<string, Thought[]>();
  const byKind = new Map<string, Thought[]>();
  for (const thought of thoughts) {
    for (const id of thought.concerns) byConcern.set(id, [...(byConcern.get(id) ?? []), thought]);
    if (TITLES[kindOf(thought)]) byKind.set(kindOf(thought), [...(byKind.get(kindOf(thought)) ?? []), thought]);
  }
  const named = [...byConcern].flatMap(([id, of]) => {
    const concern = concerns.find((one) => one.id === id && one.mutedAt === undefined);
    return concern ? [{ title: concern.summary.slice(0, MOST_TITLE_CHARS).toWellFormed(), of }] : [];
  });
  const kinds = [...byKind].map(([kind, of]) => ({ title: TITLES[kind] ?? kind, of }));
  return [...named, ...kinds]
    .filter(({ of }) => of.length >= LEAST)
    .sort((a, b) => b.of.length - a.of.length || (a.title < b.title ? -1 : 1))
    .slice(0, MOST_THEMES)
    .map(({ title, of }) => ({
      ...{ date, title },
      text: "Several thoughts of the last week came back to this.",
      thoughts: of.map(({ at }) => at).slice(-40),
      origin: of.some(({ origin }) => origin === "untrusted") ? "untrusted" : "agent",
    }));
}

/** Themes come from the thoughts of one week. */
const WEEK_MS = 7 * DAY_MS;
/** Feedback is read back to this age. The runs that it is about leave the store after a week. */
const FEEDBACK_MS = 6 * DAY_MS;
/** The most concerns from conversations that one night creates. */
const MOST_INTERESTS = 5;

type Night = { readonly profile: Profile; readonly date: LocalDate; readonly now: number };

/**
 * Returns the writes of the night, with the count of each kind. The caller commits them when it marks the phase as
 * done.
 */
export async function reflect(
  { store }: Pick<Ports, "store">,
  { profile, date, now }: Night,
): Promise<{ readonly writes: readonly Write[]; readonly counts: Record<string, number> }> {
  const { userId } = profile;
  if (!(profile.living ?? LIVING_DEFAULT).on) return { writes: [], counts: {} };
  const kept = livingRows(store, userId);
  const [concerns, thoughts, before] = await Promise.all([
    kept.concerns(),
    kept.thoughts(now - WEEK_MS),
    store.get(keys.persona(userId)),
  ]);
  const themes = themesOf(
    thoughts,
    concerns.map(({ concern }) => concern),
    date,
  );
  const seeded = seedWrites(userId, await interestsOf(store, userId, now), concerns, now);
  const known = before && Persona.parse(before.body);
  const persona = personaAfter(known, {
    feedback: await heardSince(store, userId, Math.max(known?.newest ?? 0, now - FEEDBACK_MS)),
    wishes: await wishesOf(store, userId),
    date,
  });
  const hasMoved = JSON.stringify(persona) !== JSON.stringify(known);
  return {
    writes: [
      ...themes.map((theme): Write => ({ op: "put", key: keys.theme(userId, date, nameOf(theme)), body: theme })),
      ...seeded.writes,
      ...(hasMoved ? [putOver(before, keys.persona(userId), persona)] : []),
    ],
    counts: { themes: themes.length, concerns: seeded.concerns.length, moved: hasMoved ? 1 : 0 },
  };
}

const nameOf = ({ title }: Theme) => digest(title).slice(0, 12);

/** Returns what the person told about themselves in the last days, which may become concerns. */
async function interestsOf(store: Store, userId: UserId, now: number): Promise<Seed[]> {
  const blocks = [...(await liveBlocks(store, userId, "events")), ...(await liveBlocks(store, userId, "facts"))];
  return blocks
    .filter((one) => isOwn(one) && isBelieved(one) && now - one.recordedAt < WEEK_MS)
    .sort((a, b) => b.recordedAt - a.recordedAt || (a.patternId < b.patternId ? -1 : 1))
    .slice(0, MOST_INTERESTS)
    .map(({ patternId, claim, origin, recordedAt }) => ({
      ...{ kind: "interest", summary: claim, by: "talk", at: recordedAt, origin },
      from: { kind: "claim", id: patternId },
    }));
}

async function wishesOf(store: Store, userId: UserId): Promise<Wish[]> {
  const wishes = await liveBlocks(store, userId, "preferences");
  return wishes
    .filter((one) => isOwn(one) && isBelieved(one))
    .map(({ claim, recordedAt }) => ({ text: claim, at: recordedAt }));
}

async function heardSince(store: Store, userId: UserId, since: number): Promise<Heard[]> {
  const heard: Heard[] = [];
  for await (const { body } of queryAll(store, keys.feedback.between(userId, [Math.max(0, since - WEEK_MS)]))) {
    const { kind, runId, at } = Feedback.parse(body);
    if (at <= since) continue;
    const text = await textOf(store, userId, runId);
    if (text) heard.push({ kind, text, at });
  }
  return heard;
}

async function textOf(store: Store, userId: UserId, runId: string): Promise<string | undefined> {
  for await (const { body } of queryAll(store, keys.step.all(userId, runId))) {
    const { to, data } = StepRecord.parse(body);
    if (to === "GATED") return GatedStep.safeParse(data).data?.text;
  }
  return undefined;
}
