// Tools for the person's own file of goals, and for the pages that memory compiles.
import {
  GOAL_LISTS,
  GoalList,
  type GoalsEdit,
  HALLS_READ,
  type Hall,
  isError,
  MOST_GOAL_LINE,
  type UserId,
} from "@waldo/contracts";
import * as z from "zod";
import { SECTION_TITLES } from "../../goals/lines.ts";
import { planGoals } from "../../goals/plan.ts";
import { loadGoalsFile } from "../../goals/stored.ts";
import { goalsView, readableGoals } from "../../goals/view.ts";
import { isFromGit } from "../../goals/writers.ts";
import { goalChanged } from "../../language/goal-changes.ts";
import { goalsNamed } from "../../language/goal-words.ts";
import { isPageOf } from "../../memory/pages/pages.ts";
import { openWorkspace } from "../../memory/pages/workspace.ts";
import type { Store } from "../../ports.ts";
import { WITHHELD } from "../../safety/body/health-lockout.ts";
import { Page, text } from "../args.ts";
import { partOf } from "../result-size.ts";
import { defineRead, defineWrite, mustRemember, ToolFailure } from "../tool.ts";

const Args = z
  .strictObject({
    action: z.enum(["add", "remove", "done", "change", "north_star"]),
    section: GoalList.optional(),
    text: text(MOST_GOAL_LINE),
    to: text(MOST_GOAL_LINE).optional(),
  })
  .refine(({ action, section }) => action !== "add" || section !== undefined, "say which section")
  .refine(({ action, section }) => action !== "north_star" || section === undefined, "the north star has no section")
  .refine(({ action, to }) => (action === "change") === (to !== undefined), "say what a changed goal becomes");
type Args = z.infer<typeof Args>;

/** Changes one line of the person's own file of goals. It can be undone. */
export const editGoalsTool = defineWrite({
  name: "edit_goals",
  description:
    "Change one goal of the goals file: add a line to a section; remove, tick off or change (to: the new words or number) the line that text names; or set the north star.",
  args: Args,
  title: ({ action, section, text: words, to = "" }) => {
    if (action === "north_star") return `Set your north star: “${words}”`;
    if (action === "change") return `Change your goal “${words}” to “${goalChanged(words, to)}”`;
    const where = section === undefined ? "your goals" : SECTION_TITLES[section];
    if (action === "add") return `Put “${words}” into ${where}`;
    return action === "done" ? `Tick off “${words}” in ${where}` : `Take “${words}” out of ${where}`;
  },
  asking: {
    phrases: ({ action }) => PHRASES[action],
    implied: ["action"],
  },
  async target(args, { store, userId }) {
    const { action, text: words } = args;
    if (action === "add" || action === "north_star") return undefined;
    const { file, found, section, rivals } = await goalOf(args, store, userId);
    return {
      args: { ...args, section, text: found.text },
      shown: found.text,
      origin: file && isFromGit(file, section) ? "untrusted" : "owner",
      // The words of the person belong to the goal that they name, also where they are other words for the same thing.
      words: `${found.text} ${words}`,
      rivals,
    };
  },
  async plan(asked, { store, userId, now, heard }) {
    // Of a goal that holds an amount of sleep, a prompt and so the argument holds only a part.
    const whole = asked.action === "add" && asked.text.includes(WITHHELD) ? heard.goal?.() : undefined;
    const named = whole === undefined ? asked : { ...asked, text: whole };
    const isNew = named.action === "add" || named.action === "north_star";
    const goal = isNew ? undefined : await goalOf(named, store, userId);
    const args = goal === undefined ? named : { ...named, section: goal.section, text: goal.found.text };
    const { action, section, text: words, to } = args;
    try {
      const { writes, undo } = await planGoals(store, userId, { by: "chat", now, edit: editOf(args) });
      const value = {
        [action === "add" ? "added" : action]: to === undefined ? words : goalChanged(words, to),
        ...(section === undefined ? {} : { section }),
      };
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
  change: ["change", "lower", "raise", "set", "make", "increase", "reduce"],
  north_star: ["my north star is", "my north star", "set my north star", "make my north star"],
};

/** Returns the only open goal that the words name. Without a section it may stand in any that holds goals. */
async function goalOf({ section, text: words }: Args, store: Store, userId: UserId) {
  const file = (await loadGoalsFile(store, userId))?.file;
  const items = goalsView(file).items.filter(
    (one) => !one.done && (section === undefined ? LISTS.has(one.section) : one.section === section),
  );
  const [found, other] = goalsNamed(items, (one) => one.text, words);
  const where = section === undefined ? "The file of goals" : SECTION_TITLES[section];
  if (!found) throw new ToolFailure("not_found", `${where} has no such line`);
  if (other) throw new ToolFailure("failed", "more than one goal has these words");
  const rivals = items.filter((one) => one !== found).map((one) => one.text);
  return { file, found, section: GoalList.parse(found.section), rivals };
}

const LISTS: ReadonlySet<string> = new Set(GOAL_LISTS.filter((list) => list !== "people"));

function editOf({ action, section, text: words, to }: Args): GoalsEdit {
  if (action === "north_star" || section === undefined) return { do: "northStar", text: words };
  if (action === "change") return { do: "rename", section, text: words, to: goalChanged(words, to ?? words) };
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
