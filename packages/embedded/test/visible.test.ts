/** Every message of Waldo can be seen: when it is said, and afterwards with its outcome on each channel. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keys, type Watch } from "@waldo/contracts";
import { receiveMessage } from "@waldo/core/run/receive";
import { instantAt } from "@waldo/core/time";
import { startScriptedServer } from "@waldo/testkit/scripted-server";
import { PERSON } from "@waldo/testkit/synthetic-person";
import pc from "picocolors";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { playDay } from "../src/day/play.ts";
import { timeline } from "../src/day/timeline.ts";
import { openHome } from "../src/home.ts";
import { waldo, waldoWith } from "./command.ts";
import { NIGHTS_MAP, nightRows, nightsCsv } from "./made-up-nights.ts";
import { DATE, testWorld } from "./world.ts";

const root = mkdtempSync(join(tmpdir(), "waldo-visible-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const EXPORT = join(root, "own.csv");
writeFileSync(EXPORT, nightsCsv(nightRows()));

const HOME = join(root, "home");
const ZONE = "Europe/London";
const day = (home: string, date: string, ...more: string[]) =>
  waldo("day", "--home", home, "--export", EXPORT, "--map", NIGHTS_MAP, "--zone", ZONE, "--date", date, ...more);

const REMINDER: Watch = {
  watchId: "0123456789ab",
  text: "call Ana",
  when: { on: "time", at: instantAt("2026-09-21", "17:20", ZONE) },
  state: "active",
  firesLeft: 1,
  fired: 0,
  cooldownMs: 0,
  expiresAt: instantAt("2026-12-31", "00:00", ZONE),
  createdAt: instantAt("2026-09-20", "12:00", ZONE),
};

describe("a played day", () => {
  let second: string;
  beforeAll(async () => {
    await day(HOME, "2026-09-20");
    const { store } = openHome(HOME);
    await store.transact([{ op: "put", key: keys.watch("me", REMINDER.watchId), body: REMINDER }]);
    store.close();
    second = (await day(HOME, "2026-09-21")).stdout;
  });

  it("shows a reminder when it is said, in the order of the day", () => {
    expect(second).toMatch(
      / 17:20 {2}● reminder *\n +│ You asked me to remind you: call Ana\n +└ in-app ✓ {2}telegram\.jsonl ✓\n[\s\S]*18:00 {2}○ brief {4}nothing new/,
    );
  });

  it("stays readable in waldo inbox, newest last, in the person's time", async () => {
    const said: { kind: string; at: number }[] = JSON.parse((await waldo("inbox", "--home", HOME, "--json")).stdout);
    expect(said.map(({ at }) => at)).toEqual(said.map(({ at }) => at).sort((a, b) => a - b));
    const { stdout } = await waldo("inbox", "--home", HOME, "--last", "2");
    expect(stdout).toContain(`${said.length - 2} earlier: waldo inbox --last ${said.length}`);
    expect(stdout).toMatch(/ 2026-09-21 17:20 {2}● reminder\n/);
    expect(said.find(({ kind }) => kind === "reminder")).toMatchObject({
      kind: "reminder",
      at: instantAt("2026-09-21", "17:20", ZONE),
      text: "You asked me to remind you: call Ana",
      channels: [
        { channel: "in_app", state: "sent" },
        { channel: "telegram", state: "sent", inFile: true },
      ],
    });
    expect((await waldo("inbox", "--help")).stdout).toMatch(/Examples:\n +waldo inbox\n/);
    expect((await waldo("inbox", "--home", HOME, "--last", "none")).status).toBe(2);
  });

  it("leaves out what the person asked to hide", async () => {
    const { store } = openHome(HOME);
    const range = keys.message.all("me", "day-2026-09-21");
    const row = (await store.query(range)).rows.find(({ body }) => body["kind"] === "reminder");
    if (row) await store.transact([{ op: "put", key: row.key, body: { ...row.body, hiddenAt: row.body["at"] } }]);
    store.close();
    expect((await waldo("inbox", "--home", HOME)).stdout).not.toContain("call Ana");
  });

  it("says why a message has not reached Telegram", async () => {
    const home = join(root, "unreachable");
    const env = { WALDO_TELEGRAM_TOKEN: "1:x", WALDO_TELEGRAM_CHAT: "42", WALDO_TELEGRAM_API: "http://127.0.0.1:1" };
    const options = ["--export", EXPORT, "--map", NIGHTS_MAP, "--zone", ZONE, "--date", "2026-09-20"];
    const { stdout } = await waldoWith(env, "day", "--home", home, ...options);
    expect(stdout).toMatch(/in-app ✓ {2}telegram (failed|unknown) \([^)]+/);
    expect((await waldoWith(env, "inbox", "--home", home)).stdout).toMatch(/telegram (dead|failed|unknown) \([^)]+/);
  });

  it("names what is no Brief, and counts one as one", async () => {
    const world = await testWorld();
    await receiveMessage(world, "me", { messageId: "1", text: "remember that I like tea" }, DATE);
    await world.machines.idle();
    const lines: string[] = [];
    const show = timeline((line) => void lines.push(line), PERSON.timeZone, pc.createColors(false), {
      verbose: false,
      width: 100,
    });
    for await (const event of playDay(world, PERSON, DATE)) show.show(event);
    show.flush();
    expect(lines.join("\n")).toMatch(/● reply/);
    expect(lines.join("\n")).not.toMatch(/undefined|\b1 (ticks|claims|runs)\b/);
  });
});

describe("two waldo commands at once", () => {
  it("each print the answer to what was said to them", async () => {
    const home = join(root, "both");
    await day(home, "2026-09-20");
    const say = (words: string) => waldo("say", words, "--home", home);
    const both = await Promise.all([say("remember that I like tea"), say("remember that I play chess")]);
    for (const { stdout } of both) expect(stdout).toMatch(/^I (?:noted|will remember) /);
  });
});

describe("a language model that is down", () => {
  it("is named with its address beside each answer, also while it is left alone", async () => {
    const home = join(root, "down");
    await day(home, "2026-09-20");
    const gone = await startScriptedServer();
    await gone.stop();
    const env = { WALDO_MODEL_URL: `${gone.endpoint}/v1`, WALDO_MODEL: "gemma3" };
    const told: string[] = [];
    for (const words of ["hello", "hello again", "and now?"]) {
      const { stdout, stderr } = await waldoWith(env, "say", words, "--home", home);
      expect(stdout).not.toBe("");
      told.push(stderr);
    }
    expect(told[0]).toContain(`The language model did not answer: no answer at ${gone.endpoint} (ECONNREFUSED)`);
    expect(told[2]).toMatch(/^The language model did not answer before\./);
  });
});

describe("waldo log", () => {
  it("shows what was done for the person, on the day it was done", async () => {
    const home = join(root, "done");
    await day(home, "2026-09-20");
    await waldo("say", "remind me every day at 11:00 to drink water", "--home", home);
    const { stdout } = await waldo("log", "--home", home);
    expect(stdout).toMatch(/● action .*drink water\n +waldo taps undo \w{4}\n/);
    const [, id = ""] = /taps undo (\w+)/.exec(stdout) ?? [];
    expect((await waldo("taps", "undo", id, "--home", home)).stdout).toBe("Undone.\n");
    expect((await waldo("watches", "--home", home)).stdout).toBe("no standing reminders\n");
    expect((await waldo("log", "--home", home)).stdout).not.toContain("taps undo");
    expect((await waldo("taps", "undo", id, "--home", home)).status).toBe(1);
  });

  it("shows a reminder that was said, and nothing to take back", async () => {
    const { stdout } = await waldo("log", "--home", HOME, "--date", "2026-09-21", "--acts");
    expect(stdout).toMatch(/ 17:20 {2}● action {7}reminded you: call Ana\n/);
    expect(stdout).not.toContain("taps undo");
  });
});
