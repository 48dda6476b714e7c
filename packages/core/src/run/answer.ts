// Commits the answer of a run, and carries out its tool calls. A model or a template writes the words; in a crisis they
// are a text that people wrote in advance. Each answer commits together with its outbox rows. If a template has nothing
// to say, the run fails.
import {
  type BeatReply,
  type EpochMs,
  type GatedStep,
  HandoffId,
  isUnasked,
  keys,
  LivingState,
  type LocalDate,
  type ModelStep,
  type Profile,
  type PromptContext,
  type ProposedAction,
  type RunHeader,
  type ToolCall,
  type ToolName,
  type ToolResult,
  thumbButtons,
  type UserId,
  type Waiting,
} from "@waldo/contracts";
import * as z from "zod";
import { candidateFor, mayBeAsked, proposalCandidate } from "../agent/candidate.ts";
import { type CarryOut, callsOfTemplate, toldOf, writeFallback } from "../agent/fallback.ts";
import { judge } from "../agent/judge.ts";
import { withLeftOut } from "../agent/left-out.ts";
import { evidenceIn, hasHeardOutside, type Transcript } from "../agent/transcript.ts";
import { runCalls } from "../agent/turn.ts";
import { understoodIn, wantedIn } from "../agent/understood.ts";
import type { Made } from "../agent/writers/write-skill.ts";
import type { Told } from "../agent/writers/writer.ts";
import { endHeld } from "../approve/change.ts";
import { notOfferedLately } from "../approve/offered.ts";
import { newProposal, proposalWrite } from "../approve/proposal.ts";
import { tryReminderTimes } from "../cadence/reminder-times.ts";
import { enqueueDelivery, outboxOf } from "../channels/outbox.ts";
import type { Candidate } from "../channels/persona.ts";
import { findScore } from "../health/ledger.ts";
import { sayNext } from "../living/interrupt.ts";
import { isMuted, mutedTopics } from "../memory/claims/muted.ts";
import { isCareDay } from "../person/care.ts";
import { loadProfile } from "../person/profile.ts";
import type { Ports, Store, Write } from "../ports.ts";
import { typed } from "../prompt/layers.ts";
import { bodyClaims } from "../safety/body/body-claims.ts";
import { helpLine } from "../safety/crisis/answers/answer.ts";
import { type Danger, detectDanger, isDanger } from "../safety/crisis/danger.ts";
import { careLanguage, languageOf } from "../safety/crisis/language.ts";
import { putNew, putOver } from "../store/cas.ts";
import { localDate, MINUTE_MS } from "../time.ts";
import { isOn, livingRows } from "../tools/living-rows.ts";
import { loadTask } from "../tools/rows.ts";
import { isLiveFetch } from "../voices/fetches.ts";
import { commit, type OpenRun, type Tick } from "./journal.ts";
import { unsureOf, urgentAnswer } from "./urgent.ts";

/** The tools that may set, move or cancel a reminder. */
const SETS_TIMES: readonly string[] = ["watch", "cancel_watch", "undo_last"] satisfies ToolName[];

/** Carries out tool calls of a run, from a model or from a template, and tells other code about their results. */
export async function carryOut(
  ports: Ports,
  header: RunHeader,
  calls: readonly ToolCall[],
  transcript: Transcript,
): Promise<ToolResult[]> {
  const results = await runCalls(ports, header, calls, transcript);
  if (results.some(({ name }) => SETS_TIMES.includes(name))) await tryReminderTimes(ports, header.userId);
  await startHandedOver(ports, header, results);
  return results;
}

/**
 * Starts the machine of each task that was handed over. A step that runs again finds the same tasks and starts the same
 * executions. Their phases wait in the queue until this run is over.
 */
async function startHandedOver(ports: Ports, { userId }: RunHeader, results: readonly ToolResult[]): Promise<void> {
  for (const result of results) {
    const given = result.ok && result.name === "hand_over" ? HandedOver.safeParse(result.value).data : undefined;
    if (given) await ports.machines.startHandoff(given.handoffId, { userId, handoffId: given.handoffId });
  }
}

const HandedOver = z.object({ handoffId: HandoffId });

type Surfaced = { readonly gated: GatedStep; readonly writes: readonly Write[] };

/**
 * Returns the answer of a chat with the thoughts that waited for it, or the unchanged answer when there are none. Plain
 * code wrote these thoughts. If a turn of the loop comes in between, the write fails and the step of the run is
 * repeated.
 */
export async function surfaceIn(
  store: Store,
  { userId, runId, trigger }: Pick<RunHeader, "userId" | "runId" | "trigger">,
  gated: GatedStep,
  now: EpochMs,
): Promise<Surfaced> {
  const row = trigger === "user_message" ? await store.get(keys.living(userId)) : undefined;
  const state = row && LivingState.parse(row.body);
  if (!state || state.waiting.length === 0) return { gated, writes: [] };
  const profile = await loadProfile(store, userId);
  if (!(await isOn(store, profile))) return { gated, writes: [] };
  const holding = await stillTrue(store, userId, state.waiting, localDate(now, profile.timeZone));
  const { said, waiting } = sayNext(holding, runId, now);
  if (!said) return { gated, writes: [] };
  const [first] = said.saw;
  return {
    gated: {
      ...gated,
      text: `${gated.text}\n\nBy the way: ${said.text}`,
      claims: [...gated.claims, { kind: "noticed", words: said.text, callId: "living", path: first ? first.kind : "" }],
    },
    writes: [putOver(row, keys.living(userId), { ...state, waiting } satisfies LivingState)],
  };
}

/**
 * Leaves out thoughts about things that have ended, topics that the person no longer wants to hear of, and forgotten
 * subjects.
 */
async function stillTrue(
  store: Store,
  userId: UserId,
  waiting: readonly Waiting[],
  today: LocalDate,
): Promise<Waiting[]> {
  const [muted, kept] = [await mutedTopics(store, userId), livingRows(store, userId)];
  const found: Waiting[] = [];
  for (const one of waiting) {
    const isHeard = !isMuted(muted, one.text) && (await kept.told(one.text, one.at));
    if (isHeard && (await holds(store, userId, one, today))) found.push(one);
  }
  return found;
}

async function holds(store: Store, userId: UserId, { saw: [first] }: Waiting, today: LocalDate): Promise<boolean> {
  if (first?.kind === "form")
    return first.id === today && (await findScore(store, userId, today))?.bodyZone === "depleted";
  if (first?.kind !== "task") return true;
  const task = (await loadTask(store, userId, first.id))?.task;
  return task?.status === "open" && task.due === today;
}

/**
 * Answers a person in danger with a text that people wrote in advance. No model, budget, quiet hours or gate is
 * involved. If the message itself has already caused the answer (receive.ts), the run only records it.
 */
export async function comfort(tick: Tick, danger: Danger, said: string): Promise<OpenRun> {
  const { ports, run } = tick;
  const { header } = run;
  const now = ports.clock.now();
  const [answered] = await outboxOf(ports, header.userId, header.runId);
  const { text, rows } = await urgentAnswer(ports.store, header, danger, said, now);
  const told = answered && "text" in answered.message ? answered.message.text : text;
  const data: GatedStep = { text: told, source: "emergency", claims: [], results: [] };
  return commit(tick, {
    to: "GATED",
    data,
    effects: [
      ...(answered ? [] : rows),
      // A medical question is not stored as an incident.
      ...(isDanger(danger) ? [incident(header, "emergency", now)] : []),
    ],
  });
}

/** Returns the log row of an incident. It holds only the kind, the run and the time. */
export function incident(header: RunHeader, kind: string, at: number): Write {
  return putNew(keys.incident(header.userId, at, header.runId), { kind, runId: header.runId, at });
}

type Instead = {
  /** The calls and results of the run before the answer. */
  readonly made: Made;
  readonly reason: string;
  readonly context?: PromptContext | undefined;
};

/**
 * Makes the calls that a template needs (L3), and returns all calls and results of the run. The context names the
 * recipes of the moment and holds the person's message. A run that a hook denied has no context.
 */
export async function callsInstead(
  { ports, run }: Pick<Tick, "ports" | "run">,
  { made, context }: Pick<Instead, "made" | "context">,
): Promise<{ readonly told: Told; readonly made: Made }> {
  const heard = { asked: await understoodIn(ports, context), wanted: await wantedIn(ports, context) };
  const told = toldOf(run.header, context, heard);
  const doing: CarryOut = (calls, before) =>
    carryOut(ports, run.header, calls, { context, turns: [{ model: NO_MODEL, results: [...before.results] }] });
  return { told, made: await callsOfTemplate(told, made, doing) };
}

/** Stands for the turn in which no model answered and a template makes its calls. */
const NO_MODEL: ModelStep = { outcome: "unavailable", errors: [] };

/**
 * L3: the template writer speaks from real tool results. If it has nothing to say, or if its text fails the gates, the
 * run ends silently (L4).
 */
export async function answerByTemplate(tick: Tick, { made: before, reason, context }: Instead): Promise<OpenRun> {
  const { run } = tick;
  const unsure = await unsureOf(tick.ports, run.header, context);
  if (unsure) return answer(tick, unsure, before.results, context);
  const { told, made } = await callsInstead(tick, { made: before, context });
  const fetched = made.results.slice(before.results.length);
  const text = writeFallback(told, made, { reason, danger: context?.danger !== undefined });
  // A template says all that it can, so the rule about the parts of a Brief is applied only to models.
  const { brief: _, ...base } = evidenceIn(run.header, { context, turns: [] });
  const evidence = { ...base, ...made, own: true };
  const verdict = text === undefined ? undefined : judge(text, evidence);
  if (text === undefined || !verdict?.ok) {
    const failure = { name: "NothingToSay", message: verdict?.ok === false ? verdict.reason : reason };
    const data = { rung: "L4", reason, results: fetched };
    return commit(tick, { to: "FAILED", data, patch: { rung: "L4", failure } });
  }
  const gated: GatedStep = { text, source: "template", claims: verdict.claims, reason, results: fetched };
  return answer(tick, gated, made.results, context);
}

/** Ends a heartbeat without a message. If the model asked for a rest, the same commit stores the end of the rest. */
export function stayQuiet(tick: Tick, reply: Exclude<BeatReply, { readonly action: "message" }>): Promise<OpenRun> {
  const { ports, run } = tick;
  const until = reply.action === "state_update" ? ports.clock.now() + reply.rest_minutes * MINUTE_MS : undefined;
  const key = keys.last(run.header.userId, "rest");
  return commit(tick, {
    to: "GATED",
    data: { text: "", source: "model", claims: [], reason: reply.action, results: [] } satisfies GatedStep,
    effects: until === undefined ? [] : [{ op: "put", key, body: { at: until } }],
  });
}

/** The tools whose results are about the body. */
const BODY_TOOLS = ["get_crs", "get_health", "get_master_metrics", "get_reasons"];

/**
 * True when words are about the body. Everything that Waldo sends unasked counts as such. An answer does when the run
 * read the body, or when the answer mentions it.
 */
function isAboutBody({ kind, text }: Candidate, results: readonly ToolResult[]): boolean {
  // A heartbeat reads no score, so only its words decide.
  if ((isUnasked(kind) && kind !== "nudge") || results.some(({ name }) => BODY_TOOLS.includes(name))) return true;
  // A number alone may be about anything, so it does not count.
  return bodyClaims(text).some((claim) => claim.kind !== "number");
}

/**
 * Commits the answer together with its outbox rows (R2). A reply to words that may be about danger ends with a line
 * about where to find help. Such a reply has the kind `emergency`, and no later prompt reads it.
 */
export async function answer(
  tick: Tick,
  gated: GatedStep,
  results: readonly ToolResult[],
  context: PromptContext | undefined,
): Promise<OpenRun> {
  const judged = { ...gated, text: withLeftOut(gated.text, results) };
  const { ports, run } = tick;
  const { header } = run;
  const profile = await loadProfile(ports.store, header.userId);
  const now = ports.clock.now();
  const inDanger = context?.danger !== undefined;
  const isQuiet = inDanger || (await isCareDay(ports.store, header.userId, now));
  const surfaced = isQuiet ? { gated: judged, writes: [] } : await surfaceIn(ports.store, header, judged, now);
  const data = inDanger ? { ...judged, text: `${judged.text}\n\n${helpFor(context, profile)}` } : surfaced.gated;
  const wanted = inDanger ? [] : proposable(results);
  const isMorning = header.trigger === "brief" && header.variant === "morning";
  const asked = isMorning ? await notOfferedLately(ports.store, header.userId, header.runId, wanted) : wanted;
  const proposal = asked.length === 0 ? undefined : newProposal(header.userId, header.runId, asked, now);
  // One transaction replaces the changed proposal by the new one, so both never exist at the same time.
  const { changing } = context ?? {};
  const superseded =
    proposal && changing && header.trigger === "user_message"
      ? await endHeld(ports.store, header.userId, changing.proposalId, {
          ...{ runId: header.runId, now, change: context?.userText ?? "" },
        })
      : [];
  // A Fetch in shadow mode runs to its end, but the person gets no message. The wish to get it may have ended meanwhile.
  const shadow =
    header.trigger === "fetch_alert" &&
    (profile.fetch !== "live" || !(await isLiveFetch(ports.store, header.userId, header.nonce)));
  const { buttons: feelings = [], ...said } = candidateFor(header, data.text, results, profile);
  const candidates = shadow
    ? []
    : [
        {
          ...said,
          ...(inDanger ? ({ kind: "emergency" } as const) : {}),
          aboutBody: isAboutBody(said, results),
          ...(hasHeardOutside(context, results) ? {} : ({ origin: "agent" } as const)),
          ...(ports.taps && isUnasked(said.kind) && !inDanger
            ? { buttons: [...feelings, ...thumbButtons(header.runId)] }
            : {}),
        },
        ...(proposal ? [proposalCandidate(header, proposal)] : []),
      ];
  return commit(tick, {
    to: "GATED",
    data,
    patch: data.source === "template" && data.reason !== "calm" ? { rung: "L3" } : {},
    effects: [
      ...enqueueDelivery(header, profile, candidates, now),
      ...(proposal ? [proposalWrite(proposal)] : []),
      ...(superseded ?? []),
      ...surfaced.writes,
    ],
  });
}

/** Returns the line about where to find help, for the person's message and in its language. */
function helpFor({ userText = "" }: PromptContext, profile: Profile): string {
  const said = typed(userText);
  return helpLine(
    { kind: detectDanger(said)?.kind ?? "self" },
    {
      ...profile,
      language: languageOf(said) ?? careLanguage(profile.language),
    },
  );
}

/**
 * Returns the actions that the person may be asked about, each once. An action with words that a message may not hold
 * is left out.
 */
function proposable(results: readonly ToolResult[]): ProposedAction[] {
  const actions = results.flatMap((result) => result.proposed ?? []);
  return [...new Map(actions.filter(mayBeAsked).map((action) => [action.digest, action])).values()];
}
