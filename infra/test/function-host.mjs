// Plays the Lambda runtime for one bundle. It loads the bundle, then answers each event with a result, or with an error
// as the runtime reports one (its type is the error's name).
import { randomUUID } from "node:crypto";
import { pathToFileURL } from "node:url";

const started = performance.now();
const { handler } = await import(pathToFileURL(process.argv[2]).href);

process.on("message", async ({ id, event }) => {
  const context = {
    functionName: "local",
    functionVersion: "$LATEST",
    invokedFunctionArn: "arn:aws:lambda:us-east-1:111122223333:function:local",
    memoryLimitInMB: "512",
    awsRequestId: randomUUID(),
    getRemainingTimeInMillis: () => 30_000,
  };
  try {
    process.send({ id, result: (await handler(event, context)) ?? null });
  } catch (error) {
    process.send({ id, error: { errorType: error.name, errorMessage: error.message, stack: error.stack } });
  }
});
process.send({ id: 0, result: { handler: typeof handler, loadedInMs: performance.now() - started } });
