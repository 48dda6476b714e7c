// Runs every check that must pass before a commit: lint, types, the house, synth, tests. It prints
// one line per step, and the step's own output only when it failed. The tests print their own summary, which comes
// last.
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";

const cwd = fileURLToPath(new URL("..", import.meta.url));

// TypeScript stores its results beside the packages, so a second run checks only what changed.
const kept = (name) => ["--incremental", "--tsBuildInfoFile", `node_modules/.cache/tsc/${name}.tsbuildinfo`];

// Node keeps the code of the steps compiled for the next run.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL("../node_modules/.cache/compiled", import.meta.url));

// The longest steps come first. No step needs another, so each begins as soon as a core is free.
const STEPS = [
  ["linear patterns", "node", ["scripts/check-regexes.ts", "--quick"]],
  ["types", "tsc", ["-p", ".", ...kept("root")]],
  ["synth", "cdk", ["synth", "--quiet", "--context", "waldo:kept=yes"]],
  ["types of the page", "tsc", ["-p", "packages/app", ...kept("app")]],
  ["size of the house", "node", ["scripts/house.ts"]],
  ["prose", "node", ["scripts/check-prose.mjs"]],
  ["lint and format", "biome", ["check", "."]],
];

function run(command, args, stdio) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, stdio: ["ignore", stdio, stdio], shell: process.platform === "win32" });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += chunk));
    child.on("error", (error) => resolve({ code: 1, output: `${command}: ${error.message}` }));
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

async function take([name, command, args]) {
  const started = performance.now();
  const { code, output } = await run(command, args, "pipe");
  const took = ((performance.now() - started) / 1000).toFixed(1);
  return {
    code,
    text: `${code === 0 ? "ok    " : "FAILED"} ${name} (${took} s)${code === 0 ? "" : `\n${output.trimEnd()}`}`,
  };
}

// As many at once as there are cores. The lines still come in the order of the list.
const taken = STEPS.map(() => Promise.withResolvers());
let next = 0;
async function worker() {
  for (let i = next++; i < STEPS.length; i = next++) taken[i].resolve(await take(STEPS[i]));
}
for (let i = 0; i < availableParallelism(); i++) worker();
let failed = 0;
for (const { promise } of taken) {
  const { code, text } = await promise;
  console.log(text);
  if (code !== 0) failed++;
}
const tests = await run("vitest", ["run"], "inherit");
if (failed > 0) console.log(`\n${failed} of ${STEPS.length} checks before the tests failed; they are printed above`);
process.exit(failed > 0 || tests.code !== 0 ? 1 : 0);
