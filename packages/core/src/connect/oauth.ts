/**
 * OAuth 2.0 (RFC 6749, 7636) with a vendor: the address where the person agrees, the exchange of the code, and the
 * refresh. grip.ts and connect.ts store the tokens.
 */
import { createHash } from "node:crypto";
import type { EpochMs } from "@waldo/contracts";
import * as z from "zod";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../time.ts";
import { type Vendor, type VendorAnswer, type VendorClient, type VendorHttp, VendorTrouble } from "./vendor.ts";

/** The pair of tokens, unencrypted. It exists only in memory. */
export type Tokens = { readonly access: string; readonly refresh: string; readonly expiresAt: EpochMs };
export type Granted = Tokens & { readonly scopes: readonly string[] };

/** The lifetime of a token when the vendor gives none. After it the token is refreshed. */
const USUAL_LIFE_S = HOUR_MS / 1000;

/** Characters of a token (RFC 6749, appendix A.12). */
const token = z.string().regex(/^[\x20-\x7e]{1,8000}$/);
const TokenAnswer = z.looseObject({
  access_token: token,
  /** A vendor that does not rotate refresh tokens sends no new one with a refresh. */
  refresh_token: token.optional(),
  expires_in: z.number().positive().default(USUAL_LIFE_S),
  scope: z.string().optional(),
});

/** Returns the address at the vendor where the person agrees. */
export function authoriseAddress(
  { oauth }: Vendor,
  { id }: VendorClient,
  { redirect, state, verifier }: { readonly redirect: string; readonly state: string; readonly verifier: string },
): string {
  const url = new URL(oauth.authorise);
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const query = {
    ...{ response_type: "code", client_id: id, redirect_uri: redirect, scope: oauth.scopes.join(" "), state },
    ...(oauth.pkce ? { code_challenge: challenge, code_challenge_method: "S256" } : {}),
    ...oauth.query,
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

type TokenCall = {
  readonly http: VendorHttp;
  readonly vendor: Vendor;
  readonly client: VendorClient;
  readonly now: EpochMs;
};

/** Exchanges the code of an authorisation. Throws `VendorTrouble`: `denied` when the vendor does not know the code. */
export function exchange(
  call: TokenCall,
  { code, redirect, verifier }: { readonly code: string; readonly redirect: string; readonly verifier: string },
): Promise<Granted> {
  const proof = call.vendor.oauth.pkce ? { code_verifier: verifier } : {};
  return askTokens(call, { grant_type: "authorization_code", code, redirect_uri: redirect, ...proof }, undefined);
}

/** Returns the next pair of tokens. Throws `VendorTrouble`: `denied` when the vendor no longer accepts the old one. */
export function refresh(call: TokenCall, old: string): Promise<Granted> {
  const { refreshScope } = call.vendor.oauth;
  const scope = refreshScope === undefined ? {} : { scope: refreshScope };
  return askTokens(call, { grant_type: "refresh_token", refresh_token: old, ...scope }, old);
}

async function askTokens(
  { http, vendor, client, now }: TokenCall,
  form: Readonly<Record<string, string>>,
  old: string | undefined,
): Promise<Granted> {
  const own = { client_id: client.id, client_secret: client.secret };
  const answer = await ask(http, { method: "POST", url: vendor.oauth.token, form: { ...form, ...own } });
  if (answer.status === 400 || answer.status === 401 || answer.status === 403) throw refusalOf(answer);
  expectGood(answer);
  const { access_token, refresh_token = old, expires_in, scope } = readAs(TokenAnswer, parsed(answer));
  if (refresh_token === undefined)
    throw new VendorTrouble("denied", "the vendor gave no token that lasts: it was not asked for offline access");
  return {
    access: access_token,
    refresh: refresh_token,
    expiresAt: now + Math.min(expires_in * 1000, 30 * DAY_MS),
    scopes: (scope ?? vendor.oauth.scopes.join(" ")).split(" ").filter(Boolean),
  };
}

/**
 * Only a refused grant ends a connection (RFC 6749, 5.2). With other refusals the connection stays valid: our own id or
 * secret may be wrong, or a server in between may refuse everybody.
 */
function refusalOf({ status, text }: VendorAnswer): VendorTrouble {
  const error = errorIn(text);
  const isRefused = error === undefined ? status !== 403 : error === "invalid_grant";
  return isRefused
    ? new VendorTrouble("denied", `the vendor refused the token (${status})`)
    : new VendorTrouble("failing", `the vendor gave no token (${status}), and did not say that the old one has ended`);
}

const Refusal = z.looseObject({ error: z.string() });

/** Returns the error that a refusal names, or undefined when it names none. */
function errorIn(text: string): string | undefined {
  try {
    return Refusal.safeParse(JSON.parse(text)).data?.error;
  } catch {
    return undefined;
  }
}

/** Sends a request. If no complete answer comes, it throws `failing`. */
export async function ask(http: VendorHttp, request: Parameters<VendorHttp>[0]): Promise<VendorAnswer> {
  const answer = await http(request);
  if (answer === undefined) throw new VendorTrouble("failing", "the vendor did not answer");
  return answer;
}

/** Throws the error for a bad status. The caller handles some statuses itself, and for these nothing is thrown. */
export function expectGood({ status, headers }: VendorAnswer): void {
  if (status >= 200 && status < 300) return;
  if (status === 429)
    throw new VendorTrouble("limited", "the vendor asked for a pause", pauseMs(headers) ?? USUAL_PAUSE_MS);
  if (status === 401 || status === 403) throw new VendorTrouble("denied", `the vendor refused (${status})`);
  throw new VendorTrouble("failing", `the vendor answered ${status}`, pauseMs(headers));
}

const USUAL_PAUSE_MS = MINUTE_MS;

/**
 * Returns how long to wait, in milliseconds: `Retry-After` in seconds or as a date, or else the seconds of
 * `X-RateLimit-Reset`. It is at most a day.
 */
function pauseMs(headers: VendorAnswer["headers"]): number | undefined {
  const said = (headers["retry-after"] ?? headers["x-ratelimit-reset"] ?? "").trim();
  const date = Date.parse(said) - Date.parse(headers["date"] ?? "");
  const ms = /^\d+(\.\d+)?$/.test(said) ? Number(said) * 1000 : date;
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 1000), DAY_MS) : undefined;
}

/** Returns the JSON of an answer. Half an answer is not JSON, so it throws `failing` like a broken connection. */
export function parsed({ text }: VendorAnswer): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new VendorTrouble("failing", "the vendor's answer is not whole");
  }
}

/** Returns a value in the shape that the vendor documents. */
export function readAs<T>(schema: z.ZodType<T>, value: unknown): T {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const where = read.error.issues.slice(0, 3).map(({ path }) => path.map(String).join("."));
  throw new VendorTrouble("unreadable", `the vendor's answer does not fit at ${where.join(", ")}`);
}

/** No window needs more pages of one kind than this. */
const MOST_PAGES = 20;

type Page = { readonly records: readonly unknown[]; readonly next: string | null | undefined };

/**
 * Returns the records of all pages. `ask` fetches one page: the first, or the one that the page before names. It throws
 * when the list itself no longer exists. If that counted as an empty list, all its stored records would be deleted.
 */
export async function allPages<T>(
  kind: string,
  schema: z.ZodType<T>,
  ask: (next: string | undefined) => Promise<Page>,
): Promise<T[]> {
  const found: T[] = [];
  let next: string | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const page = await ask(next);
    found.push(...page.records.map((record) => readAs(schema, record)));
    if (!page.next) return found;
    next = page.next;
  }
  throw new VendorTrouble("unreadable", `${kind} has more than ${MOST_PAGES} pages`);
}
