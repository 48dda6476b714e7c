/** Commands over real parts: they are answered without a run, once, where they were asked. */
import {
  COMMAND_NAMES,
  type Concern,
  type DeliveryKind,
  isCommandAnswer,
  type Key,
  keys,
  type Profile,
} from "@waldo/contracts";
import { takeSample } from "@waldo/core/living/cycle";
import { livingRows } from "@waldo/core/tools/living-rows";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import { header } from "../../../embedded/test/outbox-world.ts";
import { DATE, testWorld, WAKE } from "../../../embedded/test/world.ts";
import { snoozeWrite } from "../cadence/quiet-hours.ts";
import { activeWatches } from "../cadence/watches.ts";
import { enqueueDelivery, flushRun, outboxOf } from "../channels/outbox.ts";
import { lastActivity } from "../coach/activity.ts";
import { changeGoals } from "../goals/change.ts";
import { decideConsent } from "../person/consents.ts";
import { findProfile } from "../person/profile.ts";
import type { Channel, Ports } from "../ports.ts";
import { pause } from "../run/pause.ts";
import { HOUR_MS, instantAt, localTime, MINUTE_MS } from "../time.ts";
import type { CommandPorts, Via } from "./command.ts";
import { hearPerson } from "./intake.ts";
import { quietEnd } from "./loaded-commands.ts";

async function commandWorld(more: Partial<CommandPorts> = {}, profile: Profile = PERSON) {
  const world = await testWorld({ days: 0, profile });
  let messages = 0;
  const say = async (text: string, via: Via = "app", messageId = `message-${++messages}`) => {
    const own = (await findProfile(world.store, "me")) ?? PERSON;
    const runId = await hearPerson({ ...world, ...more }, own, { messageId, text }, via);
    await world.machines.idle();
    const rows = await outboxOf(world, "me", runId);
    const text0 = rows.flatMap(({ channel, message }) =>
      channel === "in_app" && "text" in message ? [message.text] : [],
    );
    return { runId, rows, text: text0.join("\n") };
  };
  const count = async (range: ReturnType<typeof keys.run.all>) => (await world.store.query(range)).rows.length;
  const runs = () => count(keys.run.all("me"));
  const thread = async () =>
    (await world.store.query(keys.message.startingWith("me", "day-"))).rows.map(
      ({ body }) => `${body["from"]}: ${body["text"]}`,
    );
  return { world, say, runs, thread, count };
}

describe("a command", () => {
  it("is answered without a run, in the thread, and once however often it comes", async () => {
    const { say, runs, thread, world } = await commandWorld();
    const { runId, text } = await say("/help", "app", "one");
    expect(isCommandAnswer(runId)).toBe(true);
    for (const name of COMMAND_NAMES) expect(text).toContain(`/${name}`);
    await say("/help", "app", "one");
    expect(await runs()).toBe(0);
    expect(await thread()).toEqual(["owner: /help", `waldo: ${text}`]);
    const meter = (await world.store.query(keys.meter.all("me"))).rows;
    expect(meter.map(({ body }) => body["kind"])).toContain("message");
  });

  it("goes to the chat that it came from, and from the app to no chat", async () => {
    const { say, world } = await commandWorld();
    await say("/help");
    expect(world.telegram).toHaveLength(0);
    await say("/help@some_bot", "telegram");
    expect(world.telegram).toHaveLength(1);
  });

  it("that is none gets one line that helps and does not repeat what was typed", async () => {
    const { say, runs } = await commandWorld();
    expect((await say("/stats")).text).toBe("I know no such command. Did you mean /status? /help shows all of them.");
    expect((await say("/xyz")).text).toBe("I know no such command. /help shows all of them.");
    expect(await runs()).toBe(0);
  });

  it("with words of danger is heard as always", async () => {
    const { say, runs } = await commandWorld();
    const { rows } = await say("/remind I want to kill myself tonight");
    expect(await runs()).toBe(1);
    expect(rows.map(({ kind }) => kind)).toContain("emergency");
    expect(await say("/ping I am going to kill myself")).toMatchObject({ rows: [{ kind: "emergency" }, {}] });
  });
});

describe("/ping", () => {
  it("leaves its instant and nothing else", async () => {
    const { say, runs, thread, world, count } = await commandWorld();
    const { rows } = await say("/ping", "telegram");
    await say("/ping", "telegram");
    expect([rows, await runs(), await thread(), world.telegram]).toEqual([[], 0, [], []]);
    expect(await count(keys.ping.all("me"))).toBe(1);
    expect(await world.store.get(keys.last("me", "heard"))).toBeUndefined();
    expect(await lastActivity(world.store, "me", world.clock.now())).toEqual({ at: WAKE, ping: WAKE });
  });
});

describe("/status", () => {
  const put = ({ store }: Pick<Ports, "store">, key: Key, body: object) =>
    store.transact([{ op: "put", key, body, when: [{ is: "absent" }] }]);
  const look = (minutes: number, held?: readonly object[]) => {
    const at = WAKE - minutes * MINUTE_MS;
    const entry = { at, act: "nothing", reason: "Form fell", ...(held ? { held } : {}) };
    return [keys.patrol("me", at), entry] as const;
  };

  it("tells how things stand, and the reminders", async () => {
    const { say, world } = await commandWorld({ reviewStanding: async () => "question 3 of 9" });
    await world.store.transact([snoozeWrite("me", { at: WAKE, until: WAKE + 30 * MINUTE_MS })]);
    await say("/remind water the plants at 18:00");
    await say("/quiet 90m");
    const { text } = await say("/status");
    expect(text).toMatch(/quiet until .*08:30/);
    expect(text).toContain("I ask again at 07:30");
    expect(text).toContain("review: question 3 of 9");
    expect(text).toContain("pushes left today: 3");
    expect(text).toContain("Reminders: water the plants, on");
    expect(text).toContain("Sent today: 2 answers to you.");
  });

  it("tells what went out, what was asked, what was held back and what failed, from the outbox and the log", async () => {
    const both = { ...PERSON, channels: { telegramChatId: "42", push: true as const } };
    const { say, world } = await commandWorld({}, both);
    const send = async (kind: DeliveryKind, name: string, text = "A word.") => {
      const said = { ...header(name), trigger: "brief" as const };
      await world.store.transact(enqueueDelivery(said, both, [{ kind, text, threadId: `day-${DATE}` }], WAKE));
      await flushRun(world, "me", said.runId);
    };
    const down: Channel = {
      name: "push",
      send: async () => ({ outcome: "dead", reason: "410 Gone", pauseChannel: false }),
    };
    Object.assign(world.channels, { push: down });
    await send("brief", "a");
    await send("reminder", "b");
    await send("proposal", "c");
    // What a run meant to say and never wrote is nowhere.
    await world.store.transact([
      { op: "put", key: keys.dayState("me", DATE), body: { spoken: { at: WAKE, form: 50 } } },
    ]);
    const why = "nothing is new since the morning";
    await put(world, ...look(1, [{ voice: "midday", why }]));
    await put(
      world,
      ...look(2, [
        { voice: "midday", why: "quiet hours" },
        { voice: "fetch", why: "quiet hours" },
      ]),
    );
    await put(world, ...look(3));
    const { text } = await say("/status");
    expect(text.split("\n").slice(0, 4)).toEqual([
      "Sent today: a Brief at 07:00 (app, Telegram); a reminder at 07:00 (app, Telegram).",
      "Asked today: a suggestion at 07:00.",
      "Kept quiet: a word about stress (quiet hours); the midday Brief (nothing is new since the morning).",
      "Did not work: a reminder at 07:00 by push.",
    ]);
    expect(text.split("\n").length).toBeLessThanOrEqual(8);
    expect(text).not.toMatch(/410|Form fell/);
  });

  it("counts a message that went nowhere as kept quiet, a Brief without a word as failed, and no other day", async () => {
    const { say, world } = await commandWorld();
    const said = [
      { at: WAKE, date: DATE, voice: "morning", topic: "m", by: "run-m", became: "failed" },
      { at: WAKE, date: DATE, voice: "fetch", topic: "f", by: "run-f", became: "failed" },
    ];
    await world.store.transact([{ op: "put", key: keys.said("me"), body: { said } }]);
    const rows = (name: string, at: number) =>
      enqueueDelivery(header(name), PERSON, [{ kind: "brief", text: "A word.", threadId: "t" }], at).map((write) =>
        write.op === "put" ? { ...write, body: { ...write.body, state: "suppressed", reason: "quiet hours" } } : write,
      );
    await world.store.transact([...rows("a", WAKE), ...rows("b", WAKE - 24 * HOUR_MS)]);
    await put(world, ...look(24 * 60, [{ voice: "evening", why: "quiet hours" }]));
    expect((await say("/status")).text.split("\n").slice(0, 3)).toEqual([
      "Sent today: nothing.",
      "Kept quiet: a Brief at 07:00 (quiet hours).",
      "Did not work: the morning Brief at 07:00.",
    ]);
  });

  it("names nothing of the body in a chat that may not have it", async () => {
    const chat = { ...PERSON, channels: { telegramChatId: "42" } };
    const { say, world } = await commandWorld({}, chat);
    await put(world, ...look(1, [{ voice: "fetch", why: "quiet hours" }]));
    expect((await say("/status", "telegram")).text).toContain("Kept quiet: a message (quiet hours).");
    expect((await say("/status", "app")).text).toContain("Kept quiet: a word about stress (quiet hours).");
  });

  it("waits with its answer while everything is paused", async () => {
    const { say, world } = await commandWorld();
    await pause(world, "me");
    expect((await say("/status")).rows).toMatchObject([{ state: "pending" }]);
  });
});

describe("/remind", () => {
  it.each([
    ["/remind call the garage by Friday 9:00", "call the garage", "on Friday 6 November at 09:00"],
    ["/remind stretch in 20 minutes", "stretch", "on Friday 30 October at 07:20"],
    ["/remind me to pay the rent tomorrow at 8", "pay the rent", "on Saturday 31 October at 08:00"],
    ["/remind take the pills every day at 21:00", "take the pills", "every day at 21:00"],
    ["/remind Müll rausbringen morgen um 7", "Müll rausbringen", "on Saturday 31 October at 07:00"],
  ])("%s", async (command, text, fires) => {
    const { say, world } = await commandWorld();
    expect((await say(command)).text).toBe(`I will remind you ${fires}: ${text}.`);
    expect(await activeWatches(world.store, "me")).toMatchObject([{ text, origin: "owner" }]);
    expect((await say(command)).text).toBe(`You have that one already: ${fires}, ${text}.`);
  });

  it("asks back where what or when is missing", async () => {
    const { say, world } = await commandWorld();
    expect((await say("/remind")).text).toMatch(/What shall I remind you of, and when/);
    expect((await say("/remind buy milk")).text).toMatch(/When shall I remind you/);
    expect((await say("/remind tomorrow at 9")).text).toMatch(/What shall I remind you of/);
    expect((await say("/remind buy milk on 2026-10-01 at 9:00")).text).toMatch(/that moment has passed/);
    expect(await activeWatches(world.store, "me")).toEqual([]);
  });
});

describe("/quiet", () => {
  it("is two hours, a length, a time, or off", async () => {
    const { say, world } = await commandWorld();
    const until = async () => (await findProfile(world.store, "me"))?.quietUntil;
    for (const [words, time] of [
      ["", "09:00"],
      ["30m", "07:30"],
      ["for 3 hours", "10:00"],
      ["4", "11:00"],
      ["until 17:00", "17:00"],
    ] as const) {
      expect((await say(`/quiet ${words}`)).text).toContain(time);
      expect(localTime((await until()) ?? 0, PERSON.timeZone), words).toBe(time);
    }
    expect((await say("/quiet 20 days")).text).toMatch(/two weeks/);
    expect((await say("/quiet banana")).text).toMatch(/did not understand/);
    expect(await until()).toBe(instantAt(DATE, "17:00", PERSON.timeZone));
    expect((await say("/quiet off")).text).toMatch(/as before/);
    expect(await until()).toBeUndefined();
    expect(quietEnd("2 d", 0, "UTC")).toBe(2 * 86_400_000);
  });
});

describe("/thinking", () => {
  const concern = (id: string, summary: string): [ReturnType<typeof keys.concern>, Concern] => [
    keys.concern("me", id),
    {
      ...{ id, kind: "project", summary, touchedAt: WAKE, touchedBy: "seed", touches: 1 },
      ...{ from: { kind: "goal", id }, origin: "owner", createdAt: WAKE },
    },
  ];
  async function concerned(profile?: Profile) {
    const opened = await commandWorld({}, profile);
    const all = [
      concern("c-000000000001", "Do the taxes of this year"),
      concern("c-000000000002", "The taxes of the shop"),
      concern("c-000000000003", "Run a half marathon"),
    ];
    await opened.world.store.transact(all.map(([key, body]) => ({ op: "put", key, body })));
    const alone = async () =>
      (await livingRows(opened.world.store, "me").concerns()).flatMap(({ concern: { mutedAt, summary } }) =>
        mutedAt === undefined ? [] : summary,
      );
    return { ...opened, alone };
  }

  it("names what is on its mind, and leaves one concern alone that the words fit", async () => {
    const { say, alone, world } = await concerned();
    expect((await say("/thinking")).text).toContain("• Run a half marathon");
    expect((await say("/thinking leave taxes")).text).toContain("more than one");
    expect((await say("/thinking leave the moon")).text).toContain("None of my concerns");
    expect(await alone()).toEqual([]);
    expect((await say("/thinking leave taxes shop")).text).toBe(
      "I leave “The taxes of the shop” alone. On the page under Thoughts and concerns you can bring it back.",
    );
    expect(await alone()).toEqual(["The taxes of the shop"]);
    expect((await say("/thinking")).text).not.toContain("shop");
    await world.store.transact([
      { op: "put", key: keys.concern("me", "c-000000000004"), body: concern("c-000000000004", "Run")[1] },
    ]);
    expect((await say("/thinking leave run")).text).toContain("“Run”");
  });

  it("ends and begins the loop, and says what it waits for", async () => {
    const { say, world } = await concerned();
    const sensed = async () => (await takeSample(world, (await findProfile(world.store, "me")) ?? PERSON, {})).outcome;
    await say("/thinking off");
    expect(await sensed()).toBe("off");
    expect((await say("/thinking")).text).toContain("/thinking on");
    await say("/thinking on");
    expect(await sensed()).not.toBe("off");
    await decideConsent(world, "me", { purpose: "memory", given: false });
    expect((await say("/thinking on")).text).toContain("when you agree");
    expect((await say("/thinking")).text).toContain("when you agree");
    expect((await say("/thinking banana")).text).toContain("did not understand");
  });

  it("freezes the manner, lets it move, and sets it back", async () => {
    const { say, world } = await concerned();
    const manner = async () => (await world.store.get(keys.persona("me")))?.body;
    await say("/thinking freeze");
    const { frozenAt } = (await manner()) ?? {};
    expect(frozenAt).toBeTypeOf("number");
    world.clock.set(WAKE + MINUTE_MS);
    await say("/thinking freeze");
    expect(await manner()).toMatchObject({ frozenAt });
    await say("/thinking reset");
    expect(await manner()).toMatchObject({ frozenAt, resetAt: WAKE + MINUTE_MS, axes: {} });
    await say("/thinking thaw");
    expect(await manner()).not.toHaveProperty("frozenAt");
  });
});

describe("/goals and /sync", () => {
  const goals = {
    ...{
      northStar: "Be kind",
      quarter: [],
      week: ["Finish the draft"],
      today: [],
      commitments: [],
      people: [],
      targets: {},
    },
  };

  it("prints the goals in force, and says which line of the file is not right", async () => {
    const { say, world } = await commandWorld();
    expect((await say("/goals")).text).toMatch(/no goals yet/);
    const file = {
      text: "x",
      revision: 1,
      at: 1,
      by: "app",
      goals,
      faults: [{ line: 4, reason: "no such day" }],
      good: "y",
    };
    await world.store.transact([{ op: "put", key: keys.goals("me"), body: file }]);
    const { text } = await say("/goals");
    expect(text).toBe(
      "Line 4 of the file is not right: no such day. Until it is, this is in force:\nNorth star:\n• Be kind\nThis week:\n• Finish the draft",
    );
  });

  it("takes what git brought for the person's own when they say so", async () => {
    const { world, say } = await commandWorld();
    const ports = world;
    await changeGoals(ports, "me", { by: "app", text: "## This Week\n- rest\n" });
    await changeGoals(ports, "me", { by: "git", text: "## This Week\n- rest\n- run\n" });
    expect((await say("/goals")).text).toMatch(/• rest\nFrom git, and not in force: This Week\. Say \/goals mine/);
    expect((await say("/goals mine")).text).toBe("Your goals are all yours again, and in force.");
    expect((await say("/goals")).text).toMatch(/• rest\n• run$/);
    expect((await say("/goals mine")).text).toBe("Nothing in your goals came from git.");
  });

  it("prints the open goals of the list too, with a file or without one", async () => {
    const { say, world } = await commandWorld();
    const row = (taskId: string, title: string, more: object = {}) => ({
      op: "put" as const,
      key: keys.task("me", taskId),
      body: { taskId, title, status: "open", goal: true, origin: "owner", createdAt: 1, updatedAt: 1, ...more },
    });
    await world.store.transact([
      row("g00000000001", "Run a half marathon"),
      row("g00000000002", "Sing", { status: "done" }),
      row("t00000000001", "Pay the rent", { goal: false }),
    ]);
    expect((await say("/goals")).text).toBe("On your list of goals:\n• Run a half marathon");
    const body = { text: "x", revision: 1, at: 1, by: "app", goals, good: "y" };
    await world.store.transact([{ op: "put", key: keys.goals("me"), body }]);
    expect((await say("/goals")).text).toBe(
      "North star:\n• Be kind\nThis week:\n• Finish the draft\nOn your list of goals:\n• Run a half marathon",
    );
  });

  it("syncs the folder where there is one", async () => {
    expect((await (await commandWorld()).say("/sync")).text).toMatch(/no folder to sync/);
    const { say } = await commandWorld({ workspaceSync: async () => "Nothing was new." });
    expect((await say("/sync")).text).toBe("Nothing was new.");
  });
});
