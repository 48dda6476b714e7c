/** The `waldo` command as a person types it, in this process: what it prints and its exit code. */
import { waldo as run } from "../src/program.ts";

export type Ran = { readonly status: number; readonly stdout: string; readonly stderr: string };

/** Runs one command. `env` is all that it sees of the environment. */
export function waldoWith(env: NodeJS.ProcessEnv, ...args: string[]): Promise<Ran> {
  return waldoIn({ env }, ...args);
}

/** Runs one command in these surroundings. */
export async function waldoIn(
  around: Pick<Parameters<typeof run>[1], "env" | "fetcher">,
  ...args: string[]
): Promise<Ran> {
  const [stdout, stderr] = [sheet(), sheet()];
  const status = await run(args, { stdout: stdout.stream, stderr: stderr.stream, ...around });
  return { status, stdout: stdout.text(), stderr: stderr.text() };
}

export const waldo = (...args: string[]) => waldoWith({}, ...args);

function sheet() {
  let text = "";
  const stream = {
    write: (piece: string | Uint8Array) => {
      text += piece;
      return true;
    },
    on: () => stream as never,
  };
  return { stream, text: () => text };
}
