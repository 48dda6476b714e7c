/**
 * The rows of the living loop that tools and the loop both read. What the person had forgotten stays in the rows (R11) and is
 * read no more, as in the diary (memory/diary/forgotten.ts).
 */
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
import { agrees } from "../consents.ts";
import { loadHead } from "../memory/claims/blocks.ts";
import { stillTold } from "../memory/diary/forgotten.ts";
import { pausedSince } from "../paused.ts";
import type { Store } from "../ports.ts";
import { queryAll } from "../store/query-all.ts";

/** Nothing is sensed or thought of who turned it off, does not agree that anything is remembered, or has paused it all. */
export async function isOn(store: Store, { userId, living = LIVING_DEFAULT }: Profile): Promise<boolean> {
  return living.on && (await agrees(store, userId, "memory")) && (await pausedSince(store, userId)) === undefined;
}

/** Returns whether a text of an instant may still be told. */
async function tellable(store: Store, userId: UserId): Promise<(text: string, at: EpochMs) => boolean> {
  const { forgotten } = (await loadHead(store, userId)).head;
  return (text, at) => stillTold(text, at, forgotten) === text;
}

/** Returns the thoughts since an instant, the oldest first. */
export async function thoughtsSince(store: Store, userId: UserId, since: EpochMs): Promise<Thought[]> {
  const isTold = await tellable(store, userId);
  const thoughts: Thought[] = [];
  for await (const { body } of queryAll(store, keys.thought.between(userId, [Math.max(0, since)])))
    thoughts.push(Thought.parse(body));
  return thoughts.filter(({ text, at }) => isTold(text, at));
}

/** Returns the themes since a date, the oldest first. */
export async function themesSince(store: Store, userId: UserId, since: LocalDate): Promise<Theme[]> {
  const isTold = await tellable(store, userId);
  const themes: Theme[] = [];
  for await (const { body } of queryAll(store, keys.theme.between(userId, [since]))) themes.push(Theme.parse(body));
  return themes.filter(({ title, thoughts }) => isTold(title, Math.max(...thoughts)));
}

/** Returns what Waldo still means to look at, what is due first at the front. */
export async function openIntentions(store: Store, userId: UserId): Promise<Intention[]> {
  const found: Intention[] = [];
  for await (const { body } of queryAll(store, keys.intention.all(userId))) found.push(Intention.parse(body));
  return found.filter(({ state }) => state === "open").sort((a, b) => a.dueAt - b.dueAt);
}

/** `forgotten`: it is muted because the person had it forgotten, until something touches it again. */
export type ConcernRow = { readonly concern: Concern; readonly version: number; readonly forgotten?: true };

/** Returns every concern of a person. They are bounded in number (MOST_CONCERNS). */
export async function loadConcerns(store: Store, userId: UserId): Promise<ConcernRow[]> {
  const isTold = await tellable(store, userId);
  const found: ConcernRow[] = [];
  for await (const { body, version } of queryAll(store, keys.concern.all(userId))) {
    const concern = Concern.parse(body);
    const { summary, touchedAt, mutedAt } = concern;
    if (mutedAt !== undefined || isTold(summary, touchedAt)) found.push({ concern, version });
    else found.push({ concern: { ...concern, mutedAt: touchedAt }, version, forgotten: true });
  }
  return found;
}
