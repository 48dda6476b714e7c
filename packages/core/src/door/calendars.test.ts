/** Calendars behind the door: what an address brings, what a person sees of it, and what is never shown. */
import { keys } from "@waldo/contracts";
import { icsOf, type MadeUpEvent, scriptedCalendars } from "@waldo/testkit/scripted-calendars";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import { openSqliteStore } from "../../../embedded/src/sqlite-store.ts";
import { refreshDue } from "../calendar/refresh.ts";
import { calendarRows } from "../calendar/rows.ts";
import { hasDueCalendars, placesOf } from "../calendar/subscriptions.ts";
import { DAY_MS, HOUR_MS } from "../time.ts";
import { application } from "./application.ts";
import { type CalendarPorts, calendarHandlers } from "./calendars.ts";

const NOW = Date.UTC(2026, 9, 30, 9);
const ADDRESS = "https://calendar.example/private-0123456789/basic.ics";
const PIANO: MadeUpEvent = ["1", "20261102T150000Z", "Piano"];
const LUNCH: MadeUpEvent = ["2", "20261103T110000Z", "Lunch"];

async function house({ fetcher = scriptedCalendars(), profile = true } = {}) {
  const store = openSqliteStore(":memory:");
  if (profile) await store.transact([{ op: "put", key: keys.profile("me"), body: PERSON }]);
  const ports: CalendarPorts = { store, clock: { now: () => NOW }, fetcher };
  const log: string[] = [];
  const app = application(calendarHandlers, {
    who: () => "me",
    ports: () => ports,
    log: (_, event) => void log.push(event),
  });
  const send = async (method: string, path: string, body?: unknown) => {
    const answer = await app.request(`http://waldo.test/v1${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, text, value: JSON.parse(text) };
  };
  return { store, fetcher, send, log };
}

describe("an address", () => {
  it("is read at once, listed without its secret, read again when it comes again, and taken back", async () => {
    const { store, fetcher, send } = await house();
    fetcher.at.set(ADDRESS, icsOf(PIANO, LUNCH));
    const added = await send("POST", "/calendars", { address: ADDRESS, name: "Home" });
    expect(added.status).toBe(201);
    expect(added.value).toEqual({
      subscription: {
        id: expect.stringMatching(/^[0-9a-f]{12}$/),
        name: "Home",
        shownAddress: "calendar.example ….ics",
        failures: 0,
        addedAt: NOW,
        readAt: NOW,
        dueAt: expect.any(Number),
      },
      brought: { added: 2, changed: 0, cancelled: 0, unchanged: 0, skipped: 0 },
      isKnown: false,
    });
    const again = await send("POST", "/calendars", { address: ADDRESS.replace("https", "webcal") });
    expect(again.value).toMatchObject({ isKnown: true, brought: { added: 0, unchanged: 2 } });
    const listed = await send("GET", "/calendars");
    expect(listed.value.items).toEqual([added.value.subscription]);
    expect(added.text + again.text + listed.text).not.toContain("private");

    const { id } = added.value.subscription;
    expect((await send("DELETE", `/calendars/${id}`)).value).toEqual({ cancelled: 2 });
    expect((await send("GET", "/calendars")).value.items).toEqual([]);
    expect(hasDueCalendars(await placesOf(store, "me"), NOW + DAY_MS)).toBe(false);
    expect((await send("DELETE", "/calendars/000000000000")).status).toBe(404);
  });

  it("that cannot be read adds nothing, and the answer says why without the address", async () => {
    const { fetcher, send } = await house();
    fetcher.at.set(ADDRESS, { outcome: "refused", why: "not_public" });
    const refused = await send("POST", "/calendars", { address: ADDRESS });
    expect(refused.value).toEqual({ error: "InvalidInput", message: expect.stringContaining("private network") });
    expect(refused.status).toBe(400);
    expect(refused.text).not.toContain("0123456789");
    expect((await send("POST", "/calendars", { address: "ftp://calendar.example" })).status).toBe(400);
    expect((await send("GET", "/calendars")).value.items).toEqual([]);
  });

  it("is due an hour later, and shows in words what was wrong when it was asked again", async () => {
    const { store, fetcher, send, log } = await house();
    fetcher.at.set(ADDRESS, icsOf(PIANO));
    await send("POST", "/calendars", { address: ADDRESS });
    expect(hasDueCalendars(await placesOf(store, "me"), NOW)).toBe(false);
    expect(hasDueCalendars(await placesOf(store, "me"), NOW + 2 * HOUR_MS)).toBe(true);
    fetcher.at.set(ADDRESS, { outcome: "refused", why: "too_slow" });
    const ports = { store, fetcher, log: () => {} };
    // Without time left no reading begins, and the calendar stays due.
    expect(await refreshDue(ports, "me", NOW + 2 * HOUR_MS, () => false)).toEqual([]);
    expect(await refreshDue(ports, "me", NOW + 2 * HOUR_MS)).toMatchObject([{ outcome: "failed" }]);
    expect(hasDueCalendars(await placesOf(store, "me"), NOW + 2 * HOUR_MS)).toBe(false);
    const { items } = (await send("GET", "/calendars")).value;
    expect(items).toMatchObject([
      { fault: "too_slow", faultWords: expect.stringContaining("20 seconds"), failures: 1 },
    ]);
    expect(log).toEqual([]);
  });

  it("and a file is a calendar by the name of the file, however long that is", async () => {
    const { send } = await house();
    const name = `${"Team ".repeat(12)}calendar.ics`;
    const taken = await send("POST", "/calendar/files", { name, text: icsOf(PIANO) });
    expect(taken.value).toMatchObject({ calendar: "Team ".repeat(12), added: 1 });
    expect(
      (await send("POST", "/calendar/files", { name: `${"n".repeat(58)}.ics`, text: icsOf(LUNCH) })).value,
    ).toMatchObject({ calendar: "n".repeat(58), added: 1 });
  });

  it("and a file that is no UTF-8, or is folded within a sign, comes as bytes", async () => {
    const { send, store } = await house();
    const latin = Buffer.from(icsOf(PIANO).replace(/SUMMARY:.*/, "SUMMARY:Caf\u00e9 bei J\u00f6rg"), "latin1");
    const base64 = latin.toString("base64");
    expect((await send("POST", "/calendar/files", { name: "old.ics", base64 })).value).toMatchObject({ added: 1 });
    const rows = await calendarRows(store, "me", NOW, NOW + 30 * DAY_MS);
    expect(rows.map(({ event }) => event.title)).toContain("Café bei Jörg");
    expect((await send("POST", "/calendar/files", { name: "old.ics", base64: "no base64!" })).status).toBe(400);
  });

  it("takes a profile", async () => {
    const { send } = await house({ profile: false });
    expect((await send("POST", "/calendars", { address: ADDRESS })).status).toBe(409);
  });
});
