/**
 * Plays three weeks of a made-up life with the coach under a virtual clock (coach-life.ts), and counts what it said. With
 * `--kills N` the same life is played again by a process that is killed N times; it must end in the same words.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { repositoryUnderstanding } from "@waldo/embedded/bundled-intents";
import { openHome } from "@waldo/embedded/home";
import { offlineComposer } from "@waldo/embedded/offline-composer";
import { DAYS, life } from "./coach-life.ts";
import { playLife } from "./coach-play.ts";
import { type Report, reportOf } from "./coach-report.ts";
import { benchModel } from "./cost-model.ts";
import { endProgress, progress } from "./progress.ts";
import { fixed, printTable } from "./table.ts";

const { values } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    days: { type: "string", default: String(DAYS) },
    kills: { type: "string", default: "0" },
    transcript: { type: "string" },
    model: { type: "boolean", default: false },
    /**
     * The home of the life that this process plays. The bench starts itself as a child process with this home, and may
     * kill that process.
     */
    play: { type: "string" },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log(`Usage: npm run bench:coach -- [--days N] [--kills N] [--transcript FILE] [--model] [--json]

  --days N            how many days are played (default ${DAYS})
  --kills N           play it again in a process that is killed N times, and compare
  --transcript FILE   write the conversation there
  --model             a model with the token counts of the real prompts takes part, for the bill

Example: npm run bench:coach -- --kills 200 --transcript /tmp/three-weeks.md`);
  process.exit(0);
}
const days = Number(values.days);
const model = () => (values.model ? benchModel(() => ({ now: () => 0 })) : offlineComposer(repositoryUnderstanding));

if (values.play !== undefined) {
  await playLife(values.play, model(), { days, onStep: (done) => console.log(done) });
  process.exit(0);
}

const root = mkdtempSync(join(tmpdir(), "waldo-coach-"));
try {
  const calm = await played(join(root, "calm"));
  const kills = Number(values.kills);
  const killed = kills === 0 ? undefined : await killedLife(join(root, "killed"), kills);
  endProgress();
  if (values.transcript !== undefined) writeFileSync(values.transcript, calm.transcript);
  const equal = killed === undefined ? undefined : killed.report.transcript === calm.transcript;
  if (killed && !equal && values.transcript !== undefined)
    writeFileSync(`${values.transcript}.killed`, killed.report.transcript);
  if (values.json) {
    const { transcript: _, ...rest } = calm;
    console.log(JSON.stringify({ ...rest, kills: killed?.kills ?? 0, equal: equal ?? null }, null, 2));
  } else print(calm, killed?.kills, equal);
  if (equal === false) process.exitCode = 1;
} finally {
  rmSync(root, { recursive: true, force: true });
}
process.exit();

/** Plays the life without interruption. */
async function played(folder: string): Promise<Report> {
  const { mkdirSync } = await import("node:fs");
  mkdirSync(folder, { recursive: true });
  await playLife(folder, model(), {
    days,
    onStep: (done, all) => done % 50 === 0 && progress(`${done} of ${all} steps`),
  });
  return read(folder);
}

async function read(folder: string): Promise<Report> {
  const home = openHome(join(folder, "home"));
  try {
    return await reportOf(home.store, life().slice(0, days));
  } finally {
    home.store.close();
  }
}

/** Plays the life in several processes. Each is killed after some steps, at an arbitrary moment of the next step. */
async function killedLife(folder: string, kills: number): Promise<{ readonly report: Report; readonly kills: number }> {
  const { mkdirSync } = await import("node:fs");
  mkdirSync(folder, { recursive: true });
  const { stepsOf } = await import("./coach-play.ts");
  const all = stepsOf(life().slice(0, days)).length;
  const each = Math.max(1, Math.floor(all / (kills + 1)));
  let done = 0;
  while (done < kills) {
    const signal = await killAfter(folder, each, done % 13);
    if (signal !== "SIGKILL") break;
    done++;
    progress(`killed ${done} of ${kills} times`);
  }
  await killAfter(folder, Number.POSITIVE_INFINITY, 0);
  return { report: await read(folder), kills: done };
}

function killAfter(folder: string, steps: number, lingerMs: number): Promise<NodeJS.Signals | null> {
  const script = fileURLToPath(import.meta.url);
  const args = ["--disable-warning=ExperimentalWarning", script, "--play", folder, "--days", String(days)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  let seen = 0;
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    seen += text.split("\n").length - 1;
    if (seen >= steps) setTimeout(() => child.kill("SIGKILL"), lingerMs);
  });
  return new Promise((resolve) => child.on("exit", (_, signal) => resolve(signal)));
}

function print(report: Report, kills: number | undefined, equal: boolean | undefined): void {
  printTable(
    ["day", "by itself", "coach", "bedtime", "heartbeats: free", "asked", "suppressed"],
    report.days.map((day) => [day.date, day.proactive, day.coach, day.bedtime, day.free, day.asked, day.suppressed]),
  );
  const all = report.days.reduce((sum, { free, asked, suppressed }) => sum + free + asked + suppressed, 0);
  const asked = report.days.reduce((sum, day) => sum + day.asked, 0);
  console.log(
    `\n${all} heartbeats, ${fixed((100 * (all - asked)) / Math.max(1, all), 1)}% without a model (at least 70 wanted)`,
  );
  printTable(
    ["review", "state", "answers", "resumed"],
    report.reviews.map(({ id, state, answers, resumed }) => [id.slice(0, 12), state, answers, resumed ? "yes" : "no"]),
  );
  console.log(
    `\nheartbeats as if on AWS, $/day: asked ${report.askedDollars.toFixed(5)} (0.05 allowed), free ${report.freeDollars.toFixed(6)} (0.001 allowed)`,
  );
  if (kills !== undefined) console.log(`killed ${kills} times: ${equal ? "the same words" : "OTHER words"}`);
}
