import { Hall, type PatternId as Id, PatternId, STEERING_HALLS } from "@waldo/contracts";
import * as z from "zod";
import { findBlockAnywhere } from "../../memory/claims/blocks.ts";
import { type Provenance, type Staged, stageNote, stageVerdict } from "../../memory/claims/inbox.ts";
import { defineWrite } from "../define.ts";
import { originOf } from "../provenance.ts";
import { text } from "../text-args.ts";
import { type ToolContext, ToolFailure } from "../tool.ts";

/**
 * Stages a claim, or the person's verdict on a claim, for the nightly Scribe; nothing is settled here. The origin
 * follows from what the run has heard, never from an argument (R10): after outside text was read, that text may be the
 * true source of the claim.
 */
export const updateMemory = defineWrite({
  name: "update_memory",
  description:
    "Note a claim about the person for later, or that they confirmed or contradicted one by its id. Provisional until the night has settled it.",
  args: z
    .strictObject({
      hall: Hall,
      claim: text(500).optional(),
      /** When the claim is true. */
      conditions: text(200).optional(),
      /** What the claim is about, in two or three words. A new claim replaces the old claim of the same topic. */
      topic: text(60).optional(),
      /** The id of the claim that this one replaces. */
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
  asking: {
    phrases: ({ claim, confirms }) =>
      claim !== undefined ? ["remember", "remember that", "note", "note that"] : confirms ? ["confirm"] : ["forget"],
    implied: ["hall", "topic", "replaces", "confirms", "contradicts"],
  },
  async target(args, context) {
    // A tap cannot make other people's words a wish of the person, so the person is not asked.
    if (args.claim !== undefined && STEERING_HALLS.includes(args.hall) && outsideOf(args, context))
      throw new ToolFailure(
        "failed",
        `other people's text was read in this run, and ${args.hall} come from the person alone`,
      );
    const ids: Id[] = [args.replaces, args.confirms, args.contradicts].flatMap((id) => id ?? []);
    const blocks = await Promise.all(ids.map((id) => findBlockAnywhere(context, context.userId, id)));
    const held = blocks.flatMap((block) => block ?? []);
    if (held.length === 0) return undefined;
    const words = held.map(({ claim }) => claim).join("; ");
    const origin = held.some((block) => block.origin === "untrusted") ? "untrusted" : "agent";
    // One request names one claim. A note that also closes a claim is shown before it does.
    const asksAlways = ids.length > 1 || args.claim !== undefined;
    return { args, shown: words, origin, words, rivals: [], ...(asksAlways ? { replaces: true } : {}) };
  },
  async plan({ hall, claim, conditions, topic, replaces, confirms, contradicts }, context) {
    const { userId } = context;
    const from = provenanceOf({ claim, conditions, topic }, context);
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

type Words = {
  readonly claim?: string | undefined;
  readonly conditions?: string | undefined;
  readonly topic?: string | undefined;
};

function outsideOf({ claim, conditions, topic }: Words, context: ToolContext): boolean {
  return originOf(context, [claim, conditions, topic]) === "untrusted";
}

/**
 * The words decide the origin, and after a tap the proposal says which words were outside. What was tapped came up in a
 * chat, whatever code carries it out.
 */
function provenanceOf(words: Words, context: ToolContext): Provenance {
  const { trigger, runId, now, heard, approval } = context;
  const { owner, recalled } = heard;
  const outside = outsideOf(words, context);
  if (!approval) return { trigger, runId, at: now, owner, outside, recalled };
  return { trigger: "user_message", runId, at: now, owner: ["tapped"], outside, recalled: [] };
}

function defined<T extends object>(members: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never;
}
