import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keys } from "@waldo/contracts";
import { eventsBetween } from "@waldo/core/calendar/rows";
import { DAY_MS } from "@waldo/core/time";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSqliteStore } from "../sqlite-store.ts";
import { importCalendar } from "./import-calendar.ts";

const NOW = Date.UTC(2026, 9, 30, 9);
let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "calendar-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function person() {
  const store = openSqliteStore(":memory:");
  await store.transact([{ op: "put", key: keys.profile("me"), body: PERSON }]);
  return store;
}

function file(name: string, ...events: [uid: string, start: string, title: string][]): string {
  const path = join(folder, name);
  const lines = events.flatMap(([uid, start, title]) => [
    "BEGIN:VEVENT",
    `UID:${uid}`,
    `DTSTART:${start}`,
    "DURATION:PT1H",
    `SUMMARY:${title}`,
    "END:VEVENT",
  ]);
  writeFileSync(path, ["BEGIN:VCALENDAR", ...lines, "END:VCALENDAR", ""].join("\r\n"));
  return path;
}

describe("importing a calendar", () => {
  const titles = async (store: Awaited<ReturnType<typeof person>>) =>
    (await eventsBetween(store, "me", NOW - 30 * DAY_MS, NOW + 30 * DAY_MS)).map(({ title }) => title);
  const one: [string, string, string] = ["1", "20261030T100000Z", "Dentist"];
  const two: [string, string, string] = ["2", "20261101T100000Z", "Lunch"];

  it("writes what is new, writes nothing for what is known, and cancels what is gone", async () => {
    const store = await person();
    const path = file("work.ics", one, two);
    expect(await importCalendar(store, "me", path, NOW)).toEqual([
      { calendar: "work", added: 2, changed: 0, cancelled: 0, unchanged: 0, skipped: {} },
    ]);
    expect(await importCalendar(store, "me", path, NOW + 1)).toMatchObject([{ added: 0, unchanged: 2 }]);
    file("work.ics", ["1", "20261030T100000Z", "Dentist, Room 2"]);
    expect(await importCalendar(store, "me", path, NOW + 2)).toMatchObject([{ changed: 1, cancelled: 1 }]);
    expect(await titles(store)).toEqual(["Dentist, Room 2"]);
    file("work.ics", one, two);
    expect(await importCalendar(store, "me", path, NOW + 3)).toMatchObject([{ added: 0, changed: 2 }]);
    expect(await titles(store)).toEqual(["Dentist", "Lunch"]);
  });

  it("R11: keeps events that moved or went, as cancelled", async () => {
    const store = await person();
    const path = file("moved.ics", one);
    await importCalendar(store, "me", path, NOW);
    file("moved.ics", ["1", "20261030T150000Z", "Dentist"]);
    expect(await importCalendar(store, "me", path, NOW)).toMatchObject([{ added: 1, cancelled: 1 }]);
    const { table, pk } = keys.calendar("me", 0, "");
    const { rows } = await store.query({ table, pk, prefix: "CALENDAR#" });
    expect(rows.map(({ body }) => body["status"])).toEqual(["cancelled", "confirmed"]);
  });

  it("keeps two calendars with the same invitation apart", async () => {
    const store = await person();
    await importCalendar(store, "me", file("a.ics", one), NOW);
    await importCalendar(store, "me", file("b.ics", one), NOW);
    await importCalendar(store, "me", file("b.ics"), NOW);
    expect(await titles(store)).toEqual(["Dentist"]);
  });

  it("keeps an invitation when another one comes in a file of the same name, and takes in what a newer file changes", async () => {
    const store = await person();
    const path = file("invite.ics", one);
    await importCalendar(store, "me", path, NOW);
    file("invite.ics", two);
    expect(await importCalendar(store, "me", path, NOW)).toMatchObject([
      { calendar: "invite - 2", added: 1, cancelled: 0 },
    ]);
    file("invite.ics", ["1", "20261030T150000Z", "Dentist, later"]);
    expect(await importCalendar(store, "me", path, NOW)).toMatchObject([
      { calendar: "invite", added: 1, cancelled: 1 },
    ]);
    expect(await titles(store)).toEqual(["Dentist, later", "Lunch"]);
    file("invite.ics", ["3", "no time", "Broken"]);
    expect(await importCalendar(store, "me", path, NOW)).toMatchObject([{ cancelled: 0, skipped: { malformed: 1 } }]);
    // Its event takes place after all that is read, so nothing of it can be shared but its name.
    file("invite.ics", ["3", "20281030T150000Z", "Party"]);
    expect(await importCalendar(store, "me", path, NOW)).toMatchObject([{ added: 0, cancelled: 0 }]);
    file("invite.ics", ["2", "20281101T100000Z", "Lunch"]);
    expect(await importCalendar(store, "me", path, NOW)).toMatchObject([{ calendar: "invite - 2", cancelled: 1 }]);
    expect(await titles(store)).toEqual(["Dentist, later"]);
  });

  it("moves all of a series, and takes it away when its file says that it is cancelled", async () => {
    const store = await person();
    const weekly = (day: string, method = "PUBLISH") => {
      const path = file("weekly.ics", ["1", `202611${day}T100000Z`, "Team\r\nRRULE:FREQ=WEEKLY;COUNT=2"]);
      writeFileSync(path, readFileSync(path, "utf8").replace("VCALENDAR", `VCALENDAR\r\nMETHOD:${method}`));
      return path;
    };
    await importCalendar(store, "me", weekly("02"), NOW);
    expect(await importCalendar(store, "me", weekly("03"), NOW)).toMatchObject([
      { calendar: "weekly", added: 2, cancelled: 2 },
    ]);
    expect(await titles(store)).toEqual(["Team", "Team"]);
    expect(await importCalendar(store, "me", weekly("03", "CANCEL"), NOW)).toMatchObject([
      { calendar: "weekly", cancelled: 2 },
    ]);
    expect(await titles(store)).toEqual([]);
  });

  it("finds long events from any day they cover", async () => {
    const store = await person();
    const path = join(folder, "long.ics");
    const event = ["BEGIN:VEVENT", "UID:1", "DTSTART;VALUE=DATE:20261101", "DTEND;VALUE=DATE:20270101", "END:VEVENT"];
    writeFileSync(path, ["BEGIN:VCALENDAR", ...event, "END:VCALENDAR"].join("\n"));
    await importCalendar(store, "me", path, NOW);
    expect(await eventsBetween(store, "me", Date.UTC(2026, 11, 20), Date.UTC(2026, 11, 21))).toHaveLength(1);
    expect(await eventsBetween(store, "me", Date.UTC(2027, 0, 2), Date.UTC(2027, 0, 3))).toHaveLength(0);
  });

  it("refuses a file that is not a calendar in one line, and writes nothing", async () => {
    const store = await person();
    const path = join(folder, "letter.ics");
    writeFileSync(path, "Dear Sir");
    await expect(importCalendar(store, "me", path, NOW)).rejects.toThrow(/^[^\n]*no VCALENDAR$/);
    await expect(importCalendar(store, "me", join(folder, "missing.ics"), NOW)).rejects.toThrow(/^[^\n]+$/);
    await expect(importCalendar(store, "nobody", path, NOW)).rejects.toThrow("no profile");
    expect(await titles(store)).toEqual([]);
  });

  it("R3: the next import finishes one that was killed between its writes", async () => {
    const store = await person();
    const many = Array.from({ length: 120 }, (_, i): [string, string, string] => [
      String(i),
      `202611${String((i % 28) + 1).padStart(2, "0")}T100000Z`,
      `Event ${i}`,
    ]);
    const path = file("many.ics", ...many);
    let commits = 0;
    const dying = {
      ...store,
      get: store.get.bind(store),
      query: store.query.bind(store),
      async transact(writes: Parameters<typeof store.transact>[0]) {
        if (++commits === 2) throw new Error("killed");
        await store.transact(writes);
      },
    };
    await expect(importCalendar(dying, "me", path, NOW)).rejects.toThrow("killed");
    expect(await importCalendar(store, "me", path, NOW)).toMatchObject([{ added: 70, unchanged: 50 }]);
    expect(await titles(store)).toHaveLength(120);
  });
});
