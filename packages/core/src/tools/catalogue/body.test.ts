/**
 * Tests what is told of the body on a day: how Form moved, when the lights go out, the two weeks. PERSON wakes at
 * 07:00, sleeps at 23:00.
 */
import { type CalendarEvent, type CrsResult, type Findings, keys } from "@waldo/contracts";
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { DATE, meetingOf, NOW, steadyScore, toolWorld } from "@waldo/testkit/tool-world";
import { describe, expect, it } from "vitest";
import { calendarKey } from "../../calendar/rows.ts";
import type { Json, Write } from "../../ports.ts";
import { addDays, HOUR_MS } from "../../time.ts";
import { dispatchTool } from "../dispatch.ts";

const FOUND: Findings = { signs: [], nightsKnown: 30, knowsHrv: true, daysWithout: 0, before: [] };
const score = (more: Partial<CrsResult> = {}) => steadyScore({ findings: FOUND, ...more });
const put = (key: Write["key"], body: object): Write => ({ op: "put", key, body: JSON.parse(JSON.stringify(body)) });
const now = (more: Partial<CrsResult> = {}) => put(keys.crs("me", DATE), score(more));
const version = (n: number, more: Partial<CrsResult>) =>
  put(keys.crsVersion("me", DATE, n), score({ version: n, ...more }));
const event = (start: number, more: Partial<CalendarEvent> = {}) => {
  const meeting = meetingOf("Early", start, { eventId: start.toString(16).padStart(24, "0"), ...more });
  return put(calendarKey("me", meeting), meeting);
};

async function tell(name: "get_crs" | "get_health" | "get_master_metrics", writes: readonly Write[], args: Json = {}) {
  const { store, context } = await toolWorld(openSqliteStore(":memory:"));
  if (writes.length > 0) await store.transact([...writes]);
  const result = await dispatchTool({ id: "1", name, args }, context);
  return result.ok ? (result.value as Record<string, Json>) : { error: result.error };
}
const health = (...writes: Write[]) => tell("get_health", writes);

describe("the score", () => {
  it("is of today, of a date, or of so many days back, without what is for the scoring code", async () => {
    const yesterday = put(keys.crs("me", addDays(DATE, -1)), score({ date: addDays(DATE, -1), form: 50 }));
    expect(await tell("get_crs", [yesterday])).toMatchObject({ date: DATE, form: 70 });
    expect(await tell("get_crs", [yesterday], { daysBack: 1 })).toMatchObject({ form: 50 });
    expect(await tell("get_crs", [yesterday], { date: addDays(DATE, -1) })).toMatchObject({ form: 50 });
    expect(await tell("get_crs", [yesterday], { date: addDays(DATE, 1), daysBack: 2 })).toMatchObject({ form: 50 });
    expect(await tell("get_crs", [], { daysBack: 1 })).toEqual({ error: "not_found" });
    for (const key of ["version", "computedAt", "rescoredAt", "basis", "findings"])
      expect(await tell("get_crs", [now({ rescoredAt: NOW })])).not.toHaveProperty(key);
  });
});

it("a missing night is news where nothing was said of the one before", async () => {
  const without = (daysWithout: number) =>
    now({ form: undefined, bodyZone: undefined, findings: { ...FOUND, daysWithout, nightsKnown: 0 } });
  const said = put(keys.dayState("me", addDays(DATE, -1)), { spoken: { at: NOW } });
  expect(await health(without(3))).toMatchObject({ gapIsNew: true });
  expect(await health(without(3), said)).not.toHaveProperty("gapIsNew");
  expect(await health(without(0))).not.toHaveProperty("gapIsNew");
});

describe("how Form moved since the morning", () => {
  const moved = async (first: Partial<CrsResult>, today: Partial<CrsResult> = {}) => {
    const { sinceMorning, thisMorning, corrected } = await health(version(1, first), now(today));
    return { sinceMorning, thisMorning, corrected };
  };

  it.each<[number, string]>([
    [77, "level"],
    [62, "down"],
    [63, "level"],
    [78, "up"],
  ])("from 70 to %i is %s", async (form, way) => {
    expect(await moved({}, { form })).toEqual({ sinceMorning: way, thisMorning: "steady", corrected: undefined });
  });

  it("is a move, however small, where the body zone is another", async () => {
    expect(await moved({ form: 69, bodyZone: "flagging" })).toMatchObject({
      sinceMorning: "up",
      thisMorning: "flagging",
    });
  });

  it("is told against the first final score, and not where one of the two is missing", async () => {
    const { sinceMorning } = await health(
      version(1, { form: 90, status: "provisional" }),
      version(2, { form: undefined, bodyZone: undefined }),
      version(3, { form: 50 }),
      version(4, { form: 70 }),
      now(),
    );
    expect(sinceMorning).toBe("up");
    expect(await health(now())).not.toHaveProperty("sinceMorning");
    expect(await moved({}, { form: undefined, bodyZone: undefined })).toMatchObject({ sinceMorning: undefined });
  });

  it("is told of scores that have no findings, and of a first one without a zone", async () => {
    const first = put(keys.crsVersion("me", DATE, 1), steadyScore({ form: 50, bodyZone: undefined }));
    const told = await health(first, put(keys.crs("me", DATE), steadyScore()));
    expect(told).toMatchObject({ sinceMorning: "up" });
    expect(told).not.toHaveProperty("thisMorning");
    expect(told).not.toHaveProperty("corrected");
  });

  it("tells whether the night itself was corrected, and not that the day went on", async () => {
    const night = { kind: "usual", halfHoursAsleep: 15 } as const;
    const sign = { sign: "activity", side: "low", size: "clear", days: 1 } as const;
    const was = { findings: { ...FOUND, night } };
    expect(await moved(was, { findings: { ...FOUND, night, signs: [sign] } })).toMatchObject({ corrected: undefined });
    expect(await moved(was, { findings: { ...FOUND, night: { ...night, halfHoursAsleep: 12 } } })).toMatchObject({
      corrected: true,
    });
    expect(await moved(was, { findings: { ...FOUND, night, signs: [{ ...sign, sign: "hrv" }] } })).toMatchObject({
      corrected: true,
    });
  });
});

describe("when the night usually arrives", () => {
  const habits = put(keys.habits("me"), {
    turn: 0,
    arrivals: Array.from({ length: 5 }, (_, i) => ({ date: addDays(DATE, i - 5), minute: 470 + i })),
  });
  const unscored = now({ form: undefined, bodyZone: undefined });

  it("is told while there is no score, on the half hour, and not before it is known", async () => {
    expect(await health(unscored, habits)).toMatchObject({ usualArrival: "08:00" });
    expect(await health(unscored)).not.toHaveProperty("usualArrival");
    expect(await health(now(), habits)).not.toHaveProperty("usualArrival");
  });

  it("is not told of a person without a profile, nor when the lights go out", async () => {
    const told = await health(unscored, habits, { op: "delete", key: keys.profile("me") });
    expect(told).toMatchObject({ date: DATE });
    expect(told).not.toHaveProperty("usualArrival");
    expect(told).not.toHaveProperty("lightsOut");
  });
});

describe("when the lights go out", () => {
  const lights = async (night: object, ...events: Write[]) =>
    (await health(now({ findings: { ...FOUND, night: { kind: "usual", halfHoursAsleep: 15, ...night } } }), ...events))[
      "lightsOut"
    ];
  /** Tomorrow at 07:00, when the person usually wakes. */
  const WAKE = NOW + 22 * HOUR_MS;

  it("is early enough for what is needed, with the time to fall asleep, and never later than usual", async () => {
    expect(await lights({})).toBe("22:30");
    expect(await lights({ halfHoursNeeded: 14 })).toBe("23:00");
    expect(await lights({ halfHoursNeeded: 18 })).toBe("21:30");
  });

  it("may be after midnight for a person who sleeps late", async () => {
    const late = put(keys.profile("me"), { ...PERSON, userId: "me", sleepTime: "00:30" });
    expect(await lights({ halfHoursNeeded: 14 }, late)).toBe("23:30");
    expect(await lights({ halfHoursNeeded: 11 }, late)).toBe("00:30");
  });

  it("is up to an hour earlier for half of what is owed", async () => {
    expect(await lights({ halfHoursOwed: 2 })).toBe("22:00");
    expect(await lights({ halfHoursOwed: 20 })).toBe("21:30");
  });

  it("is earlier before an early event that takes time", async () => {
    expect(await lights({}, event(WAKE))).toBe("21:30");
    expect(await lights({}, event(WAKE + HOUR_MS))).toBe("22:30");
    expect(await lights({}, event(WAKE + 3 * HOUR_MS), event(WAKE - HOUR_MS))).toBe("20:30");
    expect(await lights({}, event(WAKE - 4 * HOUR_MS))).toBe("17:30");
    expect(await lights({}, event(WAKE, { busy: false }))).toBe("22:30");
    expect(await lights({}, event(WAKE, { allDay: true }))).toBe("22:30");
    // It lasts from the night into the morning, so it is not the first of the day.
    expect(await lights({}, event(WAKE - 5 * HOUR_MS, { end: WAKE }))).toBe("22:30");
  });
});

describe("the two weeks", () => {
  it("are the mean Form of seven days with today, and of the seven before", async () => {
    const before = Array.from({ length: 14 }, (_, i) => ({
      date: addDays(DATE, i - 14),
      form: i < 1 ? 0 : i < 8 ? 40 : 60,
    }));
    expect(await tell("get_master_metrics", [now({ form: 67, findings: { ...FOUND, before } })])).toEqual({
      thisWeek: { daysScored: 7, form: 61 },
      weekBefore: { daysScored: 7, form: 40 },
    });
  });

  it("are empty on a day of which nothing is known", async () => {
    const none: Write = { op: "delete", key: keys.crs("me", DATE) };
    const empty = { daysScored: 0, form: null };
    expect(await tell("get_master_metrics", [none])).toEqual({ thisWeek: empty, weekBefore: empty });
    expect(await tell("get_health", [none])).toEqual({ error: "not_found" });
  });

  it("have no mean without a score", async () => {
    expect(await tell("get_master_metrics", [now({ form: undefined, bodyZone: undefined })])).toEqual({
      thisWeek: { daysScored: 0, form: null },
      weekBefore: { daysScored: 0, form: null },
    });
  });
});
