/** Tests when a connection is read, and what wakes its person. WHOOP stands for every vendor. */
import { FILL_DAYS, listConnections } from "@waldo/core/connect/connect";
import { HOOK_PAUSE_MS, pull, readAgainAfter } from "@waldo/core/connect/pull";
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import {
  connectionOf,
  connectPerson,
  connectWorld,
  fillCloud,
  hook,
  ME,
  nightsOf,
  settle,
  TODAY,
  VENDOR_USER,
} from "@waldo/testkit/connect-world";
import { startWhoopCloud, type WhoopCloud } from "@waldo/testkit/whoop-cloud";
import { afterEach, describe, expect, it } from "vitest";
import { addDays, DAY_MS, HOUR_MS, MINUTE_MS } from "../time.ts";
import type { VendorHttp } from "./vendor.ts";

let cloud: WhoopCloud;
afterEach(() => cloud.stop());

async function open() {
  const start = async (now: () => number) => {
    cloud = await startWhoopCloud({ now });
    return cloud;
  };
  const world = await connectWorld(start, openSqliteStore(":memory:"));
  fillCloud(world, FILL_DAYS);
  await connectPerson(world);
  return world;
}
type World = Awaited<ReturnType<typeof open>>;
const read = ({ ports }: World) => pull(ports, { userId: ME, vendor: "whoop" });

/** A cycle that no documentation knows. */
function breakDate(date: string): void {
  const start = `${date}T01:00:00.000Z`;
  const cycle = { id: 7, start, end: start, timezone_offset: "+00:00", score_state: "NEW" };
  cloud.put(VENDOR_USER, "broken", { cycle, sleeps: [] });
}

it("a night that cannot be true takes nothing away from the one that is stored, and a true one corrects it", async () => {
  const world = await open();
  await read(world);
  const tell = async (minutes: number) => {
    world.now += MINUTE_MS;
    cloud.night(VENDOR_USER, TODAY, { minutes });
    for (const delivery of cloud.hooks(VENDOR_USER, TODAY, { at: world.now })) await hook(world, delivery);
    expect(await read(world)).toMatchObject({ outcome: "read" });
    return (await nightsOf(world))[TODAY];
  };
  expect(await tell(321)).toBe(321);
  for (const minutes of [0, 1_800]) expect(await tell(minutes)).toBe(321);
  expect(await tell(333)).toBe(333);
});

describe("a record of the past that does not fit", () => {
  const broken = addDays(TODAY, -60);
  // A window of ten days, and what lies around it is read too.
  const oldest = addDays(TODAY, 1 - FILL_DAYS);

  it("holds up the days around it and no others, and is passed over after some tries", async () => {
    const world = await open();
    breakDate(broken);
    expect(await read(world)).toMatchObject({ outcome: "read" });
    const [view] = await listConnections(world.ports, ME);
    expect(view).toMatchObject({ state: "active", isFilling: true, trouble: "unreadable" });
    expect(view?.notBefore).toBeUndefined();
    expect(Object.keys(await nightsOf(world)).length).toBeGreaterThan(40);
    world.now += MINUTE_MS;
    cloud.night(VENDOR_USER, TODAY, { minutes: 321 });
    for (const delivery of cloud.hooks(VENDOR_USER, TODAY, { at: world.now })) await hook(world, delivery);
    expect(await read(world)).toMatchObject({ outcome: "read", changed: 1 });
    expect((await nightsOf(world))[TODAY]).toBe(321);
    const begun = world.now;
    while ((await nightsOf(world))[oldest] === undefined && world.now - begun < DAY_MS) {
      world.now += MINUTE_MS;
      await read(world);
    }
    // Five tries with pauses of 2, 4, 8 and 16 minutes, for each of two windows: the record lies around the second one.
    expect(world.now - begun).toBeLessThan(2 * 31 * MINUTE_MS);
    expect((await nightsOf(world))[broken]).toBeUndefined();
    expect(await listConnections(world.ports, ME)).toMatchObject([{ state: "active", isFilling: false }]);
    expect(await connectionOf(world)).not.toHaveProperty("past");
  });

  it("is asked for less and less often until then, and comes when it fits again", async () => {
    const world = await open();
    breakDate(broken);
    await read(world);
    cloud.asked.length = 0;
    world.now += MINUTE_MS;
    expect(await read(world)).toMatchObject({ outcome: "nothing", again: world.now + MINUTE_MS });
    expect(cloud.asked).toEqual([]);
    breakDate(addDays(TODAY, -FILL_DAYS - 30));
    world.now += MINUTE_MS;
    await settle(world);
    expect(Object.keys(await nightsOf(world))).toHaveLength(FILL_DAYS);
    expect((await listConnections(world.ports, ME))[0]?.trouble).toBeUndefined();
  });

  it("that a hook names is passed over too, and the hook is forgotten", async () => {
    const world = await open();
    await settle(world);
    breakDate(broken);
    for (const delivery of cloud.hooks(VENDOR_USER, broken, { at: world.now })) await hook(world, delivery);
    for (let tries = 0; tries < 10; tries++) {
      world.now += HOUR_MS;
      expect(await read(world)).toMatchObject({ outcome: "read" });
    }
    expect(await connectionOf(world)).not.toHaveProperty("past");
    cloud.asked.length = 0;
    world.now += HOUR_MS;
    await read(world);
    expect(cloud.asked.filter((line) => line.includes("/activity/sleep/"))).toEqual([]);
  });
});

describe("a hook has a queue read the connection again", () => {
  const hooked = async (world: World) => {
    for (const delivery of cloud.hooks(VENDOR_USER, TODAY, { at: world.now })) await hook(world, delivery);
    return readAgainAfter(await read(world), world.now);
  };

  it("once the pause after a reading is over", async () => {
    const world = await open();
    await settle(world);
    expect(await hooked(world)).toBe(HOOK_PAUSE_MS);
    world.now += HOOK_PAUSE_MS;
    expect(await hooked(world)).toBeUndefined();
  });

  it("never while the vendor has asked for a pause, or after a failure: the poll ends those", async () => {
    const world = await open();
    await settle(world);
    for (const fault of [{ status: 429, headers: { "retry-after": "86400" } }, { status: 503 }]) {
      world.now += DAY_MS;
      cloud.faults.push({ path: /cycle/, ...fault });
      expect(await read(world)).toMatchObject({ outcome: "failed" });
      for (let hooks = 0; hooks < 3; hooks++) {
        world.now += HOOK_PAUSE_MS;
        expect(await hooked(world)).toBeUndefined();
      }
    }
  });

  it("at once where the past is not read to its end, and soon while another process reads", async () => {
    const world = await open();
    const half = await pull(world.ports, { userId: ME, vendor: "whoop" }, () => false);
    expect(readAgainAfter(half, world.now)).toBe(0);
    expect(readAgainAfter({ outcome: "busy", changed: 0 }, world.now)).toBeLessThan(MINUTE_MS);
  });
});

it("a night is settled when the vendor ends its computing without a change of the night", async () => {
  const world = await open();
  await settle(world);
  const tomorrow = addDays(TODAY, 1);
  world.now += DAY_MS;
  world.wakes.clear();
  cloud.night(VENDOR_USER, tomorrow, { minutes: 402 });
  /** The night is scored, and its recovery is in this state. */
  const readAs = (state: string) => {
    const http: VendorHttp = async (request) => {
      const answer = await world.ports.http(request);
      if (answer === undefined || !request.url.includes("/recovery")) return answer;
      const { records, ...page } = JSON.parse(answer.text);
      const changed = records.map(({ score, ...one }: { score: object; start: string }) =>
        Date.parse(one.start) > Date.parse(TODAY) ? { ...one, score_state: state } : { ...one, score },
      );
      return { ...answer, text: JSON.stringify({ records: changed, ...page }) };
    };
    world.now += HOUR_MS;
    return read({ ...world, ports: { ...world.ports, http } });
  };
  await readAs("PENDING_SCORE");
  expect([...world.wakes.values()]).toMatchObject([{ settled: false }]);
  await readAs("PENDING_SCORE");
  expect(world.wakes.size).toBe(1);
  await readAs("UNSCORABLE");
  expect([...world.wakes.values()]).toMatchObject([{ settled: false }, { settled: true, from: tomorrow }]);
  await readAs("UNSCORABLE");
  expect(world.wakes.size).toBe(2);
});
