/**
 * The night: `dream.asl.json`, one phase a Task. Each phase may fail, be skipped or be run again by itself; what it did
 * is in the night's row, and a phase that is there is not done twice. No phase holds the lease, and no Brief waits.
 *
 *   CONSOLIDATE  the day's sessions → one diary entry (the only phase that asks a model)
 *   SCRIBE       the inbox → the halls, then the next generation of the index
 *   ARCHIVE      what is old or has faded → the archive
 *   PRECOMPUTE   the pages tomorrow's prompts read, and the wiki
 *   CHECKPOINT   what the morning Brief will need
 *   COMMITMENTS  what is overdue → one line in the day's thread
 */
import {
  Dream,
  type DreamId,
  Dreaming,
  type DreamOutcome,
  type DreamTask,
  isError,
  keys,
  type LocalDate,
  Profile,
  type UserId,
  WaldoError,
} from "@waldo/contracts";
import { prepareCheckpoint, TRAILING_DAYS } from "../agent/gather.ts";
import { quoted } from "../agent/writers/phrase.ts";
import { announcement } from "../channels/announce.ts";
import { loadScores } from "../health/ledger.ts";
import { allBlocks, liveBlocks, loadHead } from "../memory/blocks.ts";
import { byDate, byTrust, MOST_ENTRIES, unconsolidated, writeDiary } from "../memory/consolidate.ts";
import { hotHistory } from "../memory/history.ts";
import { buildIndex, embedIndex, likelyIn, liveClaims, openView } from "../memory/index-files.ts";
import { baselinesPage, goalsPage, patternsPage } from "../memory/pages.ts";
import { sweep } from "../memory/retention.ts";
import { fadedEvents, moveBlocks } from "../memory/retention-faded.ts";
import { runScribe } from "../memory/scribe.ts";
import { compileWiki } from "../memory/wiki.ts";
import { ingestWiki } from "../memory/wiki-ingest.ts";
import { openWorkspace } from "../memory/workspace.ts";
import type { Ports, Write } from "../ports.ts";
import { sanitise } from "../safety/sanitise.ts";
import { addDays, HOUR_MS } from "../time.ts";
import { isOwn, listTasks, type Task } from "../tools/tasks.ts";

/** KAIROS for the night (seed 000 §4e): so many sessions, or so long since the last dream. */
export const DREAM_EPISODES = 3;
export const DREAM_AFTER_MS = 48 * HOUR_MS;
/** Nights in a row whose consolidation may fail before it rests for {@link DREAM_AFTER_MS}. */
export const BREAKER_NIGHTS = 3;

const AWAKE: Dreaming = { consolidatedTo: 0, failures: 0, reminded: [] };

/** Whether this night is worth dreaming, by plain code; and if so, the start of its machine. */
export async function dreamIfDue(ports: Ports, userId: UserId, date: LocalDate): Promise<boolean> {
  if (!ports.machines.startDream) return false;
  const { state } = await loadDreaming(ports, userId);
  const idle = ports.clock.now() - (state.lastDreamAt ?? 0);
  const due =
    idle >= DREAM_AFTER_MS ||
    (await unconsolidated(ports, userId, state.consolidatedTo, DREAM_EPISODES)).length >= DREAM_EPISODES;
  if (!due) return false;
  const dreamId: DreamId = `dream-${date}`;
  // One night, one machine, however often the wake is repeated.
  await ports.machines.startDream(`${userId}-${dreamId}`, { userId, dreamId });
  return true;
}

type Night = {
  readonly userId: UserId;
  readonly dreamId: DreamId;
  readonly date: LocalDate;
  readonly profile: Profile;
  readonly now: number;
};

type Done = {
  readonly outcome: DreamOutcome;
  readonly reason?: string;
  readonly counts?: Record<string, number>;
  /** Committed with the note that the phase is done. */
  readonly writes?: readonly Write[];
};

/** Does one phase of a night, once. What stops it is noted where it matters and thrown: the machine goes on to the next. */
export async function dreamTask(ports: Ports, task: DreamTask): Promise<{ outcome: DreamOutcome }> {
  const { userId, dreamId, phase } = task;
  const profileRow = await ports.store.get(keys.profile(userId));
  if (!profileRow) throw new WaldoError("InvalidInput", "this person has no profile: link an account first");
  const profile = Profile.parse(profileRow.body);
  const now = ports.clock.now();
  const row = await ports.store.get(keys.dream(userId, dreamId));
  const dream: Dream = row ? Dream.parse(row.body) : { dreamId, userId, startedAt: now, phases: {} };
  const before = dream.phases[phase];
  if (before) return { outcome: before.outcome };

  const night: Night = { userId, dreamId, date: dreamId.slice("dream-".length), profile, now };
  const { writes = [], ...done } = await PHASES[phase](ports, night);
  const next: Dream = { ...dream, phases: { ...dream.phases, [phase]: { ...done, at: now } } };
  await ports.store.transact([
    {
      op: "put",
      key: keys.dream(userId, dreamId),
      body: next,
      when: [row ? { is: "version", version: row.version } : { is: "absent" }],
    },
    ...writes,
  ]);
  ports.log("info", "dream.phase", { dreamId, phase, outcome: done.outcome });
  return { outcome: done.outcome };
}

const PHASES: Record<DreamTask["phase"], (ports: Ports, night: Night) => Promise<Done>> = {
  CONSOLIDATE: consolidate,
  SCRIBE: scribe,
  ARCHIVE: archive,
  PRECOMPUTE: precompute,
  CHECKPOINT: checkpoint,
  COMMITMENTS: commitments,
};

async function loadDreaming(ports: Pick<Ports, "store">, userId: UserId) {
  const row = await ports.store.get(keys.dreaming(userId));
  return { state: row ? Dreaming.parse(row.body) : AWAKE, version: row?.version };
}

function putDreaming(userId: UserId, state: Dreaming, version: number | undefined): Write {
  const when = [version === undefined ? ({ is: "absent" } as const) : ({ is: "version", version } as const)];
  return { op: "put", key: keys.dreaming(userId), body: state, when };
}

async function consolidate(ports: Ports, { userId, dreamId, profile, now }: Night): Promise<Done> {
  const { state, version } = await loadDreaming(ports, userId);
  // A later try of the same night is no new night.
  const open = state.failures >= BREAKER_NIGHTS && state.failedDream !== dreamId;
  const rests = open && now - (state.failedAt ?? 0) < DREAM_AFTER_MS;
  if (rests) return { outcome: "skipped", reason: "the last nights failed; it rests before it is tried again" };
  const entries = await unconsolidated(ports, userId, state.consolidatedTo);
  const counts = { entries: entries.length, diaries: 0, left: entries.length === MOST_ENTRIES ? 1 : 0 };
  let at = { state, version };
  try {
    for (const [date, ofDay] of byDate(entries, profile.zone)) {
      for (const some of byTrust(ofDay)) {
        await putOnce(ports, await writeDiary(ports.model, userId, date, some));
        counts.diaries++;
      }
      // A day at a time: what is written is not compressed again, whatever becomes of the next day.
      const consolidatedTo = Math.max(at.state.consolidatedTo, (ofDay.at(-1)?.createdAt ?? 0) + 1);
      at = await saveDreaming(ports, userId, { ...at.state, consolidatedTo }, at.version);
    }
  } catch (error) {
    if (!(error instanceof WaldoError) || !error.name.startsWith("Model")) throw error;
    // Counted by nights: the machine tries a phase several times.
    if (at.state.failedDream !== dreamId) {
      const failures = at.state.failures + 1;
      const failed = { ...at.state, failures, failedAt: now, failedDream: dreamId, lastDreamAt: now };
      await saveDreaming(ports, userId, failed, at.version);
    }
    throw error;
  }
  const { failedAt: _, failedDream: __, ...rest } = at.state;
  const next: Dreaming = { ...rest, failures: 0, lastDreamAt: now };
  return { outcome: "done", counts, writes: [putDreaming(userId, next, at.version)] };
}

async function saveDreaming(ports: Pick<Ports, "store">, userId: UserId, state: Dreaming, version: number | undefined) {
  await ports.store.transact([putDreaming(userId, state, version)]);
  return { state, version: (version ?? 0) + 1 };
}

async function putOnce(ports: Pick<Ports, "store">, write: Write): Promise<void> {
  try {
    await ports.store.transact([write]);
  } catch (error) {
    if (!isError(error, "ConditionFailed")) throw error;
  }
}

async function scribe(ports: Ports, { userId, dreamId, now }: Night): Promise<Done> {
  const view = await openView(ports, userId);
  const { outcome, counts } = await runScribe(ports, userId, dreamId, likelyIn(view, now));
  // What was refused waits in the inbox; the rest was settled, and the index takes it in like any night.
  const { generation, changed } = await buildIndex(ports, userId);
  const done: Done = { outcome, counts: { ...counts, generation, indexed: changed } };
  if (outcome === "done") return done;
  ports.log("warn", "dream.refused", { dreamId, held: counts.held });
  return { ...done, reason: "contradictions that together would silence over a quarter of what is believed wait" };
}

async function archive(ports: Ports, { userId, now }: Night): Promise<Done> {
  const [{ head }, events] = await Promise.all([
    loadHead(ports.store, userId),
    liveBlocks(ports.store, userId, "events"),
  ]);
  // Their rows leave the store; the index keeps them, so they are still found.
  const faded = await moveBlocks(ports, userId, fadedEvents(events, now, head.live));
  const { counts, left } = await sweep(ports, userId);
  return { outcome: "done", counts: { ...counts, faded, left: left.length } };
}

/** The pages prompts read, and the wiki people read. today.md is the checkpoint's, which knows the day best. */
async function precompute(ports: Ports, { userId, date, profile, now }: Night): Promise<Done> {
  const [view, scores, tasks] = await Promise.all([
    openView(ports, userId),
    loadScores(ports.store, userId, addDays(date, -TRAILING_DAYS), date),
    listTasks(ports.store, userId, 50),
  ]);
  const blocks = liveClaims(view);
  const workspace = openWorkspace(ports.archive, userId);
  workspace.write("baselines.md", baselinesPage({ date, scores }));
  workspace.write("patterns.md", patternsPage({ date, blocks }));
  workspace.write("goals.md", goalsPage({ date, blocks, tasks: tasks.filter(isOwn) }));
  const pages = await workspace.commit();
  const embedded = await embedIndex(ports, userId);
  const wiki = await writeWiki(ports, userId, profile, now);
  return { outcome: "done", counts: { pages: pages.length, wiki: wiki.length, claims: blocks.length, embedded } };
}

async function writeWiki(ports: Ports, userId: UserId, { zone, name }: Profile, now: number): Promise<string[]> {
  const [blocks, versions] = await Promise.all([allBlocks(ports.store, userId), hotHistory(ports.store, userId)]);
  const wiki = compileWiki({ blocks, versions, now, zone, ...(name === undefined ? {} : { name }) });
  return ingestWiki(openWorkspace(ports.archive, userId), wiki);
}

async function checkpoint(ports: Ports, { userId, date }: Night): Promise<Done> {
  await prepareCheckpoint(ports, userId, date);
  return { outcome: "done" };
}

/** Tasks one night mentions, and how many mentions are remembered. */
const MOST_REMINDED = 5;
const REMINDED_KEPT = 200;

/** A title somebody else wrote is quoted, and left out where a message may not say it. */
function spoken(task: Pick<Task, "title" | "origin">): string {
  if (isOwn(task)) return task.title;
  return quoted(sanitise({ text: task.title, origin: "untrusted" }, "user").text) ?? "A task from elsewhere";
}

/** Each late task is mentioned once, in the thread and without a push: a reminder that nags is muted. */
async function commitments(ports: Ports, { userId, dreamId, date, profile, now }: Night): Promise<Done> {
  const { state, version } = await loadDreaming(ports, userId);
  const late = (await listTasks(ports.store, userId, 200))
    .filter(
      ({ status, due, taskId }) =>
        status === "open" && due !== undefined && due < date && !state.reminded.includes(taskId),
    )
    .slice(0, MOST_REMINDED);
  if (late.length === 0) return { outcome: "done", counts: { overdue: 0 } };
  const lines = late.map((task) => `• ${spoken(task)} (since ${task.due})`).join("\n");
  const text = `Still open from before today:\n${lines}`;
  const said = announcement(profile, { name: dreamId, trigger: "dreaming_mode", date, now }, { kind: "patrol", text });
  const reminded = [...state.reminded, ...late.map(({ taskId }) => taskId)].slice(-REMINDED_KEPT);
  return {
    outcome: "done",
    counts: { overdue: late.length },
    writes: [...said, putDreaming(userId, { ...state, reminded }, version)],
  };
}
