/** Tests whether a model can do what Waldo needs: an answer, a tool call with good arguments, and JSON. */
import { LocalDate, type ModelTested, WaldoError } from "@waldo/contracts";
import { MAX_OUTPUT_TOKENS } from "@waldo/core/agent/turn";
import { tokenPrice } from "@waldo/core/meter/prices";
import type { ModelGateway, ModelReply, ModelRequest, ModelUsage } from "@waldo/core/ports";
import * as z from "zod";

type Check = ModelTested["checks"][number];

const NONE: ModelUsage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };
const DATE = "2026-03-14";
const TOOL = {
  name: "get_form",
  description: "Returns the Form of one day.",
  schema: {
    type: "object",
    properties: { date: { type: "string", description: "the day, as YYYY-MM-DD" } },
    required: ["date"],
    additionalProperties: false,
  },
};
const Args = z.strictObject({ date: LocalDate });
const Json = z.looseObject({ zone: z.literal("steady"), hours: z.literal(7) });

type Judge = (reply: ModelReply) => { readonly ok: boolean; readonly found: string };

const PROBES: readonly { name: Check["name"]; ask: string; tools: ModelRequest["tools"]; judge: Judge }[] = [
  {
    name: "answer",
    ask: "Say good morning in one short sentence.",
    tools: [],
    judge: ({ text }) => ({ ok: text !== "", found: text === "" ? "no words" : text }),
  },
  {
    name: "tool",
    ask: `What was my Form on ${DATE}? Look it up with the tool.`,
    tools: [TOOL],
    judge: ({ calls: [call] }) => {
      if (!call) return { ok: false, found: "no tool was called" };
      const args = Args.safeParse(call.args);
      const shown = `${call.name} ${JSON.stringify(call.args)}`;
      const isAsked = call.name === TOOL.name && args.success && args.data.date === DATE;
      return { ok: isAsked, found: isAsked ? shown : `not the call that was asked for: ${shown}` };
    },
  },
  {
    name: "json",
    ask: 'Reply with one JSON object and nothing else. Its member "zone" is the text steady, and "hours" is the number 7.',
    tools: [],
    judge: ({ text }) => ({
      ok: isJson(text),
      found: isJson(text) ? text : `not the JSON that was asked for: ${text}`,
    }),
  },
];

/**
 * Asks the model three questions. If the first question gets no answer, it throws the model's own error. Later failures
 * are part of the result.
 */
export async function probe(
  model: ModelGateway,
  name: string,
): Promise<{ readonly checks: Check[]; readonly dollars: number | null }> {
  const checks: Check[] = [];
  let dollars: number | null = 0;
  for (const { name: check, ask, tools, judge } of PROBES) {
    const began = performance.now();
    const took = () => Math.round(performance.now() - began);
    try {
      const reply = await model.converse({
        tier: "primary",
        system: [{ text: "You answer exactly as you are asked to.", cacheable: false }],
        messages: [{ role: "user", content: [{ type: "text", text: ask }] }],
        tools,
        maxOutputTokens: MAX_OUTPUT_TOKENS,
      });
      checks.push({ name: check, ms: took(), usage: reply.usage, ...judged(judge, reply) });
      const cost = dollarsOf(reply, name);
      dollars = dollars === null || cost === undefined ? null : dollars + cost;
    } catch (error) {
      if (!(error instanceof WaldoError) || check === "answer") throw error;
      checks.push({ name: check, ms: took(), usage: NONE, ok: false, found: error.message });
    }
  }
  return { checks, dollars };
}

function judged(judge: Judge, reply: ModelReply): ReturnType<Judge> {
  return reply.stop === "refused" ? { ok: false, found: "the model refused" } : judge(reply);
}

/** True for JSON, also in a fenced block, as many models write it. */
function isJson(text: string): boolean {
  const start = text.indexOf("{");
  const end = text.lastIndexOf("}");
  try {
    return Json.safeParse(JSON.parse(text.slice(start, end + 1))).success;
  } catch {
    return false;
  }
}

function dollarsOf({ model, usage }: ModelReply, name: string): number | undefined {
  const price = tokenPrice(model) ?? tokenPrice(name);
  if (!price) return undefined;
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = usage;
  return (
    inputTokens * price.input +
    outputTokens * price.output +
    cacheReadTokens * price.cacheRead +
    cacheWriteTokens * price.cacheWrite
  );
}
