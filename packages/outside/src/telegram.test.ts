/** Sends against a Bot API server on loopback, and against a server that misbehaves on command. */
import type { ChannelMessage } from "@waldo/contracts";
import { type Answer, ok, type ScriptedServer, startScriptedServer } from "@waldo/testkit/scripted-server";
import { type LocalTelegram, startTelegram } from "@waldo/testkit/telegram-local";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { REPEATED, telegramChannel } from "./telegram.ts";

const TOKEN = "123456:secret-token-of-a-bot";
type TelegramMessage = Extract<ChannelMessage, { channel: "telegram" }>;
const message = (text: string, more: Partial<TelegramMessage> = {}): TelegramMessage => ({
  channel: "telegram",
  text,
  ...more,
});

describe("against a Bot API server", () => {
  let telegram: LocalTelegram;
  beforeAll(async () => {
    telegram = await startTelegram();
  });
  afterAll(() => telegram.stop());

  async function sent(of: TelegramMessage) {
    const token = `${TOKEN}-${crypto.randomUUID()}`;
    const outcome = await telegramChannel({ token, apiRoot: telegram.endpoint }).send("42", of, "key");
    return { outcome, arrived: await telegram.sent(token) };
  }

  it("a text arrives as it was written, with nothing to parse and no preview", async () => {
    const text = "<b>Flagging</b> & *steady* _today_ [not a link](https://example.com) \\o/ 👟";
    const { outcome, arrived } = await sent(message(text));
    expect(arrived.map((one) => one.message)).toEqual([
      { chat_id: "42", text, link_preview_options: { is_disabled: true } },
    ]);
    expect(outcome).toEqual({ outcome: "sent", receipt: String(arrived[0]?.messageId) });
  });

  it("buttons come with it, one per row", async () => {
    const buttons = [
      { label: "Yes", data: "approve:1" },
      { label: "Not now", data: "later:1" },
    ];
    const { arrived } = await sent(message("Move the meeting?", { buttons }));
    expect(arrived[0]?.message["reply_markup"]).toEqual({
      inline_keyboard: [[{ text: "Yes", callback_data: "approve:1" }], [{ text: "Not now", callback_data: "later:1" }]],
    });
  });

  it("a long text arrives whole, in order, with the buttons on its last part and a receipt for every part", async () => {
    const text = Array.from({ length: 900 }, (_, i) => `Sentence ${i} 👟.`).join(" ");
    const { outcome, arrived } = await sent(message(text, { buttons: [{ label: "Ok", data: "ok" }] }));
    expect(arrived.length).toBeGreaterThan(2);
    expect(arrived.map((one) => one.message["text"]).join(" ")).toBe(text);
    expect(arrived.map((one) => "reply_markup" in one.message)).toEqual([...arrived.slice(1).map(() => false), true]);
    expect(outcome).toEqual({ outcome: "sent", receipt: arrived.map((one) => one.messageId).join(",") });
  });

  it("a repeat says that it is one", async () => {
    const { arrived } = await sent(message("Take your bag.", { repeated: true }));
    expect(arrived[0]?.message["text"]).toBe(`${REPEATED}\n\nTake your bag.`);
  });

  it("half a surrogate pair does not spoil the rest", async () => {
    const { arrived } = await sent(message("Steady \ud83d today."));
    expect(arrived[0]?.message["text"]).toBe("Steady � today.");
  });

  it("a text with nothing visible is not sent", async () => {
    const { outcome, arrived } = await sent(message(" \n"));
    expect(outcome).toMatchObject({ outcome: "dead", pauseChannel: false });
    expect(arrived).toEqual([]);
  });
});

describe("the outcome of a send", () => {
  let server: ScriptedServer;
  beforeAll(async () => {
    server = await startScriptedServer();
  });
  afterAll(() => server.stop());
  beforeEach(() => server.reset());

  const send = (of: TelegramMessage = message("Steady."), timeoutMs = 5_000) =>
    telegramChannel({ token: TOKEN, apiRoot: server.endpoint, timeoutMs }).send("42", of, "key");
  const refusal = (status: number, description: string, parameters = {}): Answer => ({
    kind: "reply",
    status,
    body: { ok: false, error_code: status, description, parameters },
  });
  const accepted = (id: number) => ok({ ok: true, result: { message_id: id, date: 1, chat: { id: 42 } } });

  it.each([
    ["blocked", refusal(403, "Forbidden: bot was blocked by the user")],
    ["kicked", refusal(403, "Forbidden: bot was kicked from the group chat")],
    ["deactivated", refusal(403, "Forbidden: user is deactivated")],
    ["no such chat", refusal(400, "Bad Request: chat not found")],
    ["moved", refusal(400, "Bad Request: group chat was upgraded to a supergroup chat", { migrate_to_chat_id: -100 })],
    ["muted", refusal(400, "Bad Request: not enough rights to send text messages to the chat")],
  ])("%s: dead, and the channel pauses", async (_, answer) => {
    server.script.push(answer);
    expect(await send()).toMatchObject({ outcome: "dead", pauseChannel: true });
    expect(server.asked).toHaveLength(1);
  });

  it.each([
    ["too long", refusal(400, "Bad Request: message is too long")],
    ["bad button", refusal(400, "Bad Request: BUTTON_DATA_INVALID")],
    // This cannot happen to a text without a parse mode, and a repeat would be the same request.
    ["not parsed", refusal(400, "Bad Request: can't parse entities: Can't find end of the entity at byte offset 9")],
    ["too large", refusal(413, "Request Entity Too Large")],
  ])("%s: this message is dead, the channel is not", async (_, answer) => {
    server.script.push(answer);
    expect(await send()).toMatchObject({ outcome: "dead", pauseChannel: false });
    expect(server.asked).toHaveLength(1);
  });

  it("a flood limit: again after the pause Telegram names", async () => {
    server.script.push(refusal(429, "Too Many Requests: retry after 7", { retry_after: 7 }));
    expect(await send()).toMatchObject({ outcome: "retry", afterMs: 7_000 });
  });

  it("a flood limit without a pause: again", async () => {
    server.script.push(refusal(429, "Too Many Requests"));
    expect(await send()).toEqual({ outcome: "retry", reason: "Telegram answered 429: Too Many Requests" });
  });

  it.each([
    [401, "Unauthorized"],
    [404, "Not Found"],
  ])("%i: our token is at fault, the chat is not", async (status, description) => {
    server.script.push(refusal(status, description));
    expect(await send()).toMatchObject({ outcome: "retry", reason: expect.stringMatching(/check the bot token/) });
  });

  it.each([
    ["a 500", refusal(500, "Internal Server Error")],
    ["a 502 of a gateway", { kind: "reply", status: 502, body: "<html>Bad Gateway</html>" }],
    ["a lost answer", { kind: "lose-answer" }],
    ["an answer cut in half", { kind: "cut", body: { ok: true, result: { message_id: 1 } } }],
    ["an answer that is not JSON", ok("<html>Log in to the network</html>")],
  ] as const)("%s: the outcome is unknown", async (_, answer) => {
    server.script.push(answer);
    expect(await send()).toMatchObject({ outcome: "unknown" });
    expect(server.asked).toHaveLength(1);
  });

  it("no answer: the outcome is unknown", async () => {
    server.script.push({ kind: "silence" });
    expect(await send(message("Steady."), 50)).toMatchObject({ outcome: "unknown" });
  });

  it("no server: it certainly did not arrive", async () => {
    const gone = await startScriptedServer();
    await gone.stop();
    const channel = telegramChannel({ token: TOKEN, apiRoot: gone.endpoint });
    expect(await channel.send("42", message("Steady."), "key")).toEqual({
      outcome: "retry",
      reason: "no connection to Telegram (ECONNREFUSED)",
    });
  });

  it("no server at any of a host's addresses: it certainly did not arrive", async () => {
    const gone = await startScriptedServer();
    await gone.stop();
    const apiRoot = gone.endpoint.replace("127.0.0.1", "localhost");
    const channel = telegramChannel({ token: TOKEN, apiRoot });
    expect(await channel.send("42", message("Steady."), "key")).toMatchObject({ outcome: "retry" });
  });

  it("no such host: it certainly did not arrive", async () => {
    const channel = telegramChannel({ token: TOKEN, apiRoot: "http://no..such..host" });
    expect(await channel.send("42", message("Steady."), "key")).toMatchObject({ outcome: "retry" });
  });

  it.each([
    ["a flood limit", refusal(429, "Too Many Requests: retry after 1", { retry_after: 1 })],
    ["a block", refusal(403, "Forbidden: bot was blocked by the user")],
    ["a lost answer", { kind: "lose-answer" }],
  ] as const)("%s after the first part: unknown, and the later parts are not sent", async (_, answer) => {
    server.script.push(accepted(1), answer, accepted(3));
    const outcome = await send(message("word ".repeat(2_500)));
    expect(outcome).toMatchObject({ outcome: "unknown", reason: expect.stringMatching(/^part 2 of 4 after/) });
    expect(server.asked).toHaveLength(2);
  });

  it("the limit is for all parts together", async () => {
    server.script.push(accepted(1), { kind: "silence" });
    expect(await send(message("word ".repeat(1_000)), 300)).toMatchObject({ outcome: "unknown" });
  });

  it.each([
    ["a refusal that quotes it", refusal(400, `Bad Request: ${TOKEN}`)],
    ["a page", { kind: "reply", status: 502, body: "<html>" }],
    ["a lost answer", { kind: "lose-answer" }],
    ["a token it does not know", refusal(401, "Unauthorized")],
  ] as const)("the token is in no reason: %s", async (_, answer) => {
    server.script.push(answer);
    const outcome = await send();
    expect(server.asked[0]?.path).toContain(TOKEN);
    expect(JSON.stringify(outcome)).not.toContain("secret");
  });

  it("a message of another channel is not sent", async () => {
    const channel = telegramChannel({ token: TOKEN, apiRoot: server.endpoint });
    const push: ChannelMessage = { channel: "push", title: "a", body: "b", collapseId: "" };
    expect(await channel.send("42", push, "key")).toMatchObject({ outcome: "dead", pauseChannel: false });
    expect(server.asked).toEqual([]);
  });

  it("an address with a slash at its end is refused at once, without the token", () => {
    const make = () => telegramChannel({ token: TOKEN, apiRoot: "http://127.0.0.1:1/" });
    expect(make).toThrow(/slash/);
    expect(make).not.toThrow(/secret/);
  });
});
