import { fileURLToPath } from "node:url";
import type { Intent, Understanding } from "@waldo/contracts";
import { bundledIntents, bundledUnderstanding } from "@waldo/outside/bundled-intents";

const inRepository = (folder: string) => fileURLToPath(new URL(`../../../${folder}/`, import.meta.url));

/** Returns the intents of the repository. */
export function repositoryIntents(): readonly Intent[] {
  return bundledIntents(inRepository("data/intents"));
}

let understanding: Promise<Understanding> | undefined;

/** Returns code that understands chat messages with the intents of the repository. They are loaded once per process. */
export function repositoryUnderstanding(): Promise<Understanding> {
  understanding ??= Promise.resolve(
    bundledUnderstanding(inRepository("data/intents"), inRepository("node_modules/.cache/waldo")),
  );
  return understanding;
}
