/**
 * The prompt of a run by its parts. The journal keeps what the prompt was made of and how many tokens each part had. The
 * words are made from that again, by the code that runs now, and counted again: when all counts are those of the journal,
 * they are the words that were sent.
 */
import { type InsidePrompt, type PromptContext, type StepRecord, WaldoError } from "@waldo/contracts";
import * as z from "zod";
import type { Shown } from "../../memory/threads/shown.ts";
import type { PromptShape } from "../../ports.ts";
import { buildPrompt } from "../../prompt/build.ts";
import { layerTexts, threadText, userContent } from "../../prompt/layers.ts";
import { NORMS, SAFEGUARDS } from "../../prompt/texts.ts";

const Counted = z.looseObject({ tokens: z.number(), layers: z.record(z.string(), z.number()) });
const SHAPES: readonly PromptShape[] = ["literal", "terse", "narrative"];
/** The parts that may repeat earlier conversations. */
const REPEATS: readonly string[] = ["thread", "context_files"];
/** What stands where the private mark of the session was. Whoever knows the mark could plant it in a text. */
const MARK = "[private mark]";

/** Undefined: the step holds no counts that can be read. */
export function promptOf(
  { data }: StepRecord,
  context: PromptContext | undefined,
  { own, earlier }: Shown,
): InsidePrompt | undefined {
  const counted = Counted.safeParse(data).data;
  if (!counted) return undefined;
  const { tokens, layers } = counted;
  const shape = context && SHAPES.find((one) => isSame(layers, context, one));
  const texts = context && own ? wordsOf(context) : {};
  return {
    tokens,
    ...(shape === undefined ? {} : { shape }),
    parts: Object.entries(layers).map(([name, count]) => {
      const text = earlier || !REPEATS.includes(name) ? texts[name] : undefined;
      return { name, tokens: count, ...(text === undefined ? {} : { text }) };
    }),
  };
}

function isSame(layers: Readonly<Record<string, number>>, context: PromptContext, shape: PromptShape): boolean {
  try {
    const again: Readonly<Record<string, number>> = buildPrompt(context, shape).layers;
    return Object.keys({ ...layers, ...again }).every((name) => layers[name] === again[name]);
  } catch (error) {
    // The code that runs now would make a larger prompt than one may be.
    if (error instanceof WaldoError) return false;
    throw error;
  }
}

function wordsOf(context: PromptContext): Readonly<Record<string, string>> {
  const words: Record<string, string> = {
    ...layerTexts(context),
    governance: `${NORMS}\n\n${SAFEGUARDS}`,
    tool_schemas: JSON.stringify(context.tools, undefined, 2),
    thread: (context.thread ?? []).map((turn) => `${turn.from}: ${threadText(turn)}`).join("\n"),
    user_content: userContent(context),
  };
  return Object.fromEntries(Object.entries(words).map(([name, text]) => [name, text.replaceAll(context.canary, MARK)]));
}
