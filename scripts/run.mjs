// Installs a part, then runs a program of this repository on a Node that runs TypeScript:
// `node scripts/run.mjs day packages/embedded/src/cli.ts day`. The scripts of package.json call it.
import { spawn } from "node:child_process";
import { delimiter, dirname } from "node:path";
import { install } from "./install.mjs";

const [part, ...command] = process.argv.slice(2);
const node = await install(part);
const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };
const child = spawn(node, ["--disable-warning=ExperimentalWarning", ...command], { env, stdio: "inherit" });
// A terminal sends Ctrl-C to both processes. The program decides what to do.
process.on("SIGINT", () => {});
for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code, signal) => {
  process.exitCode = code ?? (signal === "SIGINT" ? 130 : 143);
});
