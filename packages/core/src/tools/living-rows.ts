// The rows of the living loop that both tools and the loop read. Forgotten rows stay (R11), but no code reads them, as
// in the diary (memory/diary/forgotten.ts).
import {
  Concern,
  type EpochMs,
  Intention,
  keys,
  LIVING_DEFAULT,
  type LocalDate,
  type Profile,
  Theme,
  Thought,
  type UserId,
} from "@waldo/contracts";
import { loadHead } from "../memory/claims/blocks.ts";
import { stillTold } from "../memory/diary/forgotten.ts";
import { agrees } from "../person/consents.ts";
import { pausedSince } from "../person/paused.ts";
import type { Store } from "../ports.ts";
import { queryAll } from "../store/query-all.ts";

/**
 * True when the loop may sense and think about a person: it is on, the person agrees to memory, and Waldo is not
 * paused.
 */
export async function isOn(store: Store, { userId, living = LIVING_DEFAULT }: Profile): Promise<boolean> {
  return living.on && (await agrees(store, userId, "memory")) && (await pausedSince(store, userId)) === undefined;
}

/** `forgotten` is true when the person had the concern forgotten and nothing has touched it since. */
export type ConcernRow = { readonly concern: Concern; readonly version: number; readonly forgotten?: true };

/**
 * Returns functions that read the loop's rows of a person, without forgotten words. The list of these words is read
 * once.
 */
export function livingRows(store: Store, userId: UserId) {
  let read: Promise<(text: string, at: EpochMs) => boolean> | undefined;
  const tellable = () => {
    read ??= loadHead(store, userId).then(
      ({ head }) =>
        (text, at) =>
          stillTold(text, at, head.forgotten) === text,
    );
    return read;
  };
  return {
    /** Returns all concerns. Their number is limited (MOST_CONCERNS). */
    async concerns(): Promise<ConcernRow[]> {
      const isTold = await tellable();
      const found: ConcernRow[] = [];
      for await (const { body, version } of queryAll(store, keys.concern.all(userId))) {
        const concern = Concern.parse(body);
        const { summary, touchedAt, mutedAt } = concern;
        if (mutedAt !== undefined || isTold(summary, touchedAt)) found.push({ concern, version });
        else found.push({ concern: { ...concern, mutedAt: touchedAt }, version, forgotten: true });
      }
      return found;
    },

    /** Returns the open intentions, in the order in which they are due. */
    async intentions(): Promise<Intention[]> {
      const isTold = await tellable();
      const found: Intention[] = [];
      for await (const { body } of queryAll(store, keys.intention.all(userId))) found.push(Intention.parse(body));
      return found
        .filter(({ state, text, createdAt }) => state === "open" && isTold(text, createdAt))
        .sort((a, b) => a.dueAt - b.dueAt);
    },

    /** Returns whether words from an instant may still be used. */
    told: async (text: string, at: EpochMs): Promise<boolean> => (await tellable())(text, at),

    /** Returns the thoughts since an instant, the oldest first. */
    async thoughts(since: EpochMs): Promise<Thought[]> {
      const isTold = await tellable();
      const thoughts: Thought[] = [];
      for await (const { body } of queryAll(store, keys.thought.between(userId, [Math.max(0, since)])))
        thoughts.push(Thought.parse(body));
      return thoughts.filter(({ text, at }) => isTold(text, at));
    },

    /** Returns the themes since a date, the oldest first. */
    async themes(since: LocalDate): Promise<Theme[]> {
      const isTold = await tellable();
      const themes: Theme[] = [];
      for await (const { body } of queryAll(store, keys.theme.between(userId, [since]))) themes.push(Theme.parse(body));
      return themes.filter(({ title, thoughts }) => isTold(title, Math.max(...thoughts)));
    },
  };
}
