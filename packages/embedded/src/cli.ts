#!/usr/bin/env -S node --disable-warning=ExperimentalWarning
/** Runs the command in this process. V8's compile cache halves its start-up time. */
import { enableCompileCache } from "node:module";

enableCompileCache();
const { waldo } = await import("./program.ts");
process.exitCode = await waldo(process.argv.slice(2), process);
