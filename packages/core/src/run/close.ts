// The last steps of a run: it sends what it decided to say, writes the diary entry and gives the lease back. Throws
// what `commit` throws.

import {
  DeliveredStep,
  type Episode,
  GatedStep,
  isBackground,
  keys,
  type MemoryUse,
  type RunHeader,
  type StepRecord,
} from "@waldo/contracts";
import { areasOf } from "../agent/areas.ts";
import { fire } from "../agent/hooks.ts";
import { HOOKS } from "../agent/pipeline.ts";
import { hasWords, heardIn, isOutside, madeIn, readTranscript, type Transcript } from "../agent/transcript.ts";
import { dueWrites, flushRun } from "../channels/outbox.ts";
import { drawsOn } from "../memory/claims/likeness.ts";
import { rewriteRecent } from "../memory/pages/memory-page.ts";
import { agrees } from "../person/consents.ts";
import type { Write } from "../ports.ts";
import { sanitise } from "../safety/sanitise.ts";
import { putNew } from "../store/cas.ts";
import type { Steps } from "./advance.ts";
import { commit, type OpenRun, type Tick, unspoken } from "./journal.ts";

/** GATED → DELIVERED. A row that could not be sent now stays in the outbox after the run; the next wake sends it. */
async function deliver(tick: Tick): Promise<OpenRun> {
  const { ports, run } = tick;
  const rows = await flushRun(ports, run.header.userId, run.header.runId);
  const data = { rows: rows.map(({ ordinal, channel, state }) => ({ ordinal, channel, state })) };
  return commit(tick, { to: "DELIVERED", data, effects: dueWrites(rows) });
}

/** The states that delivery works. It has the channels and no model. */
export const DELIVERY_STEPS = { GATED: deliver } satisfies Steps;

/** DELIVERED → DONE. Writes the diary entry and gives the lease back. */
async function close(tick: Tick, steps: readonly StepRecord[]): Promise<OpenRun> {
  const { ports, run } = tick;
  const { header } = run;
  const last = steps.find((step) => step.to === "GATED");
  const gated = last && GatedStep.parse(last.data);
  const transcript = readTranscript(steps);
  const said = gated?.text ?? "";
  const now = ports.clock.now();
  const episode: Episode = {
    runId: header.runId,
    at: now,
    trigger: header.trigger,
    summary: diaryOf(transcript.context?.userText, said),
    threadId: `day-${header.date}`,
    // A text made from other people's words must not count as the agent's own word when it is read again (R10).
    origin: heardIn(transcript).outside || fetchedOutside(gated) ? "untrusted" : "agent",
    areas: areasOf({
      trigger: header.trigger,
      said,
      results: [...madeIn(transcript).results, ...(gated?.results ?? [])],
    }),
  };
  // Words about danger stay in the thread. No diary, review or page repeats them.
  const isSaid = !wasTooLate(steps);
  const isPlain = isSaid && gated?.source !== "emergency" && transcript.context?.danger === undefined;
  // What a heartbeat says never becomes memory, and an ambient run says nothing.
  const kept = isPlain && !isBackground(header.trigger) && (await agrees(ports.store, header.userId, "memory"));
  await fire(HOOKS, "OnInvocationEnd", { header }, ports);
  const done = await commit(tick, {
    to: "DONE",
    data: {},
    effects: [
      ...(kept ? [putNew(keys.episode(header.userId, header.createdAt, header.runId), episode)] : []),
      ...(isSaid ? [] : await unspoken(ports.store, header)),
      ...useOf(header, transcript, gated?.source === "model" ? said : undefined, now, kept),
      // The run has read what the person said, and the thread keeps its own copy.
      ...(hasWords(header.trigger) ? [{ op: "delete", key: keys.heard(header.userId, header.runId) } as const] : []),
    ],
  });
  // The page is a view of the diary. When the process dies here, the next exchange writes the page.
  if (kept && header.trigger === "user_message") await rewriteRecent(ports, header.userId);
  return done;
}

/** True when not even the thread got the words, because their moment had passed. */
function wasTooLate(steps: readonly StepRecord[]): boolean {
  const sent = steps.find((step) => step.to === "DELIVERED");
  const rows = sent === undefined ? [] : DeliveredStep.parse(sent.data).rows;
  return rows.some(({ channel, state }) => channel === "in_app" && state === "suppressed");
}

/** True when a template of this run read texts from outside. A template quotes such texts. */
function fetchedOutside(gated: GatedStep | undefined): boolean {
  return (gated?.results ?? []).some(isOutside);
}

/** Returns the diary text of a session: what the person asked and what Waldo said. */
function diaryOf(asked: string | undefined, said: string): string {
  if (asked === undefined) return said;
  const words = sanitise({ text: asked, origin: "owner" }, "memory", { maxChars: 1000 }).text;
  return words === "" ? said : `They said: ${words}\nWaldo: ${said}`;
}

/**
 * Writes down which claims the prompt held and which of them the answer used. The citation rate is counted from one of
 * the rows, and the nights replay the other.
 */
function useOf(
  header: RunHeader,
  { context }: Transcript,
  said: string | undefined,
  at: number,
  kept: boolean,
): Write[] {
  const recalled = context?.recalled ?? [];
  if (recalled.length === 0 || said === undefined) return [];
  const use: MemoryUse = {
    at,
    loaded: recalled.map(({ patternId }) => patternId),
    cited: recalled.filter(({ claim }) => drawsOn(said, claim)).map(({ patternId }) => patternId),
  };
  const { userId, runId, createdAt, trigger } = header;
  const { loaded, cited } = use;
  // A night can ask the words of a message again only when they stay in the diary.
  const replayed = kept && trigger === "user_message";
  return [
    { op: "put", key: keys.memoryUse(userId, runId), body: use },
    ...(replayed
      ? [{ op: "put", key: keys.memoryReplay(userId, createdAt, runId), body: { loaded, cited } } as const]
      : []),
  ];
}

/** The steps of the Scribe, which has neither a model nor a channel. */
export const SCRIBE_STEPS = { DELIVERED: close } satisfies Steps;
