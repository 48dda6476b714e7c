/** Tests what a person reads over 28 mornings of any kind: no sentence returns within a week, and each is short. */

import type { SourceDay, ToolResult } from "@waldo/contracts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { madeUpDays } from "../../../../testkit/src/made-up-days.ts";
import { computeSeries } from "../../health/crs.ts";
import { describeDay } from "../../health/narrative.ts";
import { quoted } from "../../safety/quote.ts";
import { lastSentence } from "../../skills/suggested.ts";
import { learntFrom, type Suggested } from "../../skills/suggestion-choice.ts";
import { writeBrief } from "./brief-writer.ts";

/** The Brief of each of the last 28 days. What was suggested on the days before is known. */
function briefs(days: readonly SourceDay[]) {
  const said: Suggested[] = [];
  return computeSeries(days)
    .slice(-28)
    .map((result) => {
      const { version: _v, computedAt: _c, findings: _f, basis: _b, ...crs } = result;
      const results = Object.entries({
        get_crs: crs,
        get_health: describeDay(result),
        get_agenda: { due: [], suggestions: learntFrom(said, result.date) },
      }).map(
        ([name, value]): ToolResult => ({
          callId: name,
          name,
          ok: true,
          value: JSON.parse(JSON.stringify(value)),
          origin: "system",
        }),
      );
      const text = writeBrief({ variant: "morning", date: result.date }, results, quoted) ?? "";
      said.push({ date: result.date, sentence: lastSentence(text) ?? "" });
      return { result, text };
    });
}
const sentences = (text: string) => text.split(/(?<=[.!?]) /);

/** Sixty days of any kind. */
const anyDays = fc
  .array(
    fc.record({
      night: fc.oneof(
        fc.constant("none" as const),
        fc.record({ bed: fc.integer({ min: -2, max: 5 }), hours: fc.integer({ min: 2, max: 10 }) }),
      ),
      metrics: fc.record({
        hrvRmssdMs: fc.integer({ min: 20, max: 90 }),
        restingHrBpm: fc.integer({ min: 45, max: 75 }),
      }),
    }),
    { minLength: 28, maxLength: 28 },
  )
  .map((plans) => madeUpDays(60, (index) => plans[index - 32] ?? {}));

describe("28 mornings", () => {
  it("have two or three short sentences", () => {
    fc.assert(
      fc.property(anyDays, (days) => {
        for (const { text } of briefs(days)) {
          expect(sentences(text).length).toBeLessThanOrEqual(3);
          for (const sentence of sentences(text)) expect(sentence.split(" ").length).toBeLessThanOrEqual(26);
        }
      }),
      { numRuns: 30 },
    );
  });

  it("never call a good night the cause of a low zone", () => {
    fc.assert(
      fc.property(anyDays, (days) => {
        for (const { result, text } of briefs(days))
          if (result.bodyZone === "flagging" || result.bodyZone === "depleted")
            expect(sentences(text)[0]).not.toMatch(/: you (slept [^.]*(longest|more than)|were awake less)/);
      }),
      { numRuns: 30 },
    );
  });
});
