/** Runs the state machines of a deployed template, for the cloud tests. */

import { StateMachine, type StateMachineDefinition } from "aws-local-stepfunctions";
import type { JsonObject, Resource } from "./template.ts";

export type Execution = {
  readonly machine: string;
  readonly name: string;
  readonly input: JsonObject;
  readonly status: "SUCCEEDED" | "FAILED";
  /** The error name it ended with, as `ErrorEquals` sees it. */
  readonly error?: string;
  readonly output?: unknown;
};

export type Executions = {
  /** Returns false when a Standard machine has had an execution of that name. */
  start(machine: string, name: string, input: JsonObject): boolean;
  /** The names of the executions of a machine that work or wait. */
  open(machine: string): string[];
  /** Ends an execution in its present state. */
  stop(name: string): void;
  /** Answers the state that waits with this token. Returns false when none does. */
  answer(token: string, output: JsonObject): boolean;
  /**
   * Waits until no execution runs, apart from those that wait for a token. Returns how each execution since the last call
   * ended, in that order.
   */
  idle(): Promise<Execution[]>;
};

type Invoke = (functionArn: string, event: unknown) => Promise<unknown>;

/** Step Functions over the machines of a deployed template, with the rule that gives dead executions to the reaper. */
export function createExecutions(deployed: readonly Resource[], invoke: Invoke): Executions {
  const machines = new Map(
    deployed
      .filter(({ type }) => type === "AWS::StepFunctions::StateMachine")
      .map((resource) => [String(resource.properties["StateMachineName"]), interpret(resource)] as const),
  );
  const names = new Set<string>();
  const running = new Set<Promise<void>>();
  const working = new Map<
    string,
    { readonly machine: string; readonly abort: () => void; readonly tokens: string[] }
  >();
  let ended: Execution[] = [];
  const waiting = new Map<string, (output: JsonObject) => void>();
  /** The tokens of states whose function has returned. */
  const parked = new Set<string>();
  let tokens = 0;
  let stirred = () => {};

  async function execute(machine: string, name: string, input: JsonObject): Promise<void> {
    const { standard, tasks, waits, pauses, interpreter } = machineCalled(machine);
    const call = async ({ FunctionName, Payload }: { FunctionName: string; Payload: unknown }) => ({
      Payload: await invoke(FunctionName, Payload),
    });
    /** The interpreter has one context for a whole execution, but each state needs a token of its own. */
    const wait = async ({ FunctionName, Payload }: { FunctionName: string; Payload: JsonObject }) => {
      const token = `${machine}+${name}/${++tokens}=`;
      working.get(name)?.tokens.push(token);
      const answered = new Promise<JsonObject>((resolve) => waiting.set(token, resolve));
      await invoke(FunctionName, { ...Payload, token });
      if (waiting.has(token)) parked.add(token);
      stirred();
      return answered;
    };
    const overrides = {
      taskResourceLocalHandlers: Object.fromEntries(
        tasks.map((task) => [task, waits.includes(task) ? (wait as typeof call) : call]),
      ),
      retryIntervalOverrides: Object.fromEntries(tasks.map((task) => [task, 0])),
      waitTimeOverrides: Object.fromEntries(pauses.map((state) => [state, 0])),
    };
    const execution = interpreter.run(input, { overrides, context: { Task: { Token: "" } } } as never);
    working.set(name, { machine, tokens: [], abort: () => execution.abort() });
    const failure = errorOf(execution.eventLogs);
    try {
      // The list is another one after each `idle`, so it is looked up when the execution has ended.
      const output = await execution.result;
      ended.push({ machine, name, input, status: "SUCCEEDED", output });
    } catch {
      const error = await failure;
      ended.push({ machine, name, input, status: "FAILED", error });
      // Express machines send no status events.
      if (standard) await reap(deployed, input, invoke);
    }
  }

  function machineCalled(name: string) {
    const machine = machines.get(name);
    if (machine === undefined) throw new Error(`there is no machine ${name}`);
    return machine;
  }

  return {
    start(machine, name, input) {
      if (machineCalled(machine).standard && names.has(name)) return false;
      names.add(name);
      const done = execute(machine, name, input).finally(() => {
        working.delete(name);
        running.delete(done);
        stirred();
      });
      running.add(done);
      return true;
    },
    open: (machine) => [...working].flatMap(([name, one]) => (one.machine === machine ? [name] : [])),
    stop(name) {
      const { abort, tokens: held } = working.get(name) ?? { tokens: [] };
      for (const token of held) {
        parked.delete(token);
        waiting.delete(token);
      }
      abort?.();
      stirred();
    },
    answer(token, output) {
      const answered = waiting.get(token);
      waiting.delete(token);
      parked.delete(token);
      answered?.(output);
      return answered !== undefined;
    },
    async idle() {
      while (running.size > parked.size)
        await Promise.race([...running, new Promise<void>((resolve) => (stirred = resolve))]);
      const all = ended;
      ended = [];
      return all;
    },
  };
}

/** A machine as Step Functions would have it: the definition with its substitutions. */
function interpret({ properties }: Resource) {
  const given = properties["DefinitionSubstitutions"] as Record<string, string>;
  const template = String(properties["DefinitionString"]);
  const definition = JSON.parse(
    template.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => given[name] ?? ""),
  ) as StateMachineDefinition;
  return {
    standard: properties["StateMachineType"] === "STANDARD",
    interpreter: new StateMachine(definition, { validationOptions: { noValidate: true } }),
    tasks: Object.entries(definition.States).flatMap(([name, { Type }]) => (Type === "Task" ? [name] : [])),
    pauses: Object.entries(definition.States).flatMap(([name, { Type }]) => (Type === "Wait" ? [name] : [])),
    waits: Object.entries(definition.States).flatMap(([name, state]) =>
      "Resource" in state && String(state.Resource).endsWith(".waitForTaskToken") ? [name] : [],
    ),
  };
}

async function errorOf(events: AsyncIterable<{ readonly type: string }>): Promise<string> {
  let name = "";
  for await (const event of events)
    if ("Error" in event && event.type === "ExecutionFailed") name = String(event.Error);
  return name;
}

type RuleTarget = {
  readonly Arn: string;
  readonly InputTransformer: { readonly InputPathsMap: Record<string, string>; readonly InputTemplate: string };
};

/**
 * Does what EventBridge does with a status event: it fills the rule's template, with the execution's input as a JSON
 * string.
 */
async function reap(deployed: readonly Resource[], input: JsonObject, invoke: Invoke): Promise<void> {
  const targets = deployed.flatMap(({ type, properties }) =>
    type === "AWS::Events::Rule" ? (properties["Targets"] as unknown as RuleTarget[]) : [],
  );
  for (const { Arn, InputTransformer } of targets) {
    const [variable = ""] = Object.keys(InputTransformer.InputPathsMap);
    const asText = JSON.stringify(JSON.stringify(input));
    await invoke(Arn, JSON.parse(InputTransformer.InputTemplate.replace(`<${variable}>`, asText)));
  }
}
