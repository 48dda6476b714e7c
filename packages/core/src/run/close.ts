// The last steps of a run: they send its messages, write the diary entry and give back the lease. They throw the errors
// of `commit`.

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

/** The state that delivery handles. It has the channels and no model. */
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
    // Text that was made from other people's words must not count as the agent's own words later (R10).
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
  // The text of a heartbeat never becomes memory, and an ambient run has no text.
  const kept = isPlain && !isBackground(header.trigger) && (await agrees(ports.store, header.userId, "memory"));
  await fire(HOOKS, "OnInvocationEnd", { header }, ports);
  const done = await commit(tick, {
    to: "DONE",
    data: {},
    effects: [
      ...(kept ? [putNew(keys.episode(header.userId, header.createdAt, header.runId), episode)] : []),
      ...(isSaid ? [] : await unspoken(ports.store, header)),
      ...useOf(header, transcript, gated?.source === "model" ? said : undefined, now, kept),
      // The run has read the person's words, and the thread has its own copy, so this row is deleted.
      ...(hasWords(header.trigger) ? [{ op: "delete", key: keys.heard(header.userId, header.runId) } as const] : []),
    ],
  });
  // The page is made from the diary. If the process dies here, the next exchange writes the page.
  if (kept && header.trigger === "user_message") await rewriteRecent(ports, header.userId);
  return done;
}

/** True when the text was too late and was not even put into the thread. */
function wasTooLate(steps: readonly StepRecord[]): boolean {
  const sent = steps.find((step) => step.to === "DELIVERED");
  const rows = sent === undefined ? [] : DeliveredStep.parse(sent.data).rows;
  return rows.some(({ channel, state }) => channel === "in_app" && state === "suppressed");
}

/** True when a template of this run read texts from outside. A template quotes such texts. */
function fetchedOutside(gated: GatedStep | undefined): boolean {
  return (gated?.results ?? []).some(isOutside);
}

/** Returns the diary text of a session: the person's message and Waldo's answer. */
function diaryOf(asked: string | undefined, said: string): string {
  if (asked === undefined) return said;
  const words = sanitise({ text: asked, origin: "owner" }, "memory", { maxChars: 1000 }).text;
  return words === "" ? said : `They said: ${words}\nWaldo: ${said}`;
}

/**
 * Records which claims the prompt held and which of them the answer used. One row is for the citation rate, and the
 * other for the replays of the nights.
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
  // A night can replay a message only if the diary keeps its words.
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
