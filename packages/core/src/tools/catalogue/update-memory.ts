import { Hall, type PatternId as Id, isOwn, type MemoryNote, PatternId, STEERING_HALLS } from "@waldo/contracts";
import * as z from "zod";
import { findBlockAnywhere } from "../../memory/claims/blocks.ts";
import { patternOf } from "../../memory/claims/claim.ts";
import {
  type NoteDraft,
  type Outdated,
  outdatedBy,
  type Provenance,
  pendingOf,
  type Staged,
  stageNote,
  stageVerdict,
} from "../../memory/claims/inbox.ts";
import { restated } from "../../memory/claims/rivals.ts";
import { defineWrite } from "../define.ts";
import { originOf } from "../provenance.ts";
import { clip } from "../result-size.ts";
import { text } from "../text-args.ts";
import { mustRemember, type ToolContext, ToolFailure } from "../tool.ts";

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
      /** The claim takes the place of the memory of the person that it corrects, whatever its id is. */
      corrects: z.literal(true).optional(),
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
    implied: ["hall", "topic", "replaces", "confirms", "contradicts", "corrects"],
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
    const corrected = args.corrects ? await outdated(args, context) : NOTHING;
    const held = [...blocks.flatMap((block) => block ?? []), ...corrected.blocks, ...corrected.notes];
    if (held.length === 0) return undefined;
    const words = held.map(({ claim }) => claim).join("; ");
    const origin = held.every(isOwn) ? "agent" : "untrusted";
    // One request names one claim. A note that also closes a claim is shown before it does.
    const asksAlways = ids.length > 1 || args.claim !== undefined;
    return { args, shown: words, origin, words, rivals: [], ...(asksAlways ? { replaces: true } : {}) };
  },
  async plan(args, context) {
    const { hall, confirms, contradicts } = args;
    const { store, userId } = context;
    await mustRemember(context);
    const from = provenanceOf(args, context);
    const old = await outdated(args, context);
    const replaces = args.replaces ?? replacedIn(old);
    const [first] = [...old.notes, ...old.blocks];
    const claim = args.claim && first ? restated(args.claim, first.claim) : args.claim;
    const draft = claim === undefined ? undefined : draftOf({ ...args, claim, replaces });
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
    const known = await Promise.all(notes.map(({ write }) => store.get(write.key)));
    const gone = await pendingOf(store, userId, old.notes.map(patternOfNote));
    const masked = [...new Set(notes.flatMap((note) => note.masked))];
    return {
      value: {
        noted: true,
        ...(claim === undefined || claim === args.claim ? {} : { claim: clip(claim, 240) }),
        ...(masked.length > 0 ? { masked } : {}),
        ...(first ? { replaced: clip(first.claim, 120) } : {}),
      },
      writes: [...gone, ...notes.flatMap(({ write }, i) => (known[i] ? [] : [write]))],
    };
  },
});

type Args = Words & {
  readonly hall: Hall;
  readonly replaces?: Id | undefined;
  readonly corrects?: true | undefined;
};

const NOTHING: Outdated = { blocks: [], notes: [] };

function draftOf({ hall, claim, conditions, topic, replaces }: Args & { readonly claim: string }): NoteDraft {
  return { hall, claim, ...defined({ conditions, topic, replaces }) };
}

/**
 * What the claim takes the place of, although the call does not name it. Words from outside take the place of nothing
 * (R10). In a run that has read some, only a correction does, and the person is asked before.
 */
async function outdated(args: Args, context: ToolContext): Promise<Outdated> {
  const { claim, corrects = false } = args;
  const { userId, store, trigger, heard } = context;
  if (claim === undefined || trigger !== "user_message" || outsideOf(args, context)) return NOTHING;
  if (heard.outside && !corrects) return NOTHING;
  const staged = stageNote(userId, draftOf({ ...args, claim }), provenanceOf(args, context));
  if (staged.outcome !== "noted" || staged.intent.kind !== "note") return NOTHING;
  return outdatedBy(store, userId, staged.intent, corrects);
}

/** The settled claim that the new note replaces: one that it found, or one that a note of today had replaced. */
function replacedIn({ blocks, notes }: Outdated): Id | undefined {
  return blocks[0]?.patternId ?? notes.find(({ replaces }) => replaces !== undefined)?.replaces;
}

const patternOfNote = ({ claim, conditions }: MemoryNote) => patternOf(claim, conditions);

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
  const { owner, recalled, areas } = heard;
  const outside = outsideOf(words, context);
  if (!approval) return { trigger, runId, at: now, owner, outside, recalled, ...(areas ? { areas } : {}) };
  return { trigger: "user_message", runId, at: now, owner: ["tapped"], outside, recalled: [] };
}

function defined<T extends object>(members: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never;
}
