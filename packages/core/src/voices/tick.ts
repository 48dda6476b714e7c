/** Gathers what all voices know at a tick, and finds what became of the messages before. */
import { type EpochMs, keys, type Profile, RunHeader, type SaidEntry, type UserId } from "@waldo/contracts";
import { outboxOf } from "../channels/outbox.ts";
import { loadSaid, type Spoken } from "../channels/said.ts";
import { isCareDay } from "../person/care.ts";
import { findHeard } from "../person/heard.ts";
import type { Ports, Store, Tick } from "../ports.ts";
import { HOUR_MS, isAhead } from "../time.ts";

/** For so long an answer counts as an answer to a message. After that the message was ignored. */
const ANSWER_MS = 12 * HOUR_MS;

/** A tick with the row of what was said. `changed` is true when that row must be written again. */
export type Gathered = { readonly tick: Tick; readonly spoken: Spoken; readonly changed: boolean };

/** Returns what all voices know. Throws the errors of the store. */
export async function gatherTick(
  { store, clock }: Pick<Ports, "store" | "clock">,
  profile: Profile,
  wake: Tick["wake"],
): Promise<Gathered> {
  const { userId } = profile;
  const now = clock.now();
  const [heardAt, spoken, isCare] = await Promise.all([
    findHeard(store, userId),
    loadSaid(store, userId),
    isCareDay(store, userId, now),
  ]);
  const said = await settled(store, userId, spoken.said, { now, heardAt });
  const changed = said.length !== spoken.said.length || said.some(({ became }, i) => became !== spoken.said[i]?.became);
  return { tick: { wake, profile, now, heardAt, said, isCare }, spoken: { ...spoken, said }, changed };
}

type Now = { readonly now: EpochMs; readonly heardAt: EpochMs | undefined };

async function settled(
  store: Store,
  userId: UserId,
  said: readonly SaidEntry[],
  { now, heardAt }: Now,
): Promise<SaidEntry[]> {
  const found: SaidEntry[] = [];
  for (const entry of said) {
    // Only a clock that was wrong writes an instant of the future.
    if (isAhead(entry.at, now)) continue;
    const became = entry.became === "open" ? await outcomeOf(store, userId, entry.by) : entry.became;
    found.push({ ...entry, became: became === "said" ? answerTo(entry.at, { now, heardAt }) : became });
  }
  return found;
}

/** An entry whose message was sent is answered by the person's next word, or ignored after some hours. */
function answerTo(at: EpochMs, { now, heardAt }: Now): SaidEntry["became"] {
  if (heardAt !== undefined && heardAt > at && heardAt - at <= ANSWER_MS) return "answered";
  return now - at > ANSWER_MS ? "ignored" : "said";
}

async function outcomeOf(store: Store, userId: UserId, by: string): Promise<SaidEntry["became"]> {
  const rows = await outboxOf({ store }, userId, by);
  if (rows.some(({ state }) => state === "sent" || state === "unknown")) return "said";
  if (rows.length > 0) return rows.every(({ state }) => state === "dead" || state === "suppressed") ? "unsent" : "open";
  const run = await store.get(keys.run(userId, by));
  const state = run && RunHeader.parse(run.body).state;
  if (state === "FAILED") return "failed";
  return state === undefined || state === "DONE" ? "silent" : "open";
}
