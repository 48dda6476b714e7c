/**
 * Connects a wearable, and ends the connection. The person goes to the vendor's page with a state value of their own,
 * and comes back with the same value and a code:
 *
 * begin ── row AUTHORISING ── (the vendor's page) ── finish ── the row is deleted ── tokens ── row CONNECTION
 *
 * The row belongs to the person who began, so a link that another person began connects nothing. A state works once,
 * because its row is deleted before the code is used.
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

/** How many minutes the person may take to go to the vendor and come back. */
export const AUTHORISE_MINUTES = 10;

/** How many days of past data a new connection reads, including today. */
export const FILL_DAYS = 90;

const stateKey = (userId: UserId, state: string) => keys.authorising(userId, digest("wearable", state));

/** Returns the address at the vendor where the person agrees, and how long it is valid. */
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
 * Connects the wearable and starts reading its past. Throws `InvalidInput` for a state that is not this person's, was
 * used or is too old, and for an account that another person has connected. Throws `VendorTrouble` when the vendor
 * gives no tokens.
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
    // A vendor may grant more scopes than these. All scopes that Waldo asked for are granted.
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

/** Deletes a state, and returns the connection attempt that began with it. */
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

/** How often Waldo tries to tell the vendor that a connection has ended. After that it deletes the tokens anyway. */
const MOST_FAREWELLS = 8;

/**
 * Ends a connection: hooks and readings stop at once, the vendor is told, and the tokens are deleted. If the vendor
 * cannot be reached, the next reading tries again. A second call does nothing.
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
  // Another process has changed the connection meanwhile. The new state is ended as well.
  if (!grip) return removeConnection(ports, userId, name);
  return viewOf(name, await sayFarewell(ports, { userId, name, grip }));
}

type Leaving = { readonly userId: UserId; readonly name: VendorName; readonly grip: Grip };

/**
 * Tells the vendor, deletes the tokens, and returns what remains of the connection. Throws the errors of `Grip.store`.
 */
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
    // If the vendor no longer accepts the tokens, it has ended the consent itself.
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
 * Returns the pause after a number of failures, in milliseconds: the pause that the vendor asks for, or else two
 * minutes, four, eight and so on, at most six hours.
 */
export function pauseAfter(failures: number, afterMs: number | undefined): number {
  return afterMs ?? Math.min(2 ** failures, 360) * MINUTE_MS;
}

/** Returns the state of each vendor that can be connected here. */
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
