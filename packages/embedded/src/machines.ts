/**
 * Step Functions on one machine: interprets the same ASL files that infra deploys. A Task's lambda becomes a local
 * handler; routing, retries, and input and output processing come from the file. A state that waits for a task token
 * waits for `completeTask`, as it would for SendTaskSuccess.
 *
 * Step Functions keeps executions; a process does not. So an answer to a handoff that no state waits for here, because
 * the process that waited is gone, goes on here at the state that it names. And `resumeHandoff` starts one at the state
 * that its rows tell. Both may come twice: each phase is done once.
 */
import { readFileSync } from "node:fs";
import {
  type DreamInput,
  type DreamTask,
  type ErasureInput,
  type HandoffAnswer,
  HandoffInput,
  HandoffPhase,
  type HandoffTask,
  type RunInput,
  type RunState,
  type TickResult,
} from "@waldo/contracts";
import type { Machines } from "@waldo/core/ports";
import { StateMachine, type StateMachineDefinition } from "aws-local-stepfunctions";

/** Each handler handles one Task, as its lambda would: payload in, payload out. */
export type TaskHandlers = {
  readonly tick: (input: RunInput, state: RunState) => Promise<TickResult>;
  readonly handoff?: (task: HandoffTask) => Promise<HandoffAnswer | undefined>;
  readonly dream?: (task: DreamTask) => Promise<object>;
};

export type ExecutionEnd = {
  readonly name: string;
  readonly status: "SUCCEEDED" | "FAILED";
  readonly output?: unknown;
  readonly error?: unknown;
};

export type LocalMachines = Machines & {
  /**
   * Resolves when no execution is running, apart from those that wait for a person. Returns how each execution since
   * the last call ended.
   */
  idle(): Promise<ExecutionEnd[]>;
  /** Starts a handoff at one of its states. Does nothing while this process works on it, unless its time to wait is over. */
  resumeHandoff(input: HandoffInput, state: HandoffPhase): Promise<void>;
  /** Ends the wait of every waiting state, as TimeoutSeconds would. */
  timeOut(): void;
  /** How many state entries have been interpreted so far. Step Functions bills these as transitions. */
  transitions(): number;
};

const ASL = new URL("../../../statemachines/", import.meta.url);

export function loadDefinition(name: string): StateMachineDefinition {
  return JSON.parse(readFileSync(new URL(`${name}.asl.json`, ASL), "utf8"));
}

type Waiter = { readonly resolve: (answer: object) => void; readonly reject: (error: Error) => void };

/**
 * `retryPauseMs` replaces the waits in the ASL's Retry fields; it is 0 under a virtual clock. Default: the file's own
 * waits.
 */
export function localMachines(
  handlers: TaskHandlers | TaskHandlers["tick"],
  options: { readonly retryPauseMs?: number } = {},
): LocalMachines {
  const { tick, handoff, dream }: TaskHandlers = typeof handlers === "function" ? { tick: handlers } : handlers;
  const names = new Set<string>();
  const running = new Set<Promise<void>>();
  const waiting = new Map<string, Waiter>();
  /** The tokens of states that do nothing but wait. */
  const parked = new Set<string>();
  let ended: ExecutionEnd[] = [];
  let entered = 0;
  let resumed = 0;
  let stirred = () => {};

  async function handOver(task: HandoffTask): Promise<object> {
    if (!handoff) throw new Error("no handler for a handoff here");
    const { token } = task;
    if (token === undefined) return { Payload: await handoff(task) };
    // The answer may come while the handler still works, so the listener is set up first.
    const answered = new Promise<object>((resolve, reject) => waiting.set(token, { resolve, reject }));
    answered.catch(() => {}); // the machine handles a state that timed out
    try {
      const atOnce = await handoff(task);
      if (atOnce) return atOnce;
      if (waiting.has(token)) parked.add(token);
      stirred();
      return await answered;
    } finally {
      parked.delete(token);
      waiting.delete(token);
    }
  }

  const run = interpreter("run", options, async (parameters, state) => ({
    Payload: await tick((parameters as { Payload: RunInput }).Payload, state as RunState),
  }));
  // What a handoff says has gone out already, because its tasks hold the channels here.
  const handoffs = interpreter("handoff", options, async (parameters, state) =>
    state === "FLUSH" ? {} : handOver((parameters as { Payload: HandoffTask }).Payload),
  );
  /** The handoffs that this process works on, with the number of executions of each. */
  const held = new Map<string, number>();

  function goOn(name: string, input: HandoffInput, startAt?: HandoffPhase): Promise<void> {
    return start(handoffs, name, input, startAt);
  }

  const dreams = interpreter("dream", options, async (parameters) => {
    if (!dream) throw new Error("no handler for a dream here");
    return { Payload: await dream((parameters as { Payload: DreamTask }).Payload) };
  });

  async function start(
    machine: ReturnType<typeof interpreter>,
    name: string,
    input: RunInput | HandoffInput | DreamInput,
    startAt?: string,
  ): Promise<void> {
    if (names.has(name)) return; // ExecutionAlreadyExists is success
    names.add(name);
    const id = "handoffId" in input ? input.handoffId : undefined;
    if (id !== undefined) held.set(id, (held.get(id) ?? 0) + 1);
    const done = machine(name, input, () => entered++, startAt)
      .then((end) => void ended.push(end))
      .finally(() => {
        running.delete(done);
        if (id !== undefined) held.set(id, (held.get(id) ?? 1) - 1);
        stirred();
      });
    running.add(done);
  }

  return {
    startRun: (name, input) => start(run, name, input),
    startHandoff: goOn,
    startDream: (name, input) => start(dreams, name, input),
    async completeTask(token, answer) {
      const waiter = waiting.get(token);
      parked.delete(token);
      waiting.delete(token);
      if (waiter) return waiter.resolve(answer);
      const { next, ...input } = answer;
      const state = HandoffPhase.safeParse(next).data;
      const known = HandoffInput.safeParse(input).data;
      if (state && known) await goOn(token, known, state);
    },
    async resumeHandoff(input, state) {
      if (state !== "EXPIRE" && (held.get(input.handoffId) ?? 0) > 0) return;
      await goOn(`${input.handoffId}@${state}-${++resumed}`, input, state);
    },
    timeOut() {
      parked.clear();
      for (const waiter of waiting.values())
        waiter.reject(Object.assign(new Error("TimeoutSeconds is over"), { name: "States.Timeout" }));
    },
    async idle() {
      while (running.size > parked.size)
        await Promise.race([...running, new Promise<void>((resolve) => (stirred = resolve))]);
      const all = ended;
      ended = [];
      return all;
    },
    transitions: () => entered,
  };
}

/** One machine, ready to run many times. `waitMs` replaces the waits of its Wait states. */
export function interpreter(
  file: string,
  options: { readonly retryPauseMs?: number; readonly waitMs?: number },
  handle: (parameters: unknown, state: string) => Promise<object>,
) {
  const definition = loadDefinition(file);
  const machineFrom = (StartAt: string) =>
    new StateMachine({ ...definition, StartAt }, { validationOptions: { noValidate: true } });
  const whole = machineFrom(definition.StartAt);
  const tasks = Object.entries(definition.States)
    .filter(([, state]) => state.Type === "Task")
    .map(([name]) => name);
  const waits = Object.entries(definition.States).flatMap(([name, { Type }]) => (Type === "Wait" ? [name] : []));
  const { retryPauseMs: pause, waitMs } = options;
  const waitTimeOverrides = waitMs === undefined ? {} : Object.fromEntries(waits.map((name) => [name, waitMs]));
  const retryIntervalOverrides = pause === undefined ? {} : Object.fromEntries(tasks.map((name) => [name, pause]));

  return async (
    name: string,
    input: RunInput | HandoffInput | DreamInput | ErasureInput,
    onEnter: () => void = () => {},
    startAt?: string,
  ): Promise<ExecutionEnd> => {
    const machine = startAt === undefined ? whole : machineFrom(startAt);
    let states = 0;
    const taskResourceLocalHandlers = Object.fromEntries(
      tasks.map((state) => [
        state,
        (parameters: unknown) =>
          handle(withToken(parameters, `${name}+${state}/${++states}=`), state) as Promise<never>,
      ]),
    );
    // The interpreter has one context for a whole execution, but each state needs a token of its own.
    const execution = machine.run(input, {
      overrides: { taskResourceLocalHandlers, retryIntervalOverrides, waitTimeOverrides },
      context: { Task: { Token: TOKEN } },
    });
    const counting = (async () => {
      for await (const event of execution.eventLogs) if (event.type === "StateEntered") onEnter();
    })();
    try {
      const output = await execution.result;
      return { name, status: "SUCCEEDED", output };
    } catch (error) {
      return { name, status: "FAILED", error };
    } finally {
      await counting;
    }
  };
}

const TOKEN = "task-token";

function withToken(parameters: unknown, token: string): unknown {
  const { Payload, ...rest } = parameters as { Payload?: { token?: string } };
  return Payload?.token === TOKEN ? { ...rest, Payload: { ...Payload, token } } : parameters;
}
