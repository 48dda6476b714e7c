// Builds the prompt of a run and limits its size. The same content has three forms: literal JSON for small open models,
// prose for middle ones, and short headings for large ones.

import { isBackground, type PromptContext, WaldoError } from "@waldo/contracts";
import type { PromptShape } from "../ports.ts";
import { MORE_FOR_OWN } from "./budgets.ts";
import { LAYERS, type LayerName, layerTexts, STABLE_LAYERS, threadText, userContent } from "./layers.ts";
import { NORMS, SAFEGUARDS } from "./texts.ts";
import { countTokens } from "./tokens.ts";

const PROSE: Record<LayerName, string> = {
  identity: "This is who you are.",
  tool_guidance: "This is how you work with tools.",
  memory_snapshot: "This is what you remember of the person.",
  user_profile: "This is the person you are with.",
  skills_index: "These are recipes you may follow.",
  context_files: "These pages were prepared for you.",
  approach_structure: "This is how to go about it.",
  operations: "These are your steps.",
  clock_session: "This is the moment.",
  platform: "This is where your words will be read.",
};

function renderLayer(shape: PromptShape, name: LayerName, text: string): string {
  if (shape === "literal") return JSON.stringify({ layer: name, text });
  if (shape === "terse") return `# ${name.replaceAll("_", " ")}\n${text}`;
  return `${PROSE[name]}\n${text}`;
}

function renderUser(shape: PromptShape, text: string): string {
  return shape === "literal" ? JSON.stringify({ request: text }) : text;
}

/** Returns a turn of the open conversation. In the literal shape a model cannot mistake it for the request. */
function renderTurn(shape: PromptShape, text: string): string {
  return shape === "literal" ? JSON.stringify({ said: text }) : text;
}

/** Returns norms, then safeguards. They are the last layer, and are repeated after the user content. */
function renderGovernance(shape: PromptShape): string {
  if (shape === "literal") return JSON.stringify({ norms: NORMS, safeguards: SAFEGUARDS });
  if (shape === "terse") return `# norms\n${NORMS}\n\n# safeguards\n${SAFEGUARDS}`;
  return `This is how you speak. ${NORMS}\n\nAnd this always holds. ${SAFEGUARDS}`;
}

/** The most tokens a compiled prompt may have, tool schemas included (docs/sources.md, Prompt layers and budget). */
export const PROMPT_TOKEN_CAP = 10_000;
/** The most tokens of the prompt of a heartbeat, which comes many times a day (docs/sources.md, The heartbeat). */
const HEARTBEAT_TOKEN_CAP = 4_000;

export type Prompt = {
  readonly system: readonly { readonly text: string; readonly cacheable: boolean }[];
  /** The open conversation before the user content, oldest first. */
  readonly thread: readonly { readonly role: "user" | "assistant"; readonly text: string }[];
  /** The user content, with norms and safeguards repeated after it. */
  readonly user: string;
  readonly tokens: number;
  readonly layers: Readonly<Record<LayerName | "governance" | "tool_schemas" | "thread" | "user_content", number>>;
};

/**
 * Compiles one prompt. It reads nothing but the context, and the same context gives the same bytes. So the context in
 * the journal is enough to build the prompt again. Throws `PromptTooLarge`, which names the largest layer.
 */
export function buildPrompt(context: PromptContext, shape: PromptShape): Prompt {
  const texts = layerTexts(context);
  const rendered = LAYERS.map((name) => ({ name, text: renderLayer(shape, name, texts[name]) }));
  const governance = renderGovernance(shape);
  const user = renderUser(shape, userContent(context));
  const thread = (context.thread ?? []).map((turn) => ({
    role: turn.from === "owner" ? ("user" as const) : ("assistant" as const),
    text: renderTurn(shape, threadText(turn)),
  }));
  const part = (stable: boolean) =>
    rendered.filter(({ name }) => STABLE_LAYERS.includes(name) === stable).map(({ text }) => text);

  const layers = Object.fromEntries(rendered.map(({ name, text }) => [name, countTokens(text)])) as Record<
    LayerName,
    number
  >;
  const sizes = {
    ...layers,
    governance: 2 * countTokens(governance),
    tool_schemas: countTokens(JSON.stringify(context.tools)),
    thread: thread.reduce((sum, { text }) => sum + countTokens(text), 0),
    user_content: countTokens(user),
  };
  const tokens = Object.values(sizes).reduce((sum, n) => sum + n, 0);
  const usual = isBackground(context.trigger) ? HEARTBEAT_TOKEN_CAP : PROMPT_TOKEN_CAP;
  const cap = context.long ? usual + MORE_FOR_OWN : usual;
  if (tokens > cap) {
    const [fat, size] = Object.entries(sizes).reduce((a, b) => (b[1] > a[1] ? b : a));
    throw new WaldoError(
      "PromptTooLarge",
      `the prompt has ${tokens} tokens, the cap is ${cap}; the fattest layer is ${fat} with ${size}`,
    );
  }
  return {
    system: [
      { text: part(true).join("\n\n"), cacheable: true },
      { text: [...part(false), governance].join("\n\n"), cacheable: false },
    ],
    thread,
    user: `${user}\n\n${governance}`,
    tokens,
    layers: sizes,
  };
}
