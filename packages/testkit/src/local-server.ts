import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A server on loopback for the length of a test file. `stop` waits until it is gone. */
export type LocalServer = { readonly endpoint: string; stop(): Promise<void> };

export type ServerProcess = {
  readonly command: string;
  /** Given a folder of its own, which is also its working directory and is removed when it stops. */
  readonly args: (scratch: string) => readonly string[];
  /** Resolves to the endpoint once the server answers. */
  readonly ready: (child: ChildProcess) => Promise<string>;
  /** What to tell someone for whom it does not start. */
  readonly hint: string;
};

/** Starts a server in a process of its own, which dies with this one. Throws with the hint when it does not come up. */
export async function startServer({ command, args, ready, hint }: ServerProcess): Promise<LocalServer> {
  const scratch = await mkdtemp(join(tmpdir(), "waldo-server-"));
  const child = spawn(command, args(scratch), { cwd: scratch, stdio: ["ignore", "pipe", "pipe"] });
  let stderr = "";
  child.stderr.on("data", (chunk) => {
    stderr = (stderr + String(chunk)).slice(-2000);
  });
  const killWithUs = () => child.kill("SIGKILL");
  process.once("exit", killWithUs);
  const stop = async () => {
    process.off("exit", killWithUs);
    await end(child);
    await rm(scratch, { recursive: true, force: true });
  };
  const died = once(child, "exit").then(
    ([code]) => Promise.reject(new Error(`${hint} What happened: it ended with ${code}. ${stderr.trim()}`)),
    (error: Error) => Promise.reject(new Error(`${hint} What happened: ${error.message}`)),
  );
  try {
    const endpoint = await Promise.race([ready(child), died]);
    // Nobody reads its output from here on; an unread pipe would stop it in the end.
    child.stdout.resume();
    return { endpoint, stop };
  } catch (error) {
    // Why it died says more than that it did not answer.
    const reason = isGone(child) ? await died.catch((why: unknown) => why) : error;
    await stop();
    throw reason;
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (isGone(child)) return;
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}

export function isGone(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}
