/** The rows of the living loop that tools and the loop both read. */
import { Concern, type EpochMs, Intention, keys, type LocalDate, Theme, Thought, type UserId } from "@waldo/contracts";
import type { Store } from "../ports.ts";
import { queryAll } from "../store/query-all.ts";

/** Returns the thoughts since an instant, the oldest first. */
export async function thoughtsSince(store: Store, userId: UserId, since: EpochMs): Promise<Thought[]> {
  const thoughts: Thought[] = [];
  for await (const { body } of queryAll(store, keys.thought.between(userId, [Math.max(0, since)])))
    thoughts.push(Thought.parse(body));
  return thoughts;
}

/** Returns the themes since a date, the oldest first. */
export async function themesSince(store: Store, userId: UserId, since: LocalDate): Promise<Theme[]> {
  const themes: Theme[] = [];
  for await (const { body } of queryAll(store, keys.theme.between(userId, [since]))) themes.push(Theme.parse(body));
  return themes;
}

/** Returns what Waldo still means to look at, what is due first at the front. */
export async function openIntentions(store: Store, userId: UserId): Promise<Intention[]> {
  const found: Intention[] = [];
  for await (const { body } of queryAll(store, keys.intention.all(userId))) found.push(Intention.parse(body));
  return found.filter(({ state }) => state === "open").sort((a, b) => a.dueAt - b.dueAt);
}

export type ConcernRow = { readonly concern: Concern; readonly version: number };

/** Returns every concern of a person. They are bounded in number (MOST_CONCERNS). */
export async function loadConcerns(store: Store, userId: UserId): Promise<ConcernRow[]> {
  const found: ConcernRow[] = [];
  for await (const { body, version } of queryAll(store, keys.concern.all(userId)))
    found.push({ concern: Concern.parse(body), version });
  return found;
}
