import { type IntradaySample, keys } from "@waldo/contracts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { openSqliteStore } from "../../../embedded/src/sqlite-store.ts";
import type { Write } from "../ports.ts";
import { MINUTE_MS } from "../time.ts";
import { BLOCK_MS, loadSamples, saveSamples } from "./intraday.ts";

const NOW = Date.UTC(2026, 9, 30, 9, 7);
const ana = "ana";

/** A store that counts what is written to it. */
function counted() {
  const writes: Write[] = [];
  let transactions = 0;
  const sqlite = openSqliteStore(":memory:");
  const store = {
    ...sqlite,
    transact: async (many: readonly Write[]) => {
      transactions++;
      writes.push(...many);
      await sqlite.transact(many);
    },
  };
  return { store, clock: { now: () => NOW }, rows: () => writes.length, transactions: () => transactions };
}

const minutely = (from: number, count: number): IntradaySample[] =>
  Array.from({ length: count }, (_, i) => ({ at: from + i * MINUTE_MS, heartRateBpm: 60 + (i % 9), moving: false }));

it("the most that a sync may bring is one transaction of a few rows an hour, not a write for each reading", async () => {
  const ports = counted();
  expect(await saveSamples(ports, ana, minutely(NOW - 720 * MINUTE_MS, 720))).toBe(720);
  expect(ports.transactions()).toBe(1);
  expect(ports.rows()).toBeLessThanOrEqual(Math.ceil((720 * MINUTE_MS) / BLOCK_MS) + 1);
  expect(await loadSamples(ports.store, ana, NOW - 60 * MINUTE_MS, NOW)).toHaveLength(60);
  ports.store.close();
});

it("any windows, repeated and overlapping, give each reading once and in order, as the first or a later one had it", async () => {
  const window = fc.tuple(fc.integer({ min: -300, max: 0 }), fc.integer({ min: 1, max: 200 }));
  await fc.assert(
    fc.asyncProperty(fc.array(window, { minLength: 1, maxLength: 5 }), async (windows) => {
      const ports = counted();
      const said = new Set<number>();
      for (const [start, count] of windows) {
        const sent = minutely(NOW + start * MINUTE_MS, count);
        for (const { at } of sent) said.add(at);
        await saveSamples(ports, ana, sent);
        const before = ports.rows();
        await saveSamples(ports, ana, sent.toReversed());
        // The same readings give the same rows again.
        const keysOf = (rows: readonly { key: { sk: string } }[]) => new Set(rows.map(({ key }) => key.sk)).size;
        const { rows } = await ports.store.query(keys.sample.all(ana));
        expect(keysOf(rows)).toBeLessThanOrEqual(before);
      }
      const found = await loadSamples(ports.store, ana, 0, NOW + 1_000 * MINUTE_MS);
      expect(found.map(({ at }) => at)).toEqual([...said].sort((a, b) => a - b));
      ports.store.close();
    }),
    { numRuns: 30 },
  );
});

it("rows of a single reading, as earlier releases wrote them, still count", async () => {
  const ports = counted();
  const [one] = minutely(NOW - 5 * MINUTE_MS, 1);
  if (one === undefined) return;
  const key = { ...keys.sample(ana, one.at, ""), sk: keys.sample(ana, one.at, "").sk.replace(/#$/, "") };
  await ports.store.transact([{ op: "put", key, body: one }]);
  expect(await loadSamples(ports.store, ana, NOW - 60 * MINUTE_MS, NOW)).toEqual([one]);
  ports.store.close();
});
