/** The made-up project of `bench:contexts`, and a home on disk that has imported it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { takeRecords } from "@waldo/contexts/wake-file";
import { ACTION_TYPES } from "@waldo/contracts";
import type { Store } from "@waldo/core/ports";
import { openHome } from "@waldo/embedded/home";
import { seeded } from "@waldo/testkit/synthetic-person";
import type { WakeRow } from "./contexts-wake.ts";

export const [ME, PROJECT] = ["me", "boat"];
export const NOW = Date.parse("2026-03-01T00:00:00Z");
export const HOUR = 3_600_000;
const SYLLABLES = "ba ce di fo gu ha je ki lo mu na pe qui ro su ta ve wi xo zu ar en is ol um".split(" ");
/** The length of time over which the contexts of a project were saved. */
const SPAN = 60 * 24 * HOUR;

/** Words with a natural distribution: a few are very frequent and short, most are rare. */
export function wordsOf(random: () => number, count: number): string[] {
  return Array.from({ length: count }, () => {
    let rank = Math.floor(20_000 ** random());
    let word = "";
    for (; rank > 0; rank = Math.floor(rank / SYLLABLES.length)) word += SYLLABLES[rank % SYLLABLES.length] ?? "";
    return `${word}n`;
  });
}

export function rowsOf(size: number, seed = 1): WakeRow[] {
  const random = seeded(seed);
  return Array.from({ length: size }, (_, i) => {
    const at = NOW - Math.round(((size - i) * SPAN) / size);
    const reads = random() < 0.3 ? Math.ceil(30 * random() ** 3) : 0;
    const before = Array.from({ length: Math.floor(random() * 4) }, (_, n) => `id-${i - n - 1}`);
    return {
      id: `id-${i}`,
      project: PROJECT,
      summary: wordsOf(random, 30).join(" "),
      source: "mcp",
      tags: wordsOf(random, 3).join(","),
      timestamp: new Date(at).toISOString(),
      rationale: random() < 0.2 ? null : wordsOf(random, 6).join(" "),
      action_type: ACTION_TYPES[Math.floor(random() * ACTION_TYPES.length)] ?? null,
      dependencies: JSON.stringify(before.filter((id) => !id.includes("--"))),
      caused_by: i < 5 || random() < 0.1 ? null : `id-${i - 1 - Math.floor(random() * 4)}`,
      last_accessed: reads === 0 ? null : new Date(at + Math.round(random() * (NOW - at))).toISOString(),
      access_count: reads,
    };
  });
}

export async function taken(rows: readonly WakeRow[], told: (done: number, of: number) => void) {
  const home = openHome(mkdtempSync(join(tmpdir(), "waldo-contexts-")));
  const { store: raw } = home;
  const counted = { calls: 0 };
  const count = <T>(call: T): T => {
    counted.calls++;
    return call;
  };
  const store: Store = {
    get: (key) => count(raw.get(key)),
    query: (query) => count(raw.query(query)),
    transact: (writes) => count(raw.transact(writes)),
  };
  const ports = { store, archive: home.archive };
  await takeRecords(ports, ME, rows, told);
  const close = () => {
    raw.close();
    rmSync(home.paths.root, { recursive: true, force: true });
  };
  return { ports, counted, close };
}
