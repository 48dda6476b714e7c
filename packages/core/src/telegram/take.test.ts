/** A chat with a bot, over real parts: what is said there, tapped there, sent there, and who is heard. */
import { keys, MOST_VOICE_SECONDS, thumbButtons } from "@waldo/contracts";
import { dyingPorts, Killed } from "@waldo/testkit/faults";
import { describe, expect, it } from "vitest";
import { chatWorld, linkedWorld, NAME, VOICE } from "../../../embedded/test/take-world.ts";
import { DATE, MORNING } from "../../../embedded/test/world.ts";
import { newProposal, proposalWrite } from "../approve/proposal.ts";
import { CLAIM_MS } from "../channels/outbox.ts";
import { limitedMachines } from "../machines.ts";
import { agrees } from "../person/consents.ts";
import type { Recording } from "../ports.ts";
import { startRun } from "../run/start.ts";
import { proposedAction } from "../tools/approval.ts";
import { listTasks } from "../tools/rows.ts";
import { linkConfigured, unlink } from "./link.ts";
import { takeUpdate } from "./take.ts";

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
    // The run that answers reads only the words of the message.
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
