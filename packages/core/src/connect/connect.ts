/**
 * Connecting a wearable and taking it back. The person goes to the vendor's page with a state that is theirs alone, and
 * comes back with it and a code:
 *
 *   begin ── row AUTHORISING ── (the vendor's page) ── finish ── the row is deleted ── tokens ── row CONNECTION
 *
 * The row stands among the rows of the person who began, so a link that was begun by somebody else connects nothing. It
 * works once, because it is deleted before the code is used.
 */
import {
  Authorising,
  type Connection,
  type EpochMs,
  keys,
  LinkedUser,
  type OpenConnection,
  type UserId,
  type VendorName,
  type VendorReturn,
  VendorUser,
  WaldoError,
  type WearableView,
} from "@waldo/contracts";
import { digest } from "../digest.ts";
import { findTimeZone } from "../health/ledger.ts";
import { requireConsent } from "../person/consents.ts";
import type { Write } from "../ports.ts";
import { commitIf, putNew, putOver, retryConflicts } from "../store/cas.ts";
import { addDays, localDate, MINUTE_MS } from "../time.ts";
import {
  apiOver,
  BUSY_MS,
  busyUntil,
  clientOf,
  findConnection,
  type Grip,
  placeOf,
  sealTokens,
  take,
  verifierOf,
  withToken,
} from "./grip.ts";
import { ask, authoriseAddress, exchange, readAs } from "./oauth.ts";
import type { ConnectPorts, VendorPorts } from "./ports.ts";
import { TROUBLE_WORDS, VendorTrouble } from "./vendor.ts";
import { VENDOR } from "./vendors.ts";

/** How long the way to the vendor and back may take. */
export const AUTHORISE_MINUTES = 10;

/** How many days of the past a new connection brings, today included. */
export const FILL_DAYS = 90;

const stateKey = (userId: UserId, state: string) => keys.authorising(userId, digest("wearable", state));

/** Returns the address at the vendor where the person agrees, and until when it can be used. */
export async function beginConnection(
  ports: ConnectPorts,
  userId: UserId,
  name: VendorName,
): Promise<{ readonly url: string; readonly expiresAt: EpochMs }> {
  await requireConsent(ports.store, userId, "body");
  const vendor = VENDOR[name];
  const secrets = await ports.secrets();
  const state = ports.newSecret();
  const verifier = verifierOf(secrets.tokenKey, state);
  const redirect = `${ports.redirect}/${name}`;
  const url = authoriseAddress(vendor, clientOf(secrets, vendor), { redirect, state, verifier });
  const expiresAt = ports.clock.now() + AUTHORISE_MINUTES * MINUTE_MS;
  const begun: Authorising = { vendor: name, redirect, expiresAt };
  await ports.store.transact([{ ...putNew(stateKey(userId, state), begun), expiresAt }]);
  return { url, expiresAt };
}

/**
 * Connects the wearable, and has its past read. Throws `InvalidInput` for a state that is not this person's, was used or is
 * too old, and for an account that is connected with another person; `VendorTrouble` when the vendor gives no tokens.
 */
export async function finishConnection(
  ports: ConnectPorts,
  userId: UserId,
  name: VendorName,
  { code, state }: VendorReturn,
): Promise<WearableView> {
  const { store, clock } = ports;
  const vendor = VENDOR[name];
  const begun = await spend(ports, userId, name, state);
  const secrets = await ports.secrets();
  const call = { http: ports.http, vendor, client: clientOf(secrets, vendor), now: clock.now() };
  const verifier = verifierOf(secrets.tokenKey, state);
  const granted = await exchange(call, { code, redirect: begun.redirect, verifier });
  const missing = vendor.oauth.scopes.filter((scope) => !granted.scopes.includes(scope));
  if (missing.length > 0)
    throw new WaldoError("InvalidInput", `${vendor.title} was not allowed to give ${missing.join(", ")}: agree to all`);
  const api = apiOver((request) => ask(ports.http, withToken(request, granted.access)));
  const vendorUser = readAs(VendorUser, await vendor.whoIs(api));

  const now = clock.now();
  const connection: OpenConnection = {
    state: "active",
    vendorUser,
    // A vendor may name more scopes. All scopes that were asked for are granted here.
    scopes: [...vendor.oauth.scopes],
    tokens: sealTokens(secrets.tokenKey, placeOf(userId, name), granted),
    connectedAt: now,
    fillTo: addDays(localDate(now, (await findTimeZone(store, userId)) ?? "UTC"), 1 - FILL_DAYS),
    failures: 0,
  };
  await retryConflicts(async () => {
    const { row, connection: before } = await findConnection(ports, userId, name);
    const linkKey = keys.linkedUser(name, vendorUser);
    const link = await store.get(linkKey);
    if (link && LinkedUser.parse(link.body).userId !== userId)
      throw new WaldoError(
        "InvalidInput",
        `this account of ${vendor.title} is connected with another person here: take it back there first`,
      );
    const old: Write[] =
      before.state !== "ended" && before.vendorUser !== vendorUser
        ? [{ op: "delete", key: keys.linkedUser(name, before.vendorUser) }]
        : [];
    await store.transact([
      putOver(row, keys.connection(userId, name), connection),
      putOver(link, linkKey, { userId }),
      { op: "put", key: keys.pullDue(userId, name), body: { at: now } },
      ...old,
    ]);
  });
  await ports.soon({ userId, vendor: name });
  return viewOf(name, connection);
}

/** Uses a state up, and returns the connecting that was begun with that state. */
async function spend({ store, clock }: VendorPorts, userId: UserId, name: VendorName, state: string) {
  const key = stateKey(userId, state);
  const row = await store.get(key);
  const begun = row && Authorising.parse(row.body);
  const isMine =
    begun?.vendor === name &&
    begun.expiresAt > clock.now() &&
    (await commitIf(store, [{ op: "delete", key, when: [{ is: "version", version: row?.version ?? 0 }] }]));
  if (begun && isMine) return begun;
  throw new WaldoError("InvalidInput", "this way back from the vendor was used, is too old, or was begun elsewhere");
}

/** How often the vendor is told that a connection was taken back. After that its tokens are forgotten all the same. */
const MOST_FAREWELLS = 8;

/**
 * Takes a connection back: hooks and readings end at once, the vendor is told, and the tokens are forgotten. When the
 * vendor cannot be told now, the next reading tells it. A second call does nothing.
 */
export async function removeConnection(ports: VendorPorts, userId: UserId, name: VendorName): Promise<WearableView> {
  const found = await findConnection(ports, userId, name);
  const { connection: before } = found;
  if (before.state === "ended") return viewOf(name, before);
  if (before.state === "ending" && busyUntil(before, ports.clock.now()) !== undefined) return viewOf(name, before);
  const failures = before.state === "ending" ? before.failures : 0;
  const grip = await take(ports, { userId, vendor: VENDOR[name], found }, { ...before, state: "ending", failures }, [
    { op: "delete", key: keys.linkedUser(name, before.vendorUser) },
    { op: "put", key: keys.pullDue(userId, name), body: { at: ports.clock.now() + BUSY_MS } },
  ]);
  // Another process stored something meanwhile. What it stored is taken back.
  if (!grip) return removeConnection(ports, userId, name);
  return viewOf(name, await sayFarewell(ports, { userId, name, grip }));
}

type Leaving = { readonly userId: UserId; readonly name: VendorName; readonly grip: Grip };

/** Tells the vendor, forgets the tokens, and returns what is left of the connection. Throws as `Grip.store` does. */
export async function sayFarewell(
  { clock }: Pick<VendorPorts, "clock">,
  { userId, name, grip }: Leaving,
): Promise<Connection> {
  const due = keys.pullDue(userId, name);
  try {
    await VENDOR[name].revoke(grip.api, grip.token);
  } catch (error) {
    if (!(error instanceof VendorTrouble)) throw error;
    const { trouble, afterMs } = error;
    const before = grip.now();
    const failures = before.failures + 1;
    // A vendor that takes the tokens no more has ended the consent itself.
    if (trouble !== "denied" && failures < MOST_FAREWELLS) {
      const notBefore = clock.now() + pauseAfter(failures, afterMs);
      const left: Connection = { ...before, failures, trouble, notBefore };
      await grip.release(left, [{ op: "put", key: due, body: { at: notBefore } }]);
      return left;
    }
  }
  const ended: Connection = { state: "ended" };
  await grip.release(ended, [{ op: "delete", key: due }]);
  return ended;
}

/**
 * Returns the pause after a number of failures: the one that the vendor asks for, or else two minutes, four, eight … at
 * most six hours.
 */
export function pauseAfter(failures: number, afterMs: number | undefined): number {
  return afterMs ?? Math.min(2 ** failures, 360) * MINUTE_MS;
}

/** Returns how each vendor that can be connected here stands. */
export async function listConnections(
  ports: Pick<ConnectPorts, "store" | "offered">,
  userId: UserId,
): Promise<WearableView[]> {
  return Promise.all(
    ports.offered.map(async (name) => viewOf(name, (await findConnection(ports, userId, name)).connection)),
  );
}

function viewOf(vendor: VendorName, connection: Connection): WearableView {
  const { title: name } = VENDOR[vendor];
  if (connection.state === "ended") return { vendor, name, state: "none", isFilling: false };
  const { state, connectedAt, readAt, notBefore, filledFrom, fillTo, past } = connection;
  const trouble = connection.trouble ?? past?.trouble;
  return {
    ...{ vendor, name, state, connectedAt },
    isFilling: state === "active" && (filledFrom === undefined || filledFrom > fillTo),
    ...(readAt === undefined ? {} : { readAt }),
    ...(notBefore === undefined ? {} : { notBefore }),
    ...(trouble === undefined ? {} : { trouble, troubleWords: TROUBLE_WORDS[trouble] }),
  };
}
