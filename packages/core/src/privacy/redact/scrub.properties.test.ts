/** A row that loses words is still a row: every kind of row of the contracts fits its schema afterwards. */
import { type Key, ROW_KINDS, STEP_DATA, StepRecord } from "@waldo/contracts";
import { valuesOf } from "@waldo/testkit/arbitrary-row";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../ports.ts";
import { scrubbed, soughtOf, wordless } from "./scrub.ts";

const SAID = "my zorbulating quuxwidget is purple";
const SOUGHT = soughtOf([SAID, "Europe/Berlin"]);
/** The message, alone and among other words. */
const words = fc.constantFrom(SAID, `He said: ${SAID}. Fine.`, "Something else.", "one", "Europe/Berlin");

const keyOf = (kind: string): Key => ({ table: "agent", pk: "USER#me", sk: `${kind}#one` });
const asRow = (value: unknown) => JSON.parse(JSON.stringify(value)) as JsonObject;

describe("a row without its words", () => {
  for (const [
    kind,
    [
      {
        about: { schema },
      },
    ],
  ] of ROW_KINDS)
    it(`${kind} fits its schema`, () => {
      fc.assert(
        fc.property(valuesOf(schema, words), (value) => {
          const row = asRow(value);
          for (const left of [wordless(keyOf(kind), row), scrubbed(keyOf(kind), row, SOUGHT)])
            expect(schema.safeParse(left).error?.issues ?? []).toEqual([]);
        }),
        { numRuns: 30 },
      );
    });

  for (const [to, schema] of Object.entries(STEP_DATA))
    it(`the step that leads to ${to} fits the schema of its payload, and no word is left`, () => {
      const record = { runId: "run-one", step: 1, from: "PENDING", to, at: 1, tookMs: 1 };
      fc.assert(
        fc.property(valuesOf(schema as NonNullable<typeof schema>, words), (value) => {
          const row = asRow({ ...record, data: value });
          for (const left of [wordless(keyOf("STEP"), row), scrubbed(keyOf("STEP"), row, SOUGHT)]) {
            expect(StepRecord.safeParse(left).error?.issues ?? []).toEqual([]);
            expect(schema?.safeParse(left["data"]).error?.issues ?? []).toEqual([]);
          }
          expect(JSON.stringify(wordless(keyOf("STEP"), row))).not.toMatch(/quuxwidget|Something else/);
          expect(JSON.stringify(scrubbed(keyOf("STEP"), row, SOUGHT))).not.toMatch(/quuxwidget/);
        }),
        { numRuns: 30 },
      );
    });
});
