/** Which language model writes for a person, and how they choose another. */
import * as z from "zod";

/** What each tier is used for stands in docs/sources.md, Model tiers and cost. */
export const ModelTier = z.enum(["primary", "escalation", "cheap"]);
export type ModelTier = z.infer<typeof ModelTier>;

/** For each tier the model's name and its place. Null means that code writes without a model. */
const Tiers = z.strictObject({ primary: z.string(), escalation: z.string(), cheap: z.string() }).nullable();

export const ModelView = z.strictObject({
  /**
   * Who chose the model: the person (`home`), the environment, or the operator of the deployment. `none` means that no
   * model is chosen.
   */
  from: z.enum(["home", "environment", "deployment", "none"]),
  tiers: Tiers,
  /** False when only the operator can change it. */
  changeable: z.boolean(),
  /** True when another model is saved but the environment's model is used. */
  savedIsUnused: z.boolean(),
  /** The local servers that Waldo looks for, and their models. Null means that no server answers at that address. */
  local: z.array(z.strictObject({ server: z.string(), url: z.string(), models: z.array(z.string()).nullable() })),
});
export type ModelView = z.infer<typeof ModelView>;

export const ModelWanted = z.strictObject({
  /** An address, a service (ollama, lmstudio, anthropic, bedrock), or a model of this machine. */
  what: z.string().min(1).max(500),
  model: z.string().min(1).max(200).optional(),
  /** The environment variable that holds the key. The key itself is never sent and never saved. */
  keyEnv: z.string().min(1).max(100).optional(),
  tier: ModelTier.default("primary"),
  /** Save the model even if it calls no tools. */
  anyway: z.boolean().default(false),
});
export type ModelWanted = z.infer<typeof ModelWanted>;

const Tokens = z.number().int().nonnegative();
export const ModelTested = z.strictObject({
  model: z.string(),
  tier: ModelTier,
  /** False when the model did not call the tool as asked. Such a model is not saved. */
  saved: z.boolean(),
  checks: z.array(
    z.strictObject({
      name: z.enum(["answer", "tool", "json"]),
      ok: z.boolean(),
      ms: z.number().int(),
      /** What the model answered, or why the answer is not good enough. */
      found: z.string(),
      usage: z.strictObject({
        inputTokens: Tokens,
        outputTokens: Tokens,
        cacheReadTokens: Tokens,
        cacheWriteTokens: Tokens,
      }),
    }),
  ),
  /** What the test cost at list price. Null where no price is known. */
  dollars: z.number().nullable(),
  ...ModelView.pick({ from: true, tiers: true, savedIsUnused: true }).shape,
});
export type ModelTested = z.infer<typeof ModelTested>;
