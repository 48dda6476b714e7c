// The work of each state from PENDING to the verdict of the gates. Each function does its work and then commits one
// transition. A prompt or a hook that fails leads to the template, never to an open gate.
import {
  CANARY_LEAK,
  type GatedStep,
  isError,
  keys,
  type OrientReply,
  type PromptContext,
  type StepRecord,
  WaldoError,
} from "@waldo/contracts";
import { gatherContext } from "../agent/gather.ts";
import { lookBefore, readBeat, readOrientation } from "../agent/heartbeat.ts";
import { fire, HookDenied } from "../agent/hooks.ts";
import { judge } from "../agent/judge.ts";
import { HOOKS } from "../agent/pipeline.ts";
import { lastWords, settle } from "../agent/repair.ts";
import { isCalm } from "../agent/route.ts";
import {
  evidenceIn,
  hasHeardOutside,
  hasWords,
  madeIn,
  readTranscript,
  resultsOf,
  type Transcript,
} from "../agent/transcript.ts";
import { askModel, mayAskAgain, stuck } from "../agent/turn.ts";
import { endHeld, isNeverMind } from "../approve/change.ts";
import { enqueueDelivery } from "../channels/outbox.ts";
import { refinedWrites } from "../living/refine.ts";
import { BREAKER_OPEN, DECLINED, NO_CONSENT } from "../models/ladder.ts";
import { loadProfile } from "../person/profile.ts";
import { buildPrompt } from "../prompt/build.ts";
import { detectDanger, isAnsweredByHand } from "../safety/crisis/danger.ts";
import { canaryOf } from "../safety/injection/canary.ts";
import { sanitise } from "../safety/sanitise.ts";
import type { Steps } from "./advance.ts";
import { answer, answerByTemplate, callsInstead, carryOut, comfort, incident, stayQuiet } from "./answer.ts";
import { commit, type OpenRun, type Tick } from "./journal.ts";
import { unsureOf } from "./urgent.ts";

const LEFT = "All right, I leave it. Nothing was done.";
const PLANNED_AGAIN = "All right. I plan it again with that, and ask you before anything is done.";

/**
 * If the message drops or changes a held proposal in a handoff, ends the proposal and answers from a template (PENDING
 * → GATED). Returns undefined for any other message, or when the proposal was answered or has expired.
 */
async function settleChange(tick: Tick, context: PromptContext): Promise<OpenRun | undefined> {
  const { ports, run } = tick;
  const { userId, runId, date, trigger } = run.header;
  const { changing, userText = "" } = context;
  if (changing === undefined || trigger !== "user_message") return undefined;
  const isLeft = isNeverMind(userText);
  if (!isLeft && changing.inHandoff !== true) return undefined;
  const now = ports.clock.now();
  const end = { runId, now, ...(isLeft ? {} : { change: userText }) };
  const ended = await endHeld(ports.store, userId, changing.proposalId, end);
  if (ended === undefined) return undefined;
  const text = isLeft ? LEFT : PLANNED_AGAIN;
  const said = { kind: "reply", text, threadId: `day-${date}`, origin: "agent" } as const;
  const profile = await loadProfile(ports.store, userId);
  return commit(tick, {
    to: "GATED",
    data: { text, source: "template", claims: [], reason: "change", results: [] } satisfies GatedStep,
    effects: [...enqueueDelivery(run.header, profile, [said], now), ...ended],
  });
}

/** Ends the run without a model's orientation. The orientation of plain code stays in force. */
function orientQuietly(tick: Tick, reason: string): Promise<OpenRun> {
  return commit(tick, { to: "GATED", data: silent(reason) });
}

const silent = (reason: string): GatedStep => ({ text: "", source: "model", claims: [], reason, results: [] });

/** Applies the model's answer. If the gates refuse its thought, the thought is left out and the rest is used. */
async function orientBy(tick: Tick, reply: OrientReply | undefined, transcript: Transcript): Promise<OpenRun> {
  const { ports, run } = tick;
  const { header } = run;
  if (reply === undefined) return orientQuietly(tick, "malformed");
  const thought = reply.thought && fit(reply.thought, evidenceIn(header, transcript));
  const outside = hasHeardOutside(transcript.context, resultsOf(transcript));
  const effects = await refinedWrites(ports, header, {
    reply: { ...reply, thought: thought ?? null },
    origin: outside ? "untrusted" : "agent",
  });
  return commit(tick, { to: "GATED", data: silent("oriented"), effects });
}

/** Returns the thought in a form that a message may hold, or undefined when no message may hold it. */
function fit(thought: NonNullable<OrientReply["thought"]>, evidence: Parameters<typeof judge>[1]) {
  const { text, verdict } = sanitise({ text: thought.text, origin: "agent" }, "user");
  return verdict !== "blocked" && judge(text, evidence).ok ? { ...thought, text } : undefined;
}

const NOTHING = { calls: [], results: [] } as const;

/**
 * PENDING → CONTEXT_BUILT. On a calm day, after a denied hook, or with a prompt that does not fit, a template answers at
 * once (→ GATED).
 */
async function buildContext(tick: Tick): Promise<OpenRun> {
  const { ports, run } = tick;
  const { header } = run;
  // Danger is checked first. An unreadable row must not leave a person in danger without an answer.
  const heard = hasWords(header.trigger) ? await ports.store.get(keys.heard(header.userId, header.runId)) : undefined;
  const words = heard?.body["text"];
  const danger = typeof words === "string" ? detectDanger(words) : undefined;
  if (typeof words === "string" && isAnsweredByHand(danger)) return comfort(tick, danger, words);
  const gently = danger && header.trigger === "user_message" ? ({ danger: "possible" } as const) : {};
  const { changing, ...others } = await gatherContext(ports, header, heard);
  // Words that may be about danger do not change a proposal. The proposal still waits.
  const gathered: PromptContext = { ...others, ...gently, ...(changing && !danger ? { changing } : {}) };
  const settled = await settleChange(tick, gathered);
  if (settled) return settled;
  // A language model reads the whole message. Plain code might overlook something grave, so in that case it asks the
  // person.
  const unsure = ports.model.plain ? await unsureOf(ports, header, gathered) : undefined;
  if (unsure) return answer(tick, unsure, [], gathered);
  try {
    await fire(HOOKS, "OnInvocationStart", { header }, ports);
    const { context } = await fire(HOOKS, "PrePromptBuild", { header, context: gathered }, ports);
    if (isCalm(context)) return await answerByTemplate(tick, { made: NOTHING, reason: "calm", context });
    const prompt = buildPrompt(context, ports.model.shape("primary"));
    await fire(HOOKS, "PostPromptBuild", { header, prompt }, ports);
    const { tokens, layers } = prompt;
    return await commit(tick, { to: "CONTEXT_BUILT", data: { context, tokens, layers } });
  } catch (error) {
    const reason =
      error instanceof HookDenied ? error.reason : isError(error, "PromptTooLarge") ? "prompt_too_large" : undefined;
    if (reason === undefined) throw error;
    await fire(HOOKS, "OnError", { header, name: reason }, ports);
    return answerByTemplate(tick, { made: NOTHING, reason, ...(gathered.danger ? { context: gathered } : {}) });
  }
}

/** CONTEXT_BUILT → LLM_CALLED. A reply without tool calls goes directly to the gates. */
async function callModel(tick: Tick, steps: readonly StepRecord[], repairs?: string): Promise<OpenRun> {
  const { ports, run } = tick;
  const { header } = run;
  const transcript = readTranscript(steps, repairs);
  if (!transcript.context)
    throw new WaldoError("IllegalTransition", `run ${header.runId} has no context to speak from`);
  const asked = lookBefore(header, transcript) ?? (await askModel(ports, header, transcript.context, transcript));
  const step = repairs === undefined ? asked : { ...asked, repairs };
  const leaked = step.outcome === "unavailable" && step.errors.includes(CANARY_LEAK);
  const next = await commit(tick, {
    to: "LLM_CALLED",
    data: step,
    effects: leaked ? [incident(header, CANARY_LEAK, ports.clock.now())] : [],
    patch: { iterations: header.iterations + 1, ...(step.outcome === "replied" ? { rung: step.rung } : {}) },
  });
  return { ...next, goesOn: step.outcome === "replied" && step.calls.length === 0 };
}

/**
 * LLM_CALLED → TOOLS_DONE. Runs the calls that the model asked for. When no model answered, it runs the calls that a
 * template needs (L3).
 */
async function callTools(tick: Tick, steps: readonly StepRecord[]): Promise<OpenRun> {
  const { ports, run } = tick;
  const transcript = readTranscript(steps);
  const last = transcript.turns.at(-1)?.model;
  if (last?.outcome === "replied") {
    const results = await carryOut(ports, run.header, last.calls, transcript);
    const next = await commit(tick, { to: "TOOLS_DONE", data: { results } });
    return { ...next, goesOn: run.goesOn ?? false };
  }
  const before = madeIn(transcript);
  const { made } = await callsInstead(tick, { made: before, context: transcript.context });
  return commit(tick, { to: "TOOLS_DONE", data: { results: made.results.slice(before.results.length) } });
}

/**
 * TOOLS_DONE → LLM_CALLED while the model asks for tools and has turns left, and once when the gates refuse its answer.
 * Otherwise the answer is committed (→ GATED).
 */
async function askAgainOrAnswer(tick: Tick, steps: readonly StepRecord[]): Promise<OpenRun> {
  const { ports, run } = tick;
  const { header } = run;
  const transcript = readTranscript(steps);
  const last = transcript.turns.at(-1)?.model;
  const results = resultsOf(transcript);
  const made = madeIn(transcript);
  const instead = (reason: string) =>
    header.trigger === "ambient"
      ? orientQuietly(tick, reason)
      : answerByTemplate(tick, { made, reason, context: transcript.context });
  if (last?.outcome === "unavailable" && last.errors.includes(CANARY_LEAK)) {
    // The session has ended, so its proposed actions are not shown to the person either.
    const bare = results.map(({ proposed: _, ...result }) => result);
    const context = transcript.context?.danger ? transcript.context : undefined;
    return answerByTemplate(tick, { made: { ...made, results: bare }, reason: CANARY_LEAK, context });
  }
  const words = lastWords(transcript);
  if (last === undefined || words === undefined)
    return instead(last?.outcome === "unavailable" ? whyUnavailable(last.errors) : "model_unavailable");
  if (last.outcome === "replied" && last.calls.length > 0)
    return mayAskAgain(header) && !stuck(transcript)
      ? callModel(tick, steps)
      : instead(stuck(transcript) ?? "out_of_turns");
  const mayAsk = last.outcome === "replied" && mayAskAgain(header);
  const beat = header.trigger === "heartbeat" ? readBeat(words) : undefined;
  if (header.trigger === "heartbeat" && beat === undefined)
    return instead((last.outcome === "replied" ? last.shape : undefined) ?? "malformed");
  if (beat !== undefined && beat.action !== "message") return stayQuiet(tick, beat);
  if (header.trigger === "ambient") return orientBy(tick, readOrientation(words), transcript);
  const settled = settle((beat?.message ?? words).trim(), evidenceIn(header, transcript), transcript, mayAsk);
  // One call of this function asks the model once, so that it ends in time. The next call finds the same answer and
  // asks again.
  if (settled.outcome === "repair" && run.goesOn) return { ...run, goesOn: false };
  if (settled.outcome !== "say" || settled.mended)
    ports.log(settled.outcome === "refuse" ? "warn" : "info", "reply.mended", {
      runId: header.runId,
      how: settled.outcome === "say" ? (settled.mended ?? "") : settled.outcome,
      reason: settled.outcome === "say" ? "" : settled.reason,
    });
  if (settled.outcome === "repair") return callModel(tick, steps, settled.line);
  if (settled.outcome === "refuse") return instead(settled.reason);
  const { text, verdict: fit } = sanitise({ text: settled.text, origin: "agent" }, "user", {
    canaries: [canaryOf(header)],
    judged: hasWords(header.trigger),
  });
  if (fit === "blocked") return instead("sanitiser");
  const { claims, mended } = settled;
  const judged: GatedStep = { text, source: "model", claims, results: [], ...(mended ? { mended } : {}) };
  return answer(tick, judged, results, transcript.context);
}

/**
 * Returns why no model answered. If a model declined or its answer was unreadable, this is a separate reason. If a hook
 * denied the call, it is the reason of the hook.
 */
function whyUnavailable(errors: readonly string[]): string {
  if (errors.includes(NO_CONSENT)) return NO_CONSENT;
  const [denied] = errors.filter((name) => name !== BREAKER_OPEN && !name.startsWith("Model"));
  if (denied !== undefined) return denied;
  if (errors.length > 0 && errors.every((name) => name === "ModelMalformed")) return "empty";
  return errors.length > 0 && errors.every((name) => name === "ModelMalformed" || name === DECLINED)
    ? "model_declined"
    : "model_unavailable";
}

/** The states that the agent step handles. It has a model and the tools, and no channel. */
export const AGENT_STEPS = {
  PENDING: buildContext,
  CONTEXT_BUILT: callModel,
  LLM_CALLED: callTools,
  TOOLS_DONE: askAgainOrAnswer,
} satisfies Steps;
