/**
 * The one entry of every Lambda function: correlation, metrics, validation, and errors that say what happens next and
 * nothing about a person.
 *
 * - The event and the result are never logged, because a sync is raw health and a form is a score.
 * - A WaldoError leaves under its literal name. Lambda reports `error.name` as the error type, and `ErrorEquals`
 *   matches that type. Any other error keeps its name and frames but loses its message and cause. They may quote the
 *   text that caused the error, and Step Functions would keep it in the history (R6).
 */
import { Logger } from "@aws-lambda-powertools/logger";
import { injectLambdaContext } from "@aws-lambda-powertools/logger/middleware";
import { Metrics } from "@aws-lambda-powertools/metrics";
import { parser } from "@aws-lambda-powertools/parser/middleware";
import middy from "@middy/core";
import { ErrorName, type UserId, WaldoError } from "@waldo/contracts";
import { personDigest } from "@waldo/core/digest";
import type { Log } from "@waldo/core/ports";
import type * as z from "zod";
import { METRIC_NAMESPACE, powertoolsLog } from "./log.ts";

type LambdaOptions<Input, Output> = {
  /** The schema of the function's event. The handler throws `InvalidInput` for any other event. */
  readonly input: z.ZodType<Input>;
  /**
   * Returns the person for whom the work is done, and the id that groups log lines: the id of a run, a wake or a
   * request. A public request has no person.
   */
  readonly about: (input: Input) => { readonly userId: UserId | undefined; readonly correlationId: string };
  readonly handle: (input: Input, log: Log) => Promise<Output>;
  /** If it is given, errors become answers. If not, errors are thrown and the state machine handles them. */
  readonly answerError?: (error: Error) => Output;
};

/** Returns a Lambda handler. The handler reads the environment at the first event, not when its module is loaded. */
export function lambdaPipeline<Input, Output>(options: LambdaOptions<Input, Output>) {
  const logger = new Logger();
  const metrics = new Metrics({ namespace: METRIC_NAMESPACE });
  const log = powertoolsLog(logger, metrics);
  // Powertools' own middleware warns at every event without a metric, and most events here have no metric.
  const publish = () => {
    if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics();
  };

  // No early timeout: it would throw an error under middy's own name, and the state machine retries the names of
  // Lambda.
  return middy<unknown, Output>({ timeoutEarlyInMillis: 0 })
    .use(injectLambdaContext(logger, { resetKeys: true }))
    .use({ after: publish, onError: publish })
    .use(parser({ schema: options.input }))
    .onError((request) => {
      // This handler is attached last, so it runs first. The other handlers then record the error that the function
      // really throws.
      const error = safeError(request.error);
      request.error = error;
      const answered = options.answerError?.(error);
      if (answered !== undefined) request.response = answered;
      const next = error instanceof WaldoError ? error.next : "unexpected";
      log(answered === undefined ? "error" : "warn", "invocation.failed", { error: error.name, next });
    })
    .handler(async (event: unknown) => {
      // The parser has replaced the event by the parsed value.
      const input = event as Input;
      const { userId, correlationId } = options.about(input);
      logger.setCorrelationId(correlationId);
      if (userId !== undefined) logger.appendKeys({ person: personDigest(userId) });
      return options.handle(input, log);
    });
}

/** Returns the error in the form in which it may leave the function (see the head of this file). */
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

/** Returns the places where an event failed its schema, never the values at these places. */
function faults(error: unknown): string {
  const issues = error instanceof Error && Array.isArray(error.cause) ? (error.cause as z.core.$ZodIssue[]) : [];
  return issues.map(({ path, code }) => `${path.map(String).join(".") || "event"} (${code})`).join(", ");
}
