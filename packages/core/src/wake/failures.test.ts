/** What the person asked for and what failed is told: once, in plain words, and by a channel that works. */
import { type CALENDAR_FAULTS, keys, OutboxRow, type SaidEntry, type WakeInput } from "@waldo/contracts";
import { refreshDue } from "@waldo/core/calendar/refresh";
import { enqueueDelivery, outboxOf } from "@waldo/core/channels/outbox";
import { pull } from "@waldo/core/connect/pull";
import { jobWrites, readingFrom } from "@waldo/core/health/import-job";
import { readImport } from "@waldo/core/health/read-import";
import type { Channel, Fetcher, Ports, SendOutcome } from "@waldo/core/ports";
import { addDays, DAY_MS, HOUR_MS, instantAt } from "@waldo/core/time";
import { decide } from "@waldo/core/wake/decide";
import { connectPerson, connectWorld, fillCloud, ME, settle, TODAY } from "@waldo/testkit/connect-world";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { startWhoopCloud } from "@waldo/testkit/whoop-cloud";
import { describe, expect, it } from "vitest";
import { deathsIn } from "../../../embedded/test/deaths.ts";
import { header } from "../../../embedded/test/outbox-world.ts";
import { DATE, type TestWorld, testWorld } from "../../../embedded/test/world.ts";
import { limitedMachines } from "../machines.ts";

const at = (time: string, date = DATE) => instantAt(date, time, PERSON.timeZone);
const BOTH = { ...PERSON, channels: { telegramChatId: "42", push: true as const } };
const BUSY: SendOutcome = { outcome: "retry", reason: "ECONNRESET 502 Bad Gateway" };
const BLOCKED: SendOutcome = { outcome: "dead", reason: "403 Forbidden: bot was blocked", pauseChannel: true };

type Sent = { readonly name: string; readonly text: string };
type Options = { readonly telegram?: SendOutcome; readonly push?: SendOutcome; readonly profile?: typeof PERSON };

/** A person whose channels answer as told. `answers` may change while they live. */
async function person({ profile = PERSON, ...answers }: Options = {}) {
  const world = await testWorld({ days: 0, profile });
  const answer: { telegram?: SendOutcome; push?: SendOutcome } = { ...answers };
  const sent: Sent[] = [];
  const channel = (name: "telegram" | "push"): Channel => ({
    name,
    async send(_address, message) {
      const outcome = answer[name] ?? { outcome: "sent" };
      if (outcome.outcome === "sent")
        sent.push({ name, text: message.channel === "push" ? message.body : message.text });
      return outcome;
    },
  });
  const ports = { ...world, channels: { telegram: channel("telegram"), push: channel("push") } };
  return { world, ports, sent, answer };
}

const SAID = /^(?:I could not|I can no longer|Two mornings)/;

/** Returns what the thread of that tick's day has of failures. */
async function told(world: Pick<TestWorld, "store">): Promise<string[]> {
  const rows = (await world.store.query(keys.message.startingWith("me", "day-"))).rows;
  return rows.map(({ body }) => String(body["text"])).filter((text) => SAID.test(text));
}

async function tick({ world, ports }: { readonly world: TestWorld; readonly ports: Ports }, time: string, date = DATE) {
  world.clock.set(at(time, date));
  await decide(ports, { userId: "me", job: "patrol", scheduledAt: new Date(at(time, date)).toISOString(), date });
  return told(world);
}

function remind({ store }: Pick<TestWorld, "store">, time: string, text = "call Ana", id = "000000000001") {
  const when = { on: "time", at: at(time) } as const;
  const watch = { watchId: id, text, origin: "owner", state: "active", firesLeft: 1, fired: 0, cooldownMs: 0, when };
  const body = { ...watch, createdAt: at("09:00"), expiresAt: at(time) + 9 * DAY_MS };
  return store.transact([{ op: "put", key: keys.watch("me", id), body }]);
}

const REMINDER = "I could not send your reminder “call Ana” by Telegram at 17:30.";

describe("a reminder that could not be sent", () => {
  it("is told within a quarter of an hour, once, in the app, while Telegram is tried on", async () => {
    const one = await person({ telegram: BUSY });
    await remind(one.world, "17:30");
    expect(await tick(one, "17:30")).toEqual([]);
    const words = [`${REMINDER} It stands in the app, and I keep trying.`];
    for (const time of ["17:45", "18:00", "18:15", "19:30", "20:45"])
      expect(await tick(one, time), time).toEqual(words);
    expect(one.sent).toEqual([]);
    expect((await one.world.store.query(keys.outboxDue.all("me"))).rows).toEqual([]);
  });

  it("that arrives with the next try is not told at all", async () => {
    const one = await person({ telegram: BUSY });
    await remind(one.world, "17:30");
    await tick(one, "17:30");
    one.answer.telegram = { outcome: "sent" };
    expect(await tick(one, "17:45")).toEqual([]);
    expect(one.sent).toMatchObject([{ name: "telegram", text: expect.stringContaining("call Ana") }]);
    expect(await tick(one, "18:00")).toEqual([]);
  });

  it("goes to the other channels, and never to the one that is the fault", async () => {
    const one = await person({ telegram: BLOCKED, profile: BOTH });
    await remind(one.world, "17:30");
    await tick(one, "17:30");
    one.answer.telegram = { outcome: "sent" };
    const [text] = await tick(one, "17:45");
    expect(text).toBe(`${REMINDER} It stands in the app. Under Settings you can link Telegram again.`);
    expect(one.sent.filter(({ text }) => SAID.test(text)).map(({ name }) => name)).toEqual(["push"]);
    const rows = (await one.world.store.query(keys.outbox.all("me"))).rows.map(({ body }) => OutboxRow.parse(body));
    expect(rows.filter(({ kind }) => kind === "failure").map(({ channel }) => channel)).toEqual(["in_app", "push"]);
  });

  it("is not told while a push has brought it and Telegram is tried on", async () => {
    const one = await person({ telegram: BUSY, profile: BOTH });
    await remind(one.world, "17:30");
    for (const time of ["17:30", "17:45", "18:00"]) expect(await tick(one, time)).toEqual([]);
    for (const time of ["18:15", "19:30"]) await tick(one, time);
    expect(await told(one.world)).toEqual([
      `${REMINDER} It stands in the app. Under Settings you can link Telegram again.`,
    ]);
  });

  it("has the words of all that failed in one message, and holds no text of an error", async () => {
    const one = await person({ telegram: BUSY, push: BUSY, profile: BOTH });
    await remind(one.world, "17:30");
    await remind(one.world, "17:31", "water “the” plants", "000000000002");
    await tick(one, "17:31");
    const [text, ...more] = await tick(one, "17:45");
    expect(text?.split("\n")).toEqual([
      "I could not send your reminder “call Ana” by Telegram or as a push at 17:30. It stands in the app, and I keep trying.",
      "I could not send your reminder “water 'the' plants” by Telegram or as a push at 17:31. It stands in the app, and I keep trying.",
    ]);
    expect([more, text?.match(/502|ECONN|403/)]).toEqual([[], null]);
  });

  it("is told in quiet hours within an hour of its moment, and later when they are over", async () => {
    const quiet = { ...PERSON, quietUntil: at("20:00") };
    const fresh = await person({ telegram: BUSY, profile: quiet });
    await remind(fresh.world, "17:30");
    await tick(fresh, "17:30");
    expect(await tick(fresh, "17:45")).toHaveLength(1);

    const old = await person({ telegram: BUSY, profile: quiet });
    await remind(old.world, "17:30");
    await tick(old, "17:30");
    expect(await tick(old, "18:45")).toEqual([]);
    expect(await tick(old, "20:00")).toHaveLength(1);
  });

  it("waits while the person is talking", async () => {
    const one = await person({ telegram: BUSY });
    await remind(one.world, "17:30");
    await tick(one, "17:30");
    const body = { at: at("17:44") };
    await one.world.store.transact([{ op: "put", key: keys.last("me", "heard"), body }]);
    expect(await tick(one, "17:45")).toEqual([]);
    expect(await tick(one, "18:00")).toHaveLength(1);
  });

  it("is not told on a day of care", async () => {
    const one = await person({ telegram: BUSY });
    await one.world.store.transact([
      { op: "put", key: keys.care("me"), body: { at: at("12:00"), tier: "certain", language: "en" } },
    ]);
    await remind(one.world, "17:30");
    for (const time of ["17:30", "17:45", "18:00", "20:45"]) expect(await tick(one, time)).toEqual([]);
  });

  it("is told once wherever the process dies", async () => {
    const whole = await testWorld({ days: 0 });
    const busy: Channel = { name: "telegram", send: async () => BUSY };
    const at1745 = (world: TestWorld) => tick({ world, ports: { ...world, channels: { telegram: busy } } }, "17:45");
    await remind(whole, "17:30");
    await tick({ world: whole, ports: { ...whole, channels: { telegram: busy } } }, "17:30");
    let deaths = 0;
    for await (const { label, world } of deathsIn(whole, () => at1745(whole))) {
      deaths++;
      world.clock.set(at("17:45"));
      const first = await at1745(world);
      await tick({ world, ports: { ...world, channels: { telegram: busy } } }, "18:00");
      expect(await told(world), label).toHaveLength(1);
      expect(first.length, label).toBeLessThanOrEqual(1);
    }
    expect(deaths).toBeGreaterThan(4);
  });
});

describe("what Waldo says by itself", () => {
  it.each(["brief", "fetch", "nudge", "reply", "proposal", "failure"] as const)(
    "has no news of a failure: %s",
    async (kind) => {
      const one = await person({ telegram: BLOCKED, push: BLOCKED, profile: BOTH });
      one.world.clock.set(at("17:30"));
      const run = { ...header("n"), createdAt: at("17:30") };
      await one.world.store.transact([
        ...enqueueDelivery(run, BOTH, [{ kind, text: "A word.", threadId: `day-${DATE}` }], at("17:30")),
        { op: "put", key: keys.outboxDue("me", "run-n", 0), body: { runId: "run-n" } },
      ]);
      for (const time of ["17:30", "17:45", "18:00"]) expect(await tick(one, time)).toEqual([]);
      const states = (await outboxOf(one.world, "me", "run-n")).map(({ state }) => state);
      expect(states).toContain("dead");
    },
  );
});

describe("mornings without a Brief", () => {
  const DAYS = [-3, -2, -1, 0].map((days) => addDays(DATE, days));
  const morning = (date: string, became: SaidEntry["became"], more: Partial<SaidEntry> = {}): SaidEntry => ({
    ...{ at: at("07:00", date), date, voice: "morning", topic: `morning-${date}`, by: `run-${date}`, became },
    ...more,
  });
  const after = async (...said: SaidEntry[]) => {
    const one = await person();
    await one.world.store.transact([{ op: "put", key: keys.said("me"), body: { said } }]);
    return one;
  };

  it("that are two in a row are told, once for all that follow", async () => {
    const one = await after(morning(DAYS[2] ?? "", "failed"), morning(DATE, "unsent"));
    const words = expect.stringMatching(/^Two mornings in a row had no Brief/);
    expect(await tick(one, "09:15")).toEqual([words]);
    expect(await tick(one, "09:30")).toEqual([words]);
    const row = (await one.world.store.get(keys.said("me")))?.body as { said: SaidEntry[] };
    const next = addDays(DATE, 1);
    const body = { said: [...row.said, morning(next, "failed")] };
    await one.world.store.transact([{ op: "put", key: keys.said("me"), body }]);
    expect(await tick(one, "09:15", next)).toEqual([words]);
    expect(one.sent.map(({ name }) => name)).toEqual(["telegram"]);
  });

  it("whose runs never ended are told on the second day, and the first of them alone is not", async () => {
    const made = await person();
    const one = { ...made, ports: { ...made.ports, machines: limitedMachines({ startRun: async () => {} }) } };
    for (const [date, words] of [
      [DATE, []],
      [addDays(DATE, 1), [expect.stringMatching(/^Two mornings in a row/)]],
    ] as const) {
      one.world.clock.set(at("07:00", date));
      const wake = { userId: "me", job: "brief", variant: "morning", date } as const;
      await decide(one.ports, { ...wake, scheduledAt: new Date(at("07:00", date)).toISOString() });
      expect(await tick(one, "08:45", date)).toEqual([]);
      expect(await tick(one, "13:15", date)).toEqual(words);
    }
  });

  it.each<[string, readonly SaidEntry[]]>([
    ["one alone", [morning(DAYS[2] ?? "", "answered"), morning(DATE, "failed")]],
    [
      "two with one between",
      [morning(DAYS[1] ?? "", "failed"), morning(DAYS[2] ?? "", "said"), morning(DATE, "failed")],
    ],
    ["two of last week", [morning(DAYS[0] ?? "", "failed"), morning(DAYS[1] ?? "", "failed")]],
    [
      "one that a later Brief made good",
      [
        morning(DAYS[2] ?? "", "failed"),
        morning(DATE, "failed"),
        morning(DATE, "said", { at: at("08:30"), by: "run-l" }),
      ],
    ],
  ])("are not told: %s", async (_, said) => {
    expect(await tick(await after(...said), "09:15")).toEqual([]);
  });
});

describe("a calendar", () => {
  const lost = (fault: (typeof CALENDAR_FAULTS)[number], refusedAt?: number) => ({
    ...{ state: "active", id: "0123456789ab", address: "https://cal.test/x.ics", name: "Work", failures: 2 },
    ...{ last: { at: at("12:00"), fault }, dueAt: at("23:00"), addedAt: 0, ...(refusedAt ? { refusedAt } : {}) },
  });

  it("whose address is refused is told once, with what to do, and not while it only fails", async () => {
    const one = await person();
    const put = (body: object) => one.world.store.transact([{ op: "put", key: keys.subscription("me", 0), body }]);
    await put(lost("failing"));
    expect(await tick(one, "12:15")).toEqual([]);
    await put(lost("denied", at("12:20")));
    const words = [
      "I can no longer read your calendar “Work”. Its server wants a sign-in: take the secret or public address of the calendar (iCal format). What I have read before stays.",
    ];
    expect(await tick(one, "12:30")).toEqual(words);
    for (const days of [1, 3, 8, 15]) expect(await tick(one, "12:30", addDays(DATE, days))).toEqual(words);
  });

  it("whose server refuses it twice in a row is told, and not when it takes it again", async () => {
    for (const second of [403, 304]) {
      const one = await person();
      let status = 403;
      const fetcher: Fetcher = {
        fetch: async () => ({
          outcome: "answered",
          status,
          bytes: new Uint8Array(),
        }),
      };
      const { last: _, ...sound } = lost("denied");
      const etag = { etag: "x", read: { at: at("08:00"), timeZone: PERSON.timeZone } };
      const body = { ...sound, ...etag, failures: 0, dueAt: at("09:00") };
      await one.world.store.transact([{ op: "put", key: keys.subscription("me", 0), body }]);
      await refreshDue({ ...one.world, fetcher }, "me", at("09:00"));
      expect(await tick(one, "09:15")).toEqual([]);
      status = second;
      await refreshDue({ ...one.world, fetcher }, "me", at("13:00"));
      expect(await tick(one, "13:15")).toHaveLength(second === 403 ? 1 : 0);
    }
  });

  it("waits for the end of quiet hours", async () => {
    const one = await person({ profile: { ...PERSON, quietUntil: at("14:00") } });
    await one.world.store.transact([{ op: "put", key: keys.subscription("me", 0), body: lost("gone", at("12:00")) }]);
    expect(await tick(one, "12:15")).toEqual([]);
    expect(await tick(one, "14:00")).toHaveLength(1);
  });
});

describe("an import", () => {
  const JOB = { id: "import-1", name: "n.csv", bytes: 3, crc32: "00000000", timeZone: "Europe/London" };
  const BROKE = [
    "I could not read the file that you sent to its end. The page where you sent it says more. Please send it again.",
  ];

  async function begun(bytes = Buffer.from("no file that any code reads")) {
    const one = await person();
    one.world.clock.set(at("12:00"));
    await one.world.store.transact(jobWrites("me", undefined, { ...JOB, ...readingFrom(at("12:00")) }, at("12:00")));
    const read = () =>
      readImport(
        {
          ...one.world,
          startWake: async (_name: string, _wake: WakeInput) => {},
          shelf: {
            most: 1000,
            address: () => Promise.reject(new Error("nobody sends")),
            remove: async () => {},
            open: async () => ({
              name: JOB.name,
              size: bytes.length,
              async *stream(start = 0, end = bytes.length) {
                yield bytes.subarray(start, end);
              },
            }),
          },
        },
        "me",
        JOB.id,
      );
    return { ...one, read };
  }

  it("that could not be read is told once, although the upload was answered long ago", async () => {
    const one = await begun();
    await one.read();
    expect(await tick(one, "12:15")).toEqual(BROKE);
    expect(await tick(one, "12:30")).toEqual(BROKE);
    expect(one.sent).toMatchObject([{ name: "telegram", text: BROKE[0] }]);
  });

  it("that nobody reads to its end is told, and one that is being read is not", async () => {
    const one = await begun();
    one.world.clock.set(at("12:05"));
    expect(await tick(one, "12:05")).toEqual([]);
    expect(await tick(one, "12:15")).toEqual(BROKE);
  });

  it("that was read is not told", async () => {
    const one = await begun(
      Buffer.from(["date,hrv,asleep", ...[10, 11, 12].map((day) => `2026-10-${day},50,420`)].join("\n")),
    );
    const row = await one.world.store.get(keys.importJob("me"));
    const map = "date=date,hrvRmssdMs=hrv,sleepMinutes=asleep";
    await one.world.store.transact(jobWrites("me", row, { ...JOB, map, ...readingFrom(at("12:00")) }, at("12:00")));
    await one.read();
    expect((await one.world.store.get(keys.importJob("me")))?.body).toMatchObject({ state: "done" });
    expect(await tick(one, "13:00")).toEqual([]);
  });
});

describe("a wearable", () => {
  it("whose cloud refuses the connection is told once, and nothing when it is connected again first", async () => {
    for (const isMended of [false, true]) {
      const one = await person();
      const start = async (now: () => number) => startWhoopCloud({ now });
      const cloud = await connectWorld(start, one.world.store);
      try {
        fillCloud(cloud, 3);
        await connectPerson(cloud);
        await settle(cloud);
        expect(await tick(one, "11:45", TODAY)).toEqual([]);
        cloud.cloud.revokeAll();
        cloud.now += 2 * HOUR_MS;
        expect(await pull(cloud.ports, { userId: ME, vendor: "whoop" })).toMatchObject({ outcome: "reconnect" });
        if (isMended) await connectPerson(cloud);
        const words = [
          "I can no longer read WHOOP. It takes the connection no more: connect it again. What I have read before stays.",
        ];
        const [time, again] = ["14:15", "14:30"];
        expect(await tick(one, time, TODAY)).toEqual(isMended ? [] : words);
        expect(await tick(one, again, TODAY)).toEqual(isMended ? [] : words);
      } finally {
        await cloud.cloud.stop();
      }
    }
  });
});
