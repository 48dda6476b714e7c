/** A chat with a bot, over real parts: what is said there, tapped there, sent there, and who is heard. */
import { type Button, keys, MOST_VOICE_SECONDS, TELEGRAM_SINK, telegramAddress, thumbButtons } from "@waldo/contracts";
import { dyingPorts, guardedPorts, Killed } from "@waldo/testkit/faults";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import { repositoryUnderstanding } from "../../../embedded/src/bundled-intents.ts";
import { offlineComposer } from "../../../embedded/src/offline-composer.ts";
import { DATE, MORNING, testWorld, WAKE } from "../../../embedded/test/world.ts";
import { newProposal, proposalWrite } from "../approve/proposal.ts";
import { CLAIM_MS } from "../channels/outbox.ts";
import { limitedMachines } from "../machines.ts";
import { agrees } from "../person/consents.ts";
import type { Bot, Channel, Ports, Recording } from "../ports.ts";
import { startRun } from "../run/start.ts";
import { MINUTE_MS } from "../time.ts";
import { proposedAction } from "../tools/approval.ts";
import { listTasks } from "../tools/rows.ts";
import { linkConfigured, newLink, personOf, unlink } from "./link.ts";
import { type TelegramPorts, takeUpdate } from "./take.ts";

const NAME = "waldo_test_bot";
const BOTS = { names: async () => [NAME], newSecret: () => "s".repeat(22) };

type Sent = { readonly chat: string; readonly text: string; readonly buttons: readonly Button[] };

/** Two people, a bot, and what the bot was asked to do. */
async function chatWorld(options: { transcribe?: (recording: Recording) => Promise<string> } = {}) {
  const world = await testWorld({ days: 0, profile: { ...PERSON, channels: {} } });
  await world.store.transact([
    { op: "put", key: keys.profile("you"), body: { ...PERSON, userId: "you", channels: {} } },
  ]);
  const sent: Sent[] = [];
  const asked: string[] = [];
  const channel: Channel = {
    name: "telegram",
    async send(address, message) {
      const { chat } = telegramAddress.parse(address);
      if (message.channel === "telegram") sent.push({ chat, text: message.text, buttons: message.buttons ?? [] });
      return { outcome: "sent" };
    },
  };
  Object.assign(world, { channels: { telegram: channel }, taps: true });
  const bot: Bot = {
    name: NAME,
    answered: async (tap) => void asked.push(`answered ${tap}`),
    say: async (chat, text) => void asked.push(`to ${chat}: ${text}`),
    read: async (file) => new TextEncoder().encode(file),
  };
  const over = (ports: Ports): TelegramPorts => ({
    ...ports,
    bot,
    as: async () => ({ ...ports, approvalKey: new Uint8Array(32) }),
    ...(options.transcribe ? { transcriber: { transcribe: options.transcribe } } : {}),
  });
  let updates = 0;
  const from = (id: number) => ({ from: { id, is_bot: false }, chat: { id, type: "private" } });
  const message = (more: object, chat = 42) => ({ update_id: ++updates, message: { ...from(chat), ...more } });
  const tap = (data: string, chat = 42) => ({
    update_id: ++updates,
    callback_query: { id: `tap-${updates}`, ...from(chat), message: from(chat), data },
  });
  const take = async (update: object) => {
    const took = await takeUpdate(over(world), update);
    await world.machines.idle();
    return took;
  };
  const link = { ...over(world), rowsOf: async () => world.store };
  const runs = async (user = "me") => (await world.store.query(keys.run.all(user))).rows.length;
  const updatesKept = async () => (await world.store.query(keys.botUpdate.all(NAME))).rows.length;
  const codeOf = async (user: string) =>
    new URL((await newLink(world, BOTS, user))?.url ?? "").searchParams.get("start") ?? "";
  return { world, sent, asked, over, message, tap, take, link, runs, updatesKept, codeOf };
}

async function linkedWorld(options: Parameters<typeof chatWorld>[0] = {}) {
  const w = await chatWorld(options);
  expect(await linkConfigured(w.link, "me", "42")).toBe("linked");
  return w;
}

describe("a linked person", () => {
  it("writes, and the answer comes to the chat and stands in the app", async () => {
    const { world, take, message, sent, runs } = await linkedWorld();
    expect(await take(message({ text: "hello" }))).toBe("taken");
    expect(sent.map(({ chat }) => chat)).toEqual(["42"]);
    expect(await runs()).toBe(1);
    const thread = await world.store.query(keys.message.startingWith("me", "day-"));
    expect(thread.rows.map(({ body }) => body["from"])).toEqual(["owner", "waldo"]);
  });

  it("writes once however often Telegram gives the update, also after its row is gone", async () => {
    const { world, take, message, sent, runs, updatesKept } = await linkedWorld();
    const hello = message({ text: "hello" });
    expect([await take(hello), await take(hello)]).toEqual(["taken", "again"]);
    const [row] = (await world.store.query(keys.botUpdate.all(NAME))).rows;
    if (row) await world.raw.transact([{ op: "delete", key: row.key }]);
    expect(await take(hello)).toBe("taken");
    expect([sent.length, await runs(), await updatesKept()]).toEqual([1, 1, 1]);
  });

  it("gives commands: answered in the chat and in the thread, without a run, also after the process died", async () => {
    const { world, take, message, over, sent, runs } = await linkedWorld();
    await take(message({ text: "/ping" }));
    await take(message({ text: "/ping@waldo_test_bot" }));
    expect([sent, await runs(), (await world.store.query(keys.ping.all("me"))).rows.length]).toEqual([[], 0, 1]);
    const update = message({ text: "/quiet 30m" });
    for (let at = 1; ; at++) {
      const { ports, calls } = dyingPorts(world, { at, when: "before" });
      const took = await takeUpdate(over(ports), update).catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error;
        return "killed";
      });
      if (took !== "killed" || calls() < at) break;
      world.clock.set(world.clock.now() + CLAIM_MS + 1);
    }
    expect(new Set(sent.map(({ text }) => text)).size).toBe(1);
    expect(sent[0]?.text).toMatch(/^I leave you alone until /);
    const { rows } = await world.store.query(keys.message.startingWith("me", "day-"));
    expect(rows.map(({ body }) => body["kind"])).toEqual(["command", "reply"]);
    expect(await runs()).toBe(0);
  });

  it("is offered the commands when the chat is linked", async () => {
    const { take, message, over, world } = await linkedWorld();
    let offered = 0;
    const ports = over(world);
    await takeUpdate(
      { ...ports, bot: { ...ports.bot, offer: async () => void offered++ } },
      message({ text: "/start" }),
    );
    await take(message({ text: "/start" }));
    expect(offered).toBe(1);
  });

  it("changes a message, and the change is heard as one", async () => {
    const { world, over, message } = await linkedWorld();
    const { message: words, update_id } = message({ text: "remind me at six" });
    // The run waits, so its words are still there.
    const waiting = { ...world, machines: limitedMachines({ startRun: async () => {} }) };
    await takeUpdate(over(waiting), { update_id, edited_message: words });
    const thread = await world.store.query(keys.message.startingWith("me", "day-"));
    expect(thread.rows[0]?.body["text"]).toBe("(edited) remind me at six");
    // What answers reads the words alone.
    const [run] = (await world.store.query(keys.run.all("me"))).rows;
    expect(await world.store.get(keys.heard("me", String(run?.body["runId"])))).toMatchObject({
      body: { text: "remind me at six" },
    });
  });

  it("taps: the screen, the deed, its undo; each tap is answered at once", async () => {
    const { world, take, tap, sent, asked } = await linkedWorld();
    const action = proposedAction("write_task", { title: "call the bank" }, "Add a task", { tainted: [] });
    const proposal = newProposal("me", "run-x", [action], world.clock.now());
    await world.store.transact([proposalWrite(proposal)]);
    const press = async (label: string | RegExp) => {
      const button = sent.at(-1)?.buttons.find((one) => one.label.match(label));
      return take(tap(button?.data ?? "none"));
    };
    await take(tap(`do:${proposal.proposalId}`));
    expect(sent.at(-1)?.text).toMatch(/exactly what I will do/);
    await press("Confirm");
    expect(sent.at(-1)?.text).toBe("Done: Add a task.");
    expect(await listTasks(world.store, "me", 9)).toMatchObject([{ title: "call the bank", status: "open" }]);
    await press(/^Undo/);
    expect(sent.at(-1)?.text).toBe("Undone.");
    expect(asked).toEqual(["answered tap-1", "answered tap-2", "answered tap-3"]);
  });

  it("thumbs a Brief, which has its buttons in the chat; the answer to a tap is not in the app", async () => {
    const { world, take, tap, sent } = await linkedWorld();
    const runId = await startRun(world, MORNING, DATE);
    await world.machines.idle();
    expect(sent[0]?.buttons).toEqual(thumbButtons(runId));
    await take(tap(`down:${runId}`));
    expect(sent.at(-1)?.text).toBe("I count it as not helpful.");
    const thread = await world.store.query(keys.message.startingWith("me", "day-"));
    expect(thread.rows).toHaveLength(1);
  });

  it("sends what cannot be read, and is told so in a sentence", async () => {
    const { take, message, sent, runs } = await linkedWorld();
    for (const more of [
      { photo: [] },
      { document: {} },
      { dice: {} },
      { text: "x", forward_date: 1 },
      { voice: VOICE },
    ])
      await take(message(more));
    expect(sent.map(({ text }) => text)).toEqual([
      expect.stringContaining("pictures"),
      expect.stringContaining("files"),
      expect.stringContaining("only words"),
      expect.stringContaining("somebody else's words"),
      expect.stringContaining("voice messages"),
    ]);
    expect(await runs()).toBe(0);
  });

  it("blocks the bot and the channel pauses; lets it in, or writes, and it goes on", async () => {
    const { world, take, message } = await linkedWorld();
    const channel = async () => (await world.store.get(keys.channel("me", "telegram")))?.body["paused"];
    const { update_id, message: from } = message({});
    const member = (id: number, status: string) => ({
      update_id: id,
      my_chat_member: { ...from, new_chat_member: { status } },
    });
    await take(member(update_id, "kicked"));
    expect(await channel()).toBe(true);
    await take(member(1_000, "member"));
    expect(await channel()).toBe(false);
    await take(member(1_001, "kicked"));
    await take(message({ text: "hello" }));
    expect(await channel()).toBe(false);
  });
});

const VOICE = { file_id: "file-1", duration: 4 };

describe("a voice message", () => {
  it("is written down and heard as words", async () => {
    const heard: Recording[] = [];
    const { take, message, world } = await linkedWorld({
      transcribe: async (recording) => {
        heard.push(recording);
        return " how am I doing? ";
      },
    });
    await take(message({ voice: { ...VOICE, mime_type: "audio/ogg" } }));
    expect(heard).toEqual([{ bytes: new TextEncoder().encode("file-1"), type: "audio/ogg", seconds: 4 }]);
    const thread = await world.store.query(keys.message.startingWith("me", "day-"));
    expect(thread.rows[0]?.body["text"]).toBe("how am I doing?");
  });

  it("of a linked chat is left to the process that has time, which takes it once; a stranger's is nobody's", async () => {
    const { over, message, world, runs } = await linkedWorld({ transcribe: async () => "how am I doing?" });
    const left: unknown[] = [];
    const hook = { ...over(world), later: async (update: unknown) => void left.push(update) };
    const voice = message({ voice: VOICE });
    expect(await takeUpdate(hook, voice)).toBe("later");
    expect(await takeUpdate(hook, message({ voice: VOICE }, 77))).toBe("stranger");
    // Telegram gives it again when the answer to it was lost.
    expect(await takeUpdate(hook, voice)).toBe("later");
    expect(await takeUpdate(hook, message({ text: "hello" }))).toBe("taken");
    expect(left).toEqual([voice, voice]);
    const before = await runs();
    expect(await takeUpdate(over(world), left[0])).toBe("taken");
    expect(await takeUpdate(over(world), left[1])).toBe("again");
    expect(await runs()).toBe(before + 1);
  });

  it.each([
    ["is too long", MOST_VOICE_SECONDS + 1, async () => "words", /Five minutes/],
    ["has no words", 4, async () => "  ", /could not make out/],
    ["cannot be written down now", 4, () => Promise.reject(new Error("down")), /not.*just now|could not listen/],
  ])("that %s is answered with a sentence, and starts no run", async (_, duration, transcribe, says) => {
    const { take, message, sent, runs } = await linkedWorld({ transcribe });
    expect(await take(message({ voice: { ...VOICE, duration } }))).toBe("taken");
    expect(sent.map(({ text }) => text)).toEqual([expect.stringMatching(says)]);
    expect(await runs()).toBe(0);
  });
});

describe("words about the body", () => {
  const brief = async ({ world }: Awaited<ReturnType<typeof chatWorld>>, nonce: string) => {
    await startRun(world, { ...MORNING, nonce }, DATE);
    await world.machines.idle();
  };

  it("stay in the app until the person agrees in the chat, and again when they take it back", async () => {
    const w = await chatWorld();
    const { take, message, tap, sent, codeOf, world } = w;
    await take(message({ text: `/start ${await codeOf("me")}` }));
    expect(sent.at(-1)?.buttons.map(({ label }) => label)).toEqual(["Yes", "No"]);
    await brief(w, "one");
    expect(sent.at(-1)).toMatchObject({ text: expect.stringMatching(/^Your Brief is in the app/) });
    await take(tap(sent.at(-1)?.buttons[0]?.data ?? ""));
    await brief(w, "two");
    expect(sent.at(-1)?.text).toMatch(/night|wearable/i);
    await take(tap("health:no"));
    await brief(w, "three");
    expect(sent.at(-1)?.text).toMatch(/in the app/);
    const thread = await world.store.query(keys.message.startingWith("me", "day-"));
    for (const { body } of thread.rows) expect(body["text"]).toMatch(/night|wearable/i);
  });

  it("go to a chat that the settings name, but not after a no, also when it is linked again", async () => {
    const { world, link } = await linkedWorld();
    expect(await agrees(world.store, "me", "telegram")).toBe(true);
    await unlink(world, "me");
    expect(await linkConfigured(link, "me", "42")).toBe("linked");
    expect(await agrees(world.store, "me", "telegram")).toBe(false);
  });

  it("are asked for anew when another chat is linked; words about other things need no yes", async () => {
    const { take, message, sent, codeOf, world } = await linkedWorld();
    await take(message({ text: `/start ${await codeOf("me")}` }, 43));
    expect((await world.store.get(keys.profile("me")))?.body["channels"]).toEqual({
      ...{ telegramChatId: "43", telegramBot: NAME },
    });
    await take(message({ text: "hello" }, 43));
    expect(sent.at(-1)?.text).not.toMatch(/in the app/);
  });
});

describe("a stranger", () => {
  it("is not heard, not answered, and leaves no row", async () => {
    const { take, message, tap, sent, asked, updatesKept, world } = await linkedWorld();
    const before = (await world.raw.query({ table: "agent", pk: `BOT#${NAME}` })).rows;
    for (const update of [
      ...[message({ text: "hello" }, 99), message({ text: "/start" }, 99), message({ photo: [] }, 99), tap("up:x", 99)],
      ...["x".repeat(30), `${"s".repeat(22)}nobody`, `${"t".repeat(22)}me`].map((code) =>
        message({ text: `/start ${code}` }, 99),
      ),
    ])
      expect(await take(update)).toBe("stranger");
    expect([sent, asked, await updatesKept()]).toEqual([[], [], 0]);
    expect((await world.raw.query({ table: "agent", pk: `BOT#${NAME}` })).rows).toEqual(before);
  });

  it("who was unlinked is one again", async () => {
    const { take, message, world, link } = await linkedWorld();
    await unlink(world, "me");
    expect(await take(message({ text: "hello" }))).toBe("stranger");
    expect(await personOf(link, "42")).toBeUndefined();
  });
});

describe("a link", () => {
  it("joins the chat that opens it, once; its secret is not stored", async () => {
    const { take, message, codeOf, sent, asked, link, world } = await chatWorld();
    const code = await codeOf("me");
    expect(code).toHaveLength(24);
    const { rows } = await world.store.query({ table: "agent", pk: "USER#me" });
    expect(JSON.stringify(rows)).not.toContain(code.slice(0, 22));
    const start = message({ text: `/start ${code}` });
    expect([await take(start), await take(start)]).toEqual(["taken", "again"]);
    expect((await personOf(link, "42"))?.userId).toBe("me");
    expect(sent).toMatchObject([{ chat: "42", text: expect.stringContaining("linked") }]);
    await take(message({ text: `/start ${code}` }, 77));
    expect(asked).toEqual([expect.stringMatching(/^to 77: This link was used/)]);
    expect(await personOf(link, "77")).toBeUndefined();
  });

  it("ends after ten minutes", async () => {
    const { take, message, codeOf, asked, world, link } = await chatWorld();
    const code = await codeOf("me");
    world.clock.set(WAKE + 10 * MINUTE_MS);
    await take(message({ text: `/start ${code}` }));
    expect(asked).toEqual([expect.stringContaining("too old")]);
    expect(await personOf(link, "42")).toBeUndefined();
  });

  it("does not take a chat from another person, also while they are about to link it", async () => {
    const { take, message, codeOf, asked, link, world } = await linkedWorld();
    const code = await codeOf("you");
    await take(message({ text: `/start ${code}` }));
    expect(asked).toEqual([expect.stringContaining("belongs to another account")]);
    expect((await personOf(link, "42"))?.userId).toBe("me");
    await unlink(world, "me");
    world.clock.set(WAKE + MINUTE_MS);
    await take(message({ text: `/start ${code}` }));
    expect((await personOf(link, "42"))?.userId).toBe("you");
  });

  it("moves a person to the chat that opens it; the one before is a stranger's", async () => {
    const { take, message, codeOf, link } = await linkedWorld();
    await take(message({ text: `/start ${await codeOf("me")}` }, 43));
    expect([(await personOf(link, "43"))?.userId, await personOf(link, "42")]).toEqual(["me", undefined]);
  });

  it("spreads people over the bots, and keeps each with theirs", async () => {
    const { world } = await chatWorld();
    const names = ["one_bot", "two_bot", "three_bot"];
    const bots = { ...BOTS, names: async () => names };
    const of = async (user: string) =>
      (await newLink(world, { ...bots, newSecret: () => crypto.randomUUID().slice(0, 22) }, user))?.url.split(
        /[/?]/,
      )[3];
    const users = Array.from({ length: 30 }, (_, i) => `person-${i}`);
    for (const userId of users)
      await world.store.transact([{ op: "put", key: keys.profile(userId), body: { ...PERSON, userId, channels: {} } }]);
    expect(new Set(await Promise.all(users.map(of)))).toEqual(new Set(names));
    await world.store.transact([
      {
        op: "put",
        key: keys.profile("you"),
        body: { ...PERSON, userId: "you", channels: { telegramChatId: TELEGRAM_SINK, telegramBot: "two_bot" } },
      },
    ]);
    expect(await of("you")).toBe("two_bot");
  });
});

describe("a process that dies", () => {
  /** Takes an update with a process that dies at one call, then as Telegram does: again, until it is taken. */
  async function dyingAt(
    at: number,
    when: "before" | "after",
    scene: (w: Awaited<ReturnType<typeof chatWorld>>) => Promise<object>,
    w: Awaited<ReturnType<typeof chatWorld>>,
  ) {
    const update = await scene(w);
    const dying = dyingPorts(w.world, { at, when });
    const died = await takeUpdate(w.over(dying.ports), update).then(
      () => false,
      (error) => {
        if (!(error instanceof Killed)) throw error;
        return true;
      },
    );
    await w.world.machines.idle();
    // A row that the dead process had claimed is free after its claim.
    w.world.clock.set(w.world.clock.now() + CLAIM_MS);
    await w.take(update);
    return died;
  }

  it.each(["before", "after"] as const)("%s any call leaves a message heard once and answered", async (when) => {
    let calls = 0;
    for (let at = 1, died = true; died; at++) {
      const w = await linkedWorld();
      died = await dyingAt(at, when, async ({ message }) => message({ text: "hello" }), w);
      expect(await w.runs(), `${when} ${at}`).toBe(1);
      const thread = await w.world.store.query(keys.message.startingWith("me", "day-"));
      expect(
        thread.rows.filter(({ body }) => body["from"] === "owner"),
        `${when} ${at}`,
      ).toHaveLength(1);
      expect(w.sent.length, `${when} ${at}`).toBe(1);
      calls = at;
    }
    expect(calls).toBeGreaterThan(8);
  });

  it.each(["before", "after"] as const)("%s any call leaves a linked chat, told so at least once", async (when) => {
    for (let at = 1, died = true; died; at++) {
      const w = await chatWorld();
      const scene = async () => w.message({ text: `/start ${await w.codeOf("me")}` });
      died = await dyingAt(at, when, scene, w);
      expect((await personOf(w.link, "42"))?.userId, `${when} ${at}`).toBe("me");
      expect(new Set(w.sent.map(({ text }) => text.replace(/^.*\n/, ""))).size, `${when} ${at}`).toBe(1);
    }
  });

  it.each(["before", "after"] as const)("%s any call leaves what was confirmed done once", async (when) => {
    for (let at = 1, died = true; died; at++) {
      const w = await linkedWorld();
      const scene = async () => {
        const { world, take, tap, sent } = w;
        const action = proposedAction("write_task", { title: "call the bank" }, "Add a task", { tainted: [] });
        const proposal = newProposal("me", "run-x", [action], world.clock.now());
        await world.store.transact([proposalWrite(proposal)]);
        await take(tap(`do:${proposal.proposalId}`));
        return tap(sent.at(-1)?.buttons[0]?.data ?? "");
      };
      // The approval must still be good when Telegram gives the tap again.
      const update = await scene();
      const dying = dyingPorts(w.world, { at, when });
      died = await takeUpdate(w.over(dying.ports), update).then(
        () => false,
        () => true,
      );
      await w.take(update);
      expect(await listTasks(w.world.store, "me", 9), `${when} ${at}`).toHaveLength(1);
    }
  });

  it("two at the same time, with the same update, hear it once", async () => {
    const w = await linkedWorld();
    const update = w.message({ text: "hello" });
    // Each call waits a turn, so the two go on side by side.
    const slow = guardedPorts(w.world, async (call) => {
      await new Promise((resolve) => setImmediate(resolve));
      return call();
    });
    await Promise.all([1, 2, 3].map(() => takeUpdate(w.over(slow), update)));
    await w.world.machines.idle();
    expect([await w.runs(), w.sent.length]).toEqual([1, 1]);
  });
});

describe("Modify in a chat", () => {
  it("takes the next message as the change, and sends the new card with buttons of its own", async () => {
    const { world, sent, message, tap, take, link, codeOf } = await chatWorld();
    Object.assign(world, { understanding: repositoryUnderstanding, model: offlineComposer(repositoryUnderstanding) });
    await take(message({ text: `/start ${await codeOf("me")}` }));
    expect(await personOf(link, "42")).toBeDefined();
    const rent = proposedAction(
      "write_task",
      { title: "Pay the rent", due: "2026-11-01" },
      "Add the task “Pay the rent”",
    );
    const proposal = newProposal("me", "run-1", [rent], world.clock.now());
    await world.store.transact([proposalWrite(proposal)]);
    sent.splice(0);
    await take(tap(`mod:${proposal.proposalId}`));
    await take(message({ text: "tomorrow instead" }));
    expect(sent.map(({ text }) => text)).toEqual([
      "All right. Tell me what to change.",
      "Changed as you say. Nothing happens before you tap the new card.",
      expect.stringContaining("Pay the rent"),
    ]);
    const doIt = sent[2]?.buttons[0]?.data ?? "";
    expect(doIt).not.toBe(`do:${proposal.proposalId}`);
    await take(tap(`do:${proposal.proposalId}`));
    expect(sent.at(-1)?.text).toMatch(/You changed this one/);
    await take(tap(doIt));
    await take(tap(sent.at(-1)?.buttons[0]?.data ?? ""));
    expect((await listTasks(world.store, "me", 9)).map(({ title, due }) => [title, due])).toEqual([
      ["Pay the rent", "2026-10-31"],
    ]);
  });
});
