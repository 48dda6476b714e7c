import { expect, test } from "vitest";
import { startServer } from "./local-server.ts";

const hint = "Install it.";
const ready = () => Promise.resolve("http://127.0.0.1:1");
const never = () => Promise.reject(new Error("it did not answer"));

test("a program that is not installed is named with the hint", async () => {
  const starting = startServer({ command: "no-such-program", args: () => [], ready: never, hint });
  await expect(starting).rejects.toThrow(/^Install it\. .*no-such-program/);
});

test("a server that ends instead of serving is quoted with the hint", async () => {
  const args = () => ["-e", "console.error('no luck'); process.exit(3)"];
  const starting = startServer({ command: process.execPath, args, ready: () => new Promise(() => {}), hint });
  await expect(starting).rejects.toThrow(/^Install it\. .*3\. no luck$/);
});

test("a server that lives is stopped, once", async () => {
  const server = await startServer({
    command: process.execPath,
    args: () => ["-e", "setInterval(() => {}, 1000)"],
    ready,
    hint,
  });
  await server.stop();
  await server.stop();
});
