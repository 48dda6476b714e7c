/** A virtual day in a process of its own that is killed at arbitrary moments and begun again, beside an undisturbed one. */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const CLI = fileURLToPath(new URL("../src/cli.ts", import.meta.url));

/** One SIGKILL: after so many lines of this playing were printed, and a little later. */
export type Kill = { readonly afterLines: number; readonly lingerMs: number };
type Sent = { readonly key: string; readonly text: string };
type Day = {
  readonly duplicates: number;
  readonly briefs: readonly { readonly text: string; readonly state: string }[];
};
export type Ended = { readonly day: Day; readonly telegram: readonly Sent[] };

/**
 * Plays the day once undisturbed, and once with these kills. `kills` says how many were in time: others came after the
 * end.
 */
export async function killedDay(wanted: readonly Kill[]): Promise<{ calm: Ended; killed: Ended; kills: number }> {
  const root = mkdtempSync(join(tmpdir(), "waldo-kills-"));
  try {
    const calm = playedOn(root, "calm");
    let kills = 0;
    for (const kill of wanted) if ((await playedUntil(root, kill)) === "SIGKILL") kills++;
    return { calm, killed: playedOn(root, "killed"), kills };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const args = (root: string, home: string, more: string) => [
  ...["--disable-warning=ExperimentalWarning", CLI, "day", "--home", join(root, home), "--date", "2026-09-20", more],
];

function playedUntil(root: string, { afterLines, lingerMs }: Kill): Promise<NodeJS.Signals | null> {
  const child = spawn(process.execPath, args(root, "killed", "--verbose"), { stdio: ["ignore", "pipe", "ignore"] });
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
    // A tick, a wake or a Brief of this playing. What an earlier playing delivered is marked as such.
    const fresh = printed
      .split("\n")
      .filter((line) => /^ \d\d:\d\d {2}/.test(line) && !line.includes("delivered before"));
    if (fresh.length >= afterLines) setTimeout(() => child.kill("SIGKILL"), lingerMs);
  });
  return new Promise((resolve) => child.on("exit", (_, signal) => resolve(signal)));
}

function playedOn(root: string, home: string): Ended {
  const { stdout } = spawnSync(process.execPath, args(root, home, "--json"), { encoding: "utf8" });
  const lines = readFileSync(join(root, home, "example", "telegram.jsonl"), "utf8")
    .trim()
    .split("\n");
  return { day: JSON.parse(stdout), telegram: lines.map((line) => JSON.parse(line)) };
}

/** Returns what a person lost, got twice or got in other words, a line each. */
export function faultsOfDay({ calm, killed }: { readonly calm: Ended; readonly killed: Ended }): string[] {
  const said = ({ day }: Ended) => JSON.stringify(day.briefs.map(({ text, state }) => [state, text]));
  const keys = killed.telegram.map(({ key }) => key);
  return [
    ...(said(killed) === said(calm) ? [] : [`other Briefs: ${said(killed)} and not ${said(calm)}`]),
    ...(killed.day.duplicates === 0 ? [] : [`${killed.day.duplicates} duplicates`]),
    // A Telegram send whose answer was lost is not repeated; its in-app copy exists. No message is ever sent twice.
    ...keys.filter((key, i) => keys.indexOf(key) !== i).map((key) => `sent twice: ${key}`),
    ...killed.telegram
      .filter(({ key, text }) => !calm.telegram.some((one) => one.key === key && one.text === text))
      .map(({ key, text }) => `not said by the calm day: ${key} ${text}`),
  ];
}
