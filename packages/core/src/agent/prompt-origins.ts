/**
 * Whose words each part of a prompt holds. This is the only place that says whether a prompt holds text from outside,
 * and it names every field of the context: a new field without a line here does not compile. A run whose prompt holds
 * such text has heard it before it made its first call.
 */
import { isFromOutside, type PromptContext, type SkillProvenance } from "@waldo/contracts";

type Fields = Required<PromptContext>;

/** `ours`: code or the person wrote it, or code left everything from outside away. A function looks. */
export const PROMPT_ORIGINS: {
  readonly [Field in keyof Fields]: "ours" | ((value: Fields[Field], context: PromptContext) => boolean);
} = {
  sessionId: "ours",
  canary: "ours",
  date: "ours",
  localTime: "ours",
  timeZone: "ours",
  trigger: "ours",
  variant: "ours",
  profile: "ours",
  bodyZone: "ours",
  body: "ours",
  // Recall returns no text that others wrote (memory/search/recall.ts).
  directives: "ours",
  memory: "ours",
  recalled: "ours",
  skills: (skills) => skills.some(({ provenance }) => RECIPES_FROM_OUTSIDE[provenance]),
  // Pages hold no text that others wrote (memory/pages/pages.ts, agent/checkpoint.ts).
  files: "ours",
  tools: "ours",
  channel: "ours",
  iterations: "ours",
  // Findings of an earlier phase may have been made from other people's text.
  scratchpad: (_, { scratchpadOwn }) => scratchpadOwn !== true,
  scratchpadOwn: "ours",
  thread: (turns = []) => turns.some(({ outside }) => outside === true),
  changing: (changing) => changing?.actions.some(isFromOutside) === true,
  userText: "ours",
  manner: "ours",
  // What others wrote is left out (living/moment.ts).
  moment: "ours",
  danger: "ours",
};

const RECIPES_FROM_OUTSIDE: Record<SkillProvenance, boolean> = {
  system: false,
  user: false,
  connector: true,
  agent_authored: true,
};

/** Returns whether a prompt made of this context holds text from outside. */
export function holdsOutside(context: PromptContext): boolean {
  return Object.entries(PROMPT_ORIGINS).some(([field, origin]) => {
    const value = context[field as keyof PromptContext];
    return (
      origin !== "ours" &&
      value !== undefined &&
      (origin as (value: unknown, context: PromptContext) => boolean)(value, context)
    );
  });
}
