/** Starts a local S3 server, for tests. */

import { createRequire } from "node:module";
import { type LocalServer, startServer } from "./local-server.ts";

export type LocalS3 = LocalServer & {
  /** The only credentials that the server accepts. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
};

/** Runs in the child process: it serves the folder in the second argument and prints the port. */
const SERVE = `
  const S3rver = require(process.argv[1]);
  new S3rver({ address: "127.0.0.1", port: 0, silent: true, directory: process.argv[2] })
    .run().then(({ port }) => console.log(port));
`;

/**
 * s3rver on loopback, with its objects in a temporary folder that `stop` removes. Clients must set `forcePathStyle`. It
 * ignores If-Match and If-None-Match.
 *
 * It has a process of its own, because its continuation tokens use DES, which OpenSSL 3 has only in the legacy
 * provider.
 */
export async function startS3(): Promise<LocalS3> {
  const server = createRequire(import.meta.url).resolve("s3rver");
  const flags = ["--openssl-legacy-provider", "--no-deprecation", "--input-type=commonjs"];
  const running = await startServer({
    command: process.execPath,
    args: (scratch) => [...flags, "-e", SERVE, server, scratch],
    hint: "s3rver did not start.",
    async ready(child) {
      for await (const line of child.stdout ?? []) return `http://127.0.0.1:${String(line).trim()}`;
      throw new Error("s3rver printed no port");
    },
  });
  return { ...running, credentials: { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" } };
}
