// The profile of a person. Only this file reads the row, so only this file handles a missing profile.
import { Consents, type Decision, keys, Profile, TELEGRAM_SINK, type UserId, WaldoError } from "@waldo/contracts";
import type { Row, Store, Write } from "../ports.ts";
import { putNew, putOver, retryConflicts } from "../store/cas.ts";

/**
 * The decision in force for a person who joined before Waldo asked for consents (consents.ts). Their row is made from
 * it.
 */
export const BEFORE: Decision = { given: true, version: 0 };

/** Returns the decisions of the time without a profile: the row of habits from syncs shows that body data was read. */
export async function beforeProfile(store: Pick<Store, "get">, userId: UserId): Promise<Pick<Consents, "body">> {
  return (await store.get(keys.habits(userId))) ? { body: BEFORE } : {};
}

/**
 * Returns the profile, or `undefined` while no account is linked to this id. Words about the body in the chat need a
 * consent. The profile's own member counts only for a person who joined before consents had a row.
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

/** The channels of a person and their time zone, as far as they are known. */
export type Reachable = Pick<Profile, "userId" | "channels"> & {
  readonly timeZone?: string;
  readonly language?: string | undefined;
};

/**
 * Returns the channels of a person, for an answer that must not fail. From a damaged profile it takes the readable
 * parts; the in-app thread needs no profile. Never throws.
 */
export async function reachable(store: Pick<Store, "get">, userId: UserId): Promise<Reachable> {
  const profile = await findProfile(store, userId).catch(() => undefined);
  return profile ?? { userId, channels: {} };
}

/** Returns the profile. Throws `InvalidInput` when there is none. */
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

/** Changes the profile with `change`, stores it and returns it. Throws `InvalidInput` when there is none. */
export function changeProfile(
  store: Pick<Store, "get" | "transact">,
  userId: UserId,
  change: (profile: Profile) => Profile,
): Promise<Profile> {
  return saveProfile(store, userId, (before) => change(before ?? missing()));
}

/**
 * Calls `change` with the profile, if there is one, stores the result and returns it. The writes that `beside` returns
 * for the two profiles commit together with the new one.
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
 * Returns the writes that replace the profile that was read. A new profile comes with a row of consents, because a
 * person without that row counts as one who joined before consents (consents.ts). That row holds only the decisions of
 * the time without a profile.
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

/** True when a person is linked to a real chat. False for a file that is used in place of a chat. */
export function hasChat({ telegramChatId: chat }: Profile["channels"]): boolean {
  return chat !== undefined && chat !== TELEGRAM_SINK;
}
