/** What the thoughts of a week have in common: those about one concern, or of one kind of thing, become a theme. Pure. */
import { type Concern, type LocalDate, MOST_TITLE_CHARS, type Theme, type Thought } from "@waldo/contracts";

/** A theme takes so many thoughts. */
const LEAST = 3;
const MOST_THEMES = 3;

/** The kind of thing a topic names: the part before its first dash. */
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

/** Returns the themes of these thoughts, the largest first. One thought may be in two. */
export function themesOf(thoughts: readonly Thought[], concerns: readonly Concern[], date: LocalDate): Theme[] {
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
