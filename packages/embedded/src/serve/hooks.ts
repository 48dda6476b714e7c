/**
 * Hooks of vendors and of the owner's phone, for an owner whose machine has a tunnel. They arrive with the tunnel's
 * host name, so they are handled before the check that accepts only this machine's own name. A vendor is recognised by
 * its signature and a phone by its key. Nothing else is accepted there.
 */
import { API_ROOT, APPLE_TOKEN, type DoorError, HookChallenge, ROUTES, VendorName } from "@waldo/contracts";
import { answerChallenge, takeHook } from "@waldo/core/connect/hooks";
import { VENDOR } from "@waldo/core/connect/vendors";
import type { DoorPorts } from "@waldo/core/door/handlers";
import { answerAppleHook } from "@waldo/core/health/take-apple";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";

export function hooks(ports: DoorPorts): Hono {
  const { wearables, log } = ports;
  const app = new Hono();
  const refusal = (error: DoorError["error"], message: string): DoorError => ({ error, message });
  const limit = bodyLimit({
    maxSize: ROUTES.wearableHook.maxBytes,
    onError: (c) => c.json(refusal("TooLarge", "no hook is as large as this"), 413),
  });
  app.post(`${API_ROOT}${ROUTES.appleHook.path}`, bodyLimit({ maxSize: ROUTES.appleHook.maxBytes }), async (c) => {
    const sent = { token: c.req.header(APPLE_TOKEN) ?? "", text: await c.req.text() };
    const { status, body, retryAfter } = await answerAppleHook(ports, sent);
    return c.json(body, status, retryAfter === undefined ? {} : { "retry-after": String(retryAfter) });
  });
  const known = async (given: string) => {
    const vendor = VendorName.safeParse(given).data;
    return { vendor, client: vendor && (await wearables?.secrets())?.clients[vendor] };
  };
  app.get(`${API_ROOT}/hooks/:vendor`, async (c) => {
    const { vendor, client } = await known(c.req.param("vendor"));
    if (!vendor || !client) return c.json(refusal("NotFound", "there is no such vendor here"), 404);
    const asked = HookChallenge.safeParse(c.req.query()).data;
    const back = asked && answerChallenge(VENDOR[vendor], client.secret, asked);
    return back ? c.json(back) : c.json(refusal("NotSignedIn", "this is not from the vendor"), 401);
  });
  app.post(`${API_ROOT}/hooks/:vendor`, limit, async (c) => {
    const { vendor, client } = await known(c.req.param("vendor"));
    if (!wearables || !vendor || !client) return c.json(refusal("NotFound", "there is no such vendor here"), 404);
    const delivery = { headers: c.req.header(), body: await c.req.text() };
    const isTaken = await takeHook({ ...wearables, log }, VENDOR[vendor], client.secret, delivery);
    return isTaken ? c.json({}) : c.json(refusal("NotSignedIn", "this is not from the vendor, or not from now"), 401);
  });
  return app;
}
