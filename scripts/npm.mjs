// Starts npm, or another program, as a child that ends with this process.
import { spawn } from "node:child_process";
import { ROOT } from "./parts.mjs";

const isWindows = process.platform === "win32";
const CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };
/** The code of a shell that does not find a command. */
const MISSING = 127;

/** By default npm tries an unreachable registry for minutes, and waits for each package to fail. */
const TRIES = ["--fetch-retries=1", "--fetch-retry-mintimeout=500", "--fetch-retry-maxtimeout=500"];

/** Runs npm. Under `npm run` it uses the npm that already runs. */
export function npm(args) {
  const path = process.env.npm_execpath;
  return path?.endsWith("npm-cli.js")
    ? start(process.execPath, [path, ...args, ...TRIES])
    : start("npm", [...args, ...TRIES]);
}

const running = new Set();
const stopAll = Object.entries(CODES).map(([signal, code]) => [
  signal,
  () => {
    for (const child of running) end(child);
    process.exit(code);
  },
]);

function end(child) {
  try {
    process.kill(isWindows ? child.pid : -child.pid, "SIGKILL");
  } catch {
    // The process has ended already.
  }
}

/**
 * Resolves to the exit code and the output when the program has ended. A signal that stops this process also stops the
 * program and its children, which are a separate process group.
 */
export function start(program, args) {
  const options = { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"], detached: !isWindows, shell: isWindows };
  if (running.size === 0) for (const [signal, stop] of stopAll) process.on(signal, stop);
  const child = spawn(program, args, options);
  running.add(child);
  return new Promise((resolve) => {
    let wrote = "";
    let said = "";
    const done = (code) => {
      running.delete(child);
      if (running.size === 0) for (const [signal, stop] of stopAll) process.off(signal, stop);
      resolve({ code, wrote, said, isMissing: code === MISSING });
    };
    child.stdout.on("data", (piece) => (wrote += piece));
    child.stderr.on("data", (piece) => (said += piece));
    child.on("error", () => done(MISSING));
    child.on("close", (code) => done(code ?? 1));
  });
}
