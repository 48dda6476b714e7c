/** Tests whose data a home holds: the example person stays apart, and a person's own nights stay their own. */
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { openHome } from "../src/home.ts";
import { waldo, waldoWith } from "./command.ts";
import { early, late } from "./early.ts";
import { NIGHTS_MAP, nightRows, nightsCsv } from "./made-up-nights.ts";

const root = mkdtempSync(join(tmpdir(), "waldo-home-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
afterEach(late);
const at = (name: string) => join(root, name);

function file(name: string, rows: readonly string[]): string {
  writeFileSync(at(name), nightsCsv(rows));
  return at(name);
}
const OWN = file("own.csv", nightRows());
const HOW = ["--map", NIGHTS_MAP, "--zone", "Europe/London"];
const EXAMPLE = fileURLToPath(new URL("../../../data/whoop-year.csv", import.meta.url));

describe("a home that holds nothing", () => {
  it("shows the example person apart, and the next commands go on with them and say so", async () => {
    const home = at("empty");
    early("2026-10-31");
    const { stdout } = await waldo("day", "--home", home);
    expect(stdout).toContain(`the example person, kept apart in ${join(home, "example")}`);
    expect(readdirSync(home)).toEqual(["example"]);
    for (const args of [["say", "remember that I prefer trains"], ["runs"], ["log"], ["memory", "show"]]) {
      const { status, stderr } = await waldo(...args, "--home", home);
      expect([args[0], status]).toEqual([args[0], 0]);
      expect(stderr).toMatch(/^This is the example person, in .*example\. Your own begins with: /);
    }

    early("2026-09-29");
    const own = await waldo("day", "--home", home, "--export", OWN, ...HOW);
    expect(own.stdout).toContain("imported 60 days, 60 nights, 2026-08-01 to 2026-09-29");
    const runs = await waldo("runs", "--home", home, "--json");
    expect(runs.stderr).toBe("");
    expect(new Set(JSON.parse(runs.stdout).map(({ date }: { date: string }) => date))).toEqual(new Set(["2026-09-29"]));
    expect((await waldo("memory", "show", "--home", home)).stdout).not.toContain("trains");
  });

  it("lets talk with the example person take place at the end of the day that was played, and says so", async () => {
    const home = at("talk");
    await waldo("day", "--home", home);
    const why = await waldo("say", "why is my score low?", "--home", home);
    expect(why.stdout).toContain("this is why: you were awake more than usual");
    expect(why.stderr).toContain("It is 2026-10-31 22:45 here: the end of the day that was played.\n");
    await waldo("memory", "note", "preferences", "likes trains", "--home", home);
    const remind = await waldo("say", "remind me tomorrow at 17:30 to call Ana", "--home", home);
    expect(remind.stdout).toContain("Sunday 1 November at 17:30");
    // The same words again are a message of their own.
    await waldo("say", "why is my score low?", "--home", home);
    const runs = JSON.parse((await waldo("runs", "--home", home, "--json")).stdout);
    expect(runs.filter(({ trigger }: { trigger: string }) => trigger === "user_message")).toHaveLength(3);
    const again = JSON.parse((await waldo("day", "--home", home, "--json")).stdout);
    expect(again).toMatchObject({ duplicates: 0 });
    expect((await waldo("living", "--home", home)).stdout).toMatch(/^2026-10-31 \d\d:\d\d · /);
    const inbox = await waldo("inbox", "--last", "1", "--home", home);
    expect(inbox.stdout).toContain("2026-10-31 22:45");
  });

  it("shows the example person also after waldo live has begun an own home, and says where", async () => {
    const home = at("begun");
    openHome(home).store.close();
    early("2026-10-30");
    const { status, stdout } = await waldo("day", "--home", home, "--date", "2026-10-30");
    expect(status).toBe(0);
    expect(stdout).toContain(`./waldo inbox --home ${join(home, "example")}`);
    expect((await waldo("runs", "--home", home)).stdout).toBe("no runs yet\n");
  });

  it("is chosen by WALDO_HOME when no --home is given", async () => {
    const { stderr } = await waldoWith({ WALDO_HOME: at("by the environment") }, "runs");
    expect(stderr).toContain(`there is no state in ${at("by the environment")}`);
  });

  it("names no example where a day is asked for how an export is read", async () => {
    const { status, stderr } = await waldo("day", "--home", at("none"), ...HOW);
    expect([status, stderr]).toEqual([1, expect.stringContaining("name it with --export")]);
    expect(existsSync(at("none"))).toBe(false);
  });
});

describe("a home that holds a person's nights", () => {
  it("goes on with them when no export is named, and takes no night of the example in", async () => {
    const home = at("mine");
    early("2026-09-20");
    await waldo("day", "--home", home, "--export", OWN, ...HOW, "--date", "2026-09-20");
    early("2026-09-21");
    const { status, stdout } = await waldo("day", "--home", home, "--date", "2026-09-21", "--json");
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      date: "2026-09-21",
      home,
      import: { first: "2026-08-01", last: "2026-09-29", days: 60 },
    });
    expect(JSON.parse(stdout).briefs[0]).toMatchObject({ variant: "morning", state: "DONE" });
    const later = await waldo("day", "--home", home, "--date", "2026-10-31");
    expect([later.status, later.stderr]).toEqual([1, expect.stringContaining("2026-10-31 is outside what is known")]);
    expect(existsSync(join(home, "example"))).toBe(false);
  });

  it("refuses another person's export in one line that says what to do, and takes another device's", async () => {
    const home = at("mine too");
    early("2026-09-29");
    await waldo("day", "--home", home, "--export", OWN, ...HOW);
    const other = file("other.csv", nightRows({ person: 2 }));
    const refused = await waldo("day", "--home", home, "--export", other, ...HOW);
    expect(refused).toMatchObject({ status: 1, stdout: "" });
    expect(refused.stderr).toMatch(/^waldo: these are another person's nights.*--home <folder>\n$/);
    early("2026-09-20");
    expect((await waldo("day", "--home", home, "--export", EXAMPLE, "--date", "2026-09-20")).status).toBe(0);
  });
});
