/** Reads the replies of Converse, for `bedrockGateway`. */

import type { ConverseCommandOutput } from "@aws-sdk/client-bedrock-runtime";
import { WaldoError } from "@waldo/contracts";
import { withOwnIds, withoutThinking } from "@waldo/core/models/conversation";
import type { ModelReply, ModelRequest } from "@waldo/core/ports";
import * as z from "zod";

/**
 * The blocks that Waldo understands. Reasoning is ignored. Any other block is an error: if it were ignored, a part of
 * the reply would be lost without notice.
 */
const Block = z.union([
  z.strictObject({ text: z.string() }),
  z.strictObject({
    toolUse: z.looseObject({ toolUseId: z.string(), name: z.string(), input: z.record(z.string(), z.json()) }),
  }),
  z.strictObject({ reasoningContent: z.unknown() }),
]);

const Tokens = z.number().nonnegative().optional();

const Reply = z.looseObject({
  output: z.looseObject({ message: z.looseObject({ content: z.array(Block) }) }),
  stopReason: z.string(),
  usage: z
    .looseObject({
      inputTokens: Tokens,
      outputTokens: Tokens,
      cacheReadInputTokens: Tokens,
      cacheWriteInputTokens: Tokens,
    })
    .optional(),
});

const REFUSALS = ["guardrail_intervened", "content_filtered"];
const CUT = ["max_tokens", "model_context_window_exceeded"];
const BROKEN = ["malformed_model_output", "malformed_tool_use"];

/** Reads one answer of Converse. Throws `ModelMalformed`, which names the place and never the words. */
export function toReply(output: ConverseCommandOutput, request: ModelRequest, model: string): ModelReply {
  const parsed = Reply.safeParse(output);
  if (!parsed.success) throw malformed(`not understood at ${parsed.error.issues[0]?.path.join(".") || "the top"}`);
  const { stopReason, usage } = parsed.data;
  const reply = {
    usage: {
      inputTokens: usage?.inputTokens ?? 0,
      outputTokens: usage?.outputTokens ?? 0,
      cacheReadTokens: usage?.cacheReadInputTokens ?? 0,
      cacheWriteTokens: usage?.cacheWriteInputTokens ?? 0,
    },
    model,
  };
  if (REFUSALS.includes(stopReason)) return { ...reply, text: "", calls: [], stop: "refused" };
  if (BROKEN.includes(stopReason)) throw malformed(stopReason);

  const blocks = parsed.data.output.message.content;
  const text = withoutThinking(blocks.flatMap((block) => ("text" in block ? [block.text] : [])).join("\n"));
  const asked = blocks.flatMap((block) => ("toolUse" in block ? [block.toolUse] : []));
  const calls = withOwnIds(
    asked.map(({ toolUseId, name, input }) => ({ id: toolUseId, name, args: input })),
    request.messages,
  );
  const cut = CUT.includes(stopReason);
  if (cut && calls.length > 0) throw malformed(`cut at ${request.maxOutputTokens} tokens, inside a tool call`);
  if (calls.length === 0 && text === "") throw malformed(cut ? "out of tokens before a word" : "empty");
  return { ...reply, text, calls, stop: calls.length > 0 ? "tool_use" : cut ? "max_tokens" : "end" };
}

function malformed(what: string): WaldoError {
  return new WaldoError("ModelMalformed", `the model's reply is ${what}`);
}
