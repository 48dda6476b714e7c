// Gives a connection to one process at a time, and encrypts its tokens. The row says until when it is busy. Its version
// stops a process that lost it:
//     A: take ── read the vendor ── store ──────────────── store: the version is another's, stop
//     B:    busy: come back later          (A is silent until `busyUntil`) take ── …
//
// Each store of A extends the time by `BUSY_MS`, so a living process keeps the connection. Most vendors accept a
// refresh token only once. So a refresh happens only under a fresh mark, and its result is stored before it is used. If
// the process dies in between, the next one tries the old token. If the vendor refuses that token, the person must
// connect again.
import { createCipheriv, createDecipheriv, createHmac, createSecretKey, type KeyObject } from "node:crypto";
import { Connection, isError, keys, type OpenConnection, type UserId, type VendorName } from "@waldo/contracts";
import type { Row, Write } from "../ports.ts";
import { putOver } from "../store/cas.ts";
import { isAhead, MINUTE_MS } from "../time.ts";
import { ask, expectGood, type Granted, parsed, refresh, type Tokens } from "./oauth.ts";
import type { ConnectSecrets, VendorPorts } from "./ports.ts";
import { type Vendor, type VendorAnswer, type VendorApi, type VendorRequest, VendorTrouble } from "./vendor.ts";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const keyed = (key: Uint8Array, use: string, ...parts: readonly string[]) =>
  createHmac("sha256", secretOf(key))
    .update(JSON.stringify([use, ...parts]))
    .digest();

/** Returns a key object. With plain bytes Node would create one at every use. */
function secretOf(key: Uint8Array): KeyObject {
  const secret = secrets.get(key) ?? createSecretKey(key);
  secrets.set(key, secret);
  return secret;
}
const secrets = new WeakMap<Uint8Array, KeyObject>();

/**
 * Encrypts a text, so that a copy of the table gives no access to a vendor's cloud. It uses AES-256-GCM. The nonce is a
 * keyed digest of the text, because core has no randomness (R13). Two different texts never share a nonce. The same
 * text for the same place gives the same result; this reveals nothing that the row's version does not reveal. `place`
 * is the row of the text. A copy in another row cannot be decrypted.
 */
export function seal(key: Uint8Array, place: string, text: string): string {
  const nonce = keyed(key, "nonce", place, text).subarray(0, NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keyed(key, "seal"), nonce).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return sealed.toString("base64url");
}

/**
 * Returns the decrypted text. Returns undefined when it was encrypted with another key or for another place, or was
 * changed.
 */
export function unseal(key: Uint8Array, place: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, "base64url");
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv("aes-256-gcm", keyed(key, "seal"), bytes.subarray(0, NONCE_BYTES));
  decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString();
  } catch {
    return undefined;
  }
}

/** Returns the secret verifier of PKCE for a sign-in. It is computed from the state, so it is not stored. */
export function verifierOf(key: Uint8Array, state: string): string {
  return keyed(key, "pkce", state).toString("base64url");
}

/** This is longer than any work between two stores: {@link WORK_MS} plus the last answer of a vendor. */
export const BUSY_MS = 5 * MINUTE_MS;
/** This long after the last store, no new request to a vendor begins. */
const WORK_MS = 3 * MINUTE_MS;
/** A token that expires sooner than this is refreshed before use. */
const NEARLY_OVER_MS = MINUTE_MS;

type Found = { readonly row: Pick<Row, "key" | "version"> | undefined; readonly connection: Connection };

export async function findConnection(
  { store }: Pick<VendorPorts, "store">,
  userId: UserId,
  vendor: VendorName,
): Promise<Found> {
  const row = await store.get(keys.connection(userId, vendor));
  return { row, connection: row ? Connection.parse(row.body) : { state: "ended" } };
}

/** Returns until when another process works on a connection, or undefined. A mark of a wrong clock is ignored. */
export function busyUntil({ busyUntil: until }: OpenConnection, now: number): number | undefined {
  return until !== undefined && until > now && !isAhead(until - BUSY_MS, now) ? until : undefined;
}

export type Grip = {
  readonly api: VendorApi;
  /** Returns the connection as it is stored. */
  now(): OpenConnection;
  /** Returns the access token without a refresh. */
  token(): string;
  /**
   * Stores a change of the connection together with other rows, all or nothing. Throws `ConditionFailed` when another
   * process has taken the connection.
   */
  store(change: (before: OpenConnection) => OpenConnection, more?: readonly Write[]): Promise<void>;
  /**
   * Stores the final state of the connection and frees it for other processes. Nothing can be stored after that. Throws
   * as `store` does.
   */
  release(after: Connection, more?: readonly Write[]): Promise<void>;
};

type Taken = { readonly userId: UserId; readonly vendor: Vendor; readonly found: Found };

/** Takes a connection for this process and stores it as `next`. Returns undefined when another process was faster. */
export async function take(
  ports: VendorPorts,
  { userId, vendor, found }: Taken,
  next: OpenConnection,
  more: readonly Write[] = [],
): Promise<Grip | undefined> {
  const { store, clock } = ports;
  const key = keys.connection(userId, vendor.name);
  const secrets = await ports.secrets();
  let version = found.row?.version;
  let held = next;
  let markedAt = 0;

  async function commit(body: Connection, writes: readonly Write[]): Promise<void> {
    await store.transact([putOver(version === undefined ? undefined : { version }, key, body), ...writes]);
    version = (version ?? 0) + 1;
  }
  async function keep(change: (before: OpenConnection) => OpenConnection, writes: readonly Write[] = []) {
    markedAt = clock.now();
    const after = { ...change(held), busyUntil: markedAt + BUSY_MS };
    await commit(after, writes);
    held = after;
  }
  try {
    await keep((before) => before, more);
  } catch (error) {
    if (isError(error, "ConditionFailed")) return undefined;
    throw error;
  }

  const place = placeOf(userId, vendor.name);
  const opened = () => openTokens(secrets.tokenKey, place, held);
  async function renew(): Promise<string> {
    await keep((before) => before);
    const call = { http: ports.http, vendor, client: clientOf(secrets, vendor), now: clock.now() };
    const granted = await refresh(call, opened().refresh);
    await keep((before) => ({ ...before, tokens: sealTokens(secrets.tokenKey, place, granted) }));
    return granted.access;
  }

  async function call(request: VendorRequest): Promise<VendorAnswer> {
    if (clock.now() - markedAt > WORK_MS) throw new VendorTrouble("failing", "the vendor took too long");
    const { access, expiresAt } = opened();
    const isOver = expiresAt - clock.now() < NEARLY_OVER_MS;
    const first = await ask(ports.http, withToken(request, isOver ? await renew() : access));
    if (first.status !== 401 || isOver) return first;
    return ask(ports.http, withToken(request, await renew()));
  }
  return {
    api: apiOver(call),
    now: () => held,
    token: () => opened().access,
    store: keep,
    async release(after, writes = []) {
      if (after.state === "ended") return commit(after, writes);
      const { busyUntil: _, ...left } = after;
      await commit(left, writes);
    },
  };
}

/** Returns the place for which tokens are encrypted. */
export const placeOf = (userId: UserId, vendor: VendorName): string => `${userId} ${vendor}`;

export function sealTokens(key: Uint8Array, place: string, { access, refresh: next, expiresAt }: Granted) {
  return { access: seal(key, place, access), refresh: seal(key, place, next), expiresAt };
}

/** Decrypts the tokens. Throws `VendorTrouble` when they were encrypted with another key. */
function openTokens(key: Uint8Array, place: string, { tokens }: OpenConnection): Tokens {
  const access = unseal(key, place, tokens.access);
  const next = unseal(key, place, tokens.refresh);
  if (access === undefined || next === undefined)
    throw new VendorTrouble("denied", "the stored tokens were sealed with another key");
  return { access, refresh: next, expiresAt: tokens.expiresAt };
}

/** Throws `VendorTrouble` when this deployment no longer has a client at the vendor. */
export function clientOf({ clients }: ConnectSecrets, { name }: Vendor) {
  const client = clients[name];
  if (client === undefined) throw new VendorTrouble("failing", "there is no client of this vendor here");
  return client;
}

export const withToken = (request: VendorRequest, token: string): VendorRequest => ({
  ...request,
  headers: { ...request.headers, authorization: `Bearer ${token}` },
});

/** Returns the functions with which a vendor's file makes its calls. */
export function apiOver(call: (request: VendorRequest) => Promise<VendorAnswer>): VendorApi {
  async function read(request: VendorRequest): Promise<unknown> {
    const answer = await call({ ...request, headers: { accept: "application/json" } });
    if (answer.status === 404) return undefined;
    expectGood(answer);
    return parsed(answer);
  }
  return {
    async get(url, query = {}) {
      const asked = new URL(url);
      for (const [name, value] of Object.entries(query)) asked.searchParams.set(name, value);
      return read({ method: "GET", url: asked.href });
    },
    post: (url, json) => read({ method: "POST", url, json }),
    async send(method, url, form) {
      const answer = await call({ method, url, ...(form === undefined ? {} : { form }) });
      if (answer.status !== 404) expectGood(answer);
    },
  };
}
