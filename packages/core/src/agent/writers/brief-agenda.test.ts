/** What a morning says of the person's own day: only what exists, in their own words, one thing at a time. */
import type { SourceDay, ToolResult } from "@waldo/contracts";
import { describe, expect, it } from "vitest";
import { type DayPlan, madeUpDays } from "../../../../testkit/src/made-up-days.ts";
import { computeSeries } from "../../health/crs.ts";
import { describeDay } from "../../health/narrative.ts";
import { judge } from "../judge.ts";
import { writeBrief } from "./brief-writer.ts";
import { quoted } from "./phrase.ts";

const ok = (name: string, value: object): ToolResult => ({
  callId: name,
  name,
  ok: true,
  value: JSON.parse(JSON.stringify(value)),
  origin: "system",
});
const usual = madeUpDays(90);
/** The mornings of the last days, with the same agenda. Every text passes the gates. */
function mornings(agenda: object, days: readonly SourceDay[] = usual, events: object[] = []) {
  return computeSeries(days)
    .slice(-30)
    .map((result) => {
      const { version: _v, computedAt: _c, findings: _f, basis: _b, ...crs } = result;
      const dated = events.map((event) => ({ ...event, date: result.date }));
      const results = [
        ok("get_crs", crs),
        ok("get_health", describeDay(result)),
        ok("get_agenda", { due: [], ...agenda }),
        ok("query_calendar", { events: dated }),
      ];
      const text = writeBrief({ variant: "morning", date: result.date }, results, quoted) ?? "";
      expect([text, judge(text, { results, today: result.date })]).toMatchObject([text, { ok: true }]);
      expect(text.split(/(?<=[.!?]) /).length).toBeLessThanOrEqual(4);
      return { text, result };
    });
}
const texts = (...args: Parameters<typeof mornings>) => mornings(...args).map(({ text }) => text);
const MEETING = { title: "Budget", time: "10:00-11:00", busy: true };

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
      /signs moved.*“I run on Sundays”.*(wait|smaller|better day|skip|shorter|out today|Another|all of it)/,
    );
  });

  it("speaks of the goal on good days only, and not on all of them", () => {
    const lifted = madeUpDays(90, (index) => (index % 2 ? { metrics: { hrvRmssdMs: 70 }, night: { hours: 9 } } : {}));
    const all = mornings({ goal: "My goal is a half marathon" }, lifted);
    const told = all.filter(({ text }) => text.includes("half marathon"));
    expect(told.length).toBeGreaterThan(2);
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

  it("has the name on one morning in five, and never a name that is none", () => {
    expect(texts({ name: "Ana" }).filter((text) => text.startsWith("Ana, "))).toHaveLength(6);
    for (const name of ["<b>x</b>", "1234", "Ana. You are ill"])
      for (const text of texts({ name })) expect(text).not.toContain(name);
  });

  it("does not repeat a sentence within a week, with all of it", () => {
    const agenda = {
      due: [{ title: "Send the invoice" }],
      goal: "My goal is a half marathon",
      answered: "followed",
      name: "Ana",
    };
    const all = texts(agenda).map((text) => text.split(/(?<=[.!?]) /));
    for (const [day, own] of all.entries())
      for (const earlier of all.slice(Math.max(0, day - 7), day))
        for (const sentence of own) expect(earlier).not.toContain(sentence);
  });
});
