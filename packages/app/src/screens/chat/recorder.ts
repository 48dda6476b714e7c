/** Records what is said, as the WAV file that the route for voices takes. The page keeps no part of the recording. */
import type { VOICE } from "@waldo/contracts";

/** The same rate as in {@link VOICE}. The page takes only the type from there, not the value. */
const SAMPLES_PER_SECOND: (typeof VOICE)["samplesPerSecond"] = 16_000;
const HEADER_BYTES: (typeof VOICE)["headerBytes"] = 44;
const FULL_SCALE = 0x7f_ff;

export type Recorder = { stop(): Promise<Blob>; cancel(): void };

/** Whether this browser can record at all. */
export const canRecord = (): boolean => "MediaRecorder" in globalThis && navigator.mediaDevices !== undefined;

/** Begins to record. When the person does not allow recording, throws the error of the browser. */
export async function record(): Promise<Recorder> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const closeMicrophone = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  const parts: Blob[] = [];
  let recorder: MediaRecorder;
  try {
    recorder = new MediaRecorder(stream);
    recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
    recorder.start();
  } catch (cause) {
    closeMicrophone();
    throw cause;
  }
  const end = () =>
    new Promise<void>((resolve) => {
      recorder.addEventListener("stop", () => resolve(), { once: true });
      if (recorder.state === "inactive") resolve();
      else recorder.stop();
      closeMicrophone();
    });
  return {
    async stop() {
      await end();
      return wavOf(await new Blob(parts).arrayBuffer());
    },
    cancel: () => void end(),
  };
}

/** Decoding in a context of this rate also converts the sound to this rate. */
async function wavOf(recorded: ArrayBuffer): Promise<Blob> {
  const sound = await new OfflineAudioContext(1, 1, SAMPLES_PER_SECOND).decodeAudioData(recorded);
  const samples = sound.getChannelData(0);
  const file = new DataView(new ArrayBuffer(HEADER_BYTES + 2 * samples.length));
  writeHeader(file, 2 * samples.length);
  for (const [i, sample] of samples.entries())
    file.setInt16(HEADER_BYTES + 2 * i, Math.max(-1, Math.min(1, sample)) * FULL_SCALE, true);
  return new Blob([file]);
}

/** The head of a WAV file with one channel of 16-bit samples. */
function writeHeader(file: DataView, bytes: number): void {
  const text = (at: number, letters: string) => {
    for (const [i, letter] of [...letters].entries()) file.setUint8(at + i, letter.charCodeAt(0));
  };
  text(0, "RIFF");
  file.setUint32(4, HEADER_BYTES - 8 + bytes, true);
  text(8, "WAVEfmt ");
  file.setUint32(16, 16, true);
  file.setUint16(20, 1, true);
  file.setUint16(22, 1, true);
  file.setUint32(24, SAMPLES_PER_SECOND, true);
  file.setUint32(28, 2 * SAMPLES_PER_SECOND, true);
  file.setUint16(32, 2, true);
  file.setUint16(34, 16, true);
  text(36, "data");
  file.setUint32(40, bytes, true);
}
