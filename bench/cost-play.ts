/** Plays a person's month on embedded parts and reads the bill from the meter. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EpochMs, keys, type LocalDate, type MeterRow, type Profile } from "@waldo/contracts";
import { saveDays } from "@waldo/core/health/ledger";
import { sense } from "@waldo/core/health/sense";
import { accumulator, meteredStore } from "@waldo/core/meter/metered";
import { meterRows, meterWork } from "@waldo/core/meter/rows";
import { receiveMessage } from "@waldo/core/run/receive";
import { startRun } from "@waldo/core/run/start";
import { queryAll } from "@waldo/core/store/query-all";
import { addDays, HOUR_MS, instantAt } from "@waldo/core/time";
import { decide } from "@waldo/core/wake/decide";
import { composeWorld } from "@waldo/embedded/compose";
import { playDay, type World } from "@waldo/embedded/day/play";
import { openHome } from "@waldo/embedded/home";
import type { SqliteStore } from "@waldo/embedded/sqlite-store";
import { agreeing } from "@waldo/testkit/agreeing";
import { PERSON, syntheticDays } from "@waldo/testkit/synthetic-person";
import { benchModel } from "./cost-model.ts";
import { type Person, WORDS } from "./cost-people.ts";

const FIRST: LocalDate = "2026-10-01";
/** How many days of history come before the first day, so that there is a baseline. */
const HISTORY_DAYS = 60;

export type Month = {
  readonly person: Person["name"];
  readonly days: number;
  readonly rows: readonly MeterRow[];
  /**
   * What DynamoDB would have charged by the store's own count. It includes the reads of the player that reports the
   * day.
   */
  readonly storeUnits: { readonly read: number; readonly write: number };
  readonly transitions: number;
  /** Runs in which a model was asked, and how many of them went to the escalation tier. */
  readonly runs: { readonly all: number; readonly asked: number; readonly escalated: number };
  readonly bytes: { readonly store: number; readonly archive: number };
  /** The largest number of write units of one run. */
  readonly maxRunWrites: number;
};

/** Plays the days one after another: what the clock wakes for, what the device sends, what the person writes. */
export async function playMonth(person: Person, days: number): Promise<Month> {
  const root = mkdtempSync(join(tmpdir(), "waldo-cost-"));
  const units = { read: 0, write: 0, counting: false };
  const home = openHome(root, {
    meter: (use) => {
      if (!units.counting) return;
      units.read += use.readUnits;
      units.write += use.writeUnits;
    },
  });
  try {
    const profile: Profile = { ...PERSON, channels: { telegramChatId: "sink" } };
    const { userId, timeZone } = profile;
    const model = benchModel(() => world.clock);
    const world: World = composeWorld(
      { ...home, store: unplayed(home.store, units) },
      instantAt(FIRST, "00:00", timeZone),
      model,
    );
    await home.store.transact([
      { op: "put", key: keys.profile(userId), body: profile },
      { op: "put", key: keys.timeZone(userId), body: { timeZone } },
      agreeing(userId, ["body", "memory", "model"]),
    ]);
    const last = addDays(FIRST, days - 1);
    await saveDays(home.store, userId, syntheticDays(last, days + HISTORY_DAYS));
    for (let n = 0; n < days; n++) await playOne(world, profile, person, addDays(FIRST, n), n, units);
    const rows: MeterRow[] = [];
    for await (const row of meterRows(home.store, userId, FIRST, last)) rows.push(row);
    return {
      person: person.name,
      days,
      rows,
      storeUnits: { read: units.read, write: units.write },
      transitions: world.machines.transitions(),
      runs: countRuns(rows),
      bytes: await storedBytes(home, userId),
      maxRunWrites: Math.max(
        0,
        ...rows.filter(({ kind }) => kind === "run").map(({ counts }) => counts.writeUnits ?? 0),
      ),
    };
  } finally {
    home.store.close();
    rmSync(root, { recursive: true, force: true });
  }
}

/** The row that holds the player's progress belongs only to the player, so no bill counts it. */
function unplayed(store: SqliteStore, units: { counting: boolean }): SqliteStore {
  return {
    ...store,
    async transact(writes) {
      const played = writes.some(({ key }) => keys.played.parse(key.sk) !== undefined);
      const counting = units.counting;
      if (played) units.counting = false;
      await store.transact(writes);
      units.counting = counting;
    },
  };
}

/**
 * Plays one day. The messages, the events and the syncs come between the wakes of its schedule, spread evenly over the
 * afternoon.
 */
async function playOne(
  world: World,
  profile: Profile,
  person: Person,
  date: LocalDate,
  n: number,
  units: { counting: boolean },
): Promise<void> {
  const { userId, timeZone } = profile;
  const start = instantAt(date, "08:05", timeZone);
  const acts: { at: EpochMs; act: () => Promise<unknown> }[] = [];
  const spread = (count: number, hours: number) =>
    Array.from({ length: count }, (_, i) => start + Math.floor(((i + 0.5) * hours * HOUR_MS) / Math.max(1, count)));
  const messages = person.messages(n);
  for (const [i, at] of spread(messages.length, 13).entries()) {
    const kind = messages[i] ?? "chat";
    const message = { messageId: `m-${date}-${i}`, text: WORDS[kind]((n + i) % 40) };
    acts.push({ at, act: () => receiveMessage(world, userId, message, date) });
  }
  for (const [i, at] of spread(person.events(n), 10).entries()) {
    const event = { userId, trigger: "brief", variant: "event", nonce: `event-${date}-${i}`, occurredAt: at } as const;
    const work = { userId, date, kind: "wake", of: `event-${date}-${i}` } as const;
    acts.push({ at, act: () => meterWork(world, work, [], (ports) => startRun(ports, event, date)) });
  }
  for (const at of spread(person.syncs, 14)) acts.push({ at, act: () => sync(world, profile, date, at) });
  acts.sort((a, b) => a.at - b.at);

  units.counting = true;
  for await (const event of playDay(world, profile, date)) {
    while (acts[0] !== undefined && acts[0].at <= event.at) {
      await acts.shift()?.act();
      await world.machines.idle();
    }
  }
  for (const { act } of acts) await act();
  await world.machines.idle();
  units.counting = false;
}

/** The device sends what it has of the day. ingest stores it and starts the wake. */
async function sync(world: World, { userId }: Profile, date: LocalDate, at: EpochMs): Promise<void> {
  const tally = accumulator();
  await saveDays(meteredStore(world.store, tally), userId, syntheticDays(date, 1, 1 + (at % 7)));
  const wake = {
    userId,
    job: "sync",
    scheduledAt: new Date(at).toISOString(),
    settled: false,
    spent: tally.spent(),
  } as const;
  await decide(world, await sense(world, wake));
}

function countRuns(rows: readonly MeterRow[]): Month["runs"] {
  const runs = rows.filter(({ kind }) => kind === "run");
  const asked = runs.filter(({ models }) => models.length > 0);
  const escalated = asked.filter(({ models }) => models.some(({ tier }) => tier === "escalation"));
  return { all: runs.length, asked: asked.length, escalated: escalated.length };
}

async function storedBytes(home: ReturnType<typeof openHome>, userId: string): Promise<Month["bytes"]> {
  let store = 0;
  for (const [table, pk] of [
    ["agent", keys.profile(userId).pk],
    ["health", keys.timeZone(userId).pk],
    ["health", keys.sourceDay(userId, FIRST, "x").pk],
  ] as const)
    for await (const { key, body } of queryAll(home.store, { table, pk }))
      store += Buffer.byteLength(key.sk) + Buffer.byteLength(JSON.stringify(body));
  let archive = 0;
  for (const prefix of [`workspace/${userId}/`, `archive/${userId}/`, `index/${userId}/`])
    for (const name of await home.archive.list(prefix)) archive += (await home.archive.read(name))?.length ?? 0;
  return { store, archive };
}
