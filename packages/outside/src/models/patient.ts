/**
 * Repeats failed model calls when nobody waits for the answer, as in a heartbeat (docs/sources.md, The heartbeat). A
 * server error is tried again after 5, 15 and 45 seconds, a timeout once after 10 seconds. All other errors, and the
 * last failure, are thrown to the caller, because the next heartbeat will try again.
 */
import { isError, type ModelTier } from "@waldo/contracts";
import type { ModelGateway, ModelRequest } from "@waldo/core/ports";
import { SECOND_MS } from "@waldo/core/time";

const AFTER_TROUBLE_MS = [5, 15, 45].map((seconds) => seconds * SECOND_MS);
const AFTER_SILENCE_MS = [10 * SECOND_MS];
/** The tier that only heartbeats and days above the cap use. */
const BACKGROUND: ModelTier = "cheap";

export function patient<Model extends ModelGateway>(model: Model, sleep: (ms: number) => Promise<unknown>): Model {
  async function converse(request: ModelRequest) {
    for (let tries = 0; ; tries++) {
      try {
        return await model.converse(request);
      } catch (error) {
        const waits = request.tier !== BACKGROUND ? [] : waitsFor(error);
        const wait = waits[tries];
        if (wait === undefined) throw error;
        await sleep(wait);
      }
    }
  }
  return { ...model, converse };
}

function waitsFor(error: unknown): readonly number[] {
  if (isError(error, "ModelUnavailable")) return AFTER_TROUBLE_MS;
  return isError(error, "ModelTimeout") ? AFTER_SILENCE_MS : [];
}
