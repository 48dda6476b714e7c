/** Calls the function that reaches other services. A call may change something there, so it is sent only once. */
import { InvokeCommand, LambdaClient, type LambdaClientConfig, TooManyRequestsException } from "@aws-sdk/client-lambda";
import type { ReachAsked } from "@waldo/contracts";
import { ToolFailure } from "@waldo/core/tools/tool";

/** Throws a `ToolFailure` when the function certainly did not start. Throws any other error when that is not certain. */
export function invokeReach(config: LambdaClientConfig, FunctionName: string) {
  // By default the SDK sends a call again when no answer came.
  const client = new LambdaClient({ ...config, maxAttempts: 1 });
  return async (asked: ReachAsked): Promise<unknown> => {
    const { FunctionError, Payload } = await client
      .send(new InvokeCommand({ FunctionName, Payload: new TextEncoder().encode(JSON.stringify(asked)) }))
      .catch((cause) => {
        if (cause instanceof TooManyRequestsException)
          throw new ToolFailure("unavailable", "too much is asked at once: try again in a minute", { cause });
        throw cause;
      });
    if (FunctionError !== undefined) throw new Error("the function that reaches out ended with an error");
    return JSON.parse(new TextDecoder().decode(Payload));
  };
}
