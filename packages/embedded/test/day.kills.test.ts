/** R3 under the hardest test on one machine: fifty SIGKILLs in one virtual day, at arbitrary moments. */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";

const KILLS = 50;
const CLI = fileURLToPath(new URL("../src/cli.ts", import.meta.url));
const root = mkdtempSync(join(tmpdir(), "waldo-kills-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const args = (home: string, ...more: string[]) => [
  "--disable-warning=ExperimentalWarning",
  CLI,
  "day",
  "--home",
  join(root, home),
  "--date",
  "2026-09-20",
  ...more,
];

/** Plays until the first tick or event of its own is printed, and a little longer; then the process is killed. */
function killedDay(home: string, lingerMs: number): Promise<NodeJS.Signals | null> {
  const child = spawn(process.execPath, args(home, "--verbose"), { stdio: ["ignore", "pipe", "ignore"] });
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
    // A tick, a wake or a Brief of this playing. What an earlier playing delivered is marked as such.
    const fresh = printed
      .split("\n")
      .some((line) => /^ \d\d:\d\d {2}/.test(line) && !line.includes("delivered before"));
    if (fresh) setTimeout(() => child.kill("SIGKILL"), lingerMs);
  });
  return new Promise((resolve) => child.on("exit", (_, signal) => resolve(signal)));
}

const played = (home: string) =>
  JSON.parse(spawnSync(process.execPath, args(home, "--json"), { encoding: "utf8" }).stdout);

const sent = (home: string): { key: string; text: string }[] =>
  readFileSync(join(root, home, "example", "telegram.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

describe("a day killed fifty times", () => {
  it("says what an undisturbed day says, each of it once", async () => {
    const calm = played("calm");
    let kills = 0;
    for (let i = 0; i < KILLS + 10 && kills < KILLS; i++)
      // The kills fall between 0 and 12 ms later: before, within and after the transactions of the next wake.
      if ((await killedDay("killed", i % 13)) === "SIGKILL") kills++;
    expect(kills).toBe(KILLS);
    const last = played("killed");
    const said = (day: { briefs: { text: string; state: string }[] }) =>
      day.briefs.map(({ text, state }) => [state, text]);
    expect(said(last)).toEqual(said(calm));
    expect(last.duplicates).toBe(0);
    // A Telegram send whose answer was lost is not repeated; its in-app copy exists. No message is ever sent twice.
    const keys = sent("killed").map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    for (const { key, text } of sent("killed"))
      expect(sent("calm")).toContainEqual(expect.objectContaining({ key, text }));
  }, 600_000);
});
