import { GoalList, type GoalsEdit, isError, MOST_GOAL_LINE } from "@waldo/contracts";
import * as z from "zod";
import { SECTION_TITLES } from "../../goals/headings.ts";
import { planGoals } from "../../goals/plan.ts";
import { loadGoalsFile } from "../../goals/stored.ts";
import { goalsView } from "../../goals/view.ts";
import { isFromGit } from "../../goals/writers.ts";
import { defineWrite } from "../define.ts";
import { text } from "../text-args.ts";
import { ToolFailure } from "../tool.ts";

const Args = z
  .strictObject({
    action: z.enum(["add", "remove", "done", "north_star"]),
    section: GoalList.optional(),
    text: text(MOST_GOAL_LINE),
  })
  .refine(({ action, section }) => (section === undefined) === (action === "north_star"), "say which section");
type Args = z.infer<typeof Args>;

/** Changes one line of the person's own file of goals. It can be undone. */
export const editGoalsTool = defineWrite({
  name: "edit_goals",
  description:
    "Change one line of the goals file: add, remove or tick off a line of a section, or set the north star (no section).",
  args: Args,
  title: ({ action, section, text: words }) => {
    if (section === undefined) return `Set your north star: “${words}”`;
    const where = SECTION_TITLES[section];
    if (action === "add") return `Put “${words}” into ${where}`;
    return action === "done" ? `Tick off “${words}” in ${where}` : `Take “${words}” out of ${where}`;
  },
  asking: {
    phrases: ({ action }) => PHRASES[action],
    implied: ["action"],
  },
  async target(args, { store, userId }) {
    const { action, section, text: words } = args;
    if (action === "add" || section === undefined) return undefined;
    const file = (await loadGoalsFile(store, userId))?.file;
    const items = goalsView(file).items.filter((one) => one.section === section);
    const fold = (line: string) => line.toLowerCase();
    const held = items.filter((one) => fold(one.text).includes(fold(words)));
    const found = items.find((one) => fold(one.text) === fold(words)) ?? (held.length === 1 ? held[0] : undefined);
    if (!found) throw new ToolFailure("not_found", `${SECTION_TITLES[section]} has no such line`);
    const rivals = items.filter((one) => one !== found).map((one) => one.text);
    return {
      args: { ...args, text: found.text },
      shown: found.text,
      origin: file && isFromGit(file, section) ? "untrusted" : "owner",
      words: found.text,
      rivals,
    };
  },
  async plan(args, { store, userId, now }) {
    const { action, section, text: words } = args;
    try {
      const { writes, undo } = await planGoals(store, userId, { by: "chat", now, edit: editOf(args) });
      const value = { [action === "add" ? "added" : action]: words, ...(section === undefined ? {} : { section }) };
      return { value, writes, ...(undo === undefined ? {} : { undo }) };
    } catch (error) {
      if (isError(error, "InvalidInput")) throw new ToolFailure("failed", error.message, { cause: error });
      throw error;
    }
  },
});

const PHRASES: Readonly<Record<Args["action"], readonly string[]>> = {
  add: ["add", "put", "set", "write"],
  remove: ["remove", "drop", "delete", "take", "cross out"],
  done: ["tick", "tick off", "mark", "check off", "finish", "complete"],
  north_star: ["my north star is", "my north star", "set my north star", "make my north star"],
};

function editOf({ action, section, text: words }: Args): GoalsEdit {
  if (action === "north_star" || section === undefined) return { do: "northStar", text: words };
  if (action === "done") return { do: "tick", section, text: words, done: true };
  return { do: action, section, text: words };
}
