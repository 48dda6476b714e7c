/** Adds to an answer what has waited for the next conversation. It is said once, and commits with the answer. */
import { type EpochMs, type GatedStep, keys, LivingState, type RunHeader } from "@waldo/contracts";
import { sayNext } from "../living/waiting.ts";
import type { Store, Write } from "../ports.ts";
import { loadProfile } from "../profile.ts";
import { putOver } from "../store/cas.ts";

type Surfaced = { readonly gated: GatedStep; readonly writes: readonly Write[] };

/** Returns the answer of a chat with what has waited, or as it is where nothing does. Plain code wrote those words. */
export async function surfaceIn(
  store: Store,
  { userId, runId, trigger }: Pick<RunHeader, "userId" | "runId" | "trigger">,
  gated: GatedStep,
  now: EpochMs,
): Promise<Surfaced> {
  const row = trigger === "user_message" ? await store.get(keys.living(userId)) : undefined;
  const state = row && LivingState.parse(row.body);
  if (!state || state.waiting.length === 0) return { gated, writes: [] };
  const { said, waiting } = sayNext(state.waiting, runId, now);
  const isOff = (await loadProfile(store, userId)).living?.on === false;
  if (!said || isOff) return { gated, writes: [] };
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
