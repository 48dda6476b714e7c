/**
 * The consents of a person. Every write that needs a consent calls {@link requireConsent}. All code that must stop
 * without a consent calls {@link agrees}. One row holds the decisions in force, so a check costs one read.
 *
 * A person without the row joined before Waldo asked for consents. What they used stays allowed, under version 0, until
 * they decide, because nothing may stop silently. Such a person is recognised by older rows: the profile and, for the
 * body, the row of habits from syncs, because the function that stores body data reaches no profile.
 */
import {
  CONSENT_TEXTS,
  type ConsentEntry,
  ConsentNeeded,
  Consents,
  type ConsentView,
  type Decision,
  type EpochMs,
  keys,
  PURPOSES,
  type Purpose,
  type UserId,
} from "@waldo/contracts";
import type { Ports, Row, Store, Write } from "../ports.ts";
import { putNew, putOver, retryConflicts } from "../store/cas.ts";
import { BEFORE, beforeProfile, findProfile } from "./profile.ts";

/** Returns the person's last decision on a purpose, or undefined when they were not asked. */
export async function decisionOf(
  store: Pick<Store, "get">,
  userId: UserId,
  purpose: Purpose,
): Promise<Decision | undefined> {
  const row = await store.get(keys.consents(userId));
  return row ? Consents.parse(row.body)[purpose] : before(store, userId, purpose);
}

/**
 * Returns the decision that counts for a person who joined before Waldo asked for consents, and so has no row of them.
 */
async function before(store: Pick<Store, "get">, userId: UserId, purpose: Purpose): Promise<Decision | undefined> {
  if (purpose === "body") return (await beforeProfile(store, userId)).body;
  const profile = await findProfile(store, userId);
  if (!profile) return undefined;
  return purpose !== "telegram" || profile.channels.telegramHealth === true ? BEFORE : undefined;
}

/** True while the person agrees to a purpose. */
export async function agrees(store: Pick<Store, "get">, userId: UserId, purpose: Purpose): Promise<boolean> {
  return (await decisionOf(store, userId, purpose))?.given === true;
}

/** Throws `ConsentNeeded` unless the person agrees. Each write that needs a consent asks this first. */
export async function requireConsent(store: Pick<Store, "get">, userId: UserId, purpose: Purpose): Promise<void> {
  if (!(await agrees(store, userId, purpose))) throw new ConsentNeeded(purpose);
}

/** True when the person said no, or took back a yes. False for a person who was never asked. */
export function saidNo(row: Row | undefined, purpose: Purpose): boolean {
  return row !== undefined && Consents.parse(row.body)[purpose]?.given === false;
}

/** True when the person said no to a purpose, or took back a yes. */
export async function declines(store: Pick<Store, "get">, userId: UserId, purpose: Purpose): Promise<boolean> {
  return saidNo(await store.get(keys.consents(userId)), purpose);
}

type Choice = { readonly purpose: Purpose; readonly given: boolean };

/**
 * Returns the writes of a decision, to be committed together with its effects: the row of all decisions in force, and
 * the entry of the log. If the same decision with the same version is in force already, there is no write.
 */
export async function decisionWrites(
  store: Pick<Store, "get">,
  userId: UserId,
  { purpose, given }: Choice,
  now: EpochMs,
): Promise<Write[]> {
  const key = keys.consents(userId);
  const row = await store.get(key);
  const decided: Consents = row ? Consents.parse(row.body) : await allBefore(store, userId);
  const last = decided[purpose];
  const { version } = CONSENT_TEXTS[purpose];
  if (row && last?.given === given && (!given || last.version === version)) return [];
  // Two decisions at the same instant still need two entries.
  const since = Math.max(now, (last?.since ?? -1) + 1);
  const decision = { given, version, since };
  const entry: ConsentEntry = { ...decision, purpose };
  return [
    putOver(row, key, { ...decided, [purpose]: decision } satisfies Consents),
    putNew(keys.consentLog(userId, since, purpose), entry),
  ];
}

async function allBefore(store: Pick<Store, "get">, userId: UserId): Promise<Consents> {
  const all = await Promise.all(PURPOSES.map(async (one) => [one, await before(store, userId, one)] as const));
  return Consents.parse(Object.fromEntries(all.filter(([, decision]) => decision !== undefined)));
}

/** Gives or withdraws a consent, once. The log keeps each decision. */
export function decideConsent(
  { store, clock }: Pick<Ports, "store" | "clock">,
  userId: UserId,
  choice: Choice,
): Promise<void> {
  return retryConflicts(async () => {
    const writes = await decisionWrites(store, userId, choice, clock.now());
    if (writes.length > 0) await store.transact(writes);
  });
}

/** Returns the view of each purpose for the person. */
export function consentViews(store: Pick<Store, "get">, userId: UserId): Promise<ConsentView[]> {
  return Promise.all(PURPOSES.map((purpose) => consentView(store, userId, purpose)));
}

export async function consentView(store: Pick<Store, "get">, userId: UserId, purpose: Purpose): Promise<ConsentView> {
  const text = CONSENT_TEXTS[purpose];
  const decision = await decisionOf(store, userId, purpose);
  if (!decision) return { purpose, state: "open", text };
  const { given, version, since } = decision;
  return { purpose, state: given ? "given" : "declined", version, ...(since === undefined ? {} : { since }), text };
}
