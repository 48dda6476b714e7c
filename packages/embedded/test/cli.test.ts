/** `waldo` as a person runs it: an export, what it prints, what it leaves behind. A process only where one is killed. */
import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { COLUMN_TARGETS } from "@waldo/core/health/import/column-map";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { waldo } from "./command.ts";

const CLI = fileURLToPath(new URL("../src/cli.ts", import.meta.url));
const NODE = ["--disable-warning=ExperimentalWarning", CLI];
const root = mkdtempSync(join(tmpdir(), "waldo-cli-"));
const at = (name: string) => join(root, name);
const EXPORT = at("daily.csv");
const MAP = "date=date,hrvRmssdMs=hrv,restingHrBpm=rhr,sleepMinutes=asleep,awakeMinutes=awake";

beforeAll(() => {
  const rows = ["date,hrv,rhr,asleep,awake"];
  for (let i = 0; i < 60; i++) {
    const date = new Date(Date.UTC(2026, 7, 1 + i)).toISOString().slice(0, 10);
    rows.push(`${date},${50 + ((i * 7) % 23)},${52 + ((i * 3) % 6)},${400 + ((i * 11) % 70)},${20 + ((i * 5) % 25)}`);
  }
  writeFileSync(EXPORT, `${rows.join("\n")}\n`);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const day = (home: string, ...args: string[]) =>
  waldo("day", "--home", at(home), "--export", EXPORT, "--map", MAP, "--zone", "Europe/London", ...args);

let playedOnce: ReturnType<typeof day> | undefined;
/** A home with one played day, for tests that only look at it. */
const played = () => (playedOnce ??= day("played", "--date", "2026-09-20"));
/** A home with the same day, for a test that goes on from there. */
async function goingOn(home: string): Promise<void> {
  await played();
  cpSync(at("played"), at(home), { recursive: true });
}

let calmOnce: ReturnType<typeof day> | undefined;
/** The last day of the export, undisturbed, with all that can be printed of it. */
const calm = () => (calmOnce ??= day("calm", "--verbose", "--json"));

/** What a state directory holds, byte for byte. */
function contents(home: string): string {
  if (!existsSync(at(home))) return "absent";
  const hash = createHash("sha256");
  for (const name of readdirSync(at(home), { recursive: true, encoding: "utf8" }).sort()) {
    hash.update(name);
    try {
      hash.update(readFileSync(join(at(home), name)));
    } catch {
      hash.update("folder");
    }
  }
  return hash.digest("hex");
}

describe("waldo day", () => {
  it("plays a day, and playing it again repeats nothing", async () => {
    const first = JSON.parse((await calm()).stdout);
    // A Brief without news is not said. Each that is said goes out by two channels.
    const said = first.briefs.length;
    expect(first).toMatchObject({ date: "2026-09-29", runs: said, duplicates: 0, deliveries: 2 * said });
    expect(first.briefs[0]).toMatchObject({ variant: "morning", state: "DONE" });
    for (const brief of first.briefs) expect(brief.claims.length).toBeGreaterThan(0);
    const sink = readFileSync(at("calm/telegram.jsonl"), "utf8");
    const second = JSON.parse((await day("calm", "--json")).stdout);
    expect(readFileSync(at("calm/telegram.jsonl"), "utf8")).toBe(sink);
    expect(second.briefs).toEqual(first.briefs);
  });

  it("R13: the same export gives the same day, byte for byte", async () => {
    const once = (await day("r13-a", "--verbose")).stdout
      .replaceAll(at("r13-a"), "HOME")
      .replaceAll(/in [\d.]+ ms/g, "");
    const again = (await day("r13-b", "--verbose")).stdout
      .replaceAll(at("r13-b"), "HOME")
      .replaceAll(/in [\d.]+ ms/g, "");
    expect(again).toBe(once);
    expect(once).toContain("☾ dream");
  });

  it("goes on to the next day with what it knows", async () => {
    await goingOn("next");
    const { stdout } = await day("next", "--date", "2026-09-21");
    expect(stdout).toContain("known export: 60 days");
    const runs = JSON.parse((await waldo("runs", "--home", at("next"), "--json")).stdout);
    const dates = runs.map((run: { date: string }) => run.date);
    expect(dates).toEqual([...dates].sort());
    expect([...new Set(dates)]).toEqual(["2026-09-20", "2026-09-21"]);
  });

  it("plays the day of today up to now, says so, and goes on from there later", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-09-29T10:26:00+01:00") });
    try {
      const { stdout } = await day("today");
      expect(stdout).toContain("10:26  ◷ now      it is 10:26: the rest of the day comes with waldo live\n");
      expect(stdout).toContain("● brief    morning");
      expect(stdout).not.toMatch(/midday|evening|sleep window/);
      const times = [...stdout.matchAll(/^ (\d\d:\d\d) /gm)].map(([, time = ""]) => time);
      expect(times.filter((time) => time > "10:26")).toEqual([]);

      vi.setSystemTime(Date.parse("2026-09-29T12:30:00+01:00"));
      const later = JSON.parse((await day("today", "--json")).stdout);
      expect(later).toMatchObject({ runs: 1, duplicates: 0, until: Date.parse("2026-09-29T12:30:00+01:00") });
    } finally {
      vi.useRealTimers();
    }
  });

  it("says plainly where the data is missing", async () => {
    const gap = at("gap.csv");
    writeFileSync(gap, readFileSync(EXPORT, "utf8").replace(/^(2026-09-25),.*$/m, "$1,,,,"));
    const { stdout, status } = await waldo(
      "day",
      "--home",
      at("gap"),
      "--export",
      gap,
      "--map",
      MAP,
      "--zone",
      "UTC",
      "--date",
      "2026-09-25",
      "--json",
    );
    expect(status).toBe(0);
    for (const brief of JSON.parse(stdout).briefs) expect(brief.text).toMatch(/night|wearable/i);
  });

  it("uses no colour and draws no progress when the output is not a terminal", async () => {
    const { stdout, stderr } = await played();
    expect(stdout + stderr).not.toContain("\u001b");
  });

  it("R7: nothing it prints, sends or archives holds a raw value", async () => {
    const { stdout } = await calm();
    const sink = readFileSync(at("calm/telegram.jsonl"), "utf8");
    const page = readFileSync(at("calm/archive/workspace/me/today.md"), "utf8");
    // The folder of the home has a random name, which may well end in "3Ms".
    const printed = stdout.replaceAll(at("calm"), "");
    for (const text of [printed, sink, page]) expect(text).not.toMatch(/rmssd|sdnn|bpm|asleepMinutes|\d\s?ms\b/i);
  });
});

describe("waldo", () => {
  it("prints its version, and how to read a daily CSV with every field and setting of the map", async () => {
    expect(await waldo("--version")).toMatchObject({ status: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
    const { stdout } = await waldo("day", "--help");
    for (const field of [...COLUMN_TARGETS, "dateOrder=DMY|MDY", "wakeTime="]) expect(stdout).toContain(field);
  });
});

describe("waldo runs and run", () => {
  it("show a run as its journal has it", async () => {
    await played();
    const list = (await waldo("runs", "--home", at("played"))).stdout;
    const id = /run-\S+/.exec(list)?.[0] ?? "";
    const { stdout } = await waldo("run", id, "--home", at("played"));
    for (const state of ["PENDING", "CONTEXT_BUILT", "LLM_CALLED", "TOOLS_DONE", "GATED", "DELIVERED", "DONE"])
      expect(stdout).toContain(state);
    expect(stdout).toContain("get_crs");
  });

  it("says of nights without a run that a second day is needed", async () => {
    await played();
    expect((await waldo("eval", "--home", at("played"))).stdout).toBe(
      "No run has been evaluated yet. A night looks at the runs of the day before: play or live a second day.\n",
    );
  });

  it("say what to do where there is nothing", async () => {
    expect(await waldo("runs", "--home", at("nowhere"))).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("run waldo day first"),
    });
    await played();
    expect(await waldo("run", "run-nothing", "--home", at("played"))).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("waldo runs lists them"),
    });
    expect(existsSync(at("nowhere"))).toBe(false);
  });
});

describe("bad input: one line, exit code 1, and the state as it was", () => {
  const file = (name: string, content: string | Uint8Array) => {
    writeFileSync(at(name), content);
    return at(name);
  };
  const folder = (name: string) => {
    mkdirSync(at(name), { recursive: true });
    return at(name);
  };
  const cases: [string, () => string[], RegExp][] = [
    [
      "a corrupt zip",
      () => ["--export", file("bad.zip", Uint8Array.of(0x50, 0x4b, 3, 4, 9, 9, 9, 9, 9, 9))],
      /bad\.zip/,
    ],
    ["an empty file", () => ["--export", file("empty.csv", "")], /empty\.csv/],
    [
      "a web page",
      () => ["--export", file("page.csv", "<!doctype html><html><body>Sign in</body></html>")],
      /page\.csv.*(HTML|web page)/i,
    ],
    ["a missing file", () => ["--export", at("nothing.csv")], /nothing\.csv: is not there/],
    [
      "a date outside the export",
      () => ["--export", EXPORT, "--map", MAP, "--date", "2031-01-01"],
      /2031-01-01 is outside the export/,
    ],
    ["a date that does not exist", () => ["--export", EXPORT, "--map", MAP, "--date", "2026-02-30"], /no such day/],
    ["a bad zone", () => ["--export", EXPORT, "--map", MAP, "--zone", "Mars/Base"], /"Mars\/Base" is not a time zone/],
    ["a bad user", () => ["--export", EXPORT, "--map", MAP, "--user", "Not Me"], /a user id is/],
    ["an empty folder", () => ["--export", folder("hollow")], /hollow/],
  ];

  it.each(cases)("%s", async (_name, args, message) => {
    if (!existsSync(at("bad"))) await goingOn("bad");
    const before = contents("bad");
    const { status, stderr, stdout } = await waldo("day", "--home", at("bad"), ...args());
    expect(status).toBe(1);
    expect(stdout).toBe("");
    expect(stderr).toMatch(message);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(contents("bad")).toBe(before);
  });

  it("leaves no state directory where there was none", async () => {
    expect((await waldo("day", "--home", at("never"), "--export", at("nothing.csv"))).status).toBe(1);
    expect(contents("never")).toBe("absent");
  });

  it("an unknown flag is a usage error: exit code 2", async () => {
    expect((await waldo("day", "--nonsense")).status).toBe(2);
  });

  it("a home that cannot be written", async () => {
    writeFileSync(at("a-file"), "");
    const { status, stderr } = await day("a-file/home");
    expect(status).toBe(1);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });

  it("a home that is a file", async () => {
    writeFileSync(at("a-home-file"), "");
    for (const command of [["runs"], ["say", "hello"], ["day"], ["inbox"], ["memory", "show"], ["sync"], ["live"]]) {
      const { status, stderr } = await waldo(...command, "--home", at("a-home-file"));
      expect([command[0], status, stderr]).toEqual([command[0], 1, expect.stringContaining("is no folder")]);
      expect(stderr.trim().split("\n")).toHaveLength(1);
    }
  });

  it.each([
    [["living", "banana"], "waldo living has no command “banana”: there is show, "],
    [["goals", "banana"], "waldo goals has no command “banana”: there is show, add, "],
    [["mcp", "banana"], "waldo mcp has no command “banana”: there is serve, "],
    [["living", "show", "banana"], "waldo living show takes no “banana”"],
  ])("words that no command takes: %s", async (args, message) => {
    const { status, stderr } = await waldo(...args, "--home", at("nowhere"));
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(stderr).not.toContain("too many arguments");
  });

  it("a word that is none of those to choose from, and a date that is none", async () => {
    expect((await waldo("live", "--consent", "banana", "--home", at("choose"))).stderr).toBe(
      "waldo: --consent banana: it is one of body, memory, telegram, model\n",
    );
    await played();
    expect((await waldo("agents", "key", "An editor", "--rights", "banana", "--home", at("played"))).stderr).toBe(
      "waldo: the right banana: it is one of contexts, memory, body, brief, goals, remember, propose\n",
    );
    expect((await waldo("memory", "as-of", "banana", "--home", at("played"))).stderr).toBe(
      "waldo: the date banana: expected a date as YYYY-MM-DD\n",
    );
  });

  const mayMount = process.getuid?.() === 0 && process.platform === "linux";
  it.skipIf(!mayMount)(
    "a disk with little room shows what is there, and takes nothing new (needs root)",
    async (context) => {
      const disk = at("narrow");
      mkdirSync(disk, { recursive: true });
      try {
        execFileSync("mount", ["-t", "tmpfs", "-o", "size=8m", "tmpfs", disk], { stdio: "ignore" });
      } catch {
        context.skip("this machine does not let root mount");
      }
      try {
        await played();
        cpSync(at("played"), join(disk, "home"), { recursive: true });
        for (const args of [["inbox"], ["runs"], ["living"]])
          expect(await waldo(...args, "--home", join(disk, "home"))).toMatchObject({ status: 0, stderr: "" });
        const { status, stderr } = await waldo("say", "hello", "--home", join(disk, "home"));
        expect([status, stderr]).toEqual([1, expect.stringContaining("too little room")]);
      } finally {
        execFileSync("umount", [disk]);
      }
    },
  );

  it.skipIf(!mayMount)("a full disk (needs root: a tiny tmpfs is mounted)", async (context) => {
    const disk = at("disk");
    mkdirSync(disk, { recursive: true });
    try {
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=300k", "tmpfs", disk], { stdio: "ignore" });
    } catch {
      context.skip("this machine does not let root mount");
    }
    try {
      const { status, stderr } = await day("disk/home");
      expect(status).toBe(1);
      expect(stderr).toMatch(/too little room/);
      expect(stderr.trim().split("\n")).toHaveLength(1);
      expect(readdirSync(disk)).toEqual([]);
    } finally {
      execFileSync("umount", [disk]);
    }
  });
});

describe("waldo say", () => {
  it("notes, sets and cancels without a model, and says so when it has nothing to say", async () => {
    await goingOn("say");
    const say = async (words: string) => (await waldo("say", words, "--home", at("say"))).stdout.trim();
    expect(await say("remember that I prefer trains to planes")).toMatch(/^I (?:noted|will remember) /);
    expect((await waldo("memory", "show", "--home", at("say"))).stdout).toContain("I prefer trains to planes");
    expect(await say("remind me every day at 11:00 to drink water")).toBe(
      "I will remind you every day at 11:00: “drink water”.",
    );
    expect((await waldo("watches", "--home", at("say"))).stdout).toContain("every day at 11:00");
    await say("every weekday at 8 remind me to take my pills");
    expect((await waldo("watches", "--home", at("say"))).stdout).toMatch(/every weekday at 08:00 +take my pills/);
    await say("cancel the pills reminder");
    expect(await say("stop reminding me to drink water")).toMatch(
      /^(?:I cancelled the reminder|The reminder) “drink water”/,
    );
    expect((await waldo("watches", "--home", at("say"))).stdout).toContain("no standing reminders");
    expect(await say("tell me when I am depleted: cancel the gym")).toBe(
      "I will tell you when you are depleted or lower: “cancel the gym”.",
    );
    expect(await say("what is the meaning of life?")).toContain("no language model");
    expect((await waldo("runs", "--home", at("say"))).stdout).toMatch(/7 messages answered, 0 of them by a template/);
  });

  it("refuses, in one line, when the id has no profile", async () => {
    const { status, stderr } = await waldo("say", "hello", "--home", at("nobody"));
    expect([status, stderr.trim().split("\n").length, existsSync(at("nobody"))]).toEqual([1, 1, false]);
  });
});

describe("waldo log", () => {
  it("shows a calm day's patrol: at least 80% of the ticks end in nothing, and each says why", async () => {
    await played();
    const { date, entries } = JSON.parse((await waldo("log", "--home", at("played"), "--json")).stdout);
    expect(date).toBe("2026-09-20");
    expect(entries.length).toBeGreaterThan(50);
    const quiet = entries.filter((entry: { act: string }) => entry.act === "nothing").length;
    expect(quiet / entries.length).toBeGreaterThanOrEqual(0.8);
    for (const { reason } of entries) expect(reason).not.toBe("");
    expect((await waldo("log", "--home", at("played"))).stdout).toContain("ended in nothing");
  });

  it("lists no stress alert and no reminder where there is none, and refuses an id it does not know", async () => {
    await played();
    expect((await waldo("fetches", "--home", at("played"))).stdout).toContain("no stress alert yet");
    expect((await waldo("watches", "--home", at("played"))).stdout).toContain("no standing reminders");
    const { status, stderr } = await waldo("watches", "--home", at("played"), "--cancel", "ffffffffffff");
    expect([status, stderr.trim().split("\n").length]).toEqual([1, 1]);
  });
});

describe("a day that is killed", () => {
  it("R3: SIGKILL at any moment, again and again: the deliveries are those of an undisturbed day", async () => {
    const undisturbed = JSON.parse((await calm()).stdout);
    const args = ["day", "--home", at("killed"), "--export", EXPORT, "--map", MAP, "--zone", "Europe/London", "--json"];
    args.push("--consent", "body,memory");
    // Start-up takes most of the first half second. The kills fall across it and the day behind it.
    for (let delay = 350; delay < 1000; delay += 100) {
      const child = spawn(process.execPath, [...NODE, ...args], { stdio: "ignore" });
      const ended = new Promise((resolve) => child.on("exit", resolve));
      setTimeout(() => child.kill("SIGKILL"), delay);
      await ended;
    }
    const last = JSON.parse((await day("killed", "--json")).stdout);
    const texts = (played: { briefs: { text: string; state: string }[] }) =>
      played.briefs.map(({ text, state }) => [state, text]);
    expect(texts(last)).toEqual(texts(undisturbed));
    expect(last.duplicates).toBe(0);
    const keysOf = (home: string) =>
      readFileSync(at(`${home}/telegram.jsonl`), "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line).key);
    expect(new Set(keysOf("killed")).size).toBe(keysOf("killed").length);
    for (const key of keysOf("killed")) expect(keysOf("calm")).toContain(key);
  });
});
