/** The patrol behind the door: its pages, and what the person says about a stress alert. */
import { type ActionEntry, type FetchEntry, keys, type PatrolEntry } from "@waldo/contracts";
import { describe, expect, it } from "vitest";
import { doorHouse } from "../../../embedded/test/door-house.ts";
import { WAKE } from "../../../embedded/test/world.ts";
import type { Write } from "../ports.ts";
import { startRun } from "../run/start.ts";
import { putNew } from "../store/cas.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../time.ts";

type House = Awaited<ReturnType<typeof doorHouse>>;

const look = (at: number, act: PatrolEntry["act"] = "nothing"): Write =>
  putNew(keys.patrol("me", at), {
    at,
    act,
    reason: act === "nothing" ? "nothing moved" : "stress high for 14 minutes",
  });
const act = (at: number): Write => {
  const body: ActionEntry = { at, act: "action", reason: "reminded you: stretch", undo: [] };
  return putNew(keys.patrolAction("me", at, "e"), body);
};

async function write({ world }: House, writes: readonly Write[]): Promise<void> {
  for (let i = 0; i < writes.length; i += 100) await world.store.transact(writes.slice(i, i + 100));
}

describe("the log", () => {
  const LOOKS = 450;

  it("is read page by page, each entry once and the latest first, however long it is", async () => {
    const house = await doorHouse({ days: 0 });
    await write(
      house,
      Array.from({ length: LOOKS }, (_, i) => look(WAKE - i * 15 * MINUTE_MS)),
    );
    await write(house, [act(WAKE - HOUR_MS)]);
    const seen: number[] = [];
    let next: string | undefined;
    do {
      const { value } = await house.send("GET", `/log?include=ticks&limit=200${next ? `&cursor=${next}` : ""}`);
      seen.push(...value.items.map(({ at }: { at: number }) => at));
      expect(value.items.length).toBeLessThanOrEqual(200);
      next = value.next;
    } while (next);
    expect(seen).toHaveLength(LOOKS + 1);
    expect(seen).toEqual([...seen].sort((a, b) => b - a));
  });

  it("of acts alone finds one behind a month of quiet looks, and a page may be empty on the way", async () => {
    const house = await doorHouse({ days: 0 });
    await write(
      house,
      Array.from({ length: 2_500 }, (_, i) => look(WAKE - i * 15 * MINUTE_MS)),
    );
    await write(house, [act(WAKE - 26 * DAY_MS)]);
    const pages = [];
    let next: string | undefined = "";
    while (next !== undefined) {
      const { value } = await house.send("GET", `/log${next === "" ? "" : `?cursor=${next}`}`);
      pages.push(value.items.length);
      next = value.next;
    }
    expect(pages).toEqual([0, 0, 1]);
  });

  it("keeps to its bounds, and refuses a cursor of another list", async () => {
    const house = await doorHouse({ days: 0 });
    await write(house, [look(WAKE), look(WAKE - HOUR_MS), look(WAKE - 2 * HOUR_MS)]);
    const bounds = `from=${WAKE - HOUR_MS}&to=${WAKE}&include=ticks`;
    expect((await house.send("GET", `/log?${bounds}`)).value.items.map(({ at }: { at: number }) => at)).toEqual([
      WAKE - HOUR_MS,
    ]);
    const first = (await house.send("GET", "/log?include=ticks&limit=1")).value;
    expect((await house.send("GET", `/log?${bounds}&cursor=${first.next}`)).status).toBe(400);
    expect((await house.send("GET", `/log?from=${WAKE}&to=${WAKE}`)).status).toBe(400);
  });
});

describe("a stress alert in shadow", () => {
  async function withFetch() {
    const house = await doorHouse();
    const { world } = house;
    const event = { userId: "me", trigger: "fetch_alert", nonce: "fetch-after-0-0", occurredAt: WAKE } as const;
    const runId = await startRun(world, event, "2026-10-30");
    await world.machines.idle();
    const entry: FetchEntry = { at: WAKE, runId, mode: "shadow", minutes: 14 };
    await write(house, [look(WAKE, "fetch_alert"), { op: "put", key: keys.fetch("me", WAKE), body: entry }]);
    return house;
  }

  it("is shown with the words that it would have said, and those went to nobody", async () => {
    const { send, world } = await withFetch();
    const { items } = (await send("GET", "/log?include=ticks")).value;
    expect(items[0]).toMatchObject({ act: "fetch_alert", what: expect.stringContaining("14 minutes") });
    expect(items[0].fetch).toEqual({
      ...{ at: WAKE, mode: "shadow", minutes: 14 },
      says: expect.stringMatching(/^That has been a tense stretch/),
    });
    expect((await send("GET", "/messages")).value.items).toEqual([]);
    expect(world.telegram).toEqual([]);
  });

  it("takes the person's word, keeps when it was said, and gives it back", async () => {
    const { send, world } = await withFetch();
    const at = `/fetches/${WAKE}`;
    expect((await send("PUT", at, { body: { label: "wrong" } })).value).toMatchObject({ label: "wrong" });
    expect((await world.store.get(keys.fetch("me", WAKE)))?.body).toMatchObject({ label: "wrong", labelledAt: WAKE });
    expect((await send("GET", "/fetches")).value).toMatchObject({
      items: [{ label: "wrong" }],
      share: { fetches: 1, labelled: 1, wrong: 1, days: 1, falseAlarms: null, enough: 20 },
    });
    await send("PUT", at, { body: { label: null } });
    expect((await send("GET", "/fetches")).value.share).toMatchObject({ labelled: 0, wrong: 0 });
    expect((await send("PUT", "/fetches/1", { body: { label: "right" } })).status).toBe(404);
    expect((await send("PUT", at, { body: { label: "maybe" } })).status).toBe(400);
  });

  it("says a share of false alarms from twenty labels on", async () => {
    const house = await doorHouse({ days: 0 });
    const fetches = Array.from({ length: 20 }, (_, i): Write => {
      const at = WAKE - i * DAY_MS;
      const label = i < 5 ? "wrong" : "right";
      return { op: "put", key: keys.fetch("me", at), body: { at, runId: "run-x", mode: "shadow", minutes: 12, label } };
    });
    await write(house, fetches);
    expect((await house.send("GET", "/fetches")).value.share).toMatchObject({ days: 20, falseAlarms: 0.25 });
  });
});
