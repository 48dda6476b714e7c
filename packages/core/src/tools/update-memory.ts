import { Hall, PatternId } from "@waldo/contracts";
import { z } from "zod";
import { type Provenance, type Staged, stageNote, stageVerdict } from "../memory/inbox.ts";
import { defineWrite } from "./define.ts";
import { text } from "./text-args.ts";
import { type ToolContext, ToolFailure } from "./tool.ts";

/**
 * Stages a claim, or what the person says of a claim, for the nightly Scribe; nothing is settled here. The origin is set
 * by what the run has heard, never by an argument (R10): once outside text was read, a claim may have been put into the
 * model's mouth.
 */
export const updateMemory = defineWrite({
  name: "update_memory",
  description:
    "Note a claim about the person for later, or that they confirmed or contradicted one by its id. Provisional until the night has settled it.",
  args: z
    .strictObject({
      hall: Hall,
      claim: text(500).optional(),
      /** When it holds. */
      conditions: text(200).optional(),
      /** What it is about, in two or three words: a new claim of one topic takes the place of the old. */
      topic: text(60).optional(),
      /** The id of the claim this one takes the place of. */
      replaces: PatternId.optional(),
      confirms: PatternId.optional(),
      contradicts: PatternId.optional(),
    })
    .refine(({ claim, confirms, contradicts }) => claim ?? confirms ?? contradicts, {
      message: "name a claim, or the id of one that was confirmed or contradicted",
    })
    .refine(({ confirms, contradicts }) => confirms === undefined || confirms !== contradicts, {
      message: "one claim is confirmed or contradicted, not both",
    }),
  title: ({ hall, claim }) =>
    claim === undefined ? `Note what you said of a memory (${hall})` : `Remember (${hall}): ${claim}`,
  async plan({ hall, claim, conditions, topic, replaces, confirms, contradicts }, context) {
    const { userId } = context;
    const from = provenanceOf(context);
    const draft = claim === undefined ? undefined : { hall, claim, ...defined({ conditions, topic, replaces }) };
    const staged: Staged[] = [
      ...(draft ? [stageNote(userId, draft, from)] : []),
      ...(confirms ? [stageVerdict(userId, { hall, patternId: confirms, says: "confirmed" }, from)] : []),
      ...(contradicts ? [stageVerdict(userId, { hall, patternId: contradicts, says: "contradicted" }, from)] : []),
    ];
    const refused = staged.find(({ outcome }) => outcome === "refused");
    if (refused?.outcome === "refused") throw new ToolFailure("failed", refused.reason);
    const notes = staged.filter((one) => one.outcome === "noted");
    if (notes.length === 0) return { value: { noted: false, known: true }, writes: [] };
    // The same words at the same moment are the same note.
    const known = await Promise.all(notes.map(({ write }) => context.store.get(write.key)));
    return { value: { noted: true }, writes: notes.flatMap(({ write }, i) => (known[i] ? [] : [write])) };
  },
});

function provenanceOf({ trigger, runId, now, heard }: ToolContext): Provenance {
  const { owner, outside, recalled } = heard;
  return { trigger, runId, at: now, owner, outside, recalled };
}

function defined<T extends object>(members: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never;
}
