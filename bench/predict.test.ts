import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { signalsOf } from "@waldo/core/contexts/prediction";
import { saveContext } from "@waldo/core/contexts/save";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@waldo/core/time";
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { memoryArchive } from "@waldo/testkit/memory-archive";
import { seeded } from "@waldo/testkit/synthetic-person";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Commit, MOST_FILES, readHistory } from "./predict-history.ts";
import { figuresOf, hitAtTen, intervalOfMean, recallAtTen, verdictOf } from "./predict-measure.ts";
import { playHistory, touch } from "./predict-play.ts";
import type { KnownFile } from "./predict-rankers.ts";

const START = Date.parse("2026-03-01T00:00:00Z");
const time = (day: number, hour: number) => START + (day - 1) * DAY_MS + hour * HOUR_MS;
const file = (n: number) => `file ${String(n).padStart(2, "0")}`;
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1);

/**
 * Day 1 saves twelve files, one an hour from midnight on. Day 2 reads the files 3 to 12, one an hour. Day 3 reads the
 * first and the last, and saves a new one. Day 4 reads the first, the third and the new one. Then comes a rename of many.
 */
const COMMITS: readonly Commit[] = [
  ...upTo(12).map((n) => ({ at: time(1, n - 1), files: [file(n)] })),
  ...upTo(12)
    .slice(2)
    .map((n) => ({ at: time(2, n), files: [file(n)] })),
  { at: time(3, 10), files: [file(1), file(12), "new"] },
  { at: time(4, 10), files: [file(1), file(3), "new"] },
];
const WIDE: Commit = { at: time(5, 10), files: upTo(MOST_FILES + 1).map((n) => `wide ${n}`) };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "predict-"));
  const git = (args: readonly string[], input = "") => execFileSync("git", ["-C", folder, ...args], { input });
  git(["init", "--bare", "--quiet", "--initial-branch=main"]);
  git(["fast-import", "--quiet"], [...COMMITS, WIDE].map(importOf).join(""));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A commit in the form of git fast-import. Each gives its files a text of its own. */
function importOf({ at, files }: Commit, i: number): string {
  const seconds = at / 1000;
  const changes = files.map((name) => `M 100644 inline "${name}"\ndata ${String(i).length}\n${i}\n`).join("");
  return `commit refs/heads/main\ncommitter A Person <a@example.org> ${seconds} +0000\ndata 1\nx\n${changes}\n`;
}

describe("a history", () => {
  it("is read from git in the order of time, without commits of too many files", async () => {
    expect(await readHistory(folder)).toEqual({ commits: COMMITS, tooWide: 1 });
  });

  it("is refused with the words of git where there is none", async () => {
    await expect(readHistory(join(folder, "nothing"))).rejects.toThrow(/git cannot read .*nothing: /);
  });
});

describe("a played history", () => {
  it("has the numbers that were counted by hand", () => {
    const { days, files, commits } = playHistory(COMMITS);
    expect([files, commits]).toEqual([13, 24]);
    expect(days.map(({ at, needed }) => [at, needed])).toEqual([
      [time(2, 0), 10],
      [time(3, 0), 2],
      [time(4, 0), 3],
    ]);
    const hits = (ranker: string) => days.map((day) => day.hits[ranker]);
    // Day 2: the files 12 to 3. Day 3: the same, and the first is not among them. Day 4: 1, 12 and the new one, then 11 to 5.
    expect(hits("most recent")).toEqual([10, 1, 2]);
    // Day 4: 12 was used twice lately; of 11 to 3 and 1 the last use but one is of day 1, and 1 comes last.
    expect(hits("LRU-2")).toEqual([10, 1, 1]);
    // Day 4: 12, 1 and 11 to 4. The third is the eleventh, and the new one has one use only.
    expect(hits("activation")).toEqual([10, 1, 1]);
    // Day 4: the read of the first is 14 hours old; the third was read 45 hours ago, and the new one never.
    expect(hits("standard").slice(1)).toEqual([1, 1]);
    const [, , last] = days;
    expect(last && [hitAtTen(last, "most recent"), recallAtTen(last, "most recent")]).toEqual([2 / 3, 2 / 3]);
    expect(days[0] && recallAtTen(days[0], "LRU-2")).toBe(1);
  });

  it("divides by ten where more was needed, and recall by all", () => {
    const day = { at: 0, needed: 40, hits: { standard: 8 } };
    expect([hitAtTen(day, "standard"), recallAtTen(day, "standard")]).toEqual([0.8, 0.2]);
  });

  it("says of a day the same, whatever comes after it", () => {
    const commits = madeUp(40);
    const whole = playHistory(commits).days;
    const half = playHistory(commits.filter(({ at }) => at < time(25, 0))).days;
    expect(half.length).toBeGreaterThan(20);
    expect(whole.slice(0, half.length)).toEqual(half);
  });

  it("ranks by the standard weights until the product has learned others", () => {
    const { days, tunedDays } = playHistory(madeUp(14));
    expect(tunedDays).toBe(0);
    expect(days.length).toBeGreaterThan(10);
    for (const { hits } of days) expect(hits["tuned"]).toBe(hits["standard"]);
  });

  it("gives a file the causes that the product gives a context saved then", async () => {
    const ports = { store: openSqliteStore(":memory:"), archive: memoryArchive() };
    const known = new Map<string, KnownFile>();
    const saved: number[] = [];
    const commits = [
      { at: time(1, 1), files: upTo(7).map((n) => `a ${n}`) },
      { at: time(1, 1) + 59 * MINUTE_MS, files: ["b 1", "b 2"] },
      { at: time(1, 2) + 58 * MINUTE_MS, files: ["c 1"] },
      { at: time(1, 5), files: ["d 1", "d 2"] },
    ];
    for (const commit of commits) {
      touch(known, saved, commit);
      for (const content of commit.files) {
        const input = { project: "p", content, source: "git", client: "c", origin: "untrusted" as const };
        const context = await saveContext(ports, "me", input, commit.at);
        expect([content, known.get(content)?.causal]).toEqual([content, signalsOf(context).causal]);
      }
    }
  });
});

/** A made-up history: thirty files, a few of them each day, some more often than others. */
function madeUp(days: number): Commit[] {
  const random = seeded(7);
  return upTo(days).map((day) => ({
    at: time(day, 9),
    files: [...new Set(upTo(4).map(() => file(Math.floor(random() ** 2 * 30))))],
  }));
}

describe("the figures", () => {
  const day = (standard: number, recent: number) => ({
    at: 0,
    needed: 10,
    hits: { standard, tuned: 0, "most recent": recent, "most frequent": 1, "LRU-2": 2, activation: 9 },
  });

  it("set each ranker beside the best peer that needs no formula", () => {
    const { bestPeer, rankers } = figuresOf([day(4, 3), day(6, 5)]);
    expect(bestPeer).toBe("most recent");
    expect(rankers.find(({ ranker }) => ranker === "standard")).toMatchObject({ hit: 0.5, recall: 0.5 });
    expect(rankers.find(({ ranker }) => ranker === "standard")?.difference).toBeCloseTo(0.1, 12);
    expect(rankers.find(({ ranker }) => ranker === "most recent")).toMatchObject({ difference: 0, low: 0, high: 0 });
  });

  it("call a difference one only where its interval lies on one side", () => {
    expect(intervalOfMean([])).toEqual([0, 0]);
    expect(intervalOfMean(upTo(50).map(() => 0.25))).toEqual([0.25, 0.25]);
    const [low, high] = intervalOfMean(upTo(400).map((n) => n % 2));
    expect(low).toBeGreaterThan(0.4);
    expect(high).toBeLessThan(0.6);
    expect(verdictOf({ low: 0.01, high: 0.2 })).toBe("better");
    expect(verdictOf({ low: -0.2, high: -0.01 })).toBe("worse");
    expect(verdictOf({ low: -0.1, high: 0 })).toBe("no difference");
  });
});
