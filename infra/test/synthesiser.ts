/**
 * A process that synthesises the app as often as it is asked. To load CDK takes three times as long as one synthesis, so
 * the tests of a worker share one such process (template.ts). Each job brings the variables that the CDK CLI would set.
 */
import { rmSync } from "node:fs";
import { makeApp } from "../app.ts";

/** A variable that is `null` is not set. */
export type Job = { readonly id: number; readonly variables: Readonly<Record<string, string | null>> };
export type Done = { readonly id: number; readonly said: string; readonly failed: boolean };

const folders: string[] = [];
const write = process.stderr.write;

process.on("message", ({ id, variables }: Job) => {
  let said = "";
  for (const [name, value] of Object.entries(variables))
    if (value === null) delete process.env[name];
    else process.env[name] = value;
  folders.push(String(variables["CDK_OUTDIR"]));
  process.stderr.write = ((text: string) => {
    said += text;
    return true;
  }) as typeof write;
  try {
    makeApp({ autoSynth: false }).synth();
  } catch (error) {
    said += (error as Error).stack ?? String(error);
    process.exitCode = 1;
  }
  process.stderr.write = write;
  // CDK sets this when a rule is broken.
  const failed = process.exitCode === 1;
  process.exitCode = 0;
  process.send?.({ id, said, failed } satisfies Done);
});

// The worker has ended, so no test reads the folders any more.
process.on("disconnect", () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  process.exit(0);
});
