// Tools for the person's own file of goals, and for the pages that memory compiles.
import { GoalList, type GoalsEdit, HALLS_READ, type Hall, isError, MOST_GOAL_LINE } from "@waldo/contracts";
import * as z from "zod";
import { SECTION_TITLES } from "../../goals/lines.ts";
import { planGoals } from "../../goals/plan.ts";
import { loadGoalsFile } from "../../goals/stored.ts";
import { goalsView, readableGoals } from "../../goals/view.ts";
import { isFromGit } from "../../goals/writers.ts";
import { isPageOf } from "../../memory/pages/pages.ts";
import { openWorkspace } from "../../memory/pages/workspace.ts";
import { Page, text } from "../args.ts";
import { partOf } from "../result-size.ts";
import { defineRead, defineWrite, mustRemember, ToolFailure } from "../tool.ts";

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

/** The existing pages, with the halls from which each is made. */
const PAGES = {
  "today.md": [],
  "baselines.md": [],
  "patterns.md": ["discoveries"],
  "memory.md": ["preferences", "advice"],
  "goals.md": [],
} as const satisfies Record<string, readonly Hall[]>;

/**
 * Returns a workspace page that was compiled before. The nightly cycle and the pre-Brief sweep compile the pages from
 * derived values and the halls.
 */
export const getContext = defineRead({
  name: "get_context",
  description:
    "A pre-compiled page about this person: today.md, baselines.md, patterns.md or memory.md; or goals.md, the file of goals that they write. Long pages have parts.",
  args: z.strictObject({
    file: z.enum(["today.md", "baselines.md", "patterns.md", "memory.md", "goals.md"]),
    part: Page.optional(),
  }),
  origin: { of: ({ outside }: { readonly outside?: true }) => (outside ? "untrusted" : "system") },
  async run({ file, part = 1 }, context) {
    const { archive, store, userId, trigger, date } = context;
    if (PAGES[file].length > 0) await mustRemember(context);
    const open = HALLS_READ[trigger];
    const closed = PAGES[file].find((hall) => !open.includes(hall));
    if (closed !== undefined) throw new ToolFailure("failed", `a ${trigger} run does not read ${closed}`);
    const goals = file === "goals.md" ? await readableGoals(store, userId) : undefined;
    const text = file === "goals.md" ? goals?.text : await openWorkspace(archive, userId).read(file);
    if (text === undefined || (file === "today.md" && !isPageOf(text, date)))
      throw new ToolFailure("not_found", `${file} has not been written yet`);
    const shown = partOf(text, part);
    if (!shown) throw new ToolFailure("not_found", `${file} has no part ${part}`);
    return {
      file,
      text: shown.text,
      ...(shown.parts > 1 ? { part, parts: shown.parts } : {}),
      ...(goals?.outside ? { outside: true as const } : {}),
    };
  },
});
