/**
 * Step Functions on one machine: interprets the very ASL files that infra deploys. A Task's lambda becomes a local
 * handler; everything else (routing, retries, input and output processing) is the file's.
 */
import { readFileSync } from "node:fs";
import type { RunInput, RunState, TickResult } from "@waldo/contracts";
import type { Machines } from "@waldo/core/ports";
import { StateMachine, type StateMachineDefinition } from "aws-local-stepfunctions";

/** Handles one Task, as the lambda behind it would: the payload in, the payload out. */
export type TaskHandler = (input: RunInput, state: RunState) => Promise<TickResult>;

export type ExecutionEnd = { readonly name: string; readonly status: "SUCCEEDED" | "FAILED"; readonly error?: unknown };

export type LocalMachines = Machines & {
  /** Resolves when no execution is running, with how each one since the last call ended. */
  idle(): Promise<ExecutionEnd[]>;
  /** State entries interpreted so far: what Step Functions would bill as transitions. */
  transitions(): number;
};

const ASL = new URL("../../../statemachines/", import.meta.url);

export function loadDefinition(name: string): StateMachineDefinition {
  return JSON.parse(readFileSync(new URL(`${name}.asl.json`, ASL), "utf8"));
}

/** `pauseMs` scales the waits of the ASL's Retry fields: 0 under a virtual clock. Default: real time. */
export function localMachines(handle: TaskHandler, options: { readonly retryPauseMs?: number } = {}): LocalMachines {
  const definition = loadDefinition("run");
  const machine = new StateMachine(definition, { validationOptions: { noValidate: true } });
  const tasks = Object.entries(definition.States)
    .filter(([, state]) => state.Type === "Task")
    .map(([name]) => name);
  const handlers = Object.fromEntries(
    tasks.map((name) => [
      name,
      async (parameters: unknown) => ({
        Payload: await handle((parameters as { Payload: RunInput }).Payload, name as RunState),
      }),
    ]),
  );
  const pauses = options.retryPauseMs;
  const overrides = {
    taskResourceLocalHandlers: handlers,
    ...(pauses === undefined
      ? {}
      : { retryIntervalOverrides: Object.fromEntries(tasks.map((name) => [name, pauses])) }),
  };
  const names = new Set<string>();
  const running = new Set<Promise<void>>();
  let ended: ExecutionEnd[] = [];
  let entered = 0;

  const execute = async (name: string, input: RunInput): Promise<void> => {
    const execution = machine.run(input, { overrides });
    const counting = (async () => {
      for await (const event of execution.eventLogs) if (event.type === "StateEntered") entered++;
    })();
    try {
      await execution.result;
      ended.push({ name, status: "SUCCEEDED" });
    } catch (error) {
      ended.push({ name, status: "FAILED", error });
    }
    await counting;
  };

  return {
    async startRun(name, input) {
      if (names.has(name)) return; // ExecutionAlreadyExists is success
      names.add(name);
      const done = execute(name, input).finally(() => running.delete(done));
      running.add(done);
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
      const all = ended;
      ended = [];
      return all;
    },
    transitions: () => entered,
  };
}
