import { once } from "node:events";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isGone, type LocalServer, startServer } from "./local-server.ts";

const START_TIMEOUT_MS = 30_000;
const POLL_MS = 50;
/** A small, quickly started JVM: tests share the machine with it. */
const JVM_FLAGS = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx512m"];

/**
 * AWS's own DynamoDB Local, in memory, from the jar inside `amplify-dynamodb-simulator`. Any region and credentials
 * do; each access key and region sees its own tables. Needs Java 11 or newer, and says so.
 */
export async function startDynamoDbLocal(): Promise<LocalServer> {
  const require = createRequire(import.meta.url);
  const emulator = join(dirname(require.resolve("amplify-dynamodb-simulator/package.json")), "emulator");
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  return startServer({
    command: "java",
    args: (scratch) => [
      ...JVM_FLAGS,
      `-Djava.io.tmpdir=${scratch}`,
      `-Djava.library.path=${join(emulator, "DynamoDBLocal_lib")}`,
      "-jar",
      join(emulator, "DynamoDBLocal.jar"),
      ...["-inMemory", "-disableTelemetry", "-port", String(port)],
    ],
    hint:
      "DynamoDB Local needs Java 11 or newer on the PATH: install a JRE " +
      "(Debian, Ubuntu: apt install default-jre-headless; macOS: brew install openjdk).",
    async ready(java) {
      const deadline = performance.now() + START_TIMEOUT_MS;
      while (performance.now() < deadline && !isGone(java)) {
        if ((await fetch(endpoint).catch(() => undefined)) !== undefined) return endpoint;
        await sleep(POLL_MS);
      }
      throw new Error(`DynamoDB Local did not answer within ${START_TIMEOUT_MS / 1000} s`);
    },
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no free port");
  return address.port;
}
