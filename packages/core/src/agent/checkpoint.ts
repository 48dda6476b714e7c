/** Prepares what a prompt reads of a day: its description and its pages. The sweep calls this before the person wakes. */
import {
  BODY_PAGES,
  type Checkpoint,
  type CrsResult,
  type DayBody,
  isOwn,
  keys,
  type LocalDate,
  type PromptFile,
  type UserId,
} from "@waldo/contracts";
import { findScore } from "../health/ledger.ts";
import { describeDay } from "../health/narrative.ts";
import { isPageOf, todayPage } from "../memory/pages/pages.ts";
import { openWorkspace } from "../memory/pages/workspace.ts";
import { declines } from "../person/consents.ts";
import { loadProfile } from "../person/profile.ts";
import type { Archive, Ports } from "../ports.ts";
import { listTasks } from "../tools/rows.ts";

/**
 * Prepares the Brief: writes today's page and stores what the Brief will need, so that one read replaces many at the
 * wake (docs/sources.md, The day). If the score changes afterwards, the stored page is stale and is not used.
 */
export async function prepareCheckpoint(ports: Ports, userId: UserId, date: LocalDate): Promise<void> {
  const today = await findScore(ports.store, userId, date);
  const declined = today === undefined && (await declines(ports.store, userId, "body"));
  const body = describe(date, today, declined);
  await writeToday(ports, userId, date, body);
  const checkpoint: Checkpoint = {
    crsVersion: today?.version ?? 0,
    body,
    files: await readFiles(ports.archive, userId, date),
  };
  await ports.store.transact([{ op: "put", key: keys.checkpoint(userId, date, "brief"), body: checkpoint }]);
}

const NOT_READ = "nothing of the body is read, because the person does not agree to it";

/**
 * Describes the score of a date. If there is no score, the description says that nothing has arrived, or that the
 * person does not agree to it.
 */
export function describe(date: LocalDate, score: CrsResult | undefined, declined = false): DayBody {
  if (score !== undefined) return describeDay(score);
  return { date, note: declined ? NOT_READ : "nothing has arrived for this day" };
}

/** Returns the pages for a prompt of a date that exist in the archive. The today.md of another date is left out. */
export async function readFiles(archive: Archive, userId: UserId, date: LocalDate): Promise<PromptFile[]> {
  const workspace = openWorkspace(archive, userId);
  const files = await Promise.all(BODY_PAGES.map(async (name) => ({ name, text: await workspace.read(name) })));
  return files.flatMap(({ name, text }) =>
    text === undefined || (name === "today.md" && !isPageOf(text, date)) ? [] : [{ name, text }],
  );
}

/** Writes today.md: the day in derived values, and which of the person's own tasks are due. */
async function writeToday(ports: Ports, userId: UserId, date: LocalDate, body: DayBody): Promise<void> {
  const [{ timeZone }, tasks] = await Promise.all([
    loadProfile(ports.store, userId),
    listTasks(ports.store, userId, 50),
  ]);
  const workspace = openWorkspace(ports.archive, userId);
  workspace.write("today.md", todayPage({ date, timeZone, body, tasks: tasks.filter(isOwn) }));
  await workspace.commit();
}
