// The CDK CLI of this repository, in the terminal of the person who runs the command.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Cdk } from "@waldo/aws/operate/deploy";
import { WaldoError } from "@waldo/contracts";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const CDK = join(ROOT, "node_modules", ".bin", "cdk");

/** `WALDO_CDK` names another CLI. With `--json` its output goes to stderr, so that stdout stays one document. */
export function cdkCli(env: NodeJS.ProcessEnv, { json }: { readonly json: boolean }): Cdk {
  const command = env["WALDO_CDK"] ?? CDK;
  // The CLI starts `node`, which must be one that runs TypeScript, as this one does.
  const path = `${dirname(process.execPath)}${delimiter}${process.env["PATH"] ?? ""}`;
  return async (args) => {
    const stdio = ["inherit", json ? 2 : "inherit", "inherit"] as const;
    const child = spawn(command, args, { cwd: ROOT, env: { ...process.env, PATH: path }, stdio: [...stdio] });
    try {
      const [code] = await once(child, "exit");
      return typeof code === "number" ? code : 1;
    } catch (cause) {
      throw new WaldoError("InvalidInput", `the CDK CLI cannot be started (${command})`, { cause });
    }
  };
}
