/** `waldo memory`: what a person sees of their memory, and what they can change themselves. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Hall, keys, type UserId } from "@waldo/contracts";
import { patternOf } from "@waldo/core/memory/claims/claim";
import { type NoteDraft, submitMemoryIntent } from "@waldo/core/memory/claims/inbox";
import { runScribe } from "@waldo/core/memory/claims/scribe";
import { lintWiki } from "@waldo/core/memory/pages/wiki-read";
import type { Clock } from "@waldo/core/ports";
import { instantAt } from "@waldo/core/time";
import { PERSON } from "@waldo/testkit/synthetic-person";
import pc from "picocolors";
import { afterAll, describe, expect, it } from "vitest";
import { openHome } from "../src/home.ts";
import { noteMemory, restoreMemory, showHistory } from "../src/memory/claim-history.ts";
import { exportMemory } from "../src/memory/export-wiki.ts";
import { searchMemory, showAsOf, showMemory } from "../src/memory/show-claims.ts";
import { settableClock } from "../src/settable-clock.ts";
import type { Terminal } from "../src/terminal.ts";
import { waldo } from "./command.ts";

const root = mkdtempSync(join(tmpdir(), "waldo-memory-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const USER: UserId = PERSON.userId;
const MARCH = instantAt("2026-03-10", "09:00", PERSON.timeZone);
const APRIL = instantAt("2026-04-10", "09:00", PERSON.timeZone);
const MAY = instantAt("2026-05-10", "09:00", PERSON.timeZone);

let homes = 0;

/** A home with a person in it, the commands on it, and a clock to set. */
async function person() {
  const home = join(root, `home-${homes++}`);
  const clock = settableClock(MARCH);
  const printed: string[] = [];
  const terminal: Terminal = {
    print: (line) => void printed.push(...line.split("\n")),
    note: () => {},
    c: pc.createColors(false),
    width: 100,
    timeZone: "UTC",
    clearProgress: () => {},
    close: () => {},
  };
  const options = { user: USER, home, json: false };
  const within = async <T>(act: (opened: ReturnType<typeof openHome>) => Promise<T>) => {
    const opened = openHome(home);
    try {
      return await act(opened);
    } finally {
      opened.store.close();
    }
  };
  await within(({ store }) =>
    store.transact([{ op: "put", key: keys.profile(USER), body: { ...PERSON, name: "Robin" } }]),
  );
  const said = async (act: () => Promise<void>) => {
    printed.length = 0;
    await act();
    for (const line of printed) expect(line.length).toBeLessThanOrEqual(line.startsWith(" ") ? 80 : 400);
    return printed.join("\n");
  };
  const json = { ...options, json: true };
  return {
    home,
    clock,
    options,
    within,
    note: (hall: Hall, claim: string, more: { topic?: string; when?: string } = {}, at: Clock = clock) =>
      said(() => noteMemory({ hall, claim }, { ...options, ...more }, terminal, at)),
    show: (more: { hall?: Hall; closed?: boolean } = {}) =>
      said(() => showMemory({ closed: false, ...options, ...more }, terminal)),
    showJson: async () => JSON.parse(await said(() => showMemory({ ...json, closed: true }, terminal))),
    search: (words: string, more: { hall?: Hall; json?: boolean } = {}) =>
      said(() => searchMemory(words.split(" "), { limit: 5, ...options, ...more }, terminal, clock)),
    history: (id: string) => said(() => showHistory(id, options, terminal)),
    historyJson: async (id: string) => JSON.parse(await said(() => showHistory(id, json, terminal))),
    restore: (id: string) => said(() => restoreMemory(id, options, terminal, clock)),
    asOf: (date: string, believed = false) => said(() => showAsOf(date, { ...options, believed }, terminal)),
    export: (folder: string, more: { force?: boolean; user?: string } = {}) =>
      said(() => exportMemory(folder, { force: false, ...options, ...more }, terminal, clock)),
    /** Stages a note of a run, from words of the person or of another person. */
    stage: (draft: NoteDraft, outside: boolean) =>
      within(({ store }) =>
        submitMemoryIntent({ store }, USER, draft, {
          trigger: "user_message",
          runId: "run-user-message-1",
          at: clock.now(),
          owner: outside ? [] : [draft.claim],
          outside,
          recalled: [],
        }),
      ),
    night: () => within(({ store, archive }) => runScribe({ store, archive, clock }, USER, "dream-2026-03-10")),
  };
}

const refusal = (message: RegExp) => ({ name: "InvalidInput", message: expect.stringMatching(message) });

/** The person drank coffee in March and drinks tea from April on. */
async function drinker() {
  const robin = await person();
  await robin.note("preferences", "Prefers coffee", { topic: "hot drinks" });
  robin.clock.set(APRIL);
  await robin.note("preferences", "Prefers tea", { topic: "Hot drinks", when: "after lunch" });
  robin.clock.set(MAY);
  return { robin, coffee: patternOf("Prefers coffee", ""), tea: patternOf("Prefers tea", "after lunch") };
}

describe("waldo memory show and note", () => {
  it("lists what holds with id, confidence, origin and since when; what is closed only when asked", async () => {
    const { robin, coffee, tea } = await drinker();
    await robin.note("facts", "Lives in Leeds");
    expect(await robin.show()).toBe(
      [
        "facts",
        ` ${patternOf("Lives in Leeds", "")}  Lives in Leeds`,
        "               owner · confidence 1.00 · since 2026-05-10",
        "preferences",
        ` ${tea}  Prefers tea (after lunch)`,
        "               owner · confidence 1.00 · since 2026-04-10 · topic Hot drinks",
      ].join("\n"),
    );
    const all = await robin.show({ hall: "preferences", closed: true });
    expect(all).toContain(`${coffee}  Prefers coffee`);
    expect(all).toContain("held 2026-03-10 to 2026-04-10");
    expect(all).not.toContain("Leeds");
  });

  it("says which claim it replaced", async () => {
    const robin = await person();
    expect(await robin.note("preferences", "Prefers coffee", { topic: "drinks" })).toBe(
      `remembered in preferences: “Prefers coffee” (${patternOf("Prefers coffee", "")})`,
    );
    robin.clock.set(APRIL);
    expect(await robin.note("preferences", "Prefers tea", { topic: "drinks" })).toContain(
      `it takes the place of ${patternOf("Prefers coffee", "")}`,
    );
  });

  it("marks what is not settled, and what came from elsewhere until the person says it too", async () => {
    const robin = await person();
    await robin.stage({ hall: "facts", claim: "The team meets in Leeds" }, true);
    expect(await robin.show()).toMatch(
      /^not settled yet\n provisional {3}The team meets in Leeds\n +facts · untrusted · noted 2026-03-10/,
    );
    await robin.night();
    expect(await robin.show()).toContain("untrusted: heard elsewhere");
    robin.clock.set(APRIL);
    await robin.note("facts", "The team meets in Leeds");
    expect((await robin.showJson()).claims).toMatchObject([{ origin: "owner", confidence: 1, revision: 2 }]);
    expect(await robin.history(patternOf("The team meets in Leeds", ""))).toContain(
      "2026-04-10 09:00 · confirmed by owner",
    );
  });

  it("R7: shows body zones and no reading, and no characters that a terminal would act on", async () => {
    const robin = await person();
    await robin.note("discoveries", "Form 62 the day after wine\u001b[2J\u202E");
    await robin.note("discoveries", "HRV was 43 ms in March");
    await robin.stage({ hall: "discoveries", claim: "Form 62 in March" }, false);
    for (const text of [await robin.show(), JSON.stringify(await robin.showJson()), await robin.search("wine march")]) {
      expect(text).toMatch(/flagging/i);
      expect(text).not.toMatch(/\b(?:62|43)\b|\p{Cc}(?<!\n)|\u202E/u);
    }
  });

  it("the same words noted in another hall move there together with their history", async () => {
    const robin = await person();
    await robin.note("preferences", "No meetings before ten");
    robin.clock.set(APRIL);
    await robin.note("facts", "No meetings before ten");
    const { claims } = await robin.showJson();
    expect(claims).toMatchObject([{ hall: "facts" }]);
    expect(await robin.historyJson(claims[0].patternId)).toHaveLength(2);
  });

  it("refuses an empty note and one that is too long", async () => {
    const robin = await person();
    await expect(robin.note("facts", " \n ")).rejects.toMatchObject(refusal(/nothing to remember/));
    await expect(robin.note("facts", "x".repeat(2001))).rejects.toMatchObject(refusal(/2000 characters/));
    await expect(robin.note("facts", "x", { when: "x".repeat(501) })).rejects.toMatchObject(refusal(/--when/));
    await expect(robin.note("facts", "x", { topic: "x".repeat(61) })).rejects.toMatchObject(refusal(/--topic/));
    expect(await robin.show()).toBe("nothing is remembered yet");
  });

  it("never records a note before what is known already, even when the machine's clock is behind", async () => {
    const { robin, tea } = await drinker();
    await robin.note("preferences", "Prefers cocoa", { topic: "hot drinks" }, settableClock(MARCH));
    const [closed] = (await robin.showJson()).claims.filter((block: { patternId: string }) => block.patternId === tea);
    expect(closed).toMatchObject({ recordedAt: APRIL, supersededBy: patternOf("Prefers cocoa", "") });
  });
});

describe("waldo memory search", () => {
  it("finds claims by their words, of one hall when asked, and says so when there is none", async () => {
    const { robin, tea } = await drinker();
    await robin.note("facts", "Grows tea in the garden");
    expect(await robin.search("tea")).toContain(
      ` ${tea}  Prefers tea (after lunch)\n               preferences · owner`,
    );
    expect(await robin.search("tea", { hall: "facts" })).not.toContain("Prefers");
    expect(await robin.search("submarines")).toBe("nothing remembered matches that");
    expect(JSON.parse(await robin.search("tea", { json: true }))).toHaveLength(2);
  });

  it("finds what is not settled yet, marked", async () => {
    const robin = await person();
    await robin.stage({ hall: "facts", claim: "Plays the violin" }, false);
    expect(await robin.search("violin")).toMatch(/^ provisional {3}Plays the violin/);
  });
});

describe("waldo memory history and restore", () => {
  it("tells the whole chain from either end, oldest first", async () => {
    const { robin, coffee, tea } = await drinker();
    const expected = [
      [coffee, "noted"],
      [coffee, "superseded"],
      [tea, "noted"],
    ];
    for (const id of [coffee, tea])
      expect(
        (await robin.historyJson(id)).map((version: { block: { patternId: string }; change: string }) => [
          version.block.patternId,
          version.change,
        ]),
      ).toEqual(expected);
    expect(await robin.history(tea)).toContain(` ${coffee}  2026-03-10 09:00 · noted by owner\n`);
  });

  it("takes an id by its beginning, and refuses one that is unknown, too short, or fits several", async () => {
    const { robin, tea } = await drinker();
    expect(await robin.history(tea.slice(0, 4).toUpperCase())).toContain(tea);
    for (const unknown of ["0123456789ab", tea.slice(0, 3), "", "tea", "%"])
      await expect(robin.history(unknown)).rejects.toMatchObject(
        refusal(/^no memory with that id; `waldo memory show` lists them$/),
      );
    await expect(robin.restore("0123456789ab")).rejects.toMatchObject(refusal(/no memory with that id/));
    // Two claims whose ids begin alike. The loop tries claims until it finds them.
    const seen = new Map<string, string>();
    for (let i = 0; ; i++) {
      const claim = `Owns book ${i}`;
      const start = patternOf(claim, "").slice(0, 4);
      const other = seen.get(start);
      seen.set(start, claim);
      if (other === undefined) continue;
      await robin.note("facts", other);
      await robin.note("facts", claim);
      await expect(robin.history(start)).rejects.toMatchObject(refusal(/2 memories begin with .*: give more of it/));
      break;
    }
  });

  it("puts back what was before, says in one line what is true now, and can be undone the same way", async () => {
    const { robin, coffee, tea } = await drinker();
    expect(await robin.restore(tea)).toBe(
      `“Prefers coffee” (${coffee}) holds again, with confidence 1.00; “Prefers tea (after lunch)” (${tea}) no longer holds`,
    );
    expect(await robin.show()).toContain("Prefers coffee");
    expect(await robin.show()).not.toContain("Prefers tea");
    expect(await robin.restore(tea.slice(0, 6))).toMatch(
      /^“Prefers tea \(after lunch\)” .* holds again, .*Prefers coffee.* no longer holds$/,
    );
    expect(await robin.show()).toContain("Prefers tea");
  });

  it("a claim with nothing before it is closed", async () => {
    const robin = await person();
    await robin.note("facts", "Lives in Leeds");
    expect(await robin.restore(patternOf("Lives in Leeds", ""))).toMatch(
      /no longer holds, and nothing takes its place$/,
    );
    expect(await robin.show()).toBe("nothing is remembered yet");
  });
});

describe("waldo memory as-of", () => {
  it("distinguishes what was true from what was believed", async () => {
    const { robin, tea } = await drinker();
    await robin.restore(tea);
    const april = "2026-04-20";
    expect(await robin.asOf(april)).toContain("Prefers coffee");
    expect(await robin.asOf(april)).not.toContain("Prefers tea");
    expect(await robin.asOf(april, true)).toContain("Prefers tea");
    expect(await robin.asOf(april, true)).not.toContain("Prefers coffee");
    expect(await robin.asOf("2026-03-09")).toBe("nothing held, as is known now, at the end of 2026-03-09");
  });

  it("means the end of the day in the person's time zone", async () => {
    const robin = await person();
    // Midnight in London is still the day before in UTC.
    robin.clock.set(instantAt("2026-06-11", "00:00", PERSON.timeZone));
    await robin.note("facts", "Lives in Leeds");
    expect(await robin.asOf("2026-06-10")).not.toContain("Leeds");
    expect(await robin.asOf("2026-06-11")).toContain("Leeds");
  });

  it("refuses what is not a date", async () => {
    const robin = await person();
    await expect(robin.asOf("2026-02-30")).rejects.toMatchObject(refusal(/no such day/));
    await expect(robin.asOf("March")).rejects.toMatchObject(refusal(/YYYY-MM-DD/));
  });
});

describe("waldo memory export", () => {
  const files = (folder: string) =>
    new Map(
      readdirSync(folder)
        .sort()
        .map((name) => [name, readFileSync(join(folder, name), "utf8")]),
    );
  const pages = (folder: string) =>
    new Map([...files(folder)].filter(([name]) => name.endsWith(".md")).map(([name, text]) => [`wiki/${name}`, text]));

  it("writes linked pages that hold together, with zones in place of scores, under the person's name", async () => {
    const { robin, coffee } = await drinker();
    await robin.note("discoveries", "Form 62 the day after wine");
    const folder = join(root, "export-new", "deep");
    expect(await robin.export(folder)).toContain("3 claims on 6 pages");
    expect([...files(folder).keys()]).toEqual([
      "advice.md",
      "discoveries.md",
      "events.md",
      "facts.md",
      "index.md",
      "preferences.md",
      "waldo-export.json",
    ]);
    expect(lintWiki(pages(folder))).toEqual([]);
    const all = [...files(folder).values()].join("");
    expect(all).toContain("# What is remembered of Robin");
    expect(all).toContain(`Took the place of “Prefers coffee”. [[preferences#^${coffee}]].`);
    expect(all).toContain("Flagging the day after wine");
    expect(all).not.toMatch(/\b62\b/);
    expect(statSync(join(folder, "facts.md")).mode & 0o077).toBe(0);
    expect(readdirSync(join(root, "export-new"))).toEqual(["deep"]);
  });

  it("R13: gives identical bytes the second time, and touches no page that has not changed", async () => {
    const { robin } = await drinker();
    const folder = join(root, "export-twice");
    await robin.export(folder);
    const before = files(folder);
    const inode = statSync(join(folder, "facts.md")).ino;
    robin.clock.set(MAY + 86_400_000);
    expect(await robin.export(folder)).toContain("0 of them new or changed");
    expect(files(folder)).toEqual(before);
    expect(statSync(join(folder, "facts.md")).ino).toBe(inode);
  });

  it("leaves other files alone, and removes its own pages that no longer exist", async () => {
    const { robin } = await drinker();
    const folder = join(root, "export-again");
    await robin.export(folder);
    mkdirSync(join(folder, ".obsidian"));
    writeFileSync(join(folder, ".obsidian", "app.json"), "{}");
    writeFileSync(join(folder, "mine.md"), "my own");
    writeFileSync(join(folder, "facts-1999.md"), "an old page");
    writeFileSync(join(root, "outside.md"), "outside");
    const list = join(folder, "waldo-export.json");
    writeFileSync(list, readFileSync(list, "utf8").replace('"advice.md"', '"advice.md", "facts-1999.md"'));
    // A folder that a killed export left.
    mkdirSync(join(folder, ".waldo-export-abc"));
    await robin.note("facts", "Lives in Leeds");
    await robin.export(folder);
    expect(readdirSync(folder).sort()).toEqual([
      ".obsidian",
      "advice.md",
      "discoveries.md",
      "events.md",
      "facts.md",
      "index.md",
      "mine.md",
      "preferences.md",
      "waldo-export.json",
    ]);
    expect(readFileSync(join(folder, "mine.md"), "utf8")).toBe("my own");
    expect(readFileSync(join(folder, "facts.md"), "utf8")).toContain("Lives in Leeds");
    // A list that names files which no export writes is not a list of ours.
    writeFileSync(list, readFileSync(list, "utf8").replace('"advice.md"', '"../outside.md"'));
    await expect(robin.export(folder)).rejects.toMatchObject(refusal(/no earlier export/));
    expect(existsSync(join(root, "outside.md"))).toBe(true);
  });

  it("refuses another person's folder, unless told to use it", async () => {
    const { robin } = await drinker();
    const folder = join(root, "export-foreign");
    mkdirSync(folder);
    writeFileSync(join(folder, "diary.md"), "private");
    await expect(robin.export(folder)).rejects.toMatchObject(refusal(/not empty .*--force/));
    expect(readdirSync(folder)).toEqual(["diary.md"]);
    await robin.export(folder, { force: true });
    expect(readFileSync(join(folder, "diary.md"), "utf8")).toBe("private");
    expect(lintWiki(new Map([...pages(folder)].filter(([path]) => !path.includes("diary"))))).toEqual([]);
    await expect(robin.export(folder, { user: "somebody" })).rejects.toMatchObject(refusal(/holds the export of me/));
    await expect(robin.export(join(folder, "diary.md"))).rejects.toMatchObject(refusal(/cannot be written/));
  });

  it("writes into an existing empty folder, and leaves it as it was when a page cannot be put in place", async () => {
    const { robin } = await drinker();
    const folder = join(root, "export-empty");
    mkdirSync(folder);
    await robin.export(folder);
    const before = files(folder);
    expect(before.size).toBe(7);
    await robin.note("facts", "Lives in Leeds");
    rmSync(join(folder, "facts.md"));
    mkdirSync(join(folder, "facts.md"));
    await expect(robin.export(folder)).rejects.toMatchObject(refusal(/EISDIR/));
    expect(readdirSync(folder).filter((name) => name.startsWith("."))).toEqual([]);
    rmSync(join(folder, "facts.md"), { recursive: true });
    await robin.export(folder);
    expect(readFileSync(join(folder, "facts.md"), "utf8")).toContain("Lives in Leeds");
  });
});

describe("waldo memory, as it is typed", () => {
  const memory = (...args: string[]) => waldo("memory", ...args);

  it("is one line and exit code 1 for a refusal, 2 for wrong usage, 0 with examples for help", async () => {
    const robin = await person();
    await robin.note("facts", "Lives in Leeds");
    const at = ["--home", robin.home];
    const refused = await memory("history", "0123456789ab", ...at);
    expect(refused).toMatchObject({
      status: 1,
      stdout: "",
      stderr: "waldo: no memory with that id; `waldo memory show` lists them\n",
    });
    expect(await memory("show", "--home", join(root, "nowhere"))).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("run waldo day first"),
    });
    expect(existsSync(join(root, "nowhere"))).toBe(false);
    for (const wrong of [
      ["note", "facts"],
      ["show", "--hall", "nowhere"],
      ["search", "x", "--limit", "0"],
      ["nonsense"],
      [],
    ])
      expect((await memory(...wrong)).status).toBe(2);
    const help = await memory("--help");
    expect(help).toMatchObject({ status: 0, stdout: expect.stringContaining("Examples:") });
    const shown = await memory("show", ...at);
    expect(shown).toMatchObject({ status: 0, stderr: "", stdout: expect.stringContaining("Lives in Leeds") });
    expect(shown.stdout).not.toContain("\u001b");
    expect(JSON.parse((await memory("show", ...at, "--json")).stdout).claims).toHaveLength(1);
  });
});
