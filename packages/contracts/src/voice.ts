/**
 * The format in which a page records a voice note: one channel of 16-bit samples in a WAV file, which every browser can
 * make.
 */
export const VOICE = { type: "audio/wav", samplesPerSecond: 16_000, bytesPerSecond: 32_000, headerBytes: 44 } as const;

/** The longest recording, here or in a chat. */
export const MOST_VOICE_SECONDS = 300;

/** API Gateway stops after 30 seconds, and Transcribe needs as long as the person spoke. */
export const VOICE_SECONDS_ON_AWS = 20;

/** Returns the most bytes for a recording of `seconds` seconds. A page may stop a recording up to a second late. */
export function mostVoiceBytes(seconds: number): number {
  return VOICE.headerBytes + VOICE.bytesPerSecond * (seconds + 1);
}
