/** What is news after the days before, and what a morning is silent about. */
import type { Lately } from "@waldo/contracts";
import { brief, DATE, type Day, night, sign } from "@waldo/testkit/brief-day";
import { describe, expect, it } from "vitest";
import { addDays } from "../time.ts";
import type { DayFact } from "./facts.ts";
import { isNews } from "./lately.ts";

const fact = (id: DayFact["id"], more: Partial<DayFact> = {}): DayFact => ({
  ...{ id, subject: id.split(".")[0] as DayFact["subject"], tone: "good", size: "slight", days: 2 },
  ...more,
});
/** A date that is not the one of the week on which a debt is told again. */
const MORNING = { date: addDays("2026-10-30", 1), isLow: false };

describe("a fact that led yesterday", () => {
  const told = [{ id: "restingHr.low", size: "slight", mostOf: 20 } as const];
  it.each<[string, DayFact, boolean]>([
    ["in the same size", fact("restingHr.low", { mostOf: 21 }), false],
    ["in a larger size", fact("restingHr.low", { size: "clear" }), true],
    ["over a longer time", fact("restingHr.low", { mostOf: 28 }), true],
    ["for the third day in a row", fact("restingHr.low", { days: 3 }), true],
    ["for the fourth day in a row", fact("restingHr.low", { days: 4 }), false],
    ["the lowest of the month again", fact("restingHr.low", { mostOf: 21, place: 1 }), true],
    ["of which another led", fact("hrv.high"), true],
  ])("%s", (_, today, news) => {
    expect(isNews(today, { told }, MORNING)).toBe(news);
  });

  it("is told on a low day, and when it is far off", () => {
    const high = { told: [{ id: "restingHr.high", size: "far" } as const] };
    const bad = fact("restingHr.high", { tone: "bad", days: 4 });
    expect(isNews(bad, high, MORNING)).toBe(false);
    expect(isNews(bad, high, { ...MORNING, isLow: true })).toBe(true);
    expect(isNews({ ...bad, size: "far" }, high, MORNING)).toBe(true);
  });
});

it("sleep that the week lacks is told once a week, and when it has grown", () => {
  const debt = fact("debt.high", { tone: "bad", size: "clear" });
  const known: Lately = { told: [], owed: "clear" };
  const days = Array.from({ length: 7 }, (_, i) =>
    isNews(debt, known, { date: addDays(MORNING.date, i), isLow: true }),
  );
  expect(days.filter(Boolean)).toHaveLength(1);
  expect(isNews({ ...debt, size: "far" }, known, MORNING)).toBe(true);
});

describe("a morning without news", () => {
  const known: Day = { lately: { told: [] }, yesterday: "steady", night: night("usual", 15) };
  it("is silent, and is not when the day holds something or the days before are not known", () => {
    expect(brief(known)).toBeUndefined();
    expect(brief({ ...known, events: [`Standup@${DATE} 09:30-09:45`] })).toMatch(/Standup/);
    expect(brief({ night: night("usual", 15) })).toMatch(/^A normal day/);
  });

  it("is told after a low day", () => {
    expect(brief({ ...known, yesterday: "flagging" })).toMatch(/^Back to a normal day: /);
  });

  it("speaks of a sleep by day as one, and names no hour of a night", () => {
    const byDay = night("usual", 13, { byDay: true, woke: "afternoon" });
    const text = brief({ zone: "flagging", night: byDay, signs: [sign("sleepLength", "low")] });
    expect(text).toMatch(/six and a half hours by day/);
  });

  it("has no suggestion where nothing is wrong, unless the day is a strong one", () => {
    const good = { ...known, signs: [sign("hrv", "high")] };
    expect(brief(good)).toMatch(/^A normal day: your heart's recovery is [^.]*\.$/);
    expect(brief({ ...good, zone: "energized" })).toMatch(/\. [A-Z][^.]*\.$/);
  });
});
