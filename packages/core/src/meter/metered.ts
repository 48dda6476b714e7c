/**
 * Counts the calls through the ports. It computes the units from the rows in their sealed form (store/sealed.ts), so
 * counting makes no extra call.
 *
 * - Reads are counted exactly as DynamoDB charges them. A write is charged by the larger of the row before and after.
 *   The wrapper sees the row after the write. It mostly knows the row before, because the same work has read it. If
 *   not, it counts the row after the write only (a test limits the difference).
 * - A body that spills is counted by the bytes that the archive takes, and as one small row.
 */
import type { Key, Metered, ModelCount } from "@waldo/contracts";
import type { Archive, Channel, ModelGateway, Ports, Row, Store, Write } from "../ports.ts";
import { itemBytes, readUnits, transactWriteUnits } from "../store/capacity.ts";
import { toJsonBody } from "../store/json-body.ts";
import { storedBytes } from "../store/sealed.ts";
import { SPILL_THRESHOLD_BYTES } from "../store/spill.ts";
import { sum } from "./tally.ts";

/** Adds up the reports of all counting code. */
type Accumulator = { add(more: Partial<Metered>): void; spent(): Metered };

export function accumulator(start?: Metered): Accumulator {
  let total = sum([start]);
  return {
    add({ counts = {}, models = [] }) {
      total = sum([total, { counts, models }]);
    },
    spent: () => total,
  };
}

/** Returns the same ports with counting. `spent` returns the counts so far. */
export function metered(ports: Ports): Ports & { readonly spent: () => Metered } {
  const tally = accumulator();
  return {
    ...ports,
    store: meteredStore(ports.store, tally),
    archive: meteredArchive(ports.archive, tally),
    model: meteredModel(ports.model, tally),
    channels: Object.fromEntries(
      Object.entries(ports.channels).map(([name, channel]) => [name, meteredChannel(channel, tally)]),
    ),
    log(level, event, fields) {
      tally.add({ counts: { logLines: 1 } });
      ports.log(level, event, fields);
    },
    spent: tally.spent,
  };
}

export function meteredStore(store: Store, tally: Accumulator): Store {
  /** The last known bytes of each row that has passed through. */
  const seen = new Map<string, number>();
  const see = (row: Row): number => {
    const bytes = row.bytes ?? storedBytes(row);
    seen.set(idOf(row.key), bytes);
    return bytes;
  };
  return {
    async get(key) {
      const row = await store.get(key);
      tally.add({ counts: { storeCalls: 1, readUnits: readUnits(row === undefined ? 0 : see(row)) } });
      return row;
    },
    async query(query) {
      const page = await store.query(query);
      const bytes = page.rows.reduce((total, row) => total + see(row), 0);
      tally.add({ counts: { storeCalls: 1, readUnits: readUnits(bytes) } });
      return page;
    },
    async transact(writes) {
      const sizes = writes.map((write) => ({ write, id: idOf(write.key), bytes: bytesOf(write) }));
      const units = sizes.map(({ id, bytes }) => transactWriteUnits(Math.max(bytes, seen.get(id) ?? 0)));
      // DynamoDB charges a write even when its conditions fail.
      tally.add({ counts: { storeCalls: 1, writeUnits: units.reduce((total, one) => total + one, 0) } });
      await store.transact(writes);
      for (const { write, id, bytes } of sizes) if (write.op !== "check") seen.set(id, bytes);
    },
  };
}

/** Returns the units of a transaction from its writes. */
export function writeUnits(writes: readonly Write[]): number {
  return writes.reduce((total, write) => total + transactWriteUnits(bytesOf(write)), 0);
}

function idOf({ table, pk, sk }: Key): string {
  return `${table} ${pk} ${sk}`;
}

function bytesOf(write: Write): number {
  if (write.op !== "put") return 0;
  const row = { key: write.key, version: 1, body: toJsonBody(write.body), expiresAt: write.expiresAt };
  return itemBytes(row) > SPILL_THRESHOLD_BYTES ? 0 : storedBytes(row);
}

function meteredArchive(archive: Archive, tally: Accumulator): Archive {
  return {
    async read(name) {
      tally.add({ counts: { archiveReads: 1 } });
      return archive.read(name);
    },
    async write(name, bytes) {
      tally.add({ counts: { archiveWrites: 1, archiveBytes: bytes.length } });
      await archive.write(name, bytes);
    },
    async list(prefix) {
      tally.add({ counts: { archiveWrites: 1 } });
      return archive.list(prefix);
    },
    deletePrefix: (prefix) => archive.deletePrefix(prefix),
  };
}

function meteredModel(model: ModelGateway, tally: Accumulator): ModelGateway {
  return {
    ...model,
    async converse(request) {
      const none = { tier: request.tier, model: "", input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
      try {
        const reply = await model.converse(request);
        const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = reply.usage;
        const count: ModelCount = {
          tier: request.tier,
          model: reply.model,
          calls: 1,
          failed: 0,
          input: inputTokens,
          output: outputTokens,
          cacheRead: cacheReadTokens,
          cacheWrite: cacheWriteTokens,
        };
        tally.add({ models: [count] });
        return reply;
      } catch (error) {
        tally.add({ models: [{ ...none, calls: 1, failed: 1 }] });
        throw error;
      }
    },
  };
}

function meteredChannel(channel: Channel, tally: Accumulator): Channel {
  return {
    ...channel,
    async send(address, message, key) {
      tally.add({
        counts: channel.name === "push" ? { pushes: 1 } : channel.name === "telegram" ? { telegrams: 1 } : {},
      });
      return channel.send(address, message, key);
    },
  };
}
