/** Installs what a day does not need, when a command first asks for it: docs/decisions/0004. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { WaldoError } from "@waldo/contracts";

const INSTALL = fileURLToPath(new URL("../../../scripts/install.mjs", import.meta.url));

/** `aws`: the AWS SDK. `page`: what builds the page. `deploy`: the CDK, and both. */
export type Part = "aws" | "page" | "deploy";

const there = new Map<Part, Promise<void>>();

/**
 * Resolves when the part is installed; how far it is stands on stderr. Throws `InvalidInput` when it cannot be
 * installed. The next call tries again.
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
