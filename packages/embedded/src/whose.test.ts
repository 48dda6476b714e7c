/** A home takes in the nights of one person, any number of times and from any device. It refuses another person's. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseColumnMap } from "@waldo/core/health/import/column-map";
import { loadDays } from "@waldo/core/health/ledger";
import { heldSpan, read, takeIn } from "@waldo/core/health/take-in";
import { agreeing } from "@waldo/testkit/agreeing";
import { afterAll, describe, expect, it } from "vitest";
import { NIGHTS_MAP, type Nights, nightRows, nightsCsv } from "../test/made-up-nights.ts";
import { fileSources } from "./file-source.ts";
import { openSqliteStore } from "./sqlite-store.ts";

const folder = mkdtempSync(join(tmpdir(), "waldo-whose-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;

/** A home, and what becomes of the exports that are brought to it one after the other. */
function home() {
  const store = openSqliteStore(":memory:");
  const bring = async (csv: string, { map = NIGHTS_MAP, where = "" } = {}) => {
    const path = join(folder, `${++files}.csv`);
    writeFileSync(path, csv);
    const columnMap = parseColumnMap(map, where);
    await store.transact([agreeing("me")]);
    await takeIn(
      store,
      "me",
      `import-${files}`,
      await read(await fileSources(path), { timeZone: "Europe/London", columnMap }),
    );
  };
  return { store, bring, nights: (of: Nights = {}) => bring(nightsCsv(nightRows(of))) };
}

const refusal = {
  name: "ImportRefused",
  message: expect.stringMatching(/^these are another person's nights, and nothing was imported: [^-]*$/),
};

describe("the same person", () => {
  it("brings a longer export, and one that the device has revised", async () => {
    const { store, bring, nights } = home();
    await nights();
    await nights({ days: 90 });
    // HRV is computed anew for every night, and a third of the nights are shorter than they first seemed.
    const revised = nightRows({ days: 90 }).map((row, i) => {
      const [date, hrv, rhr, asleep, awake] = row.split(",");
      return [date, Number(hrv) + 4, rhr, i % 3 === 0 ? Number(asleep) - 9 : asleep, awake].join(",");
    });
    await bring(nightsCsv(revised));
    expect(await heldSpan(store, "me")).toMatchObject({ first: "2026-08-01", last: "2026-10-29", days: 90 });
    expect((await loadDays(store, "me", "2026-08-02", "2026-08-02"))[0]?.metrics.hrvRmssdMs).toBe(72);
  });

  it("mends a column map: other units, and a column that was left out", async () => {
    const { bring } = home();
    await bring(nightsCsv(nightRows()), { map: "date=date,hrvRmssdMs=hrv*0.5,sleepMinutes=asleep" });
    await bring(nightsCsv(nightRows()));
  });

  it("changes to another device that a CSV does not name, and wears both for a while", async () => {
    const { bring, nights } = home();
    await nights();
    const other = (days: number) =>
      nightRows({ days }).map((row, i) => {
        const [date, hrv, rhr, asleep, awake] = row.split(",").map((cell, at) => (at === 0 ? cell : Number(cell)));
        return [date, Number(hrv) * 0.8, Number(rhr) + 3, Number(asleep) + 12 + (i % 7), Number(awake) + 5].join(",");
      });
    await bring(nightsCsv(other(10)));
    await bring(nightsCsv(other(60)));
  });

  it("may bring nights of other dates, and two shared days that say too little", async () => {
    const { nights } = home();
    await nights();
    await nights({ person: 2, from: "2027-01-01" });
    await nights({ person: 2, from: "2026-09-28", days: 5 });
  });
});

describe("another person", () => {
  it("is refused where the nights of the same dates are others, and nothing of theirs stays", async () => {
    const { store, nights } = home();
    await nights();
    const before = await loadDays(store, "me", "2026-01-01", "2027-12-31");
    await expect(nights({ person: 2, days: 200 })).rejects.toMatchObject(refusal);
    expect(await loadDays(store, "me", "2026-01-01", "2027-12-31")).toEqual(before);
  });

  it("is refused in the same file of a study, also where no date is shared", async () => {
    const { bring } = home();
    const rows = [...nightRows({ id: "a" }), ...nightRows({ person: 2, id: "b", from: "2027-01-01" })];
    await bring(nightsCsv(rows), { where: "id=a" });
    await expect(bring(nightsCsv(rows), { where: "id=b" })).rejects.toMatchObject(refusal);
    await bring(nightsCsv([...rows, ...nightRows({ id: "a", from: "2026-10-01" })]), { where: "id=a" });
  });
});

it("an import that is interrupted leaves nothing, and the next one is complete", async () => {
  const { store, nights } = home();
  let calls = 0;
  const transact = store.transact.bind(store);
  store.transact = (writes) => (++calls === 2 ? Promise.reject(new Error("killed")) : transact(writes));
  await expect(nights({ days: 250 })).rejects.toThrow("killed");
  expect(await heldSpan(store, "me")).toBeUndefined();
  await nights({ days: 250 });
  expect(await heldSpan(store, "me")).toMatchObject({ days: 250 });
});
