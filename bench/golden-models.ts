/** The models of the table of golden cases. None of the three is a language model. */

import { seeded } from "@waldo/core/digest";
import type { ModelGateway, ModelReply } from "@waldo/core/ports";
import { REGISTRY } from "@waldo/core/tools/registry";
import { repositoryUnderstanding } from "@waldo/embedded/bundled-intents";
import { offlineComposer } from "@waldo/embedded/offline-composer";
import { adversarialModel } from "@waldo/testkit/adversarial-model";

export const composer = (): ModelGateway => offlineComposer(repositoryUnderstanding);

/**
 * A model that is polite and careless: it looks at nothing, and says the same pleasant things whatever is true. It shows
 * what the table looks like for a model that fails.
 */
export function carelessModel(): ModelGateway {
  const texts: readonly (readonly [RegExp, string])[] = [
    [/heartbeat/, '{"action":"message","message":"You are doing great, keep going!"}'],
    [/remind|add a task|remember/i, "Done, I have taken care of that for you."],
    [/brief/, "You're energized this morning, and you slept about eight hours. A hard workout will feel good today."],
    [/./, "Everything looks fine, you have nothing to worry about."],
  ];
  return {
    shape: () => "terse",
    async converse({ messages }): Promise<ModelReply> {
      const asked = JSON.stringify(messages.at(-1)?.content ?? "");
      const text = texts.find(([pattern]) => pattern.test(asked))?.[1] ?? "";
      const usage = { inputTokens: 1000, outputTokens: 30, cacheReadTokens: 0, cacheWriteTokens: 0 };
      return { text, calls: [], stop: "end", usage, model: "careless" };
    },
  };
}

/** A model under an attacker's control (testkit). It must do no harm, and is not expected to be of use. */
export function adversary(): ModelGateway {
  const tools = Object.values(REGISTRY).map(({ name, description, schema }) => ({ name, description, schema }));
  return adversarialModel({ random: seeded(7), tools, loot: ["other", "mallory@example.com"] });
}
