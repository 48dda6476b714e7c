import { objects } from "@waldo/contracts";
import { z } from "zod";
import { defineRead } from "./define.ts";
import { ToolFailure } from "./tool.ts";

const FILES = ["today.md", "baselines.md", "patterns.md", "goals.md"] as const;

/** A pre-compiled workspace file. Compiled from derived values by the nightly cycle and the pre-Brief sweep. */
export const getContext = defineRead({
  name: "get_context",
  description: "A pre-compiled page about this person: today.md, baselines.md, patterns.md or goals.md.",
  args: z.strictObject({ file: z.enum(FILES) }),
  origin: "system",
  async run({ file }, { archive, userId }) {
    const bytes = await archive.read(objects.workspace(userId, file));
    if (!bytes) throw new ToolFailure("not_found", `${file} has not been written yet`);
    return { file, text: new TextDecoder().decode(bytes) };
  },
});
