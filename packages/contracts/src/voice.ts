/** What a page records for a voice note: one channel of 16-bit samples in a WAV file, which every browser can make. */
export const VOICE = { type: "audio/wav", samplesPerSecond: 16_000, bytesPerSecond: 32_000, headerBytes: 44 } as const;

/** No recording is longer, here or in a chat. */
export const MOST_VOICE_SECONDS = 300;

/** API Gateway gives up after 30 seconds, and Transcribe takes as long as the person spoke. */
export const VOICE_SECONDS_ON_AWS = 20;

/** Returns the most bytes that a file of `seconds` seconds may have. A page stops a recording up to a second late. */
export function mostVoiceBytes(seconds: number): number {
  return VOICE.headerBytes + VOICE.bytesPerSecond * (seconds + 1);
}
