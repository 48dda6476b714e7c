/** Links, strangers and processes that die, as Telegram brings them. */
import { keys, TELEGRAM_SINK } from "@waldo/contracts";
import { dyingPorts, guardedPorts, Killed } from "@waldo/testkit/faults";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import { repositoryUnderstanding } from "../../../embedded/src/bundled-intents.ts";
import { offlineComposer } from "../../../embedded/src/offline-composer.ts";
import { BOTS, chatWorld, linkedWorld, NAME } from "../../../embedded/test/take-world.ts";
import { WAKE } from "../../../embedded/test/world.ts";
import { newProposal, proposalWrite } from "../approve/proposal.ts";
import { CLAIM_MS } from "../channels/outbox.ts";
import { MINUTE_MS } from "../time.ts";
import { proposedAction } from "../tools/approval.ts";
import { listTasks } from "../tools/rows.ts";
import { newLink, personOf, unlink } from "./link.ts";
import { takeUpdate } from "./take.ts";

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
