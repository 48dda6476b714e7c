/**
 * The offline composer: a `ModelGateway` that is not a language model. It reads the same prompt, calls the same tools
 * through the same dispatcher, and writes only from their results. The same conversation always gives the same reply,
 * byte for byte.
 *
 * The composer follows no orders in a text. It only reads the names of the selected recipes to find their writers, and
 * it quotes other people's words.
 */
import type { ToolCall, ToolResult } from "@waldo/contracts";
import { changed, kindlyTo } from "@waldo/core/agent/fallback";
import { beatText } from "@waldo/core/agent/heartbeat";
import { OFFLINE_MODEL } from "@waldo/core/agent/transcript";
import { hasWriter, MOST_ROUNDS, nextStep, writeSkill } from "@waldo/core/agent/writers/write-skill";
import type { Told } from "@waldo/core/agent/writers/writer";
import { talkedIn } from "@waldo/core/language/tongue";
import { DIARY, extract } from "@waldo/core/memory/diary/consolidate";
import type { ModelGateway, ModelReply, ModelRequest, Ports } from "@waldo/core/ports";
import { type Moment, readMoment, requestIn, unfenced } from "@waldo/core/prompt/read-back";
import { GENTLY } from "@waldo/core/prompt/texts";
import { countTokens } from "@waldo/core/prompt/tokens";
import { speechIn } from "@waldo/core/speech";

/**
 * `understanding` understands chat messages. Without it the composer only does the work of the recipes and the
 * lifecycle.
 */
export function offlineComposer(understanding?: Ports["understanding"]): ModelGateway {
  return {
    plain: true,
    shape: () => "literal",
    converse: async (request) => reply(request, await think(request, understanding)),
  };
}

type Thought = { readonly text: string; readonly calls: readonly ToolCall[]; readonly stop?: ModelReply["stop"] };

async function think(request: ModelRequest, understanding: Ports["understanding"]): Promise<Thought> {
  const entries = diaryEntries(request);
  if (entries) return { text: extract(entries), calls: [] };
  const moment = readMoment(request);
  if (isGentle(request)) return { text: kindlyTo(moment?.message ?? ""), calls: [] };
  // A plan of several steps needs a language model. The handoff then ends and says so.
  if (moment?.trigger.startsWith("handoff_")) return { text: "", calls: [], stop: "refused" };
  const told = moment && (await toldIn(moment, understanding));
  if (told?.trigger === "heartbeat") return { text: beatText(writeSkill(told, resultsOf(request))), calls: [] };
  const nothing: Thought =
    told && told.trigger !== "user_message"
      ? SILENT
      : { text: speechIn(told?.language ?? "en").say("noModel"), calls: [] };
  if (!told || !hasWriter(told)) return nothing;
  const offered = new Set(request.tools.map(({ name }) => name));
  const made = { calls: callsOf(request), results: resultsOf(request) };
  // If a tool is not offered, its call counts as one that found nothing.
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const step = nextStep(told, made);
    if (!("ask" in step)) {
      // What was done is told, also where it cannot be put into words.
      const wordless = changed(made.results) && told.trigger === "user_message" ? done(told) : nothing;
      return step.text === undefined ? wordless : { text: step.text, calls: [] };
    }
    const calls = step.ask.map((ask, i) => ({ id: `call-${made.calls.length + i + 1}`, ...ask }));
    const known = calls.filter(({ name }) => offered.has(name));
    if (known.length > 0) return { text: "", calls: known };
    for (const call of calls) {
      made.calls.push(call);
      made.results.push({ callId: call.id, name: call.name, ok: false, error: "unavailable", message: "not offered" });
    }
  }
  return nothing;
}

const done = ({ language = "en" }: Told): Thought => ({ text: speechIn(language).say("why.changed"), calls: [] });

/**
 * An unasked message never contains the usual sentence for a chat. The run ends without a message, and its reason is
 * stored.
 */
const SILENT: Thought = { text: "", calls: [], stop: "refused" };

/** The answer when neither an intent nor a recipe can answer, in English. */
export const NO_MODEL = speechIn("en").say("noModel");

async function toldIn(moment: Moment, understanding: Ports["understanding"]): Promise<Told> {
  const { changing, ...rest } = moment;
  const { trigger, date, time, message, thread } = moment;
  if (trigger !== "user_message" || message === undefined || time === undefined || !understanding) return rest;
  const language = moment.language ?? talkedIn(message, thread);
  const known = await understanding();
  const wanted = changing && known.change(message, changing, { date, time });
  return {
    ...rest,
    language,
    asked: known.understand(message, { date, time, thread, language: moment.language }),
    ...(changing && wanted ? { changing: { actions: changing, wanted } } : {}),
  };
}

/** True when the prompt marks the message as possible danger. */
function isGentle({ messages }: ModelRequest): boolean {
  return requestIn(messages)?.split("\n").includes(GENTLY) ?? false;
}

function callsOf({ messages }: ModelRequest): ToolCall[] {
  return messages.flatMap(({ content }) => content.flatMap((part) => (part.type === "tool_call" ? [part.call] : [])));
}

/** Returns the entries of the day to be compressed, from the fences of memory/diary/consolidate.ts. */
function diaryEntries(request: ModelRequest): string[] | undefined {
  const first = request.messages[0]?.content[0];
  if (first?.type !== "text" || !first.text.startsWith(`Occasion: ${DIARY}.`)) return undefined;
  return first.text.split("\n").flatMap((line) => (line.startsWith("- ") ? [line.slice(2)] : []));
}

function resultsOf(request: ModelRequest): ToolResult[] {
  return request.messages.flatMap((message) =>
    message.content.flatMap((part) => {
      if (part.type !== "tool_result") return [];
      return [{ callId: part.callId, ...JSON.parse(unfenced(part.text)) } as ToolResult];
    }),
  );
}

function reply(request: ModelRequest, { text, calls, stop }: Thought): ModelReply {
  const input = [
    ...request.system.map((part) => part.text),
    JSON.stringify(request.messages),
    JSON.stringify(request.tools),
  ];
  return {
    text,
    calls,
    stop: stop ?? (calls.length > 0 ? "tool_use" : "end"),
    usage: {
      inputTokens: input.reduce((sum, part) => sum + countTokens(part), 0),
      outputTokens: countTokens(text) + countTokens(JSON.stringify(calls)),
      cacheReadTokens: 0,
      cacheWriteTokens: 0,
    },
    model: OFFLINE_MODEL,
  };
}
