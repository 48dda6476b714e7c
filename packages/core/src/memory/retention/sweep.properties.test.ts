import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { memoryArchive } from "@waldo/testkit/memory-archive";
import fc from "fast-check";
import { expect, it } from "vitest";
import {
  archivedRows,
  blockWrites,
  daysAgo,
  dreamWrite,
  episodeWrite,
  everything,
  hotKeys,
  NIGHT,
  patrolWrite,
  personWith,
  runWrites,
  USER,
} from "../../../../testkit/src/made-up-rows.ts";
import type { Write } from "../../ports.ts";
import { spilling } from "../../store/spill.ts";
import { DAY_MS } from "../../time.ts";
import { eachEpisode } from "../diary/episodes.ts";
import { sweep } from "./sweep.ts";

const day = fc.integer({ min: 0, max: 400 });
const some = fc.array(
  fc.oneof(
    fc.record({ of: fc.constant("episode" as const), day, text: fc.string({ unit: "grapheme", maxLength: 300 }) }),
    fc.record({ of: fc.constant("patrol" as const), day }),
    fc.record({ of: fc.constant("dream" as const), day }),
    fc.record({
      of: fc.constant("run" as const),
      day,
      state: fc.constantFrom("DONE" as const, "FAILED" as const, "GATED" as const),
      outbox: fc.constantFrom("sent" as const, "failed" as const),
      steps: fc.integer({ min: 0, max: 12 }),
    }),
    fc.record({
      of: fc.constant("block" as const),
      day,
      pattern: fc.stringMatching(/^[0-9a-f]{12}$/),
      revisions: fc.integer({ min: 1, max: 9 }),
      closed: fc.boolean(),
    }),
  ),
  { maxLength: 40 },
);

type Made = typeof some extends fc.Arbitrary<readonly (infer One)[]> ? One : never;

function writesOf(row: Made, n: number): Write[] {
  const at = daysAgo(row.day) + n;
  switch (row.of) {
    case "episode":
      return [episodeWrite(at, `run-${n}`, row.text)];
    case "patrol":
      return [patrolWrite(at)];
    case "dream":
      return [dreamWrite(at)];
    case "run":
      return runWrites(at, row, `run-${n}`);
    case "block":
      return blockWrites(row.pattern, at, row);
  }
}

/** Keeps one row per key: of two with the same key, the later. */
const distinct = (writes: readonly Write[]) => [...new Map(writes.map((write) => [write.key.sk, write])).values()];

it("for any rows, clock and limits, store and archive together are the same before and after, and each row is archived once", async () => {
  await fc.assert(
    fc.asyncProperty(
      some,
      fc.integer({ min: -40, max: 400 }),
      fc.integer({ min: 0, max: 60 }),
      fc.constantFrom(1, 2_000, 100_000_000),
      fc.integer({ min: 1, max: 3 }),
      async (rows, later, maxRows, hotBytes, nights) => {
        const archive = memoryArchive();
        const store = spilling(openSqliteStore(":memory:"), archive, { threshold: 600 });
        const around = { archive, now: NIGHT + later * DAY_MS };
        const ports = await personWith(store, distinct(rows.flatMap(writesOf)), around);
        const before = await everything(ports);
        for (let night = 0; night < nights; night++) await sweep(ports, USER, { maxRows, hotBytes });
        expect(await everything(ports)).toEqual(before);
        const hot = new Set(await hotKeys(store));
        expect((await archivedRows(archive)).filter(({ key }) => hot.has(key.sk))).toEqual([]);
        const diary = [];
        for await (const { createdAt } of eachEpisode(ports, USER)) diary.push(createdAt);
        expect(diary).toEqual(diary.toSorted((a, b) => a - b));
        expect(diary).toHaveLength(rows.filter(({ of }) => of === "episode").length);
      },
    ),
    { numRuns: 60 },
  );
});
