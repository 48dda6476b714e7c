/**
 * The offline composer: a `ModelGateway` that is not a language model and does not pretend to be one. It reads the
 * same prompt, calls the same tools through the same dispatcher, and writes only from what they returned. It is
 * deterministic: the same conversation gives the same reply, byte for byte.
 *
 * It follows no text: the selected recipes only name the writer that does their job, and what others wrote is quoted.
 */
import { type BriefVariant, LocalTime, Occasion, type ToolCall, type ToolResult, type Trigger } from "@waldo/contracts";
import { askKey, followUps, hasWriter, readsOf, writeSkill } from "@waldo/core/agent/writers/write-skill";
import type { Ask, Told } from "@waldo/core/agent/writers/writer";
import { DIARY, extract } from "@waldo/core/memory/consolidate";
import type { ModelGateway, ModelReply, ModelRequest } from "@waldo/core/ports";
import { countTokens } from "@waldo/core/prompt/tokens";

export const OFFLINE_MODEL = "offline-composer";

export function offlineComposer(): ModelGateway {
  return { shape: () => "literal", converse: async (request) => reply(request, think(request)) };
}

type Thought = { readonly text: string; readonly calls: readonly ToolCall[] };

function think(request: ModelRequest): Thought {
  const entries = diaryEntries(request);
  if (entries) return { text: extract(entries), calls: [] };
  const told = toldIn(request);
  if (!told || !hasWriter(told))
    return { text: "I have nothing to say about this without a language model.", calls: [] };
  const results = resultsOf(request);
  const made = callsOf(request);
  const calls = fresh(request, readsOf(told), made);
  if (calls.length > 0) return { text: "", calls };
  // What follows is asked once: by then there are more calls than the first reads.
  const follow = made.length <= readsOf(told).length ? fresh(request, followUps(told, results), made) : [];
  if (follow.length > 0) return { text: "", calls: follow };
  return { text: writeSkill(told, results) ?? "", calls: [] };
}

/** Asks that are offered here and have not been made, as calls with ids of their own. */
function fresh({ tools }: ModelRequest, asks: readonly Ask[], made: readonly ToolCall[]): ToolCall[] {
  const offered = new Set(tools.map((tool) => tool.name));
  const before = new Set(made.map(askKey));
  return asks
    .filter((ask) => offered.has(ask.name) && !before.has(askKey(ask)))
    .map((ask, i) => ({ id: `call-${made.length + i + 1}`, ...ask }));
}

function callsOf({ messages }: ModelRequest): ToolCall[] {
  return messages.flatMap(({ content }) => content.flatMap((part) => (part.type === "tool_call" ? [part.call] : [])));
}

/** The entries of a day that is to be compressed, as memory/consolidate.ts fences them. */
function diaryEntries(request: ModelRequest): string[] | undefined {
  const first = request.messages[0]?.content[0];
  if (first?.type !== "text" || !first.text.startsWith(`Occasion: ${DIARY}.`)) return undefined;
  return first.text.split("\n").flatMap((line) => (line.startsWith("- ") ? [line.slice(2)] : []));
}

/** The moment where every prompt states it: the user content, the clock and the skills index. */
function toldIn(request: ModelRequest): Told | undefined {
  const first = request.messages[0]?.content[0];
  const user = first?.type === "text" ? partsOf(first.text).flatMap(({ request: text }) => text ?? [])[0] : undefined;
  const match = /^Occasion: ([a-z_]+)(?:\/([a-z]+))?\. Date: (\d{4}-\d{2}-\d{2})\./.exec(user ?? "");
  const [, trigger = "", variant, date = ""] = match ?? [];
  const occasion = Occasion.safeParse(variant === undefined ? trigger : `${trigger}/${variant}`);
  if (user === undefined || !occasion.success) return undefined;
  const layers = request.system.flatMap(({ text }) => partsOf(text));
  const layer = (name: string) => layers.find((part) => part.layer === name)?.text ?? "";
  const time = LocalTime.safeParse(/^Now \S+ (\d\d:\d\d) /.exec(layer("clock_session"))?.[1]);
  const message = messageIn(user);
  return {
    trigger: trigger as Trigger,
    variant: variant as BriefVariant | undefined,
    date,
    // Those behind a fence are not the system's.
    skills: [...(layer("skills_index").split("<<<")[0] ?? "").matchAll(/^- ([a-z0-9-]+): /gm)].flatMap(
      (line) => line[1] ?? [],
    ),
    ...(time.success ? { time: time.data } : {}),
    ...(message === undefined ? {} : { message }),
  };
}

/** What the person wrote, out of its fence, which it cannot close itself. */
function messageIn(user: string): string | undefined {
  const open = "<<<the person's message\n";
  const start = user.indexOf(open);
  const end = user.indexOf("\n>>>", start);
  return start < 0 || end < 0 ? undefined : user.slice(start + open.length, end);
}

type Part = { readonly layer?: string; readonly text?: string; readonly request?: string };

/** The objects of a prompt in the literal shape: one a paragraph. */
function partsOf(text: string): Part[] {
  return text.split("\n\n").flatMap((paragraph) => {
    try {
      return [JSON.parse(paragraph) as Part];
    } catch {
      return [];
    }
  });
}

/** A result written by others stands in a fence; what it says is read as data, like any other. */
const FENCED = /^<<<[^\n]*\n([\s\S]*)\n>>>$/;

function resultsOf(request: ModelRequest): ToolResult[] {
  return request.messages.flatMap((message) =>
    message.content.flatMap((part) => {
      if (part.type !== "tool_result") return [];
      return [{ callId: part.callId, ...JSON.parse(FENCED.exec(part.text)?.[1] ?? part.text) } as ToolResult];
    }),
  );
}

function reply(request: ModelRequest, { text, calls }: Thought): ModelReply {
  const input = [
    ...request.system.map((part) => part.text),
    JSON.stringify(request.messages),
    JSON.stringify(request.tools),
  ];
  return {
    text,
    calls,
    stop: calls.length > 0 ? "tool_use" : "end",
    usage: {
      inputTokens: input.reduce((sum, part) => sum + countTokens(part), 0),
      outputTokens: countTokens(text) + countTokens(JSON.stringify(calls)),
      cacheReadTokens: 0,
      cacheWriteTokens: 0,
    },
    model: OFFLINE_MODEL,
  };
}
