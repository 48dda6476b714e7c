/**
 * Step Functions on one machine: interprets the same ASL files that infra deploys. A local handler replaces the lambda
 * of a Task. Routing, retries, and input and output processing come from the file. A state with a task token waits for
 * `completeTask`, as it would for SendTaskSuccess.
 *
 * Step Functions stores executions; a process does not. If the process that waited for an answer is gone, the handoff
 * or the review continues here at the state that the answer names. `resumeHandoff` and `resumeReview` start one at the
 * state in its rows. All of these may be called twice, because each phase is done once.
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
  ReviewInput,
  ReviewPhase,
  type ReviewTask,
  type RunInput,
  type RunState,
  type TickResult,
} from "@waldo/contracts";
import type { Machines } from "@waldo/core/ports";
import { StateMachine, type StateMachineDefinition } from "aws-local-stepfunctions";

/** Each handler handles one Task, as its lambda would: payload in, payload out. */
type TaskHandlers = {
  readonly tick: (input: RunInput, state: RunState) => Promise<TickResult>;
  readonly handoff?: (task: HandoffTask) => Promise<HandoffAnswer | undefined>;
  readonly review?: (task: ReviewTask) => Promise<ReviewInput | undefined>;
  readonly dream?: (task: DreamTask) => Promise<object>;
};

type ExecutionEnd = {
  readonly name: string;
  readonly status: "SUCCEEDED" | "FAILED";
  readonly output?: unknown;
  readonly error?: unknown;
};

export type LocalMachines = Machines & {
  /**
   * Resolves when no execution is running, except those that wait for a person. Returns how each execution since the
   * last call ended.
   */
  idle(): Promise<ExecutionEnd[]>;
  /**
   * Starts a handoff at one of its states. Does nothing while this process works on it, unless its waiting time is
   * over.
   */
  resumeHandoff(input: HandoffInput, state: HandoffPhase): Promise<void>;
  /** The same for a review. */
  resumeReview(input: ReviewInput, state: ReviewPhase): Promise<void>;
  /** Ends the wait of every waiting state, as TimeoutSeconds would. */
  timeOut(): void;
  /** Ends every wait for a person, so that the process can end. The rows tell the next process where to continue. */
  close(): void;
  /** How many state entries have been interpreted so far. Step Functions bills these as transitions. */
  transitions(): number;
};

const ASL = new URL("../../../statemachines/", import.meta.url);

export function loadDefinition(name: string): StateMachineDefinition {
  return JSON.parse(readFileSync(new URL(`${name}.asl.json`, ASL), "utf8"));
}

type Waiter = { readonly resolve: (answer: object) => void; readonly reject: (error: Error) => void };

/**
 * `retryPauseMs` replaces the waits in the ASL's Retry fields. It is 0 under a virtual clock. Default: the waits of the
 * file.
 */
export function localMachines(
  handlers: TaskHandlers | TaskHandlers["tick"],
  options: { readonly retryPauseMs?: number } = {},
): LocalMachines {
  const { tick, handoff, review, dream }: TaskHandlers = typeof handlers === "function" ? { tick: handlers } : handlers;
  const names = new Set<string>();
  const running = new Set<Promise<void>>();
  const waiting = new Map<string, Waiter>();
  /** The tokens of states that only wait. */
  const parked = new Set<string>();
  let ended: ExecutionEnd[] = [];
  let entered = 0;
  let resumed = 0;
  let stirred = () => {};
  const closing = new AbortController();

  /** Does a Task of a machine that can wait. Without a token it answers at once. */
  async function waitingTask<T extends { readonly token?: string | undefined }>(
    task: T,
    handler: (task: T) => Promise<object | undefined>,
  ): Promise<object> {
    const { token } = task;
    if (closing.signal.aborted) throw new Error("this process ends");
    if (token === undefined) return { Payload: await handler(task) };
    // The answer may come while the handler still works, so the listener is set up first.
    const answered = new Promise<object>((resolve, reject) => waiting.set(token, { resolve, reject }));
    answered.catch(() => {}); // the machine handles a state that timed out
    try {
      const atOnce = await handler(task);
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
  // On a single machine these tasks have the channels, so their messages are sent already.
  const handoffs = interpreter("handoff", options, async (parameters, state) => {
    if (state === "FLUSH") return {};
    if (!handoff) throw new Error("no handler for a handoff here");
    return waitingTask((parameters as { Payload: HandoffTask }).Payload, handoff);
  });
  const reviews = interpreter("review", options, async (parameters, state) => {
    if (state === "SAY") return {};
    if (!review) throw new Error("no handler for a review here");
    return waitingTask((parameters as { Payload: ReviewTask }).Payload, review);
  });
  /** The handoffs and reviews that this process works on, with the number of executions of each. */
  const held = new Map<string, number>();
  const idOf = (input: object): string | undefined =>
    HandoffInput.safeParse(input).data?.handoffId ?? ReviewInput.safeParse(input).data?.reviewId;

  /** Continues at the state that an answer names. A final state needs nothing. */
  async function goOnAt(name: string, answer: object & { readonly next?: string }): Promise<void> {
    const known = ReviewInput.safeParse(answer).data;
    // A review may change while its machine waits elsewhere, so one token may get several answers.
    if (known) {
      if (ReviewPhase.safeParse(known.next).success) await start(reviews, `${name}@${known.next}-${known.turn}`, known);
      return;
    }
    const { next, ...input } = answer;
    const state = HandoffPhase.safeParse(next).data;
    const handedOver = HandoffInput.safeParse(input).data;
    if (state && handedOver) await start(handoffs, name, handedOver, state);
  }

  /** Starts a machine at one of its states. With `again` it starts even when this process works on it. */
  async function resume(
    machine: ReturnType<typeof interpreter>,
    input: HandoffInput | ReviewInput,
    { state, again }: { readonly state: string; readonly again: boolean },
  ): Promise<void> {
    const id = idOf(input) ?? "";
    if (!again && (held.get(id) ?? 0) > 0) return;
    await start(machine, `${id}@${state}-${++resumed}`, input, state);
  }

  const dreams = interpreter("dream", options, async (parameters) => {
    if (!dream) throw new Error("no handler for a dream here");
    return { Payload: await dream((parameters as { Payload: DreamTask }).Payload) };
  });

  async function start(
    machine: ReturnType<typeof interpreter>,
    name: string,
    input: RunInput | HandoffInput | ReviewInput | DreamInput,
    startAt?: string,
  ): Promise<void> {
    if (names.has(name)) return; // ExecutionAlreadyExists is success
    names.add(name);
    const id = idOf(input);
    if (id !== undefined) held.set(id, (held.get(id) ?? 0) + 1);
    const done = machine(name, input, { onEnter: () => entered++, startAt, signal: closing.signal })
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
    startHandoff: (name, input) => start(handoffs, name, input),
    startReview: (name, input) => start(reviews, name, input),
    startDream: (name, input) => start(dreams, name, input),
    async completeTask(token, answer) {
      const waiter = waiting.get(token);
      parked.delete(token);
      waiting.delete(token);
      if (waiter) return waiter.resolve(answer);
      await goOnAt(token, answer);
    },
    resumeHandoff: (input, state) => resume(handoffs, input, { state, again: state === "EXPIRE" }),
    resumeReview: (input, state) => resume(reviews, input, { state, again: true }),
    timeOut() {
      parked.clear();
      for (const waiter of waiting.values())
        waiter.reject(Object.assign(new Error("TimeoutSeconds is over"), { name: "States.Timeout" }));
    },
    close() {
      closing.abort();
      for (const waiter of waiting.values()) waiter.reject(new Error("this process ends"));
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
    input: RunInput | HandoffInput | ReviewInput | DreamInput | ErasureInput,
    {
      onEnter = () => {},
      startAt,
      signal,
    }: { readonly onEnter?: () => void; readonly startAt?: string | undefined; readonly signal?: AbortSignal } = {},
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
    signal?.addEventListener("abort", execution.abort);
    const counting = (async () => {
      for await (const event of execution.eventLogs) if (event.type === "StateEntered") onEnter();
    })();
    try {
      const output = await execution.result;
      return { name, status: "SUCCEEDED", output };
    } catch (error) {
      return { name, status: "FAILED", error };
    } finally {
      signal?.removeEventListener("abort", execution.abort);
      await counting;
    }
  };
}

const TOKEN = "task-token";

function withToken(parameters: unknown, token: string): unknown {
  const { Payload, ...rest } = parameters as { Payload?: { token?: string } };
  return Payload?.token === TOKEN ? { ...rest, Payload: { ...Payload, token } } : parameters;
}
