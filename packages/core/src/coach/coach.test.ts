/** The coach in a day on the embedded parts: what it brings up, when it is quiet, and the words before sleep. */
import { type Goals, type GoalsFile, keys, PatrolEntry, type Profile } from "@waldo/contracts";
import { outboxOf } from "@waldo/core/channels/outbox";
import { sense } from "@waldo/core/health/sense";
import type { ModelGateway, ModelRequest } from "@waldo/core/ports";
import { loadRun } from "@waldo/core/run/journal";
import { addDays, instantAt, MINUTE_MS } from "@waldo/core/time";
import { decide } from "@waldo/core/wake/decide";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import { DATE, type Options, type TestWorld, testWorld } from "../../../embedded/test/world.ts";

const COACHED: Profile = {
  ...PERSON,
  coaching: { weeklyReview: { weekday: 6, time: "10:00" } },
  channels: { ...PERSON.channels, telegramHealth: true },
};
const GOALS: Goals = {
  northStar: "write a book that is read twice",
  quarter: ["finish the first part"],
  week: ["outline chapter three"],
  today: ["call the printer"],
  commitments: ["in bed by eleven"],
  people: [{ name: "a friend from school" }],
  targets: {},
};

const at = (time: string, days = 0) => instantAt(addDays(DATE, days), time, PERSON.timeZone);

async function coached(options: Options = {}, goals: Goals = GOALS): Promise<TestWorld> {
  const world = await testWorld({ profile: COACHED, ...options });
  const file: GoalsFile = { text: "# Goals\n", revision: 1, at: world.clock.now(), by: "template", goals };
  await world.store.transact([
    { op: "put", key: keys.goals("me"), body: file },
    { op: "put", key: keys.timeZone("me"), body: { timeZone: PERSON.timeZone } },
  ]);
  return world;
}

async function tick(world: TestWorld, now: number): Promise<PatrolEntry> {
  world.clock.set(now);
  const input = { userId: "me", job: "patrol", scheduledAt: new Date(now).toISOString() } as const;
  await decide(world, await sense(world, input));
  await world.machines.idle();
  return PatrolEntry.parse((await world.store.get(keys.patrol("me", now)))?.body);
}

/** Plays the ticks of a stretch of time, and returns their entries. */
async function play(world: TestWorld, from: number, to: number): Promise<PatrolEntry[]> {
  const entries: PatrolEntry[] = [];
  for (let now = from; now < to; now += 15 * MINUTE_MS) entries.push(await tick(world, now));
  return entries;
}

const beatsOf = (entries: readonly PatrolEntry[]) => entries.flatMap(({ beat }) => beat ?? []);

const hear = (world: TestWorld, now: number, text = "hm") =>
  world.store.transact([
    { op: "put", key: keys.last("me", "heard"), body: { at: now } },
    {
      op: "put",
      key: keys.message("me", `day-${DATE}`, now, `0-m${now}`),
      body: { from: "owner", kind: "message", at: now, text },
    },
  ]);

/** A model that answers each heartbeat with this text, and keeps what it was asked. */
function answering(text: string): { readonly model: ModelGateway; readonly asked: ModelRequest[] } {
  const asked: ModelRequest[] = [];
  const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };
  const model: ModelGateway = {
    shape: () => "terse",
    async converse(request) {
      asked.push(request);
      return { text, calls: [], stop: "end", usage, model: "scripted" };
    },
  };
  return { model, asked };
}

describe("an ordinary day", () => {
  it("has most heartbeats free, brings each thing up once, and says nothing twice within ninety minutes", async () => {
    const world = await coached();
    const beats = beatsOf(await play(world, at("07:00"), at("23:00")));
    const asked = beats.filter(({ outcome }) => outcome === "asked");
    expect(beats.length).toBeGreaterThanOrEqual(20);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.length / beats.length).toBeLessThanOrEqual(0.3);
    const about = asked.flatMap((beat) => beat.about ?? []);
    expect(new Set(about).size).toBe(about.length);
    const runs = await Promise.all(asked.map(({ runId = "" }) => loadRun(world.store, "me", runId)));
    expect(runs.every(({ header }) => header.state === "DONE")).toBe(true);
    const said = runs.map(({ header }) => header.createdAt).sort();
    for (const [i, instant] of said.entries())
      if (i > 0) expect(instant - (said[i - 1] ?? 0)).toBeGreaterThanOrEqual(90 * MINUTE_MS);
    expect(world.telegram.some(({ text }) => /call the printer/.test(text))).toBe(true);
    // What a heartbeat says never becomes memory.
    const { table, pk } = keys.episode.all("me");
    const { rows } = await world.store.query({ table, pk, prefix: keys.episode.kind });
    expect(JSON.stringify(rows)).not.toMatch(/printer/);
  });

  it("without a file of goals has no heartbeat", async () => {
    const world = await testWorld();
    await world.store.transact([{ op: "put", key: keys.timeZone("me"), body: { timeZone: PERSON.timeZone } }]);
    expect(beatsOf(await play(world, at("09:00"), at("12:00")))).toEqual([]);
  });

  it("brings nothing up that the person has spoken of", async () => {
    const world = await coached({}, { ...GOALS, week: [], commitments: [], people: [] });
    await hear(world, at("09:00"), "I will call the printer after lunch");
    const beats = beatsOf(await play(world, at("10:00"), at("20:00")));
    expect(beats.map(({ outcome }) => outcome)).not.toContain("asked");
  });

  it("never asks again for a thing that is done", async () => {
    const world = await coached(
      {},
      { ...GOALS, week: [], commitments: [], people: [], today: ["draft the introduction"] },
    );
    await hear(world, at("09:00", -2), "I drafted the introduction this morning");
    expect(beatsOf(await play(world, at("13:00"), at("17:00"))).map(({ outcome }) => outcome)).not.toContain("asked");
  });

  it.each([
    ["talked a moment ago", async (world: TestWorld) => hear(world, at("14:58")), "the person is talking", undefined],
    [
      "asked to be left alone",
      (world: TestWorld) =>
        world.store.transact([{ op: "put", key: keys.profile("me"), body: { ...COACHED, quietUntil: at("18:00") } }]),
      "quiet hours",
      undefined,
    ],
    [
      "got a word less than ninety minutes ago",
      (world: TestWorld) =>
        world.store.transact([
          {
            op: "put",
            key: keys.said("me"),
            body: {
              said: [{ at: at("14:00"), date: DATE, voice: "note", topic: "t", by: "run-note-t", became: "said" }],
            },
          },
        ]),
      "nothing moved",
      { outcome: "suppressed", why: "something was said less than 90 minutes ago" },
    ],
    [
      "has nothing to look at until later",
      (world: TestWorld) =>
        world.store.transact([{ op: "put", key: keys.last("me", "rest"), body: { at: at("17:00") } }]),
      "nothing moved",
      { outcome: "free", why: "nothing to look at before 17:00" },
    ],
  ] as const)("is quiet for somebody who %s, and the log says why", async (_, before, reason, beat) => {
    const world = await coached();
    await before(world);
    const entry = await tick(world, at("15:00"));
    expect(entry.act).toBe("nothing");
    expect(entry.beat).toEqual(beat);
    if (beat === undefined) expect(entry.reason).toBe(reason);
  });
});

describe("a model", () => {
  it("is asked once, by the cheap tier, with what was found and a small prompt", async () => {
    const { model, asked } = answering('{"action":"heartbeat_ok"}');
    const world = await coached({ model });
    const { beat } = await tick(world, at("15:00"));
    expect(beat?.outcome).toBe("asked");
    expect(asked.map(({ tier }) => tier)).toEqual(["cheap"]);
    const prompt = JSON.stringify(asked[0]);
    expect(prompt).toContain("call the printer");
    expect(prompt).toContain("heartbeat_ok");
    const run = await loadRun(world.store, "me", beat?.runId ?? "");
    expect(run.header.state).toBe("DONE");
    expect(await outboxOf(world, "me", beat?.runId ?? "")).toEqual([]);
  });

  it("may say one thing in its own words", async () => {
    const message = "You named “call the printer” for today. Shall it be the first thing after your coffee?";
    const world = await coached(answering(JSON.stringify({ action: "message", message })));
    const { beat } = await tick(world, at("15:00"));
    const rows = await outboxOf(world, "me", beat?.runId ?? "");
    expect(rows.map(({ kind, channel, state }) => [kind, channel, state])).toEqual([
      ["nudge", "in_app", "sent"],
      ["nudge", "telegram", "sent"],
    ]);
    expect(world.telegram.at(-1)?.text).toBe(message);
    expect((await world.store.get(keys.said("me")))?.body).toMatchObject({
      said: [{ at: at("15:00"), voice: "nudge" }],
    });
  });

  it("may say for how long there is nothing", async () => {
    const world = await coached(answering('```json\n{"action":"state_update","rest_minutes":180}\n```'));
    await tick(world, at("15:00"));
    expect((await world.store.get(keys.last("me", "rest")))?.body).toEqual({ at: at("18:00") });
    expect((await tick(world, at("15:45"))).beat).toMatchObject({ outcome: "free" });
  });

  it.each([
    ["no JSON", "Go and call the printer now"],
    ["another action", '{"action":"send_money"}'],
    [
      "a claim that nothing carries",
      '{"action":"message","message":"You slept two hours and missed your dentist at 9."}',
    ],
  ])("that answers with %s is not sent: the rules speak", async (_, text) => {
    const world = await coached(answering(text));
    const { beat } = await tick(world, at("15:00"));
    const rows = await outboxOf(world, "me", beat?.runId ?? "");
    expect(rows.map(({ message }) => JSON.stringify(message)).join()).not.toMatch(/dentist|send_money|Go and call/);
    expect(rows.every(({ message }) => /call the printer|outline/.test(JSON.stringify(message)))).toBe(true);
  });

  it("that is asked at a tick which comes twice is asked once", async () => {
    const { model, asked } = answering('{"action":"heartbeat_ok"}');
    const world = await coached({ model });
    await tick(world, at("15:00"));
    await tick(world, at("15:00"));
    expect(asked).toHaveLength(1);
  });
});

describe("the words before sleep", () => {
  const night = (time: string) => at(time, time < "12:00" ? 1 : 0);

  it("come three times at most, each more serious, while the person is up", async () => {
    const world = await coached();
    const said: (readonly [string, string])[] = [];
    for (const time of [
      "21:45",
      "22:00",
      "22:15",
      "22:30",
      "22:45",
      "23:00",
      "23:15",
      "23:30",
      "23:45",
      "00:00",
      "00:15",
    ]) {
      await hear(world, night(time) - 6 * MINUTE_MS);
      const before = world.telegram.length;
      await tick(world, night(time));
      for (const { text } of world.telegram.slice(before)) if (/bed/i.test(text)) said.push([time, text]);
    }
    expect(said.map(([time]) => time)).toEqual(["22:00", "23:00", "23:45"]);
    expect(new Set(said.map(([, text]) => text)).size).toBe(3);
  });

  it("do not come to somebody who is away, or in the quiet hours of their goals", async () => {
    const world = await coached();
    await play(world, night("21:45"), night("00:30"));
    expect(world.telegram.filter(({ text }) => /bed/i.test(text))).toEqual([]);
    const hours = { weeklyReview: { weekday: 6, time: "10:00" }, quietHours: { from: "22:30", to: "07:00" } };
    const quiet = await coached({ profile: { ...COACHED, coaching: hours } });
    for (const time of ["22:30", "23:00", "23:30"]) {
      await hear(quiet, night(time) - 6 * MINUTE_MS);
      await tick(quiet, night(time));
    }
    expect(quiet.telegram).toEqual([]);
  });
});

describe("the first of a month", () => {
  const first = (time: string) => instantAt("2026-11-01", time, PERSON.timeZone);

  it("asks once after 19:00 about the goals of the quarter", async () => {
    const world = await coached();
    await play(world, first("18:30"), first("20:30"));
    const asked = world.telegram.filter(({ text }) => /new month/.test(text));
    expect(asked).toHaveLength(1);
    expect(asked[0]?.text).toContain("“finish the first part”");
  });
});
