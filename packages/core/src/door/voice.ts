// Transcribes a recording into a message.
import { ConsentNeeded, mostVoiceBytes, plainText, VOICE } from "@waldo/contracts";
import { agrees } from "../person/consents.ts";
import type { Clock, Log, Store, Transcriber } from "../ports.ts";
import { DoorRefusal, type Handlers } from "./handlers.ts";

/** The most characters of a message. */
const MOST_CHARS = 8_000;

export type VoicePorts = {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  /** If it is absent, recordings cannot be transcribed. */
  readonly transcriber?: Transcriber;
  /** The longest recording that this process transcribes, in seconds. */
  readonly voiceSeconds?: number;
};

/**
 * Transcribes a voice note of the page. The person reads the words before they send them. The server stores neither the
 * recording nor the words.
 */
export const voiceHandlers: Handlers<"writeDown", VoicePorts> = {
  async writeDown({ ports: { store, log, transcriber, voiceSeconds = 0 }, userId, body }) {
    if (!transcriber) throw new DoorRefusal("Unavailable", "nothing here writes voices down: type it instead");
    if (transcriber.outside && !(await agrees(store, userId, "model"))) throw new ConsentNeeded("model");
    if (body.size > mostVoiceBytes(voiceSeconds))
      throw new DoorRefusal("TooLarge", `the recording may last ${voiceSeconds} seconds: say it in parts, or type it`);
    const bytes = new Uint8Array(await new Response(body.stream()).arrayBuffer());
    const seconds = Math.max(0, bytes.length - VOICE.headerBytes) / VOICE.bytesPerSecond;
    try {
      const words = await transcriber.transcribe({ bytes, type: VOICE.type, seconds });
      return { text: plainText(words).trim().slice(0, MOST_CHARS) };
    } catch (error) {
      log("warn", "voice.unheard", { error: error instanceof Error ? error.name : "unknown" });
      throw new DoorRefusal("Unavailable", "I could not listen to that just now: try again in a moment, or type it");
    }
  },
};
