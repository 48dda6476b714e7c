/** A push from end to end: a browser is registered through the door, and a reminder rings it over the wire. */

import { createECDH, randomBytes } from "node:crypto";
import { contextRoutes } from "@waldo/contexts/routes";
import { callRoute } from "@waldo/contracts";
import { pushChannel } from "@waldo/core/channels/devices";
import { door } from "@waldo/core/door/door";
import { fixedModels } from "@waldo/core/door/own";
import { instantAt } from "@waldo/core/time";
import { decide } from "@waldo/core/wake/decide";
import { webPush } from "@waldo/outside/web-push";
import { webPushKeys } from "@waldo/outside/web-push-keys";
import { startScriptedServer } from "@waldo/testkit/scripted-server";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { expect, it } from "vitest";
import { talk } from "./talk.ts";
import { DATE } from "./world.ts";

it("a reminder rings the browser that was registered, once, and a browser that has left is forgotten", async () => {
  const service = await startScriptedServer();
  const { world, say } = await talk({ days: 0 });
  const keys = webPushKeys(new Uint8Array(32).fill(1));
  const web = webPush({ keys, contact: "mailto:owner@example.com", mayReach: () => true });
  const ports = { ...world, channels: { ...world.channels, push: pushChannel(world.store, "me", { web }) } };
  const app = door({
    optIn: contextRoutes,
    who: () => "me",
    ports: () => ({
      ...ports,
      ...{ approvalKey: new Uint8Array(32), startWake: async () => {}, models: fixedModels(null) },
      push: { web: { key: async () => keys.publicKey, mayReach: () => true } },
    }),
    log: () => {},
  });
  const browser = {
    endpoint: `${service.endpoint}/send/1`,
    keys: { p256dh: createECDH("prime256v1").generateKeys("base64url"), auth: randomBytes(16).toString("base64url") },
  };
  const devices = async () =>
    (await callRoute((request) => app.fetch(request), "http://waldo", "devices")).items.length;
  await callRoute((request) => app.fetch(request), "http://waldo", "addDevice", {
    body: { kind: "web", name: "Firefox", subscription: browser },
  });

  const remindedAt = async (time: string) => {
    await say(`remind me to water the ferns at ${time}`);
    const at = instantAt(DATE, time, PERSON.timeZone);
    ports.clock.set(at);
    for (let twice = 0; twice < 2; twice++)
      await decide(ports, { userId: "me", job: "patrol", scheduledAt: new Date(at).toISOString(), date: DATE });
  };
  service.script.push({ kind: "reply", status: 201, body: "" }, { kind: "reply", status: 410, body: "" });
  await remindedAt("15:00");
  expect([service.asked.length, await devices()]).toEqual([1, 1]);
  expect(service.asked[0]?.body).not.toContain("ferns");
  await remindedAt("16:00");
  expect([service.asked.length, await devices()]).toEqual([2, 0]);
  await remindedAt("17:00");
  expect(service.asked.length).toBe(2);
  await service.stop();
});
