import { once } from "../once.ts";
import { clientConfig } from "./environment.ts";

const stepFunctions = once(async () => {
  const { SFNClient, startExecution } = await import("../start-execution.ts");
  return { client: new SFNClient(clientConfig()), startExecution };
});

/** Returns a function that starts one state machine. The client is loaded with the first start. */
export function starts(stateMachineArn: string): (name: string, input: object) => Promise<void> {
  return async (name, input) => {
    const { client, startExecution } = await stepFunctions();
    await startExecution(client, stateMachineArn, name, input);
  };
}
