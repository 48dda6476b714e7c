/** A person and their bot, through `waldo serve` and a Bot API server on loopback: linked, heard, answered, tapped. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { newProposal, proposalWrite } from "@waldo/core/approve/proposal";
import { findLease } from "@waldo/core/person/paused";
import { proposedAction } from "@waldo/core/tools/approval";
import { readBody, serveLoopback } from "@waldo/testkit/loopback";
import { type LocalTelegram, startTelegram } from "@waldo/testkit/telegram-local";
import { completion } from "@waldo/testkit/wire-models";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openHome } from "../src/home.ts";
import { waldoWith } from "./command.ts";

const CLI = fileURLToPath(new URL("../src/cli.ts", import.meta.url));
const root = mkdtempSync(join(tmpdir(), "waldo-chat-"));
let telegram: LocalTelegram;
beforeAll(async () => {
  telegram = await startTelegram();
});
afterAll(async () => {
  await telegram.stop();
  rmSync(root, { recursive: true, force: true });
});

const CHAT = 42;

type Markup = { inline_keyboard: { text: string; callback_data: string }[][] };

/** A person with a bot of their own, before Waldo runs. */
function person(name: string, env: NodeJS.ProcessEnv = {}) {
  const token = `123:${name}${"x".repeat(30)}`;
  const home = join(root, name);
  const settings = { ...env, WALDO_TELEGRAM_TOKEN: token, WALDO_TELEGRAM_API: telegram.endpoint };
  const texts = async () => (await telegram.sent(token)).map(({ message }) => String(message["text"]));
  const eventually = async (text: RegExp): Promise<readonly string[]> => {
    for (let tries = 0; tries < 1200; tries++) {
      const said = await texts();
      if (said.some((one) => text.test(one))) return said;
      await sleep(50);
    }
    throw new Error(`nothing like ${text} was said; what was: ${JSON.stringify(await texts())}`);
  };
  return {
    token,
    texts,
    eventually,
    async button(label: RegExp): Promise<string> {
      for (const { message } of (await telegram.sent(token)).reverse())
        for (const one of ((message["reply_markup"] as Markup | undefined)?.inline_keyboard ?? []).flat())
          if (label.test(one.text)) return one.callback_data;
      throw new Error(`no button ${label}`);
    },
    /** A card that waits for a tap. */
    async card(title: string): Promise<string> {
      const { store } = openHome(home);
      const action = proposedAction("write_task", { title }, `Add ${title}`, { tainted: [] });
      const proposal = newProposal("me", "run-x", [action], Date.now());
      await store.transact([proposalWrite(proposal)]);
      store.close();
      return proposal.proposalId;
    },
    waldo: (...words: string[]) => waldoWith(settings, ...words, "--home", home),
    /** Starts `waldo live` or `waldo serve`. `stop` returns its exit code and how long it took to end. */
    async runs(command: "live" | "serve") {
      const args = ["--disable-warning=ExperimentalWarning", CLI, command, "--json", "--home", home];
      const ports = command === "serve" ? ["--port", "0"] : [];
      const child = spawn(process.execPath, [...args, ...ports], { env: { ...process.env, ...settings } });
      const events: { type: string; [name: string]: unknown }[] = [];
      createInterface({ input: child.stdout }).on("line", (line) => events.push(JSON.parse(line)));
      const notes: string[] = [];
      createInterface({ input: child.stderr }).on("line", (line) => notes.push(line));
      for (let tries = 0; !events.some(({ type }) => type === "telegram"); tries++) {
        if (tries === 1200) throw new Error(`the bot is not heard: ${JSON.stringify(events)}`);
        await sleep(50);
      }
      return {
        events,
        notes,
        async stop(signal: NodeJS.Signals = "SIGINT") {
          const began = performance.now();
          child.kill(signal);
          const [code] = await once(child, "exit");
          return { code, ms: performance.now() - began };
        },
      };
    },
  };
}

function reply(outgoing: ServerResponse, text: string): void {
  const { body } = completion({ text }) as { body?: object };
  outgoing.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
}

describe("waldo serve with a bot", () => {
  it("links a chat, hears it, answers, does what is tapped there, and stops within a second", async () => {
    const ana = person("ana");
    expect((await ana.waldo("telegram", "link")).stderr).toMatch(/no state/);
    const serve = await ana.runs("serve");
    expect(serve.events.find(({ type }) => type === "telegram")).toMatchObject({ listening: "TestNameBot" });
    expect((await ana.waldo("telegram")).stdout).toMatch(/Not linked/);

    // A stranger is not heard.
    await telegram.says(ana.token, "remind me tomorrow at 9 to rob a bank", 666);
    const { stdout } = await ana.waldo("telegram", "link");
    const link = new URL(stdout.split("\n")[0] ?? "");
    expect(link.pathname).toBe("/TestNameBot");
    await telegram.says(ana.token, `/start ${link.searchParams.get("start")}`, CHAT);
    expect(await ana.eventually(/We are linked/)).toHaveLength(1);
    expect((await ana.waldo("telegram")).stdout).toMatch(/Linked to a chat/);

    await telegram.says(ana.token, "remind me tomorrow at 9 to call mum", CHAT);
    await ana.eventually(/call mum/);
    expect((await ana.waldo("inbox")).stdout).toMatch(/call mum(.|\n)*in-app ✓ {2}telegram ✓/);
    expect((await ana.waldo("inbox")).stdout).not.toMatch(/bank/);

    await telegram.says(ana.token, "/ping", CHAT);
    await telegram.says(ana.token, "/status@TestNameBot", CHAT);
    expect((await ana.eventually(/Sent today/)).join(" ")).toMatch(/Reminders: call mum/);
    await telegram.says(ana.token, "remember that my dog is called Hunter2", CHAT);
    await ana.eventually(/could not note/);
    await sleep(500);
    await telegram.says(ana.token, "/redact 2", CHAT);
    await ana.eventually(/I deleted 2 messages(.|\n)*found them nowhere(.|\n)*What Telegram keeps/);
    expect((await ana.waldo("inbox")).stdout).not.toMatch(/Hunter2/);

    await telegram.says(ana.token, "how am I doing?", CHAT);
    await ana.eventually(/My answer is in the app/);
    expect((await ana.waldo("telegram", "health", "maybe")).status).toBe(1);
    await ana.waldo("telegram", "health", "on");
    await telegram.says(ana.token, "how did I sleep?", CHAT);
    await ana.eventually(/night/);

    const card = await ana.card("pay the rent");
    await telegram.taps(ana.token, `do:${card}`, CHAT);
    await ana.eventually(/exactly what I will do/);
    await telegram.taps(ana.token, await ana.button(/Confirm/), 666);
    await telegram.taps(ana.token, await ana.button(/Confirm/), CHAT);
    await ana.eventually(/^Done: Add pay the rent/);
    expect((await ana.waldo("tasks")).stdout).toMatch(/pay the rent/);

    await ana.waldo("telegram", "unlink");
    await telegram.says(ana.token, "add a task: buy milk", CHAT);
    await sleep(600);
    expect((await ana.waldo("tasks")).stdout).not.toMatch(/milk/);
    const { code, ms } = await serve.stop();
    expect(code).toBe(0);
    expect(ms).toBeLessThan(2_000);
    expect(serve.events.filter(({ type }) => type === "failed")).toEqual([]);
    const sent = await telegram.sent(ana.token);
    expect([...new Set(sent.map(({ message }) => String(message["chat_id"])))]).toEqual([String(CHAT)]);
  });

  it("hears the chat that the settings name at once, and goes on where it was", async () => {
    const bob = person("bob", { WALDO_TELEGRAM_CHAT: String(CHAT) });
    const live = await bob.runs("live");
    expect(JSON.parse((await bob.waldo("settings", "--json")).stdout).channels).toMatchObject({
      telegram: true,
      telegramHealth: true,
    });
    await telegram.says(bob.token, "add buy stamps to my list", CHAT);
    await bob.eventually(/stamps/);
    expect((await bob.waldo("tasks")).stdout).toMatch(/buy stamps/);
    expect((await live.stop()).code).toBe(0);
    // Started again, it goes on where it was.
    const again = await bob.runs("live");
    await telegram.says(bob.token, "add buy bread to my list", CHAT);
    await bob.eventually(/bread/);
    expect((await again.stop()).code).toBe(0);
    expect((await bob.texts()).filter((text) => /stamps/.test(text))).toHaveLength(1);
  });

  it("goes on at once with an answer whose process was killed, and gives it once", async () => {
    const asked = Promise.withResolvers<void>();
    let isFirst = true;
    const model = await serveLoopback(async (incoming, outgoing) => {
      await readBody(incoming);
      if (!isFirst) return reply(outgoing, "Good morning to you too.");
      isFirst = false;
      asked.resolve();
    });
    const dora = person("dora", {
      ...{ WALDO_TELEGRAM_CHAT: String(CHAT), WALDO_MODEL_URL: model.endpoint, WALDO_MODEL: "wire-model" },
    });
    const live = await dora.runs("live");
    await telegram.says(dora.token, "good morning", CHAT);
    await asked.promise;
    await live.stop("SIGKILL");
    const again = await dora.runs("live");
    await dora.eventually(/Good morning/);
    await again.stop();
    expect(await dora.texts()).toEqual(["Good morning to you too."]);
    await model.stop();
  });

  it("finishes an answer that is under way when it is stopped, and leaves nothing that the next one waits for", async () => {
    const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const model = await serveLoopback(async (incoming, outgoing) => {
      await readBody(incoming);
      asked.resolve();
      await held.promise;
      reply(outgoing, "Good evening to you too.");
    });
    const cleo = person("cleo", {
      ...{ WALDO_TELEGRAM_CHAT: String(CHAT), WALDO_MODEL_URL: model.endpoint, WALDO_MODEL: "wire-model" },
    });
    const live = await cleo.runs("live");
    await telegram.says(cleo.token, "good evening", CHAT);
    await asked.promise;
    const stopping = live.stop();
    await expect.poll(() => live.notes).toContainEqual(expect.stringMatching(/finishing what has begun/));
    held.resolve();
    expect((await stopping).code).toBe(0);
    expect(await cleo.texts()).toEqual(["Good evening to you too."]);
    const { store } = openHome(join(root, "cleo"));
    expect((await findLease(store, "me"))?.owner).toBeUndefined();
    store.close();
    await model.stop();
  });
});
