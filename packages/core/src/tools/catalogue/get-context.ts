/**
 * The tool get_context. A page that does not exist yet is `not_found`. `goals.md` is no compiled page: it is the file that
 * the person writes.
 */

import { HALLS_READ, type Hall } from "@waldo/contracts";
import * as z from "zod";
import { readableGoals } from "../../goals/readable.ts";
import { openWorkspace } from "../../memory/pages/workspace.ts";
import { defineRead } from "../define.ts";
import { partOf } from "../result-size.ts";
import { Page } from "../text-args.ts";
import { mustRemember, ToolFailure } from "../tool.ts";

/** The pages that exist, with the halls that each is made of. */
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
    const { archive, store, userId, trigger } = context;
    if (PAGES[file].length > 0) await mustRemember(context);
    const open = HALLS_READ[trigger];
    const closed = PAGES[file].find((hall) => !open.includes(hall));
    if (closed !== undefined) throw new ToolFailure("failed", `a ${trigger} run does not read ${closed}`);
    const goals = file === "goals.md" ? await readableGoals(store, userId) : undefined;
    const text = file === "goals.md" ? goals?.text : await openWorkspace(archive, userId).read(file);
    if (text === undefined) throw new ToolFailure("not_found", `${file} has not been written yet`);
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
