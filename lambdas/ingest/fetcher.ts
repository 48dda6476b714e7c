/**
 * Reads the clouds of wearables: when a hook or a new connection asks for it through the queue, and when a wake finds that
 * a reading is due. It writes raw days and never reads one (R7), and it calls no model (R8).
 */
import { pullPorts } from "@waldo/aws/compose/pull";
import { soon } from "@waldo/aws/compose/wearables";
import { lambdaPipeline } from "@waldo/aws/lambda-pipeline";
import { type EpochMs, PullRequest, WakeOutcome } from "@waldo/contracts";
import type { PullPorts } from "@waldo/core/connect/ports";
import { pull, readAgainAfter } from "@waldo/core/connect/pull";
import { duePulls } from "@waldo/core/connect/window";
import * as z from "zod";

/** In one invocation no window of past days begins after this time. The function may run 120 seconds. */
const READS_FOR_MS = 60_000;

/**
 * Reads connections. Queues a connection again when there is more to read that no wake would read in time. A failing
 * connection does not stop the others; its error is thrown at the end.
 */
async function read(ports: PullPorts, requests: readonly PullRequest[]): Promise<void> {
  const begun = ports.clock.now();
  const errors: unknown[] = [];
  for (const request of requests) await readOne(ports, request, begun).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}

async function readOne(ports: PullPorts, request: PullRequest, begun: EpochMs): Promise<void> {
  const pulled = await pull(ports, request, () => ports.clock.now() - begun < READS_FOR_MS);
  ports.log("info", "wearable.read", { vendor: request.vendor, outcome: pulled.outcome, changed: pulled.changed });
  const after = readAgainAfter(pulled, ports.clock.now());
  if (after !== undefined) await soon(request, after);
}

/** The queue's mapping gives one message at a time, so only a failed message is delivered again. */
const Messages = z.object({
  Records: z.tuple([
    z.object({
      messageId: z.string(),
      body: z
        .string()
        .transform((body): unknown => JSON.parse(body))
        .pipe(PullRequest),
    }),
  ]),
});

const onMessage = lambdaPipeline({
  input: Messages,
  about: ({ Records: [{ messageId, body }] }) => ({ userId: body.userId, correlationId: messageId }),
  handle: ({ Records: [{ body }] }, log) => read(pullPorts(log), [body]),
});

const onWake = lambdaPipeline({
  input: WakeOutcome,
  about: ({ userId }) => ({ userId, correlationId: "wearables" }),
  async handle({ wearables: _, ...outcome }, log) {
    const { userId } = outcome;
    const ports = pullPorts(log);
    const due = await duePulls(ports.store, userId, ports.clock.now());
    await read(
      ports,
      due.map((vendor) => ({ userId, vendor })),
    );
    return outcome;
  },
});

type Context = Parameters<typeof onWake>[1];
type Asked = z.infer<typeof Messages> | WakeOutcome;

/** Handles a message of the queue, or the input of the state PULL of the wake machine. */
export const handler = (event: Asked, context: Context) =>
  "Records" in event ? onMessage(event, context) : onWake(event, context);
