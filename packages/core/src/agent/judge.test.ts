import { BANDS, BRIEF_VARIANTS, type CrsResult, PILLARS, type ToolResult, ZONES } from "@waldo/contracts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { describeDay } from "../health/narrative.ts";
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

/**
 * Any score a day can have, in the forms that computeCRS returns: with a body zone and a drag, or with a reason and
 * neither.
 */
const anyCrs = fc
  .record({
    pillars: fc.dictionary(fc.constantFrom(...PILLARS), pillar),
    bodyZone: fc.constantFrom(...ZONES),
    form: score,
    status: fc.constantFrom("provisional", "final"),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    drag: fc.option(fc.constantFrom(...PILLARS), { nil: undefined }),
  })
  .map(({ pillars, bodyZone, form, status, confidence, drag }): CrsResult => {
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
    };
  });

const resultsOf = (crs: CrsResult): ToolResult[] => {
  const { version: _v, computedAt: _c, ...rest } = crs;
  const yesterday = { ...crs, date: "2026-10-29" };
  return [ok("get_crs", rest), ok("get_health", describeDay(crs, [yesterday]))];
};

describe("the Brief writer", () => {
  it("never writes what the gates would refuse, for any day", () => {
    fc.assert(
      fc.property(anyCrs, fc.constantFrom(...BRIEF_VARIANTS), (crs, variant) => {
        const results = resultsOf(crs);
        const text = writeBrief(variant, DATE, results);
        expect(text).toBeDefined();
        expect(judge(text ?? "", results)).toMatchObject({ ok: true });
      }),
      { numRuns: 2000 },
    );
  });

  it("writes three sentences at most", () => {
    fc.assert(
      fc.property(anyCrs, fc.constantFrom(...BRIEF_VARIANTS), (crs, variant) => {
        const text = writeBrief(variant, DATE, resultsOf(crs)) ?? "";
        expect(text.split(/[.!?](?:\s|$)/).filter(Boolean).length).toBeLessThanOrEqual(3);
      }),
    );
  });

  it("writes nothing without tool results", () => {
    expect(writeBrief("morning", DATE, [])).toBeUndefined();
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

  it.each([
    "You're flagging this morning.",
    "You're flagging after a rough night, but your HRV is above your usual.",
    "Your resting heart rate is raised. Take it slowly.",
    "A rough night is the main drag.",
    "Poor sleep again, the second night in a row.",
    "No breathing data arrived.",
    "Keep a steady pace today.",
    "Take two calls standing up.",
  ])("let a true sentence through: %s", (text) => {
    expect(judge(text, results)).toMatchObject({ ok: true });
  });

  it.each([
    ["You're energized this morning.", "untraced_bodyZone"],
    ["You are steady today.", "untraced_bodyZone"],
    ["You slept well.", "untraced_pillar"],
    ["Your HRV is below your usual.", "untraced_pillar"],
    ["Your resting heart rate is low.", "untraced_pillar"],
    ["HRV is the main drag.", "untraced_drag"],
    ["No sleep arrived from your wearable.", "untraced_missing"],
    ["The third rough night in a row.", "untraced_streak"],
    ["Form has been rising for days.", "untraced_trend"],
    ["I can't score today.", "untraced_no_score"],
    ["This may still move.", "untraced_provisional"],
    ["Form has slipped since this morning.", "untraced_since_morning"],
    ["You have 4 meetings.", "untraced_number"],
    ["Your HRV is 62 ms.", "raw_value"],
    ["You slept 6 hours.", "raw_value"],
    ["Form is 58.", "raw_value"],
    ["It may be an infection.", "medical"],
    ["A wellness journey awaits.", "banned_word"],
    ["   ", "empty"],
  ])("refuse %j as %s", (text, reason) => {
    expect(judge(text, results)).toEqual({ ok: false, reason });
  });

  it("name the result behind each claim", () => {
    const verdict = judge("You're flagging this morning: a rough night is the main drag.", results);
    expect(verdict.ok && verdict.claims.map(({ kind, callId, path }) => [kind, callId, path])).toEqual([
      ["bodyZone", "c-get_crs", "bodyZone"],
      ["drag", "c-get_crs", "drag"],
      ["pillar", "c-get_crs", "pillars.sleep.band"],
    ]);
  });
});
