/** Tests what a listener does when Telegram refuses, is silent, or gives what cannot be taken. */
import { keys, WaldoError } from "@waldo/contracts";
import type { Store } from "@waldo/core/ports";
import { type Answer, ok, type ScriptedServer, startScriptedServer } from "@waldo/testkit/scripted-server";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { testWorld } from "../../test/world.ts";
import { type Listener, type TelegramEvent, telegramListener } from "./listen.ts";

let server: ScriptedServer;
beforeAll(async () => {
  server = await startScriptedServer();
});
const running: Listener[] = [];
afterEach(async () => {
  for (const one of running.splice(0)) await one.stop();
  server.reset();
});
afterAll(() => server.stop());

const TOKEN = "123:secret";
const ME = ok({ ok: true, result: { id: 1, is_bot: true, first_name: "W", username: "waldo_test_bot" } });
/** The commands are offered once the bot is known. */
const OFFERED = ok({ ok: true, result: true });
const updates = (...result: object[]) => ok({ ok: true, result });
const refusal = (error_code: number, description: string, parameters = {}): Answer => ({
  ...{ kind: "reply", status: error_code },
  body: { ok: false, error_code, description, parameters },
});

/** Listens to the script until it is over, with a chat that is linked. */
function listening(...script: Answer[]) {
  return listeningOver((store) => store, ...script);
}

async function listeningOver(over: (store: Store) => Store, ...script: Answer[]) {
  const base = await testWorld({ days: 0 });
  const world = { ...base, store: over(base.store) };
  server.script.push(ME, OFFERED, ...script, { kind: "silence" });
  const events: TelegramEvent[] = [];
  const listener = telegramListener({
    ports: { ...world, approvalKey: new Uint8Array(32) },
    userId: "me",
    address: { token: TOKEN, chat: "42", apiRoot: server.endpoint },
    voice: { url: `${server.endpoint}/v1`, model: "whisper-1" },
    emit: (event) => events.push(event),
  });
  running.push(listener);
  listener.start();
  for (let tries = 0; server.script.length > 0 && tries < 1200; tries++) await new Promise((on) => setTimeout(on, 25));
  const trouble = () => events.flatMap((event) => ("trouble" in event ? event.trouble : []));
  return { world, listener, events, trouble };
}

const asked = () => server.asked.filter(({ path }) => path.endsWith("getUpdates")).map(({ body }) => JSON.parse(body));
/** From which update on Telegram was asked, each time. */
const offsets = () => asked().map(({ offset }) => offset);

const hello = (update_id: number, text: unknown) => ({
  update_id,
  message: { message_id: update_id, from: { id: 42, is_bot: false }, chat: { id: 42, type: "private" }, text },
});

describe("a listener", () => {
  it("says in plain words that another program reads the bot, and goes on when that has ended", async () => {
    const conflict = refusal(409, "Conflict: terminated by other getUpdates request");
    const { events, trouble } = await listening(conflict, conflict, updates());
    expect(trouble()).toEqual([expect.stringMatching(/another program reads this bot's messages/)]);
    expect(events.at(-1)).toMatchObject({ listening: "waldo_test_bot" });
    // Only a bot that is heard may wait for an update. Its owner learns at once that it is heard, also after trouble.
    expect(asked().map(({ timeout }) => timeout)).toEqual([0, 0, 0, 25]);
  });

  it("says that a webhook is set, that the token is wrong, that Telegram is down; never the token", async () => {
    const { trouble } = await listening(
      refusal(409, "Conflict: can't use getUpdates method while webhook is active"),
      refusal(401, "Unauthorized"),
      { kind: "reply", status: 200, body: { ok: false, error_code: 500, description: `x ${TOKEN}` } },
    );
    expect(trouble()).toEqual([
      expect.stringContaining("webhook"),
      expect.stringContaining("WALDO_TELEGRAM_TOKEN"),
      "Telegram answers 500",
    ]);
  });

  it("waits as long as Telegram asks", async () => {
    const began = performance.now();
    await listening(refusal(429, "Too Many Requests", { retry_after: 2 }), updates());
    expect(performance.now() - began).toBeGreaterThan(1_900);
  });

  it("asks for what it has not taken, takes each update once, and begins anew when nothing is left", async () => {
    // After a week without updates Telegram goes on at a number of its own choice, which may be a smaller one.
    const { world } = await listening(
      updates(hello(70, "hello"), hello(71, 5)),
      updates(),
      updates(hello(7, "hello again")),
      updates(hello(70, "hello")),
      updates(),
    );
    await world.machines.idle();
    expect(offsets()).toEqual([0, 72, 0, 8, 71, 0]);
    expect((await world.store.query(keys.run.all("me"))).rows).toHaveLength(2);
  });

  it("loses nothing while the disk is full, and says that it is", async () => {
    let left = 5;
    const full = (store: Store): Store => ({
      ...store,
      async transact(writes) {
        const listens = server.asked.some(({ path }) => path.endsWith("getUpdates"));
        if (listens && left-- > 0) throw new WaldoError("NoSpace", "the disk is full");
        return store.transact(writes);
      },
    });
    const again = Array.from({ length: 5 }, () => updates(hello(7, "hello")));
    const { world, trouble } = await listeningOver(full, ...again, updates(hello(7, "hello")), updates());
    await world.machines.idle();
    expect((await world.store.query(keys.run.all("me"))).rows).toHaveLength(1);
    expect(new Set(trouble())).toEqual(new Set(["the disk is full"]));
    expect(offsets().slice(0, 4)).toEqual([0, 0, 0, 0]);
  });

  it("reads a voice message from Telegram and has it written down", async () => {
    const update = { ...hello(7, undefined) };
    Object.assign(update.message, { voice: { file_id: "f1", duration: 2, mime_type: "audio/ogg" } });
    const file = ok({ ok: true, result: { file_id: "f1", file_unique_id: "u", file_path: "voice/file_1.oga" } });
    const { world } = await listening(updates(update), file, ok("OggS sound"), ok({ text: "hello there" }), updates());
    await world.machines.idle();
    expect(server.asked.map(({ path }) => path).slice(4, 6)).toEqual([
      `/file/bot${TOKEN}/voice/file_1.oga`,
      "/v1/audio/transcriptions",
    ]);
    expect(server.asked[5]?.body).toContain("OggS sound");
    const { rows } = await world.store.query(keys.message.startingWith("me", "day-"));
    expect(rows.map(({ body }) => body["text"])).toContain("hello there");
  });

  it("stops within a second while Telegram holds a request", async () => {
    const { listener } = await listening(updates());
    const began = performance.now();
    await listener.stop();
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});
