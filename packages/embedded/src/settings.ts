/** What the environment may say. `main.ts` hands it over; nothing else of this package looks there. */

export type Settings = {
  /** An OpenAI-compatible endpoint, such as http://127.0.0.1:11434/v1. Unset: the offline composer. */
  readonly modelUrl?: string;
  readonly modelName?: string;
  readonly modelKey?: string;
};

export function settingsFrom(env: NodeJS.ProcessEnv): Settings {
  const { WALDO_MODEL_URL, WALDO_MODEL, WALDO_MODEL_KEY } = env;
  return {
    ...(WALDO_MODEL_URL ? { modelUrl: WALDO_MODEL_URL } : {}),
    ...(WALDO_MODEL ? { modelName: WALDO_MODEL } : {}),
    ...(WALDO_MODEL_KEY ? { modelKey: WALDO_MODEL_KEY } : {}),
  };
}

/** What the model is called in print. */
export function modelLabel(settings: Settings): string {
  return settings.modelUrl === undefined
    ? "offline composer (no language model)"
    : `${settings.modelName} at ${settings.modelUrl}`;
}
