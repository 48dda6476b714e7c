/** Starts server programs for tests, and makes sure that they end with the tests. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const START_TIMEOUT_MS = 30_000;

/** A server on loopback that lives as long as a test file. `stop` waits until the server is gone. */
export type LocalServer = { readonly endpoint: string; stop(): Promise<void> };

type ServerProcess = {
  readonly command: string;
  /** Receives a folder of its own, which is also the working directory. The folder is removed when the server stops. */
  readonly args: (scratch: string) => readonly string[];
  /** Resolves to the endpoint when the server answers. */
  readonly ready: (child: ChildProcess) => Promise<string>;
  /** The advice to print when the server does not start. */
  readonly hint: string;
};

/**
 * Runs "$@" until it ends or standard input closes. Standard input closes at the latest when the process that holds its
 * other end dies, also by SIGKILL. So no server outlives its tests.
 */
const GUARD = `
  exec 3<&0
  "$@" 3<&- &
  server=$!
  { cat <&3; kill -9 $server; } >/dev/null 2>&1 &
  exec 3<&-
  wait $server
`;

/**
 * Starts a server in a process of its own, which dies with this one. Throws with the hint when the server does not
 * start.
 */
export async function startServer({ command, args, ready, hint }: ServerProcess): Promise<LocalServer> {
  const scratch = await mkdtemp(join(tmpdir(), "waldo-server-"));
  const child = spawn("/bin/sh", ["-c", GUARD, "sh", command, ...args(scratch)], { cwd: scratch, stdio: "pipe" });
  let stderr = "";
  child.stderr.on("data", (chunk) => {
    stderr = (stderr + String(chunk)).slice(-2000);
  });
  const stop = async () => {
    await end(child);
    await rm(scratch, { recursive: true, force: true });
  };
  const died = once(child, "exit").then(
    ([code]) => Promise.reject(new Error(`${hint} What happened: it ended with ${code}. ${stderr.trim()}`)),
    (error: Error) => Promise.reject(new Error(`${hint} What happened: ${error.message}`)),
  );
  try {
    const endpoint = await Promise.race([ready(child), died]);
    // From here on no code reads its output, and a pipe that is not read would stop the server in the end.
    child.stdout.resume();
    return { endpoint, stop };
  } catch (error) {
    // The reason of the death says more than a missing answer.
    const reason = isGone(child) ? await died.catch((why: unknown) => why) : error;
    await stop();
    throw reason;
  }
}

type HttpServerProcess = Pick<ServerProcess, "command" | "hint"> & {
  /** Receives the port to listen on at 127.0.0.1, and the folder. */
  readonly args: (port: number, scratch: string) => readonly string[];
  /** The pause in ms before the server is asked again whether it is up. */
  readonly pollMs: number;
};

/** Starts an HTTP server on a free port and asks it until it answers. Throws as `startServer` does. */
export async function startHttpServer({ command, args, pollMs, hint }: HttpServerProcess): Promise<LocalServer> {
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  return startServer({
    command,
    args: (scratch) => args(port, scratch),
    hint,
    async ready(child) {
      const deadline = performance.now() + START_TIMEOUT_MS;
      while (performance.now() < deadline && !isGone(child)) {
        if ((await fetch(endpoint).catch(() => undefined)) !== undefined) return endpoint;
        await sleep(pollMs);
      }
      throw new Error(`${command} did not answer within ${START_TIMEOUT_MS / 1000} s`);
    },
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no free port");
  return address.port;
}

async function end(child: ChildProcess): Promise<void> {
  if (isGone(child)) return;
  const gone = once(child, "exit");
  child.stdin?.destroy();
  await gone;
}

function isGone(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}
