/** The `waldo` command as a person types it, in this process: what it prints and its exit code. */
import { waldo as run } from "../src/program.ts";

export type Ran = { readonly status: number; readonly stdout: string; readonly stderr: string };

/** Runs one command. `env` is all that it sees of the environment. */
export function waldoWith(env: NodeJS.ProcessEnv, ...args: string[]): Promise<Ran> {
  return waldoIn({ env }, ...args);
}

type Around = Pick<Parameters<typeof run>[1], "env" | "fetcher" | "stdin">;

/** Runs one command in these surroundings. Who brings an export agrees that it is taken in. */
export function waldoIn(around: Around, ...args: string[]): Promise<Ran> {
  return exactly(
    around,
    ...args,
    ...(args.includes("--export") || args.join(" ").startsWith("wearable connect") ? ["--consent", "body,memory"] : []),
  );
}

/** Runs one command with these arguments and no others. */
export async function exactly(around: Around, ...args: string[]): Promise<Ran> {
  // A person who can type sees the question.
  const [stdout, stderr] = [sheet(), sheet(around.stdin !== undefined)];
  const status = await run(args, { stdout: stdout.stream, stderr: stderr.stream, ...around });
  return { status, stdout: stdout.text(), stderr: stderr.text() };
}

export const waldo = (...args: string[]) => waldoWith({}, ...args);

function sheet(isTTY = false) {
  let text = "";
  const stream = {
    isTTY,
    write: (piece: string | Uint8Array) => {
      text += piece;
      return true;
    },
    on: () => stream as never,
  };
  return { stream, text: () => text };
}
