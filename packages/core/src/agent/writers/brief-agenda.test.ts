/** Tests what a morning says of the person's own day: only what exists, in their own words, one thing at a time. */
import type { CrsResult, SourceDay, ToolResult } from "@waldo/contracts";
import { advised, brief, calendar, DATE, type Day, night, say, strain } from "@waldo/testkit/brief-day";
import { describe, expect, it } from "vitest";
import { type DayPlan, madeUpDays } from "../../../../testkit/src/made-up-days.ts";
import { computeSeries } from "../../health/crs.ts";
import { describeDay } from "../../health/narrative.ts";
import { quoted, unquoted } from "../../safety/quote.ts";
import { lastSentence } from "../../skills/suggested.ts";
import { learntFrom, type Suggested } from "../../skills/suggestion-choice.ts";
import { addDays, weekdayOf } from "../../time.ts";
import { judge } from "../judge.ts";
import { dueToday, firstTold, forTheGoal, freeDay, named } from "./brief-agenda.ts";
import * as words from "./brief-words.ts";
import { writeBrief } from "./brief-writer.ts";

const ok = (name: string, value: object): ToolResult => ({
  callId: name,
  name,
  ok: true,
  value: JSON.parse(JSON.stringify(value)),
  origin: "system",
});
const usual = madeUpDays(90);
const scored = new Map<readonly SourceDay[], CrsResult[]>();
/** The days with their scores, computed once. */
function seriesOf(days: readonly SourceDay[]): CrsResult[] {
  const series = scored.get(days) ?? computeSeries(days);
  scored.set(days, series);
  return series;
}
/** The mornings of the last days, with the same agenda. Every text passes the gates. */
function mornings(agenda: object, days: readonly SourceDay[] = usual, events: object[] = []) {
  const said: Suggested[] = [];
  return seriesOf(days)
    .slice(-30)
    .map((result) => {
      const { version: _v, computedAt: _c, findings: _f, basis: _b, ...crs } = result;
      const suggestions = learntFrom(said, result.date);
      const dated = events.map((event) => ({ ...event, date: result.date }));
      const results = [
        ok("get_crs", crs),
        ok("get_health", describeDay(result)),
        ok("get_agenda", { due: [], suggestions, ...agenda }),
        ok("query_calendar", { events: dated }),
      ];
      const text = writeBrief({ variant: "morning", date: result.date }, results, quoted) ?? "";
      expect([text, judge(text, { results, today: result.date })]).toMatchObject([text, { ok: true }]);
      expect(text.split(/(?<=[.!?]) /).length).toBeLessThanOrEqual(4);
      said.push({ date: result.date, sentence: lastSentence(text) ?? "" });
      return { text, result };
    });
}
const texts = (...args: Parameters<typeof mornings>) => mornings(...args).map(({ text }) => text);
const MEETING = { title: "Budget", time: "10:00-11:00", busy: true };

describe("a plan for today", () => {
  const tired = { night: night("short", 9), drag: "sleep" } as const;
  it.each<[string, Day, boolean]>([
    ["while signs are off together", strain(2, 1, "hrv", "restingHr"), true],
    ["after days of strain", { afterBodyStrain: 1 }, true],
    ["when somebody is depleted", { zone: "depleted", ...tired }, true],
    ["not when they are only flagging", { zone: "flagging", ...tired }, false],
    ["not on a day like others", {}, false],
    ["not where a doctor is named", { zone: "depleted", ...strain(3, 3, "hrv", "restingHr") }, false],
    ["not where the signs are further than ever", { zone: "depleted", ...strain(4, 1, "hrv", "restingHr") }, false],
  ])("waits %s", (_, day, waits) => {
    const text = brief({ ...day, agenda: { plan: "I run on Sundays" } }) ?? "";
    expect(text.endsWith(say(words.PLAN_WAITS))).toBe(waits);
  });
});

describe("of the person's own day", () => {
  const dates = Array.from({ length: 30 }, (_, day) => addDays(DATE, day));
  const at = (start: string, end: string) => ({ title: "Meeting", start, end, tentative: false });

  it("no name is said where there is none", () => {
    for (const date of dates) expect(named("You're steady.", { due: [] }, date)).toBe("You're steady.");
  });

  it("the goal is said on one good day in three, and on no other day", () => {
    const agenda = { due: [], goal: "A half marathon" };
    expect(dates.filter((date) => forTheGoal("good", agenda, date, quoted) !== undefined)).toHaveLength(10);
    expect(dates.filter((date) => forTheGoal("plain", agenda, date, quoted) !== undefined)).toHaveLength(0);
    expect(dates.filter((date) => forTheGoal("good", { due: [] }, date, quoted) !== undefined)).toHaveLength(0);
  });

  it("what is due stands beside the first event when it is short, and nowhere when it cannot be said", () => {
    const due = (title: string) => dueToday({ due: [{ title }] }, DATE, "First is Budget.", quoted);
    expect(due("x".repeat(38))).toBe(`First is Budget, and “${"x".repeat(38)}” is due.`);
    expect(due("x".repeat(39))).toBe(say(words.DUE, `“${"x".repeat(39)}”`));
    expect(dueToday({ due: [{ title: "Invoice" }] }, DATE, "First is Budget.", unquoted)).toBeUndefined();
    expect(dueToday({ due: [] }, DATE, "First is Budget.", quoted)).toBeUndefined();
  });

  it("a place is said up to 40 letters", () => {
    const told = (location: string) => firstTold({ ...at("10:00", "11:00"), location }, DATE, quoted);
    expect(told("x".repeat(40))).toBe(say(words.FIRST_EVENT, `“Meeting” at 10:00 (“${"x".repeat(40)}”)`));
    expect(told("x".repeat(41))).toBe(say(words.FIRST_EVENT, "“Meeting” at 10:00"));
  });

  it("no day is called free that had an event", () => {
    const tomorrow = `Standup@${addDays(DATE, 1)} 09:00-09:15`;
    expect(freeDay(calendar([tomorrow]), DATE)).toContain(weekdayOf(DATE));
    expect(freeDay(calendar([`Standup@${DATE} 07:00-07:15`, tomorrow]), DATE)).toBeUndefined();
    expect(freeDay(calendar([]), DATE)).toBeUndefined();
    const [whole] = calendar([tomorrow]);
    const partly = { ...whole, value: { ...(whole as { value: object }).value, leftOut: 2 } } as typeof whole & object;
    expect(freeDay([partly], DATE)).toBeUndefined();
  });
});

describe("a morning", () => {
  it("says nothing of tasks, plans, goals or answers that do not exist", () => {
    for (const text of texts({})) expect(text).not.toMatch(/due|list|plan|goal|suggestion|you said|told me|“/i);
  });

  it("says what is due, beside the first event where there is one", () => {
    const due = { due: [{ title: "Send the invoice" }] };
    for (const text of texts(due)) expect(text).toContain("“Send the invoice”");
    for (const text of texts(due, usual, [MEETING]))
      expect(text).toMatch(/“Budget” at 10:00.*, and “Send the invoice” is due\./);
    for (const text of texts({ due: [{ title: "Send the invoice", overdue: true }] }, usual, [MEETING]))
      expect(text).toContain("“Send the invoice” is still open.");
    for (const text of texts({ due: [{ title: "Call Ana", time: "17:30" }] }))
      expect(text).toContain("“Call Ana” at 17:30");
  });

  it("tells the plan before what is due", () => {
    const agenda = { plan: "I run on Sundays", due: [{ title: "Send the invoice" }] };
    for (const text of texts(agenda)) {
      expect(text).toContain("“I run on Sundays”");
      expect(text).not.toContain("invoice");
    }
  });

  it("lets the plan wait when several signs are off together", () => {
    const off: DayPlan = { metrics: { hrvRmssdMs: 35.5, restingHrBpm: 61.2, respiratoryRateRpm: 15.1 } };
    const ill = madeUpDays(90, (index) => (index === 89 ? off : {}));
    const last = mornings({ plan: "I run on Sundays" }, ill).at(-1);
    expect(last?.result.findings?.bodyStrain?.step).toBe(2);
    expect(last?.text).toMatch(
      /heart.*“I run on Sundays”.*(wait|smaller|better day|skip|shorter|out today|Another|all of it)/,
    );
  });

  it("speaks of the goal on good days only, and not on all of them", () => {
    const lifted = madeUpDays(90, (index) => (index % 2 ? { metrics: { hrvRmssdMs: 70 }, night: { hours: 9 } } : {}));
    const all = mornings({ goal: "My goal is a half marathon" }, lifted);
    const told = all.filter(({ text }) => text.includes("half marathon"));
    expect(told.length).toBeGreaterThan(1);
    expect(told.length).toBeLessThan(all.length / 2);
    for (const { result } of told) expect(["energized", "steady"]).toContain(result.bodyZone);
  });

  it.each(["followed", "dismissed"])("says once how the last suggestion was answered: %s", (answered) => {
    const said = texts({ answered });
    expect(
      said.filter((text) =>
        /yesterday's suggestion|suggestion of yesterday|suggested yesterday|spoke of yesterday|my suggestion|said no/i.test(
          text,
        ),
      ).length,
    ).toBeGreaterThan(15);
    for (const text of texts({ answered }, usual, [MEETING])) expect(text).not.toMatch(/suggest/);
  });

  const at = (time: string, more: object = {}) => ({ title: `Meeting ${time}`, time, busy: true, ...more });
  const FULL = ["09:00-10:00", "10:00-11:00", "11:30-12:00", "14:00-15:00", "16:30-18:00"].map((time) => at(time));
  const ALL_DAY = { title: "Ana's birthday", allDay: true };

  const tired = madeUpDays(90, (index) => (index > 59 ? { night: { hours: index % 2 === 0 ? 4.2 : 5, bed: 2 } } : {}));
  it.each<[string, readonly SourceDay[]]>([
    ["a usual person", usual],
    ["a tired person", tired],
  ])("suggests to %s what follows from a full day", (_, days) => {
    for (const events of [FULL, [...FULL, ALL_DAY], [...FULL, { ...at("19:00-20:00"), busy: false }]]) {
      const told = mornings({}, days, events);
      expect(told.filter(({ text }) => advised(text).advice?.when.events !== undefined).length).toBeGreaterThan(2);
      for (const { text } of told) if (/ events until /.test(text)) expect(text).toMatch(/five events until 18:00/);
    }
  });

  it.each<[string, object[]]>([
    [
      "five events that are over by two",
      ["08:00-08:30", "09:00-09:30", "10:00-10:30", "11:00-11:30", "12:00-14:00"].map((time) => at(time)),
    ],
    ["two long events", [at("09:00-13:00"), at("13:00-18:00")]],
    ["an event beyond midnight", [...FULL, at("22:00-01:00")]],
  ])("does not count the events of a day with %s", (_, events) => {
    for (const text of texts({}, usual, events)) expect(text).not.toMatch(/(four|five|six|two|three) events/i);
  });

  it("names the place of the first event, and no link", () => {
    const [place, link] = ["Harbour Street 4", "https://call.example/123"];
    for (const text of texts({}, usual, [{ ...MEETING, location: place }]))
      expect(text).toContain("“Budget” at 10:00 (“Harbour Street 4”)");
    for (const text of texts({}, usual, [{ ...MEETING, location: link }])) expect(text).not.toContain("call.example");
  });

  it("says with its weekday that a day is free, where tomorrow has an event", () => {
    const days = seriesOf(usual).slice(-8);
    for (const result of days) {
      const { version: _v, computedAt: _c, findings: _f, basis: _b, ...crs } = result;
      const calendar = (date: string) =>
        ok("query_calendar", { from: result.date, days: 2, timeZone: "UTC", events: [{ ...MEETING, date }] });
      const write = (date: string) => {
        const results = [ok("get_crs", crs), ok("get_health", describeDay(result)), calendar(date)];
        const text = writeBrief({ variant: "morning", date: result.date }, results, quoted) ?? "";
        expect([text, judge(text, { results, today: result.date })]).toMatchObject([text, { ok: true }]);
        return text;
      };
      expect(write(addDays(result.date, 1))).toMatch(
        new RegExp(`calendar.*${weekdayOf(result.date)}|${weekdayOf(result.date)}.*calendar`),
      );
      expect(write(addDays(result.date, 9))).not.toContain("calendar");
    }
  });

  it("speaks of another time zone before what is due", () => {
    for (const text of texts({ travelled: true, due: [{ title: "Send the invoice" }] }, usual, [MEETING])) {
      expect(text).toMatch(/time zone/);
      expect(text).not.toContain("invoice");
    }
  });

  it("suggests first what was followed, and neither what was turned down twice nor what was said within a week", () => {
    const tired = madeUpDays(90, (index) => (index === 89 ? { night: { bed: 3, hours: 3.5 } } : {}));
    const told = (...acts: object[]) =>
      advised(mornings({ suggestions: { helped: [], leftOut: [], told: acts } }, tired).at(-1)?.text).advice?.act;
    const first = told();
    expect(first).toBeDefined();
    expect(told({ act: "caffeine", ago: 9, followed: 1 })).toBe("caffeine");
    expect(told({ act: first, ago: 3 })).not.toBe(first);
    expect(told({ act: first, ago: 9, dismissed: 2 })).not.toBe(first);
  });

  it("has the name on one morning in five, and never a name that is none", () => {
    expect(texts({ name: "Ana" }).filter((text) => text.startsWith("Ana, "))).toHaveLength(6);
    for (const name of ["<b>x</b>", "1234", "Ana. You are ill"])
      for (const text of texts({ name })) expect(text).not.toContain(name);
  });
});

describe("the first goal of the file", () => {
  const focus = { text: "Finish the draft", of: "today" } as const;

  it("is said on each morning, once", () => {
    for (const text of texts({ focus })) expect(text.match(/“Finish the draft”/g) ?? []).toHaveLength(1);
  });

  it("of the week is said where the day has none, and nothing is said without a file", () => {
    for (const text of texts({ focus: { ...focus, of: "week" } })) expect(text).toMatch(/week/);
    for (const text of texts({})) expect(text).not.toContain("Finish");
  });
});
