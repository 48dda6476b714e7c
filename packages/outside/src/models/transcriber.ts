/**
 * Lets any server with OpenAI's transcription format transcribe a recording: OpenAI itself, whisper.cpp,
 * faster-whisper, vLLM… `model-http.ts` turns failures into errors.
 */
import { WaldoError } from "@waldo/contracts";
import type { Transcriber } from "@waldo/core/ports";
import * as z from "zod";
import { type HttpOptions, poster } from "./model-http.ts";

const TIMEOUT_MS = 60_000;
/** Servers recognise the format by the file ending. Telegram records Opus in an Ogg file. */
const ENDINGS: Readonly<Record<string, string>> = {
  "audio/ogg": "ogg",
  "audio/mpeg": "mp3",
  "audio/mp4": "m4a",
  "audio/wav": "wav",
};
const Transcription = z.looseObject({ text: z.string() });

export function openAiTranscriber(options: HttpOptions & { readonly model: string }): Transcriber {
  const { model, key, timeoutMs = TIMEOUT_MS } = options;
  const own = key ? { authorization: `Bearer ${key}` } : {};
  const post = poster({ ...options, timeoutMs }, "audio/transcriptions", own as Readonly<Record<string, string>>);
  return {
    async transcribe({ bytes, type }) {
      const form = new FormData();
      form.set("model", model);
      form.set("response_format", "json");
      form.set("file", new Blob([new Uint8Array(bytes)], { type }), `voice.${ENDINGS[type] ?? "ogg"}`);
      const given = Transcription.safeParse(await post(form, model)).data;
      if (given) return given.text;
      throw new WaldoError("ModelMalformed", "the server answered without a text: is it one for transcriptions?");
    },
  };
}
