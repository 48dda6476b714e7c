/** Web Push over the wire: a push service on loopback, and a browser's half of the encryption, read back. */

import { createDecipheriv, createECDH, createHmac, randomBytes, verify } from "node:crypto";
import type { ChannelMessage } from "@waldo/contracts";
import { casesOf } from "@waldo/testkit/data";
import { type Answer, type ScriptedServer, startScriptedServer } from "@waldo/testkit/scripted-server";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { webPush } from "./web-push.ts";
import { isPushService, webPushKeys } from "./web-push-keys.ts";

let service: ScriptedServer;
beforeAll(async () => {
  service = await startScriptedServer();
});
beforeEach(() => service.reset());
afterAll(() => service.stop());

const SECRET = new Uint8Array(32).fill(5);
const keys = webPushKeys(SECRET);
const CONTACT = "mailto:operator@example.com";
const MESSAGE: ChannelMessage = {
  channel: "push",
  title: "Reminder",
  body: "Call mum. ☎",
  collapseId: "day-2026-03-14",
};

function browser() {
  const pair = createECDH("prime256v1");
  const auth = randomBytes(16);
  const p256dh = pair.generateKeys("base64url");
  const address = (path = "/send/1", origin = service.endpoint) =>
    JSON.stringify({ endpoint: `${origin}${path}`, keys: { p256dh, auth: auth.toString("base64url") } });
  return { pair, auth, address };
}
const channel = (timeoutMs?: number) =>
  webPush({ keys, contact: CONTACT, mayReach: () => true, ...(timeoutMs ? { timeoutMs } : {}) });
const answers = (status: number, headers = {}): Answer => ({ kind: "reply", status, body: "", headers });
const send = (address: string) => channel().send(address, MESSAGE, "k".repeat(32));

/** Opens a body of RFC 8188 with the keys of the browser, as RFC 8291 says. */
function opened(body: Buffer, { pair, auth }: ReturnType<typeof browser>): unknown {
  const hmac = (key: Buffer, data: Buffer) => createHmac("sha256", key).update(data).digest();
  const salt = body.subarray(0, 16);
  const idLength = body[20] ?? 0;
  const sender = body.subarray(21, 21 + idLength);
  const sealed = body.subarray(21 + idLength);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), pair.getPublicKey(), sender, Buffer.from([1])]);
  const ikm = hmac(hmac(auth, pair.computeSecret(sender)), info);
  const prk = hmac(salt, ikm);
  const key = hmac(prk, Buffer.from("Content-Encoding: aes128gcm\0\x01")).subarray(0, 16);
  const nonce = hmac(prk, Buffer.from("Content-Encoding: nonce\0\x01")).subarray(0, 12);
  const decipher = createDecipheriv("aes-128-gcm", key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString());
}

describe("a push to a browser", () => {
  it("is one only that browser can open, signed by the sender it subscribed to", async () => {
    const mine = browser();
    service.script.push(answers(201));
    expect(await send(mine.address())).toEqual({ outcome: "sent" });
    const [asked] = service.asked;
    expect(asked).toMatchObject({ method: "POST", path: "/send/1" });
    expect(asked?.headers).toMatchObject({ ttl: "14400", urgency: "high", "content-encoding": "aes128gcm" });
    expect(asked?.headers["topic"]).toMatch(/^[\w-]{32}$/);
    expect(opened(asked?.bytes ?? Buffer.alloc(0), mine)).toEqual({
      ...{ title: "Reminder", body: "Call mum. ☎" },
      tag: "day-2026-03-14",
    });
    const [, token = "", key = ""] = /^vapid t=([^,]+), k=(.+)$/.exec(String(asked?.headers["authorization"])) ?? [];
    expect(key).toBe(keys.publicKey);
    const [head, claims = "", signature = ""] = token.split(".");
    expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toMatchObject({
      aud: service.endpoint,
      sub: CONTACT,
    });
    const point = Buffer.from(key, "base64url");
    const jwk = {
      ...{ kty: "EC", crv: "P-256" },
      x: point.subarray(1, 33).toString("base64url"),
      y: point.subarray(33).toString("base64url"),
    };
    const signer = { key: jwk, format: "jwk", dsaEncoding: "ieee-p1363" } as const;
    expect(verify("sha256", Buffer.from(`${head}.${claims}`), signer, Buffer.from(signature, "base64url"))).toBe(true);
  });

  it.each([
    [201, {}, { outcome: "sent" }],
    [404, {}, { outcome: "dead", pauseChannel: true }],
    [410, {}, { outcome: "dead", pauseChannel: true }],
    [403, {}, { outcome: "dead", pauseChannel: true }],
    [413, {}, { outcome: "dead", pauseChannel: false }],
    [307, { location: "http://127.0.0.1:9/" }, { outcome: "dead", pauseChannel: false }],
    [429, { "retry-after": "120" }, { outcome: "retry", afterMs: 120_000 }],
    [429, {}, { outcome: "retry" }],
    [503, {}, { outcome: "unknown" }],
  ])("answered %i %j is %j", async (status, headers, outcome) => {
    service.script.push(answers(status, headers));
    expect(await send(browser().address())).toMatchObject(outcome);
    expect(service.asked).toHaveLength(1);
  });

  it("without a connection may be sent again; without an answer it may have arrived", async () => {
    const gone = await startScriptedServer();
    await gone.stop();
    expect(await send(browser().address("/", gone.endpoint))).toMatchObject({ outcome: "retry" });
    service.script.push({ kind: "silence" });
    expect(await channel(200).send(browser().address(), MESSAGE, "k")).toMatchObject({ outcome: "unknown" });
  });

  it("with keys that are no keys of a browser is not sent, and the device is gone", async () => {
    const { endpoint } = JSON.parse(browser().address());
    for (const p256dh of [Buffer.alloc(65), Buffer.alloc(65, 4)]) {
      const auth = Buffer.alloc(16).toString("base64url");
      const address = JSON.stringify({ endpoint, keys: { p256dh: p256dh.toString("base64url"), auth } });
      expect(await send(address)).toMatchObject({ outcome: "dead", pauseChannel: true });
    }
    expect(service.asked).toEqual([]);
  });

  it("to an address that is no subscription, or of no push service, is not sent", async () => {
    const real = webPush({ keys, contact: CONTACT });
    for (const address of ["{", "{}", '"arn:aws:sns"', browser().address()])
      expect(await real.send(address, MESSAGE, "k")).toMatchObject({ outcome: "dead", pauseChannel: true });
    expect(service.asked).toEqual([]);
  });
});

describe("what is reached", () => {
  it.each(casesOf<[endpoint: string, reached: boolean]>("addresses", "a push service, or none"))(
    "%s: %s",
    (endpoint, reached) => {
      expect(isPushService(endpoint)).toBe(reached);
    },
  );
});

describe("the keys", () => {
  it("are the same for the same secret, and others for another", () => {
    expect(webPushKeys(SECRET)).toEqual(keys);
    expect(webPushKeys(new Uint8Array(32).fill(6)).publicKey).not.toBe(keys.publicKey);
    expect(Buffer.from(keys.publicKey, "base64url")).toHaveLength(65);
  });
});
