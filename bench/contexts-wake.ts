/**
 * The peer of `bench:contexts`: the Wake server as its document describes it, with its table, its indexes, its queries
 * and its formulas, over SQLite in memory. It shares no code with ours. If the document names a count and gives no
 * query, the query here is the plain one over its columns.
 */
import { DatabaseSync } from "node:sqlite";

export type WakeRow = {
  readonly id: string;
  readonly project: string;
  readonly summary: string;
  readonly source: string;
  readonly tags: string;
  readonly timestamp: string;
  readonly action_type: string | null;
  readonly rationale: string | null;
  readonly dependencies: string;
  readonly caused_by: string | null;
  readonly last_accessed: string | null;
  readonly access_count: number;
};

const COLUMNS = [
  "id",
  "project",
  "summary",
  "source",
  "tags",
  "timestamp",
  "action_type",
  "rationale",
  "dependencies",
  "caused_by",
  "last_accessed",
  "access_count",
] as const;
const HOUR = 1000 * 60 * 60;

type Stored = WakeRow & {
  readonly memory_tier: string;
  readonly prediction_score: number | null;
  readonly predicted_next_access: string | null;
  readonly propagation_reason: string | null;
};

export type Wake = ReturnType<typeof openWake>;

export function openWake(rows: readonly WakeRow[], now: () => number) {
  const db = new DatabaseSync(":memory:");
  db.exec(`CREATE TABLE context_snapshots (
    id TEXT PRIMARY KEY, project TEXT NOT NULL, summary TEXT NOT NULL, source TEXT NOT NULL, metadata TEXT,
    tags TEXT NOT NULL, timestamp TEXT NOT NULL, action_type TEXT, rationale TEXT, dependencies TEXT, caused_by TEXT,
    memory_tier TEXT NOT NULL, last_accessed TEXT, access_count INTEGER DEFAULT 0, prediction_score REAL,
    last_predicted TEXT, predicted_next_access TEXT, propagation_reason TEXT);
  CREATE INDEX idx_project ON context_snapshots(project);
  CREATE INDEX idx_timestamp ON context_snapshots(timestamp DESC);
  CREATE INDEX idx_memory_tier ON context_snapshots(memory_tier);
  CREATE INDEX idx_last_predicted ON context_snapshots(last_predicted ASC);
  CREATE INDEX idx_project_prediction ON context_snapshots(project, prediction_score DESC);`);
  const add = db.prepare(
    `INSERT INTO context_snapshots (${COLUMNS.join()}, memory_tier) VALUES (${COLUMNS.map(() => "?").join()}, ?)`,
  );
  const insert = (row: WakeRow) => add.run(...COLUMNS.map((name) => row[name]), tier(row, now()));
  db.exec("BEGIN");
  for (const row of rows) insert(row);
  db.exec("COMMIT");
  const byProject = db.prepare("SELECT * FROM context_snapshots WHERE project = ? ORDER BY timestamp DESC LIMIT ?");
  const high = db.prepare(
    "SELECT * FROM context_snapshots WHERE project = ? AND prediction_score >= ? ORDER BY prediction_score DESC LIMIT ?",
  );
  const like = db.prepare(
    "SELECT * FROM context_snapshots WHERE (summary LIKE ? OR tags LIKE ?) AND project = ? ORDER BY timestamp DESC LIMIT 10",
  );
  const byId = db.prepare("SELECT * FROM context_snapshots WHERE id = ?");
  const stale = db.prepare(
    "SELECT * FROM context_snapshots WHERE last_predicted IS NULL OR last_predicted < ? ORDER BY last_predicted ASC LIMIT ?",
  );
  const predicted = db.prepare(
    "UPDATE context_snapshots SET prediction_score = ?, last_predicted = ?, predicted_next_access = ?, propagation_reason = ? WHERE id = ?",
  );
  const expired = db.prepare("SELECT id FROM context_snapshots WHERE memory_tier = 'EXPIRED' LIMIT ?");
  const all = db.prepare("SELECT * FROM context_snapshots WHERE project = ?");
  const recent = db.prepare(
    "SELECT * FROM context_snapshots WHERE project = ? AND timestamp >= ? ORDER BY timestamp DESC LIMIT 5",
  );
  const retier = db.prepare("UPDATE context_snapshots SET memory_tier = ? WHERE id = ?");
  const tiersKept = db.prepare(
    "SELECT memory_tier AS name, COUNT(*) AS count FROM context_snapshots WHERE project = ? GROUP BY memory_tier",
  );
  const rowsOf = (found: unknown) => found as unknown as Stored[];
  const chain = (id: string): Stored[] => {
    const row = rowsOf(byId.all(id))[0];
    if (row === undefined) return [];
    return [...(row.caused_by === null ? [] : chain(row.caused_by)), row];
  };
  return {
    load: (project: string, limit: number) => {
      const first = rowsOf(high.all(project, 0.6, limit));
      const ids = new Set(first.map(({ id }) => id));
      return [...first, ...rowsOf(byProject.all(project, limit)).filter(({ id }) => !ids.has(id))].slice(0, limit);
    },
    search: (project: string, query: string) => rowsOf(like.all(`%${query}%`, `%${query}%`, project)),
    chain,
    save(row: Omit<WakeRow, "timestamp" | "dependencies" | "last_accessed" | "access_count">): WakeRow {
      const near = rowsOf(recent.all(row.project, new Date(now() - 24 * HOUR).toISOString()));
      const dependencies = near.filter(({ timestamp }) => now() - Date.parse(timestamp) < HOUR).map(({ id }) => id);
      const fresh = { timestamp: new Date(now()).toISOString(), dependencies: JSON.stringify(dependencies) };
      const saved = { ...row, ...fresh, last_accessed: null, access_count: 0 };
      insert(saved);
      return saved;
    },
    reasoning(id: string): string {
      const chained = chain(id);
      const first = `Context created due to: ${chained.at(-1)?.rationale}`;
      if (chained.length <= 1) return first;
      return `${first}\n\nCausal chain:${chained.map((one) => `\n- [${one.action_type}] ${one.summary}`).join("")}`;
    },
    /** Refreshes old predictions of any project, as the document's server does, and returns how many. */
    predict(limit: number, staleHours = 24) {
      const before = new Date(now() - staleHours * HOUR).toISOString();
      const old = rowsOf(stale.all(before, limit));
      const at = now();
      for (const row of old) {
        const of = score(row, at);
        predicted.run(of, new Date(at).toISOString(), next(row, at), JSON.stringify(reasons(row, of, at)), row.id);
      }
      return old.length;
    },
    all: (project: string) => rowsOf(all.all(project)),
    /** Writes changed tiers again. Returns how many changed, and how many contexts each tier then has. */
    recalculate(project: string) {
      let updated = 0;
      for (const row of rowsOf(all.all(project)))
        if (tier(row, now()) !== row.memory_tier) {
          retier.run(tier(row, now()), row.id);
          updated++;
        }
      const counts = tiersKept.all(project) as { name: string; count: number }[];
      return { updated, counts: Object.fromEntries(counts.map(({ name, count }) => [name, count])) };
    },
    high: (project: string, limit: number) => rowsOf(high.all(project, 0.6, limit)),
    tiers(project: string) {
      const counts: Record<string, number> = {};
      for (const row of rowsOf(all.all(project))) counts[tier(row, now())] = (counts[tier(row, now())] ?? 0) + 1;
      return counts;
    },
    actions(project: string) {
      const counts: Record<string, number> = {};
      for (const { action_type: type } of rowsOf(all.all(project))) if (type) counts[type] = (counts[type] ?? 0) + 1;
      return counts;
    },
    expired: (limit: number) => expired.all(limit).map(({ id }) => String(id)),
  };
}

function tier({ last_accessed, timestamp }: Pick<WakeRow, "last_accessed" | "timestamp">, now: number): string {
  const hours = (now - Date.parse(last_accessed ?? timestamp)) / HOUR;
  if (hours < 1) return "ACTIVE";
  if (hours < 24) return "RECENT";
  return hours < 720 ? "ARCHIVED" : "EXPIRED";
}

function score(row: WakeRow, now: number): number {
  const unread = { ACTIVE: 0.3, RECENT: 0.2, ARCHIVED: 0.1, EXPIRED: 0 }[tier(row, now)] ?? 0;
  const temporal = row.last_accessed === null ? unread : Math.exp(-(now - Date.parse(row.last_accessed)) / HOUR / 24);
  const frequency = row.access_count === 0 ? 0 : Math.log(row.access_count + 1) / Math.log(101);
  return 0.4 * temporal + 0.3 * causal(row) + 0.3 * frequency;
}

function causal(row: WakeRow): number {
  if (row.action_type === null) return 0;
  const count = (JSON.parse(row.dependencies) as string[]).length;
  if (count === 0) return 0.2;
  return row.caused_by === null ? Math.min(1, 0.5 + count * 0.1) : Math.min(0.7, 0.3 + count * 0.1);
}

function reasons(row: WakeRow, of: number, now: number): string[] {
  const hours = row.last_accessed === null ? Number.POSITIVE_INFINITY : (now - Date.parse(row.last_accessed)) / HOUR;
  const strength = causal(row);
  const found = [
    ...(of >= 0.7 ? ["high_composite_score"] : []),
    ...(hours < 1 ? ["recently_accessed"] : hours < 24 ? ["accessed_today"] : []),
    ...(row.access_count >= 10
      ? ["high_access_frequency"]
      : row.access_count >= 3
        ? ["moderate_access_frequency"]
        : []),
    ...(strength >= 0.5 ? ["causal_chain_root"] : strength >= 0.3 ? ["causal_chain_member"] : []),
    ...(tier(row, now) === "ACTIVE" ? ["active_memory_tier"] : []),
  ];
  return found.length === 0 ? ["baseline_prediction"] : found;
}

function next(row: WakeRow, now: number): string | null {
  if (row.last_accessed === null || row.access_count === 0) return null;
  const last = Date.parse(row.last_accessed);
  if (row.access_count === 1) return new Date(last + 24 * HOUR).toISOString();
  const interval = (last - Date.parse(row.timestamp)) / row.access_count;
  return new Date(Math.min(last + interval, now + 7 * 24 * HOUR)).toISOString();
}
