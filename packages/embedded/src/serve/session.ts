// Sign-in on a single machine. A link with a code works once. After that the browser holds a token in a cookie. The
// store has only digests of both, so a copy of the database gives no access.
import { createHash, randomBytes } from "node:crypto";
import { keys, Session, type UserId } from "@waldo/contracts";
import type { Clock, Store } from "@waldo/core/ports";
import { commitIf, putNew } from "@waldo/core/store/cas";
import { isErased } from "@waldo/core/store/unless-erased";
import { DAY_MS, MINUTE_MS } from "@waldo/core/time";

/** How long a printed link is valid, and how long the browser stays signed in. */
export const LINK_MINUTES = 10;
export const SESSION_DAYS = 90;

type Needs = { readonly store: Store; readonly clock: Clock };

const secret = () => randomBytes(24).toString("base64url");
const digestOf = (token: string) => createHash("sha256").update(token).digest("hex");

/** Returns the code of a link. The code can be used once. */
export async function newCode({ store, clock }: Needs, userId: UserId): Promise<string> {
  const code = secret();
  const expiresAt = clock.now() + LINK_MINUTES * MINUTE_MS;
  await store.transact([{ ...putNew(keys.session(userId, digestOf(code)), { is: "link", expiresAt }), expiresAt }]);
  return code;
}

/** Uses up the code of a link and returns the token of a session, or undefined when the code is unknown, old or used. */
export async function enter({ store, clock }: Needs, userId: UserId, code: string): Promise<string | undefined> {
  const key = keys.session(userId, digestOf(code));
  const row = await store.get(key);
  const link = row && Session.parse(row.body);
  if (!row || link?.is !== "link" || link.expiresAt <= clock.now()) return undefined;
  const token = secret();
  const expiresAt = clock.now() + SESSION_DAYS * DAY_MS;
  const isMine = await commitIf(store, [
    { op: "delete", key, when: [{ is: "version", version: row.version }] },
    { ...putNew(keys.session(userId, digestOf(token)), { is: "session", expiresAt }), expiresAt },
  ]);
  return isMine ? token : undefined;
}

/** Ends a session. */
export async function leave({ store }: Needs, userId: UserId, token: string): Promise<void> {
  await store.transact([{ op: "delete", key: keys.session(userId, digestOf(token)) }]);
}

/** The name of a session in the store. It distinguishes sessions and gives no access. */
export const sessionName = digestOf;

export async function isSignedIn({ store, clock }: Needs, userId: UserId, token: string): Promise<boolean> {
  const row = await store.get(keys.session(userId, digestOf(token)));
  const session = row && Session.parse(row.body);
  // An erasure deletes rows one after the other. From its first step on nobody counts as signed in.
  if (await isErased(store, userId)) return false;
  return session?.is === "session" && session.expiresAt > clock.now();
}
