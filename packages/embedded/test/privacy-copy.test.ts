/** A person who takes everything along: two homes, of which one was made from the export of the other. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { keys } from "@waldo/contracts";
import { saveSamples } from "@waldo/core/health/intraday";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import yazl from "yazl";
import { openHome } from "../src/home.ts";
import { waldo } from "./command.ts";

const YEAR = fileURLToPath(new URL("../../../data/whoop-year.csv", import.meta.url));
const root = mkdtempSync(join(tmpdir(), "waldo-copy-"));
const [first, second] = [join(root, "first"), join(root, "second")];
afterAll(() => rmSync(root, { recursive: true, force: true }));

const run = async (home: string, ...args: string[]) => {
  const { status, stdout, stderr } = await waldo(...args, "--home", home);
  return { status, said: `${stdout}${stderr}` };
};
const zipIn = (folder: string) => join(folder, readdirSync(folder)[0] ?? "");
let zip = "";

beforeAll(async () => {
  await run(first, "day", "--export", YEAR, "--date", "2026-10-29", "--zone", "Europe/Lisbon");
  await run(first, "say", "remember that I prefer trains to planes");
  await run(first, "memory", "note", "facts", "Has a sister called Philippa");
  await run(first, "tasks", "add", "pay", "the", "rent", "--due", "2026-10-30");
  await run(first, "day", "--date", "2026-10-30");
  const { store } = openHome(first);
  const clock = { now: () => Date.now() };
  await saveSamples({ store, clock }, "me", [{ at: clock.now() - 60_000, heartRateBpm: 61, moving: false }]);
  store.close();
  await run(first, "privacy", "export", join(root, "out"));
  zip = zipIn(join(root, "out"));
});

it("nobody's export is refused, and no file is put over an earlier one", async () => {
  const before = readFileSync(zip);
  const folder = join(root, "out");
  const { status, said } = await run(join(root, "nobody"), "privacy", "export", folder, "--user", "zed");
  expect([status, said]).toEqual([1, expect.stringMatching(/there is no state/)]);
  const none = await run(first, "privacy", "export", folder, "--user", "zed");
  expect([none.status, none.said]).toEqual([1, expect.stringMatching(/nobody called zed/)]);
  expect(readdirSync(folder)).toEqual([basename(zip)]);
  expect(readFileSync(zip).equals(before)).toBe(true);
});

it("an export to where a file is names another folder, and leaves the file", async () => {
  const { status, said } = await run(first, "privacy", "export", zip);
  expect([status, said]).toEqual([1, expect.stringMatching(/^waldo: .* cannot be written: name another folder$/m)]);
  expect(said).not.toMatch(/ENOTDIR|node:/);
  expect(statSync(zip).size).toBeGreaterThan(1000);
});

it("a scan refuses a file that it did not write, and prints nothing of it", async () => {
  const own = join(root, "own.txt");
  writeFileSync(own, "Philippa");
  for (const file of [own, root, join(root, "no-such-folder", "phrases.json")]) {
    const { status, said } = await run(first, "privacy", "scan", "me", "--remember", file);
    expect([status, said], file).toEqual([1, expect.stringMatching(/^waldo: .*: name another file\n$/)]);
    expect(said).not.toMatch(/Philippa/);
  }
});

describe("an export that is taken into an empty home", () => {
  beforeAll(async () => {
    expect(await run(second, "privacy", "import", zip)).toMatchObject({
      status: 0,
      said: expect.stringMatching(/^\d+ rows and \d+ files of me/),
    });
  });

  it("is readable by its owner only, and so is the home", () => {
    expect(statSync(zip).mode & 0o077).toBe(0);
    expect(statSync(join(second, "waldo.db")).mode & 0o077).toBe(0);
  });

  it.each([
    ["claims", ["memory", "show", "--json"]],
    ["tasks", ["tasks", "--json"]],
    ["conversations", ["threads", "--json"]],
    ["settings", ["settings", "--json"]],
    ["runs", ["runs", "--json"]],
    ["messages", ["inbox", "--json"]],
    ["what is recalled", ["memory", "search", "trains", "--json"]],
  ])("gives the same %s", async (_, command) => {
    const [there, here] = [await run(first, ...command), await run(second, ...command)];
    expect(there.status).toBe(0);
    expect(there.said.length).toBeGreaterThan(20);
    expect(here).toEqual(there);
  });

  it("gives the same history of a claim", async () => {
    const claims: { patternId: string }[] = JSON.parse((await run(first, "memory", "show", "--json")).said).claims;
    expect(claims.length).toBeGreaterThan(0);
    for (const { patternId } of claims) {
      const command = ["memory", "history", patternId, "--json"];
      expect(await run(second, ...command)).toEqual(await run(first, ...command));
    }
  });

  it("leaves out readings that end after two days", async () => {
    const samples = await Promise.all(
      [first, second].map(async (home) => {
        const { store } = openHome(home);
        const { rows } = await store.query(keys.sample.all("me"));
        store.close();
        return rows.length;
      }),
    );
    expect(samples).toEqual([1, 0]);
  });

  it("says the same Briefs the next day, and remembers the same after the night", async () => {
    const day = ["day", "--date", "2026-10-31", "--json"];
    const briefs = (said: string) =>
      JSON.parse(said).briefs.map(({ text, variant }: Record<string, unknown>) => ({ text, variant }));
    const [there, here] = [await run(first, ...day), await run(second, ...day)];
    expect(briefs(there.said).length).toBeGreaterThanOrEqual(1);
    expect(briefs(here.said)).toEqual(briefs(there.said));
    for (const command of [
      ["memory", "show", "--json"],
      ["memory", "search", "sister", "--json"],
      ["say", "what do you know about my sister?", "--json"],
    ]) {
      const answers = [await run(first, ...command), await run(second, ...command)].map(({ said }) => textsOf(said));
      expect(answers[1]).toEqual(answers[0]);
    }
  });

  it("is not taken in twice, nor into the home of somebody else of that name", async () => {
    const refused = { status: 1, said: expect.stringMatching(/^waldo: this home already has rows of me/) };
    expect(await run(second, "privacy", "import", zip)).toMatchObject(refused);
    expect(await run(first, "privacy", "import", zip)).toMatchObject(refused);
  });
});

/** The texts of a JSON answer. Ids of runs and instants of this machine differ between two homes. */
const textsOf = (said: string) => [...said.matchAll(/"(?:text|claim)": ?"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text);

describe("a zip that is none of ours", () => {
  let tries = 0;
  /** Returns what the command said, after it was seen that no home came of it. */
  async function refused(bytes: Buffer): Promise<string> {
    const file = join(root, `odd-${++tries}.zip`);
    writeFileSync(file, bytes);
    const home = join(root, `home-${tries}`);
    const { status, said } = await run(home, "privacy", "import", file);
    expect(status).toBe(1);
    expect(said.trimEnd().split("\n")).toHaveLength(1);
    expect(() => statSync(home)).toThrow();
    return said;
  }

  it("is refused in one line, and nothing is made: another program's zip, half a zip, a text", async () => {
    const whole = readFileSync(zip);
    expect(await refused(await zipOf({ "a.txt": "hello" }))).toMatch(/no export of Waldo/);
    expect(await refused(whole.subarray(0, whole.length / 2))).toMatch(/damaged or cut short/);
    expect(await refused(Buffer.from("no zip at all"))).toMatch(/^waldo: odd/);
  });

  it("is refused when one byte of a row is another", async () => {
    const whole = readFileSync(zip);
    // The name of a file comes before its content.
    for (const name of ["rows/claims.jsonl", "rows/threads.jsonl", "rows/raw-days.jsonl"]) {
      const bytes = Buffer.from(whole);
      const place = bytes.indexOf(name) + name.length + 30;
      bytes[place] = (bytes[place] ?? 0) ^ 0xff;
      await refused(bytes);
    }
  });

  it("is refused when a row is missing, is of another kind, cannot be read, stands twice or belongs elsewhere", async () => {
    const profile = { kind: "PROFILE", key: "PROFILE", schema: 1, body: { userId: "me" } };
    const task = { kind: "TASK", key: "TASK#a", schema: 1, body: taskOf("a") };
    const rows = (lines: object[]) => `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`;
    const manifest = (counts: object, more: object = {}) =>
      JSON.stringify({
        ...{ format: "waldo export", version: 1, userId: "me", exportedAt: 1 },
        ...{ rows: counts, files: {}, ...more },
      });
    const odd = async (lines: object[], count = lines.length, more: object = {}) =>
      refused(await zipOf({ "waldo-export.json": manifest({ tasks: count }, more), "rows/tasks.jsonl": rows(lines) }));
    expect(await odd([task], 2)).toMatch(/has 1 rows instead of 2/);
    expect(await odd([profile])).toMatch(/cannot be read \(line 1\)/);
    expect(await odd([{ ...task, key: "TASK" }])).toMatch(/line 1/);
    expect(await odd([{ ...task, schema: 99 }])).toMatch(/line 1/);
    expect(await odd([{ ...task, body: { nothing: true } }])).toMatch(/line 1/);
    expect(await odd([{ ...task, kind: "GONE", key: "GONE" }])).toMatch(/line 1/);
    expect(await odd([task], 1, { userId: "../me" })).toMatch(/cannot be read/);
    expect(await odd([task], 1, { files: { workspace: 3 } })).toMatch(/0 files instead of 3/);
    const stray = { "waldo-export.json": manifest({}), "rows/tasks.jsonl": rows([task]) };
    expect(await refused(await zipOf(stray))).toMatch(/does not name/);
  });

  it("takes nothing in when a row stands twice", async () => {
    const home = join(root, "twice");
    mkdirSync(home);
    const task = JSON.stringify({ kind: "TASK", key: "TASK#a", schema: 1, body: taskOf("a") });
    const manifest = { format: "waldo export", version: 1, userId: "me", exportedAt: 1, rows: { tasks: 2 }, files: {} };
    const file = join(root, "twice.zip");
    writeFileSync(
      file,
      await zipOf({ "waldo-export.json": JSON.stringify(manifest), "rows/tasks.jsonl": `${task}\n${task}\n` }),
    );
    expect(await run(home, "privacy", "import", file)).toMatchObject({ status: 1 });
    const { bare } = openHome(home);
    expect((await bare.store.query(keys.task.all("me"))).rows).toEqual([]);
    bare.store.close();
  });
});

function taskOf(taskId: string) {
  return { taskId, title: "pay the rent", status: "open", createdAt: 1, updatedAt: 1 };
}

async function zipOf(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const file = new yazl.ZipFile();
  for (const [name, text] of Object.entries(files)) file.addBuffer(Buffer.from(text), name);
  file.end();
  const chunks: Buffer[] = [];
  for await (const chunk of file.outputStream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
