/** Transcribes recordings on a single machine, with the server that the person has named. */

import type { Transcriber } from "@waldo/core/ports";
import { openAiTranscriber } from "@waldo/outside/models/transcriber";
import { isOutside } from "./model/endpoint.ts";
import type { Settings } from "./settings.ts";

/** A request that is running when the process stops gets no answer. The next process gets the update again. */
export function transcriberOf({ url, model, key }: NonNullable<Settings["voice"]>, stop: AbortSignal): Transcriber {
  const untilStop: typeof fetch = (address, init) =>
    fetch(address, { ...init, signal: AbortSignal.any([stop, ...(init?.signal ? [init.signal] : [])]) });
  const inner = openAiTranscriber({ baseUrl: url, model, fetch: untilStop, ...(key ? { key } : {}) });
  return {
    ...(isOutside(url) ? { outside: true } : {}),
    transcribe: (recording) =>
      inner
        .transcribe(recording)
        .catch((error: unknown) => (stop.aborted ? new Promise<string>(() => {}) : Promise.reject(error))),
  };
}
