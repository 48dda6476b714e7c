/** Decides whether a night is due. Every upkeep wake asks this; dream.ts is the night itself. */
import { Dreaming, dreamIdOf, keys, type LocalDate, type UserId } from "@waldo/contracts";
import { nightsBegin } from "../digest.ts";
import { unconsolidated } from "../memory/diary/consolidate.ts";
import type { Ports } from "../ports.ts";
import { elapsed, HOUR_MS } from "../time.ts";

/**
 * KAIROS for the night (docs/sources.md, The night): a dream is due after this many sessions, or after the time below
 * since the last dream.
 */
const DREAM_EPISODES = 3;
export const DREAM_AFTER_MS = 48 * HOUR_MS;
const AWAKE: Dreaming = { consolidatedTo: 0, failures: 0, reminded: [] };

/** Decides by plain code whether a night's work is due. If it is, it starts the machine and returns true. */
export async function dreamIfDue(ports: Ports, userId: UserId, date: LocalDate): Promise<boolean> {
  const { state } = await loadDreaming(ports, userId);
  const idle = elapsed(state.lastDreamAt, ports.clock.now());
  const due =
    idle >= DREAM_AFTER_MS ||
    (await unconsolidated(ports, userId, state.consolidatedTo, DREAM_EPISODES)).length >= DREAM_EPISODES;
  if (!due) return false;
  const dreamId = dreamIdOf(date);
  // A repeated wake starts no second machine: the machine's name contains the night's id.
  await ports.machines.startDream(`${nightsBegin(userId)}${dreamId}`, { userId, dreamId });
  return true;
}

/** Reads the state that earlier nights left: how far the diary is written, and what failed. */
export async function loadDreaming(ports: Pick<Ports, "store" | "clock">, userId: UserId) {
  const row = await ports.store.get(keys.dreaming(userId));
  const state = row ? Dreaming.parse(row.body) : AWAKE;
  // A night with a wrong clock has stored that the diary is written up to a day in the future.
  const consolidatedTo = Math.min(state.consolidatedTo, ports.clock.now());
  return { state: { ...state, consolidatedTo }, version: row?.version };
}
