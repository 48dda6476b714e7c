/** Starts dynoxide, for tests. */

import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { startHttpServer } from "./local-server.ts";

/** How often the server is asked whether it is up. It is up in about 10 ms. */
const POLL_MS = 5;

/**
 * dynoxide, a DynamoDB engine on SQLite, in memory. npm installs its program as an optional dependency, because it is
 * published only for Linux on x64. It charges a transactional write as the guide says, and shows every access key the
 * same tables. It never answers TransactionConflict.
 */
export const dynoxide = {
  transactFactor: 1,
  find() {
    const program = programPath();
    const { status, stdout } = program ? spawnSync(program, ["--version"], { encoding: "utf8" }) : {};
    if (status !== 0) return { missing: `dynoxide is not installed for ${process.platform}-${process.arch}` };
    return { name: String(stdout).trim() };
  },
  start() {
    return startHttpServer({
      command: programPath() ?? "dynoxide",
      args: (port) => ["--port", String(port)],
      pollMs: POLL_MS,
      hint: "dynoxide did not start.",
    });
  },
};

function programPath(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve("@dynoxide/linux-x64/dynoxide");
  } catch {
    return undefined; // npm leaves an optional dependency out on another platform
  }
}
