/** A question about one's own days is answered with numbers to their owner alone, by the door of this machine. */
import { makeAgent } from "@waldo/contexts/mcp/agents";
import { DataAnswer, type DataQuestion, keys } from "@waldo/contracts";
import { door } from "@waldo/core/door/door";
import type { DoorPorts } from "@waldo/core/door/handlers";
import { fixedModels } from "@waldo/core/door/own";
import { MOST_ASKED_DAYS } from "@waldo/core/door/readings";
import { backfillScores, saveDays } from "@waldo/core/health/ledger";
import { saidWrites } from "@waldo/core/person/said-of-day";
import type { Store } from "@waldo/core/ports";
import { addDays } from "@waldo/core/time";
import { syntheticDays } from "@waldo/testkit/synthetic-person";
import { afterEach, describe, expect, it } from "vitest";
import { type Server, startServer } from "../src/serve/server.ts";
import { DATE, type TestWorld, testWorld, WAKE } from "./world.ts";

const HRV: DataQuestion = {
  of: { rows: "days", metric: "hrv" },
  range: { span: "back", days: 0 },
  filters: [],
  aggregate: "value",
};
const DAYS = 20;
const mine = syntheticDays(DATE, DAYS);
const hrvOf = (day: (typeof mine)[number] | undefined) => day?.metrics.hrvRmssdMs;

const portsOf = (world: TestWorld, store: Store = world.store): DoorPorts => ({
  ...world,
  store,
  approvalKey: new Uint8Array(32),
  startWake: async () => {},
  models: fixedModels(null),
  push: {},
});

async function asking(who: string | undefined = "me") {
  const world = await testWorld({ days: DAYS });
  /** What the requests read and wrote. */
  const read: string[] = [];
  const written: unknown[] = [];
  const store: Store = {
    ...world.store,
    get: async (key) => {
      read.push(key.pk);
      return world.store.get(key);
    },
    query: async (query) => {
      read.push(query.pk, `${query.from ?? ""}`);
      return world.store.query(query);
    },
    transact: async (writes) => {
      written.push(...writes);
      return world.store.transact(writes);
    },
  };
  const app = door({ optIn: {} as never, who: () => who, ports: () => portsOf(world, store), log: world.log });
  const ask = async (body: unknown) => {
    const answer = await app.request("http://waldo.test/v1/readings/ask", {
      method: "POST",
      body: JSON.stringify(body),
    });
    const { answer: value, shown, ...refused } = JSON.parse(await answer.text());
    return {
      status: answer.status,
      cached: answer.headers.get("cache-control"),
      value: value ?? refused,
      shown,
    };
  };
  return { world, ask, read, written };
}

describe("POST /v1/readings/ask", () => {
  it("answers the owner with their own number and what it rests on, and changes nothing", async () => {
    const { ask, written } = await asking();
    const last = await ask(HRV);
    expect(last).toMatchObject({ status: 200, cached: "no-store" });
    expect(DataAnswer.parse(last.value)).toEqual({
      ...{ is: "number", value: hrvOf(mine.at(-1)), unit: "ms" },
      ...{ n: 1, nOf: "days", first: DATE, last: DATE, on: DATE },
    });
    expect(last.shown).toMatchObject({ title: "HRV: today" });
    expect(last.shown.text).toContain(`${Math.round((hrvOf(mine.at(-1)) ?? 0) * 10) / 10} ms`);
    const week = mine.slice(-7).map((day) => hrvOf(day) ?? 0);
    expect((await ask({ ...HRV, range: { span: "last", count: 1, unit: "week" }, aggregate: "mean" })).value).toEqual({
      ...{ is: "number", value: expect.closeTo(week.reduce((sum, one) => sum + one, 0) / 7, 9), unit: "ms" },
      ...{ n: 7, nOf: "days", first: addDays(DATE, -6), last: DATE },
    });
    expect(written).toEqual([]);
  });

  it("answers Form beside the readings", async () => {
    const { ask, world } = await asking();
    await backfillScores(world, "me", addDays(DATE, 1), addDays(DATE, -3));
    const form = { of: { rows: "days", metric: "form" }, range: { span: "all" }, filters: [], aggregate: "max" };
    expect((await ask(form)).value).toMatchObject({ is: "number", unit: "points" });
    const calm = { ...HRV, range: { span: "all" }, aggregate: "countDays" };
    const filters = [{ by: "day", metric: "form", is: "atLeast", value: 0 }];
    expect((await ask({ ...calm, filters })).value).toMatchObject({ is: "number", unit: "days" });
  });

  it("counts no row of another person, and reads none", async () => {
    const { ask, world, read } = await asking();
    await saveDays(world.store, "ana", syntheticDays(addDays(DATE, -DAYS), 30, 9));
    expect((await ask({ ...HRV, range: { span: "all" }, aggregate: "countDays" })).value).toMatchObject({ n: DAYS });
    expect(read.filter((pk) => pk.includes("ana"))).toEqual([]);
    const other = await asking("ana");
    expect((await other.ask({ ...HRV, range: { span: "all" }, aggregate: "mean" })).value).toEqual({
      ...{ is: "none", why: "noDays", n: 0, nOf: "days" },
    });
  });

  it("reads health alone, no row of the agent", async () => {
    const { ask, read } = await asking();
    await ask({ ...HRV, range: { span: "all" }, aggregate: "mean" });
    expect(read.filter((pk) => pk.startsWith("USER#"))).toEqual([]);
  });

  it("says of a range without data, or a reading that is not there, that it has none, with n", async () => {
    const { ask } = await asking();
    const before = { span: "dates", from: "2020-01-01", to: "2020-02-01" };
    const none = { is: "none", nOf: "days" };
    expect((await ask({ ...HRV, range: before, aggregate: "mean" })).value).toEqual({ ...none, why: "noDays", n: 0 });
    const ahead = { span: "dates", from: addDays(DATE, 400), to: addDays(DATE, 500) };
    expect((await ask({ ...HRV, range: ahead })).value).toEqual({ ...none, why: "noDays", n: 0 });
    const steps = { ...HRV, of: { rows: "days", metric: "steps" }, range: { span: "all" }, aggregate: "mean" };
    expect((await ask(steps)).value).toMatchObject({ ...none, why: "noReading", n: DAYS });
  });

  it("leaves out a night that the person took out", async () => {
    const { ask, world } = await asking();
    const saying = { date: DATE, said: { unworn: true }, at: WAKE, from: "tap" } as const;
    await world.store.transact((await saidWrites(world.store, "me", saying)).writes);
    const sleep = { ...HRV, of: { rows: "days", metric: "asleep" } };
    expect((await ask(sleep)).value).toMatchObject({ is: "none" });
  });

  it("looks back five years at most", async () => {
    const { ask, world, read } = await asking();
    await saveDays(world.store, "me", syntheticDays(addDays(DATE, -MOST_ASKED_DAYS - 10), 5));
    const all = { ...HRV, aggregate: "countDays" };
    const forever = [{ span: "all" }, { span: "last", count: 1000, unit: "month" }];
    for (const range of [...forever, { span: "dates", from: "0001-01-01", to: DATE }])
      expect((await ask({ ...all, range })).value).toMatchObject({ value: DAYS });
    const from = read.filter((part) => part.startsWith("DAY#"));
    expect(from.length).toBeGreaterThan(0);
    expect(from.every((one) => one >= keys.sourceDay.all("me").prefix + addDays(DATE, -MOST_ASKED_DAYS))).toBe(true);
  });

  it("refuses what it does not know, and says where, without a word of the data", async () => {
    const { ask } = await asking();
    for (const body of [
      { ...HRV, userId: "ana" },
      { ...HRV, of: { rows: "days", metric: "weight" } },
      { ...HRV, range: { span: "last", count: 0, unit: "day" } },
      { ...HRV, filters: Array.from({ length: 5 }, () => ({ by: "weekdays", weekdays: [1] })) },
      [],
    ]) {
      const refused = await ask(body);
      expect(refused).toMatchObject({ status: 400, value: { error: "InvalidInput" } });
      expect(refused.value.message).toMatch(/^body/);
    }
    // The request has no session.
    const world = await testWorld({ days: 1 });
    const app = door({ optIn: {} as never, who: () => undefined, ports: () => portsOf(world), log: world.log });
    const unsigned = await app.request("http://waldo.test/v1/readings/ask", { method: "POST", body: "{}" });
    expect(unsigned.status).toBe(401);
  });
});

describe("on the served machine", () => {
  const open: Server[] = [];
  afterEach(async () => {
    for (const server of open.splice(0)) await server.stop();
  });

  it("a session of the person is answered, and the key of an agent, another site or nobody is not", async () => {
    const world = await testWorld({ days: DAYS });
    const server = await startServer(portsOf(world), "me", 0, world.raw);
    open.push(server);
    const { key } = await makeAgent(portsOf(world), "me", { name: "editor", rights: ["body"], secret: "a-secret" });
    const post = (headers: Record<string, string>) =>
      fetch(new URL("/v1/readings/ask", server.origin), {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(HRV),
      });
    const entered = await fetch(await server.link(), { redirect: "manual" });
    const cookie = entered.headers.get("set-cookie")?.split(";")[0] ?? "";
    const own = await post({ cookie, origin: server.origin });
    expect([own.status, JSON.parse(await own.text()).answer.value]).toEqual([200, hrvOf(mine.at(-1))]);
    for (const headers of [{}, { authorization: `Bearer ${key}` }, { cookie: `${cookie.split("=")[0]}=${key}` }])
      expect((await post(headers as Record<string, string>)).status).toBe(401);
    expect((await post({ cookie, origin: "https://elsewhere.example" })).status).toBe(403);
  });
});
