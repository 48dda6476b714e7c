/** The outbox and the live channel together, against a Bot API server on loopback and a proxy that loses answers. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keys } from "@waldo/contracts";
import { handleTap } from "@waldo/core/approve/tap";
import { enqueueDelivery, flushRun, outboxOf } from "@waldo/core/channels/outbox";
import { loadRun } from "@waldo/core/run/journal";
import { startRun } from "@waldo/core/run/start";
import { type FaultProxy, startFaultProxy } from "@waldo/testkit/fault-proxy";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { type LocalTelegram, startTelegram } from "@waldo/testkit/telegram-local";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { composeWorld } from "../src/compose.ts";
import { openHome } from "../src/home.ts";
import { offlineComposer } from "../src/offline-composer.ts";
import { settingsFrom } from "../src/settings.ts";
import { readSink } from "../src/telegram-sink.ts";
import { DATE, MORNING, WAKE } from "./world.ts";

let telegram: LocalTelegram;
let proxy: FaultProxy;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "waldo-telegram-"));
  telegram = await startTelegram();
  proxy = await startFaultProxy(telegram.endpoint);
});
afterAll(async () => {
  await proxy.stop();
  await telegram.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The world of a played day with a bot of its own, and what that bot has sent. */
async function liveWorld() {
  const token = `1:${crypto.randomUUID()}`;
  const settings = settingsFrom({
    WALDO_TELEGRAM_TOKEN: token,
    WALDO_TELEGRAM_CHAT: "42",
    WALDO_TELEGRAM_API: proxy.endpoint,
  });
  const home = openHome(join(folder, token.slice(2)));
  const world = composeWorld(home, WAKE, offlineComposer(), settings);
  await world.store.transact([{ op: "put", key: keys.profile("me"), body: PERSON }]);
  return { world, home, token, sent: () => telegram.sent(token) };
}

describe("a bot and a chat in the settings", () => {
  it("bring a Brief to the chat, once, and nothing to the file", async () => {
    const { world, home, sent } = await liveWorld();
    const runId = await startRun(world, MORNING, DATE);
    await world.machines.idle();
    expect((await loadRun(world.store, "me", runId)).header.state).toBe("DONE");
    const arrived = await sent();
    expect(arrived.map(({ message }) => message["chat_id"])).toEqual(["42"]);
    expect(arrived[0]?.message["text"]).toMatch(/night|wearable/i);
    expect((await outboxOf(world, "me", runId)).at(-1)).toMatchObject({
      state: "sent",
      receipt: String(arrived[0]?.messageId),
    });
    expect(await readSink(home.paths.sink)).toEqual([]);
    home.store.close();
  });

  it("two thumbs stand in one row under a Brief; a press comes back as it was sent and is counted once", async () => {
    const { world, home, sent, token } = await liveWorld();
    Object.assign(world, { taps: true });
    const runId = await startRun(world, MORNING, DATE);
    await world.machines.idle();
    const [thumbs] = (await sent()).map(({ message }) => message["reply_markup"]);
    expect(thumbs).toEqual({
      inline_keyboard: [
        [
          { text: "👍", callback_data: `up:${runId}` },
          { text: "👎", callback_data: `down:${runId}` },
        ],
      ],
    });
    const [data = ""] = await telegram.pressed(token, `down:${runId}`);
    const tap = () => handleTap({ ...world, approvalKey: new Uint8Array(32) }, "me", data);
    expect(await tap()).toEqual({ kind: "notice", text: "I count it as not helpful." });
    expect(await tap()).toEqual({ kind: "notice", text: "I count it as not helpful." });
    const { rows } = await world.store.query(keys.feedback.all("me"));
    expect(rows.map(({ version, body }) => [version, body["kind"], body["runId"]])).toEqual([[1, "down", runId]]);
    home.store.close();
  });

  it("where nothing reads taps, a Brief has no buttons", async () => {
    const { world, home, sent } = await liveWorld();
    await startRun(world, MORNING, DATE);
    await world.machines.idle();
    expect((await sent()).map(({ message }) => "reply_markup" in message)).toEqual([false]);
    home.store.close();
  });

  it("a lost answer: a reply comes again and says so, a Brief does not come again", async () => {
    const { world, home, sent } = await liveWorld();
    for (const kind of ["reply", "brief"] as const) {
      const runId = `run-${kind}`;
      const header = {
        runId,
        userId: "me",
        trigger: "user_message",
        nonce: kind,
        date: DATE,
        state: "GATED",
        step: 1,
        iterations: 1,
        attempts: 1,
        fence: 1,
        createdAt: WAKE,
        updatedAt: WAKE,
      } as const;
      const candidate = { kind, text: `A ${kind}.`, threadId: "t" };
      await world.store.transact(enqueueDelivery(header, PERSON, [candidate], world.clock.now()));
      proxy.faults.push({ kind: "lose-answer" });
      for (let i = 0; i < 3; i++) {
        await flushRun(world, "me", runId);
        world.clock.set(world.clock.now() + 10 * 60_000);
      }
    }
    const texts = (await sent()).map(({ message }) => message["text"]);
    expect(texts).toEqual(["A reply.", expect.stringMatching(/^\(sent again: .*\)\n\nA reply\.$/), "A brief."]);
    expect((await outboxOf(world, "me", "run-brief")).at(-1)?.state).toBe("unknown");
    home.store.close();
  });
});
