/**
 * Tests every wearable that can be connected: its past days, a hook or a poll, the score and the Brief, and the end of
 * the connection.
 */
import { keys, PARTITION, ToldScore, type VendorName, type WearableView } from "@waldo/contracts";
import type { Delivery } from "@waldo/core/connect/vendor";
import { VENDOR } from "@waldo/core/connect/vendors";
import { addDays, HOUR_MS } from "@waldo/core/time";
import { describe, expect, test } from "vitest";
import type { Execution } from "../test/executions.ts";
import { api, CHALLENGE, cloud, engine, introduce, store, TODAY, vendors, wake } from "./stage.ts";
import { briefsOf, dueNow, hookOf, madeOf } from "./wearers.ts";

const PEOPLE = [
  { vendor: "whoop", person: "3b7e2f10-5c4d-4e6a-9f8b-1d2c3b4a5f60", user: "40417" },
  { vendor: "oura", person: "7d0c1a52-8e3f-4b6d-a1c9-2e4f6a8b0c1d", user: "8f9a5221-639e-4a85-81cb-4065ef23f979" },
  { vendor: "google", person: "c5e8d3b1-0f2a-4c7e-9b6d-3a1f5e7d9c2b", user: "111111256096816351" },
] as const satisfies readonly { readonly vendor: VendorName; readonly person: string; readonly user: string }[];
type Wearer = (typeof PEOPLE)[number];
/** Google sends no hooks, so it is only polled. */
const HOOKED = PEOPLE.filter(({ vendor }) => VENDOR[vendor].notices !== undefined);

const read = async ({ person }: Wearer, request: string, body?: unknown) =>
  JSON.parse((await api(request, person, body)).body);
const stateOf = async (wearer: Wearer): Promise<WearableView | undefined> =>
  (await read(wearer, "GET /v1/wearables")).items.find(({ vendor }: WearableView) => vendor === wearer.vendor);
const rawDays = async ({ person }: Wearer) =>
  (await store.query({ ...keys.sourceDay.all(person), limit: 1000 })).rows.length;
const isDue = ({ vendor, person }: Wearer) => dueNow(person, vendor);
const syncsOf = ({ person }: Wearer, ended: readonly Execution[]) =>
  ended.filter(({ input }) => input["job"] === "sync" && input["userId"] === person);

/** Checks the results of one night: one wake, its score, and a Brief. */
async function expectMorning(wearer: Wearer, ended: readonly Execution[], briefs: number): Promise<void> {
  expect(syncsOf(wearer, ended)).toMatchObject([{ status: "SUCCEEDED", input: { settled: true } }]);
  const score = ToldScore.parse(await read(wearer, "GET /v1/form"));
  const primarySource = VENDOR[wearer.vendor].source;
  expect(score).toMatchObject({ date: TODAY, status: "final", primarySource });
  expect(await briefsOf(wearer.person)).toHaveLength(briefs + 1);
}

export function wearables(): void {
  describe("a wearable", engine.options, () => {
    /** The hooks of the night, as the vendor sent them. */
    const sent = new Map<VendorName, readonly Delivery[]>();

    test.each(PEOPLE)("$vendor is connected through its page, and its 90 days follow by themselves", async (wearer) => {
      const { vendor, person, user } = wearer;
      await introduce(person);
      for (let back = 1; back <= 100; back++)
        vendors[vendor].night(user, addDays(TODAY, -back), { minutes: 410 + (back % 5) * 10 });
      expect(await stateOf(wearer)).toMatchObject({ state: "none" });
      const { url } = await read(wearer, `POST /v1/wearables/${vendor}`, {});
      vendors[vendor].visitor = user;
      const back = await vendors[vendor].agree(url);
      expect(back.pathname).toBe(`/connected/${vendor}`);
      const given = { code: back.searchParams.get("code"), state: back.searchParams.get("state") };
      const finish = () => api(`POST /v1/wearables/${vendor}/finish`, person, given);
      expect(await finish()).toMatchObject({ statusCode: 201 });
      await cloud.quiet();
      expect(await stateOf(wearer)).toMatchObject({ state: "active", isFilling: false });
      expect(await rawDays(wearer)).toBe(89);
      // The same return address works only once.
      expect(await finish()).toMatchObject({ statusCode: 400 });
    });

    test.each(PEOPLE)(
      "a forged hook of $vendor is answered 401, and writes no row",
      async ({ vendor, person, user }) => {
        const [good = { headers: {}, body: "{}" }] = vendors[vendor].hooks(user, TODAY, { at: Date.now() });
        const [old = good] = vendors[vendor].hooks(user, TODAY, { at: Date.now() - HOUR_MS });
        const forged = { ...good, body: good.body.replace(/update(d?)/, "delete$1") };
        for (const bad of [{ ...good, body: `${good.body} ` }, { ...good, headers: {} }, forged, old])
          expect(await hookOf(vendor, bad)).toMatchObject({ statusCode: 401 });
        expect((await store.query({ table: "health", pk: PARTITION.hooked(person) })).rows).toEqual([]);
        expect(await cloud.quiet()).toEqual([]);
      },
    );

    test.each(HOOKED)("a hook of $vendor about a stranger is taken, and writes no row", async ({ vendor, user }) => {
      const stranger = user.replace(/.$/, "0");
      const [hook] = vendors[vendor].hooks(stranger, TODAY, { at: Date.now() });
      expect(hook && (await hookOf(vendor, hook))).toMatchObject({ statusCode: 200 });
      expect(await cloud.quiet()).toEqual([]);
    });

    test("a vendor that asks whether the address is ours gets its challenge back, and nobody else does", async () => {
      // Oura asked when it was first read.
      expect(new Set(vendors.oura.subscriptions.map(({ callback_url }) => new URL(callback_url).pathname))).toEqual(
        new Set(["/v1/hooks/oura"]),
      );
      expect(vendors.oura.subscriptions).toHaveLength(6);
      const guess = { verification_token: "guess", challenge: "c" };
      for (const [vendor, queryStringParameters] of [["oura", guess], ["oura"], ["whoop", guess], ["google", guess]]) {
        const event = { pathParameters: { vendor }, queryStringParameters, requestContext: CHALLENGE };
        expect(await cloud.invoke("hook", event)).toMatchObject({ statusCode: 401 });
      }
    });

    test("hooks bring the night, the night a score, and the score the Brief, once, in whatever order they come", async () => {
      const before = await Promise.all(HOOKED.map(({ person }) => briefsOf(person)));
      for (const { vendor, user } of HOOKED) {
        vendors[vendor].night(user, TODAY, { minutes: 431, hrv: 63 });
        sent.set(vendor, vendors[vendor].hooks(user, TODAY, { at: Date.now() }));
        const hooks = sent.get(vendor) ?? [];
        for (const delivery of [...hooks, ...hooks].reverse())
          expect(await hookOf(vendor, delivery)).toMatchObject({ statusCode: 200 });
      }
      const ended = await cloud.quiet();
      for (const [index, wearer] of HOOKED.entries())
        await expectMorning(wearer, ended, before[index]?.length ?? Number.NaN);
    });

    test.each(HOOKED)(
      "hooks of $vendor that are replayed, and late ones of older nights, change nothing",
      async (wearer) => {
        const { vendor, person, user } = wearer;
        const before = await madeOf(person);
        const old = vendors[vendor].hooks(user, addDays(TODAY, -4), { at: Date.now() });
        for (const delivery of [...(sent.get(vendor) ?? []), ...old]) {
          await isDue(wearer);
          vendors[vendor].asked.length = 0;
          expect(await hookOf(vendor, delivery)).toMatchObject({ statusCode: 200 });
          expect(await cloud.quiet()).toEqual([]);
          expect(vendors[vendor].asked.length).toBeGreaterThan(0);
        }
        expect(await madeOf(person)).toEqual(before);
      },
    );

    test.each(PEOPLE)("a poll of $vendor that is due is done by the wake that finds it due", async (wearer) => {
      const { vendor, person, user } = wearer;
      const hasHooks = HOOKED.some((one) => one.vendor === vendor);
      const before = await briefsOf(person);
      if (!hasHooks) vendors[vendor].night(user, TODAY, { minutes: 431, hrv: 63 });
      const past = await isDue(wearer);
      vendors[vendor].asked.length = 0;
      wake(person, "patrol");
      const ended = await cloud.quiet();
      expect(ended[0]).toMatchObject({ machine: "Waldo-wake", status: "SUCCEEDED" });
      expect((await stateOf(wearer))?.readAt).toBeGreaterThan(past);
      if (!hasHooks) await expectMorning(wearer, ended, before.length);
      const asked = vendors[vendor].asked.length;
      expect(asked).toBeGreaterThan(0);
      const made = await madeOf(person);
      wake(person, "patrol");
      await cloud.quiet();
      expect(vendors[vendor].asked).toHaveLength(asked);
      expect(await madeOf(person)).toEqual(made);
    });

    test.each(PEOPLE)(
      "R7: for $vendor each function reaches its own partitions only, and no token is in a log",
      (one) => {
        const roles = (partition: string) =>
          [
            ...new Set(
              cloud.touched.filter((touch) => touch.partition === partition).map(({ role }) => role.slice(0, -8)),
            ),
          ].sort();
        const hook = HOOKED.some(({ vendor }) => vendor === one.vendor) ? ["WearablesHookRole"] : [];
        expect(roles(PARTITION.connect(one.person))).toEqual(["WearablesConnectRole", "WearablesFetcherRole"]);
        expect(roles(PARTITION.hooked(one.person))).toEqual(["WearablesFetcherRole", ...hook]);
        expect(roles(PARTITION.raw(one.person))).toEqual(["FunctionsCrsRole", "WearablesFetcherRole"]);
        expect(cloud.refused).toEqual([]);
        expect(cloud.logs()).not.toMatch(/access-[0-9a-f]{8}-|refresh-[0-9a-f]{8}-|(whoop|oura|google)-secret/);
      },
    );

    test.each(PEOPLE)("$vendor is taken back: it is told, and nothing is kept but the days", async (wearer) => {
      const { vendor, person, user } = wearer;
      expect(await api(`DELETE /v1/wearables/${vendor}`, person)).toMatchObject({ statusCode: 200 });
      expect(await stateOf(wearer)).toMatchObject({ state: "none" });
      expect(vendors[vendor].isConnected(user)).toBe(false);
      expect((await store.get(keys.connection(person, vendor)))?.body).toEqual({ state: "ended" });
      expect(await store.get(keys.linkedUser(vendor, user))).toBeUndefined();
      expect(await rawDays(wearer)).toBe(90);
      expect(cloud.refused).toEqual([]);
    });
  });
}
