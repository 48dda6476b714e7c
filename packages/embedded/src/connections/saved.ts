/**
 * The connections of this home in `connections.json`, which only its owner can read. It holds no secret, only the names
 * of environment variables with secrets.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SearchApi, ServerName, ToolNames, WaldoError } from "@waldo/contracts";
import * as z from "zod";
import { fileArchive } from "../file-archive.ts";
import { mustBeFolder, shownPath } from "../home.ts";

const Variable = z.string().regex(/^[A-Z_][A-Z0-9_]*$/i, "expected the name of an environment variable");

/** A server of the Model Context Protocol. Only the tools that are named may be called. */
export const McpEntry = z.union([
  z.strictObject({
    command: z.string().min(1),
    args: z.array(z.string()).default([]),
    /** The environment variables that the process gets. It gets no others. */
    env: z.array(Variable).default([]),
    tools: ToolNames,
  }),
  z.strictObject({
    url: z.url(),
    /** The variable that holds the bearer token. */
    keyEnv: Variable.optional(),
    tools: ToolNames,
  }),
]);
export type McpEntry = z.infer<typeof McpEntry>;

export const Connections = z.strictObject({
  search: z.strictObject({ api: SearchApi, url: z.url(), keyEnv: Variable.optional() }).optional(),
  /** The hosts whose pages may be read. */
  pages: z.array(z.hostname()).default([]),
  mcp: z.record(ServerName, McpEntry).default({}),
});
export type Connections = z.infer<typeof Connections>;

const FILE = "connections.json";

/** Returns the saved connections. Throws `InvalidInput` when the file is not Waldo's. */
export function readConnections(root: string): Connections {
  const file = join(root, FILE);
  mustBeFolder(root);
  try {
    return Connections.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return Connections.parse({});
    throw new WaldoError(
      "InvalidInput",
      `${shownPath(file)} cannot be read as a list of connections: mend it, or remove it`,
      { cause },
    );
  }
}

export async function saveConnections(root: string, connections: Connections): Promise<void> {
  await fileArchive(root).write(FILE, new TextEncoder().encode(`${JSON.stringify(connections, null, 2)}\n`));
}
