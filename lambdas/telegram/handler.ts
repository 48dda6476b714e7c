/**
 * The webhook of the bots. Telegram proves itself by a secret in a header. The function answers every authentic update
 * with 200, because otherwise Telegram would repeat it for a day. Only an update that may succeed the next time is
 * answered with
 * 503. This function calls no model and reads no raw health (R7, R8).
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { hookSecret, telegramPorts } from "@waldo/aws/compose/telegram";
import { lambdaPipeline } from "@waldo/aws/lambda-pipeline";
import { BotName, DOOR_ERRORS, type DoorError, ROUTES, WaldoError } from "@waldo/contracts";
import type { Log } from "@waldo/core/ports";
import { takeUpdate } from "@waldo/core/telegram/take";
import * as z from "zod";

/** An event of API Gateway's HTTP API (payload 2.0), which passes header names in lower case. */
const HookEvent = z.object({
  pathParameters: z.object({ bot: z.string() }),
  headers: z.record(z.string(), z.string()).default({}),
  body: z.string().default(""),
  isBase64Encoded: z.boolean().default(false),
  requestContext: z.object({ requestId: z.string().min(1) }),
});
type HookEvent = z.infer<typeof HookEvent>;

type Answer = {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

const answer = (statusCode: number, body: object): Answer => ({
  statusCode,
  headers: { "content-type": "application/json", "cache-control": "no-store" },
  body: JSON.stringify(body),
});
const refuse = (refusal: DoorError) => answer(DOOR_ERRORS[refusal.error], refusal);
const TAKEN = answer(ROUTES.telegramHook.status, {});

async function take({ pathParameters, headers, body, isBase64Encoded }: HookEvent, log: Log): Promise<Answer> {
  if (!isSame(headers["x-telegram-bot-api-secret-token"] ?? "", await hookSecret()))
    return refuse({ error: "Forbidden", message: "this is not from Telegram" });
  const ports = await telegramPorts(pathParameters.bot, log, { atOnce: true });
  if (!ports) return refuse({ error: "NotFound", message: "there is no such bot" });
  const text = isBase64Encoded ? Buffer.from(body, "base64").toString() : body;
  const update = Buffer.byteLength(text) > ROUTES.telegramHook.maxBytes ? undefined : json(text);
  if (update === undefined) {
    log("warn", "telegram.unreadable", { bytes: Buffer.byteLength(text) });
    return TAKEN;
  }
  try {
    await takeUpdate(ports, update);
  } catch (error) {
    if (!(error instanceof WaldoError) || error.next === "retry") throw error;
    log("error", "telegram.given-up", { error: error.name });
  }
  return TAKEN;
}

/** Compares digests, so that the time of the comparison tells nothing about the secret, not even its length. */
function isSame(given: string, expected: string): boolean {
  const digestOf = (text: string) => createHash("sha256").update(text).digest();
  return expected !== "" && timingSafeEqual(digestOf(given), digestOf(expected));
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An update that this function sent to itself, because its work takes longer than Telegram waits. */
const Later = z.object({ bot: BotName, update: z.unknown() });

const takeLater = lambdaPipeline({
  input: Later,
  about: ({ bot }) => ({ userId: undefined, correlationId: bot }),
  async handle({ bot, update }, log) {
    const ports = await telegramPorts(bot, log, { atOnce: false });
    if (ports) await takeUpdate(ports, update);
  },
});

const hook = lambdaPipeline({
  input: HookEvent,
  // The person behind an update is known only after the update is read.
  about: ({ requestContext }) => ({ userId: undefined, correlationId: requestContext.requestId }),
  handle: take,
  answerError: () => refuse({ error: "Unavailable", message: "the store is busy: give it again in a moment" }),
});

type Asked = HookEvent | z.infer<typeof Later>;
type Context = Parameters<typeof hook>[1];
const isRequest = (event: Asked): event is HookEvent => "requestContext" in event;

/** Handles a request of API Gateway, or an update that this function sent to itself. */
export const handler = (event: Asked, context: Context) =>
  isRequest(event) ? hook(event, context) : takeLater(event, context);
