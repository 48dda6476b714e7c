/** Puts the goals of the next week into the person's file: only the list under `## This Week` changes. */
import {
  type Goals,
  GoalsFile,
  type GoalsWriter,
  keys,
  MOST_GOAL_LINE,
  MOST_GOALS,
  type UserId,
} from "@waldo/contracts";
import { loadGoalsFile } from "../goals/stored.ts";
import type { Ports, Write } from "../ports.ts";
import { putOver } from "../store/cas.ts";

export type WeekChange = {
  readonly was: readonly string[];
  readonly becomes: readonly string[];
  /** They hold only while the file is as it was read. */
  readonly writes: readonly Write[];
};

/**
 * Plans This Week anew. Returns undefined for a person without a file, and `faulty` where its text has a fault: such a text
 * is the person's to mend.
 */
export async function applyWeek(
  { store, clock }: Pick<Ports, "store" | "clock">,
  userId: UserId,
  week: readonly string[],
  by: GoalsWriter & "review",
): Promise<WeekChange | "faulty" | undefined> {
  const loaded = await loadGoalsFile(store, userId);
  if (!loaded) return undefined;
  const { file, version } = loaded;
  if (file.faults) return "faulty";
  const becomes = week.slice(0, MOST_GOALS).map((line) => line.replaceAll(/\s+/g, " ").trim().slice(0, MOST_GOAL_LINE));
  const goals: Goals = { ...file.goals, week: becomes };
  const text = withWeek(file.text, becomes);
  const next = GoalsFile.parse({ ...file, text, revision: file.revision + 1, at: clock.now(), by, goals });
  return { was: file.goals.week, becomes, writes: [putOver({ version }, keys.goals(userId), next)] };
}

const HEADING = /^#{1,3}\s/;
const WEEK = /^##\s+this week\b/i;
const ITEM = /^\s*[-*]\s+/;

/** Returns the text with these items under its heading. Every other line stays byte for byte. */
function withWeek(text: string, items: readonly string[]): string {
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const lines = text.split(/\r?\n/);
  const at = lines.findIndex((line) => WEEK.test(line));
  const added = items.map((item) => `- ${item}`);
  if (at < 0) return [text.trimEnd(), "", "## This Week", ...added, ""].join(end);
  const after = lines.findIndex((line, i) => i > at && HEADING.test(line));
  const until = after < 0 ? lines.length : after;
  const own = lines.slice(at + 1, until);
  const first = own.findIndex((line) => ITEM.test(line));
  const kept = own.filter((line) => !ITEM.test(line));
  const place = first < 0 ? 0 : own.slice(0, first).filter((line) => !ITEM.test(line)).length;
  const section = [...kept.slice(0, place), ...added, ...kept.slice(place)];
  return [...lines.slice(0, at + 1), ...section, ...lines.slice(until)].join(end);
}
