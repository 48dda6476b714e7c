/** Runs one bundle in a process of its own, as Lambda would, for the cloud tests. */

import { fork } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The error that Lambda would answer, by its type. */
export class FunctionError extends Error {
  readonly stackSeen: string;
  constructor({ errorType, errorMessage, stack }: { errorType: string; errorMessage: string; stack: string }) {
    super(errorMessage);
    this.name = errorType;
    this.stackSeen = stack;
  }
}

export type FunctionProcess = {
  readonly loaded: { readonly handler: string; readonly loadedInMs: number };
  invoke(event: unknown): Promise<unknown>;
  /** Everything the process wrote, lines of all streams together. */
  output(): string;
  stop(): Promise<void>;
};

type Answer = { id: number; result?: unknown; error?: { errorType: string; errorMessage: string; stack: string } };

const HOST = fileURLToPath(new URL("function-host.mjs", import.meta.url));

/**
 * Starts a bundle in a process of its own, with the environment it would have on Lambda and no variable of this
 * process.
 */
export async function startFunction(folder: string, env: Record<string, string>): Promise<FunctionProcess> {
  const child = fork(HOST, [join(folder, "index.mjs")], {
    env,
    execArgv: [],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += String(chunk)));
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  const answered = (id: number) =>
    new Promise<unknown>((resolve, reject) => {
      waiting.set(id, { resolve, reject });
    });
  child.on("message", ({ id, result, error }: Answer) => {
    const call = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) call?.resolve(result);
    else call?.reject(new FunctionError(error));
  });
  const gone = new Promise<void>((resolve) => child.on("exit", () => resolve()));
  void gone.then(() => {
    for (const { reject } of waiting.values())
      reject(new Error(`the function's process ended: ${output.slice(-2000)}`));
  });
  const loaded = (await answered(0)) as FunctionProcess["loaded"];
  let calls = 0;
  return {
    loaded,
    invoke(event) {
      calls += 1;
      const answer = answered(calls);
      child.send({ id: calls, event });
      return answer;
    },
    output: () => output,
    async stop() {
      child.kill("SIGKILL");
      await gone;
    },
  };
}
