// Gathers what a prompt is made of: the context of the run, the memory, the recipes, and the facts of the moment for
// the conditions of recipes. The journal keeps the result, so the session does not gather it again.
import {
  type ChangingContext,
  Checkpoint,
  type DayBody,
  type DayDescription,
  Heard,
  ITERATION_BUDGET,
  isBackground,
  keys,
  LivingState,
  type LocalDate,
  Persona,
  type PromptContext,
  type RunHeader,
  type Skill,
  type UserId,
} from "@waldo/contracts";
import { changingContext, changingNow } from "../approve/change.ts";
import { loadProposal } from "../approve/proposal.ts";
import { jetLagUntil } from "../cadence/jet-lag.ts";
import { nextBusyEvent } from "../calendar/rows.ts";
import { findScore } from "../health/ledger.ts";
import { momentFor } from "../living/moment.ts";
import { mannerWords } from "../living/trajectory.ts";
import { recall } from "../memory/search/recall.ts";
import { agrees, declines } from "../person/consents.ts";
import { loadProfile } from "../person/profile.ts";
import { findSaid } from "../person/said-of-day.ts";
import type { Ports, Row, Store } from "../ports.ts";
import { isOwnModel } from "../prompt/budgets.ts";
import { canaryOf } from "../safety/injection/canary.ts";
import { loadStandings, stateOf } from "../skills/effectiveness.ts";
import { isSwitchable, knownRecipes } from "../skills/load.ts";
import { type SkillSignals, selectSkills } from "../skills/select.ts";
import { DAY_MS, dayOfWeek, HOUR_MS, localTime, MINUTE_MS } from "../time.ts";
import { toolsFor } from "../tools/registry.ts";
import { describe, readFiles } from "./checkpoint.ts";
import { threadBefore } from "./thread.ts";
import { todayFor } from "./today.ts";

/** The search for the next event ends this far ahead. The next constant limits how many calendar rows are read for it. */
const EVENT_AHEAD_MS = DAY_MS;
/** How many rows of the day's threads, latest first, are searched for the person's last words. */
const MESSAGE_ROWS = 40;

/** Returns the signals of this run. A store that cannot be read throws, as it does for the rest of the context. */
export async function signalsOf(
  { store, clock }: Pick<Ports, "store" | "clock">,
  header: RunHeader,
  body: DayBody,
  message: string | undefined,
): Promise<SkillSignals> {
  const now = clock.now();
  const day: Partial<DayDescription> = "note" in body ? {} : body;
  const [event, lastSeen, lagged] = await Promise.all([
    nextBusyEvent(store, header.userId, now, EVENT_AHEAD_MS),
    lastWords(store, header.userId, now, header),
    jetLagUntil(store, header.userId, now),
  ]);
  return {
    weekday: dayOfWeek(header.date satisfies LocalDate),
    ...(day.form === undefined ? {} : { form: day.form }),
    ...(day.bodyZone === undefined ? {} : { bodyZone: day.bodyZone }),
    ...(day.daysInZone === undefined ? {} : { daysInZone: day.daysInZone }),
    ...(lagged === undefined ? {} : { jetLagged: true }),
    ...(lastSeen === undefined ? {} : { hoursSinceLastSeen: (now - lastSeen) / HOUR_MS }),
    ...(event === undefined
      ? {}
      : { minutesToNextEvent: (event.start - now) / MINUTE_MS, nextEventTitle: event.title }),
    ...(message === undefined ? {} : { message }),
  };
}

/**
 * Returns when the person last wrote before the message that this run answers. Returns undefined when no such message
 * is among the latest rows: a person who never wrote does not count as away. It takes one query, because threads of
 * days are named by date and so sort by time.
 */
async function lastWords(
  store: Store,
  userId: UserId,
  now: number,
  { trigger, nonce }: RunHeader,
): Promise<number | undefined> {
  const days = keys.message.startingWith(userId, "day-");
  const { rows } = await store.query({ ...days, descending: true, limit: MESSAGE_ROWS });
  for (const { key, body } of rows) {
    const at = body["at"];
    const answered = trigger === "user_message" && key.sk.endsWith(`#0-${nonce}`);
    if (body["from"] === "owner" && typeof at === "number" && at <= now && !answered) return at;
  }
  return undefined;
}

/**
 * Gathers the first part of the context of a run: who, when, the body zone, and what the person wrote. The hooks of
 * PrePromptBuild add memory and recipes (pipeline.ts).
 */
export async function gatherContext(
  ports: Ports,
  header: RunHeader,
  heardRow: Row | undefined,
): Promise<PromptContext> {
  const { userId, date } = header;
  const { store, archive } = ports;
  const [profile, score, said, checkpointRow, thread] = await Promise.all([
    loadProfile(store, userId),
    findScore(store, userId, date),
    findSaid(store, userId, date),
    store.get(keys.checkpoint(userId, date, "brief")),
    header.trigger === "user_message" ? threadBefore(ports, header) : [],
  ]);
  const heard = heardRow && Heard.parse(heardRow.body);
  const [manner, moment, changing] = await Promise.all([
    isBackground(header.trigger) ? [] : mannerFor(store, userId),
    momentFor(ports, profile, header.trigger, ports.clock.now()),
    changingFor(ports, header, heard),
  ]);
  const checkpoint = checkpointRow && Checkpoint.parse(checkpointRow.body);
  const fresh = checkpoint?.crsVersion === (score?.version ?? 0) ? checkpoint : undefined;
  const declined = score === undefined && (await declines(store, userId, "body"));
  const described = fresh && score ? fresh.body : describe(date, score, declined);
  const body = said === undefined || "note" in described ? described : { ...described, said };
  // A trigger that comes many times a day gets a small prompt without files.
  const files = isBackground(header.trigger) ? [] : (fresh?.files ?? (await readFiles(archive, userId, date)));
  const context: PromptContext = {
    sessionId: header.runId,
    canary: canaryOf(header),
    date,
    localTime: localTime(ports.clock.now(), profile.timeZone),
    timeZone: profile.timeZone,
    trigger: header.trigger,
    ...(header.variant === undefined ? {} : { variant: header.variant }),
    profile: {
      wakeTime: profile.wakeTime,
      sleepTime: profile.sleepTime,
      autonomy: profile.autonomy,
      ...(profile.name === undefined ? {} : { name: profile.name }),
      ...(profile.language === undefined ? {} : { language: profile.language }),
    },
    ...(score?.bodyZone === undefined ? {} : { bodyZone: score.bodyZone }),
    body,
    directives: [],
    memory: [],
    recalled: [],
    skills: [],
    files,
    tools: toolsFor(header.trigger, ports),
    channel: "in_app",
    iterations: ITERATION_BUDGET[header.trigger],
    ...(thread.length > 0 ? { thread } : {}),
    ...(changing ? { changing } : {}),
    ...(manner.length > 0 ? { manner } : {}),
    ...(moment ? { moment } : {}),
    ...(heard?.text ? { userText: heard.text } : {}),
    ...(heard?.findings ? { scratchpad: heard.findings } : {}),
    ...(heard?.findings && heard.findingsOwn ? { scratchpadOwn: true as const } : {}),
    ...(isOwnModel(ports.model) ? { long: true as const } : {}),
  };
  const today = await todayFor(ports, header, context);
  return { ...context, ...(today === undefined ? {} : { today }) };
}

/** Returns words for the manner in which Waldo has learned to speak to this person (living/trajectory.ts). */
async function mannerFor(store: Ports["store"], userId: RunHeader["userId"]): Promise<string[]> {
  const row = await store.get(keys.persona(userId));
  return row ? mannerWords(Persona.parse(row.body).axes) : [];
}

/**
 * Returns what the person's words change: the proposal on which they tapped Modify, or the proposal that showed the
 * plan of a handoff.
 */
async function changingFor(
  { store, clock }: Ports,
  { userId, trigger }: RunHeader,
  heard: Heard | undefined,
): Promise<ChangingContext | undefined> {
  const now = clock.now();
  if (trigger === "user_message") return changingNow(store, userId, { saidAt: heard?.at ?? now, now });
  const before = heard?.changes === undefined ? undefined : await loadProposal(store, userId, heard.changes);
  return before && changingContext(store, userId, before);
}

/** Recalls memory for the run. It searches with the person's words or, without them, with the words of the day. */
export async function recallFor(
  ports: Ports,
  { userId, trigger }: RunHeader,
  { userText, body, timeZone }: PromptContext,
): Promise<Pick<PromptContext, "directives" | "memory" | "recalled">> {
  if (!(await agrees(ports.store, userId, "memory"))) return { directives: [], memory: [], recalled: [] };
  const hint = userText ?? wordsIn(body);
  const living = await ports.store.get(keys.living(userId));
  const { directives, claims, blocks } = await recall(ports, userId, {
    concerns: living && LivingState.parse(living.body).concerns,
    trigger,
    hint,
    now: ports.clock.now(),
    timeZone,
  });
  return { directives, memory: claims, recalled: blocks };
}

/** Returns the recipes of this moment, bundled and personal. A refused recipe is logged and never stops a run. */
export async function recipesFor(
  ports: Ports,
  header: RunHeader,
  { body, userText }: PromptContext,
): Promise<PromptContext["skills"]> {
  const off = new Set((await loadProfile(ports.store, header.userId)).recipesOff);
  // No run is offered a recipe that the person has switched off, even when the person's message asks for it.
  let known = (await knownRecipes(ports, header.userId)).filter(
    (skill) => !(isSwitchable(skill) && off.has(skill.name)),
  );
  // A person's own checklist takes the place of the bundled one.
  const isOwn = ({ provenance, triggers }: Skill) => provenance === "user" && triggers.includes("heartbeat");
  if (header.trigger === "heartbeat" && known.some(isOwn)) known = known.filter(isOwn);
  if (known.length === 0) return [];
  const signals = await signalsOf(ports, header, body, userText);
  const standings = await loadStandings(ports.store, header.userId);
  const { skills, refused } = selectSkills(known, header, signals, {
    stateOf(name) {
      const found = standings.get(name);
      return found === undefined ? "usual" : stateOf(found.standing);
    },
  });
  // The log has a count and no names, because the name of a recipe may be the person's own words.
  if (refused.length > 0)
    ports.log("warn", "skill.refused", { runId: header.runId, trigger: header.trigger, recipes: refused.length });
  return skills.map(({ name, recipe, provenance }) => ({ name, recipe, provenance }));
}

/** Returns the words of a day's description. Recall searches with these words. */
function wordsIn(part: unknown): string {
  if (typeof part === "string") return part;
  if (part === null || typeof part !== "object") return "";
  return Object.values(part).map(wordsIn).filter(Boolean).join(" ");
}
