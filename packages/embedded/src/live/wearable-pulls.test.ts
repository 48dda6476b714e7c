import { FILL_DAYS } from "@waldo/core/connect/connect";
import { HOUR_MS } from "@waldo/core/time";
import { type ConnectWorld, connectPerson, connectWorld, fillCloud, ME } from "@waldo/testkit/connect-world";
import { startOuraCloud } from "@waldo/testkit/oura-cloud";
import { startWhoopCloud } from "@waldo/testkit/whoop-cloud";
import { afterEach, expect, it } from "vitest";
import { openSqliteStore } from "../sqlite-store.ts";
import { type WearableEvent, wearablePulls } from "./wearable-pulls.ts";

const worlds: ConnectWorld[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.cloud.stop();
});

/** A person with a WHOOP and an Oura, and a timer that the test fires. */
async function open() {
  const store = openSqliteStore(":memory:");
  const whoop = await connectWorld((now) => startWhoopCloud({ now }), store);
  const oura = await connectWorld((now) => startOuraCloud({ now }), store);
  worlds.push(whoop, oura);
  for (const world of worlds) {
    fillCloud(world, FILL_DAYS);
    await connectPerson(world);
  }
  const events: WearableEvent[] = [];
  let named = () => [whoop.cloud.vendor.name, oura.cloud.vendor.name];
  let fire: (() => void) | undefined;
  const [ofWhoop, ofOura] = await Promise.all([whoop.ports.secrets(), oura.ports.secrets()]);
  const pulls = wearablePulls({
    ports: {
      ...whoop.ports,
      http: (request) => (request.url.includes("ouraring") ? oura : whoop).ports.http(request),
      secrets: async () => ({ ...ofWhoop, clients: { ...ofWhoop.clients, ...ofOura.clients } }),
    },
    userId: ME,
    vendors: () => named(),
    emit: (event) => events.push(event),
    timer: (_at, next) => {
      fire = next;
      return { stop: () => {} };
    },
  });
  const settled = async () => {
    while (fire === undefined) await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    ...{ whoop, oura, pulls },
    /** Lets an hour pass, and returns what is told then. */
    async hour(vendors = named) {
      named = vendors;
      events.length = 0;
      whoop.now += HOUR_MS;
      oura.now += HOUR_MS;
      const turn = fire ?? (() => pulls.start());
      fire = undefined;
      turn();
      await settled();
      return events.map((event) => (event.type === "failed" ? event.error : event.name));
    },
  };
}

it("tells a failure once for each vendor, and again after a reading that worked", async () => {
  const { whoop, oura, pulls, hour } = await open();
  expect(await hour()).toEqual(["WHOOP", "Oura"]);
  const fail = ({ cloud }: ConnectWorld) => void cloud.faults.push({ path: /^(?!.*token)/, status: 503 });
  fail(oura);
  expect(await hour()).toEqual(["Oura was not read: waldo wearable list says why"]);
  fail(oura);
  expect(await hour()).toEqual([]);
  fail(oura);
  fail(whoop);
  expect(await hour()).toEqual(["WHOOP was not read: waldo wearable list says why"]);
  await hour();
  fail(whoop);
  expect(await hour()).toEqual(["WHOOP was not read: waldo wearable list says why"]);
  await pulls.stop();
});

it("goes on when the file that names the vendors cannot be read, and says so", async () => {
  const { pulls, hour } = await open();
  const broken = () => {
    throw new Error("wearables.json cannot be read");
  };
  expect(await hour(broken)).toEqual(["wearables.json cannot be read"]);
  expect(await hour(() => ["oura"])).toEqual(["Oura"]);
  await pulls.stop();
});
