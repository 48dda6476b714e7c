/** The sign-in of the page, against an OpenID provider on loopback. */
import { type AppConfig, contentSecurityPolicy } from "@waldo/contracts";
import { networkOf, openTab } from "@waldo/testkit/browser-tab";
import { serveRequests } from "@waldo/testkit/loopback";
import { startIssuer } from "@waldo/testkit/oidc-issuer";
import { afterEach, describe, expect, it } from "vitest";
import { openSession } from "../src/session/session.ts";
import { SignedOut, tokenSession } from "../src/session/sign-in.ts";

const APP = "https://waldo.test";
const SIGN_IN = "https://sign-in.test";
const PERSON = "0f8fad5b-d9cb-469f-a165-70867728950e";
const HOUR_MS = 3_600_000;
const CONFIG = { session: "token", signIn: SIGN_IN, clientId: "client-1" } satisfies AppConfig;

const open: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.stop();
});

/** A page with its API, the sign-in, and a clock. The API notes the tokens it gets, and refuses some. */
async function house({ rotates = true } = {}) {
  const clock = { ms: 1_800_000_000_000 };
  const tokens: (string | null)[] = [];
  const api = { refuses: (_token: string | null): boolean => false, slow: Promise.resolve() };
  const site = await serveRequests(async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/app.json") return Response.json(CONFIG);
    if (!pathname.startsWith("/v1/"))
      return new Response("the page", { headers: { "content-security-policy": contentSecurityPolicy(SIGN_IN) } });
    const token = request.headers.get("authorization");
    tokens.push(token);
    if (pathname === "/v1/slow") await api.slow;
    const body = { method: request.method, said: await request.text() };
    return Response.json(body, { status: api.refuses(token) ? 401 : 200 });
  });
  const issuer = await startIssuer({
    ...{ issuer: SIGN_IN, clientId: CONFIG.clientId, rotates, accessSeconds: 3600 },
    ...{ callbacks: [`${APP}/`], logouts: [`${APP}/`], scopes: ["openid"] },
  });
  issuer.person = PERSON;
  open.push(site, issuer);
  const tab = await openTab(networkOf({ [APP]: site.endpoint, [SIGN_IN]: issuer.endpoint }), `${APP}/`, () => clock.ms);
  return { clock, tokens, api, issuer, tab };
}

type House = Awaited<ReturnType<typeof house>>;

/** Signs in, as a person does who presses the button. */
async function signedIn({ tab }: House) {
  await tokenSession(CONFIG, tab.browser).enter();
  await tab.arrived();
  const session = tokenSession(CONFIG, tab.browser);
  expect(await session.open()).toBe(true);
  return session;
}

const claimsOf = (bearer: string | null | undefined) =>
  JSON.parse(Buffer.from(String(bearer).split(".")[1] ?? "", "base64url").toString());

describe("a sign-in", () => {
  it("brings an access token, which goes with each request; nothing of it stays in the address", async () => {
    const world = await house();
    const session = await signedIn(world);
    expect(world.tab.address()).toBe(`${APP}/`);
    const options = { method: "PUT", headers: { "idempotency-key": "key-12345" }, body: "hello" };
    expect(await (await session.fetch("/v1/me", options)).json()).toEqual({ method: "PUT", said: "hello" });
    expect(claimsOf(world.tokens[0])).toMatchObject({ sub: PERSON, token_use: "access", scope: "openid" });
    // Another page of this tab, such as after a reload, goes on with it.
    expect(await tokenSession(CONFIG, world.tab.browser).open()).toBe(true);
    expect([...world.tab.stored.keys()]).toEqual(["waldo.tokens"]);
  });

  it("has a state and a verifier of its own each time", async () => {
    const { tab } = await house();
    const begun = async () => {
      await tokenSession(CONFIG, tab.browser).enter();
      await tab.arrived();
      return JSON.parse(tab.stored.get("waldo.sign-in") ?? "");
    };
    const [first, second] = [await begun(), await begun()];
    for (const part of ["state", "verifier"]) {
      expect(first[part]).toMatch(/^[\w-]{43}$/);
      expect(second[part]).not.toBe(first[part]);
    }
  });

  it("that was not begun in this tab is refused, and no code is spent", async () => {
    const { tab, issuer } = await house();
    await tab.visit(`${APP}/?code=stolen&state=forged`);
    await expect(tokenSession(CONFIG, tab.browser).open()).rejects.toThrow(SignedOut);
    expect(issuer.asked.get("/oauth2/token")).toBeUndefined();
    expect([tab.address(), tab.stored.size]).toEqual([`${APP}/`, 0]);
  });

  it("that comes back with another state than it began with is refused, and no code is spent", async () => {
    const { tab, issuer } = await house();
    await tokenSession(CONFIG, tab.browser).enter();
    await tab.arrived();
    await tab.visit(tab.address().replace(/state=[^&]+/, "state=forged"));
    await expect(tokenSession(CONFIG, tab.browser).open()).rejects.toThrow("not begun in this tab");
    expect([issuer.asked.get("/oauth2/token"), tab.stored.size]).toEqual([undefined, 0]);
  });

  it("comes back once: the same address a second time is refused", async () => {
    const world = await house();
    await tokenSession(CONFIG, world.tab.browser).enter();
    await world.tab.arrived();
    const back = world.tab.address();
    expect(await tokenSession(CONFIG, world.tab.browser).open()).toBe(true);
    await world.tab.visit(back);
    await expect(tokenSession(CONFIG, world.tab.browser).open()).rejects.toThrow("not begun in this tab");
    expect(world.issuer.asked.get("/oauth2/token")).toBe(1);
  });

  it("whose code was asked with another verifier brings nothing", async () => {
    const { tab } = await house();
    await tokenSession(CONFIG, tab.browser).enter();
    await tab.arrived();
    const { state } = JSON.parse(tab.stored.get("waldo.sign-in") ?? "");
    tab.stored.set("waldo.sign-in", JSON.stringify({ state, verifier: "x".repeat(43) }));
    await expect(tokenSession(CONFIG, tab.browser).open()).rejects.toThrow("Sign in again");
    expect(tab.stored.size).toBe(0);
  });

  it("that was refused there says so, without words from outside", async () => {
    const { tab } = await house();
    await tokenSession(CONFIG, tab.browser).enter();
    await tab.arrived();
    const { state } = JSON.parse(tab.stored.get("waldo.sign-in") ?? "");
    await tab.visit(`${APP}/?error=access_denied&error_description=Call+555-1234&state=${state}`);
    const session = await openSession(tab.browser);
    expect(session).toMatchObject({ isIn: false, trouble: "The sign-in was not finished. Sign in again." });
  });
});

describe.each([true, false])("the refresh token, rotating: %s", (rotates) => {
  it("is used a minute before the access token ends, once for all requests that wait", async () => {
    const world = await house({ rotates });
    const session = await signedIn(world);
    world.clock.ms += HOUR_MS - 61_000;
    await session.fetch("/v1/me");
    expect(world.issuer.asked.get("/oauth2/token")).toBe(1);
    world.clock.ms += 1_000;
    await Promise.all(["/v1/me", "/v1/messages", "/v1/proposals"].map((path) => session.fetch(path)));
    expect(world.issuer.asked.get("/oauth2/token")).toBe(2);
    expect(new Set(world.tokens).size).toBe(2);
    world.clock.ms += HOUR_MS;
    expect((await session.fetch("/v1/me")).status).toBe(200);
    expect(world.issuer.asked.get("/oauth2/token")).toBe(3);
  });

  it("is used when the API refuses a token, and the request is sent once more, whole", async () => {
    const world = await house({ rotates });
    const session = await signedIn(world);
    await session.fetch("/v1/me");
    const [old] = world.tokens;
    world.api.refuses = (token) => token === old;
    const sent = () => session.fetch("/v1/messages", { method: "POST", body: "hello" });
    const [one, two] = await Promise.all([sent(), sent()]);
    expect([one?.status, two?.status]).toEqual([200, 200]);
    expect(await one?.json()).toEqual({ method: "POST", said: "hello" });
    expect(world.issuer.asked.get("/oauth2/token")).toBe(2);
  });
});

describe("a session", () => {
  it("takes the token that another request has got meanwhile, when its own is refused late", async () => {
    const world = await house();
    const session = await signedIn(world);
    await session.fetch("/v1/me");
    const [old] = world.tokens;
    world.api.refuses = (token) => token === old;
    let answerLate = () => {};
    world.api.slow = new Promise((resolve) => (answerLate = resolve));
    const late = session.fetch("/v1/slow");
    expect((await session.fetch("/v1/me")).status).toBe(200);
    answerLate();
    expect((await late).status).toBe(200);
    expect(world.issuer.asked.get("/oauth2/token")).toBe(2);
  });

  it("that the API refuses also with a new token gives the refusal back", async () => {
    const world = await house();
    const session = await signedIn(world);
    world.api.refuses = () => true;
    expect((await session.fetch("/v1/me")).status).toBe(401);
    expect(new Set(world.tokens).size).toBe(2);
  });

  it("that was ended elsewhere is over, and its tokens are gone", async () => {
    const world = await house();
    const session = await signedIn(world);
    world.tab.stored.set(
      "waldo.tokens",
      JSON.stringify({ ...JSON.parse(world.tab.stored.get("waldo.tokens") ?? ""), refresh: "revoked", expiresAt: 0 }),
    );
    await expect(session.fetch("/v1/me")).rejects.toThrow(SignedOut);
    expect(world.tab.stored.size).toBe(0);
    await expect(session.fetch("/v1/me")).rejects.toThrow("Your session has ended");
    expect(world.tokens).toEqual([]);
  });

  it("outlives a sign-in that does not answer", async () => {
    const world = await house();
    const session = await signedIn(world);
    world.clock.ms += HOUR_MS;
    world.issuer.down = true;
    await expect(session.fetch("/v1/me")).rejects.toThrow("does not answer");
    world.issuer.down = false;
    expect((await session.fetch("/v1/me")).status).toBe(200);
  });

  it("is ended here, at the sign-in and in its cookie; an answer that comes late does not bring it back", async () => {
    const world = await house({ rotates: false });
    const session = await signedIn(world);
    const { refresh } = JSON.parse(world.tab.stored.get("waldo.tokens") ?? "");
    world.clock.ms += HOUR_MS;
    const late = session.fetch("/v1/me");
    await session.leave();
    await expect(late).rejects.toThrow(SignedOut);
    await world.tab.arrived();
    expect([world.tab.address(), world.tab.stored.size, world.issuer.person]).toEqual([`${APP}/`, 0, undefined]);
    const again = await fetch(`${world.issuer.endpoint}/oauth2/token`, {
      method: "POST",
      body: new URLSearchParams({
        ...{ grant_type: "refresh_token", refresh_token: refresh },
        client_id: CONFIG.clientId,
      }),
    });
    expect(await again.json()).toEqual({ error: "invalid_grant" });
    // The next sign-in asks who it is.
    await tokenSession(CONFIG, world.tab.browser).enter();
    await world.tab.arrived();
    expect(world.tab.text()).toBe("the form of the sign-in");
  });

  it("talks to its own address and the sign-in only", async () => {
    const { tab } = await house();
    await expect(tab.browser.fetch("https://evil.test/")).rejects.toThrow("the policy of the page forbids");
  });
});

describe("the kind of session", () => {
  it("is what the server of the page says", async () => {
    const { tab, issuer } = await house();
    const session = await openSession(tab.browser);
    expect(session).toMatchObject({ isIn: false });
    expect("enter" in session).toBe(true);
    expect(issuer.asked.size).toBe(0);
  });

  it("on one machine is a cookie, so the page sends requests as they are and knows no sign-in", async () => {
    const sent: unknown[] = [];
    const browser = {
      ...(await house()).tab.browser,
      fetch: async (...request: unknown[]) => {
        sent.push(request);
        return Response.json({ session: "cookie" });
      },
    };
    const session = await openSession(browser);
    expect("enter" in session || "leave" in session).toBe(false);
    await session.fetch("/v1/me", { method: "PUT" });
    expect(sent).toEqual([["/app.json"], ["/v1/me", { method: "PUT" }]]);
  });
});
