/** A person who leaves a home without a trace, beside a neighbour who stays. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Key, keys } from "@waldo/contracts";
import { saveDays } from "@waldo/core/health/ledger";
import { queryAll } from "@waldo/core/store/query-all";
import { PERSON, syntheticDays } from "@waldo/testkit/synthetic-person";
import { type LocalTelegram, startTelegram } from "@waldo/testkit/telegram-local";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openHome } from "../src/home.ts";
import { waldo, waldoWith } from "./command.ts";

const YEAR = fileURLToPath(new URL("../../../data/whoop-year.csv", import.meta.url));
const root = mkdtempSync(join(tmpdir(), "waldo-erase-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Words that are nowhere else. */
const NAME = "Xanthippe-Quill";
const PLANTED = "zanzibarquokka";
const said = async (...args: string[]) => {
  const { status, stdout, stderr } = await waldo(...args);
  return { status, said: `${stdout}${stderr}` };
};

/** A home with two people who have lived a day, and what was deleted of the first one's before. */
async function homeOfTwo(name: string): Promise<string> {
  const home = join(root, name);
  for (const user of ["me", "ana"]) {
    const at = ["--user", user, "--home", home];
    await said("day", "--export", YEAR, "--date", "2026-10-30", "--zone", "Europe/Lisbon", ...at);
    const word = user === "me" ? PLANTED : "neighbourly";
    await said("say", `remember that my boat is called ${word}`, ...at);
    await said("memory", "note", "facts", `Keeps a ${word} in the garden`, ...at);
    await said("tasks", "add", "feed", "the", word, ...at);
    await said("goals", "put", "week", "feed", "the", word, ...at);
    writeFileSync(join(home, "goals", user, ".waldo-write-0"), `half of ${word}`);
    await said("settings", "set", `name=${user === "me" ? NAME : "Ana Neighbour"}`, ...at);
  }
  const { bare, archive } = openHome(home);
  // A row that was deleted long ago, whose bytes are in a free page.
  const key = keys.draft("me", "document", "f".repeat(16));
  await bare.store.transact([{ op: "put", key, body: { text: `${PLANTED} `.repeat(3000) } }]);
  await bare.store.transact([{ op: "delete", key }]);
  await archive.write("spill/me/0123.json", new TextEncoder().encode(`{"x":"${PLANTED}"}`));
  bare.store.close();
  return home;
}

/** The goals of a person, as they stand in plain text in a home. */
const goalsOf = (user: string, home: string) => join(home, "workspace", ...(user === "me" ? [] : [user]), "goals.md");

/** Everything of a person in a home: rows with their versions, files and messages. */
async function of(user: string, home: string): Promise<string[]> {
  const { bare } = openHome(home);
  const found: string[] = [];
  for (const pk of bare.store.partitions().filter((one) => one.endsWith(`#${user}`)))
    for (const table of ["agent", "health"] as const)
      for await (const row of queryAll(bare.store, { table, pk })) found.push(JSON.stringify(row));
  bare.store.close();
  for (const folder of ["workspace", "archive", "index", "spill"]) {
    const path = join(home, "archive", folder, user);
    if (!existsSync(path)) continue;
    for (const entry of readdirSync(path, { recursive: true, withFileTypes: true }))
      if (entry.isFile())
        found.push(`${entry.name} ${readFileSync(join(entry.parentPath, entry.name)).toString("base64")}`);
  }
  return found;
}

const scan = async (home: string, ...more: string[]) =>
  JSON.parse(
    (await said("privacy", "scan", "me", "--home", home, "--json", "--token", PLANTED, NAME, ...more)).said,
  ) as {
    traces: { file: string; what: string; times: number }[];
    needles: number;
  };

describe("a person who erases", () => {
  let home = "";
  let neighbour: string[] = [];
  let phrases = "";
  beforeAll(async () => {
    home = await homeOfTwo("two");
    neighbour = await of("ana", home);
    phrases = join(root, "phrases.json");
  });

  it("is found by a scan before: in rows, free pages, archive, messages, by id, name, words and phrases", async () => {
    const { traces, needles } = await scan(home, "--remember", phrases);
    expect(needles).toBeGreaterThan(30);
    const seen = traces.map(({ file, what }) => `${file}: ${what}`);
    expect(seen).toContain("waldo.db: the id");
    expect(seen).toContain("waldo.db: token 1");
    // What is sealed is not found: the name, and the object. The rows of before the seal are.
    expect(seen).not.toContain("waldo.db: token 2");
    expect(seen).toContain("waldo.db: a phrase of their rows");
    expect(seen).not.toContain("archive/spill/me/0123.json: token 1");
    expect(seen).toContain("archive/spill/me/0123.json: the id in its name");
    expect(seen.some((one) => one.startsWith("archive/workspace/me/"))).toBe(true);
    // The free page alone holds the word thousands of times.
    expect(traces.find(({ file, what }) => file === "waldo.db" && what === "token 1")?.times).toBeGreaterThan(2000);
  });

  it("is asked first, and nothing happens without a yes, for nobody, or in a home of nobody", async () => {
    const before = await of("me", home);
    for (const [args, why] of [
      [["--home", home], /add --yes/],
      [["--home", home, "--user", "nobody", "--yes"], /nobody called nobody/],
      [["--home", join(root, "none"), "--yes"], /no state of your own/],
    ] as const)
      expect(await said("privacy", "erase", ...args)).toMatchObject({ status: 1, said: expect.stringMatching(why) });
    expect(await of("me", home)).toEqual(before);
  });

  it("gets a receipt that counts what was removed and names nobody", async () => {
    // Another connection to the same file stays open, as of a server that runs.
    const open = openHome(home);
    const erased = JSON.parse((await said("privacy", "erase", "--yes", "--json", "--home", home)).said);
    expect(erased).toMatchObject({ receiptId: expect.stringMatching(/^[0-9a-f]{32}$/), state: "done", agesOut: [] });
    expect(erased.removed["rows.agent"]).toBeGreaterThan(50);
    expect(erased.removed["rows.raw"]).toBeGreaterThan(300);
    expect(erased.removed["objects.workspace"]).toBeGreaterThan(1);
    expect(erased.removed).toMatchObject({ "objects.spill": 1 });
    expect(erased.endedAt).toBeGreaterThan(erased.markedAt);
    // Nothing here makes a backup of the key.
    expect(erased.finalAt).toBe(erased.endedAt);
    expect(JSON.stringify(erased)).not.toMatch(/"me"|xanthippe|zanzibar/i);
    open.store.close();
  });

  it("leaves no byte: the scan finds nothing, also of the phrases that were remembered", async () => {
    expect(await scan(home, "--remember", phrases)).toMatchObject({ traces: [] });
    expect((await said("privacy", "scan", "me", "--home", home, "--remember", phrases)).said).toMatch(
      /^0 traces of me/,
    );
  });

  it("leaves no file of goals, and the neighbour's, which stands in the same folder", async () => {
    expect(existsSync(goalsOf("me", home))).toBe(false);
    expect(existsSync(join(home, "goals", "me"))).toBe(false);
    expect(readFileSync(goalsOf("ana", home), "utf8")).toContain("feed the neighbourly");
    expect(existsSync(join(home, "goals", "ana", "base"))).toBe(true);
  });

  it("leaves the neighbour untouched, byte for byte, and the neighbour's next day as it would have been", async () => {
    expect(await of("ana", home)).toEqual(neighbour);
    const day = await said("day", "--date", "2026-10-31", "--user", "ana", "--home", home, "--json");
    expect(JSON.parse(day.said).briefs.length).toBeGreaterThanOrEqual(1);
    expect((await said("tasks", "--user", "ana", "--home", home)).said).toMatch(/neighbourly/);
  });

  it("cannot be woken: no row and no file is taken for the id any more, also by a process that was open", async () => {
    const { store, archive } = openHome(home);
    const gone = { name: "Erased" };
    const task = keys.task("me", "t1");
    await expect(store.transact([{ op: "put", key: task, body: {} }])).rejects.toMatchObject(gone);
    const both: Key[] = [keys.profile("ana"), keys.sourceDay("me", "2026-10-31", "whoop")];
    await expect(
      store.transact(both.map((key) => ({ op: "put", key, body: { ...PERSON, userId: "ana" } }))),
    ).rejects.toMatchObject(gone);
    await expect(archive.write("workspace/me/today.md", new Uint8Array(1))).rejects.toMatchObject(gone);
    await archive.write("workspace/ana/today.md", new Uint8Array(1));
    store.close();
    for (const command of [
      ["day", "--export", YEAR],
      ["say", "hello"],
      ["tasks", "add", "pay the rent"],
    ])
      expect(await said(...command, "--home", home)).toMatchObject({
        status: 1,
        said: expect.stringMatching(/erased|nobody of that name/),
      });
    expect(await of("me", home)).toEqual([]);
  });

  it("may ask again, and gets the same receipt", async () => {
    const [first, second] = [0, 0].map(() => said("privacy", "erase", "--yes", "--json", "--home", home));
    expect((await first)?.said).toBe((await second)?.said);
  });
});

describe("the last person of a home", () => {
  it("is not the last one while somebody else has nights there, also without a profile", async () => {
    const home = join(root, "nights");
    const { store } = openHome(home);
    await store.transact([{ op: "put", key: keys.profile("me"), body: PERSON }]);
    writeFileSync(join(home, "approval.key"), new Uint8Array(32));
    await saveDays(store, "ana", syntheticDays("2026-10-30", 3, 1));
    store.close();
    await said("privacy", "erase", "--yes", "--home", home);
    expect(readdirSync(home)).toContain("approval.key");
  });

  it("takes the keys, the choices and the messages of the home along", async () => {
    const home = join(root, "one");
    await said("day", "--export", YEAR, "--date", "2026-10-30", "--zone", "Europe/Lisbon", "--home", home);
    const files = () => readdirSync(home).sort();
    await said("tasks", "add", "pay the rent", "--home", home);
    expect(files()).toEqual(["approval.key", "archive", "keys", "telegram.jsonl", "waldo.db"]);
    const { said: receipt } = await said("privacy", "erase", "--yes", "--home", home);
    expect(receipt).toMatch(/^me was erased\. Receipt [0-9a-f]{32}\n/);
    expect(receipt).toMatch(/2 {2}files/);
    expect(files()).toEqual(["archive", "keys", "waldo.db"]);
    // What is left of the data key is an empty mark that names nobody.
    expect(readdirSync(join(home, "keys"))).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.erased$/)]);
    expect(
      readdirSync(join(home, "archive"), { recursive: true, withFileTypes: true }).filter((e) => e.isFile()),
    ).toEqual([]);
  });
});

describe("a person with a chat on Telegram", () => {
  let telegram: LocalTelegram;
  beforeAll(async () => {
    telegram = await startTelegram();
  });
  afterAll(() => telegram.stop());

  it("gets one last message there that says what to delete, and then nothing more", async () => {
    const home = join(root, "telegram");
    const token = "1:erase";
    const { store } = openHome(home);
    const channels = { telegramChatId: "42", telegramBot: "waldo_test_bot" };
    await store.transact([{ op: "put", key: keys.profile("me"), body: { ...PERSON, channels } }]);
    await store.transact([{ op: "put", key: keys.botChat("waldo_test_bot", "42"), body: { userId: "me", at: 1 } }]);
    store.close();
    const env = { WALDO_TELEGRAM_TOKEN: token, WALDO_TELEGRAM_API: telegram.endpoint };
    for (let i = 0; i < 2; i++)
      expect((await waldoWith(env, "privacy", "erase", "--yes", "--home", home)).status).toBe(0);
    const sent = (await telegram.sent(token)).map(({ message }) => `${message["chat_id"]}: ${message["text"]}`);
    expect(sent).toEqual([expect.stringMatching(/^42: As you asked, .* delete the chat, and block the bot\./)]);
    const { bare } = openHome(home);
    expect(bare.store.partitions().filter((pk) => !pk.startsWith("GONE#"))).toEqual(["PACE#waldo_test_bot"]);
    const paces = (await bare.store.query(keys.botPace.all("waldo_test_bot"))).rows;
    expect(paces.map(({ key }) => key)).toEqual([keys.botPace("waldo_test_bot", "all")]);
    bare.store.close();
  });
});
