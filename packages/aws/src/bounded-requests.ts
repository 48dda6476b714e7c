/**
 * How long a client waits for a service. A connection timeout is not enough: a peer that accepts and then stays silent
 * would hold a function until Lambda ends it.
 */
import { NodeHttpHandler } from "@smithy/node-http-handler";

/** Milliseconds. `answerMs` holds for the time until an answer begins, and again for each pause within it. */
type RequestTimeouts = { readonly connectMs: number; readonly answerMs: number };

/**
 * For the data services, which answer in milliseconds. The SDK makes up to four attempts. Four attempts fit into the 29
 * seconds of the shortest function, so a retry still helps.
 */
export const DATA_TIMEOUTS: RequestTimeouts = { connectMs: 2_000, answerMs: 5_000 };
/** For models, which send their whole answer at once after they have written it. The gateway has the same limit. */
export const MODEL_TIMEOUTS: RequestTimeouts = { connectMs: 2_000, answerMs: 60_000 };

/** For the function that reaches out, which may run for 25 seconds. */
export const REACH_TIMEOUTS: RequestTimeouts = { connectMs: 2_000, answerMs: 26_000 };

/** For a file that is sent to S3. The time until the answer begins includes the time of sending. */
export const UPLOAD_TIMEOUTS: RequestTimeouts = { connectMs: 2_000, answerMs: 600_000 };

/** Returns a handler for SDK clients, whose requests fail with `TimeoutError` when the peer is silent. */
export function boundedRequests({ connectMs, answerMs }: RequestTimeouts): NodeHttpHandler {
  return new NodeHttpHandler({
    connectionTimeout: connectMs,
    requestTimeout: answerMs,
    socketTimeout: answerMs,
    // Without this option the SDK only warns.
    throwOnRequestTimeout: true,
  });
}
