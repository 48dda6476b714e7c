import { CALENDAR_FAULTS, type CalendarEvent, keys, SUBSCRIPTION_PLACES } from "@waldo/contracts";
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { portsOver } from "@waldo/testkit/made-up-rows";
import { memoryArchive } from "@waldo/testkit/memory-archive";
import { icsOf, type MadeUpEvent, scriptedCalendars } from "@waldo/testkit/scripted-calendars";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import type { Fetcher } from "../ports.ts";
import { pause } from "../run/pause.ts";
import { audited } from "../store/audited.ts";
import { readable } from "../store/readable.ts";
import { DAY_MS, HOUR_MS } from "../time.ts";
import { FAULT_WORDS } from "./faults.ts";
import { takeInFiles } from "./files.ts";
import { eventsLeftOut } from "./left-out.ts";
import { refreshDue } from "./refresh.ts";
import { eventsBetween } from "./rows.ts";
import { subscribe } from "./subscribe.ts";
import { dueAfter, listSubscriptions, nextRefresh } from "./subscriptions.ts";
import { unsubscribe } from "./unsubscribe.ts";

const NOW = Date.UTC(2026, 9, 30, 9);
const SECRET = "https://calendar.google.com/calendar/ical/ana%40example.org/private-0123456789abcdef/basic.ics";
const OTHER = "https://p12-caldav.icloud.com/published/2/MTIzNDU2Nzg5MDEyMzQ1Ng";
const DENTIST: MadeUpEvent = ["1", "20261030T100000Z", "Dentist"];
const LUNCH: MadeUpEvent = ["2", "20261101T100000Z", "Lunch"];

async function person() {
  const calendars = scriptedCalendars();
  const logged: string[] = [];
  const store = readable(audited(openSqliteStore(":memory:")), (...line) => logged.push(JSON.stringify(line)));
  await store.transact([{ op: "put", key: keys.profile("me"), body: PERSON }]);
  const ports = { ...portsOver({ store, archive: memoryArchive() }, NOW), fetcher: calendars };
  return {
    ports: { ...ports, log: (...line: unknown[]) => void logged.push(JSON.stringify(line)) },
    store,
    calendars,
    logged,
    add: (address: string, name?: string, now = NOW) =>
      subscribe(ports, "me", { address, ...(name === undefined ? {} : { name }) }, now),
    refresh: (now: number) => refreshDue(ports, "me", now),
    events: (now = NOW): Promise<CalendarEvent[]> => eventsBetween(store, "me", now - 31 * DAY_MS, now + 365 * DAY_MS),
    titles: async (now = NOW) =>
      (await eventsBetween(store, "me", now - 31 * DAY_MS, now + 365 * DAY_MS)).map(({ title }) => title),
  };
}
type Person = Awaited<ReturnType<typeof person>>;

async function subscribed(...events: MadeUpEvent[]): Promise<Person> {
  const me = await person();
  me.calendars.at.set(SECRET, icsOf(...events));
  await me.add(SECRET, "Work");
  return me;
}

describe("what others put into a calendar", () => {
  const moved: MadeUpEvent = ["2", "20261031T120000Z", "Lunch, later"];

  it("an event of an impossible length stops neither its own calendar nor another one", async () => {
    const me = await subscribed(DENTIST);
    me.calendars.at.set(OTHER, icsOf(LUNCH));
    await me.add(OTHER, "Other");
    me.calendars.at.set(SECRET, `${icsOf(DENTIST)}`.replace("END:VEVENT", "DURATION:P99999999W\r\nEND:VEVENT"));
    me.calendars.at.set(OTHER, icsOf(moved));
    const done = await me.refresh(NOW + DAY_MS);
    expect(done.map(({ outcome }) => outcome)).toEqual(["taken_in", "taken_in"]);
    expect(await me.titles()).toEqual(["Dentist", "Lunch, later"]);
  });

  it("a reading that meets an error of our own is noted, and the next calendar is read", async () => {
    const me = await subscribed(DENTIST);
    me.calendars.at.set(OTHER, icsOf(LUNCH));
    await me.add(OTHER, "Other");
    me.calendars.at.set(OTHER, icsOf(moved));
    const fetcher: Fetcher = {
      fetch: (address, known) => {
        if (address === SECRET) throw new TypeError("nobody thought of this");
        return me.calendars.fetch(address, known);
      },
    };
    const done = await refreshDue({ ...me.ports, fetcher }, "me", NOW + DAY_MS);
    expect(done).toMatchObject([{ outcome: "failed", fault: "unread", failures: 1 }, { outcome: "taken_in" }]);
    expect(await me.titles()).toEqual(["Dentist", "Lunch, later"]);
    expect(await listSubscriptions(me.store, "me")).toMatchObject([{ last: { fault: "unread" } }, { failures: 0 }]);
  });

  it("what is left out is counted while it lasts, of subscriptions and of files", async () => {
    const me = await subscribed(DENTIST, ["3", "nonsense", "Broken"]);
    expect(await eventsLeftOut(me.store, "me")).toBe(1);
    const broken = icsOf(["8", "nonsense", "Broken"], ["9", "nonsense", "Broken"]);
    await takeInFiles(me.store, "me", [{ name: "Home.ics", bytes: new TextEncoder().encode(broken) }], NOW);
    expect(await eventsLeftOut(me.store, "me")).toBe(3);
    me.calendars.at.set(SECRET, icsOf(DENTIST));
    expect(await me.refresh(NOW + DAY_MS)).toMatchObject([{ leftOut: 0, leftOutBefore: 1 }]);
    await takeInFiles(me.store, "me", [{ name: "Home.ics", bytes: new TextEncoder().encode(icsOf(LUNCH)) }], NOW);
    expect(await eventsLeftOut(me.store, "me")).toBe(0);
  });
});

describe("subscribing", () => {
  it("reads the calendar at once, and says what is there without its address", async () => {
    const me = await person();
    me.calendars.at.set(SECRET, icsOf(DENTIST, LUNCH, ["3", "nonsense", "Broken"]));
    const found = await me.add(SECRET.replace("https:", "webcal:"), "Work");
    expect(found).toMatchObject({ taken: { added: 2 }, skipped: { malformed: 1 }, isKnown: false });
    expect(found.subscription).toMatchObject({ name: "Work", shownAddress: "calendar.google.com ….ics", failures: 0 });
    expect(await me.titles()).toEqual(["Dentist", "Lunch"]);
    expect(JSON.stringify([found, await listSubscriptions(me.store, "me"), me.logged])).not.toContain("private");
  });

  it("events of a subscription are outside text", async () => {
    const me = await subscribed(DENTIST);
    expect((await me.events()).map(({ origin, calendar }) => [origin, calendar])).toEqual([["untrusted", "Work"]]);
  });

  it("shows of a short address its host alone", async () => {
    const me = await person();
    me.calendars.at.set("https://a.example/k/9xY7", icsOf());
    expect((await me.add("https://a.example/k/9xY7")).subscription).toMatchObject({
      shownAddress: "a.example",
      name: "a.example",
    });
  });

  it("refuses what is no calendar, says what to do, and writes nothing", async () => {
    const me = await person();
    me.calendars.at.set(SECRET, "<html>Sign in</html>");
    await expect(me.add(SECRET)).rejects.toThrow(/^nothing was added: [^\n]*iCal format/);
    for (const why of ["address", "not_public", "too_slow", "certificate"] as const) {
      me.calendars.at.set(SECRET, { outcome: "refused", why });
      await expect(me.add(SECRET)).rejects.toThrow(`nothing was added: ${FAULT_WORDS[why]}`);
    }
    for (const [status, fault] of [
      [401, "denied"],
      [404, "gone"],
      [304, "failing"],
      [503, "failing"],
    ] as const) {
      me.calendars.at.set(SECRET, { outcome: "answered", status, bytes: new Uint8Array() });
      await expect(me.add(SECRET)).rejects.toThrow(FAULT_WORDS[fault]);
    }
    expect(await listSubscriptions(me.store, "me")).toEqual([]);
    expect(Object.keys(FAULT_WORDS).sort()).toEqual([...CALENDAR_FAULTS].sort());
  });

  it.each(["", "calendar", "file:///etc/passwd", `https://a.example/${"x".repeat(2000)}`])(
    "refuses an address that is none, without repeating it: %#",
    async (address) => {
      const me = await person();
      await expect(me.add(address)).rejects.toThrow(/^a calendar's address begins with https:\/\/ or webcal:\/\/$/);
      expect(me.calendars.asked).toEqual([]);
    },
  );

  it("refuses a name that calendars cannot have, and a person without a profile", async () => {
    const me = await person();
    for (const name of ["", "waldo", "a\nb", "x".repeat(61)])
      await expect(me.add(SECRET, name)).rejects.toThrow("name");
    await expect(subscribe(me.ports, "nobody", { address: SECRET }, NOW)).rejects.toThrow("no profile");
  });

  it("the same address again is the same subscription, read again, and may get another name", async () => {
    const me = await subscribed(DENTIST);
    const again = await me.add(SECRET, "Office");
    expect(again).toMatchObject({ isKnown: true, taken: { added: 0, changed: 1 } });
    expect(await listSubscriptions(me.store, "me")).toMatchObject([{ name: "Office" }]);
    expect((await me.add(SECRET)).subscription.name).toBe("Office");
    expect(await me.titles()).toEqual(["Dentist"]);
  });

  it("has ten places, also for those who come at once; one that is taken back is free again", async () => {
    const me = await person();
    const addresses = Array.from({ length: SUBSCRIPTION_PLACES + 3 }, (_, n) => `https://a.example/${n}`);
    for (const address of addresses) me.calendars.at.set(address, icsOf(DENTIST));
    for (const address of addresses.slice(0, 8)) await me.add(address);
    const tries = await Promise.allSettled(addresses.slice(8).map((address) => me.add(address)));
    const refused = tries.flatMap((tried) => (tried.status === "rejected" ? [String(tried.reason)] : []));
    expect(refused).toHaveLength(3);
    for (const reason of refused) expect(reason).toContain("at most 10 calendars");
    const [first] = await listSubscriptions(me.store, "me");
    await unsubscribe(me.store, "me", first?.id ?? "", NOW);
    await me.add(OTHER).catch(() => {});
    me.calendars.at.set(OTHER, icsOf(LUNCH));
    await me.add(OTHER);
    expect(await listSubscriptions(me.store, "me")).toHaveLength(SUBSCRIPTION_PLACES);
  });
});

describe("two calendars", () => {
  it("with the same invitation and the same name each have it, and neither takes the other's away", async () => {
    const me = await subscribed(DENTIST, LUNCH);
    me.calendars.at.set(OTHER, icsOf(DENTIST));
    await me.add(OTHER, "Work");
    await takeInFiles(me.store, "me", [{ name: "Work.ics", bytes: new TextEncoder().encode(icsOf(DENTIST)) }], NOW);
    expect(await me.titles()).toEqual(["Dentist", "Dentist", "Dentist", "Lunch"]);

    me.calendars.at.set(OTHER, icsOf());
    expect(await me.refresh(NOW + HOUR_MS)).toMatchObject([
      { outcome: "unchanged" },
      { outcome: "taken_in", cancelled: 1 },
    ]);
    expect(await me.titles()).toEqual(["Dentist", "Dentist", "Lunch"]);
    await takeInFiles(me.store, "me", [{ name: "Work.ics", bytes: new TextEncoder().encode(icsOf()) }], NOW);
    expect(await me.titles()).toEqual(["Dentist", "Lunch"]);
  });

  it("rows of a file that an earlier release wrote are still that file's", async () => {
    const me = await person();
    await takeInFiles(me.store, "me", [{ name: "Work.ics", bytes: new TextEncoder().encode(icsOf(DENTIST)) }], NOW);
    const [row] = (await me.store.query({ ...keys.calendar.all("me") })).rows;
    // The key that the release before subscriptions gave it.
    expect(row?.key.sk).toBe("CALENDAR#001793354400000#69904eebb7b6dbf288ca5e20");
    expect(row?.body).not.toHaveProperty("subscription");
    me.calendars.at.set(SECRET, icsOf());
    await me.add(SECRET, "Work");
    expect(await me.titles()).toEqual(["Dentist"]);
  });
});

describe("a refresh", () => {
  it("asks with what the server said last, and takes in what changed", async () => {
    const me = await subscribed(DENTIST, LUNCH);
    expect(await me.refresh(NOW)).toEqual([]);
    const due = nextRefresh("me", NOW);
    expect(await me.refresh(due - 1)).toEqual([]);
    expect(await me.refresh(due)).toMatchObject([{ name: "Work", outcome: "unchanged" }]);
    expect(me.calendars.asked.at(-1)?.known.etag).toContain("END:VCALENDAR");
    me.calendars.at.set(SECRET, icsOf(["1", "20261030T100000Z", "Dentist, Room 2"]));
    expect(await me.refresh(due + HOUR_MS)).toMatchObject([{ outcome: "taken_in", changed: 1, cancelled: 1 }]);
    expect(await me.titles()).toEqual(["Dentist, Room 2"]);
    expect(await listSubscriptions(me.store, "me")).toMatchObject([{ last: { at: due + HOUR_MS }, failures: 0 }]);
  });

  it("reads in full each week, so what recurs goes on, and when the person's time zone is another", async () => {
    const me = await subscribed(["1", "20261030T100000", "Standup", "RRULE:FREQ=WEEKLY"]);
    const ahead = async (now: number) => Math.max(...(await me.events(now)).map(({ start }) => start)) - now;
    for (let now = NOW; now < NOW + 60 * DAY_MS; now += 2 * DAY_MS) await me.refresh(now);
    expect(await ahead(NOW + 60 * DAY_MS)).toBeGreaterThan(350 * DAY_MS);
    const later = NOW + 61 * DAY_MS;
    expect(await me.refresh(later)).toMatchObject([{ outcome: "unchanged" }]);
    const [profile] = (await me.store.query({ ...keys.profile.all("me") })).rows;
    await me.store.transact([
      { op: "put", key: keys.profile("me"), body: { ...profile?.body, timeZone: "Asia/Tokyo" } },
    ]);
    expect(await me.refresh(later + HOUR_MS)).toMatchObject([{ outcome: "taken_in" }]);
  });

  it("that fails keeps the events, waits longer each time, and begins anew after a success", async () => {
    const me = await subscribed(DENTIST);
    me.calendars.at.set(SECRET, { outcome: "refused", why: "unreachable" });
    let now = NOW;
    const waits: number[] = [];
    for (let n = 1; n <= 7; n++) {
      now = (await listSubscriptions(me.store, "me"))[0]?.dueAt ?? 0;
      expect(await me.refresh(now)).toMatchObject([{ outcome: "failed", fault: "unreachable", failures: n }]);
      waits.push(((await listSubscriptions(me.store, "me"))[0]?.dueAt ?? 0) - now);
    }
    expect(waits.map((ms) => ms / HOUR_MS)).toEqual([2, 4, 8, 16, 24, 24, 24]);
    expect(await me.titles()).toEqual(["Dentist"]);
    me.calendars.at.set(SECRET, icsOf(LUNCH));
    expect(await me.refresh(now + 2 * DAY_MS)).toMatchObject([{ outcome: "taken_in", added: 1, cancelled: 1 }]);
    expect(await listSubscriptions(me.store, "me")).toMatchObject([{ failures: 0, last: { at: now + 2 * DAY_MS } }]);
  });

  it("that meets one bad calendar still reads the others, and logs no address", async () => {
    const me = await subscribed(DENTIST);
    me.calendars.at.set(OTHER, icsOf(LUNCH));
    await me.add(OTHER, "Family");
    me.calendars.at.set(SECRET, "<html>");
    me.calendars.at.set(OTHER, icsOf(LUNCH, ["3", "20261102T100000Z", "Walk"]));
    expect(await refreshDue(me.ports, "me", NOW + HOUR_MS)).toMatchObject([
      { outcome: "failed", fault: "no_calendar" },
      { outcome: "taken_in", added: 1 },
    ]);
    expect(me.logged).toHaveLength(2);
    expect(me.logged.join()).not.toMatch(/google|icloud|private|Walk/);
  });

  it("does nothing for a person who is paused, and without a fetcher or a profile", async () => {
    const me = await subscribed(DENTIST);
    const before = me.calendars.asked.length;
    const { fetcher: _fetcher, ...without } = me.ports;
    expect(await refreshDue(without, "me", NOW + HOUR_MS)).toEqual([]);
    expect(await refreshDue(me.ports, "nobody", NOW + HOUR_MS)).toEqual([]);
    await pause(me.ports, "me");
    expect(await me.refresh(NOW + HOUR_MS)).toEqual([]);
    expect(me.calendars.asked).toHaveLength(before);
  });

  it("is spread over the hour by the person, and always on that person's minute", () => {
    const people = Array.from({ length: 600 }, (_, n) => `person-${n}`);
    const minutes = new Set(people.map((id) => (nextRefresh(id, NOW) - NOW) / 60_000));
    expect(minutes.size).toBeGreaterThan(55);
    for (const id of people) {
      const next = nextRefresh(id, NOW);
      expect(next).toBeGreaterThan(NOW);
      expect(next - NOW).toBeLessThanOrEqual(HOUR_MS);
      expect(nextRefresh(id, next)).toBe(next + HOUR_MS);
      expect(dueAfter(id, NOW, 0)).toBe(next);
      expect(dueAfter(id, NOW, 1000)).toBe(next + 23 * HOUR_MS);
    }
  });
});

describe("taking a subscription back", () => {
  it("forgets the address and cancels the events of that one alone, also those long past (R11)", async () => {
    const me = await subscribed(DENTIST, LUNCH);
    me.calendars.at.set(OTHER, icsOf(DENTIST));
    await me.add(OTHER, "Family");
    const [first] = await listSubscriptions(me.store, "me");
    const later = NOW + 200 * DAY_MS;
    expect(await unsubscribe(me.store, "me", first?.id ?? "", later)).toBe(2);
    expect(await unsubscribe(me.store, "me", first?.id ?? "", later)).toBe(0);
    expect((await me.events()).map(({ title, calendar }) => [title, calendar])).toEqual([["Dentist", "Family"]]);
    const { rows } = await me.store.query({ ...keys.calendar.all("me") });
    expect(rows.map(({ body }) => body["status"]).sort()).toEqual(["cancelled", "cancelled", "confirmed"]);
    const places = await me.store.query({ ...keys.subscription.all("me") });
    expect(JSON.stringify(places.rows)).not.toContain("google");
    expect(await me.refresh(later)).toMatchObject([{ name: "Family" }]);
  });

  it("and subscribing again brings the events back", async () => {
    const me = await subscribed(DENTIST);
    const [first] = await listSubscriptions(me.store, "me");
    await unsubscribe(me.store, "me", first?.id ?? "", NOW);
    expect(await me.add(SECRET)).toMatchObject({ isKnown: false, taken: { added: 0, changed: 1 } });
    expect(await me.titles()).toEqual(["Dentist"]);
  });

  it("refuses an id that is not known", async () => {
    const me = await subscribed(DENTIST);
    await expect(unsubscribe(me.store, "me", "000000000000", NOW)).rejects.toThrow("waldo calendar list");
  });
});

it("a row that cannot be read costs that subscription alone: its events end, and its place is free again", async () => {
  const me = await subscribed(DENTIST);
  me.calendars.at.set(OTHER, icsOf(LUNCH));
  await me.add(OTHER, "Family");
  await me.store.transact([{ op: "put", key: keys.subscription("me", 0), body: { state: "active", id: 7 } }]);
  await me.refresh(NOW + HOUR_MS);
  expect(await me.titles()).toEqual(["Lunch"]);
  await me.add(SECRET, "Work");
  expect(await listSubscriptions(me.store, "me")).toMatchObject([{ name: "Work" }, { name: "Family" }]);
});
