/**
 * The one way a function of ours is entered: correlation, tracing, metrics, validation, and on the way out errors that
 * say what happens next and nothing about a person.
 *
 * - The event and the result are never logged or traced: a sync is raw health, a form is a score.
 * - An error of ours leaves under its literal name: Lambda reports `error.name` as the error type, and that is what
 *   `ErrorEquals` matches. Any other error keeps its name and frames and loses its message and cause, which may quote
 *   what it choked on, and Step Functions would keep it in the history (R6).
 */
import { Logger } from "@aws-lambda-powertools/logger";
import { injectLambdaContext } from "@aws-lambda-powertools/logger/middleware";
import { Metrics } from "@aws-lambda-powertools/metrics";
import { parser } from "@aws-lambda-powertools/parser/middleware";
import { Tracer } from "@aws-lambda-powertools/tracer";
import { captureLambdaHandler } from "@aws-lambda-powertools/tracer/middleware";
import middy from "@middy/core";
import { ErrorName, type UserId, WaldoError } from "@waldo/contracts";
import type { Log } from "@waldo/core/ports";
import type { z } from "zod";
import { METRIC_NAMESPACE, powertoolsLog } from "./log.ts";

export type LambdaOptions<Input, Output> = {
  /** What the function takes. Anything else is `InvalidInput`. */
  readonly input: z.ZodType<Input>;
  /** Whose work it is, and which log lines belong together: a run, a wake, a request. */
  readonly about: (input: Input) => { readonly userId: UserId; readonly correlationId: string };
  readonly handle: (input: Input, log: Log) => Promise<Output>;
  /** Given, errors are answered; otherwise they are thrown, for the state machine to act on. */
  readonly answerError?: (error: Error) => Output;
};

/** A Lambda handler. Everything it needs from the environment it reads at the first event, not when it is loaded. */
export function lambdaPipeline<Input, Output>(options: LambdaOptions<Input, Output>) {
  const logger = new Logger();
  const metrics = new Metrics({ namespace: METRIC_NAMESPACE });
  // Traced HTTPS calls carry their path, and Telegram's path carries the bot token.
  const tracer = new Tracer({ captureHTTPsRequests: false });
  const log = powertoolsLog(logger, metrics);
  // Powertools' own middleware warns at every event that nothing was counted, which is the usual case here.
  const publish = () => {
    if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics();
  };

  // No early timeout: it would be an error of middy's own name, and the state machine retries Lambda's.
  return middy<unknown, Output>({ timeoutEarlyInMillis: 0 })
    .use(injectLambdaContext(logger, { resetKeys: true }))
    .use(captureLambdaHandler(tracer, { captureResponse: false }))
    .use({ after: publish, onError: publish })
    .use(parser({ schema: options.input }))
    .onError((request) => {
      // Attached last, so it runs first: what the others record is what leaves.
      const error = safeError(request.error);
      request.error = error;
      const answered = options.answerError?.(error);
      if (answered !== undefined) request.response = answered;
      const next = error instanceof WaldoError ? error.next : "unexpected";
      log(answered === undefined ? "error" : "warn", "invocation.failed", { error: error.name, next });
    })
    .handler(async (event: unknown) => {
      // The parser has replaced the event by what it parsed.
      const input = event as Input;
      const { userId, correlationId } = options.about(input);
      logger.setCorrelationId(correlationId);
      logger.appendKeys({ userId });
      return options.handle(input, log);
    });
}

/** The error as it may leave the function. See the head of this file. */
export function safeError(error: unknown): Error {
  const name = error instanceof Error ? error.name : "Error";
  if (name === "ParseError") return new WaldoError("InvalidInput", `not what this function takes: ${faults(error)}`);
  const known = ErrorName.safeParse(name);
  const safe = known.success
    ? new WaldoError(known.data, error instanceof Error ? error.message : "")
    : Object.assign(new Error("unexpected: the message is withheld, it may quote a person's data"), { name });
  const frames = error instanceof Error ? (error.stack ?? "").split("\n").filter((line) => /^ +at /.test(line)) : [];
  safe.stack = [`${name}: ${safe.message}`, ...frames].join("\n");
  return safe;
}

/** Where an event failed its schema, never what stood there. */
function faults(error: unknown): string {
  const issues = error instanceof Error && Array.isArray(error.cause) ? (error.cause as z.core.$ZodIssue[]) : [];
  return issues.map(({ path, code }) => `${path.map(String).join(".") || "event"} (${code})`).join(", ");
}
