import { fileURLToPath } from "node:url";
import { bundledIntents } from "@waldo/aws/bundled-intents";
import type { Intent } from "@waldo/contracts";

let parsed: readonly Intent[] | undefined;

/** Returns the intents of the repository's `intents/` folder. They are read and parsed once per process. */
export function repositoryIntents(): readonly Intent[] {
  parsed ??= bundledIntents(fileURLToPath(new URL("../../../intents/", import.meta.url)));
  return parsed;
}
