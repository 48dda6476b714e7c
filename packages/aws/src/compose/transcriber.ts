import { setTimeout as sleep } from "node:timers/promises";
import type { Transcriber } from "@waldo/core/ports";
import * as z from "zod";
import { once } from "../once.ts";
import { clientConfig, environment, text } from "./environment.ts";

/** The languages in which a recording may be spoken. If it is absent, no recording is written down. */
const Voice = z.object({ VOICE_LANGUAGES: text.transform((list) => list.split(",")).optional() });

export function hearsVoices(): boolean {
  return environment(Voice).VOICE_LANGUAGES !== undefined;
}

export const transcriber = once((): Transcriber => {
  const { VOICE_LANGUAGES: languages = [] } = environment(Voice);
  const amazon = once(async () => {
    // A stream takes longer than a request to a data service may take, so this client keeps the SDK's own limits.
    const { requestHandler: _, ...client } = clientConfig();
    const { amazonTranscriber } = await import("../transcribe.ts");
    return amazonTranscriber({ client, languages, pause: (ms) => sleep(ms) });
  });
  return { outside: true, transcribe: async (recording) => (await amazon()).transcribe(recording) };
});
