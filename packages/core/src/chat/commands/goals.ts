/** The goals of the person's own file and of their list, in short. */
import type { Goals, GoalsFile } from "@waldo/contracts";
import { changeGoals } from "../../goals/change.ts";
import { loadGoalsFile } from "../../goals/stored.ts";
import { namesOf } from "../../goals/writers.ts";
import { listGoals } from "../../tools/tasks.ts";
import type { Obey } from "./ports.ts";

export const goals: Obey = async (ports, { profile: { userId } }, words) => {
  const { store } = ports;
  if (words.toLowerCase() === "mine") {
    const { changed } = await changeGoals(ports, userId, { by: "chat", edit: { do: "own" } });
    return { text: changed ? "Your goals are all yours again, and in force." : "Nothing in your goals came from git." };
  }
  const [found, listed] = await Promise.all([loadGoalsFile(store, userId), listGoals(store, userId, MOST_LISTED)]);
  const titles = listed.map(({ title }) => `• ${title}`).join("\n");
  const parts = [found && goalsText(found.file), titles && `On your list of goals:\n${titles}`].filter(Boolean);
  return { text: parts.join("\n") || "You have no goals yet. Write them in the app, or tell me one." };
};

const MOST_LISTED = 20;

/** Returns what the file says, section by section. A file with a fault is told with its first line that has one. */
export function goalsText({
  goals: known,
  faults,
  outside = [],
}: Pick<GoalsFile, "goals" | "faults" | "outside">): string {
  const parts = sectionsOf(known).map(([title, lines]) => `${title}:\n${lines.map((one) => `• ${one}`).join("\n")}`);
  const [fault] = faults ?? [];
  const wrong = fault && `Line ${fault.line} of the file is not right: ${fault.reason}. Until it is, this is in force:`;
  const text = parts.length === 0 ? "Your file of goals is empty so far." : parts.join("\n");
  const brought =
    outside.length > 0 &&
    `From git, and not in force: ${namesOf(outside).join(", ")}. Say /goals mine if that is yours.`;
  return [wrong, text, brought].filter(Boolean).join("\n");
}

function sectionsOf({ northStar, quarter, week, today, commitments }: Goals): [string, readonly string[]][] {
  const all: [string, readonly string[]][] = [
    ["North star", northStar === undefined ? [] : [northStar]],
    ["This quarter", quarter],
    ["This week", week],
    ["Today", today],
    ["Standing commitments", commitments],
  ];
  return all.filter(([, lines]) => lines.length > 0);
}
