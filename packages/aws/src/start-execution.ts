/** Starts executions of state machines, and answers executions that wait, for the port of the machines. */

import { SendTaskSuccessCommand, type SFNClient, StartExecutionCommand } from "@aws-sdk/client-sfn";
import { WaldoError } from "@waldo/contracts";
import { awsError } from "./aws-errors.ts";

// Re-exported for callers that load this file with `import()`: an `import()` of the SDK itself would bring all of its
// commands.
export { SFNClient } from "@aws-sdk/client-sfn";

/**
 * Errors that a retry cannot change. Every other error may pass: throttling, a service that is down, a lost connection.
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
 * Starts a state machine. In a Standard machine (run, handoff, dream) a name stands for one execution for ninety days. So a
 * repeated start, also after its answer was lost, starts nothing: `ExecutionAlreadyExists` is success (R5). An Express
 * machine (wake) does not remember names, so a wake may run twice, which is safe (R3).
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

/** The state was answered, timed out, or its execution is over. It needs no answer any more, so this is not an error. */
const NOBODY_WAITS = ["TaskDoesNotExist", "TaskTimedOut", "InvalidToken"];

/** Answers a state that waits with this token. An answer may come twice: only the first one counts. */
export async function completeTask(client: SFNClient, taskToken: string, answer: object): Promise<void> {
  try {
    await client.send(new SendTaskSuccessCommand({ taskToken, output: JSON.stringify(answer) }));
  } catch (error) {
    const kind = error instanceof Error ? error.name : "";
    if (NOBODY_WAITS.includes(kind)) return;
    if (kind === "InvalidOutput")
      throw new WaldoError("InvalidInput", "Step Functions SendTaskSuccess was refused (InvalidOutput)", {
        cause: error,
      });
    throw awsError(error, "Step Functions SendTaskSuccess");
  }
}
