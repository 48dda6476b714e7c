/** What the words of a run rest on, sentence by sentence. */
import {
  ANNOUNCERS,
  type Announcer,
  type Area,
  announcementId,
  type RunHeader,
  type RunId,
  type RunSources,
  type SaidSentence,
  type SourceOfClaim,
  TOOL_AREA,
  ToolName,
  type Trigger,
  type UserId,
} from "@waldo/contracts";
import { areasOf } from "../../agent/areas.ts";
import { sentencesOf } from "../../agent/claims/sentences.ts";
import { evidenceIn } from "../../agent/transcript.ts";
import { type Shown, shownOf } from "../../memory/threads/shown.ts";
import type { Store } from "../../ports.ts";
import { loadSteps } from "../../run/journal.ts";
import { restsOn } from "./facts.ts";
import { findHeader } from "./headers.ts";
import { isRefused, type Made, madeOf } from "./journal.ts";

type Said = Pick<RunSources & { kept: true }, "by" | "reason" | "model" | "sentences" | "withheld">;

/** Returns what a run said and what each sentence rests on. */
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

/** The gates judge sentence by sentence, so the claims stand in the order of the sentences. */
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

/** What the run looked at, each area once. A call that was refused looked at nothing. */
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

/** What a run was about: what it looked at and spoke of. Undefined where the run is not in the store. */
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

/** Stands for a run that is not in the store. Who speaks without a run has an id of its own kind. */
export function gone(runId: RunId): { kept: false; runId: RunId; announcer?: Announcer } {
  const announcer = ANNOUNCERS.find((by) => runId.startsWith(announcementId(by, "")));
  return { kept: false, runId, ...(announcer ? { announcer } : {}) };
}
