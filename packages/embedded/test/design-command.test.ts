/** `waldo memory design`: which numbers are in force, what the nights compare, and the way back. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DesignArchive, type DesignRow, DesignView, keys } from "@waldo/contracts";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { afterAll, describe, expect, it } from "vitest";
import { openHome } from "../src/home.ts";
import { waldo } from "./command.ts";

const root = mkdtempSync(join(tmpdir(), "waldo-design-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const SINCE = Date.UTC(2026, 2, 10, 12);
const night = (date: string, mean: number) => ({ date, traces: 21, mean, low: 0.004, worse: [] });
const PROMOTED: DesignRow = {
  ...{ state: "promoted", changes: { k1: 1.5, "hall.facts": 1.2 }, parent: { b: 0.5 }, since: SINCE },
};
const IN_SHADOW: DesignRow = {
  ...{ state: "shadow", changes: {} },
  shadow: {
    ...{ changes: { idleDays: 120 }, heldFrom: SINCE, begun: SINCE },
    nights: [night("2026-03-11", 0.0312), night("2026-03-12", 0.02)],
  },
};

let homes = 0;
/** A home with a person whose memory has this design. Returns the command on it. */
async function person(row?: DesignRow, archive?: DesignArchive) {
  const home = join(root, `home-${homes++}`);
  const { store } = openHome(home);
  await store.transact([
    { op: "put", key: keys.profile(PERSON.userId), body: PERSON },
    ...(row ? [{ op: "put", key: keys.design(PERSON.userId), body: row } as const] : []),
    ...(archive ? [{ op: "put", key: keys.designArchive(PERSON.userId), body: archive } as const] : []),
  ]);
  store.close();
  return async (...args: string[]) => {
    const ran = await waldo("memory", "design", ...args, "--home", home, "--user", PERSON.userId);
    expect([ran.status, ran.stderr]).toEqual([0, ""]);
    for (const line of ran.stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(100);
    return ran.stdout;
  };
}

describe("waldo memory design show", () => {
  it("says so when nothing differs from the standard", async () => {
    const design = await person();
    expect(await design("show")).toBe("in force: the standard numbers\nnothing is in shadow\n");
    expect(JSON.parse(await design("show", "--json"))).toEqual({ inForce: { numbers: [] }, nights: [], results: [] });
  });

  it("shows what is in shadow with its nights", async () => {
    const design = await person(IN_SHADOW);
    expect(await design("show")).toBe(
      [
        "in force: the standard numbers",
        "in shadow, 2 of 7 nights:",
        "  idleDays 120 (90): after how many days a memory is old",
        "  2026-03-11: +0.031 on 21 questions",
        "  2026-03-12: +0.020 on 21 questions",
        "",
      ].join("\n"),
    );
  });

  it("shows a promoted design beside the standard, what was before it, and what the last night found", async () => {
    const last = { ...night("2026-03-20", -0.01), changes: { depth: 9 }, what: "given up" as const };
    const design = await person(PROMOTED, { tried: [], nights: [{ ...last, worse: ["public"] }] });
    expect(await design("show")).toBe(
      [
        "in force since 2026-03-10:",
        "  k1 1.5 (1.2): how much a word counts that comes again",
        "  hall.facts 1.2 (1): how much facts count",
        "before that:",
        "  b 0.5 (0.75): how much a long text counts less",
        "nothing is in shadow",
        "last compared 2026-03-20: -0.010 on 21 questions: given up, public",
        "",
      ].join("\n"),
    );
    const view = DesignView.parse(JSON.parse(await design("show", "--json")));
    expect(view).toMatchObject({
      inForce: { since: SINCE },
      nights: [{ worse: ["public"] }],
      step: { does: "before" },
    });
  });
});

describe("waldo memory design rollback", () => {
  it("changes nothing where there is no step to take", async () => {
    const design = await person();
    expect(await design("rollback")).toBe("nothing changed: the standard numbers are in force\n");
    expect(JSON.parse(await design("rollback", "--json"))).toEqual({ isDone: false, inForce: { numbers: [] } });
  });

  it("gives up what is in shadow, then goes back one step at a time", async () => {
    const design = await person({
      ...PROMOTED,
      state: "shadow",
      ...(IN_SHADOW.shadow && { shadow: IN_SHADOW.shadow }),
    });
    expect(await design("rollback")).toContain("in force now:\n  k1 1.5 (1.2)");
    expect(await design("show")).toContain("nothing is in shadow");
    expect(await design("rollback")).toBe("in force now:\n  b 0.5 (0.75): how much a long text counts less\n");
    expect(JSON.parse(await design("rollback", "--json"))).toEqual({ isDone: true, inForce: { numbers: [] } });
    expect(await design("rollback")).toBe("nothing changed: the standard numbers are in force\n");
  });
});

describe("waldo memory design --help", () => {
  it("says what each command does, with an example", async () => {
    expect((await waldo("memory", "design", "--help")).stdout).toMatch(/show.*\n[\s\S]*rollback/);
    for (const name of ["show", "rollback"]) {
      const { status, stdout } = await waldo("memory", "design", name, "--help");
      expect([status, stdout]).toEqual([0, expect.stringContaining(`Example:\n  waldo memory design ${name}`)]);
    }
    expect((await waldo("memory", "design", "nonsense")).status).toBe(2);
  });

  it("is refused where there is no memory", async () => {
    const ran = await waldo("memory", "design", "show", "--home", join(root, "nowhere"));
    expect(ran).toMatchObject({ status: 1, stderr: expect.stringContaining("run waldo day first") });
  });
});
