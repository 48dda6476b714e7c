// What a person may see of their runs: the list of runs, the text of a run with the source of each sentence, and what a
// run is doing now. A run leaves the store a week after its end (memory/retention/due.ts).
import {
  ANNOUNCERS,
  type Announcer,
  type Area,
  announcementId,
  ContextStep,
  GatedStep,
  type Gets,
  keys,
  type LocalDate,
  ModelStep,
  PatternId,
  Pillar,
  type PromptContext,
  RunHeader,
  type RunId,
  type RunLine,
  type RunSources,
  type SaidSentence,
  SignName,
  type SourceOfClaim,
  type StepRecord,
  TOOL_AREA,
  type ToolCall,
  ToolName,
  ToolResult,
  ToolsStep,
  type TracedClaim,
  type Trigger,
  type UserId,
} from "@waldo/contracts";
import * as z from "zod";
import { areasOf } from "../../agent/areas.ts";
import { isObject, titleOf } from "../../agent/claims/evidence.ts";
import { sentencesOf } from "../../agent/claims/sentences.ts";
import { evidenceIn } from "../../agent/transcript.ts";
import { type Shown, shownOf } from "../../memory/threads/deleted.ts";
import { AS_IF_ON_AWS, billOf, total } from "../../meter/bill.ts";
import type { Json, Store } from "../../ports.ts";
import { loadSteps } from "../../run/journal.ts";
import { queryAll } from "../../store/query-all.ts";

/** Returns all runs, the newest first. A run with an unreadable header is left out. */
export async function allRuns(store: Store, userId: UserId): Promise<RunHeader[]> {
  const headers: RunHeader[] = [];
  for await (const { body } of queryAll(store, keys.run.all(userId))) {
    const header = RunHeader.safeParse(body).data;
    if (header) headers.push(header);
  }
  return headers.sort(newestFirst);
}

type Placed = Pick<RunHeader, "createdAt" | "runId">;

/** Orders runs by time and, at the same instant, by id. So a page ends exactly where the next one begins. */
function newestFirst(a: Placed, b: Placed): number {
  return b.createdAt - a.createdAt || (a.runId < b.runId ? -1 : a.runId > b.runId ? 1 : 0);
}

export async function findHeader(store: Store, userId: UserId, runId: RunId): Promise<RunHeader | undefined> {
  return RunHeader.safeParse((await store.get(keys.run(userId, runId)))?.body).data;
}

export function lineOf({ userId: _, nonce: __, fence: ___, spent, ...line }: RunHeader): RunLine {
  return { ...line, ...(spent ? { dollars: total(billOf(spent, AS_IF_ON_AWS)) } : {}) };
}

type Wanted = {
  readonly trigger?: Trigger | undefined;
  readonly date?: LocalDate | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
};

/** Returns one page of the runs. Returns undefined when the cursor does not belong to this list. */
export async function runsPage(store: Store, userId: UserId, wanted: Wanted): Promise<Gets<"insideRuns"> | undefined> {
  const { trigger, date, limit, cursor } = wanted;
  const after = cursor === undefined ? undefined : placeOf(cursor);
  if (cursor !== undefined && after === undefined) return undefined;
  const left = (await allRuns(store, userId)).filter(
    (header) =>
      (trigger === undefined || header.trigger === trigger) &&
      (date === undefined || header.date === date) &&
      (after === undefined || newestFirst(after, header) < 0),
  );
  const last = left.length > limit ? left[limit - 1] : undefined;
  return {
    items: left.slice(0, limit).map(lineOf),
    ...(last === undefined ? {} : { next: `${last.createdAt}.${last.runId}` }),
  };
}

function placeOf(cursor: string): Placed | undefined {
  const [, at = "", runId = ""] = /^(\d{1,16})\.(run-[a-z0-9-]+)$/.exec(cursor) ?? [];
  return runId === "" ? undefined : { createdAt: Number(at), runId };
}

/** The step record of a failed run. It holds the results of the last calls. */
const FailedStep = z.looseObject({ results: z.array(ToolResult) });

/** Everything that the step records of a run hold, for display. An unreadable record is left out and causes no error. */
export type Made = {
  readonly context: PromptContext | undefined;
  readonly model: (ModelStep & { readonly outcome: "replied" }) | undefined;
  readonly gated: GatedStep | undefined;
  readonly calls: ReadonlyMap<string, ToolCall>;
  readonly results: ReadonlyMap<string, ToolResult>;
};

/** Collects from all steps the context, the last reply, the verdict, and every call with its result. */
export function madeOf(steps: readonly StepRecord[]): Made {
  const calls = new Map<string, ToolCall>();
  const results = new Map<string, ToolResult>();
  let [context, model, gated]: [Made["context"], Made["model"], Made["gated"]] = [undefined, undefined, undefined];
  for (const step of steps) {
    if (step.to === "CONTEXT_BUILT") context = ContextStep.safeParse(step.data).data?.context;
    if (step.to === "GATED") gated = GatedStep.safeParse(step.data).data;
    const reply = step.to === "LLM_CALLED" ? ModelStep.safeParse(step.data).data : undefined;
    if (reply?.outcome === "replied") {
      model = reply;
      for (const call of reply.calls) calls.set(call.id, call);
    }
    for (const result of resultsIn(step)) results.set(result.callId, result);
  }
  return { context, model, gated, calls, results };
}

/** Returns the results that a step committed. */
export function resultsIn({ to, data }: StepRecord): readonly ToolResult[] {
  if (to === "TOOLS_DONE") return ToolsStep.safeParse(data).data?.results ?? [];
  if (to === "GATED") return GatedStep.safeParse(data).data?.results ?? [];
  return to === "FAILED" ? (FailedStep.safeParse(data).data?.results ?? []) : [];
}

/** True for a call that the gates denied. */
export function isRefused(result: ToolResult): boolean {
  return !result.ok && (result.error === "denied" || result.error === "needs_approval");
}

type Rest = Omit<SourceOfClaim, "claim" | "kind" | "words" | "callId" | "path">;
type Fact = NonNullable<SourceOfClaim["fact"]>;

/** The most characters of a title. A claim of memory may be long. */
const TITLE_CHARS = 160;

type Known = {
  readonly results: ReadonlyMap<string, ToolResult>;
  readonly context: PromptContext | undefined;
  /** The lines that the prompt held about the person, as the gates read them. */
  readonly lines: readonly string[];
};

/**
 * Describes in a few words the source of a claim: a fact of the body, an entry of a list, a claim of memory, or words.
 */
function restsOn({ kind, callId, path }: TracedClaim, { results, context, lines }: Known): Rest {
  if (callId === "owner") return { area: "words" };
  const result = results.get(callId);
  if (!result) return remembered(lines[Number(path)], context);
  const tool = ToolName.safeParse(result.name).data;
  const area = tool === undefined ? "web" : TOOL_AREA[tool];
  const base = { tool: result.name, area };
  if (kind.startsWith("deed_")) return { ...base, fact: "deed" };
  if (kind.startsWith("empty_")) return { ...base, fact: "nothing" };
  if (!result.ok) return { ...base, fact: area === "body" ? "noScore" : "nothing" };
  const outside = result.origin === "untrusted" ? ({ fromOutside: true } as const) : {};
  if (area === "body") return { ...base, ...ofBody(path, result.value) };
  return { ...base, ...outside, ...itemAt(path, result.value) };
}

/** Returns a line of the prompt. If a claim of memory with these words was recalled, it returns that claim. */
function remembered(line: string | undefined, context: PromptContext | undefined): Rest {
  if (line === undefined) return { area: "known" };
  const claim = context?.recalled.find((one) => line.includes(one.claim));
  return claim
    ? { area: "memory", fact: "item", title: clipped(claim.claim), patternId: claim.patternId }
    : { area: "known", title: clipped(line) };
}

/** The paths of a score and of a day's findings, and the fact that each path stands for. */
const OF_PATH: Readonly<Record<string, Fact>> = {
  bodyZone: "zone",
  drag: "drag",
  missing: "missing",
  status: "provisional",
  reason: "noScore",
  yesterday: "zoneYesterday",
  daysInZone: "zoneDays",
  sinceMorning: "sinceMorning",
  trend: "trend",
  usualArrival: "arrival",
};

function ofBody(path: string, value: Json): Partial<Rest> {
  const [first = "", second = ""] = path.split(".");
  const fact = OF_PATH[first];
  if (fact !== undefined) return { fact };
  if (first === "night") return { fact: "night" };
  if (first === "bodyStrain") return { fact: "strain" };
  const pillar = first === "pillars" ? Pillar.safeParse(second).data : undefined;
  if (pillar !== undefined) return { fact: "pillar", pillar };
  const found = at(`${first}.${second}`, value);
  const sign =
    first === "signs" && found !== undefined && isObject(found) ? SignName.safeParse(found["sign"]).data : undefined;
  return sign === undefined ? {} : { fact: "sign", sign };
}

/**
 * Returns the entry at a path of a result, or the entry that contains the detail at that path. A claim of memory comes
 * with its id.
 */
function itemAt(path: string, value: Json): Partial<Rest> {
  const parts = path === "" ? [] : path.split(".");
  for (let end = parts.length; end > 0; end--) {
    const found = at(parts.slice(0, end).join("."), value);
    const title = found === undefined || !isObject(found) ? undefined : titleOf(found);
    if (found === undefined || title === undefined) continue;
    const patternId = isObject(found) ? PatternId.safeParse(found["id"]).data : undefined;
    return { fact: "item", title: clipped(title), ...(patternId === undefined ? {} : { patternId }) };
  }
  const whole = at(path, value);
  return typeof whole === "string" ? { fact: "item", title: clipped(whole) } : {};
}

function at(path: string, value: Json): Json | undefined {
  let found: Json | undefined = value;
  for (const part of path.split(".")) {
    if (Array.isArray(found)) found = found[Number(part)];
    else if (found !== undefined && isObject(found)) found = found[part];
    else return undefined;
  }
  return found;
}

function clipped(text: string): string {
  return text.length > TITLE_CHARS ? `${text.slice(0, TITLE_CHARS - 1)}…` : text;
}

type Said = Pick<RunSources & { kept: true }, "by" | "reason" | "model" | "sentences" | "withheld">;

/** Returns the text of a run, with the source of each sentence. */
export function saidBy(header: RunHeader, made: Made, shown: Shown): Said {
  const { gated, model } = made;
  return {
    ...(gated ? { by: gated.source } : {}),
    ...(gated?.reason === undefined ? {} : { reason: gated.reason }),
    ...(gated?.source === "model" && model ? { model: model.model } : {}),
    sentences: shown.own ? sentencesIn(header, made) : [],
    ...(shown.own ? {} : { withheld: true as const }),
  };
}

/**
 * Returns the sentences of a run, each with its sources. The gates judge one sentence after the other, so the claims
 * are in the order of the sentences.
 */
function sentencesIn(header: RunHeader, { gated, context, results }: Made): SaidSentence[] {
  if (!gated) return [];
  const said: { text: string; sources: SourceOfClaim[] }[] = sentencesOf(gated.text).map(({ text }) => ({
    text,
    sources: [],
  }));
  const lines = (evidenceIn(header, { context, turns: [] }).known ?? []).flatMap((text) => text.split("\n"));
  let place = 0;
  for (const [i, claim] of gated.claims.entries()) {
    const found = said.findIndex(({ text }, at) => at >= place && text.includes(claim.words));
    if (found >= 0) place = found;
    said[place]?.sources.push({ claim: i + 1, ...claim, ...restsOn(claim, { results, context, lines }) });
  }
  return said;
}

/** Returns the areas that the run looked at, each once. A refused call looked at nothing. */
function lookedAt({ results }: Made): (RunSources & { kept: true })["looked"] {
  const found = new Map<(typeof TOOL_AREA)[ToolName], boolean>();
  for (const result of results.values()) {
    const { name, ok } = result;
    const tool = ToolName.safeParse(name).data;
    if (tool !== undefined && !isRefused(result)) found.set(TOOL_AREA[tool], ok || found.get(TOOL_AREA[tool]) === true);
  }
  return [...found].map(([area, ok]) => ({ area, found: ok }));
}

export async function sourcesOf(store: Store, userId: UserId, runId: RunId): Promise<RunSources> {
  const header = await findHeader(store, userId, runId);
  if (!header) return gone(runId);
  const [steps, shown] = await Promise.all([loadSteps(store, userId, runId), shownOf(store, header)]);
  const made = madeOf(steps);
  return { kept: true, runId, ...saidBy(header, made, shown), looked: lookedAt(made) };
}

/** Returns the areas that a run looked at and spoke of. Returns undefined when the run is not in the store. */
export async function aboutOf(
  store: Store,
  userId: UserId,
  runId: RunId,
): Promise<{ readonly trigger: Trigger; readonly areas: readonly Area[] } | undefined> {
  const header = await findHeader(store, userId, runId);
  if (!header) return undefined;
  const { gated, results } = madeOf(await loadSteps(store, userId, runId));
  const { trigger } = header;
  return { trigger, areas: areasOf({ trigger, said: gated?.text ?? "", results: [...results.values()] }) };
}

/** The answer for a run that is not in the store. A message that comes from no run has an id of another kind. */
export function gone(runId: RunId): { kept: false; runId: RunId; announcer?: Announcer } {
  const announcer = ANNOUNCERS.find((by) => runId.startsWith(announcementId(by, "")));
  return { kept: false, runId, ...(announcer ? { announcer } : {}) };
}
