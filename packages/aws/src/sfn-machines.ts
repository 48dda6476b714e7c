import { type SFNClient, StartExecutionCommand } from "@aws-sdk/client-sfn";
import { type DreamInput, type WakeInput, WaldoError } from "@waldo/contracts";
import type { Machines } from "@waldo/core/ports";
import { awsError } from "./aws-errors.ts";

/** What no repetition will change. Everything else may pass: throttling, a service that is down, a lost connection. */
const NEVER = [
  "InvalidArn",
  "InvalidExecutionInput",
  "InvalidName",
  "StateMachineDeleting",
  "StateMachineDoesNotExist",
  "ValidationException",
];

/**
 * The run machine and the dream machine (Standard). A name stands for one execution for ninety days, so a start that is repeated, also after
 * its answer was lost, starts nothing: `ExecutionAlreadyExists` is success (R5).
 */
export function sfnMachines({
  client,
  runMachineArn,
  dreamMachineArn,
}: {
  readonly client: SFNClient;
  readonly runMachineArn: string;
  /** Absent: this process starts no dreams. */
  readonly dreamMachineArn?: string;
}): Machines {
  return {
    startRun: (name, input) => start(client, runMachineArn, name, input),
    ...(dreamMachineArn === undefined
      ? {}
      : { startDream: (name: string, input: DreamInput) => start(client, dreamMachineArn, name, input) }),
  };
}

/** Starts a wake (the patrol machine, Express). Express does not remember names: a wake may run twice, and bears it (R3). */
export function wakeStarter(options: { readonly client: SFNClient; readonly patrolMachineArn: string }) {
  return (name: string, input: WakeInput): Promise<void> =>
    start(options.client, options.patrolMachineArn, name, input);
}

async function start(client: SFNClient, stateMachineArn: string, name: string, input: object): Promise<void> {
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
