/**
 * One content in three phrasings: small open models follow literal JSON best, large ones terse headings, middle ones
 * prose.
 */
import type { PromptShape } from "../ports.ts";
import type { LayerName } from "./layers.ts";
import { NORMS, SAFEGUARDS } from "./texts.ts";

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

export function renderLayer(shape: PromptShape, name: LayerName, text: string): string {
  if (shape === "literal") return JSON.stringify({ layer: name, text });
  if (shape === "terse") return `# ${name.replaceAll("_", " ")}\n${text}`;
  return `${PROSE[name]}\n${text}`;
}

export function renderUser(shape: PromptShape, text: string): string {
  return shape === "literal" ? JSON.stringify({ request: text }) : text;
}

/** A turn of the open conversation. In the literal shape it cannot be taken for a request. */
export function renderTurn(shape: PromptShape, text: string): string {
  return shape === "literal" ? JSON.stringify({ said: text }) : text;
}

/** Norms, then safeguards. They always come last, and they are repeated after the user content. */
export function renderGovernance(shape: PromptShape): string {
  if (shape === "literal") return JSON.stringify({ norms: NORMS, safeguards: SAFEGUARDS });
  if (shape === "terse") return `# norms\n${NORMS}\n\n# safeguards\n${SAFEGUARDS}`;
  return `This is how you speak. ${NORMS}\n\nAnd this always holds. ${SAFEGUARDS}`;
}
