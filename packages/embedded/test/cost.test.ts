/** Compares the meter on a whole played day with what the store and the state machine counted themselves. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keys, type MeterRow } from "@waldo/contracts";
import { saveDays } from "@waldo/core/health/ledger";
import { limitedMachines } from "@waldo/core/machines";
import { costDays } from "@waldo/core/meter/bill";
import { meterRows } from "@waldo/core/meter/rows";
import { sum } from "@waldo/core/meter/tally";
import { receiveMessage } from "@waldo/core/run/receive";
import { startRun } from "@waldo/core/run/start";
import { audited } from "@waldo/core/store/audited";
import { sealed } from "@waldo/core/store/sealed";
import { addDays } from "@waldo/core/time";
import { PERSON, syntheticDays } from "@waldo/testkit/synthetic-person";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { playDay } from "../src/day/play.ts";
import { openSqliteStore } from "../src/sqlite-store.ts";
import { waldo } from "./command.ts";
import { DATE, MORNING, type TestWorld, testWorld } from "./world.ts";

const DAY = addDays(DATE, 1);

async function rowsOf(world: TestWorld, date: string): Promise<MeterRow[]> {
  const rows: MeterRow[] = [];
  for await (const row of meterRows(world.store, "me", date, date)) rows.push(row);
  return rows;
}

describe("a metered day", () => {
  let world: TestWorld;
  let rows: MeterRow[];
  beforeAll(async () => {
    world = await testWorld();
    await world.store.transact([{ op: "put", key: keys.timeZone("me"), body: { timeZone: PERSON.timeZone } }]);
    await saveDays(world.store, "me", syntheticDays(DAY, 1));
    let said = false;
    for await (const event of playDay(world, PERSON, DAY)) {
      if (said || event.type !== "run") continue;
      said = true;
      await receiveMessage(world, "me", { messageId: "m1", text: "How am I doing?" }, DAY);
      await world.machines.idle();
    }
    rows = await rowsOf(world, DAY);
  });

  it("counts every state the interpreter entered", () => {
    expect(sum(rows).counts.transitions).toBe(world.machines.transitions());
  });

  it("has a row for each run, each wake, each phase of the night and the message", () => {
    const of = (kind: MeterRow["kind"]) => rows.filter((row) => row.kind === kind);
    expect(
      of("run")
        .map(({ trigger }) => trigger)
        .sort(),
    ).toEqual(["brief", "brief", "user_message"]);
    expect(of("night")).toHaveLength(9);
    expect(of("message")).toHaveLength(1);
    const { counts } = sum(rows);
    expect(counts.expressRuns).toBe(of("wake").length);
    expect(counts.senses).toBe(of("wake").length);
    // All wakes but the sync came from a schedule.
    expect(counts.schedules).toBe(of("wake").length - 1);
    expect(counts.deliveries).toBe(3);
  });

  it("R6: keeps numbers and names of models, and no words of a person", () => {
    const words = JSON.stringify(rows.map(({ counts, models }) => ({ counts, models })));
    const texts = [...words.matchAll(/"([^"]*)"/g)].map(([, text]) => text ?? "");
    expect(texts.filter((text) => /\s/.test(text))).toEqual([]);
  });

  it("makes a bill with a price on every part that was used", () => {
    const [day] = costDays(rows, 7);
    expect(day).toMatchObject({ date: DAY, runs: 3 });
    for (const part of ["model", "store", "machines", "compute", "schedules"] as const)
      expect(day?.bill[part], part).toBeGreaterThan(0);
    expect(day?.total).toBeLessThan(0.02);
  });
});

describe("a metered run", () => {
  it("counts what the store charges: reads within 3%, writes within 3%", async () => {
    const charged = { read: 0, write: 0, on: false };
    const world = await testWorld({ days: 0 });
    const store = openSqliteStore(":memory:", {
      meter: (units) => {
        if (!charged.on) return;
        charged.read += units.readUnits;
        charged.write += units.writeUnits;
      },
    });
    Object.assign(world, { store: audited(sealed(store, world.ring)) });
    await world.store.transact([{ op: "put", key: keys.profile("me"), body: PERSON }]);
    await startRun({ ...world, machines: limitedMachines({ startRun: async () => {} }) }, MORNING, DATE);
    charged.on = true;
    await startRun(world, MORNING, DATE);
    await world.machines.idle();
    charged.on = false;
    const { counts } = sum(await rowsOf(world, DATE));
    // The second start is charged to the wake: one failed put of two rows, one read.
    const [read, write] = [charged.read - 1, charged.write - 4];
    expect(Math.abs((counts.readUnits ?? 0) - read) / read).toBeLessThan(0.03);
    expect(Math.abs((counts.writeUnits ?? 0) - write) / write).toBeLessThan(0.03);
  });
});

describe("waldo cost", () => {
  const home = mkdtempSync(join(tmpdir(), "waldo-cost-"));
  afterAll(() => rmSync(home, { recursive: true, force: true }));
  const onHome = (...args: string[]) => waldo(...args, "--home", home);

  it("says what is missing where nothing was played", async () => {
    const { status, stderr } = await onHome("cost", "--user", "me");
    expect(status).toBe(1);
    expect(stderr).toContain("waldo day");
  });

  it("prints dollars by part, and that the offline composer was priced as a model", async () => {
    await onHome("day");
    const { status, stdout } = await onHome("cost");
    expect(status).toBe(0);
    expect(stdout).toMatch(/date\s+model\s+store\s+machines\s+compute\s+schedules\s+messages\s+archive/);
    expect(stdout).toContain("offline composer");
    const json = JSON.parse((await onHome("cost", "--json", "--days", "1")).stdout);
    expect(json).toMatchObject({ unpriced: ["offline-composer"], prices: { region: "us-east-1" } });
    expect(json.days).toHaveLength(1);
    expect((await onHome("cost", "--days", "none")).status).toBe(1);
  });
});
