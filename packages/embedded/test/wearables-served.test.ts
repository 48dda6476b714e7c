/** Every wearable on one machine: connected, its past, a hook through a tunnel or a poll, the score and the Brief. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Delivery } from "@waldo/core/connect/vendor";
import { addDays, HOUR_MS } from "@waldo/core/time";
import { applePost } from "@waldo/testkit/apple-phone";
import { startWearableClouds, type WearableClouds } from "@waldo/testkit/wearable-clouds";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exactly, waldoWith } from "./command.ts";
import {
  connect,
  dueNow,
  EAST_MINUTES,
  envOf,
  freePort,
  isMorning,
  isRead,
  madeOf,
  scoreOf,
  served,
  TODAY,
  tunnelled,
  type WearableHome,
} from "./wearable-home.ts";

const homes: string[] = [];
const TUNNEL = "https://tunnel.example";
let clouds: WearableClouds;
/** The port of the server that is asked whether the address is ours. */
let port: number;

beforeAll(async () => {
  port = await freePort();
  clouds = await startWearableClouds({
    ...{ now: Date.now, offsetMinutes: EAST_MINUTES },
    async knock({ origin, pathname, search }) {
      expect(origin).toBe(TUNNEL);
      return JSON.parse((await tunnelled(port, "GET", `${pathname}${search}`, { headers: {}, body: "" })).text);
    },
  });
});
afterAll(async () => {
  await clouds.stop();
  for (const home of homes) rmSync(home, { recursive: true, force: true });
});

function newHome(env: NodeJS.ProcessEnv): WearableHome {
  const home = mkdtempSync(join(tmpdir(), "waldo-served-"));
  homes.push(home);
  return { home, env, port };
}

const VENDORS = [
  { vendor: "whoop", user: "555001", source: "whoop" },
  { vendor: "oura", user: "555002", source: "oura" },
  { vendor: "google", user: "555003", source: "fitbit" },
] as const;

describe.each(VENDORS)("$vendor on one machine", ({ vendor, user, source }) => {
  let own: WearableHome;
  const cloud = () => clouds[vendor];
  const send = (delivery: Delivery) => tunnelled(port, "POST", `/v1/hooks/${vendor}`, delivery);
  const hooksOf = (at = Date.now()) => cloud().hooks(user, TODAY, { at });
  const hasHooks = () => cloud().vendor.notices !== undefined;
  beforeAll(async () => {
    cloud().visitor = user;
    for (let back = 1; back <= 40; back++)
      cloud().night(user, addDays(TODAY, -back), { minutes: 420 + (back % 5) * 8, hrv: 58 + (back % 4) });
    own = newHome(envOf(cloud()));
  });

  it("is connected, and its past is read", async () => {
    const tunnel = hasHooks() ? ["--tunnel", TUNNEL] : [];
    const { status, said } = await connect(cloud(), own, ...tunnel);
    expect([status, said]).toEqual([0, expect.stringMatching(/ is connected: 40 days of the past/)]);
  });

  it("brings the night, its score and one Brief; hooks that are forged, replayed or reordered change nothing", async () => {
    const { home } = own;
    await dueNow(home, vendor);
    const forged: number[] = [];
    const events = await served(own, async (until) => {
      const [good = { headers: {}, body: "{}" }] = hooksOf();
      const [old = good] = hooksOf(Date.now() - HOUR_MS);
      const gone = { ...good, body: good.body.replace(/update(d?)/, "delete$1") };
      for (const bad of [{ ...good, body: `${good.body} ` }, { ...good, headers: {} }, gone, old])
        forged.push((await send(bad)).status);
      await isRead(home, vendor);
      cloud().night(user, TODAY, { minutes: 455, hrv: 66 });
      const hooks = hooksOf();
      await dueNow(home, vendor);
      for (const delivery of [...hooks, ...hooks].reverse()) expect((await send(delivery)).status).toBe(200);
      if (!hasHooks()) return;
      await until(isMorning);
      const made = await madeOf(home);
      for (const delivery of hooks) {
        await dueNow(home, vendor);
        cloud().asked.length = 0;
        expect((await send(delivery)).status).toBe(200);
        await isRead(home, vendor);
        expect(cloud().asked.length).toBeGreaterThan(0);
      }
      expect(await madeOf(home)).toEqual(made);
    });
    // Without hooks the next start finds that a reading is due.
    const polled = hasHooks() ? events : await served(own, (until) => until(isMorning));
    expect(forged).toEqual([401, 401, 401, 401]);
    expect(polled.filter(({ type, job }) => type === "wake" && job === "sync")).toMatchObject([
      { date: TODAY, outcome: "run", said: [{ kind: "brief" }] },
    ]);
    expect(await scoreOf(home)).toMatchObject({ date: TODAY, status: "final", primarySource: source });
  });

  it("lets hooks and its vendor's own question in under any name, and nothing else", async () => {
    const answers: Record<string, number> = {};
    const [good = { headers: {}, body: "{}" }] = hooksOf();
    const ask = async (name: string, query: string) =>
      (await tunnelled(port, "GET", `/v1/hooks/${name}${query}`, { headers: {}, body: "" })).status;
    await served(own, async () => {
      answers["guess"] = await ask(vendor, "?verification_token=guess&challenge=c");
      answers["nothing"] = await ask(vendor, "");
      answers["stranger"] = await ask("garmin", "?verification_token=guess&challenge=c");
      answers["unknown"] = (await tunnelled(port, "POST", "/v1/hooks/garmin", good)).status;
      answers["other"] = (await tunnelled(port, "POST", "/v1/messages", good)).status;
      answers["large"] = (await send({ ...good, body: "x".repeat(40_000) })).status;
    });
    expect(answers).toEqual({ guess: 401, nothing: 401, stranger: 404, unknown: 404, other: 403, large: 413 });
    const subscribed = cloud().vendor.subscribe ? clouds.oura.subscriptions : [];
    expect(subscribed.map(({ callback_url }) => callback_url)).toEqual(
      Array.from({ length: cloud().vendor.subscribe ? 6 : 0 }, () => `${TUNNEL}/v1/hooks/${vendor}`),
    );
  });

  it("is taken back: the vendor is told", async () => {
    const { stdout } = await waldoWith(own.env, "wearable", "remove", vendor, "--home", own.home);
    expect(stdout).toMatch(/is not connected any more/);
    expect(cloud().isConnected(user)).toBe(false);
  });
});

describe("a phone on one machine", () => {
  it("posts its past and the night, which has a score and one Brief; a forged key and a window again change nothing", async () => {
    const own = newHome({});
    const nights = (from: number, to: number) =>
      JSON.stringify(
        applePost(
          Array.from({ length: from - to + 1 }, (_, n) => ({
            date: addDays(TODAY, n - from),
            minutes: 420 + (n % 5) * 8,
          })),
          EAST_MINUTES,
        ),
      );
    const events = await served(own, async (until) => {
      const made = await exactly({ env: {} }, "wearable", "token", "--home", own.home, "--json");
      const { header, token, path } = JSON.parse(made.stdout);
      const post = async (body: string, key = token) =>
        (await tunnelled(port, "POST", path, { headers: { [header]: key }, body })).status;
      for (const key of ["", `${token}x`, `${"A".repeat(22)}me`]) expect(await post(nights(40, 0), key)).toBe(403);
      expect(await post(nights(40, 1))).toBe(200);
      // Its wake is over, so the one of the night makes the score.
      await until(({ type, job }) => type === "wake" && job === "sync");
      expect(await post(nights(2, 0))).toBe(200);
      await until(isMorning);
      const before = await madeOf(own.home);
      for (const again of [nights(2, 0), nights(3, 2)]) expect(await post(again)).toBe(200);
      expect(await madeOf(own.home)).toEqual(before);
    });
    expect(events.filter(isMorning)).toHaveLength(1);
    expect(await scoreOf(own.home)).toMatchObject({ date: TODAY, status: "final", primarySource: "apple_watch" });
    for (const back of [40, 20, 1])
      expect(await scoreOf(own.home, back), String(back)).toMatchObject({ form: expect.any(Number) });
  });
});
