// Runs the tests several times beside busy loops, and says how many were red: a test that fails here depends on the time
// that something takes. Ends with 1 when a run was red.
//
//   node scripts/loaded.mjs [--runs 10] [--loops 20] [files or folders …]
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: "string", default: "10" }, loops: { type: "string", default: "20" } },
});
const cwd = fileURLToPath(new URL("..", import.meta.url));
const vitest = fileURLToPath(new URL("../node_modules/vitest/vitest.mjs", import.meta.url));

// The input of a loop ends with this process, so the loop ends too, even when this process is killed.
const BUSY = `process.stdin.on("end", () => process.exit()).resume();
const turn = () => { const until = Date.now() + 200; while (Date.now() < until); setImmediate(turn); };
turn();`;
const loops = Array.from({ length: Number(values.loops) }, () =>
  spawn(process.execPath, ["--eval", BUSY], { stdio: ["pipe", "ignore", "inherit"] }),
);

const run = () =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [vitest, "run", ...positionals], { cwd, stdio: "inherit" });
    child.on("close", resolve);
  });

let red = 0;
for (let at = 1; at <= Number(values.runs); at++) {
  const started = performance.now();
  const code = await run();
  if (code !== 0) red++;
  const minutes = ((performance.now() - started) / 60_000).toFixed(1);
  console.log(
    `run ${at} of ${values.runs} beside ${values.loops} loops: ${code === 0 ? "green" : "RED"} in ${minutes} min`,
  );
}
for (const loop of loops) loop.kill();
console.log(`${red} of ${values.runs} runs were red`);
process.exit(red > 0 ? 1 : 0);
