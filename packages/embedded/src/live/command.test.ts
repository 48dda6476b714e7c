/** `waldo live` as a person runs it: a process that goes on until it is told to stop. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { waldo } from "../../test/command.ts";
import { NIGHTS_MAP, nightRows, nightsCsv } from "../../test/made-up-nights.ts";

const CLI = fileURLToPath(new URL("../cli.ts", import.meta.url));
const NODE = ["--disable-warning=ExperimentalWarning", CLI];
const root = mkdtempSync(join(tmpdir(), "waldo-live-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Runs the process until it says that it started, then sends the signal. Returns what it printed and how it ended. */
async function liveUntil(signal: "SIGINT" | "SIGTERM", ...args: string[]) {
  const child = spawn(process.execPath, [...NODE, "live", "--json", "--home", join(root, signal), ...args]);
  const events: { type: string; [name: string]: unknown }[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    events.push(JSON.parse(line));
    if (events.length === 1) child.kill(signal);
  }
  const [code] = child.exitCode === null ? await once(child, "exit") : [child.exitCode];
  return { events, code };
}

/** Runs live until it has printed its first lines. */
async function liveOnce(...args: string[]) {
  const child = spawn(process.execPath, [...NODE, ...args]);
  let stdout = "";
  child.stdout.on("data", (text) => {
    stdout += text;
    if (stdout.split("\n").length > 2) child.kill("SIGTERM");
  });
  await once(child, "close");
  return stdout;
}

describe("waldo live", () => {
  it.each(["SIGINT", "SIGTERM"] as const)("says when it is next due, and ends cleanly at %s", async (signal) => {
    const { events, code } = await liveUntil(signal, "--zone", "Asia/Kathmandu", "--wake", "06:40");
    expect(code).toBe(0);
    expect(events[0]).toMatchObject({
      type: "started",
      timeZone: "Asia/Kathmandu",
      wakeTime: "06:40",
      sleepTime: "23:00",
    });
    const { at, next } = events[0] as unknown as { at: number; next: number };
    expect(next).toBeGreaterThan(at);
    expect(next % 60_000).toBe(0);
    expect(events.at(-1)?.type).toBe("stopped");
    expect(events.filter(({ type }) => type === "failed")).toEqual([]);
  });

  it("begins with what it holds and what comes next", async () => {
    const home = join(root, "held");
    const own = join(root, "own.csv");
    writeFileSync(own, nightsCsv(nightRows()));
    const started = async (...args: string[]) => {
      const stdout = await liveOnce("live", "--home", home, "--zone", "Asia/Kathmandu", ...args);
      return stdout.split("\n");
    };
    const first = await started();
    expect(first[1]).toMatch(/^ no nights yet: .*--export.* · next: the \w+ Brief (today|tomorrow) at \d\d:\d\d$/);
    const second = await started("--export", own, "--map", NIGHTS_MAP, "--consent", "body");
    expect(second[1]).toMatch(/^ 60 days here, 2026-08-01 to 2026-09-29 · next: the /);
  });

  it("refuses an invalid time or time zone in one line", async () => {
    const refuse = (...args: string[]) => waldo("live", "--home", join(root, "no"), ...args);
    expect(await refuse("--wake", "7am")).toMatchObject({
      status: 1,
      stderr: "waldo: --wake 7am: expected a time as HH:MM\n",
    });
    expect((await refuse("--zone", "Nowhere/Land")).status).toBe(1);
  });

  it("explains itself with examples", async () => {
    const { stdout } = await waldo("live", "--help");
    expect(stdout).toContain("Examples:");
    expect(stdout).toContain("waldo live --zone Asia/Tokyo");
  });
});
