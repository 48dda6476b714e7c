/** Adds to an answer what has waited for the next conversation. It is said once, and commits with the answer. */
import {
  type EpochMs,
  type GatedStep,
  keys,
  LivingState,
  type LocalDate,
  type RunHeader,
  type UserId,
  type Waiting,
} from "@waldo/contracts";
import { findScore } from "../health/ledger.ts";
import { sayNext } from "../living/waiting.ts";
import { isMuted, mutedTopics } from "../memory/claims/muted.ts";
import { loadProfile } from "../person/profile.ts";
import type { Store, Write } from "../ports.ts";
import { putOver } from "../store/cas.ts";
import { localDate } from "../time.ts";
import { isOn, livingRows } from "../tools/living-rows.ts";
import { loadTask } from "../tools/tasks.ts";

type Surfaced = { readonly gated: GatedStep; readonly writes: readonly Write[] };

/**
 * Returns the answer of a chat with what has waited, or as it is where nothing does. Plain code wrote those words. The write
 * fails where a turn of the loop came between, and the step of the run is then done again.
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

/** Leaves out what has ended since it was noticed, what the person does not want to hear of by now, and what is forgotten. */
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
