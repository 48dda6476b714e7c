/**
 * The night, run by `dream.asl.json` with one task per phase. Each phase may fail, be skipped or run again by itself.
 * The night's row records what each phase did, and a recorded phase does not run twice. No phase holds the lease, and
 * no Brief waits for a phase.
 *
 * CONSOLIDATE the day's sessions → one diary entry (asks a model)
 *   SCRIBE       the inbox → the halls, then the next generation of the index
 *   EVALUATE     the runs since the last night → how good they were; asks a judge, if there is one
 * LEARN        the person's feedback → a value for each recipe
 * REFLECT      thoughts → themes; conversations → concerns; one step of the manner after feedback; designs of
 *                memory are compared
 * ARCHIVE      old and faded rows → the archive
 * PRECOMPUTE   the pages for tomorrow's prompts, and the wiki
 * CHECKPOINT   the data for the morning Brief
 * COMMITMENTS overdue tasks → one line in the day's thread
 */
import {
  Dream,
  type Dreaming,
  type DreamOutcome,
  type DreamTask,
  dateOfDream,
  GoalsFile,
  isOwn,
  keys,
  type Profile,
  type Task,
  type UserId,
  WaldoError,
} from "@waldo/contracts";
import { prepareCheckpoint } from "../agent/checkpoint.ts";
import { activeWatches, whenWords } from "../cadence/watches.ts";
import { announcement } from "../channels/announce.ts";
import { loadScores, TRAILING_DAYS } from "../health/ledger.ts";
import { reflect } from "../living/night.ts";
import { allBlocks, liveBlocks, loadHead } from "../memory/claims/blocks.ts";
import { hotHistory } from "../memory/claims/history.ts";
import { runScribe } from "../memory/claims/scribe.ts";
import { apart, byDate, MOST_ENTRIES, unconsolidated, writeDiary } from "../memory/diary/consolidate.ts";
import { MEMORY_PAGE, memoryPage, recentOf } from "../memory/pages/memory-page.ts";
import { baselinesPage, patternsPage } from "../memory/pages/pages.ts";
import { compileWiki, ingestWiki } from "../memory/pages/wiki.ts";
import { openWorkspace } from "../memory/pages/workspace.ts";
import { fadedEvents, moveBlocks, sweep } from "../memory/retention/sweep.ts";
import { buildIndex, embedIndex, likelyIn, liveClaims, openView } from "../memory/search/index-files.ts";
import { phaseCounts } from "../meter/machines.ts";
import { meterWork } from "../meter/rows.ts";
import { agreed } from "../person/agreed.ts";
import { agrees } from "../person/consents.ts";
import { pausedSince } from "../person/paused.ts";
import { loadProfile } from "../person/profile.ts";
import type { Night, NightWork, Ports, Write } from "../ports.ts";
import { quoted } from "../safety/quote.ts";
import { sanitise } from "../safety/sanitise.ts";
import { learn } from "../skills/learn.ts";
import { commitIf, putOver } from "../store/cas.ts";
import { withWords } from "../store/in-hand.ts";
import { moveToNames } from "../store/row-names.ts";
import { addDays, elapsed } from "../time.ts";
import { listTasks } from "../tools/rows.ts";
import { DREAM_AFTER_MS, loadDreaming } from "./due.ts";

/** How many nights in a row the consolidation may fail before it pauses for {@link DREAM_AFTER_MS}. */
const BREAKER_NIGHTS = 3;

type Done = {
  readonly outcome: DreamOutcome;
  readonly reason?: string;
  readonly counts?: Record<string, number>;
  /** Rows that are written in the transaction that marks the phase as done. */
  readonly writes?: readonly Write[];
};

/**
 * Runs one phase of a night once and writes its cost row. An error is stored if a later night needs it, and then
 * thrown. The machine continues with the next phase.
 */
export async function dreamTask(ports: Ports, task: DreamTask): Promise<{ outcome: DreamOutcome }> {
  const { userId, dreamId, phase } = task;
  const work = { userId, date: dateOfDream(dreamId), kind: "night", of: `${dreamId}-${phase}` } as const;
  try {
    return await meterWork(ports, work, [{ counts: phaseCounts(phase), models: [] }], async (own) =>
      doPhase(await agreed(own, userId), task),
    );
  } catch (error) {
    // The machine catches the error and continues, so its execution succeeds. Only this line shows that a phase failed.
    ports.log("warn", "dream.failed", { dreamId, phase, error: error instanceof Error ? error.name : "" });
    throw error;
  }
}

async function doPhase(ports: Ports, { userId, dreamId, phase }: DreamTask): Promise<{ outcome: DreamOutcome }> {
  // The phase is not marked as done, so the next night does its work.
  if ((await pausedSince(ports.store, userId)) !== undefined) return { outcome: "skipped" };
  const profile = await loadProfile(ports.store, userId);
  const now = ports.clock.now();
  const row = await ports.store.get(keys.dream(userId, dreamId));
  const dream: Dream = row ? Dream.parse(row.body) : { dreamId, userId, startedAt: now, phases: {} };
  const before = dream.phases[phase];
  if (before) return { outcome: before.outcome };

  const night: Night = { userId, dreamId, date: dateOfDream(dreamId), profile, now };
  // While the person has words deleted, the phase waits, and the machine tries it again later.
  return withWords(ports, userId, `${dreamId}-${phase}`, async () => {
    const { writes = [], ...done } = await PHASES[phase](ports, night);
    const next: Dream = { ...dream, phases: { ...dream.phases, [phase]: { ...done, at: now } } };
    await ports.store.transact([putOver(row, keys.dream(userId, dreamId), next), ...writes]);
    ports.log("info", "dream.phase", { dreamId, phase, outcome: done.outcome });
    return { outcome: done.outcome };
  });
}

const PHASES: Record<DreamTask["phase"], (ports: Ports, night: Night) => Promise<Done>> = {
  CONSOLIDATE: consolidate,
  SCRIBE: scribe,
  EVALUATE: evaluate,
  LEARN: learnFrom,
  REFLECT: reflectOn,
  ARCHIVE: archive,
  PRECOMPUTE: precompute,
  CHECKPOINT: checkpoint,
  COMMITMENTS: commitments,
};

function putDreaming(userId: UserId, state: Dreaming, version: number | undefined): Write {
  return putOver(version === undefined ? undefined : { version }, keys.dreaming(userId), state);
}

/** Without the person's consent to remember, nothing is made from their words. The waiting rows stay. */
const NOT_REMEMBERED: Done = { outcome: "skipped", reason: "the person does not agree that anything is remembered" };

async function consolidate(ports: Ports, { userId, dreamId, profile, now }: Night): Promise<Done> {
  if (!(await agrees(ports.store, userId, "memory"))) return NOT_REMEMBERED;
  const { state, version } = await loadDreaming(ports, userId);
  // Another try in the same night does not count as a new night.
  const open = state.failures >= BREAKER_NIGHTS && state.failedDream !== dreamId;
  const rests = open && elapsed(state.failedAt, now) < DREAM_AFTER_MS;
  if (rests) return { outcome: "skipped", reason: "the last nights failed; it rests before it is tried again" };
  const entries = await unconsolidated(ports, userId, state.consolidatedTo);
  const counts = { entries: entries.length, diaries: 0, left: entries.length === MOST_ENTRIES ? 1 : 0 };
  let at = { state, version };
  try {
    for (const [date, ofDay] of byDate(entries, profile.timeZone)) {
      for (const some of apart(ofDay)) {
        await commitIf(ports.store, [await writeDiary(ports.model, userId, date, some)]);
        counts.diaries++;
      }
      // The work is done one day at a time. A finished day is not compressed again when the next day fails.
      const consolidatedTo = Math.max(at.state.consolidatedTo, (ofDay.at(-1)?.createdAt ?? 0) + 1);
      at = await saveDreaming(ports, userId, { ...at.state, consolidatedTo }, at.version);
    }
  } catch (error) {
    if (!(error instanceof WaldoError) || !error.name.startsWith("Model")) throw error;
    // Failures are counted by night, because the machine tries a phase several times.
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

async function scribe(ports: Ports, { userId, dreamId, now }: Night): Promise<Done> {
  if (!(await agrees(ports.store, userId, "memory"))) return NOT_REMEMBERED;
  const view = await openView(ports, userId);
  const { outcome, counts } = await runScribe(ports, userId, dreamId, likelyIn(view, now));
  // The contradictions that wait for the person stay in the inbox. Everything else is settled and goes into the index
  // as on any night.
  const { generation, changed } = await buildIndex(ports, userId);
  const done: Done = { outcome, counts: { ...counts, generation, indexed: changed } };
  if (outcome === "done") return done;
  ports.log("warn", "dream.refused", { dreamId, held: counts.held });
  return { ...done, reason: "contradictions that together would silence over a quarter of what is believed wait" };
}

/** Returns the work that opt-in features do in a phase. */
async function workOf(ports: Ports, phase: DreamTask["phase"], night: Night): Promise<NightWork> {
  const works: NightWork[] = [];
  for (const feature of ports.features) {
    const work = await feature.night?.[phase]?.(ports, night);
    if (work) works.push(work);
  }
  const reason = works.find((one) => one.reason !== undefined)?.reason;
  return {
    writes: works.flatMap(({ writes }) => writes),
    counts: Object.assign({}, ...works.map(({ counts }) => counts)),
    ...(reason === undefined ? {} : { reason }),
  };
}

async function evaluate(ports: Ports, night: Night): Promise<Done> {
  return { outcome: "done", ...(await workOf(ports, "EVALUATE", night)) };
}

async function learnFrom({ store }: Ports, { userId, date, now }: Night): Promise<Done> {
  return { outcome: "done", ...(await learn(store, userId, { date, now })) };
}

async function reflectOn(ports: Ports, night: Night): Promise<Done> {
  const { userId, profile, date, now } = night;
  if (!(await agrees(ports.store, userId, "memory"))) return NOT_REMEMBERED;
  const living = await reflect(ports, { profile, date, now });
  const { writes, counts, ...rest } = await workOf(ports, "REFLECT", night);
  return {
    outcome: "done",
    writes: [...living.writes, ...writes],
    counts: { ...living.counts, ...counts },
    ...rest,
  };
}

async function archive(ports: Ports, { userId, now }: Night): Promise<Done> {
  const [{ head }, events] = await Promise.all([
    loadHead(ports.store, userId),
    liveBlocks(ports.store, userId, "events"),
  ]);
  // The rows of faded events leave the store. The index keeps them, so a search still finds them.
  const faded = await moveBlocks(ports, userId, fadedEvents(events, now, head.live));
  const { counts, left } = await sweep(ports, userId);
  const moved = await moveToNames(ports, userId);
  return { outcome: "done", counts: { ...counts, faded, left: left.length, ...(moved > 0 ? { renamed: moved } : {}) } };
}

/**
 * Writes the pages that prompts read and the wiki that people read. The CHECKPOINT phase writes today.md, because it
 * has the day's data.
 */
async function precompute(ports: Ports, { userId, date, profile, now }: Night): Promise<Done> {
  const [view, scores, tasks] = await Promise.all([
    openView(ports, userId),
    loadScores(ports.store, userId, addDays(date, -TRAILING_DAYS), date),
    listTasks(ports.store, userId, 50),
  ]);
  const blocks = liveClaims(view);
  const { timeZone } = profile;
  const workspace = openWorkspace(ports.archive, userId);
  workspace.write("baselines.md", baselinesPage({ date, scores }));
  workspace.write("patterns.md", patternsPage({ date, blocks }));
  workspace.write(
    MEMORY_PAGE,
    memoryPage({ ...(await memoryInput(ports, userId, timeZone)), date, timeZone, blocks, tasks: tasks.filter(isOwn) }),
  );
  const pages = await workspace.commit();
  const embedded = await embedIndex(ports, userId);
  const wiki = await writeWiki(ports, userId, profile, now);
  return { outcome: "done", counts: { pages: pages.length, wiki: wiki.length, claims: blocks.length, embedded } };
}

/** Returns what memory.md says besides claims and tasks: reminders, standing commitments, and what was talked about. */
async function memoryInput(ports: Ports, userId: UserId, timeZone: string) {
  const [watches, goals, recent] = await Promise.all([
    activeWatches(ports.store, userId),
    ports.store.get(keys.goals(userId)),
    recentOf(ports, userId),
  ]);
  const standing = GoalsFile.safeParse(goals?.body).data?.goals.commitments ?? [];
  const reminders = watches.filter(isOwn).map(({ text, when }) => ({ text, when: whenWords(when, timeZone) }));
  return { recent, commitments: [...reminders, ...standing.map((text) => ({ text }))] };
}

async function writeWiki(ports: Ports, userId: UserId, { timeZone, name }: Profile, now: number): Promise<string[]> {
  const [blocks, versions] = await Promise.all([allBlocks(ports.store, userId), hotHistory(ports.store, userId)]);
  const wiki = compileWiki({ blocks, versions, now, timeZone, ...(name === undefined ? {} : { name }) });
  return ingestWiki(openWorkspace(ports.archive, userId), wiki);
}

async function checkpoint(ports: Ports, { userId, date }: Night): Promise<Done> {
  await prepareCheckpoint(ports, userId, date);
  return { outcome: "done" };
}

/** The most tasks that one night mentions. */
const MOST_REMINDED = 5;
const REMINDED_KEPT = 200;

/**
 * Returns a task's title for a message. A title by an outsider is quoted, or left out when a message may not contain
 * it.
 */
function spoken(task: Pick<Task, "title" | "origin">): string {
  if (isOwn(task)) return task.title;
  return quoted(sanitise({ text: task.title, origin: "untrusted" }, "user").text) ?? "A task from elsewhere";
}

/** Mentions each late task once, in the thread and without a push. People mute a reminder that repeats. */
async function commitments(ports: Ports, { userId, date, profile, now }: Night): Promise<Done> {
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
  const said = announcement(
    profile,
    { by: "dream", name: date, trigger: "dreaming_mode", date, now },
    { kind: "patrol", text },
  );
  const reminded = [...state.reminded, ...late.map(({ taskId }) => taskId)].slice(-REMINDED_KEPT);
  return {
    outcome: "done",
    counts: { overdue: late.length },
    writes: [...said, putDreaming(userId, { ...state, reminded }, version)],
  };
}
