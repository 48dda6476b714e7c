import { isOwn, PatternId } from "@waldo/contracts";
import * as z from "zod";
import { forgettingWrites, LIST_IS_FULL, type Meant, meantBy, type ToForget } from "../../memory/claims/forget.ts";
import { isAbout } from "../../memory/claims/likeness.ts";
import { defineWrite } from "../define.ts";
import { livingRows } from "../living-rows.ts";
import { clip } from "../result-size.ts";
import { text } from "../text-args.ts";
import { type ToolContext, ToolFailure } from "../tool.ts";

/** Forgets claims at once (`core/memory/claims/forget.ts`). `waldo memory restore` brings one back. */
export const forgetMemory = defineWrite({
  name: "forget_memory",
  description:
    "Forget what is remembered, at once: one claim by its id, all claims about the given words, or what was noted last.",
  args: z
    .strictObject({ id: PatternId.optional(), about: text(120).optional(), last: z.literal(true).optional() })
    .refine(({ id, about, last }) => [id, about, last].filter((one) => one !== undefined).length === 1, {
      message: "give an id, words, or last: true",
    }),
  title: ({ id, about }) =>
    about === undefined ? `Forget ${id ?? "what was noted last"}` : `Forget what I know about “${about}”`,
  asking: { phrases: () => ["forget", "forget about", "forget that", "forget everything about", "delete", "erase"] },
  async target(args, context) {
    const { blocks, notes, entries } = await meant(args, context);
    const held = [...blocks, ...notes, ...entries];
    if (held.length === 0) return undefined;
    const words = held.map((one) => ("claim" in one ? one.claim : one.summary)).join("; ");
    const origin = held.every(isOwn) ? "agent" : "untrusted";
    // Words name all that holds them. Without words, a request names one memory.
    const isMany = args.about === undefined && held.length > 1;
    return { args, shown: clip(words, 200), origin, words, rivals: [], ...(isMany ? { replaces: true } : {}) };
  },
  async plan(args, context) {
    const found = await meant(args, context);
    const { blocks, notes, entries } = found;
    const minds = args.about === undefined ? 0 : await mindsOf(args.about, context);
    const writes = await forgettingWrites(found, context, context.runId);
    if (!writes) throw new ToolFailure("failed", LIST_IS_FULL);
    return {
      value: {
        // The result counts as our own word, so other people's words stay out of it.
        forgotten: [...blocks, ...notes].filter(isOwn).map(({ claim }) => clip(claim, 120)),
        count: blocks.length + notes.length,
        diary: entries.length,
        // Concerns and promises are muted by the same list.
        ...(minds === 0 ? {} : { minds }),
      },
      writes,
    };
  },
});

/** Returns how many concerns and promises of Waldo are about these words. */
async function mindsOf(about: string, { store, userId }: ToolContext): Promise<number> {
  const kept = livingRows(store, userId);
  const [concerns, promises] = await Promise.all([kept.concerns(), kept.intentions()]);
  const lively = concerns.flatMap(({ concern }) => (concern.mutedAt === undefined ? concern.summary : []));
  return [...lively, ...promises.map(({ text: words }) => words)].filter((words) => isAbout(words, about)).length;
}

async function meant(wanted: ToForget, context: ToolContext): Promise<Meant> {
  const found = await meantBy(wanted, context);
  if (!found) throw new ToolFailure("not_found", "nothing like that is remembered");
  return found;
}
