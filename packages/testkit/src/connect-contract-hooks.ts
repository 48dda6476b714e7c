/** The parts of the contract about hooks, and about ending a connection. */
import { removeConnection } from "@waldo/core/connect/connect";
import { BUSY_MS } from "@waldo/core/connect/grip";
import { HOOK_PAUSE_MS, pull } from "@waldo/core/connect/pull";
import { duePulls } from "@waldo/core/connect/window";
import { addDays, DAY_MS, HOUR_MS, MINUTE_MS } from "@waldo/core/time";
import { describe, expect, test } from "vitest";
import { type Both, died, dying, interleaved } from "./connect-faults.ts";
import type { ConnectSuite } from "./connect-suite.ts";
import {
  connectionOf,
  connectPerson,
  fillCloud,
  hook,
  ME,
  NOON,
  nightsOf,
  outcomeOf,
  rowsOf,
  settle,
  TODAY,
  VENDOR_USER,
  waitingHooks,
} from "./connect-world.ts";

/** Tests hooks: a hook brings the night that it names. A forged, repeated or late hook changes nothing more. */
export function hooksOfContract(name: string, suite: ConnectSuite): void {
  const { connected, read } = suite;

  describe(`${name}: hooks`, () => {
    test("one brings the night that it names, before any poll is due", async () => {
      const world = await connected();
      world.cloud.night(VENDOR_USER, TODAY, { minutes: 321 });
      world.now += HOOK_PAUSE_MS;
      for (const delivery of world.cloud.hooks(VENDOR_USER, TODAY, { at: world.now }))
        expect(await hook(world, delivery)).toBe(true);
      expect(world.soon.at(-1)).toEqual({ userId: ME, vendor: world.cloud.vendor.name });
      expect(await read(world)).toMatchObject({ outcome: "read", changed: 1 });
      expect((await nightsOf(world))[TODAY]).toBe(321);
      expect([await waitingHooks(world), world.wakes.size]).toEqual([0, 1]);
    });

    test("one about a night of weeks ago has that night read again, and a deleted one taken away", async () => {
      const world = await connected();
      const [changed, gone] = [addDays(TODAY, -40), addDays(TODAY, -50)];
      world.cloud.night(VENDOR_USER, changed, { minutes: 333 });
      const deletions = world.cloud.hooks(VENDOR_USER, gone, { gone: true, at: NOON });
      world.cloud.removeNight(VENDOR_USER, gone);
      world.now += HOOK_PAUSE_MS;
      for (const delivery of [...world.cloud.hooks(VENDOR_USER, changed, { at: NOON }), ...deletions])
        await hook(world, delivery);
      await read(world);
      const nights = await nightsOf(world);
      expect([nights[changed], nights[gone]]).toEqual([333, 0]);
      expect(nights[addDays(changed, 1)]).toBeGreaterThan(400);
      // One wake scores the days from that day on again.
      expect([...world.wakes.values()].map(({ from }) => from)).toEqual([gone]);
    });

    test("repeated and reordered, they end in the rows of the same ones in order", async () => {
      const dates = [0, 1, 5, 30, 31, 60].map((back) => addDays(TODAY, -back));
      const play = async (order: (hooks: number[]) => number[]) => {
        const world = await connected();
        for (const date of dates) world.cloud.night(VENDOR_USER, date, { minutes: 350 });
        const all = dates.flatMap((date) => world.cloud.hooks(VENDOR_USER, date, { at: NOON }));
        for (const at of order(all.map((_, index) => index))) {
          const delivery = all[at];
          if (delivery) expect(await hook(world, delivery)).toBe(true);
          if (at % 3 === 0) {
            world.now += HOOK_PAUSE_MS;
            await read(world);
          }
        }
        world.now += HOOK_PAUSE_MS;
        await settle(world);
        // The order of the old nights decides which are read together.
        const ofNow = [...world.wakes].filter(([, { from = "" }]) => from >= addDays(TODAY, -5));
        return { rows: await outcomeOf(world), wakes: ofNow.map(([name]) => name) };
      };
      const inOrder = await play((hooks) => hooks);
      expect(inOrder.wakes.length).toBeGreaterThan(0);
      expect((await play((hooks) => [...hooks, ...hooks].reverse())).rows).toBe(inOrder.rows);
      const shuffled = await play((hooks) =>
        [...hooks, ...hooks, ...hooks].sort((a, b) => ((a * 7) % 5) - ((b * 7) % 5)),
      );
      expect(shuffled).toEqual(inOrder);
    });

    test("the same one, while it waits, is one row", async () => {
      const world = await connected();
      const [delivery] = world.cloud.hooks(VENDOR_USER, TODAY, { at: world.now });
      if (!delivery) throw new Error("this vendor has no hooks");
      for (let times = 0; times < 5; times++) expect(await hook(world, delivery)).toBe(true);
      expect(await waitingHooks(world)).toBe(1);
    });

    test("a storm of them for one person is a few readings", async () => {
      const world = await connected();
      world.cloud.asked.length = 0;
      world.now += HOUR_MS / 60;
      for (let second = 0; second < 60; second++) {
        world.now += 1000;
        for (const delivery of world.cloud.hooks(VENDOR_USER, TODAY, { at: world.now })) await hook(world, delivery);
        await read(world);
      }
      const readings = world.cloud.asked.filter((line) => line === world.cloud.asked[0]).length;
      expect(readings).toBeLessThanOrEqual(7);
    });

    test("a forged, changed or old one is refused and writes nothing", async () => {
      const world = await connected();
      const rows = await rowsOf(world);
      const [good] = world.cloud.hooks(VENDOR_USER, TODAY, { at: world.now });
      if (!good) throw new Error("this vendor has no hooks");
      const { headers, body } = good;
      const blank = Object.fromEntries(Object.keys(headers).map((header) => [header, ""]));
      const forged = [
        { headers, body: body.replace(/\d(?=\D*$)/, "") },
        { headers, body: `${body} ` },
        { headers: {}, body },
        { headers: blank, body },
        ...Object.keys(headers).map((header) => ({ headers: { ...headers, [header]: `${headers[header]}0` }, body })),
      ];
      for (const delivery of forged) expect(await hook(world, delivery), JSON.stringify(delivery)).toBe(false);
      for (const skew of [-6, 6]) {
        const [other] = world.cloud.hooks(VENDOR_USER, TODAY, { at: world.now + skew * MINUTE_MS });
        expect(other && (await hook(world, other)), `${skew} minutes`).toBe(false);
      }
      expect(await rowsOf(world)).toBe(rows);
      for (const skew of [-4, 4]) {
        const [other] = world.cloud.hooks(VENDOR_USER, TODAY, { at: world.now + skew * MINUTE_MS });
        expect(other && (await hook(world, other)), `${skew} minutes`).toBe(true);
      }
    });

    test("one about a stranger is taken and left alone", async () => {
      const world = await connected();
      const rows = await rowsOf(world);
      for (const delivery of world.cloud.hooks("77777", TODAY, { at: world.now }))
        expect(await hook(world, delivery)).toBe(true);
      expect(await rowsOf(world)).toBe(rows);
    });
  });
}

/** Tests the end of a connection: the vendor is told, and only the days stay. */
export function removalOfContract(name: string, suite: ConnectSuite, every: number): void {
  const { open, connected, read, close } = suite;

  describe(`${name}: taking it back`, () => {
    test("the vendor is told, the tokens and the link are gone, the days stay", async () => {
      const world = await connected(5);
      const { vendor } = world.cloud;
      expect(world.cloud.isConnected(VENDOR_USER)).toBe(true);
      expect(await removeConnection(world.ports, ME, vendor.name)).toMatchObject({ state: "none" });
      expect(world.cloud.isConnected(VENDOR_USER)).toBe(false);
      expect(await connectionOf(world)).toEqual({ state: "ended" });
      const rows = await rowsOf(world);
      expect(rows).not.toContain("tokens");
      expect(rows).not.toContain("LINKED");
      expect(rows).not.toContain("PULLDUE");
      expect(Object.keys(await nightsOf(world))).toHaveLength(5);
      expect(await removeConnection(world.ports, ME, vendor.name)).toMatchObject({ state: "none" });
    });

    test("hooks and polls do nothing after it", async () => {
      const world = await connected(5);
      await removeConnection(world.ports, ME, world.cloud.vendor.name);
      const before = await outcomeOf(world);
      world.now += DAY_MS;
      for (const delivery of world.cloud.hooks(VENDOR_USER, TODAY, { at: world.now })) await hook(world, delivery);
      world.cloud.asked.length = 0;
      expect(await read(world)).toMatchObject({ outcome: "nothing" });
      expect([await outcomeOf(world), world.cloud.asked]).toEqual([before, []]);
    });

    test("when the vendor is down, it is told later, and until then nothing is read", async () => {
      const world = await connected(5);
      world.cloud.faults.push({ path: /./, status: 503 });
      expect(await removeConnection(world.ports, ME, world.cloud.vendor.name)).toMatchObject({ state: "ending" });
      expect(await rowsOf(world)).not.toContain("LINKED");
      world.now += HOUR_MS;
      expect(await duePulls(world.store, ME, world.now)).toHaveLength(1);
      expect(await read(world)).toMatchObject({ outcome: "ended" });
      expect([world.cloud.isConnected(VENDOR_USER), await connectionOf(world)]).toEqual([false, { state: "ended" }]);
    });

    test("a vendor that is never reached keeps nobody's tokens here for ever", async () => {
      const world = await connected(5);
      const http: Both["http"] = async () => undefined;
      const deaf = { ...world, ports: { ...world.ports, http } };
      await removeConnection(deaf.ports, ME, world.cloud.vendor.name);
      for (let tries = 0; tries < 20; tries++) {
        world.now += 7 * HOUR_MS;
        await read(deaf);
      }
      expect(await connectionOf(world)).toEqual({ state: "ended" });
      expect(await rowsOf(world)).not.toContain("tokens");
    });

    test("killed at any call, it ends the same", async () => {
      for (const when of ["before", "after"] as const)
        for (let at = 1; ; at += every) {
          const world = await connected(2);
          const { name: vendor } = world.cloud.vendor;
          const isDead = await died(removeConnection(dying(world.ports, { at, when }).ports, ME, vendor));
          world.now += BUSY_MS;
          if ((await connectionOf(world)).state !== "active") await settle(world);
          else await removeConnection(world.ports, ME, vendor);
          expect(await connectionOf(world), `killed ${when} call ${at}`).toEqual({ state: "ended" });
          expect(world.cloud.isConnected(VENDOR_USER), `killed ${when} call ${at}`).toBe(false);
          await close();
          if (!isDead) break;
        }
    });

    test("while a reading is under way, the reading stops, and nothing of it comes after", async () => {
      for (let seed = 1; seed <= Math.ceil(30 / every); seed++) {
        const world = await open();
        fillCloud(world, 30);
        await connectPerson(world);
        const { name: vendor } = world.cloud.vendor;
        await interleaved(
          world.ports,
          [(own) => pull(own, { userId: ME, vendor }), (own) => removeConnection(own, ME, vendor)],
          seed,
        );
        world.now += BUSY_MS;
        await settle(world);
        expect(await connectionOf(world), `seed ${seed}`).toEqual({ state: "ended" });
        expect(await rowsOf(world), `seed ${seed}`).not.toContain("tokens");
        await close();
      }
    });
  });
}
