/**
 * What the cloud of every vendor of wearables does, for wire servers: OAuth with rotating tokens that expire, faults on
 * demand, and a note of what was asked. Each vendor's own server adds its records and its hooks.
 */
import { createHash, randomUUID } from "node:crypto";
import type { LocalDate } from "@waldo/contracts";
import type { Delivery, Vendor, VendorHttp } from "@waldo/core/connect/vendor";
import { vendorHttp } from "@waldo/core/connect/vendor-http";
import type { LocalServer } from "./local-server.ts";
import { serveRequests } from "./loopback.ts";

/** What happens to the next request whose path fits. `cut`: half of the answer, as JSON that ends too early. */
type Fault = {
  readonly path: RegExp;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cut?: true;
};

export type MadeUpNight = {
  readonly minutes?: number;
  readonly hrv?: number;
  readonly restingHr?: number;
  /** `pending`: the vendor still computes. `unscorable`: it never will. */
  readonly state?: "scored" | "pending" | "unscorable";
};

/** A vendor's cloud on loopback, and in this process. */
export type WearableCloud = LocalServer & {
  readonly vendor: Vendor;
  readonly client: { readonly id: string; readonly secret: string };
  /** The same server without a socket. */
  readonly http: VendorHttp;
  /** Answers a request as the server does. */
  readonly reply: (request: Request) => Promise<Response>;
  readonly faults: Fault[];
  /** The requests as `METHOD path`, oldest first. */
  readonly asked: string[];
  /** How long an access token lives. */
  accessSeconds: number;
  /** The vendor's user who is at the vendor's page. */
  visitor: string;
  /** Forgets the access tokens, as if they had expired early. */
  expire(): void;
  /** Forgets all tokens of everyone, as if the consents had been withdrawn there. */
  revokeAll(): void;
  /** Whether some token of a user still works. */
  isConnected(user: string): boolean;
  /** Agrees at the vendor's page, and returns the address that the browser is sent back to. */
  agree(url: string): Promise<URL>;
  /** The night that ends on a date. The same date again changes it. */
  night(user: string, date: LocalDate, night?: MadeUpNight): void;
  removeNight(user: string, date: LocalDate): void;
  /** The hooks that the vendor sends when a night has changed, each signed at `at`. */
  hooks(user: string, date: LocalDate, what: { readonly gone?: boolean; readonly at: number }): Delivery[];
};

type CloudOptions = {
  readonly vendor: Vendor;
  readonly client: { readonly id: string; readonly secret: string };
  readonly now: () => number;
  /** Answers a request of a signed-in user. Undefined: the cloud has nothing at this address. */
  readonly answer: (
    user: string,
    request: Request,
    revoke: () => void,
  ) => Response | undefined | Promise<Response | undefined>;
  /** False: a refresh token counts until it is revoked, and a refresh brings no other. */
  readonly rotates?: boolean;
  /** Answers a request of the client in its own name. Undefined: the request is one of a person. */
  readonly ofClient?: (request: Request) => Promise<Response | undefined>;
};

type Grant = { readonly user: string; readonly expiresAt: number };

/** Starts the part that all vendors share. */
export async function startCloud({ vendor, client, now, answer, ofClient, rotates = true }: CloudOptions) {
  const codes = new Map<string, { user: string; redirect: string; challenge: string | null; scope: string }>();
  const access = new Map<string, Grant>();
  const refresh = new Map<string, { user: string; scope: string }>();
  const state = { accessSeconds: 3600, visitor: "10129", faults: [] as Fault[], asked: [] as string[] };
  const paths = { authorise: new URL(vendor.oauth.authorise).pathname, token: new URL(vendor.oauth.token).pathname };

  function authorise(query: URLSearchParams): Response {
    const redirect = query.get("redirect_uri") ?? "";
    const back = query.get("state") ?? "";
    if (query.get("client_id") !== client.id || query.get("response_type") !== "code" || back.length < 8)
      return new Response("invalid_request", { status: 400 });
    const code = randomUUID();
    const scope = query.get("scope") ?? "";
    codes.set(code, { user: state.visitor, redirect, challenge: query.get("code_challenge"), scope });
    const to = new URL(redirect);
    to.searchParams.set("code", code);
    to.searchParams.set("state", back);
    return new Response(null, { status: 302, headers: { location: to.href } });
  }

  function give(user: string, scope: string, old?: string): Response {
    const pair = { access_token: `access-${randomUUID()}`, refresh_token: `refresh-${randomUUID()}` };
    access.set(pair.access_token, { user, expiresAt: now() + state.accessSeconds * 1000 });
    const { access_token } = pair;
    if (old !== undefined && !rotates)
      return Response.json({ access_token, expires_in: state.accessSeconds, token_type: "Bearer", scope });
    if (old !== undefined) refresh.delete(old);
    refresh.set(pair.refresh_token, { user, scope });
    return Response.json({ ...pair, expires_in: state.accessSeconds, token_type: "bearer", scope });
  }

  function token(form: URLSearchParams): Response {
    const refused = (error: string, status = 400) => Response.json({ error }, { status });
    if (form.get("client_id") !== client.id || form.get("client_secret") !== client.secret)
      return refused("invalid_client", 401);
    if (form.get("grant_type") === "refresh_token") {
      const old = form.get("refresh_token") ?? "";
      const grant = refresh.get(old);
      if (!grant) return refused("invalid_grant");
      return give(grant.user, grant.scope, old);
    }
    const code = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (!code || code.redirect !== form.get("redirect_uri")) return refused("invalid_grant");
    if (code.challenge !== null && code.challenge !== challenge) return refused("invalid_grant");
    return give(code.user, code.scope);
  }

  function forget(user: string): void {
    for (const tokens of [access, refresh])
      for (const [name, grant] of tokens) if (grant.user === user) tokens.delete(name);
  }

  async function reply(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    state.asked.push(`${request.method} ${pathname}`);
    const at = state.faults.findIndex(({ path }) => path.test(pathname));
    const fault = at < 0 ? undefined : state.faults.splice(at, 1)[0];
    if (fault?.status !== undefined) return new Response("{}", { status: fault.status, headers: { ...fault.headers } });
    if (pathname === paths.authorise) return authorise(searchParams);
    if (pathname === paths.token) return token(new URLSearchParams(await request.text()));
    const own = await ofClient?.(request);
    if (own) return own;
    const bearer = (request.headers.get("authorization") ?? "").replace(/^Bearer /, "");
    const grant = access.get(bearer);
    if (!grant || grant.expiresAt <= now()) return Response.json({}, { status: 401 });
    const answered = (await answer(grant.user, request, () => forget(grant.user))) ?? new Response("", { status: 404 });
    if (!fault?.cut) return answered;
    const text = await answered.text();
    return new Response(text.slice(0, text.length / 2), { headers: answered.headers });
  }

  const server = await serveRequests(reply);
  // A web request has a form as its body already, so the same client code reaches the server without a socket.
  const inProcess: typeof fetch = (input, init) => reply(new Request(input, init));
  return Object.assign(state, server, {
    ...{ vendor, client, reply, http: vendorHttp({ fetch: inProcess }) },
    expire: () => access.clear(),
    revokeAll() {
      access.clear();
      refresh.clear();
    },
    isConnected: (user: string) => [...refresh.values()].some((grant) => grant.user === user),
    async agree(url: string): Promise<URL> {
      const { pathname, search } = new URL(url);
      const answered = await fetch(new URL(`${pathname}${search}`, server.endpoint), { redirect: "manual" });
      const location = answered.headers.get("location");
      if (location === null) throw new Error(`the vendor answered ${answered.status}: ${await answered.text()}`);
      return new URL(location);
    },
  });
}
