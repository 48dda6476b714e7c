/**
 * Commits the answer of a run. The words come from a model, from a template, or, in a crisis, from a text that people
 * wrote beforehand. Each answer commits together with its outbox rows; a template that has nothing to say fails the
 * run.
 */
import {
  type BeatReply,
  type GatedStep,
  isUnasked,
  keys,
  type ModelStep,
  type Profile,
  type PromptContext,
  type ProposedAction,
  type RunHeader,
  type ToolResult,
  thumbButtons,
} from "@waldo/contracts";
import { candidateFor, mayBeAsked, proposalCandidate } from "../agent/candidate.ts";
import { type CarryOut, callsOfTemplate, toldOf, writeFallback } from "../agent/fallback.ts";
import { judge } from "../agent/judge.ts";
import { withLeftOut } from "../agent/left-out.ts";
import { evidenceIn, hasHeardOutside } from "../agent/transcript.ts";
import { understoodIn, wantedIn } from "../agent/understood.ts";
import type { Made } from "../agent/writers/write-skill.ts";
import type { Told } from "../agent/writers/writer.ts";
import { endHeld } from "../approve/change.ts";
import { newProposal, proposalWrite } from "../approve/proposal.ts";
import { enqueueDelivery, outboxOf } from "../channels/outbox.ts";
import type { Candidate } from "../channels/persona.ts";
import { isCareDay } from "../person/care.ts";
import { loadProfile } from "../person/profile.ts";
import type { Write } from "../ports.ts";
import { typed } from "../prompt/layers.ts";
import { bodyClaims } from "../safety/body/body-claims.ts";
import { helpLine } from "../safety/crisis/answers/answer.ts";
import { type Danger, detectDanger, isDanger } from "../safety/crisis/danger.ts";
import { languageOf } from "../safety/crisis/language.ts";
import { putNew } from "../store/cas.ts";
import { MINUTE_MS } from "../time.ts";
import { carryOut } from "./carry-out.ts";
import { commit, type OpenRun, type Tick } from "./journal.ts";
import { surfaceIn } from "./surface.ts";
import { unsureOf } from "./unsure.ts";
import { urgentAnswer } from "./urgent.ts";

/**
 * Answers a person in danger with words that people wrote beforehand. No model, budget, quiet hours or gate takes part.
 * Where the message itself brought the answer (receive.ts), the run only notes it.
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
      // A question of medicine is no incident.
      ...(isDanger(danger) ? [incident(header, "emergency", now)] : []),
    ],
  });
}

/** The log row of an incident. It keeps only the kind, the run and the time. */
export function incident(header: RunHeader, kind: string, at: number): Write {
  return putNew(keys.incident(header.userId, at, header.runId), { kind, runId: header.runId, at });
}

type Instead = {
  /** What the run has done until then. */
  readonly made: Made;
  readonly reason: string;
  readonly context?: PromptContext | undefined;
};

/**
 * Makes the calls that a template needs (L3), and returns all calls and results of the run. The context names the recipes
 * of the moment and holds what the person asked; a run that a hook denied has no context.
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

/** Stands for the turn of a model that did not speak, in which a template makes its calls. */
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
  // A template says all that it can; what a Brief must hold is asked of models.
  const { brief: _, ...base } = evidenceIn(run.header, { context, turns: [] });
  const evidence = { ...base, ...made };
  const verdict = text === undefined ? undefined : judge(text, evidence);
  if (text === undefined || !verdict?.ok) {
    const failure = { name: "NothingToSay", message: verdict?.ok === false ? verdict.reason : reason };
    const data = { rung: "L4", reason, results: fetched };
    return commit(tick, { to: "FAILED", data, patch: { rung: "L4", failure } });
  }
  const gated: GatedStep = { text, source: "template", claims: verdict.claims, reason, results: fetched };
  return answer(tick, gated, made.results, context);
}

/** Ends a heartbeat that has nothing to say. What the model wants for later is noted with it. */
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

/** What Waldo says unasked comes from how the body is; an answer, if it read that or says something of it. */
function isAboutBody({ kind, text }: Candidate, results: readonly ToolResult[]): boolean {
  // A heartbeat reads no score, so what it says is judged by its words alone.
  if ((isUnasked(kind) && kind !== "nudge") || results.some(({ name }) => BODY_TOOLS.includes(name))) return true;
  // A number alone may be of anything.
  return bodyClaims(text).some((claim) => claim.kind !== "number");
}

/**
 * Commits the answer together with its outbox rows (R2). A reply to words that may be about danger ends with a line that
 * says where help is, whatever wrote the reply. It is of the kind `emergency`, which no later prompt reads.
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
  const asked = inDanger ? [] : proposable(results);
  const proposal = asked.length === 0 ? undefined : newProposal(header.userId, header.runId, asked, now);
  // The new card takes the place of the one that was changed, in one transaction. There are never both.
  const { changing } = context ?? {};
  const superseded =
    proposal && changing && header.trigger === "user_message"
      ? await endHeld(ports.store, header.userId, changing.proposalId, {
          ...{ runId: header.runId, now, change: context?.userText ?? "" },
        })
      : [];
  // A Fetch in shadow mode runs to its end, but no message goes to the person.
  const shadow = header.trigger === "fetch_alert" && profile.fetch !== "live";
  const said = candidateFor(header, data.text, results, profile);
  const candidates = shadow
    ? []
    : [
        {
          ...said,
          ...(inDanger ? ({ kind: "emergency" } as const) : {}),
          aboutBody: isAboutBody(said, results),
          ...(hasHeardOutside(context, results) ? {} : ({ origin: "agent" } as const)),
          ...(ports.taps && isUnasked(said.kind) && !inDanger ? { buttons: thumbButtons(header.runId) } : {}),
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
      ...(header.trigger === "heartbeat"
        ? [{ op: "put", key: keys.last(header.userId, "nudge"), body: { at: now } } as const]
        : []),
    ],
  });
}

/** Returns the line that says where help is, for what the person wrote and in their language. */
function helpFor({ userText = "" }: PromptContext, profile: Profile): string {
  const said = typed(userText);
  return helpLine({ kind: detectDanger(said)?.kind ?? "self" }, { ...profile, language: languageOf(said) ?? "en" });
}

/**
 * The actions that the person may be asked about. Each action appears once. An action whose words may not stand in a
 * message is left out.
 */
function proposable(results: readonly ToolResult[]): ProposedAction[] {
  const actions = results.flatMap((result) => result.proposed ?? []);
  return [...new Map(actions.filter(mayBeAsked).map((action) => [action.digest, action])).values()];
}
