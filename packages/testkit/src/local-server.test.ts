import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { startServer } from "./local-server.ts";

const hint = "Install it.";
const ready = () => Promise.resolve("http://127.0.0.1:1");
const never = () => new Promise<string>(() => {});

test("names a program that is not installed, with the hint", async () => {
  const starting = startServer({ command: "no-such-program", args: () => [], ready: never, hint });
  await expect(starting).rejects.toThrow(/^Install it\. .*no-such-program/);
});

test("quotes a server that ends instead of serving, with the hint", async () => {
  const args = () => ["-e", "console.error('no luck'); process.exit(3)"];
  const starting = startServer({ command: process.execPath, args, ready: never, hint });
  await expect(starting).rejects.toThrow(/^Install it\. .*3\. no luck$/);
});

test("stops a running server once", async () => {
  const server = await startServer({
    command: process.execPath,
    args: () => ["-e", "setInterval(() => {}, 1000)"],
    ready,
    hint,
  });
  await server.stop();
  await server.stop();
});

test("a server ends with the process that started it, however that process ends", async () => {
  const START = `
    const { startServer } = await import(${JSON.stringify(new URL("local-server.ts", import.meta.url).href)});
    await startServer({
      command: process.execPath,
      args: () => ["-e", "console.log(process.pid); setInterval(() => {}, 1000)"],
      ready: async ({ stdout }) => { for await (const pid of stdout) { console.log(String(pid)); return ""; } },
      hint: "",
    });
    setInterval(() => {}, 1000);
  `;
  const starter = spawn(process.execPath, ["--input-type=module", "-e", START], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [printed] = await once(starter.stdout, "data");
  const server = Number(String(printed));
  expect(isAlive(server)).toBe(true);
  starter.kill("SIGKILL");
  while (isAlive(server)) await sleep(10);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
