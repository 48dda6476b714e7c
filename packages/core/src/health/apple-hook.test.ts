/** The hook of a phone: whose post it is, what is refused, and what the agent knows after it. */
import { INGEST_PER_DAY, keys, type WakeInput, WaldoError } from "@waldo/contracts";
import { agreeing } from "@waldo/testkit/agreeing";
import { applePost } from "@waldo/testkit/apple-phone";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import { DATE, testWorld } from "../../../embedded/test/world.ts";
import { decideConsent } from "../person/consents.ts";
import { addDays, instantAt, MINUTE_MS } from "../time.ts";
import { sniffNow } from "./intraday.ts";
import { findTimeZone, loadScores } from "./ledger.ts";
import { sense } from "./sense.ts";
import { answerAppleHook, forgetAppleToken, newAppleToken } from "./take-apple.ts";

const KEY = new Uint8Array(32).fill(3);
const NOW = instantAt(DATE, "15:00", PERSON.timeZone);
const steps = (qty: number) =>
  JSON.stringify({
    data: {
      metrics: [
        { name: "step_count", units: "count", data: [{ date: `${DATE} 09:00:00 +0000`, qty, source: "Apple Watch" }] },
      ],
    },
  });

async function phone(days = 0) {
  const world = await testWorld({ days });
  world.clock.set(NOW);
  const wakes: { name: string; input: WakeInput }[] = [];
  const startWake = async (name: string, input: WakeInput) => void wakes.push({ name, input });
  const ports = { ...world, startWake };
  const token = await newAppleToken(world, KEY, "me");
  const send = async (text: string, key = token) => {
    const { status, body, retryAfter } = await answerAppleHook(ports, { token: key, text });
    return { status, said: "error" in body ? body.error : body, retryAfter };
  };
  const stored = async () => (await world.store.get(keys.sourceDay("me", DATE, "apple_watch")))?.body;
  return { world, token, send, stored, wakes };
}

describe("a post of a phone", () => {
  it("is the person's whose key it has, and wakes their agent, once however often it comes", async () => {
    const { send, stored, wakes, world } = await phone();
    for (let times = 0; times < 3; times++)
      expect(await send(steps(900))).toMatchObject({ status: 200, said: { dates: 1, samples: 0, passedOver: 0 } });
    expect(await stored()).toMatchObject({ metrics: { steps: 900 } });
    expect(new Set(wakes.map(({ name }) => name)).size).toBe(1);
    expect(wakes[0]?.input).toMatchObject({ userId: "me", job: "sync" });
    expect(await findTimeZone(world.store, "me")).toBe("Etc/GMT");
  });

  it("is answered as the door answers, while the person is erased, and while the store is busy", async () => {
    const { world, token } = await phone();
    const answered = async (name: "Erased" | "StoreUnavailable" | "KeyLost") => {
      const transact = () => Promise.reject(new WaldoError(name, "no"));
      const ports = { ...world, store: { ...world.store, transact }, startWake: async () => {} };
      const { status, retryAfter } = await answerAppleHook(ports, { token, text: steps(900) });
      return [status, retryAfter];
    };
    expect(await answered("Erased")).toEqual([403, undefined]);
    expect(await answered("StoreUnavailable")).toEqual([503, 2]);
    expect(await answered("KeyLost")).toEqual([503, undefined]);
  });

  it("is refused with another key, with one that was taken back or replaced, and without one", async () => {
    const { send, stored, token, world } = await phone();
    await world.store.transact([agreeing("other")]);
    const others = await newAppleToken(world, KEY, "other");
    const forged = `${others.slice(0, 22)}me`;
    for (const key of ["", "me", forged, `${token.slice(0, 22)}other`, `${token}x`, token.slice(1), "USER#x"])
      expect(await send(steps(900), key), key).toMatchObject({ status: 403, said: "Forbidden" });
    world.clock.set(NOW + 1);
    const next = await newAppleToken(world, KEY, "me");
    expect((await send(steps(900))).said).toBe("Forbidden");
    expect((await send(steps(900), next)).status).toBe(200);
    await forgetAppleToken(world, "me");
    expect((await send(steps(950), next)).said).toBe("Forbidden");
    expect(await stored()).toMatchObject({ metrics: { steps: 900 } });
    expect(JSON.stringify(await world.raw.query({ ...keys.hookToken.all("me") }))).not.toContain(next.slice(0, 22));
  });

  it("is refused without consent, above a day's limit, and when it is none; nothing is stored then", async () => {
    const { send, stored, wakes, world } = await phone();
    expect(await send("{")).toMatchObject({ status: 400, said: "InvalidInput" });
    expect(await send('{"data":{}}')).toMatchObject({ status: 400 });
    expect(await send(" ".repeat(4_000_001))).toMatchObject({ status: 413 });
    const full = { requests: 1, entries: 1, bytes: 1, posts: INGEST_PER_DAY.posts };
    await world.raw.transact([{ op: "put", key: keys.ingested("me", DATE), body: full }]);
    expect(await send(steps(900))).toMatchObject({ status: 429, said: "TooMany", retryAfter: 9 * 3600 });
    await decideConsent(world, "me", { purpose: "body", given: false });
    expect(await send(steps(900))).toMatchObject({ status: 403, said: "ConsentNeeded" });
    expect([await stored(), wakes]).toEqual([undefined, []]);
  });

  it("joins posts that come at the same time", async () => {
    const { send, stored } = await phone();
    const at = (minute: number) => ({ date: `${DATE} 09:0${minute}:00 +0000`, qty: 100, source: "Apple Watch" });
    const one = (minute: number) =>
      JSON.stringify({ data: { metrics: [{ name: "step_count", units: "count", data: [at(minute)] }] } });
    await Promise.all(Array.from({ length: 6 }, (_, minute) => send(one(minute))));
    expect(await stored()).toMatchObject({ metrics: { steps: 600 } });
  });

  it("of an eager phone stays below a day's limit, and leaves the day of its person's other devices alone", async () => {
    const { send, world } = await phone();
    const window = Array.from({ length: 40 * 60 }, (_, minutes) => ({
      date: `${new Date(NOW - minutes * MINUTE_MS).toISOString().slice(0, 19).replace("T", " ")} +0000`,
      ...{ qty: 1, Avg: 60, source: "Apple Watch" },
    }));
    const units = { step_count: "count", active_energy: "kcal", apple_exercise_time: "min", heart_rate: "count/min" };
    const metrics = Object.entries(units).map(([name, unit]) => ({ name, units: unit, data: window }));
    const body = JSON.stringify({ data: { metrics } });
    const count = async () => (await world.store.get(keys.ingested("me", DATE)))?.body;
    expect(window.length * metrics.length).toBeGreaterThan(INGEST_PER_DAY.entries / 12);
    for (let times = 0; times < 12; times++) expect((await send(body)).status).toBe(200);
    expect(await count()).toEqual({ requests: 0, entries: 0, bytes: 0, posts: 12 });
    // The guide's automation, every five minutes of a day.
    expect((24 * 60) / 5).toBeLessThan(INGEST_PER_DAY.posts);
  });

  it("brings all of its days however many, or is refused in words and brings none", async () => {
    const { send, world } = await phone();
    const past = (days: number) => {
      const data = Array.from({ length: days }, (_, n) => ({ date: `${addDays(DATE, -n)} 09:00:00 +0000`, qty: 900 }));
      return JSON.stringify({ data: { metrics: [{ name: "step_count", units: "count", data }] } });
    };
    const held = async () => (await world.store.query({ ...keys.sourceDay.all("me"), limit: 2000 })).rows.length;
    const refused = await answerAppleHook(
      { ...world, startWake: async () => {} },
      { token: await newAppleToken(world, KEY, "me"), text: past(1000) },
    );
    expect(refused).toMatchObject({ status: 400, body: { message: expect.stringMatching(/800 days/) } });
    expect([await held(), await world.store.get(keys.posted("me"))]).toEqual([0, undefined]);
    expect(await send(past(400))).toMatchObject({ status: 200, said: { dates: 400 } });
    expect(await held()).toBe(400);
  });

  it("is settled by a night of today that is over, and neither by yesterday's nor by one that may go on", async () => {
    const { send, wakes, world } = await phone();
    const segment = (from: string, to: string) => ({ startDate: from, endDate: to, value: "Core", source: "Watch" });
    const sleep = (...data: object[]) =>
      JSON.stringify({ data: { metrics: [{ name: "sleep_analysis", units: "hr", data }] } });
    const today = addDays(DATE, 1);
    const last = segment(`${addDays(DATE, -1)} 23:00:00 +0000`, `${DATE} 07:00:00 +0000`);
    const half = segment(`${DATE} 23:00:00 +0000`, `${today} 03:30:00 +0000`);
    const rest = segment(`${today} 03:30:00 +0000`, `${today} 07:00:00 +0000`);
    const settledAt = async (time: string, ...data: object[]) => {
      world.clock.set(instantAt(today, time, "UTC"));
      expect((await send(sleep(...data))).status).toBe(200);
      return wakes.at(-1)?.input.settled;
    };
    const names = () => new Set(wakes.map(({ name }) => name)).size;
    expect(await settledAt("02:00", last)).toBe(false);
    expect(await settledAt("03:40", last, half)).toBe(false);
    expect(await settledAt("07:20", last, half, rest)).toBe(false);
    expect(names()).toBe(3);
    // The same post once more, when its night has been over for an hour, is a wake of its own.
    expect(await settledAt("08:10", last, half, rest)).toBe(true);
    expect(await settledAt("08:20", last, half, rest)).toBe(true);
    expect(names()).toBe(4);
  });

  it("keeps the person's time zone when the clocks change, moves it with the person, and not by what is old", async () => {
    const { send, world } = await phone();
    const [eve, changed] = ["2027-03-27", "2027-03-28"];
    await world.store.transact([{ op: "put", key: keys.timeZone("me"), body: { timeZone: "Europe/Berlin" } }]);
    const zoneAfter = async (time: string, date: string) => {
      world.clock.set(Date.parse(time));
      const data = [{ date, qty: 900, source: "iPhone" }];
      expect(
        await send(JSON.stringify({ data: { metrics: [{ name: "step_count", units: "count", data }] } })),
      ).toMatchObject({ status: 200, said: { dates: 1 } });
      return findTimeZone(world.store, "me");
    };
    expect(await zoneAfter(`${eve}T08:00:00Z`, `${eve} 00:00:00 +0100`)).toBe("Europe/Berlin");
    expect(await zoneAfter(`${changed}T07:00:00Z`, `${changed} 00:00:00 +0100`)).toBe("Europe/Berlin");
    expect(await zoneAfter(`${changed}T07:01:00Z`, "2027-03-13 09:00:00 +0900")).toBe("Europe/Berlin");
    expect(await zoneAfter(`${changed}T22:00:00Z`, "2027-03-29 06:30:00 +0900")).toBe("Etc/GMT-9");
  });

  it("has the days before it scored, and a night of yesterday that grows scored again", async () => {
    const { send, wakes, world } = await phone();
    const nights = (from: number, to: number, minutes: number) =>
      JSON.stringify(
        applePost(Array.from({ length: from - to + 1 }, (_, n) => ({ date: addDays(DATE, n - from), minutes }))),
      );
    const scores = async () => {
      const last = wakes.at(-1);
      if (last) await sense(world, last.input);
      return new Map((await loadScores(world.store, "me", "2026-01-01", DATE)).map((score) => [score.date, score]));
    };
    await send(nights(40, 1, 400));
    const before = await scores();
    expect(before.size).toBe(41);
    const yesterday = addDays(DATE, -1);
    await send(nights(1, 0, 470));
    const after = await scores();
    expect(after.get(yesterday)).toMatchObject({ version: 2, date: yesterday });
    expect(after.get(yesterday)?.form).toBeGreaterThan(before.get(yesterday)?.form ?? 100);
    expect(after.get(addDays(DATE, -2))).toEqual(before.get(addDays(DATE, -2)));
  });

  it("lets the stress check see a heart that stays high while the body is still", async () => {
    const { send, world } = await phone(40);
    expect(await sniffNow(world, "me", DATE)).toEqual({});
    const beat = (minutes: number) => ({
      date: `${new Date(NOW - minutes * MINUTE_MS).toISOString().slice(0, 19).replace("T", " ")} +0000`,
      ...{ Min: 95, Avg: 100, Max: 105 },
    });
    const data = Array.from({ length: 20 }, (_, minutes) => beat(minutes));
    const sent = JSON.stringify({ data: { metrics: [{ name: "heart_rate", units: "count/min", data }] } });
    expect(await send(sent)).toMatchObject({ status: 200, said: { samples: 20 } });
    const { stress, spike } = await sniffNow(world, "me", DATE);
    expect(stress?.minutes).toBeGreaterThanOrEqual(15);
    expect([(stress?.level ?? 0) > 0.6, spike]).toEqual([true, true]);
  });
});
