// Runs before every command of this project. It installs the dependencies when they are missing or older than the
// lockfile. It uses only what Node itself brings, so that one command works on a fresh checkout. npm installs a Node
// too, the one that Waldo runs on; where it cannot, this Node must be able to run TypeScript.
import { spawn } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = new URL("..", import.meta.url);
const at = (path) => new URL(path, root);
const installed = at("node_modules/.package-lock.json");
const fresh =
  existsSync(installed) &&
  (existsSync(at("node_modules/node/bin/node")) || Boolean(process.features.typescript)) &&
  statSync(installed).mtimeMs >= statSync(at("package-lock.json")).mtimeMs;

// A registry that has not answered one small question by then is slow, or out of reach.
const PING_MS = 25_000;
const NO_NETWORK = /\b(EAI_AGAIN|ENOTFOUND|ECONNREFUSED|ENETUNREACH|EHOSTUNREACH)\b/;
const AGAIN_MS = 2_000;
const isWindows = process.platform === "win32";

if (!fresh) install();

async function install() {
  const [major] = process.versions.node.split(".").map(Number);
  if (major < 20) {
    console.error(`Waldo needs Node 20 or later to install itself; this is ${process.version}.`);
    process.exit(1);
  }
  console.error("installing what Waldo needs into node_modules (first run, or an update); this takes about a minute …");
  // Without a network npm ci alone tries for minutes before it fails. With --offline it takes what npm has kept from
  // earlier installs, or fails at once.
  const asked = () => npm(["ping", "--fetch-retries=0", "--loglevel=error"], { quietly: true, withinMs: PING_MS });
  let ping = await asked();
  const isOut = () => NO_NETWORK.test(ping.said);
  // One failure may pass.
  if (isOut()) {
    await new Promise((go) => setTimeout(go, AGAIN_MS));
    ping = await asked();
  }
  if (ping.isLate) console.error("The package registry does not answer yet. npm goes on trying; Ctrl-C ends it.");
  const offline = isOut() ? ["--offline"] : [];
  const { status, isMissing } = ping.isMissing
    ? ping
    : await npm(["ci", "--no-audit", "--no-fund", "--loglevel=error", ...offline]);
  if (status === 0) return;
  console.error(
    isMissing
      ? "npm was not found: install Node 20 or later from https://nodejs.org, which brings npm."
      : "npm ci failed: check that the package registry can be reached, then try again.",
  );
  process.exit(status || 1);
}

// Runs npm and resolves when it has ended. Its output goes to stderr, or with `quietly` into `said`. What stops this
// process stops npm and all that npm has started: they are a process group of their own.
function npm(args, { quietly = false, withinMs } = {}) {
  const path = process.env.npm_execpath;
  const stdio = ["ignore", quietly ? "ignore" : 2, quietly ? "pipe" : "inherit"];
  const options = { cwd: fileURLToPath(root), stdio, detached: !isWindows, shell: !path && isWindows };
  let child;
  const end = (signal) => {
    try {
      process.kill(isWindows ? child.pid : -child.pid, signal);
    } catch {
      // It has ended already.
    }
  };
  const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };
  const stops = Object.keys(codes).map((signal) => {
    const stop = () => {
      end("SIGKILL");
      process.exit(codes[signal]);
    };
    process.on(signal, stop);
    return () => process.off(signal, stop);
  });
  child = path ? spawn(process.execPath, [path, ...args], options) : spawn("npm", args, options);
  return new Promise((resolve) => {
    let said = "";
    let isLate = false;
    const giveUp = () => {
      isLate = true;
      end("SIGKILL");
    };
    const late = withinMs && setTimeout(giveUp, withinMs);
    const done = (status, isMissing) => {
      clearTimeout(late);
      for (const forget of stops) forget();
      resolve({ status, said, isLate, isMissing });
    };
    if (child.stderr)
      child.stderr.on("data", (piece) => {
        said += piece;
      });
    child.on("error", () => done(127, true));
    // A shell ends with 127 when it does not find the command.
    child.on("close", (status) => done(status ?? 1, status === 127));
  });
}
