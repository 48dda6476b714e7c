/**
 * Mobile push through SNS as a Channel. Publish has no idempotency key, so the outcome of each send must be determined
 * exactly:
 *
 *   EndpointDisabled, NotFound, InvalidParameter of the endpoint   dead      this phone is gone: the channel pauses
 *   any other InvalidParameter or 4xx                              dead      this message can never be sent
 *   Throttled                                                      retry
 *   our platform application, permission or credentials            retry     an operator's fault, not the person's
 *   no connection, no such host                                    retry     nothing left this machine
 *   5xx, a broken connection, no answer                            unknown   it may have been sent
 */
import { PublishCommand, type PublishCommandInput, type SNSClient } from "@aws-sdk/client-sns";
import type { ChannelMessage } from "@waldo/contracts";
import type { Channel, SendOutcome } from "@waldo/core/ports";
import { isUnsent } from "@waldo/outside/unsent";
import { awsFailure, awsStatus } from "./aws-errors.ts";

// Re-exported for callers that load this file with `import()`: an `import()` of the SDK itself would bring all of its
// commands.
export { SNSClient } from "@aws-sdk/client-sns";

/** Shorter than the outbox's claim, so that no other process sends the message in the meantime. */
const DEFAULT_TIMEOUT_MS = 10_000;
/** APNs accepts no id that is longer than this. */
const COLLAPSE_ID_MAX_BYTES = 64;

type SnsPushOptions = { readonly client: SNSClient; readonly timeoutMs?: number };
type PushMessage = Extract<ChannelMessage, { channel: "push" }>;

/** Sends to endpoint ARNs. Each message is sent at most once, even if the client is configured to retry. */
export function snsPush({ client, timeoutMs = DEFAULT_TIMEOUT_MS }: SnsPushOptions): Channel {
  return {
    name: "push",
    async send(address, message) {
      if (message.channel !== "push") return { outcome: "dead", reason: "not a push message", pauseChannel: false };
      try {
        const { MessageId } = await publishOnce(client, publication(address, message), timeoutMs);
        return MessageId === undefined ? { outcome: "sent" } : { outcome: "sent", receipt: MessageId };
      } catch (error) {
        return outcomeOf(error);
      }
    },
  };
}

function publication(address: string, message: PushMessage): PublishCommandInput {
  const collapseId = cutToBytes(message.collapseId, COLLAPSE_ID_MAX_BYTES);
  const { title, body } = message;
  const apns = JSON.stringify({ aps: { alert: { title, body } } });
  // On Android the key replaces messages that wait for the phone, and the tag replaces the one that the phone already
  // shows. The id of APNs does both.
  const android = collapseId === "" ? {} : { android: { collapse_key: collapseId, notification: { tag: collapseId } } };
  const gcm = JSON.stringify({ fcmV1Message: { message: { notification: { title, body }, ...android } } });
  const attribute = (value: string) => ({ DataType: "String", StringValue: value });
  return {
    TargetArn: address,
    MessageStructure: "json",
    Message: JSON.stringify({ default: body, APNS: apns, APNS_SANDBOX: apns, GCM: gcm }),
    MessageAttributes: {
      "AWS.SNS.MOBILE.APNS.PUSH_TYPE": attribute("alert"),
      ...(collapseId === "" ? {} : { "AWS.SNS.MOBILE.APNS.COLLAPSE_ID": attribute(collapseId) }),
    },
  };
}

function cutToBytes(text: string, max: number): string {
  const bytes = new TextEncoder().encode(text.toWellFormed());
  // With `stream`, a character that was cut in two decodes to nothing and is left out.
  return new TextDecoder().decode(bytes.subarray(0, max), { stream: true });
}

/**
 * The SDK repeats a request that broke on the way, and a push whose answer was lost would arrive twice. So a failure is
 * hidden from the SDK's retries and is thrown unchanged afterwards.
 */
async function publishOnce(client: SNSClient, input: PublishCommandInput, timeoutMs: number) {
  const command = new PublishCommand(input);
  let failure: unknown;
  command.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args);
      } catch (error) {
        failure = error;
        throw new Error("not to be sent again");
      }
    },
    { step: "finalizeRequest", priority: "low", name: "sendOnce" },
  );
  return client.send(command, { abortSignal: AbortSignal.timeout(timeoutMs) }).catch((error: unknown) => {
    throw failure ?? error;
  });
}

const ENDPOINT_IS_GONE = ["EndpointDisabledException", "NotFoundException"];
const THROTTLED = /^(KMS)?Thrott/;
/** Faults that the operator must repair: platform credentials, permissions, keys. The person's channel is fine. */
const OURS =
  /^(PlatformApplicationDisabled|Authorization|AccessDenied|InvalidSecurity|InvalidClientTokenId|UnrecognizedClient|ExpiredToken|SignatureDoesNotMatch|CredentialsProvider|KMS)/;

function outcomeOf(error: unknown): SendOutcome {
  const { name, what } = awsFailure(error);
  const reason = `SNS Publish failed (${what})`;
  const status = awsStatus(error);
  if (ENDPOINT_IS_GONE.includes(name)) return { outcome: "dead", reason, pauseChannel: true };
  if (THROTTLED.test(name)) return { outcome: "retry", reason };
  if (OURS.test(name)) return { outcome: "retry", reason: `${reason}: check the platform application and the role` };
  if (status === undefined) return isUnsent(error) ? { outcome: "retry", reason } : { outcome: "unknown", reason };
  if (status < 400 || status >= 500) return { outcome: "unknown", reason };
  const ofEndpoint = error instanceof Error && /TargetArn|EndpointArn|endpoint/i.test(error.message);
  return { outcome: "dead", reason, pauseChannel: name.startsWith("InvalidParameter") && ofEndpoint };
}
