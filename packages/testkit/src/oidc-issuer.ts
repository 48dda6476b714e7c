/**
 * An OpenID provider on loopback that answers as Cognito's managed login and its token endpoint do, with RS256 tokens.
 * It checks PKCE, exact addresses, and that a code is spent once.
 */
import { createHash, randomUUID } from "node:crypto";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import type { LocalServer } from "./local-server.ts";
import { serveRequests } from "./loopback.ts";

type IssuerOptions = {
  /** The `iss` of its tokens. */
  readonly issuer: string;
  readonly clientId: string;
  readonly callbacks: readonly string[];
  readonly logouts: readonly string[];
  /** Other clients, by id, with the addresses to which they are sent back. */
  readonly others?: Readonly<Record<string, readonly string[]>>;
  readonly scopes: readonly string[];
  /** True: each refresh gives a new refresh token, and the old one is worth nothing. */
  readonly rotates: boolean;
  readonly accessSeconds: number;
};

export type Issuer = LocalServer & {
  /** The person who is signed in on the sign-in's own page. Undefined: the page shows a form. */
  person: string | undefined;
  /** True: the token endpoint answers 503. */
  down: boolean;
  /** How often each path was asked. */
  readonly asked: ReadonlyMap<string, number>;
  /** Signs a token with claims of Cognito's access token, some of them replaced. `forged`: with another key. */
  sign(claims: JWTPayload, forged?: boolean): Promise<string>;
};

type Code = {
  readonly client: string;
  readonly person: string;
  readonly redirect: string;
  readonly challenge: string;
  readonly scope: string;
};
type Session = { readonly client: string; readonly person: string; readonly scope: string };

const ALG = "RS256";
const KEY_ID = "key-1";

export async function startIssuer(options: IssuerOptions): Promise<Issuer> {
  const { clientId, callbacks, logouts, scopes, rotates, accessSeconds } = options;
  const clients = new Map(Object.entries({ ...options.others, [clientId]: callbacks }));
  const [own, other] = await Promise.all([generateKeyPair(ALG), generateKeyPair(ALG)]);
  const codes = new Map<string, Code>();
  const sessions = new Map<string, Session>();
  const asked = new Map<string, number>();
  const state: Pick<Issuer, "person" | "down"> = { person: undefined, down: false };

  const sign: Issuer["sign"] = (claims, forged = false) => {
    const now = Math.floor(Date.now() / 1000);
    const usual = {
      ...{ iss: options.issuer, client_id: clientId, token_use: "access", scope: scopes.join(" "), version: 2 },
      ...{ origin_jti: randomUUID(), event_id: randomUUID(), jti: randomUUID(), auth_time: now },
      ...{ iat: now, exp: now + accessSeconds },
    };
    return new SignJWT({ ...usual, ...claims })
      .setProtectedHeader({ alg: ALG, kid: KEY_ID })
      .sign((forged ? other : own).privateKey);
  };

  const page = (status: number, text: string) => new Response(text, { status });
  const json = (value: object, status = 200) =>
    Response.json(value, { status, headers: { "access-control-allow-origin": "*" } });
  const refused = (error: string) => json({ error }, 400);
  const redirect = (to: string, query: Record<string, string> = {}) => {
    const url = new URL(to);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return new Response(null, { status: 302, headers: { location: url.href } });
  };

  function authorize(query: URLSearchParams): Response {
    const of = (name: string) => query.get(name) ?? "";
    // A wrong address or client must never be sent a code, so the error stays here.
    const client = of("client_id");
    if (!clients.get(client)?.includes(of("redirect_uri"))) return page(400, "redirect_mismatch");
    const back = { state: of("state") };
    if (
      of("response_type") !== "code" ||
      of("scope")
        .split(" ")
        .some((scope) => !scopes.includes(scope))
    )
      return redirect(of("redirect_uri"), { ...back, error: "invalid_request" });
    if (of("code_challenge_method") !== "S256" || of("code_challenge").length !== 43)
      return redirect(of("redirect_uri"), { ...back, error: "invalid_request" });
    if (state.person === undefined) return page(200, "the form of the sign-in");
    const code = randomUUID();
    const { person } = state;
    codes.set(code, {
      client,
      person,
      redirect: of("redirect_uri"),
      challenge: of("code_challenge"),
      scope: of("scope"),
    });
    return redirect(of("redirect_uri"), { ...back, code });
  }

  async function give(session: Session, refresh: string | undefined): Promise<Response> {
    const { client, person, scope } = session;
    const access_token = await sign({ sub: person, username: person, scope, client_id: client });
    const id_token = await sign({
      sub: person,
      aud: client,
      token_use: "id",
      client_id: undefined,
      scope: undefined,
    });
    return json({
      ...{ access_token, id_token, token_type: "Bearer", expires_in: accessSeconds },
      ...(refresh === undefined ? {} : { refresh_token: refresh }),
    });
  }

  function begin(session: Session): string {
    const refresh = randomUUID();
    sessions.set(refresh, session);
    return refresh;
  }

  async function token(form: URLSearchParams): Promise<Response> {
    if (state.down) return json({}, 503);
    const of = (name: string) => form.get(name) ?? "";
    if (!clients.has(of("client_id"))) return refused("invalid_client");
    if (of("grant_type") === "refresh_token") {
      const session = sessions.get(of("refresh_token"));
      if (session?.client !== of("client_id")) return refused("invalid_grant");
      if (!rotates) return give(session, undefined);
      sessions.delete(of("refresh_token"));
      return give(session, begin(session));
    }
    if (of("grant_type") !== "authorization_code") return refused("unsupported_grant_type");
    const code = codes.get(of("code"));
    codes.delete(of("code"));
    const challenge = createHash("sha256").update(of("code_verifier")).digest("base64url");
    if (code?.client !== of("client_id") || code.redirect !== of("redirect_uri") || code.challenge !== challenge)
      return refused("invalid_grant");
    return give(code, begin(code));
  }

  async function answer(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    asked.set(pathname, (asked.get(pathname) ?? 0) + 1);
    if (pathname === "/oauth2/authorize") return authorize(searchParams);
    if (pathname === "/oauth2/token") return token(new URLSearchParams(await request.text()));
    if (pathname === "/oauth2/revoke") {
      const form = new URLSearchParams(await request.text());
      if (!clients.has(form.get("client_id") ?? "")) return refused("invalid_client");
      sessions.delete(form.get("token") ?? "");
      return json({});
    }
    if (pathname === "/logout") {
      const to = searchParams.get("logout_uri") ?? "";
      if (searchParams.get("client_id") !== clientId || !logouts.includes(to)) return page(400, "redirect_mismatch");
      state.person = undefined;
      return redirect(to);
    }
    if (pathname.endsWith("/.well-known/jwks.json"))
      return json({ keys: [{ ...(await exportJWK(own.publicKey)), kid: KEY_ID, alg: ALG, use: "sig" }] });
    return page(404, "there is nothing here");
  }

  return Object.assign(state, { ...(await serveRequests(answer)), asked, sign });
}
