/**
 * Voice notes of the page on AWS: Amazon Transcribe writes a recording down. The function has no model and no channel,
 * reads no raw health, and keeps nothing (R7, R8).
 */
import { apiDoor } from "@waldo/aws/api-door";
import { voicePorts } from "@waldo/aws/compose/voice";
import { application } from "@waldo/core/door/application";
import { voiceHandlers } from "@waldo/core/door/voice";

export const handler = apiDoor((who, log) =>
  application(voiceHandlers, { who, ports: (userId) => voicePorts(userId, log), log }),
);
