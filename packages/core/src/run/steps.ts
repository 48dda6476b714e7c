/** What each state does before it is left. Each function does its work, then commits exactly one transition. */
import {
  type Episode,
  isError,
  keys,
  type MemoryUse,
  Profile,
  type ProposedAction,
  type RunHeader,
  type StepRecord,
  type ToolResult,
  WaldoError,
} from "@waldo/contracts";
import { candidateFor, mayBeAsked, proposalCandidate } from "../agent/candidate.ts";
import { fallbackCalls, writeFallback } from "../agent/fallback.ts";
import { gatherContext, hasWords } from "../agent/gather.ts";
import { fire, HookDenied } from "../agent/hooks.ts";
import { judge } from "../agent/judge.ts";
import { canaryOf, HOOKS } from "../agent/pipeline.ts";
import { isCalm } from "../agent/prefilter.ts";
import { asData, readTranscript, resultsOf, type Transcript } from "../agent/transcript.ts";
import { askModel, heardIn, mayAskAgain, runCalls, stuck } from "../agent/turn.ts";
import { dueWrites, enqueueDelivery, flushRun } from "../channels/outbox.ts";
import { drawsOn } from "../memory/likeness.ts";
import type { Ports, Write } from "../ports.ts";
import { buildPrompt } from "../prompt/build.ts";
import type { PromptContext } from "../prompt/layers.ts";
import { detectEmergency, type Emergency } from "../safety/emergency.ts";
import { emergencyAnswer } from "../safety/emergency-answer.ts";
import { sanitise } from "../safety/sanitise.ts";
import { newProposal, proposalWrite } from "../tools/approval.ts";
import { commit, type OpenRun } from "./journal.ts";

/** PENDING → CONTEXT_BUILT, or → GATED for a calm day or a prompt that does not fit: both are answered by template. */
export async function buildContext(ports: Ports, run: OpenRun, startedAt: number): Promise<OpenRun> {
  const { header } = run;
  const gathered = await gatherContext(ports, header);
  const crisis = hasWords(header.trigger) && gathered.userText ? detectEmergency(gathered.userText) : undefined;
  if (crisis) return comfort(ports, run, crisis, gathered.zone, startedAt);
  try {
    await fire(
      HOOKS,
      "OnInvocationStart",
      { header, ...(gathered.userText ? { userText: gathered.userText } : {}) },
      ports,
    );
    if (isCalm(gathered)) return await template(ports, run, [], "calm", startedAt, gathered);
    const { context } = await fire(HOOKS, "PrePromptBuild", { header, context: gathered }, ports);
    const prompt = buildPrompt(context, ports.model.shape("primary"));
    await fire(HOOKS, "PostPromptBuild", { header, prompt }, ports);
    const { tokens, layers } = prompt;
    return await commit(ports, run, { to: "CONTEXT_BUILT", data: asData({ context, tokens, layers }), startedAt });
  } catch (error) {
    const reason =
      error instanceof HookDenied ? error.reason : isError(error, "PromptTooLarge") ? "prompt_too_large" : undefined;
    if (reason === undefined) throw error;
    ports.log("error", "run.denied", {
      runId: header.runId,
      reason,
      message: error instanceof Error ? error.message : "",
    });
    await fire(HOOKS, "OnError", { header, name: reason }, ports);
    return template(ports, run, [], reason, startedAt);
  }
}

/** A person in crisis is answered by people's words, written beforehand: no model, no budget, no quiet hours, no gates. */
async function comfort(
  ports: Ports,
  run: OpenRun,
  crisis: Emergency,
  zone: string,
  startedAt: number,
): Promise<OpenRun> {
  const { header } = run;
  const { text, card } = emergencyAnswer(crisis, { zone });
  const now = ports.clock.now();
  const candidate = { kind: "emergency", text, threadId: `day-${header.date}`, card } as const;
  return commit(ports, run, {
    to: "GATED",
    data: asData({ text, source: "emergency", claims: [], results: [] }),
    effects: [
      ...enqueueDelivery(header, await profileOf(ports, header), [candidate], now),
      incident(header, "emergency", now),
    ],
    startedAt,
  });
}

const CANARY_LEAK = "canary_leak";

/** What the log keeps of it: that it happened, and in which run. */
function incident(header: RunHeader, kind: string, at: number): Write {
  const key = keys.incident(header.userId, at, header.runId);
  return { op: "put", key, body: { kind, runId: header.runId, at }, when: [{ is: "absent" }] };
}

async function profileOf(ports: Ports, { userId }: RunHeader): Promise<Profile> {
  const row = await ports.store.get(keys.profile(userId));
  if (!row) throw new WaldoError("InvalidInput", "this person has no profile: link an account first");
  return Profile.parse(row.body);
}

/** CONTEXT_BUILT → LLM_CALLED. */
export async function callModel(
  ports: Ports,
  run: OpenRun,
  steps: readonly StepRecord[],
  startedAt: number,
): Promise<OpenRun> {
  const transcript = readTranscript(steps);
  if (!transcript.context)
    throw new WaldoError("IllegalTransition", `run ${run.header.runId} has no context to speak from`);
  const { header } = run;
  const step = await askModel(ports, header, transcript.context, transcript);
  const leaked = step.outcome === "unavailable" && step.errors.includes(CANARY_LEAK);
  const now = ports.clock.now();
  return commit(ports, run, {
    to: "LLM_CALLED",
    data: asData(step),
    effects: leaked ? [incident(header, CANARY_LEAK, now)] : [],
    patch: { iterations: run.header.iterations + 1, ...(step.outcome === "replied" ? { rung: step.rung } : {}) },
    startedAt,
  });
}

/** LLM_CALLED → TOOLS_DONE: the batch the model asked for, or, with no model to be had, what a template needs (L3). */
export async function callTools(
  ports: Ports,
  run: OpenRun,
  steps: readonly StepRecord[],
  startedAt: number,
): Promise<OpenRun> {
  const transcript = readTranscript(steps);
  const last = transcript.turns.at(-1)?.model;
  const calls = last?.outcome === "replied" ? last.calls : fallbackCalls(run.header, transcript.context);
  const results = await runCalls(ports, run.header, calls, transcript);
  return commit(ports, run, { to: "TOOLS_DONE", data: asData({ results }), startedAt });
}

/** TOOLS_DONE → LLM_CALLED while the model has results to read and budget to read them; else the gates → GATED. */
export async function settle(
  ports: Ports,
  run: OpenRun,
  steps: readonly StepRecord[],
  startedAt: number,
): Promise<OpenRun> {
  const transcript = readTranscript(steps);
  const last = transcript.turns.at(-1)?.model;
  const results = resultsOf(transcript);
  const instead = (reason: string) => template(ports, run, results, reason, startedAt, transcript.context);
  if (last?.outcome === "unavailable" && last.errors.includes(CANARY_LEAK)) {
    // The session is over: what it wanted is not asked of the person either.
    const bare = results.map(({ proposed: _, ...result }) => result);
    return template(ports, run, bare, CANARY_LEAK, startedAt);
  }
  if (last?.outcome !== "replied") return instead("model_unavailable");
  if (last.calls.length > 0)
    return mayAskAgain(run.header) && !stuck(transcript)
      ? callModel(ports, run, steps, startedAt)
      : instead(stuck(transcript) ?? "out_of_turns");
  // Half a sentence is no answer, however true its first half.
  if (last.stop === "max_tokens") return instead("cut_off");
  const verdict = judge(last.text, results, heardIn(transcript).owner);
  if (!verdict.ok) return instead(verdict.reason);
  const { text, verdict: fit } = sanitise({ text: last.text.trim(), origin: "agent" }, "user", {
    canaries: [canaryOf(run.header)],
  });
  if (fit === "blocked") return instead("sanitiser");
  return gate(ports, run, { text, source: "model", claims: verdict.claims }, results, [], startedAt);
}

/** A template's own calls are code's, not a model's: nothing has been said to it. */
const NOTHING_HEARD = { context: undefined, turns: [] } as const;

/**
 * L3: the template writer over real tool results; fetches what it lacks. Nothing to say even then is L4, silence. The
 * context names the recipes of the moment; a run that was denied has none to go by.
 */
async function template(
  ports: Ports,
  run: OpenRun,
  known: readonly ToolResult[],
  reason: string,
  startedAt: number,
  context?: PromptContext,
): Promise<OpenRun> {
  const missing = fallbackCalls(run.header, context).filter(
    (call) => !known.some((result) => result.name === call.name),
  );
  const fetched = await runCalls(ports, run.header, missing, NOTHING_HEARD);
  const results = [...known, ...fetched];
  const text = writeFallback(run.header, results, reason, context);
  const owner = context?.userText === undefined ? [] : [context.userText];
  const verdict = text === undefined ? undefined : judge(text, results, owner);
  if (text === undefined || !verdict?.ok) {
    const failure = { name: "NothingToSay", message: verdict?.ok === false ? verdict.reason : reason };
    return commit(ports, run, {
      to: "FAILED",
      data: asData({ rung: "L4", reason, results: fetched }),
      patch: { rung: "L4", failure },
      startedAt,
    });
  }
  return gate(ports, run, { text, source: "template", claims: verdict.claims, reason }, results, fetched, startedAt);
}

type Answer = {
  readonly text: string;
  readonly source: "model" | "template";
  readonly claims: readonly object[];
  readonly reason?: string;
};

/** Commits the answer together with the outbox rows it becomes (R2). */
async function gate(
  ports: Ports,
  run: OpenRun,
  answer: Answer,
  results: readonly ToolResult[],
  fetched: readonly ToolResult[],
  startedAt: number,
): Promise<OpenRun> {
  const { header } = run;
  const profile = await profileOf(ports, header);
  const now = ports.clock.now();
  const asked = proposable(results);
  const proposal = asked.length === 0 ? undefined : newProposal(header.userId, header.runId, asked.slice(0, 10), now);
  // A Fetch in shadow runs to its end and tells nobody.
  const shadow = header.trigger === "fetch_alert" && profile.fetch !== "live";
  const candidates = shadow
    ? []
    : [candidateFor(header, answer.text, results), ...(proposal ? [proposalCandidate(header, proposal)] : [])];
  const effects = [
    ...enqueueDelivery(header, profile, candidates, now),
    ...(proposal ? [proposalWrite(proposal)] : []),
  ];
  return commit(ports, run, {
    to: "GATED",
    data: asData({ ...answer, results: fetched }),
    patch: answer.source === "template" && answer.reason !== "calm" ? { rung: "L3" } : {},
    effects,
    startedAt,
  });
}

/** What the person may be asked about: each action once, and none whose words a message could not say either. */
function proposable(results: readonly ToolResult[]): ProposedAction[] {
  const actions = results.flatMap((result) => result.proposed ?? []);
  return [...new Map(actions.filter(mayBeAsked).map((action) => [action.digest, action])).values()];
}

/** GATED → DELIVERED. A row that could not go out now outlives the run; the next wake flushes it. */
export async function deliver(ports: Ports, run: OpenRun, startedAt: number): Promise<OpenRun> {
  const rows = await flushRun(ports, run.header.userId, run.header.runId);
  const data = { rows: rows.map(({ ordinal, channel, state }) => ({ ordinal, channel, state })) };
  return commit(ports, run, { to: "DELIVERED", data, effects: dueWrites(rows), startedAt });
}

/** DELIVERED → DONE: the diary entry, and the lease goes back. */
export async function close(
  ports: Ports,
  run: OpenRun,
  steps: readonly StepRecord[],
  startedAt: number,
): Promise<OpenRun> {
  const { header } = run;
  const gated = steps.find((step) => step.to === "GATED");
  const transcript = readTranscript(steps);
  const answer = typeof gated?.data.text === "string" ? gated.data.text : "";
  const now = ports.clock.now();
  const episode: Episode = {
    runId: header.runId,
    at: now,
    trigger: header.trigger,
    summary: diaryOf(transcript.context?.userText, answer),
    // What was made of other people's text is not the agent's own word when it is read again (R10).
    origin: heardIn(transcript).outside || fetchedOutside(gated) ? "untrusted" : "agent",
  };
  await fire(HOOKS, "OnInvocationEnd", { header }, ports);
  return commit(ports, run, {
    to: "DONE",
    data: {},
    effects: [
      {
        op: "put",
        key: keys.episode(header.userId, header.createdAt, header.runId),
        body: episode,
        when: [{ is: "absent" }],
      },
      ...useOf(header, transcript, gated?.data["source"] === "model" ? answer : undefined, now),
      // What the person said has been read; the thread keeps its own copy.
      ...(hasWords(header.trigger) ? [{ op: "delete", key: keys.heard(header.userId, header.runId) } as const] : []),
    ],
    startedAt,
  });
}

/** Whether a template of this run read texts from outside by itself: it quotes them. */
function fetchedOutside(gated: StepRecord | undefined): boolean {
  const results = (gated?.data["results"] ?? []) as readonly Partial<ToolResult & { ok: true }>[];
  return results.some(({ origin }) => origin === "untrusted");
}

/** What a session comes to in the diary: what was asked, and what was said. */
function diaryOf(asked: string | undefined, answer: string): string {
  if (asked === undefined) return answer;
  const words = sanitise({ text: asked, origin: "owner" }, "memory", { maxChars: 1000 }).text;
  return words === "" ? answer : `They said: ${words}\nWaldo: ${answer}`;
}

/** Which claims the prompt held, and which of them the answer drew on: what the citation rate is counted from. */
function useOf(header: RunHeader, { context }: Transcript, answer: string | undefined, at: number): Write[] {
  const recalled = context?.recalled ?? [];
  if (recalled.length === 0 || answer === undefined) return [];
  const use: MemoryUse = {
    at,
    loaded: recalled.map(({ patternId }) => patternId),
    cited: recalled.filter(({ claim }) => drawsOn(answer, claim)).map(({ patternId }) => patternId),
  };
  return [{ op: "put", key: keys.memoryUse(header.userId, header.runId), body: use }];
}
