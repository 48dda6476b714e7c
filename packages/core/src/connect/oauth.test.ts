/** The floor below all vendors: what a refusal, a pause and a bound of the transport mean. */
import { createHash } from "node:crypto";
import { serveLoopback } from "@waldo/testkit/loopback";
import { describe, expect, it } from "vitest";
import { authoriseAddress, exchange, refresh } from "./oauth.ts";
import type { Vendor, VendorAnswer } from "./vendor.ts";
import { vendorHttp } from "./vendor-http.ts";
import { whoop } from "./whoop.ts";

const client = { id: "id-1", secret: "secret-1" };
const withProof: Vendor = { ...whoop, oauth: { ...whoop.oauth, pkce: true, query: { access_type: "offline" } } };
const answering = (answer: Partial<VendorAnswer> | undefined, sent: unknown[] = []) => ({
  ...{ vendor: whoop, client, now: 1_000 },
  http: async (request: object) => {
    sent.push(request);
    return answer && { status: 200, headers: {}, text: "{}", ...answer };
  },
});

describe("the address where the person agrees", () => {
  it("carries the proof of PKCE and what else a vendor wants, where it does", () => {
    const way = { redirect: "https://waldo.test/connected/whoop", state: "s-1234567", verifier: "v-1" };
    const plain = new URL(authoriseAddress(whoop, client, way)).searchParams;
    expect([plain.get("state"), plain.get("scope"), plain.get("code_challenge")]).toEqual([
      "s-1234567",
      expect.stringContaining("offline"),
      null,
    ]);
    const proven = new URL(authoriseAddress(withProof, client, way)).searchParams;
    expect(proven.get("code_challenge")).toBe(createHash("sha256").update("v-1").digest("base64url"));
    expect([proven.get("code_challenge_method"), proven.get("access_type")]).toEqual(["S256", "offline"]);
  });

  it("the verifier goes with the code, and with nothing else", async () => {
    const sent: { form?: Record<string, string> }[] = [];
    const text = JSON.stringify({ access_token: "a", refresh_token: "r", expires_in: 60 });
    const call = { ...answering({ text }, sent), vendor: withProof };
    await exchange(call, { code: "c", redirect: "https://waldo.test", verifier: "v-1" });
    await refresh(call, "r");
    expect(sent.map(({ form }) => form?.["code_verifier"])).toEqual(["v-1", undefined]);
  });
});

describe("a token endpoint", () => {
  const refused = (status: number, error: string) =>
    expect(refresh(answering({ status, text: JSON.stringify({ error }) }), "old")).rejects;

  it("that refuses the grant has ended the connection; one that refuses our client has not", async () => {
    await refused(400, "invalid_grant").toMatchObject({ trouble: "denied" });
    for (const error of ["invalid_client", "unauthorized_client", "invalid_request", "invalid_scope"])
      await refused(401, error).toMatchObject({ trouble: "failing" });
    await expect(refresh(answering({ status: 400, text: "<html>" }), "old")).rejects.toMatchObject({
      trouble: "denied",
    });
  });

  it("behind a firewall that refuses everybody may be asked again", async () => {
    for (const text of ["<html>Forbidden</html>", "", "{}"])
      await expect(refresh(answering({ status: 403, text }), "old")).rejects.toMatchObject({ trouble: "failing" });
    await refused(403, "invalid_grant").toMatchObject({ trouble: "denied" });
  });

  it("that answers nothing, an error or no JSON may be asked again", async () => {
    await expect(refresh(answering(undefined), "old")).rejects.toMatchObject({ trouble: "failing" });
    await expect(refresh(answering({ status: 502 }), "old")).rejects.toMatchObject({ trouble: "failing" });
    await expect(refresh(answering({ text: '{"access' }), "old")).rejects.toMatchObject({ trouble: "failing" });
    await expect(refresh(answering({ text: "{}" }), "old")).rejects.toMatchObject({ trouble: "unreadable" });
  });

  it("that does not rotate leaves the old refresh token in force, and a life that it does not tell is an hour", async () => {
    expect(await refresh(answering({ text: '{"access_token":"a"}' }), "old")).toMatchObject({
      ...{ access: "a", refresh: "old", expiresAt: 1_000 + 3_600_000 },
    });
  });

  it.each([
    [{ "retry-after": "120" }, 120_000],
    [{ "retry-after": "Mon, 23 Nov 2026 08:02:00 GMT", date: "Mon, 23 Nov 2026 08:00:00 GMT" }, 120_000],
    [{ "x-ratelimit-reset": "3" }, 3_000],
    [{ "retry-after": "0" }, 1_000],
    [{ "retry-after": "99999999" }, 86_400_000],
    [{ "retry-after": "soon" }, 60_000],
    [{}, 60_000],
  ])("with %j asks for a pause of %i ms", async (headers, afterMs) => {
    await expect(refresh(answering({ status: 429, headers }), "old")).rejects.toMatchObject({
      trouble: "limited",
      afterMs,
    });
  });

  it("no error has a token or a secret in it", async () => {
    for (const answer of [
      undefined,
      { status: 400 },
      { status: 401 },
      { status: 429 },
      { status: 500 },
      { text: "no" },
    ]) {
      const error = await refresh(answering(answer), "refresh-token-1").catch((thrown: Error) => thrown);
      expect(JSON.stringify([String(error), error])).not.toMatch(/refresh-token-1|secret-1/);
    }
  });
});

describe("the transport", () => {
  const asking = async (handler: Parameters<typeof serveLoopback>[0], timeoutMs = 2_000) => {
    const server = await serveLoopback(handler);
    try {
      const http = vendorHttp({ fetch, through: server.endpoint, timeoutMs });
      return await http({ method: "GET", url: "https://vendor.test/path?x=1" });
    } finally {
      await server.stop();
    }
  };

  it("gives the status, the headers and the text", async () => {
    const answer = await asking((incoming, outgoing) =>
      outgoing.writeHead(429, { "Retry-After": "5" }).end(incoming.url),
    );
    expect(answer).toMatchObject({ status: 429, headers: { "retry-after": "5" }, text: "/path?x=1" });
  });

  it("follows no redirect, and gives up on what is silent, endless or broken", async () => {
    expect(await asking((_, outgoing) => outgoing.writeHead(302, { location: "/x" }).end())).toMatchObject({
      status: 302,
    });
    expect(await asking(() => {}, 50)).toBeUndefined();
    expect(await asking((_, outgoing) => void outgoing.end("x".repeat(3_000_000)))).toBeUndefined();
    expect(await asking((incoming) => void incoming.socket.destroy())).toBeUndefined();
  });
});
