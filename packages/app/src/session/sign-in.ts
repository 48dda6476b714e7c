/**
 * Signs a person in at Cognito: the authorization code grant with PKCE (RFC 6749, RFC 7636). The tokens stay in the
 * storage of this tab (docs/decisions/0026).
 *
 * - `state` and the verifier of PKCE are made for one sign-in, and are gone before the code is spent.
 * - One refresh at a time: a refresh token may be worth one use, so all requests wait for the same one.
 * - A session ends only when the sign-in refuses its refresh token. A sign-in that does not answer ends nothing.
 */

import type { AppConfig } from "@waldo/contracts";

type Provider = Pick<Extract<AppConfig, { session: "token" }>, "signIn" | "clientId">;

/** The parts of a browser that a session uses. `now` is in milliseconds. */
export type Browser = {
  readonly fetch: (url: string, options?: RequestInit) => Promise<Response>;
  readonly storage: {
    getItem(name: string): string | null;
    setItem(name: string, value: string): void;
    removeItem(name: string): void;
  };
  readonly crypto: {
    getRandomValues(bytes: Uint8Array<ArrayBuffer>): unknown;
    readonly subtle: { digest(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> };
  };
  readonly location: {
    readonly origin: string;
    readonly pathname: string;
    readonly search: string;
    assign(url: string): void;
  };
  readonly history: { replaceState(state: null, unused: string, url: string): void };
  readonly now: () => number;
};

/** What the token endpoint answers (RFC 6749, 5.1). The id token of Cognito is left where it is. */
type TokenAnswer = { readonly access_token: string; readonly refresh_token?: string; readonly expires_in: number };

type Tokens = { readonly access: string; readonly refresh: string; readonly expiresAt: number };

const TOKENS = "waldo.tokens";
const BEGUN = "waldo.sign-in";
/** A token that ends this soon is renewed before it is sent. */
const EARLY_MS = 60_000;
const ENDED = "Your session has ended. Sign in again.";

/** The error that nobody is signed in on this page. The message says what to do. */
export class SignedOut extends Error {
  override readonly name = "SignedOut";
}

/** A session by tokens. */
export function tokenSession(
  { signIn, clientId }: Provider,
  { fetch, storage, crypto, location, history, now }: Browser,
) {
  const home = `${location.origin}/`;

  const held = (): Tokens | undefined => JSON.parse(storage.getItem(TOKENS) ?? "null") ?? undefined;

  const ask = (grant: Record<string, string>) =>
    fetch(`${signIn}/oauth2/token`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ client_id: clientId, ...grant }).toString(),
    });

  /** Stores the tokens of an answer. Some providers give a new refresh token each time, others give none. */
  async function keep(answer: Response, before = ""): Promise<string> {
    const given = (await answer.json()) as TokenAnswer;
    const tokens: Tokens = {
      access: given.access_token,
      refresh: given.refresh_token ?? before,
      expiresAt: now() + given.expires_in * 1000,
    };
    storage.setItem(TOKENS, JSON.stringify(tokens));
    return tokens.access;
  }

  /** Begins a sign-in: the browser goes to the page of the sign-in. */
  async function enter() {
    const random = () => base64url(filled(new Uint8Array(32)));
    const [state, verifier] = [random(), random()];
    // The screen on which the person is. The sign-in returns to one fixed address, and from there the page opens this
    // screen.
    const place = `${location.pathname}${location.search}`;
    storage.setItem(BEGUN, JSON.stringify({ state, verifier, place }));
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
    const query = new URLSearchParams({
      response_type: "code",
      client_id: clientId,
      redirect_uri: home,
      scope: "openid",
      state,
      code_challenge: base64url(new Uint8Array(digest)),
      code_challenge_method: "S256",
    });
    location.assign(`${signIn}/oauth2/authorize?${query}`);
  }

  const filled = (bytes: Uint8Array<ArrayBuffer>) => {
    crypto.getRandomValues(bytes);
    return bytes;
  };

  /**
   * Ends a sign-in if one has opened this page. Returns whether somebody is signed in. When the sign-in failed, throws
   * an error with words for the person.
   */
  async function open() {
    const back = new URLSearchParams(location.search);
    if (back.has("state")) {
      // The code must not stay in the address, because browsers copy and remember addresses.
      history.replaceState(null, "", "/");
      const begun = JSON.parse(storage.getItem(BEGUN) ?? "null");
      storage.removeItem(BEGUN);
      if (begun?.state !== back.get("state"))
        throw new SignedOut("This sign-in was not begun in this tab. Sign in again.");
      const code = back.get("code");
      if (code === null) throw new SignedOut("The sign-in was not finished. Sign in again.");
      const answer = await ask({
        ...{ grant_type: "authorization_code", code, redirect_uri: home },
        code_verifier: begun.verifier,
      });
      if (!answer.ok) throw new SignedOut("The sign-in took too long. Sign in again.");
      await keep(answer);
      history.replaceState(null, "", begun.place);
    }
    return held() !== undefined;
  }

  let renewing: Promise<string> | undefined;

  /** Returns a new access token in place of the one that was used. */
  async function renewed(used: string): Promise<string> {
    const tokens = held();
    if (tokens !== undefined && tokens.access !== used) return tokens.access;
    renewing ??= renew(tokens).finally(() => {
      renewing = undefined;
    });
    return renewing;
  }

  async function renew(tokens: Tokens | undefined): Promise<string> {
    if (tokens === undefined) throw new SignedOut(ENDED);
    const answer = await ask({ grant_type: "refresh_token", refresh_token: tokens.refresh });
    if (![200, 400, 401].includes(answer.status)) throw new Error("The sign-in does not answer. Try again soon.");
    // The person may have signed out in the meantime. A late answer must not restore the session.
    const isStill = held()?.refresh === tokens.refresh;
    if (answer.ok && isStill) return keep(answer, tokens.refresh);
    if (isStill) storage.removeItem(TOKENS);
    throw new SignedOut(ENDED);
  }

  return {
    enter,
    open,

    /** Sends a request of the signed-in person. Throws `SignedOut` when nobody is signed in. */
    async fetch(path: string, options: RequestInit = {}): Promise<Response> {
      const send = (token: string) => {
        const headers = new Headers(options.headers);
        headers.set("authorization", `Bearer ${token}`);
        return fetch(path, { ...options, headers });
      };
      const tokens = held();
      if (tokens === undefined) throw new SignedOut(ENDED);
      const token = tokens.expiresAt - now() > EARLY_MS ? tokens.access : await renewed(tokens.access);
      const answer = await send(token);
      return answer.status === 401 ? send(await renewed(token)) : answer;
    },

    /** Forgets the tokens of a person who was erased. */
    forget: () => storage.removeItem(TOKENS),

    /** Ends the session in three places: on this page, at the sign-in, and in the cookie of the sign-in. */
    async leave() {
      const tokens = held();
      storage.removeItem(TOKENS);
      if (tokens !== undefined) {
        const body = new URLSearchParams({ token: tokens.refresh, client_id: clientId }).toString();
        const headers = { "content-type": "application/x-www-form-urlencoded" };
        // When this fails, the refresh token still expires by itself, and this page no longer has it.
        await fetch(`${signIn}/oauth2/revoke`, { method: "POST", headers, body }).catch(() => undefined);
      }
      location.assign(`${signIn}/logout?${new URLSearchParams({ client_id: clientId, logout_uri: home })}`);
    },
  };
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
