/** Gathers what a prompt is made of. What is gathered goes into the journal, and is not read again in that session. */
import {
  CrsResult,
  ITERATION_BUDGET,
  keys,
  type LocalDate,
  Profile,
  type RunHeader,
  type Trigger,
  type UserId,
  WaldoError,
} from "@waldo/contracts";
import { loadScores } from "../health/ledger.ts";
import { describeDay } from "../health/narrative.ts";
import { todayPage } from "../memory/pages.ts";
import { recall } from "../memory/recall.ts";
import { openWorkspace } from "../memory/workspace.ts";
import type { Archive, Json, Ports } from "../ports.ts";
import type { PromptContext } from "../prompt/layers.ts";
import { personalSkills } from "../skills/load.ts";
import { selectSkills } from "../skills/select.ts";
import { addDays, localTime } from "../time.ts";
import { toolsFor } from "../tools/registry.ts";
import { isOwn, listTasks } from "../tools/tasks.ts";
import { zoneOf } from "../tools/zone.ts";
import { canaryOf } from "./pipeline.ts";
import { signalsOf } from "./signals.ts";

/** Days of derived history a day is described against. */
export const TRAILING_DAYS = 14;
/**
 * Pages every prompt may hold (seed 000 §4a): those made of scores. What is made of claims comes by recall, which knows
 * what the trigger may read and what was taken back a minute ago; its pages are for get_context and for people.
 */
const FILES = ["today.md", "baselines.md"] as const;

type Checkpoint = { readonly crsVersion: number; readonly body: Json; readonly files: PromptContext["files"] };

/**
 * The pre-Brief sweep: writes today's page and keeps what the Brief will need, so that at wake one read replaces
 * many (figure 01). A score that changed since makes it stale, and then it is simply not used.
 */
export async function prepareCheckpoint(ports: Ports, userId: UserId, date: LocalDate): Promise<void> {
  const trailing = await loadScores(ports.store, userId, addDays(date, -TRAILING_DAYS), date);
  const today = trailing.at(-1);
  const body = describe(date, trailing);
  await writeToday(ports, userId, date, body);
  const checkpoint: Checkpoint = {
    crsVersion: today?.date === date ? today.version : 0,
    body,
    files: await readFiles(ports.archive, userId),
  };
  await ports.store.transact([{ op: "put", key: keys.checkpoint(userId, date, "brief"), body: checkpoint }]);
}

export async function gatherContext(ports: Ports, header: RunHeader): Promise<PromptContext> {
  const { userId, date } = header;
  const [profileRow, crsRow, checkpointRow, heard] = await Promise.all([
    ports.store.get(keys.profile(userId)),
    ports.store.get(keys.crs(userId, date)),
    ports.store.get(keys.checkpoint(userId, date, "brief")),
    hasWords(header.trigger) ? heardIn(ports, header) : undefined,
  ]);
  if (!profileRow) throw new WaldoError("InvalidInput", "this person has no profile: link an account first");
  const profile = Profile.parse(profileRow.body);
  const score = crsRow && CrsResult.parse(crsRow.body);
  const checkpoint = checkpointRow?.body as Checkpoint | undefined;
  const fresh = checkpoint !== undefined && checkpoint.crsVersion === (score?.version ?? 0);
  const body = fresh
    ? checkpoint.body
    : describe(date, await loadScores(ports.store, userId, addDays(date, -TRAILING_DAYS), date));
  const [remembered, skills, files] = await Promise.all([
    recall(ports, userId, {
      trigger: header.trigger,
      hint: heard?.text ?? wordsIn(body),
      now: ports.clock.now(),
      zone: profile.zone,
    }),
    skillsOf(ports, header, body, heard?.text),
    fresh ? checkpoint.files : readFiles(ports.archive, userId),
  ]);
  return {
    sessionId: header.runId,
    canary: canaryOf(header),
    date,
    localTime: localTime(ports.clock.now(), profile.zone),
    zone: profile.zone,
    trigger: header.trigger,
    ...(header.variant === undefined ? {} : { variant: header.variant }),
    profile: {
      wakeTime: profile.wakeTime,
      sleepTime: profile.sleepTime,
      autonomy: profile.autonomy,
      ...(profile.name === undefined ? {} : { name: profile.name }),
    },
    ...(score?.zone === undefined ? {} : { bodyZone: score.zone }),
    body,
    directives: remembered.directives,
    memory: remembered.claims,
    recalled: remembered.blocks,
    skills,
    files,
    tools: toolsFor(header.trigger),
    channel: "in_app",
    iterations: ITERATION_BUDGET[header.trigger],
    ...(heard?.text ? { userText: heard.text } : {}),
    ...(heard?.findings ? { scratchpad: heard.findings } : {}),
  };
}

/** The recipes of this moment, bundled and personal. A refused one is logged; it never stops a run. */
async function skillsOf(
  ports: Ports,
  header: RunHeader,
  body: Json,
  message: string | undefined,
): Promise<PromptContext["skills"]> {
  const known = [...(ports.skills ?? []), ...(await personalSkills(ports, header.userId))];
  if (known.length === 0) return [];
  const signals = await signalsOf(ports.store, header, body, ports.clock.now(), message);
  const { skills, refused } = selectSkills(known, header, signals);
  // A recipe's name may be the person's own words.
  if (refused.length > 0)
    ports.log("warn", "skill.refused", { runId: header.runId, trigger: header.trigger, recipes: refused.length });
  return skills.map(({ name, recipe, provenance }) => ({ name, recipe, provenance }));
}

/** The words of a day's description: what the day calls to mind. */
function wordsIn(body: Json): string {
  if (typeof body === "string") return body;
  if (body === null || typeof body !== "object") return "";
  return Object.values(body).map(wordsIn).filter(Boolean).join(" ");
}

/** Whether a run of this trigger answers words of the person. */
export function hasWords(trigger: Trigger): boolean {
  return trigger === "user_message" || trigger.startsWith("handoff_");
}

/** What the person wrote, for the run that answers it, and what an earlier phase of the same task found. */
async function heardIn(
  ports: Ports,
  { userId, runId }: RunHeader,
): Promise<{ text?: string; findings?: string } | undefined> {
  return (await ports.store.get(keys.heard(userId, runId)))?.body as { text?: string; findings?: string } | undefined;
}

function describe(date: LocalDate, trailing: readonly CrsResult[]): Json {
  const today = trailing.at(-1);
  if (today?.date !== date) return { date, note: "nothing has arrived for this day" };
  return describeDay(today, trailing.slice(0, -1)) as unknown as Json;
}

async function readFiles(archive: Archive, userId: UserId): Promise<PromptContext["files"]> {
  const workspace = openWorkspace(archive, userId);
  const files = await Promise.all(FILES.map(async (name) => ({ name, text: await workspace.read(name) })));
  return files.flatMap(({ name, text }) => (text === undefined ? [] : [{ name, text }]));
}

/** today.md: the day as derived, and what is due of the person's own tasks. */
async function writeToday(ports: Ports, userId: UserId, date: LocalDate, body: Json): Promise<void> {
  const [zone, tasks] = await Promise.all([zoneOf(ports.store, userId), listTasks(ports.store, userId, 50)]);
  const workspace = openWorkspace(ports.archive, userId);
  workspace.write("today.md", todayPage({ date, zone, body, tasks: tasks.filter(isOwn) }));
  await workspace.commit();
}
