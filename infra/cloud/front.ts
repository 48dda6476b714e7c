/** Tests the page, its sign-in, and the same journey as on one machine, from a browser on AWS. */

import { openSession } from "@waldo/app/session";
import { callRoute, ROUTES, type RouteName } from "@waldo/contracts";
import { openTab } from "@waldo/testkit/browser-tab";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Edge, startEdge } from "../test/edge.ts";
import { cloud, engine, stack } from "./stage.ts";

const PERSON = "c2a7f1de-4b58-4f0a-9d3c-6e1b8a90f274";
const HOUR_MS = 3_600_000;

export function aBrowser(): void {
  describe("a browser", engine.options, () => {
    let edge: Edge;
    beforeAll(async () => {
      edge = await startEdge(stack, cloud.invoke);
    });
    afterAll(() => edge?.stop());

    const get = (path: string, token?: string) =>
      edge.network(`${edge.app}${path}`, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } });

    test("finds the page at every place, its files, and an API that is closed", async () => {
      const page = await get("/");
      expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html"]);
      expect(page.headers.get("cache-control")).toBe("no-cache");
      const html = await page.text();
      expect(await (await get("/chat")).text()).toBe(html);
      for (const [, path] of html.matchAll(/(?:src|href)="([^"]+)"/g))
        expect([path, (await get(path ?? "")).status]).toEqual([path, 200]);
      expect((await get("/no-such-file.js")).status).toBe(403);
      expect((await get("/v1/health")).status).toBe(200);
      for (const { method, path, who, by } of Object.values(ROUTES)) {
        const filled = path.replaceAll(/\{\w+\}/g, "x");
        const { status } = await edge.network(`${edge.app}/v1${filled}`, { method });
        expect([method, path, status === 401]).toEqual([method, path, who === "person" && by !== "machine"]);
      }
    });

    test("is told that a route is none, and sees no page in its place; every answer has the strict headers", async () => {
      const none = await get("/v1/nowhere");
      expect([none.status, await none.json()]).toEqual([404, { message: "Not Found" }]);
      const { headers } = none;
      expect(headers.get("content-security-policy")).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
      expect(headers.get("strict-transport-security")).toMatch(/^max-age=\d{8}/);
      expect([headers.get("x-content-type-options"), headers.get("x-frame-options")]).toEqual(["nosniff", "DENY"]);
    });

    test("comes in with no token but an access token of this pool and client, which is still good", async () => {
      const { issuer } = edge;
      const sub = PERSON;
      const past = Math.floor(Date.now() / 1000) - 10;
      const good = await issuer.sign({ sub });
      expect((await get("/v1/me", good)).status).toBe(409);
      const [header = "", , signature = ""] = good.split(".");
      const other = Buffer.from(JSON.stringify({ sub: "somebody-else", exp: past + 4000 })).toString("base64url");
      const bad = {
        "signed with another key": await issuer.sign({ sub }, true),
        "changed after it was signed": `${header}.${other}.${signature}`,
        unsigned: `${Buffer.from('{"alg":"none"}').toString("base64url")}.${good.split(".")[1]}.`,
        expired: await issuer.sign({ sub, iat: past - 3600, exp: past }),
        "of another client": await issuer.sign({ sub, client_id: "another" }),
        "of another pool": await issuer.sign({ sub, iss: "https://cognito-idp.us-east-1.amazonaws.com/us-east-1_x" }),
        "no token": "hello",
      };
      for (const [what, token] of Object.entries(bad))
        expect([what, (await get("/v1/me", token)).status]).toEqual([what, 401]);
      const { id: aud = "" } = stack.deployed.find(({ type }) => type === "AWS::Cognito::UserPoolClient") ?? {};
      const idToken = await issuer.sign({ sub, aud, token_use: "id", client_id: undefined, scope: undefined });
      expect((await get("/v1/me", idToken)).status).toBe(403);
    });

    test("signs in with the page's own script, makes a profile, says something and is answered; then it signs out", async () => {
      const clock = { ms: Date.now() };
      const tab = await openTab(edge.network, `${edge.app}/`, () => clock.ms);
      const stranger = await openSession(tab.browser);
      expect(stranger).toMatchObject({ isIn: false });
      if (!("enter" in stranger)) throw new Error("there is no sign-in");
      await stranger.enter();
      await tab.arrived();
      expect(tab.text()).toBe("the form of the sign-in");
      // The person types a password there.
      edge.issuer.person = PERSON;
      await tab.visit(tab.address());
      const session = await openSession(tab.browser);
      expect([session.isIn, tab.address()]).toEqual([true, `${edge.app}/`]);

      const send = async (request: Request) => {
        const { method, url } = request;
        const body = await request.text();
        return session.fetch(url, { method, headers: request.headers, ...(body === "" ? {} : { body }) });
      };
      const call = <N extends RouteName>(name: N, sent?: Parameters<typeof callRoute<N>>[3]) =>
        callRoute(send, edge.app, name, sent);
      await expect(call("me")).rejects.toMatchObject({ error: "NoProfile" });
      await call("zone", { body: { timeZone: "Europe/Lisbon" } });
      const profile = { timeZone: "Europe/Lisbon", wakeTime: "06:30", sleepTime: "22:30" };
      expect(await call("saveMe", { body: profile })).toMatchObject({ ...profile, userId: PERSON });
      await cloud.idle();
      const { runId } = await call("say", { body: { text: "how am I doing?" }, key: "browser-1" });
      expect(await cloud.idle()).toMatchObject([{ machine: "Waldo-run", status: "SUCCEEDED", output: { runId } }]);
      expect(await call("run", { params: { runId } })).toMatchObject({ state: "DONE", isOver: true });
      const { items } = await call("messages", { query: { limit: 10 } });
      expect(items.map(({ from }) => from)).toEqual(["waldo", "owner"]);

      // An hour later the access token has expired, and the page continues with a new one.
      const before = edge.issuer.asked.get("/oauth2/token");
      clock.ms += HOUR_MS;
      expect(await call("me")).toMatchObject({ userId: PERSON });
      expect(edge.issuer.asked.get("/oauth2/token")).toBe((before ?? 0) + 1);

      if (!("leave" in session)) throw new Error("there is no way out");
      await session.leave();
      await tab.arrived();
      expect([tab.address(), tab.stored.size, edge.issuer.person]).toEqual([`${edge.app}/`, 0, undefined]);
      await expect(session.fetch("/v1/me")).rejects.toThrow("Your session has ended");
      expect(cloud.refused).toEqual([]);
    });
  });
}
