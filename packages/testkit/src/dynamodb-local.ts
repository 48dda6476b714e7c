/** Starts AWS's DynamoDB Local, for tests. */

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startHttpServer } from "./local-server.ts";

/** scripts/install.mjs fetches it into this folder on a machine with Java. */
const EMULATOR = fileURLToPath(new URL("../../../node_modules/.waldo/dynamodb-local", import.meta.url));
/**
 * The version that the jar inside `amplify-dynamodb-simulator` 2.9.30 reports. To ask the jar would start a JVM for
 * over a second.
 */
const VERSION = "1.25.1";
const JAVA_MIN = 11;
const POLL_MS = 50;
/** Flags for a small JVM that starts quickly, because tests share the machine with it. */
const JVM_FLAGS = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx512m"];

/**
 * AWS's own DynamoDB Local, in memory, from the jar inside `amplify-dynamodb-simulator`. It accepts any region and
 * credentials. Each access key and region sees its own tables.
 */
export const dynamoDbLocal = {
  // It reports four units for a transactional write of 1 KB. The guide and AWS say two.
  transactFactor: 2,
  find() {
    // Java prints to stderr, for example: openjdk version "17.0.15" 2025-04-15. Before version 9 it was "1.8.0_422".
    const { status, stderr } = spawnSync("java", ["-version"], { encoding: "utf8" });
    const [, major = "0"] = /version "(\d+)/.exec(stderr ?? "") ?? [];
    if (status !== 0 || Number(major) < JAVA_MIN)
      return { missing: `DynamoDB Local needs Java ${JAVA_MIN} or newer on the PATH` };
    if (!existsSync(EMULATOR))
      return { missing: "DynamoDB Local is not here: node scripts/install.mjs all fetches it" };
    return { name: `DynamoDB Local ${VERSION}` };
  },
  start() {
    return startHttpServer({
      command: "java",
      args: (port, scratch) => [
        ...JVM_FLAGS,
        `-Djava.io.tmpdir=${scratch}`,
        `-Djava.library.path=${join(EMULATOR, "DynamoDBLocal_lib")}`,
        "-jar",
        join(EMULATOR, "DynamoDBLocal.jar"),
        ...["-inMemory", "-disableTelemetry", "-port", String(port)],
      ],
      pollMs: POLL_MS,
      hint: "DynamoDB Local did not start with the Java on the PATH.",
    });
  },
};
