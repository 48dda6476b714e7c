import { DOOR_PER_DAY, keys } from "@waldo/contracts";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import { house, NO_CHANNELS, THINKING } from "../../../embedded/test/door-person.ts";
import { DATE, MORNING, WAKE } from "../../../embedded/test/world.ts";
import { newProposal, proposalWrite } from "../approve/proposal.ts";
import { startRun } from "../run/start.ts";
import { DAY_MS, HOUR_MS, localDate } from "../time.ts";
import { proposedAction } from "../tools/approval.ts";
import { toolContext } from "../tools/context.ts";
import { dispatchTool } from "../tools/dispatch.ts";

describe("a task that is handed over", () => {
  const hand = { body: { goal: "plan my week" }, key: "handoff-0001" };

  it("is one for each key, stands in the thread, and tells where it stands", async () => {
    const { send, world } = await house();
    const first = await send("POST", "/handoffs", hand);
    expect(first.status).toBe(202);
    expect((await send("POST", "/handoffs", hand)).value).toEqual(first.value);
    await world.machines.idle();
    const { items } = (await send("GET", "/handoffs")).value;
    // Without a language model there is no plan, and the thread says so.
    expect(items).toEqual([
      { handoffId: first.value.handoffId, goal: "plan my week", state: "FAILED", createdAt: expect.any(Number) },
    ]);
    const texts = (await send("GET", "/messages")).value.items.map(({ text }: { text: string }) => text);
    expect(texts).toEqual([expect.stringContaining("takes a language model"), "plan my week"]);
  });

  it("is refused without a profile, without words, and without a key", async () => {
    const { send } = await house({ days: 0 });
    expect((await send("POST", "/handoffs", { ...hand, as: "newcomer" })).status).toBe(409);
    expect((await send("POST", "/handoffs", { ...hand, body: { goal: "" } })).status).toBe(400);
    expect((await send("POST", "/handoffs", { body: hand.body })).status).toBe(400);
  });
});

describe("a person", () => {
  it("without a profile is told what to do, makes one, and changes it", async () => {
    const { send, woken } = await house({ days: 0 });
    const as = "newcomer";
    const none = await send("GET", "/me", { as });
    expect([none.status, none.value.error]).toEqual([409, "NoProfile"]);
    expect(none.value.message).toMatch(/PUT \/v1\/me/);
    const half = await send("PUT", "/me", { as, body: { timeZone: "Europe/Lisbon" } });
    expect([half.status, half.value.error]).toEqual([400, "InvalidInput"]);
    const first = { timeZone: "Europe/Lisbon", wakeTime: "06:30", sleepTime: "22:30", name: "Ana" };
    expect((await send("PUT", "/me", { as, body: first })).status).toBe(200);
    const later = await send("PUT", "/me", { as, body: { wakeTime: "07:15", name: null, weeklyReview: 7 } });
    expect(later.value).toEqual({
      ...first,
      ...{ name: undefined, wakeTime: "07:15", weeklyReview: 7 },
      ...{ userId: as, autonomy: "L2", fetch: "shadow", takenBack: 0, channels: NO_CHANNELS },
    });
    expect((await send("GET", "/me", { as })).value.wakeTime).toBe("07:15");
    expect(woken.map((wake) => wake.split("-")[0])).toEqual([`${as} sync profile`, `${as} sync profile`]);
  });

  it("whose bot is blocked is told so, and leaves the chat by one request; without a bot there is no link", async () => {
    const { send, world } = await house({ days: 0, profile: { ...PERSON, channels: { telegramChatId: "42" } } });
    await world.store.transact([
      { op: "put", key: keys.channel("me", "telegram"), body: { paused: true, reason: "403", at: WAKE } },
    ]);
    const channels = async () => (await send("GET", "/me")).value.channels;
    expect(await channels()).toMatchObject({ telegram: true, telegramPausedSince: WAKE });
    expect((await send("POST", "/telegram/link", { body: {} })).value.error).toBe("NotFound");
    expect((await send("DELETE", "/telegram/link")).value.channels).toEqual(NO_CHANNELS);
    // A file on this machine is no chat.
    await world.store.transact([{ op: "put", key: keys.profile("me"), body: PERSON }]);
    expect(await channels()).toEqual(NO_CHANNELS);
  });

  it("who gives an offset is told the name of a zone that has it; a zone that is none is refused", async () => {
    const { send } = await house();
    const offset = await send("PUT", "/me", { body: { timeZone: "+05:30" } });
    expect([offset.status, offset.value.message]).toEqual([400, expect.stringContaining("such as Asia/Kolkata")]);
    expect((await send("PUT", "/me", { body: { timeZone: "Nowhere/Land" } })).status).toBe(400);
  });

  it("who lowers the autonomy keeps what they asked for, and gets back what was done unasked", async () => {
    const { send, say, world } = await house({ ...THINKING, profile: { ...PERSON, autonomy: "L3" } });
    await say("add buy stamps to my list");
    const context = toolContext(world, {
      ...{ userId: "me", runId: "run-x", trigger: "user_message", date: DATE, autonomy: "L3" },
      heard: { owner: [], outside: false, recalled: [] },
    });
    await dispatchTool({ id: "1", name: "write_task", args: { title: "of its own accord" } }, context);
    const open = (await send("GET", "/tasks")).value.items.filter(
      ({ status }: { status: string }) => status === "open",
    );
    expect(open.length).toBe(2);
    const lowered = await send("PUT", "/me", { body: { autonomy: "L1" } });
    expect(lowered.value).toMatchObject({ autonomy: "L1", takenBack: 1 });
    const left = (await send("GET", "/tasks")).value.items.filter(
      ({ status }: { status: string }) => status === "open",
    );
    expect(left).toMatchObject([{ title: "buy stamps" }]);
  });

  it("who sets the end of the quiet no longer waits for their next word, and a name alone changes no quiet", async () => {
    const { send, world } = await house({
      days: 0,
      profile: { ...PERSON, quietUntil: WAKE + DAY_MS, quietUntilHeard: true },
    });
    const profile = async () => (await world.store.get(keys.profile("me")))?.body;
    await send("PUT", "/me", { body: { name: "Ana" } });
    expect(await profile()).toMatchObject({ quietUntil: WAKE + DAY_MS, quietUntilHeard: true });
    await send("PUT", "/me", { body: { quietUntil: WAKE + HOUR_MS } });
    expect(await profile()).toMatchObject({ quietUntil: WAKE + HOUR_MS });
    expect(await profile()).not.toHaveProperty("quietUntilHeard");
  });

  it("who names another zone than the device is in is told that the device decides", async () => {
    const { send } = await house({ days: 0 });
    await send("PUT", "/zone", { body: { timeZone: "Europe/Lisbon" } });
    const refused = await send("PUT", "/me", { body: { timeZone: "Asia/Tokyo" } });
    expect([refused.status, refused.value.message]).toEqual([400, expect.stringContaining("PUT /v1/zone")]);
    expect((await send("PUT", "/me", { body: { timeZone: "Europe/Lisbon" } })).status).toBe(200);
  });

  it("is heard also on a day that is full", async () => {
    const { send, say, world } = await house(THINKING);
    const full = { requests: DOOR_PER_DAY };
    await world.store.transact([{ op: "put", key: keys.door("me", localDate(WAKE, "UTC")), body: full }]);
    expect((await send("PUT", "/me", { body: { showsForm: true } })).status).toBe(429);
    expect((await say("I want to kill myself")).status).toBe(202);
    expect((await send("GET", "/messages")).value.items).toMatchObject([{ from: "waldo", kind: "emergency" }, {}]);
  });

  it("pauses and goes on", async () => {
    const { send } = await house();
    expect((await send("PUT", "/me/pause", { body: { paused: true } })).value.pausedSince).toBe(WAKE);
    expect((await send("GET", "/me")).value.pausedSince).toBe(WAKE);
    expect((await send("PUT", "/me/pause", { body: { paused: false } })).value.pausedSince).toBeUndefined();
  });
});

describe("a message", () => {
  it("is answered, and the conversation has both", async () => {
    const { send, say } = await house(THINKING);
    const { status, runId } = await say("remind me tomorrow at 9 to call mum");
    expect(status).toBe(202);
    const run = await send("GET", `/runs/${runId}`);
    expect(run.value).toMatchObject({ state: "DONE", isOver: true, said: [expect.stringContaining("call mum")] });
    const { items } = (await send("GET", "/messages?limit=2")).value;
    expect(items.map(({ from }: { from: string }) => from)).toEqual(["waldo", "owner"]);
    const [reminder] = (await send("GET", "/reminders")).value.items;
    expect(reminder).toMatchObject({ text: "call mum", fromOutside: false });
    expect((await send("DELETE", `/reminders/${reminder.watchId}`)).status).toBe(200);
    expect((await send("DELETE", `/reminders/${reminder.watchId}`)).status).toBe(200);
    expect((await send("GET", "/reminders")).value.items).toEqual([]);
  });

  it("sent three times at once under one key is one message and one answer", async () => {
    const { send, world } = await house(THINKING);
    const sent = () => send("POST", "/messages", { body: { text: "hi" }, key: "the-same-key" });
    const runs = await Promise.all([sent(), sent(), sent()]);
    await world.machines.idle();
    expect(new Set(runs.map(({ value }) => value.runId)).size).toBe(1);
    expect((await send("GET", "/messages")).value.items).toHaveLength(2);
  });

  it("needs a key, and words", async () => {
    const { send } = await house();
    for (const sent of [{ body: { text: "hi" } }, { body: { text: "" }, key: "message-0001" }, { key: "message-0001" }])
      expect((await send("POST", "/messages", sent)).status).toBe(400);
    expect((await send("GET", "/messages")).value.items).toEqual([]);
  });

  it("list is read page by page, each message once, and not sent again while nothing changed", async () => {
    const { send, say } = await house(THINKING);
    for (const n of [1, 2, 3]) await say(`hi ${n}`, `message-000${n}`);
    const all = (await send("GET", "/messages")).value.items;
    const paged = [];
    for (let path = "/messages?limit=2"; path !== ""; ) {
      const { items, next } = (await send("GET", path)).value;
      paged.push(...items);
      path = next === undefined ? "" : `/messages?limit=2&cursor=${next}`;
    }
    expect(paged).toEqual(all);
    expect(all).toHaveLength(6);
    const etag = (await send("GET", "/messages")).headers.get("etag") ?? "";
    expect((await send("GET", "/messages", { headers: { "if-none-match": etag } })).status).toBe(304);
    await say("hi 4", "message-0004");
    expect((await send("GET", "/messages", { headers: { "if-none-match": etag } })).status).toBe(200);
    expect((await send("GET", "/messages?cursor=Li4vLi4v")).status).toBe(400);
  });
});

describe("a thumb", () => {
  it("under a Brief counts once, and an answer that was asked for has none", async () => {
    const { send, say, world } = await house({ ...THINKING, days: 40 });
    await startRun(world, MORNING, DATE);
    await world.machines.idle();
    await say("hi");
    const { items } = (await send("GET", "/messages")).value;
    const withThumbs = items.filter(({ buttons }: { buttons?: unknown }) => buttons !== undefined);
    expect(withThumbs).toMatchObject([{ from: "waldo", kind: "brief" }]);
    const [up, down] = withThumbs[0].buttons;
    const tap = async ({ data }: { data: string }) => (await send("POST", "/taps", { body: { data } })).value.text;
    expect(await tap(up)).toMatch(/helpful/);
    expect(await tap(up)).toMatch(/helpful/);
    expect(await tap(down)).toMatch(/not helpful/);
    const { rows } = await world.store.query(keys.feedback.all("me"));
    expect(rows.map(({ body }) => body["kind"])).toEqual(["down"]);
    world.clock.set(WAKE + 6 * DAY_MS);
    const later = (await send("GET", "/messages")).value.items;
    expect(later.filter(({ buttons }: { buttons?: unknown }) => buttons !== undefined)).toEqual([]);
  });
});

describe("a tap", () => {
  const action = () =>
    proposedAction("write_task", { title: "call the bank" }, "Add the task “call the bank”", { tainted: [] });

  it("goes from the card over the screen to the deed, and back", async () => {
    const { send, world } = await house();
    const proposal = newProposal("me", "run-x", [action()], WAKE);
    await world.store.transact([proposalWrite(proposal)]);
    const [open] = (await send("GET", "/proposals")).value.items;
    const shown = { title: "Add the task “call the bank”", details: ["title: call the bank"], fromOutside: false };
    expect(open.actions).toEqual([shown]);
    const tap = async (data: string) => (await send("POST", "/taps", { body: { data } })).value;
    const screen = await tap(open.buttons[0].data);
    expect(screen.kind).toBe("screen");
    const done = await tap(screen.buttons[0].data);
    expect(done).toMatchObject({ kind: "done", text: expect.stringContaining("call the bank") });
    // The same tap again does it once.
    await tap(screen.buttons[0].data);
    expect((await send("GET", "/tasks")).value.items).toHaveLength(1);
    const span = `from=${WAKE - HOUR_MS}&to=${WAKE + HOUR_MS}`;
    const [entry] = (await send("GET", `/log?${span}`)).value.items;
    expect(entry.undo).toHaveLength(1);
    expect((await tap(entry.undo[0].data)).text).toBe("Undone.");
    expect((await send("GET", `/log?${span}`)).value.items[0].undo).toEqual([]);
    expect((await send("GET", "/proposals")).value.items).toEqual([]);
  });

  it("that is forged or of another person does nothing", async () => {
    const { send, world } = await house();
    const proposal = newProposal("me", "run-x", [action()], WAKE);
    await world.store.transact([proposalWrite(proposal)]);
    for (const [data, as] of [
      [`ok:${proposal.proposalId}.zzz.AAAAAAAAAAAAAAAA`, "me"],
      [`do:${proposal.proposalId}`, "other"],
      ["do:p-0000000000000000", "me"],
      ["nonsense", "me"],
    ] as const)
      expect((await send("POST", "/taps", { body: { data }, as })).value.kind).toBe("notice");
    expect((await send("GET", "/tasks")).value.items).toEqual([]);
    expect((await send("GET", "/proposals", { as: "other" })).value.items).toEqual([]);
  });
});
