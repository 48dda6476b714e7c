import { type UserId, VOICE_SECONDS_ON_AWS } from "@waldo/contracts";
import type { VoicePorts } from "@waldo/core/door/voice";
import type { Log } from "@waldo/core/ports";
import { clock } from "./environment.ts";
import { people } from "./people.ts";
import { transcriber } from "./transcriber.ts";

/** Returns the ports of the function that writes recordings down: one person's consents, and the transcriber. */
export function voicePorts(userId: UserId, log: Log): VoicePorts {
  const { store } = people()(userId, log);
  return { store, clock, log, transcriber: transcriber(), voiceSeconds: VOICE_SECONDS_ON_AWS };
}
