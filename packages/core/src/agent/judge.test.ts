import {
  BANDS,
  BRIEF_VARIANTS,
  type CrsResult,
  type Findings,
  NightFinding,
  PILLARS,
  SIGNS,
  type ToolResult,
  ZONES,
} from "@waldo/contracts";
import { casesOf } from "@waldo/testkit/data";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { describeDay } from "../health/narrative.ts";
import { quoted } from "../safety/quote.ts";
import { judge } from "./judge.ts";
import { writeBrief } from "./writers/brief-writer.ts";

const DATE = "2026-10-30";
const ok = (name: string, value: object): ToolResult => ({
  callId: `c-${name}`,
  name,
  ok: true,
  value: JSON.parse(JSON.stringify(value)),
  origin: "system",
});

const score = fc.double({ min: 0, max: 100, noNaN: true });
const pillar = fc.record({
  score,
  band: fc.constantFrom(...BANDS),
  confidence: fc.double({ min: 0, max: 1, noNaN: true }),
});

const days = fc.integer({ min: 1, max: 21 });
const anySign = fc.record({
  sign: fc.constantFrom(...SIGNS),
  side: fc.constantFrom("low" as const, "high" as const),
  size: fc.constantFrom("slight" as const, "clear" as const, "far" as const),
  mostOf: fc.integer({ min: 1, max: 91 }),
  days,
});
const anyNight = fc.record({
  kind: fc.constantFrom(...NightFinding.shape.kind.options),
  halfHoursAsleep: fc.integer({ min: 0, max: 28 }),
  halfHoursLate: fc.integer({ min: -10, max: 12 }),
  halfHoursOwed: fc.integer({ min: 0, max: 28 }),
});
/** Findings of any day: what stands out need not agree with the bands. */
const anyFindings: fc.Arbitrary<Findings> = fc
  .record({
    night: fc.option(anyNight, { nil: undefined }),
    signs: fc.uniqueArray(anySign, { selector: ({ sign }) => sign, maxLength: 8 }),
    bodyStrain: fc.option(
      fc.record({
        step: fc.integer({ min: 1, max: 4 }),
        signs: fc.subarray(["hrv", "restingHr", "breathing"] as const, { minLength: 2 }),
        days,
      }),
      { nil: undefined },
    ),
    afterBodyStrain: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
    nightsKnown: fc.integer({ min: 0, max: 30 }),
    knowsHrv: fc.boolean(),
    daysWithout: fc.integer({ min: 0, max: 3 }),
    before: fc.array(
      score.map((form) => ({ date: "2026-10-29", form })),
      { maxLength: 1 },
    ),
  })
  .map(({ night, bodyStrain, afterBodyStrain, ...found }) => ({
    ...found,
    ...(night && { night }),
    ...(bodyStrain && { bodyStrain }),
    ...(afterBodyStrain && { afterBodyStrain }),
  }));

/**
 * Any score that a day can have, in the forms that computeCRS returns: with a body zone and a drag, or with a reason
 * and neither.
 */
const anyCrs = fc
  .record({
    pillars: fc.dictionary(fc.constantFrom(...PILLARS), pillar),
    bodyZone: fc.constantFrom(...ZONES),
    form: score,
    status: fc.constantFrom("provisional", "final"),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    drag: fc.option(fc.constantFrom(...PILLARS), { nil: undefined }),
    lift: fc.option(fc.constantFrom(...PILLARS), { nil: undefined }),
    findings: anyFindings,
  })
  .map(({ pillars, bodyZone, form, status, confidence, drag, lift, findings }): CrsResult => {
    const known = pillars as CrsResult["pillars"];
    const missing = PILLARS.filter((name) => known[name] === undefined);
    const scorable = known.sleep !== undefined || known.cass !== undefined;
    return {
      date: DATE,
      version: 1,
      status: status as CrsResult["status"],
      computedAt: 0,
      confidence,
      pillars: known,
      missing,
      sources: [],
      ...(scorable ? { form, recovery: form, bodyZone } : { reason: "Nothing came in." }),
      ...(scorable && drag !== undefined && known[drag] ? { drag } : {}),
      ...(scorable && lift !== undefined && known[lift] ? { lift } : {}),
      findings,
    };
  });

const resultsOf = (crs: CrsResult): ToolResult[] => {
  const { version: _v, computedAt: _c, findings: _f, ...rest } = crs;
  const moved = {
    sinceMorning: (["up", "level", "down"] as const)[Math.round(crs.confidence * 2)],
    thisMorning: "steady",
  };
  return [ok("get_crs", rest), ok("get_health", { ...describeDay(crs), ...moved })];
};

describe("the Brief writer", () => {
  it("never writes what the gates would refuse, for any day", () => {
    fc.assert(
      fc.property(anyCrs, fc.constantFrom(...BRIEF_VARIANTS), (crs, variant) => {
        const results = resultsOf(crs);
        const text = writeBrief({ variant, date: DATE }, results, quoted);
        if (crs.form !== undefined) expect(text).toBeDefined();
        if (text !== undefined)
          expect([text, judge(text, { results, today: DATE })]).toMatchObject([text, { ok: true }]);
      }),
      { numRuns: 2000 },
    );
  });

  it("writes three sentences at most", () => {
    fc.assert(
      fc.property(anyCrs, fc.constantFrom(...BRIEF_VARIANTS), (crs, variant) => {
        const text = writeBrief({ variant, date: DATE }, resultsOf(crs), quoted) ?? "";
        expect(text.split(/[.!?](?:\s|$)/).filter(Boolean).length).toBeLessThanOrEqual(3);
      }),
    );
  });

  it("writes nothing without tool results", () => {
    expect(writeBrief({ variant: "morning", date: DATE }, [], quoted)).toBeUndefined();
  });
});

describe("the gates", () => {
  const flagging: CrsResult = {
    date: DATE,
    version: 1,
    status: "final",
    computedAt: 0,
    form: 58,
    recovery: 55,
    bodyZone: "flagging",
    confidence: 0.9,
    findings: {
      night: { kind: "rough", halfHoursAsleep: 11 },
      signs: [
        { sign: "sleepLength", side: "low", size: "clear", mostOf: 22, days: 2 },
        { sign: "hrv", side: "high", size: "clear", mostOf: 31, days: 1 },
      ],
      nightsKnown: 30,
      knowsHrv: true,
      daysWithout: 0,
      before: [],
    },
    pillars: {
      sleep: { score: 40, band: "below", confidence: 1 },
      cass: { score: 62, band: "above", confidence: 1 },
      rhrts: { score: 30, band: "well_below", confidence: 1 },
    },
    missing: ["rrs", "circadian", "motion"],
    drag: "sleep",
    sources: ["whoop"],
  };
  const results = resultsOf(flagging);

  it.each(casesOf<string>("judge", "the gates: let a true sentence through"))(
    "let a true sentence through: %s",
    (text) => {
      expect(judge(text, { results, today: DATE })).toMatchObject({ ok: true });
    },
  );

  it.each(casesOf<[string, string]>("judge", "the gates: refuse … as"))("refuse %j as %s", (text, reason) => {
    expect(judge(text, { results, today: DATE })).toMatchObject({ ok: false, reason });
  });

  it("read each sentence of a quotation by itself too", () => {
    const text = "Ana wrote “You slept well. Could you call him” at ten.";
    expect(judge(text, { results: [], today: DATE, reply: true })).toMatchObject({
      ...{ ok: false, reason: "untraced_pillar" },
      at: [{ text }],
    });
  });

  it("name the result behind each claim", () => {
    const verdict = judge("You're flagging this morning: a rough night is the main drag.", { results, today: DATE });
    expect(verdict.ok && verdict.claims.map(({ kind, callId, path }) => [kind, callId, path])).toEqual([
      ["bodyZone", "c-get_crs", "bodyZone"],
      ["drag", "c-get_crs", "drag"],
      ["pillar", "c-get_crs", "pillars.sleep.band"],
    ]);
  });
});

describe("the person's own reminder", () => {
  const list = (more: object) => ({
    callId: "w",
    name: "get_watches",
    ok: true as const,
    origin: "system" as const,
    value: {
      reminders: [{ watchId: "w1", text: "take my 400 mg ibuprofen", fires: "every Monday at 08:00", ...more }],
    },
  });
  const told = "You have one: “take my 400 mg ibuprofen” every Monday at 08:00.";
  const judged = (text: string, more: object = {}) =>
    judge(text, { results: [list(more)], today: "2026-10-30", reply: true, owner: ["what are my reminders?"] }).ok;

  it("is told as it stands, and no other advice of the kind, nor one that others wrote", () => {
    expect(judged(told)).toBe(true);
    expect(judged("Take 400 mg of ibuprofen every Monday.")).toBe(false);
    expect(judged("You have one: “take my 800 mg ibuprofen” every Monday at 08:00.")).toBe(false);
    expect(judged(told, { from: "outside" })).toBe(false);
  });

  it("is told with its time, which alone would make advice of it", () => {
    const text = "You have one: “take my vitamin d” every day at 21:00.";
    const own = { text: "take my vitamin d", fires: "every day at 21:00" };
    expect(judged(text, own)).toBe(true);
    expect(judged(text, { ...own, from: "outside" })).toBe(false);
    expect(judged("Take vitamin d every day at 21:00.", own)).toBe(false);
  });

  it("and so is one that was just set in their words", () => {
    const set = { callId: "s", name: "watch", origin: "system" as const, value: { fires: "every day at 05:30" } };
    const text = "I will remind you every day at 05:30: “take iron tablet”.";
    const judgedAfter = (ok: boolean, said: string) =>
      judge(text, { results: [{ ...set, ok: ok as true }], today: "2026-10-30", reply: true, owner: [said] }).ok;
    expect(judgedAfter(true, "every day at 5.30 remind me to take iron tablet")).toBe(true);
    expect(judgedAfter(true, "remind me every day at 5.30")).toBe(false);
  });

  it("and so is their own task", () => {
    const task = { taskId: "t1", title: "my HRV is 41 ms", status: "open" };
    const results = (more: object) => [{ ...list({}), name: "get_tasks", value: { tasks: [{ ...task, ...more }] } }];
    const about = { today: "2026-10-30", reply: true, owner: ["what is on my list?"] } as const;
    const text = "On your list: “my HRV is 41 ms”.";
    expect(judge(text, { ...about, results: results({}) }).ok).toBe(true);
    expect(judge(text, { ...about, results: results({ from: "outside" }) }).ok).toBe(false);
  });
});

it("numbers that a person names may be reckoned with, and open nothing else", () => {
  const asked = "my train leaves at 7:45 and takes 2 hours, when do I arrive";
  const of = (text: string, owner = asked) =>
    judge(text, { results: [], today: "2026-10-30", reply: true, owner: [owner] }).ok;
  expect(of("You arrive at 9:45.")).toBe(true);
  expect(of("You were late last week.")).toBe(false);
  expect(of("You were late last week.", "what is 3 + 4")).toBe(false);
});
