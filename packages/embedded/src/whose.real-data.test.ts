/** Tells the people of a study apart, when its file is available. Only counts of them are written here. */

import { existsSync, readFileSync } from "node:fs";
import { isError } from "@waldo/contracts";
import { parseColumnMap } from "@waldo/core/health/import/column-map";
import { type Fresh, read, refuseAnother, takeIn } from "@waldo/core/health/take-in";
import { agreeing } from "@waldo/testkit/agreeing";
import { expect, it } from "vitest";
import { fileSources } from "./file-source.ts";
import { openSqliteStore } from "./sqlite-store.ts";

const LIFESNAPS = "../shared/data/wearables/fitbit-lifesnaps/daily.csv";
const MAP = "date=date,hrvRmssdMs=rmssd,restingHrBpm=resting_hr,sleepMinutes=minutesAsleep,steps=steps";
const ENOUGH = 14;

it.skipIf(!existsSync(LIFESNAPS))(
  "refuses everyone else of a study of one device, and takes each person again (skipped: no ../shared/data)",
  async () => {
    const ids = new Set(
      readFileSync(LIFESNAPS, "utf8")
        .split("\n")
        .slice(1)
        .map((line) => line.split(",")[1] ?? ""),
    );
    const people: Fresh[] = [];
    for (const id of [...ids].filter(Boolean)) {
      const columnMap = parseColumnMap(MAP, `id=${id}`);
      // Some ids have no night.
      const fresh = await read(await fileSources(LIFESNAPS), { timeZone: "Europe/Athens", columnMap }).catch(
        () => undefined,
      );
      if (fresh) people.push({ ...fresh, taken: { ...fresh.taken, where: {} } });
    }
    const seen = { pairs: 0, refused: 0 };
    for (const [i, person] of people.entries()) {
      const store = openSqliteStore(":memory:");
      await store.transact([agreeing("me")]);
      await takeIn(store, "me", "export", person);
      await refuseAnother(store, "me", person.taken, person.result.days);
      const dates = new Set(person.result.days.map(({ date }) => date));
      for (const other of people.slice(i + 1)) {
        if (other.result.days.filter(({ date }) => dates.has(date)).length < ENOUGH) continue;
        seen.pairs++;
        await refuseAnother(store, "me", other.taken, other.result.days).catch((error: unknown) => {
          if (!isError(error, "ImportRefused")) throw error;
          seen.refused++;
        });
      }
      store.close();
    }
    expect(seen.pairs).toBeGreaterThan(200);
    // One person of the study is in the file under two ids.
    expect(seen.refused).toBe(seen.pairs - 1);
  },
);
