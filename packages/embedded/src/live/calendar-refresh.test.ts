import { keys } from "@waldo/contracts";
import { subscribe } from "@waldo/core/calendar/subscribe";
import { nextRefresh } from "@waldo/core/calendar/subscriptions";
import { HOUR_MS } from "@waldo/core/time";
import { personWith } from "@waldo/testkit/made-up-rows";
import { icsOf, scriptedCalendars } from "@waldo/testkit/scripted-calendars";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { expect, it } from "vitest";
import { openSqliteStore } from "../sqlite-store.ts";
import { type CalendarEvent, calendarRefresh } from "./calendar-refresh.ts";

const NOW = Date.UTC(2026, 9, 30, 9);
const ADDRESS = "https://calendar.example/private-0123456789/basic.ics";
const DENTIST = ["1", "20261102T100000Z", "Dentist"] as const;
const LUNCH = ["2", "20261103T100000Z", "Lunch"] as const;

it("reads at the start and at the person's minute of each hour, and tells changes and the first failure", async () => {
  const calendars = scriptedCalendars();
  calendars.at.set(ADDRESS, icsOf(DENTIST));
  const profile = { op: "put" as const, key: keys.profile("me"), body: PERSON };
  let now = NOW;
  const ports = {
    ...(await personWith(openSqliteStore(":memory:"), [profile])),
    clock: { now: () => now },
    fetcher: calendars,
  };
  await subscribe(ports, "me", { address: ADDRESS, name: "Work" }, NOW);

  const events: CalendarEvent[] = [];
  let pending: { readonly at: number; readonly fire: () => void } | undefined;
  const refresh = calendarRefresh({
    ports,
    userId: "me",
    emit: (event) => events.push(event),
    timer: (at, fire) => {
      pending = { at, fire };
      return {
        stop: () => {
          pending = undefined;
        },
      };
    },
  });
  const settled = async () => {
    while (!pending) await new Promise((resolve) => setImmediate(resolve));
  };
  const next = async () => {
    const due = pending;
    pending = undefined;
    now = due?.at ?? 0;
    due?.fire();
    await settled();
  };

  refresh.start();
  await settled();
  expect(pending?.at).toBe(nextRefresh("me", NOW));
  expect(calendars.asked).toHaveLength(1);

  await next();
  expect(calendars.asked).toHaveLength(2);
  expect(events).toEqual([]);

  calendars.at.set(ADDRESS, icsOf(DENTIST, LUNCH));
  await next();
  expect(now).toBe(nextRefresh("me", NOW) + HOUR_MS);
  expect(events).toEqual([{ type: "calendar", at: now, name: "Work", added: 1, changed: 0, cancelled: 0 }]);

  calendars.at.set(ADDRESS, { outcome: "refused", why: "too_slow" });
  for (let hours = 0; hours < 8; hours++) await next();
  expect(events.slice(1)).toEqual([
    { type: "failed", at: expect.any(Number), error: expect.stringMatching(/^calendar Work was not read: [^/]+$/) },
  ]);
  expect(calendars.asked).toHaveLength(6);

  await refresh.stop();
  expect(pending).toBeUndefined();
});
