/** Calls a function without waiting for its answer. Lambda keeps the event, and calls twice more when the function fails. */
import { InvokeCommand, LambdaClient, type LambdaClientConfig } from "@aws-sdk/client-lambda";
import { awsError } from "./aws-errors.ts";

export async function invokeLater(config: LambdaClientConfig, FunctionName: string, event: object): Promise<void> {
  const Payload = new TextEncoder().encode(JSON.stringify(event));
  await new LambdaClient(config)
    .send(new InvokeCommand({ FunctionName, InvocationType: "Event", Payload }))
    .catch((error: unknown) => {
      throw awsError(error, "Lambda Invoke");
    });
}
