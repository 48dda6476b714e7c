/** Lets Amazon Transcribe write a recording down, through a stream. */
import {
  type AudioStream,
  type LanguageCode,
  type MediaEncoding,
  StartStreamTranscriptionCommand,
  TranscribeStreamingClient,
  type TranscribeStreamingClientConfig,
  type TranscriptEvent,
} from "@aws-sdk/client-transcribe-streaming";
import { VOICE, WaldoError } from "@waldo/contracts";
import type { Recording, Transcriber } from "@waldo/core/ports";
import { awsError } from "./aws-errors.ts";

/** The service accepts at most one second of sound in one event. */
const EVENT_MS = 250;
/**
 * The most bytes that the sound of one event can have: Opus has at most 510 kbit/s. A recording may state a wrong
 * length.
 */
const EVENT_BYTES = 16_000;
/** A sample of PCM has two bytes, and the service refuses an odd number of bytes. */
const SAMPLE_BYTES = 2;
/** The sample rate of Opus, whatever the rate of the microphone was. */
const OPUS_RATE = 48_000;

type TranscribeOptions = {
  readonly client: TranscribeStreamingClientConfig;
  /** One language, or several from which the service detects the spoken one. */
  readonly languages: readonly string[];
  readonly pause: (ms: number) => Promise<unknown>;
};

/**
 * The service wants a recording as fast as it was spoken, so writing down a recording takes as long as the recording
 * lasts. The service reads Opus in an Ogg file, as Telegram records it, and the samples of a WAV file, as the page
 * does. Anything else is refused with `InvalidInput`.
 */
export function amazonTranscriber({ client, languages, pause }: TranscribeOptions): Transcriber {
  const transcribe = new TranscribeStreamingClient(client);
  return {
    async transcribe(recording) {
      const { bytes, format } = speechOf(recording);
      try {
        const { TranscriptResultStream: heard } = await transcribe.send(
          new StartStreamTranscriptionCommand({
            ...language(languages),
            ...format,
            AudioStream: spoken({ ...recording, bytes }, pause),
          }),
        );
        const parts: string[] = [];
        for await (const { TranscriptEvent: event } of heard ?? []) parts.push(...settled(event));
        return parts.join(" ");
      } catch (error) {
        throw awsError(error, "Transcribe StartStreamTranscription");
      }
    },
  };
}

type Speech = {
  readonly bytes: Uint8Array;
  readonly format: { readonly MediaEncoding: MediaEncoding; readonly MediaSampleRateHertz: number };
};

/** Returns the bytes of a recording and their format in the form that the service accepts. */
function speechOf({ bytes, type }: Recording): Speech {
  if (type === "audio/ogg") return { bytes, format: { MediaEncoding: "ogg-opus", MediaSampleRateHertz: OPUS_RATE } };
  if (type === VOICE.type && Buffer.from(bytes.subarray(0, 4)).toString() === "RIFF")
    return {
      bytes: bytes.subarray(VOICE.headerBytes),
      format: { MediaEncoding: "pcm", MediaSampleRateHertz: VOICE.samplesPerSecond },
    };
  throw new WaldoError(
    "InvalidInput",
    "only Opus in an Ogg file, and a WAV file of 16,000 samples a second, is written down",
  );
}

function language(languages: readonly string[]) {
  const [only] = languages;
  return languages.length === 1
    ? { LanguageCode: only as LanguageCode }
    : { IdentifyLanguage: true, LanguageOptions: languages.join() };
}

/** Yields the recording in pieces, each at the pace at which it was spoken. */
async function* spoken({ bytes, seconds }: Recording, pause: TranscribeOptions["pause"]): AsyncGenerator<AudioStream> {
  const pieces = Math.max(1, Math.ceil((seconds * 1000) / EVENT_MS));
  const size = Math.min(EVENT_BYTES, Math.ceil(bytes.length / pieces / SAMPLE_BYTES) * SAMPLE_BYTES);
  for (let from = 0; from < bytes.length; from += size) {
    if (from > 0) await pause(EVENT_MS);
    yield { AudioEvent: { AudioChunk: bytes.subarray(from, from + size) } };
  }
}

/** Returns the words that the service will not change any more. */
function settled(event: TranscriptEvent | undefined): string[] {
  return (event?.Transcript?.Results ?? [])
    .filter(({ IsPartial }) => IsPartial === false)
    .flatMap(({ Alternatives }) => Alternatives?.[0]?.Transcript ?? []);
}
