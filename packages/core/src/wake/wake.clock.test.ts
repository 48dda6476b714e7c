/** One wake under a wrong clock must not silence what comes after it. */
import { keys, type WakeInput } from "@waldo/contracts";
import { occursOn } from "@waldo/core/cadence/occurrences";
import { scheduleOf } from "@waldo/core/cadence/schedule";
import { saveDays } from "@waldo/core/health/ledger";
import { sense } from "@waldo/core/health/sense";
import { receiveMessage } from "@waldo/core/run/receive";
import { addDays, DAY_MS, HOUR_MS, instantAt, localDate } from "@waldo/core/time";
import { decide } from "@waldo/core/wake/decide";
import { PERSON, syntheticDays } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import { DATE, type TestWorld, testWorld, WAKE } from "../../../embedded/test/world.ts";

const DAYS = 3;
const LAST = addDays(DATE, DAYS);
const ROWS = scheduleOf(PERSON).filter(({ name }) => name !== "patrol");

async function scheduled(): Promise<{ world: TestWorld; logged: string[] }> {
  let now = WAKE;
  const clock = {
    now: () => now,
    set: (at: number) => {
      now = at;
    },
  };
  const base = await testWorld({ settable: clock });
  const logged: string[] = [];
  const world = { ...base, log: (_: string, event: string) => void logged.push(event) };
  await saveDays(world.store, "me", syntheticDays(LAST, 40 + DAYS, 1));
  await world.store.transact([
    { op: "put", key: keys.scheduled("me"), body: { since: WAKE - 30 * DAY_MS, rows: scheduleOf(PERSON) } },
    { op: "put", key: keys.timeZone("me"), body: { timeZone: PERSON.timeZone } },
    ...ROWS.map(({ name }) => ({
      op: "put" as const,
      key: keys.cadence("me", name),
      body: { date: addDays(DATE, -1), at: WAKE - DAY_MS },
    })),
  ]);
  return { world, logged };
}

async function wake(world: TestWorld, input: Omit<WakeInput, "userId" | "scheduledAt">, at: number): Promise<void> {
  world.clock.set(at);
  const scheduledAt = new Date(at).toISOString();
  await decide(world, await sense(world, { userId: "me", scheduledAt, ...input }));
  await world.machines.idle();
}

/** Every wake of a date, in the order of the day. */
async function play(world: TestWorld, date: string): Promise<void> {
  const day = ROWS.flatMap((row) =>
    occursOn(row, date).map((at) => ({
      job: row.job,
      ...(row.variant === undefined ? {} : { variant: row.variant }),
      at,
    })),
  ).sort((a, b) => a.at - b.at);
  for (const { at, ...input } of day) await wake(world, input, at);
}

/** The kinds of message of each day, and how many reached Telegram. */
async function said(world: TestWorld, dates: readonly string[]) {
  const found = dates.map(async (date) => {
    const { table, pk } = keys.message("me", `day-${date}`, 0, "");
    const { rows } = await world.store.query({ table, pk, prefix: `MESSAGE#day-${date}#` });
    return rows.map(({ body }) => body["kind"]);
  });
  return Promise.all(found);
}

describe("a clock that was wrong for one wake", () => {
  it.each([
    ["brief", 40],
    ["upkeep", 40],
    ["patrol", 40],
    ["sync", 400],
    ["brief", 2],
  ] as const)("(%s, %i days ahead) leaves the Briefs of the next days as they are", async (job, ahead) => {
    const { world: calm } = await scheduled();
    const { world, logged } = await scheduled();
    for (const one of [calm, world]) await play(one, DATE);
    const wrong = instantAt(DATE, "23:00", PERSON.timeZone) + ahead * DAY_MS;
    await wake(world, { job, ...(job === "brief" ? { variant: "morning" as const } : {}) }, wrong);
    const dates = Array.from({ length: DAYS }, (_, i) => addDays(DATE, i + 1)).filter(
      // The date of the wrong wake itself was already said.
      (date) => date !== localDate(wrong, PERSON.timeZone),
    );
    for (let i = 1; i <= DAYS; i++) for (const one of [calm, world]) await play(one, addDays(DATE, i));
    expect(await said(world, dates)).toEqual(await said(calm, dates));
    expect(logged).toContain("cadence.ahead");
  });

  it("does not make the person wait for a lease, a chat or a Fetch that it left in the future", async () => {
    const { world } = await scheduled();
    const future = WAKE + 40 * DAY_MS;
    const lease = { owner: "run-dead", fence: 3, expiresAt: future };
    await world.store.transact([
      { op: "put", key: keys.lease("me"), body: lease },
      { op: "put", key: keys.last("me", "heard"), body: { at: future } },
      {
        op: "put",
        key: keys.said("me"),
        body: { said: [{ at: future, date: DATE, voice: "morning", topic: "t", by: "run-t", became: "said" }] },
      },
    ]);
    await wake(world, { job: "brief", variant: "morning" }, WAKE);
    expect(world.telegram).toHaveLength(1);
    world.clock.set(WAKE + HOUR_MS);
    await receiveMessage(world, "me", { messageId: "m1", text: "hello" }, DATE);
    await world.machines.idle();
    expect(world.telegram).toHaveLength(2);
  });
});
