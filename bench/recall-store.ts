/** Checks that one recall costs the store the same at a hundred memories and at a hundred thousand. */
import { type Episode, keys, type MemoryBlock } from "@waldo/contracts";
import { patternOf } from "@waldo/core/memory/claims/claim";
import { submitMemoryIntent } from "@waldo/core/memory/claims/inbox";
import { buildIndex } from "@waldo/core/memory/search/index-files";
import { recall, retrieve } from "@waldo/core/memory/search/recall";
import type { Archive, Store, Write } from "@waldo/core/ports";
import { DAY_MS, HOUR_MS } from "@waldo/core/time";
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { agreeing } from "@waldo/testkit/agreeing";
import { memoryArchive } from "@waldo/testkit/memory-archive";
import type { Conversation } from "./recall-conversations.ts";
import { quantile } from "./recall-measure.ts";
import type { Section } from "./recall-section.ts";
import { grown } from "./recall-synthetic.ts";
import { fixed, printTable } from "./table.ts";

type StoreRow = {
  readonly memories: number;
  readonly recall: Cost;
  readonly retrieve: Cost;
  readonly coldMs: number;
  readonly segmentMB: number;
};
type Cost = {
  readonly calls: number;
  readonly readUnits: number;
  readonly archiveReads: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
};

const SIZES = [100, 1_000, 10_000, 100_000];
/** The largest spread allowed between the smallest and the largest. */
const TARGET_SPREAD = 0.2;
const ASKED = 60;
const USER = "me";
const HALLS = ["facts", "events", "discoveries"] as const;

export async function storeSection(conversations: readonly Conversation[]): Promise<Section> {
  const turns = conversations.flatMap((conversation) => conversation.turns);
  const questions = conversations.flatMap((conversation) => conversation.questions.map(({ text }) => text));
  const rows: StoreRow[] = [];
  for (const memories of SIZES) rows.push(await storeRow(grown(turns, memories), questions));
  const missed = (["recall", "retrieve"] as const).flatMap((seam) =>
    (["calls", "readUnits"] as const).flatMap((what) => {
      const values = rows.map((row) => row[seam][what]);
      const spread = Math.max(...values) / Math.max(1, Math.min(...values)) - 1;
      return spread > TARGET_SPREAD ? [`${seam}: ${what} grow by ${Math.round(spread * 100)}% with memory`] : [];
    }),
  );
  return { name: "store", result: rows, print: () => print(rows), missed };
}

async function storeRow(turns: Conversation["turns"], questions: readonly string[]): Promise<StoreRow> {
  const used = { units: 0 };
  const counts = { calls: 0, archiveReads: 0 };
  const sqlite = openSqliteStore(":memory:", {
    meter(use) {
      used.units += use.readUnits;
    },
  });
  const store = counting(sqlite, () => {
    counts.calls += 1;
  });
  const archive = countingReads(memoryArchive(), () => {
    counts.archiveReads += 1;
  });
  const now = Math.max(...turns.map(({ at }) => at)) + DAY_MS;
  const ports = { store, archive, clock: { now: () => now }, log: () => {} };
  await fill(sqlite, turns);
  await buildIndex(ports, USER);
  await aDay(ports, now);

  const cost = async (ask: (text: string) => Promise<unknown>): Promise<Cost> => {
    const times: number[] = [];
    Object.assign(counts, { calls: 0, archiveReads: 0 });
    used.units = 0;
    const step = Math.max(1, Math.floor(questions.length / ASKED));
    const asked = questions.filter((_, i) => i % step === 0).slice(0, ASKED);
    for (const text of asked) {
      const started = performance.now();
      await ask(text);
      times.push(performance.now() - started);
    }
    return {
      calls: counts.calls / asked.length,
      readUnits: used.units / asked.length,
      archiveReads: counts.archiveReads / asked.length,
      p50Ms: quantile(times, 0.5),
      p95Ms: quantile(times, 0.95),
    };
  };
  const started = performance.now();
  const occasion = (hint: string) => ({ trigger: "user_message", hint, now, timeZone: "UTC" }) as const;
  await recall(ports, USER, occasion(questions[0] ?? "hello"));
  const coldMs = performance.now() - started;
  const names = await archive.list(`index/${USER}/`);
  const bytes = await Promise.all(names.map((name) => archive.read(name)));
  const row = {
    memories: turns.length,
    coldMs,
    segmentMB: bytes.reduce((sum, one) => sum + (one?.length ?? 0), 0) / 1e6,
    recall: await cost((text) => recall(ports, USER, occasion(text))),
    // Diary entries are read in full from where they are, so a lookup costs one read per hit, up to its limit.
    retrieve: await cost((text) => retrieve(ports, USER, { text, limit: 5, episodes: false })),
  };
  sqlite.close();
  return row;
}

/** Writes as many settled claims as there are turns. */
async function fill(store: Store, turns: Conversation["turns"]): Promise<void> {
  const writes = new Map<string, Write>();
  for (const [i, { text, at }] of turns.entries()) {
    const claim = text.slice(0, 500);
    const patternId = patternOf(claim, String(i));
    const block: MemoryBlock = {
      patternId,
      hall: HALLS[i % HALLS.length] ?? "facts",
      claim,
      conditions: "",
      origin: "agent",
      confidence: 0.7,
      salience: 0.5,
      validFrom: at,
      recordedAt: at,
      revision: 1,
      sources: ["run-0"],
      uses: [at],
      loaded: 0,
      cited: 0,
    };
    writes.set(patternId, { op: "put", key: keys.block(USER, patternId), body: block });
  }
  const all = [...writes.values()];
  for (let i = 0; i < all.length; i += 100) await store.transact(all.slice(i, i + 100));
}

/** Writes what a day leaves behind since the last night: five notes, and the diary of twelve sessions. */
async function aDay({ store }: { readonly store: Store }, now: number): Promise<void> {
  await store.transact([agreeing(USER)]);
  for (let i = 0; i < 5; i++) {
    const told = {
      trigger: "user_message",
      runId: `run-n${i}`,
      at: now + i,
      owner: ["…"],
      outside: false,
      recalled: [],
    };
    await submitMemoryIntent({ store }, USER, { hall: "facts", claim: `A note of today, number ${i}` }, told as never);
  }
  for (let i = 0; i < 12; i++) {
    const at = now + i * HOUR_MS;
    const runId = `run-e${i}`;
    const body: Episode = {
      runId,
      at,
      trigger: "user_message",
      summary: `They asked about ${i} things.`,
      origin: "agent",
    };
    await store.transact([{ op: "put", key: keys.episode(USER, at, runId), body, when: [{ is: "absent" }] }]);
  }
}

function counting(store: Store, count: () => void): Store {
  const counted =
    <A extends readonly unknown[], T>(call: (...args: A) => Promise<T>) =>
    (...args: A) => {
      count();
      return call(...args);
    };
  return {
    get: counted((key) => store.get(key)),
    query: counted((query) => store.query(query)),
    transact: counted((writes) => store.transact(writes)),
  };
}

function countingReads(archive: Archive, count: () => void): Archive {
  return {
    ...archive,
    read(name) {
      count();
      return archive.read(name);
    },
  };
}

function print(rows: readonly StoreRow[]): void {
  console.log(
    "what one recall and one lookup cost, warm: store calls and read units; the index is read once a generation\n",
  );
  printTable(
    ["memories", "recall calls", "units", "p50 ms", "p95 ms", "lookup calls", "units", "p95 ms", "cold ms", "MB"],
    rows.map(({ memories, recall: a, retrieve: b, coldMs, segmentMB }) => [
      memories,
      fixed(a.calls, 1),
      fixed(a.readUnits, 1),
      fixed(a.p50Ms, 1),
      fixed(a.p95Ms, 1),
      fixed(b.calls, 1),
      fixed(b.readUnits, 1),
      fixed(b.p95Ms, 1),
      fixed(coldMs, 0),
      fixed(segmentMB, 2),
    ]),
  );
}
