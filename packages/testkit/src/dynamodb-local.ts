import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** A server on loopback for the length of a test file. `stop` waits until it is gone. */
export type LocalServer = { readonly endpoint: string; stop(): Promise<void> };

const START_TIMEOUT_MS = 30_000;
const POLL_MS = 50;
/** A small, quickly started JVM: tests share two cores with it. */
const JVM_FLAGS = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx512m"];

/**
 * AWS's own DynamoDB Local, in memory, from the jar inside `amplify-dynamodb-simulator`. Any region and credentials
 * do; each access key and region sees its own tables. Needs Java 11 or newer.
 */
export async function startDynamoDbLocal(): Promise<LocalServer> {
  const require = createRequire(import.meta.url);
  const emulator = join(dirname(require.resolve("amplify-dynamodb-simulator/package.json")), "emulator");
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const java = spawn(
    "java",
    [
      ...JVM_FLAGS,
      `-Djava.library.path=${join(emulator, "DynamoDBLocal_lib")}`,
      "-jar",
      join(emulator, "DynamoDBLocal.jar"),
      "-inMemory",
      "-port",
      String(port),
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  let stderr = "";
  java.stderr.on("data", (chunk) => {
    stderr = (stderr + String(chunk)).slice(-2000);
  });
  const killWithUs = () => java.kill("SIGKILL");
  process.once("exit", killWithUs);
  const stop = async () => {
    process.off("exit", killWithUs);
    await end(java);
  };
  try {
    await Promise.race([answers(endpoint, java), died(java, () => stderr)]);
  } catch (error) {
    await stop();
    throw error;
  }
  return { endpoint, stop };
}

async function answers(endpoint: string, java: ChildProcess): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < deadline && java.pid !== undefined && java.exitCode === null) {
    const response = await fetch(endpoint).catch(() => undefined);
    if (response !== undefined) return;
    await sleep(POLL_MS);
  }
  throw new Error(`DynamoDB Local did not answer within ${START_TIMEOUT_MS / 1000} s`);
}

/** Rejects when Java is not there or ends on its own. */
async function died(java: ChildProcess, stderr: () => string): Promise<never> {
  const cause = await once(java, "exit").then(
    ([code]) => `java ended with ${code}: ${stderr().trim()}`,
    (error: Error) => error.message,
  );
  throw new Error(
    "DynamoDB Local needs Java 11 or newer on the PATH. Install a JRE " +
      `(Debian, Ubuntu: apt install default-jre-headless; macOS: brew install openjdk). What happened: ${cause}`,
  );
}

async function end(java: ChildProcess): Promise<void> {
  if (java.pid === undefined || java.exitCode !== null || java.signalCode !== null) return;
  const gone = once(java, "exit");
  java.kill("SIGKILL");
  await gone;
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
