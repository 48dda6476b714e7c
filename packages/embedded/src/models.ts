import type { ModelGateway } from "@waldo/core/ports";
import { offlineComposer } from "./offline-composer.ts";
import type { Settings } from "./settings.ts";

/** The model the settings name; without one, the offline composer. */
export async function chooseModel(_settings: Settings): Promise<ModelGateway> {
  return offlineComposer();
}
