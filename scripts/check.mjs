// Runs every check that must pass before a commit: lint, types, import direction, dead code, synth, tests. It prints
// one line per step, and the step's own output only when it failed. The tests print their own summary, which comes
// last.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const cwd = fileURLToPath(new URL("..", import.meta.url));

const STEPS = [
  ["lint and format", "biome", ["check", "."]],
  ["types", "tsc", ["-p", "."]],
  ["types of the page", "tsc", ["-p", "packages/app"]],
  ["import direction", "depcruise", ["packages", "lambdas", "infra", "bench", "--config", ".dependency-cruiser.cjs"]],
  ["dead code", "knip", []],
  ["linear patterns", "node", ["scripts/check-regexes.ts"]],
  ["synth", "cdk", ["synth", "--quiet"]],
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

let failed = 0;
for (const [name, command, args] of STEPS) {
  const started = performance.now();
  const { code, output } = await run(command, args, "pipe");
  const took = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${code === 0 ? "ok    " : "FAILED"} ${name} (${took} s)`);
  if (code !== 0) {
    failed++;
    console.log(output.trimEnd());
  }
}
const tests = await run("vitest", ["run"], "inherit");
if (failed > 0) console.log(`\n${failed} of ${STEPS.length} checks before the tests failed; they are printed above`);
process.exit(failed > 0 || tests.code !== 0 ? 1 : 0);
