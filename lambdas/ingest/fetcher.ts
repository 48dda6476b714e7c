/**
 * Reads the clouds of wearables: when a hook or a new connection asks for it through the queue, and when a wake finds that
 * a reading is due. It writes raw days and never reads one (R7), and it calls no model (R8).
 */
import { pullPorts } from "@waldo/aws/compose/pull";
import { soon } from "@waldo/aws/compose/wearables";
import { lambdaPipeline } from "@waldo/aws/lambda-pipeline";
import { PullRequest, WakeOutcome } from "@waldo/contracts";
import { duePulls } from "@waldo/core/connect/due";
import { pull } from "@waldo/core/connect/pull";
import type { Log } from "@waldo/core/ports";
import * as z from "zod";

/** No window of the past is begun later than this. The function may run 120 seconds. */
const READS_FOR_MS = 60_000;
/** Another process reads the connection, and mostly for a few seconds. */
const BUSY_AGAIN_MS = 15_000;

/** Reads one connection, and has it read again when there is more to do that no wake would do in time. */
async function read(request: PullRequest, log: Log): Promise<void> {
  const ports = pullPorts(log);
  const begun = ports.clock.now();
  const { outcome, changed, again } = await pull(ports, request, () => ports.clock.now() - begun < READS_FOR_MS);
  log("info", "wearable.read", { vendor: request.vendor, outcome, changed });
  if (outcome === "busy") return soon(request, BUSY_AGAIN_MS);
  const now = ports.clock.now();
  const isMore = outcome === "waits" || (outcome === "read" && again !== undefined && again <= now);
  if (isMore && again !== undefined) await soon(request, again - now);
}

/** The mapping of the queue gives one message at a time, so a message that fails is given again alone. */
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
  handle: ({ Records: [{ body }] }, log) => read(body, log),
});

const onWake = lambdaPipeline({
  input: WakeOutcome,
  about: ({ userId }) => ({ userId, correlationId: "wearables" }),
  async handle({ wearables: _, ...outcome }, log) {
    const { userId } = outcome;
    const { store, clock } = pullPorts(log);
    for (const vendor of await duePulls(store, userId, clock.now())) await read({ userId, vendor }, log);
    return outcome;
  },
});

type Context = Parameters<typeof onWake>[1];
type Asked = z.infer<typeof Messages> | WakeOutcome;

/** Takes a message of the queue, or what the state PULL of the wake machine sends. */
export const handler = (event: Asked, context: Context) =>
  "Records" in event ? onMessage(event, context) : onWake(event, context);
