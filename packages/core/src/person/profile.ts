// The profile of a person. Only this file reads the row, so the case of a missing profile is handled in one place.
import { Consents, type Decision, keys, Profile, TELEGRAM_SINK, type UserId, WaldoError } from "@waldo/contracts";
import type { Row, Store, Write } from "../ports.ts";
import { putNew, putOver, retryConflicts } from "../store/cas.ts";

/**
 * The decision in force for a person who came before consent was asked for (consents.ts). Their row is made from it.
 */
export const BEFORE: Decision = { given: true, version: 0 };

/** Returns what was in force while the person had no profile: what syncs have shown says that their body was read. */
export async function beforeProfile(store: Pick<Store, "get">, userId: UserId): Promise<Pick<Consents, "body">> {
  return (await store.get(keys.habits(userId))) ? { body: BEFORE } : {};
}

/**
 * Returns the profile, or `undefined` while no account is linked to this id. Whether words about the body may go to the
 * chat is a consent: the profile's own member counts only for a person who came before consents had a row.
 */
export async function findProfile(store: Pick<Store, "get">, userId: UserId): Promise<Profile | undefined> {
  const row = await store.get(keys.profile(userId));
  const profile = row && Profile.parse(row.body);
  const chat = profile?.channels.telegramChatId;
  if (!profile || chat === undefined || chat === TELEGRAM_SINK) return profile;
  const decided = await store.get(keys.consents(userId));
  if (!decided) return profile;
  const telegramHealth = Consents.parse(decided.body).telegram?.given === true;
  return { ...profile, channels: { ...profile.channels, telegramHealth } };
}

/** Where a person can be reached, and in which time zone they are, as far as that is known. */
export type Reachable = Pick<Profile, "userId" | "channels"> & { readonly timeZone?: string };

/**
 * Returns where a person can be reached, for an answer that may not fail. The store mends a damaged profile as far as it
 * can be read, and the in-app thread needs none. Never throws.
 */
export async function reachable(store: Pick<Store, "get">, userId: UserId): Promise<Reachable> {
  const profile = await findProfile(store, userId).catch(() => undefined);
  return profile ?? { userId, channels: {} };
}

/** Returns the profile for work that cannot go on without it. Throws `InvalidInput` when there is none. */
export async function loadProfile(store: Pick<Store, "get">, userId: UserId): Promise<Profile> {
  return (await findProfile(store, userId)) ?? missing();
}

/** Sets whether a Brief shows Form as a number. Throws `InvalidInput` for a person without a profile. */
export async function showForm(
  store: Pick<Store, "get" | "transact">,
  userId: UserId,
  shows: boolean,
): Promise<boolean> {
  return (await changeProfile(store, userId, (profile) => ({ ...profile, showsForm: shows }))).showsForm === true;
}

/** Rewrites the profile with `change` and returns it. Throws `InvalidInput` when there is none. */
export function changeProfile(
  store: Pick<Store, "get" | "transact">,
  userId: UserId,
  change: (profile: Profile) => Profile,
): Promise<Profile> {
  return saveProfile(store, userId, (before) => change(before ?? missing()));
}

/**
 * Writes the profile that `change` makes of the one before, if there is one, and returns it. What `beside` returns for
 * the two profiles commits with the new one.
 */
export async function saveProfile(
  store: Pick<Store, "get" | "transact">,
  userId: UserId,
  change: (before: Profile | undefined) => Profile,
  beside: (both: { before: Profile | undefined; after: Profile }) => Promise<Write[]> = async () => [],
): Promise<Profile> {
  const key = keys.profile(userId);
  return retryConflicts(async () => {
    const row = await store.get(key);
    const before = row && Profile.parse(row.body);
    const next = Profile.parse(change(before));
    await store.transact([...(await profileWrites(store, row, next)), ...(await beside({ before, after: next }))]);
    return next;
  });
}

/**
 * Returns the writes of a profile over the one that was read. A new one comes with the row of consents: a person without
 * that row came before (consents.ts). In it is only what was in force before there was a profile.
 */
export async function profileWrites(
  store: Pick<Store, "get">,
  row: Row | undefined,
  profile: Profile,
): Promise<Write[]> {
  const { userId } = profile;
  const write = putOver(row, keys.profile(userId), profile);
  const isKnown = row !== undefined || (await store.get(keys.consents(userId))) !== undefined;
  return isKnown ? [write] : [write, putNew(keys.consents(userId), await beforeProfile(store, userId))];
}

function missing(): never {
  throw new WaldoError("InvalidInput", "this person has no profile: link an account first");
}

/** True when a person is linked to a chat, and not only to a file that stands in for one. */
export function hasChat({ telegramChatId: chat }: Profile["channels"]): boolean {
  return chat !== undefined && chat !== TELEGRAM_SINK;
}
