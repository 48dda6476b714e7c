/** The living loop behind the door. */
import { keys } from "@waldo/contracts";
import { DAY_MS, HOUR_MS, instantAt, MINUTE_MS } from "@waldo/core/time";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { expect, it } from "vitest";
import { doorHouse } from "../../../embedded/test/door-house.ts";
import { DATE } from "../../../embedded/test/world.ts";
import { loadProfile } from "../person/profile.ts";

it("the page tells that it is open, and the person sees what was made of the moment", async () => {
  const { send, world } = await doorHouse({ days: 0 });
  expect((await send("GET", "/living")).value).toMatchObject({ thoughts: [], concerns: [], mayInterrupt: false });
  expect((await send("POST", "/presence", { body: { app: "visible" } })).status).toBe(200);
  const { value } = await send("GET", "/living");
  expect(value.now).toMatchObject({ state: "light_work", activity: "app", by: "rules" });
  expect(value.now).not.toHaveProperty("signature");
  expect((await world.store.query(keys.presence.all("me"))).rows).toHaveLength(1);
});

it("who turns it off is neither sensed nor thought of", async () => {
  const { send, world } = await doorHouse({ days: 0 });
  expect((await send("PATCH", "/living", { body: { on: false } })).value.choice).toMatchObject({ on: false });
  await send("POST", "/presence", { body: { app: "visible" } });
  expect((await world.store.query(keys.presence.all("me"))).rows).toEqual([]);
  expect(await world.store.get(keys.living("me"))).toBeUndefined();
});

it("a loop that was turned off shows no moment, and shows it again when it is on", async () => {
  const { send } = await doorHouse({ days: 0 });
  await send("POST", "/presence", { body: { app: "visible" } });
  expect((await send("PATCH", "/living", { body: { on: false } })).value).not.toHaveProperty("now");
  expect((await send("PATCH", "/living", { body: { on: true } })).value).toHaveProperty("now");
});

it("two changes at once both count, so the loop stays off", async () => {
  const { send, world } = await doorHouse({ days: 0 });
  await Promise.all([
    send("PATCH", "/living", { body: { on: false } }),
    send("PATCH", "/living", { body: { interrupt: "off" } }),
  ]);
  expect((await loadProfile(world.store, "me")).living).toMatchObject({ on: false, interrupt: "off" });
});

it("interruptions are not sent before the person has labelled enough of them right", async () => {
  const { send, world } = await doorHouse({ days: 0 });
  expect((await send("PATCH", "/living", { body: { interrupt: "live" } })).status).toBe(403);
  for (const at of [1, 2, 3, 4, 5]) {
    const body = { at, key: "k", kind: "event_soon", text: "“Planning” begins in a few minutes.", mode: "shadow" };
    await world.store.transact([{ op: "put", key: keys.interruption("me", at), body }]);
    expect((await send("PUT", `/living/interruptions/${at}`, { body: { label: "right" } })).status).toBe(200);
  }
  expect((await send("PATCH", "/living", { body: { interrupt: "live" } })).value).toMatchObject({ mayInterrupt: true });
  expect((await send("PUT", "/living/interruptions/9", { body: { label: "wrong" } })).status).toBe(404);
});

it("rewording with a reading that is left out still fits the row, and the loop goes on", async () => {
  const { send, world } = await doorHouse({ days: 0 });
  const concern = {
    ...{ id: "c-0123456789ab", kind: "project", summary: "the garden", touchedAt: 1, touchedBy: "seed", touches: 1 },
    ...{ from: { kind: "goal", id: "g" }, origin: "owner", createdAt: 1 },
  };
  await world.store.transact([{ op: "put", key: keys.concern("me", concern.id), body: concern }]);
  const summary = `${"a calmer heart ".repeat(12)} HRV is 9 ms`.slice(-200);
  const { status, value } = await send("PATCH", `/living/concerns/${concern.id}`, { body: { summary } });
  expect([status, value.summary.length <= 200]).toEqual([200, true]);
  expect(value.summary).not.toContain("9 ms");
  await send("POST", "/presence", { body: { app: "visible" } });
  expect((await send("GET", "/living")).value.concerns).toHaveLength(1);
});

it("an interruption that the open page brings up goes out at once", async () => {
  const living = { on: true, machine: true, interrupt: "live" } as const;
  const { send, world } = await doorHouse({ days: 0, profile: { ...PERSON, living } });
  const now = instantAt(DATE, "11:00", PERSON.timeZone);
  world.clock.set(now);
  const planned = (eventId: string, start: number, end: number, title: string) => ({
    ...{ eventId, calendar: "work", title, start, end, allDay: false, busy: true },
    ...{ status: "confirmed", origin: "agent", updatedAt: 0 },
  });
  const meeting = planned("d".repeat(24), now - HOUR_MS, now + 5 * MINUTE_MS, "Planning");
  const next = planned("e".repeat(24), now + 5 * MINUTE_MS, now + HOUR_MS, "Dentist");
  await world.store.transact([
    ...[1, 2, 3, 4, 5].map((days) => ({
      op: "put" as const,
      key: keys.interruption("me", now - days * DAY_MS),
      body: { at: now - days * DAY_MS, key: "k", kind: "event_soon", text: "x", mode: "shadow", label: "right" },
    })),
    { op: "put", key: keys.presence("me", now - 20 * MINUTE_MS), body: { at: now - 20 * MINUTE_MS, app: "visible" } },
    { op: "put", key: keys.calendar("me", meeting.start, meeting.eventId), body: meeting },
    { op: "put", key: keys.calendar("me", next.start, next.eventId), body: next },
  ]);
  await send("POST", "/presence", { body: { app: "hidden" } });
  expect(world.telegram.map(({ text }) => text)).toEqual(["“Dentist” begins in a few minutes."]);
});

it("a concern is reworded and muted, an intention dropped, the manner frozen and set back", async () => {
  const { send, world } = await doorHouse({ days: 0 });
  const concern = {
    ...{ id: "c-0123456789ab", kind: "project", summary: "the garden", touchedAt: 1, touchedBy: "seed", touches: 1 },
    ...{ from: { kind: "goal", id: "g" }, origin: "owner", createdAt: 1 },
  };
  const intention = {
    ...{ id: "i-0123456789ab", text: "the offer", dueAt: 5, claim: "run-1", state: "open", tries: 0 },
    ...{ origin: "owner", createdAt: 1, updatedAt: 1 },
  };
  await world.store.transact([
    { op: "put", key: keys.concern("me", concern.id), body: concern },
    { op: "put", key: keys.intention("me", intention.id), body: intention },
  ]);
  const path = `/living/concerns/${concern.id}`;
  expect((await send("PATCH", path, { body: { summary: "the back garden" } })).value).toMatchObject({
    ...{ summary: "the back garden", salience: "active", touchedBy: "person", muted: false },
  });
  const { value } = await send("PATCH", path, { body: { summary: "a calmer heart than an HRV of 43 ms" } });
  expect(value.summary).toContain("a calmer heart");
  expect(value.summary).not.toContain("43");
  expect((await send("PATCH", path, { body: { muted: true } })).value).toMatchObject({ muted: true });
  expect((await send("GET", "/living")).value.intentions).toHaveLength(1);
  await send("DELETE", `/living/intentions/${intention.id}`);
  expect((await send("GET", "/living")).value.intentions).toEqual([]);
  expect((await send("POST", "/living/manner", { body: { change: "freeze" } })).value).toHaveProperty("frozenAt");
  expect((await send("POST", "/living/manner", { body: { change: "thaw" } })).value).not.toHaveProperty("frozenAt");
  expect((await send("POST", "/living/manner", { body: { change: "reset" } })).value).toMatchObject({
    axes: {},
    line: [],
  });
});
