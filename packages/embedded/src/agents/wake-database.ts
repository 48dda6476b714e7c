/** `waldo contexts`: imports contexts from a Wake database, and exports them into one. Both are SQLite files. */
import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { listProjects } from "@waldo/contexts/rows";
import { records, takeRecords, WAKE_COLUMNS, WAKE_SCHEMA, type WakeRecord } from "@waldo/contexts/wake-file";
import { ProjectName, UserId, WaldoError } from "@waldo/contracts";
import { findProfile } from "@waldo/core/person/profile";
import { localDate, localTime } from "@waldo/core/time";
import { openExisting, openOwn } from "../home.ts";
import { machineClock } from "../home-clock.ts";
import type { MemoryOptions } from "../memory/open-memory.ts";
import { count } from "../plural.ts";
import type { Terminal } from "../terminal.ts";
import { typed } from "../typed.ts";

export async function listContextProjects(options: MemoryOptions, terminal: Terminal): Promise<void> {
  const userId = typed(UserId, options.user, "--user");
  const home = openExisting(options.home, terminal);
  try {
    const projects = await listProjects(home.store, userId);
    const shown = projects.map(({ project, total, archived, savedAt }) => ({ project, total, archived, savedAt }));
    if (options.json) return terminal.print(JSON.stringify(shown, null, 2));
    const timeZone = (await findProfile(home.store, userId))?.timeZone ?? terminal.timeZone;
    for (const { project, total, archived, savedAt } of shown)
      terminal.print(
        `${project}: ${count(total, "context")}, ${archived} in the archive, the last ${localDate(savedAt, timeZone)} ${localTime(savedAt, timeZone)}`,
      );
    if (shown.length === 0) terminal.print("No agent has saved a context yet.");
  } finally {
    home.store.close();
  }
}

export async function importWake(file: string, options: MemoryOptions, terminal: Terminal): Promise<void> {
  const userId = typed(UserId, options.user, "--user");
  const all = readRecords(file);
  const home = openOwn(options.home);
  try {
    const taken = await takeRecords(home, userId, all, (done, of) =>
      terminal.progress?.({ bytesRead: done, totalBytes: of, records: done }),
    );
    terminal.clearProgress();
    if (options.json) return terminal.print(JSON.stringify(taken));
    terminal.print(
      `${count(taken.taken, "context")} taken in${taken.known === 0 ? "" : `, ${taken.known} were known`}.`,
    );
    if (taken.causesDropped > 0)
      terminal.print(
        `${count(taken.causesDropped, "cause")} dropped: a cause may not lead in a circle, or to a context that is not there.`,
      );
    for (const line of taken.refused) terminal.note(`Not taken in: ${line}`);
  } finally {
    home.store.close();
  }
}

function readRecords(file: string): WakeRecord[] {
  if (!existsSync(file)) throw new WaldoError("InvalidInput", `there is no file ${file}`);
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { readOnly: true });
    const known = database
      .prepare("PRAGMA table_info(context_snapshots)")
      .all()
      .map(({ name }) => String(name));
    const columns = WAKE_COLUMNS.filter((name) => known.includes(name));
    if (!columns.includes("id")) throw new WaldoError("InvalidInput", `${file} has no table context_snapshots of Wake`);
    return database
      .prepare(`SELECT ${columns.join(", ")} FROM context_snapshots ORDER BY timestamp`)
      .all() as WakeRecord[];
  } catch (error) {
    if (error instanceof WaldoError) throw error;
    throw new WaldoError("InvalidInput", `${file} is no database of SQLite that can be read`, { cause: error });
  } finally {
    database?.close();
  }
}

export async function exportWake(
  file: string,
  options: MemoryOptions & { readonly project?: string },
  terminal: Terminal,
): Promise<void> {
  const userId = typed(UserId, options.user, "--user");
  const only = options.project === undefined ? undefined : typed(ProjectName, options.project, "--project");
  if (existsSync(file)) throw new WaldoError("InvalidInput", `${file} is there already: name a new file`);
  const home = openExisting(options.home, terminal);
  let written = 0;
  try {
    const projects = (await listProjects(home.store, userId)).map(({ project }) => project);
    const wanted = only === undefined ? projects : projects.filter((one) => one === only);
    if (wanted.length === 0) throw new WaldoError("InvalidInput", "there is no such project, so no file was written");
    const database = new DatabaseSync(file);
    try {
      database.exec(WAKE_SCHEMA);
      database.exec("BEGIN");
      const insert = database.prepare(
        `INSERT INTO context_snapshots (${WAKE_COLUMNS.join(", ")}) VALUES (${WAKE_COLUMNS.map(() => "?").join(", ")})`,
      );
      for (const project of wanted)
        for await (const record of records(home, userId, project, machineClock.now())) {
          insert.run(...WAKE_COLUMNS.map((name) => record[name] ?? null));
          written++;
        }
      database.exec("COMMIT");
    } finally {
      database.close();
    }
    terminal.print(
      options.json ? JSON.stringify({ file, written }) : `${count(written, "context")} written to ${file}.`,
    );
  } finally {
    home.store.close();
  }
}
