/** The queue of connections that are to be read soon. */
import { SendMessageCommand, SQSClient, type SQSClientConfig } from "@aws-sdk/client-sqs";
import type { PullRequest } from "@waldo/contracts";
import { awsError } from "./aws-errors.ts";
import { once } from "./once.ts";

/** The longest delay that SQS takes. */
const MOST_SECONDS = 900;

/**
 * Returns a function that puts a request into a queue. The request is read after `afterMs`, but at the latest after 15
 * minutes.
 */
export function pullQueue(config: SQSClientConfig, QueueUrl: string) {
  const client = once(() => new SQSClient({ ...config, useQueueUrlAsEndpoint: false }));
  return async (request: PullRequest, afterMs = 0): Promise<void> => {
    const DelaySeconds = Math.min(Math.max(0, Math.ceil(afterMs / 1000)), MOST_SECONDS);
    await client()
      .send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(request), DelaySeconds }))
      .catch((error: unknown) => {
        throw awsError(error, "SQS SendMessage");
      });
  };
}
