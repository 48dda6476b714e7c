/** Tests which ways of asking for the idle time are tried again, with commands of a folder in the place of the desktop's. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { idleTime } from "./idle.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "waldo-idle-"));
  vi.stubEnv("PATH", `${folder}${delimiter}${process.env["PATH"]}`);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** A command that notes each call. */
function command(name: string, does: string): void {
  writeFileSync(join(folder, name), `#!/bin/sh\necho >> "${join(folder, `${name}.calls`)}"\n${does}\n`, {
    mode: 0o755,
  });
}
const callsOf = (name: string): number => {
  const file = join(folder, `${name}.calls`);
  return existsSync(file) ? readFileSync(file, "utf8").length : 0;
};

describe.skipIf(process.platform === "win32")("a way of asking for the idle time", () => {
  it("is tried again after it took too long", async () => {
    const isSlow = join(folder, "slow");
    writeFileSync(isSlow, "");
    command("gdbus", `[ -e "${isSlow}" ] && exec sleep 20\necho "(uint64 42000,)"`);
    command("xprintidle", "echo 7000");
    const idleSeconds = idleTime("linux");
    expect(await idleSeconds()).toBe(7);
    rmSync(isSlow);
    expect(await idleSeconds()).toBe(42);
  });

  it.each([
    ["fails", "exit 1"],
    ["answers what cannot be read", "echo nothing"],
  ])("is tried once when it %s", async (_, does) => {
    command("gdbus", does);
    command("xprintidle", "echo 7000");
    const idleSeconds = idleTime("linux");
    for (const _ of [1, 2]) expect(await idleSeconds()).toBe(7);
    expect([callsOf("gdbus"), callsOf("xprintidle")]).toEqual([1, 2]);
  });

  it("is tried once when its command does not exist", async () => {
    vi.stubEnv("PATH", folder);
    command("xprintidle", "echo 7000");
    const idleSeconds = idleTime("linux");
    expect(await idleSeconds()).toBe(7);
    command("gdbus", 'echo "(uint64 42000,)"');
    expect(await idleSeconds()).toBe(7);
    expect(callsOf("gdbus")).toBe(0);
  });
});
