/** SQS over the queues of a deployed template, with the mappings that give their messages to functions. */
import { createHash, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Account } from "./account.ts";
import type { Resource } from "./template.ts";
import { json, jsonError, type WireAnswer, type WireRequest } from "./wire.ts";

type Sent = { readonly QueueUrl: string; readonly MessageBody: string; readonly DelaySeconds?: number };

/** Each message is given to the function alone, as the mapping says, and again when the function fails. */
export function createQueues(
  deployed: readonly Resource[],
  account: Account,
  invoke: (functionId: string, event: unknown) => Promise<unknown>,
) {
  const arnOf = (url: string) => {
    const [, region, name] = /sqs\.([\w-]+)\..*\/([\w-]+)$/.exec(url) ?? [];
    return `arn:aws:sqs:${region}:111122223333:${name}`;
  };
  const mappings = new Map(
    deployed
      .filter(({ type }) => type === "AWS::Lambda::EventSourceMapping")
      .map(({ properties }) => [String(properties["EventSourceArn"]), properties] as const),
  );
  const flying = new Set<Promise<void>>();

  async function give(arn: string, { MessageBody: body, DelaySeconds = 0 }: Sent, messageId: string): Promise<void> {
    await sleep(DelaySeconds * 1000);
    const mapping = mappings.get(arn);
    if (mapping?.["BatchSize"] !== 1) throw new Error(`messages of ${arn} are not given one by one`);
    const Records = [{ messageId, body, eventSource: "aws:sqs", eventSourceARN: arn }];
    for (let receives = 1; receives <= 5; receives++)
      try {
        await invoke(String(mapping["FunctionName"]), { Records });
        return;
      } catch {
        // The message is seen again after its time.
      }
  }

  return {
    async service(incoming: WireRequest): Promise<WireAnswer> {
      const sent: Sent = JSON.parse(incoming.body.toString());
      const arn = arnOf(sent.QueueUrl);
      if (!(await account.allowed(incoming, "sqs:SendMessage", arn)))
        return jsonError("AccessDeniedException", "not authorized");
      const messageId = randomUUID();
      const given = give(arn, sent, messageId).finally(() => flying.delete(given));
      flying.add(given);
      return json({ MessageId: messageId, MD5OfMessageBody: createHash("md5").update(sent.MessageBody).digest("hex") });
    },
    /** Waits for all messages. Returns whether there were any. */
    async drained(): Promise<boolean> {
      const wereAny = flying.size > 0;
      while (flying.size > 0) await Promise.all(flying);
      return wereAny;
    },
  };
}
