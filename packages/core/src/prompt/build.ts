/** Compiles the prompt of a run and limits its size. */

import { type PromptContext, WaldoError } from "@waldo/contracts";
import type { PromptShape } from "../ports.ts";
import { LAYERS, type LayerName, layerTexts, STABLE_LAYERS, userContent } from "./layers.ts";
import { renderGovernance, renderLayer, renderUser } from "./shape.ts";
import { countTokens } from "./tokens.ts";

/** The most tokens a compiled prompt may have, tool schemas included (docs/sources.md, Prompt layers and budget). */
export const PROMPT_TOKEN_CAP = 10_000;

export type Prompt = {
  readonly system: readonly { readonly text: string; readonly cacheable: boolean }[];
  /** The user content, with norms and safeguards repeated after it. */
  readonly user: string;
  readonly tokens: number;
  readonly layers: Readonly<Record<LayerName | "governance" | "tool_schemas" | "user_content", number>>;
};

/**
 * Compiles one prompt. The same context gives the same bytes, and this function reads nothing else. So the context in
 * the journal is the frozen snapshot of its session. Throws `PromptTooLarge`, which names the largest layer.
 */
export function buildPrompt(context: PromptContext, shape: PromptShape): Prompt {
  const texts = layerTexts(context);
  const rendered = LAYERS.map((name) => ({ name, text: renderLayer(shape, name, texts[name]) }));
  const governance = renderGovernance(shape);
  const user = renderUser(shape, userContent(context));
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
    user_content: countTokens(user),
  };
  const tokens = Object.values(sizes).reduce((sum, n) => sum + n, 0);
  if (tokens > PROMPT_TOKEN_CAP) {
    const [fat, size] = Object.entries(sizes).reduce((a, b) => (b[1] > a[1] ? b : a));
    throw new WaldoError(
      "PromptTooLarge",
      `the prompt has ${tokens} tokens, the cap is ${PROMPT_TOKEN_CAP}; the fattest layer is ${fat} with ${size}`,
    );
  }
  return {
    system: [
      { text: part(true).join("\n\n"), cacheable: true },
      { text: [...part(false), governance].join("\n\n"), cacheable: false },
    ],
    user: `${user}\n\n${governance}`,
    tokens,
    layers: sizes,
  };
}
