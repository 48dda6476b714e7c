/** Starts executions of state machines, for the machines port of the functions. */

import { type SFNClient, StartExecutionCommand } from "@aws-sdk/client-sfn";
import { WaldoError } from "@waldo/contracts";
import { awsError } from "./aws-errors.ts";

// Re-exported for callers that load this file with `import()`: an `import()` of the SDK itself would bring all of its
// commands.
export { SFNClient } from "@aws-sdk/client-sfn";

/**
 * Errors that a repetition cannot change. Every other error may pass: throttling, a service that is down, a lost
 * connection.
 */
const NEVER = [
  "InvalidArn",
  "InvalidExecutionInput",
  "InvalidName",
  "StateMachineDeleting",
  "StateMachineDoesNotExist",
  "ValidationException",
];

/**
 * Starts a state machine. In a Standard machine (run, dream) a name stands for one execution for ninety days. So a
 * repeated start, also after its answer was lost, starts nothing: `ExecutionAlreadyExists` is success (R5). An Express
 * machine (patrol) does not remember names, so a wake may run twice, which is safe (R3).
 */
export async function startExecution(
  client: SFNClient,
  stateMachineArn: string,
  name: string,
  input: object,
): Promise<void> {
  try {
    await client.send(new StartExecutionCommand({ stateMachineArn, name, input: JSON.stringify(input) }));
  } catch (error) {
    const kind = error instanceof Error ? error.name : "";
    if (kind === "ExecutionAlreadyExists") return;
    if (NEVER.includes(kind))
      throw new WaldoError("InvalidInput", `Step Functions StartExecution was refused (${kind})`, { cause: error });
    throw awsError(error, "Step Functions StartExecution");
  }
}
