/**
 * Defines the tests for every vendor of core/connect, against its cloud on loopback. Another file tests the vendor's
 * own formats.
 */
import type { LocalDate } from "@waldo/contracts";
import {
  AUTHORISE_MINUTES,
  beginConnection,
  FILL_DAYS,
  finishConnection,
  listConnections,
  removeConnection,
} from "@waldo/core/connect/connect";
import { BUSY_MS } from "@waldo/core/connect/grip";
import { pull } from "@waldo/core/connect/pull";
import type { VendorHttp } from "@waldo/core/connect/vendor";
import { duePulls } from "@waldo/core/connect/window";
import { saveDays } from "@waldo/core/health/ledger";
import { decideConsent } from "@waldo/core/person/consents";
import { addDays, DAY_MS, HOUR_MS, MINUTE_MS } from "@waldo/core/time";
import { describe, expect, test } from "vitest";
import { hooksOfContract, removalOfContract } from "./connect-contract-hooks.ts";
import { type Both, died, dying, interleaved } from "./connect-faults.ts";
import { type ConnectContract, connectSuite } from "./connect-suite.ts";
import {
  type ConnectWorld,
  connectionOf,
  connectPerson,
  daysOf,
  fillCloud,
  ME,
  nightsOf,
  outcomeOf,
  returnOf,
  rowsOf,
  settle,
  TODAY,
  VENDOR_USER,
} from "./connect-world.ts";

/** Defines the tests that every vendor of wearables must pass, against a local server that stands in for its cloud. */
export function connectContract(name: string, contract: ConnectContract): void {
  const suite = connectSuite(contract);
  const { rotates = true, hooks = true, every = 1 } = contract;
  const { open, connected, read, refused, close } = suite;

  describe(`${name}: connecting`, () => {
    test("keeps the tokens sealed, and shows none of them", async () => {
      const world = await open();
      await connectPerson(world);
      expect(await connectionOf(world)).toMatchObject({ state: "active", vendorUser: VENDOR_USER });
      const shown = JSON.stringify(await listConnections(world.ports, ME));
      expect(shown).toContain('"state":"active"');
      for (const text of [await rowsOf(world), shown])
        expect(text).not.toMatch(/access-|refresh-|(whoop|oura|google)-secret/);
      expect(world.soon).toEqual([{ userId: ME, vendor: world.cloud.vendor.name }]);
      expect(await duePulls(world.store, ME, world.now)).toEqual([world.cloud.vendor.name]);
    });

    test("works once for a way back, within its time, and for the person who began it", async () => {
      const world = await open();
      const { ports, cloud: there } = world;
      const vendor = there.vendor.name;
      const begin = async () => returnOf(await there.agree((await beginConnection(ports, ME, vendor)).url));
      const back = await begin();
      await refused(finishConnection(ports, "you", vendor, back));
      await refused(finishConnection(ports, ME, vendor, { ...back, state: `${back.state}x` }));
      await finishConnection(ports, ME, vendor, back);
      await refused(finishConnection(ports, ME, vendor, back));
      const late = await begin();
      world.now += AUTHORISE_MINUTES * MINUTE_MS;
      await refused(finishConnection(ports, ME, vendor, late));
    });

    test("a code that the vendor does not know connects nothing", async () => {
      const { ports, cloud: there, ...world } = await open();
      const vendor = there.vendor.name;
      const { state } = returnOf(await there.agree((await beginConnection(ports, ME, vendor)).url));
      await expect(finishConnection(ports, ME, vendor, { code: "made-up", state })).rejects.toMatchObject({
        trouble: "denied",
      });
      expect((await connectionOf({ ...world, ports, cloud: there })).state).toBe("ended");
    });

    test("with scopes that nobody asked for can be read and removed; with tokens that no header can hold, or an id that is none, it connects nothing", async () => {
      const world = await open();
      const changed = (change: (text: string) => string) => {
        const http: VendorHttp = async (request) => {
          const answer = await world.ports.http(request);
          return answer && { ...answer, text: change(answer.text) };
        };
        return { ...world, ports: { ...world.ports, http } };
      };
      const wide = changed((text) =>
        text.replaceAll(/"(access|refresh)_token":"[^"]*"/g, `"$1_token":"${"€".repeat(8_000)}"`),
      );
      await expect(connectPerson(wide)).rejects.toMatchObject({ trouble: "unreadable" });
      const nobody = changed((text) => text.replace(new RegExp(`"?${VENDOR_USER}"?`), '"a#b/c"'));
      await expect(connectPerson(nobody)).rejects.toMatchObject({ trouble: "unreadable" });
      const more = Array.from({ length: 40 }, (_, i) => `${"x".repeat(300)}${i}`).join(" ");
      await connectPerson(changed((text) => text.replace(/"scope":"/, `$&${more} `)));
      expect(await listConnections(world.ports, ME)).toMatchObject([{ state: "active" }]);
      expect(await read(world)).toMatchObject({ outcome: "read" });
      await removeConnection(world.ports, ME, world.cloud.vendor.name);
      expect(world.cloud.asked.join()).toMatch(/revoke|access/);
    });

    test("an account that is another person's is not taken from them", async () => {
      const world = await open();
      await connectPerson(world);
      await refused(connectPerson(world, "you"));
      expect((await connectionOf(world, "you")).state).toBe("ended");
      expect(await rowsOf(world)).toContain(`"userId":"${ME}"`);
    });

    test("killed at any call, it can be begun again, and a half of it is nobody's", async () => {
      for (let at = 1; ; at += every) {
        const world = await open();
        const doomed = dying(world.ports, { at, when: "before" });
        const isDead = await died(connectPerson({ ...world, ports: doomed.ports }));
        const { state } = await connectionOf(world);
        if (!isDead) break;
        await connectPerson(world);
        expect(await connectionOf(world), `${state} before ${at}`).toMatchObject({ state: "active" });
        await close();
      }
    });
  });

  describe(`${name}: the past`, () => {
    test("comes by itself: 90 days, the newest first, and one wake for the last night", async () => {
      const world = await open();
      fillCloud(world, FILL_DAYS + 20);
      await connectPerson(world);
      await settle(world);
      const nights = await nightsOf(world);
      expect(Object.keys(nights)).toHaveLength(FILL_DAYS);
      expect([nights[TODAY], nights[addDays(TODAY, -3)], nights[addDays(TODAY, 1 - FILL_DAYS)]]).toEqual([
        400,
        430,
        400 + ((FILL_DAYS - 1) % 7) * 10,
      ]);
      expect([...world.wakes.values()]).toMatchObject([{ userId: ME, job: "sync", settled: true }]);
      expect(await listConnections(world.ports, ME)).toMatchObject([{ state: "active", isFilling: false }]);
    });

    test("killed at any call and gone on with, it ends in the same rows and the same wake", async () => {
      const whole = await open();
      fillCloud(whole, FILL_DAYS);
      await connectPerson(whole);
      await settle(whole);
      const expected = await outcomeOf(whole);
      for (let at = 1; ; at += every) {
        const world = await open();
        fillCloud(world, FILL_DAYS);
        await connectPerson(world);
        const doomed = dying(world.ports, { at, when: "before" });
        const isDead = await died(read({ ...world, ports: doomed.ports }));
        await settle(world);
        expect(await outcomeOf(world), `killed before call ${at}`).toBe(expected);
        expect([...world.wakes.keys()], `killed before call ${at}`).toEqual([...whole.wakes.keys()]);
        await close();
        if (isDead) continue;
        expect(at).toBeGreaterThan(50);
        break;
      }
    });

    test("obeys a pause that the vendor asks for, and goes on where it was", async () => {
      const world = await open();
      fillCloud(world, FILL_DAYS);
      await connectPerson(world);
      world.cloud.faults.push({ path: /./, status: 429, headers: { "retry-after": "120" } });
      expect(await read(world)).toMatchObject({ outcome: "failed", again: world.now + 120_000 });
      const asked = world.cloud.asked.length;
      world.now += 119_000;
      expect(await read(world)).toMatchObject({ outcome: "waits" });
      expect(world.cloud.asked).toHaveLength(asked);
      expect(await listConnections(world.ports, ME)).toMatchObject([{ trouble: "limited", isFilling: true }]);
      await settle(world);
      expect(Object.keys(await nightsOf(world))).toHaveLength(FILL_DAYS);
    });

    test("half way, it keeps what came, and asks only for the rest", async () => {
      const world = await open();
      fillCloud(world, FILL_DAYS);
      await connectPerson(world);
      let windows = 0;
      await pull(world.ports, { userId: ME, vendor: world.cloud.vendor.name }, () => ++windows < 4);
      const half = Object.keys(await nightsOf(world)).length;
      expect(half).toBeGreaterThan(20);
      expect(half).toBeLessThan(60);
      expect(await duePulls(world.store, ME, world.now)).toHaveLength(1);
      const { asked } = world.cloud;
      const soFar = asked.length;
      await settle(world);
      expect(Object.keys(await nightsOf(world))).toHaveLength(FILL_DAYS);
      expect(asked.length - soFar).toBeLessThan(soFar * 3);
    });
  });

  describe(`${name}: days that something else writes over`, () => {
    /** Writes days of the vendor's source, as an export with fewer of them does. */
    const writeOver = ({ store, cloud: { vendor } }: ConnectWorld, ...dates: readonly LocalDate[]) =>
      saveDays(
        store,
        ME,
        dates.map((date) => ({ date, source: vendor.source, metrics: {}, sleeps: [] })),
      );

    test("are read again, old ones too, and scored again once", async () => {
      const world = await connected();
      const before = await outcomeOf(world);
      const [old, outside] = [addDays(TODAY, -40), addDays(TODAY, -FILL_DAYS - 10)];
      await writeOver(world, TODAY, old);
      await writeOver(world, addDays(TODAY, -20));
      expect(await outcomeOf(world)).not.toBe(before);
      world.now += HOUR_MS;
      await settle(world);
      expect(await outcomeOf(world)).toBe(before);
      expect([...world.wakes.values()]).toMatchObject([{ from: old, settled: true }]);
      await writeOver(world, outside);
      world.now += HOUR_MS;
      expect(await read(world)).toMatchObject({ outcome: "read", changed: 0 });
      expect(world.wakes.size).toBe(1);
      expect((await nightsOf(world))[outside]).toBe(0);
    });

    test("are read again after the connection was taken back and made again", async () => {
      const world = await connected(20);
      await removeConnection(world.ports, ME, world.cloud.vendor.name);
      await writeOver(world, TODAY, addDays(TODAY, -15));
      await connectPerson(world);
      await settle(world);
      expect((await nightsOf(world))[TODAY]).toBe(400);
      expect((await nightsOf(world))[addDays(TODAY, -15)]).toBe(410);
    });

    test("killed at any call, they end in the same rows", async () => {
      for (let at = 1; ; at += every) {
        const world = await connected(30);
        const before = await outcomeOf(world);
        await writeOver(world, TODAY, addDays(TODAY, -25));
        world.now += HOUR_MS / 2;
        const isDead = await died(read({ ...world, ports: dying(world.ports, { at, when: "before" }).ports }));
        await settle(world);
        expect(await outcomeOf(world), `killed before call ${at}`).toBe(before);
        await close();
        if (!isDead) break;
      }
    });
  });

  describe(`${name}: a consent that is taken back while the cloud is read`, () => {
    test("ends the reading: what the vendor answers then is not stored", async () => {
      const world = await open();
      fillCloud(world, FILL_DAYS);
      await connectPerson(world);
      let asked = 0;
      const http: VendorHttp = async (request) => {
        const answer = await world.ports.http(request);
        if (++asked === 1) await decideConsent(world.ports, ME, { purpose: "body", given: false });
        return answer;
      };
      const { outcome, changed } = await read({ ...world, ports: { ...world.ports, http } });
      expect([outcome, changed]).toEqual(["nothing", 0]);
      expect(await nightsOf(world)).toEqual({});
      expect(world.wakes.size).toBe(0);
      const soFar = world.cloud.asked.length;
      expect(await read(world)).toMatchObject({ outcome: "nothing" });
      expect(world.cloud.asked).toHaveLength(soFar);
      await decideConsent(world.ports, ME, { purpose: "body", given: true });
      await settle(world);
      expect(Object.keys(await nightsOf(world))).toHaveLength(FILL_DAYS);
    });
  });

  describe(`${name}: tokens`, () => {
    test("an old one is refreshed once, and the new pair is stored", async () => {
      const world = await connected();
      const before = await connectionOf(world);
      world.now += 2 * HOUR_MS;
      expect(await read(world)).toMatchObject({ outcome: "read" });
      expect(refreshes(world)).toBe(1);
      const after = await connectionOf(world);
      expect(after).not.toMatchObject({ tokens: { access: accessOf(before) } });
      expect(refreshOf(after) === refreshOf(before)).toBe(!rotates);
      world.now += 2 * HOUR_MS;
      expect(await read(world)).toMatchObject({ outcome: "read" });
    });

    test("one that the vendor has forgotten too early is refreshed too", async () => {
      const world = await connected();
      world.cloud.expire();
      world.now += HOUR_MS / 2;
      expect(await read(world)).toMatchObject({ outcome: "read" });
      expect(refreshes(world)).toBe(1);
    });

    test("two processes at once refresh it once, in any order of their calls", async () => {
      for (let seed = 1; seed <= Math.ceil(40 / every); seed++) {
        const world = await connected(3);
        world.now += 2 * HOUR_MS;
        const vendor = world.cloud.vendor.name;
        const one = (own: Both) => pull(own, { userId: ME, vendor });
        const ended = await interleaved(world.ports, [one, one, one], seed);
        expect(
          ended.map(({ status }) => status),
          `seed ${seed}`,
        ).toEqual(["fulfilled", "fulfilled", "fulfilled"]);
        expect([refreshes(world), (await connectionOf(world)).state], `seed ${seed}`).toEqual([1, "active"]);
        await close();
      }
    });

    test("killed at any call of a refresh: what was stored is used, and a pair that was lost is asked for again", async () => {
      const states = new Set<string>();
      for (let at = 1; ; at++) {
        const world = await connected(3);
        world.now += 2 * HOUR_MS;
        const isDead = await died(read({ ...world, ports: dying(world.ports, { at, when: "before" }).ports }));
        world.now += BUSY_MS;
        await settle(world);
        const { state } = await connectionOf(world);
        states.add(state);
        if (state === "reconnect") {
          expect(await listConnections(world.ports, ME)).toMatchObject([{ state, trouble: "denied" }]);
          await connectPerson(world);
          await settle(world);
        }
        expect(await connectionOf(world), `killed before call ${at}`).toMatchObject({ state: "active" });
        await close();
        if (!isDead) break;
      }
      expect([...states].sort()).toEqual(rotates ? ["active", "reconnect"] : ["active"]);
    });

    test("refused for good: the person is asked to connect again, and nothing else is done", async () => {
      const world = await connected();
      world.cloud.revokeAll();
      world.now += 2 * HOUR_MS;
      expect(await read(world)).toMatchObject({ outcome: "reconnect" });
      expect(await listConnections(world.ports, ME)).toMatchObject([{ state: "reconnect", trouble: "denied" }]);
      const asked = world.cloud.asked.length;
      world.now += DAY_MS;
      expect(await read(world)).toMatchObject({ outcome: "nothing" });
      expect(await duePulls(world.store, ME, world.now)).toEqual([]);
      expect(world.cloud.asked).toHaveLength(asked);
      world.cloud.night(VENDOR_USER, addDays(TODAY, 1), { minutes: 395 });
      await connectPerson(world);
      await settle(world);
      expect((await nightsOf(world))[addDays(TODAY, 1)]).toBe(395);
    });
  });

  describe(`${name}: the day after`, () => {
    test("a new night comes with the next poll, and wakes the person once", async () => {
      const world = await connected();
      const tomorrow = addDays(TODAY, 1);
      world.now += DAY_MS;
      world.cloud.night(VENDOR_USER, tomorrow, { minutes: 388 });
      expect(await read(world)).toMatchObject({ outcome: "read", changed: 1 });
      expect((await nightsOf(world))[tomorrow]).toBe(388);
      expect([...world.wakes.values()]).toMatchObject([{ job: "sync", settled: true }]);
      world.now += HOUR_MS;
      expect(await read(world)).toMatchObject({ outcome: "read", changed: 0 });
      expect(world.wakes.size).toBe(1);
    });

    test("nothing is asked before a poll is due", async () => {
      const world = await connected();
      expect(await read(world)).toMatchObject({ outcome: "nothing" });
      expect(world.cloud.asked).toEqual([]);
    });

    test("a night that the vendor still computes is not final, and is once it is computed", async () => {
      const world = await connected();
      const tomorrow = addDays(TODAY, 1);
      world.now += DAY_MS;
      world.cloud.night(VENDOR_USER, tomorrow, { state: "pending" });
      await read(world);
      expect((await nightsOf(world))[tomorrow] ?? 0).toBe(0);
      expect(world.wakes.size).toBe(0);
      world.cloud.night(VENDOR_USER, tomorrow, { minutes: 402 });
      world.now += HOUR_MS;
      await read(world);
      expect((await nightsOf(world))[tomorrow]).toBe(402);
      expect([...world.wakes.values()].at(-1)).toMatchObject({ settled: true });
    });

    test("a night that is gone at the vendor is gone here", async () => {
      const world = await connected();
      world.cloud.removeNight(VENDOR_USER, TODAY);
      world.now += HOUR_MS;
      await read(world);
      expect((await nightsOf(world))[TODAY]).toBe(0);
      const day = (await daysOf(world)).find(({ date }) => date === TODAY);
      expect(day).toMatchObject({ sleeps: [], metrics: {} });
    });

    test.each([
      ["an error of the vendor", { status: 503 }],
      ["half an answer", { cut: true as const }],
    ])("%s changes nothing, and is tried again later and later", async (_what, fault) => {
      const world = await connected();
      const before = await outcomeOf(world);
      world.cloud.night(VENDOR_USER, TODAY, { minutes: 300 });
      for (let failures = 1, pause = 0; failures <= 3; failures++) {
        world.now += HOUR_MS;
        world.cloud.faults.push({ path: /^(?!.*token)/, ...fault });
        const { outcome, again = 0 } = await read(world);
        expect(outcome).toBe("failed");
        expect(again - world.now).toBeGreaterThan(pause);
        pause = again - world.now;
        expect(await outcomeOf(world)).toBe(before);
      }
      expect(await listConnections(world.ports, ME)).toMatchObject([{ state: "active", trouble: "failing" }]);
      world.now += HOUR_MS;
      expect(await read(world)).toMatchObject({ outcome: "read" });
      expect((await nightsOf(world))[TODAY]).toBe(300);
      expect((await listConnections(world.ports, ME))[0]?.trouble).toBeUndefined();
    });

    test("a reading that breaks at its last request leaves the whole window as it was", async () => {
      const world = await open();
      world.cloud.accessSeconds = DAY_MS;
      fillCloud(world, 5);
      await connectPerson(world);
      await settle(world);
      world.cloud.asked.length = 0;
      world.now += HOUR_MS;
      await read(world);
      const before = await outcomeOf(world);
      for (let left = world.cloud.asked.length; left > 0; left--) {
        world.cloud.night(VENDOR_USER, TODAY, { minutes: 300 });
        world.now += HOUR_MS;
        let more = left;
        const http: Both["http"] = async (request) => (--more > 0 ? world.ports.http(request) : undefined);
        expect(await read({ ...world, ports: { ...world.ports, http } })).toMatchObject({ outcome: "failed" });
        expect(await outcomeOf(world)).toBe(before);
      }
      // The pause after so many failures is longer than an hour.
      world.now += 2 * HOUR_MS;
      await read(world);
      expect((await nightsOf(world))[TODAY]).toBe(300);
    });
  });

  if (hooks) hooksOfContract(name, suite);
  removalOfContract(name, suite, every);
}

const refreshes = ({ cloud }: ConnectWorld): number => {
  const { pathname } = new URL(cloud.vendor.oauth.token);
  return cloud.asked.filter((line) => line === `POST ${pathname}`).length;
};

type Connected = Awaited<ReturnType<typeof connectionOf>>;
const accessOf = (connection: Connected): string => (connection.state === "ended" ? "" : connection.tokens.access);

function refreshOf(connection: Connected): string {
  return connection.state === "ended" ? "" : connection.tokens.refresh;
}
