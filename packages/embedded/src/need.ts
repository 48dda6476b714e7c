/** Installs optional parts when a command first needs them: docs/decisions/0004. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { WaldoError } from "@waldo/contracts";

const INSTALL = fileURLToPath(new URL("../../../scripts/install.mjs", import.meta.url));

/** `aws`: the AWS SDK. `page`: the tools that build the page. `deploy`: the CDK, and both others. */
export type Part = "aws" | "page" | "deploy";

const there = new Map<Part, Promise<void>>();

/**
 * Resolves when the part is installed. The progress is printed on stderr. Throws `InvalidInput` when the installation
 * fails; the next call tries again.
 */
export function need(part: Part): Promise<void> {
  const known = there.get(part);
  if (known) return known;
  const installing = install(part).catch((error: unknown) => {
    there.delete(part);
    throw error;
  });
  there.set(part, installing);
  return installing;
}

async function install(part: Part): Promise<void> {
  const [code] = await once(
    spawn(process.execPath, [INSTALL, part], { stdio: ["ignore", "ignore", "inherit"] }),
    "exit",
  );
  if (code !== 0) throw new WaldoError("InvalidInput", "what this needs is not installed, as said above");
}
