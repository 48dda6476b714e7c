import { once } from "../once.ts";
import { clientConfig } from "./environment.ts";

const stepFunctions = once(async () => {
  const { SFNClient, completeTask, startExecution } = await import("../start-execution.ts");
  return { client: new SFNClient(clientConfig()), completeTask, startExecution };
});

/** Returns a function that starts one state machine. The client is loaded with the first start. */
export function starts(stateMachineArn: string): (name: string, input: object) => Promise<void> {
  return async (name, input) => {
    const { client, startExecution } = await stepFunctions();
    await startExecution(client, stateMachineArn, name, input);
  };
}

/** Answers a waiting state of a state machine. */
export async function completes(token: string, answer: object): Promise<void> {
  const { client, completeTask } = await stepFunctions();
  await completeTask(client, token, answer);
}
