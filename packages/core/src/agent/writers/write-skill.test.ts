/**
 * For all tool results, a writer's text passes the gates or there is no text. A writer asks for no tool that its
 * trigger may not use.
 */
import { BRIEF_VARIANTS, BUNDLED_SKILLS, TOOL_PERMISSIONS, type ToolResult, TRIGGERS } from "@waldo/contracts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../ports.ts";
import { judge } from "../judge.ts";
import { quoted } from "./phrase.ts";
import { followUps, readsOf, writeSkill } from "./write-skill.ts";
import type { Told } from "./writer.ts";

const DATE = "2026-10-30";

/** Words that a title or a note may hold, and words that no message may repeat. */
const words = fc
  .array(
    fc.constantFrom(
      ..."Budget review Ana dinner sleep 45 min HRV 41 ms flu rough night you're energized 3 hours 10:30 “quoted” wellness recovery 62 % [removed] — , . ; still steady in a row third Form is rising".split(
        " ",
      ),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) => parts.join(" "));
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((pair) => pair.map((n) => String(n).padStart(2, "0")).join(":"));
const day = fc.constantFrom("2026-10-23", "2026-10-29", DATE, "2026-11-02");

const happenings = fc.record(
  { title: words, date: day, time: fc.tuple(time, time).map((t) => t.join("-")), location: words, busy: fc.boolean() },
  { requiredKeys: ["title", "date"] },
);
const values: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  query_calendar: fc.record({ events: fc.array(happenings, { maxLength: 5 }) }),
  get_tasks: fc.record({
    tasks: fc.array(
      fc.record(
        { taskId: fc.constant("t1"), title: words, due: day, status: fc.constantFrom("open", "done") },
        { requiredKeys: ["taskId", "title", "status"] },
      ),
      { maxLength: 5 },
    ),
  }),
  search_episodes: fc.record({
    episodes: fc.array(fc.record({ date: day, on: fc.constant("brief"), summary: words }), { maxLength: 3 }),
  }),
  search_connector: fc.record({
    found: fc.array(fc.record({ connector: fc.constantFrom("calendar", "tasks", "drafts"), text: words }), {
      maxLength: 3,
    }),
  }),
  get_master_metrics: fc.record({
    thisWeek: fc.record({
      daysScored: fc.integer({ min: 0, max: 7 }),
      form: fc.option(fc.integer({ min: 0, max: 100 })),
    }),
    weekBefore: fc.record({ daysScored: fc.constant(7), form: fc.option(fc.integer({ min: 0, max: 100 })) }),
  }),
  get_crs: fc.record({
    date: fc.constant(DATE),
    status: fc.constantFrom("provisional", "final"),
    form: fc.constant(62),
    bodyZone: fc.constantFrom("energized", "steady", "flagging", "depleted"),
    confidence: fc.constantFrom(0.3, 0.9),
    pillars: fc.constant({ sleep: { score: 40, band: "below", confidence: 1 } }),
    missing: fc.constantFrom([], ["cass"]),
    drag: fc.constant("sleep"),
    sources: fc.constant([]),
  }),
  get_health: fc.record(
    { trend: fc.constantFrom("rising", "level", "falling"), sinceMorning: fc.constantFrom("up", "level", "down") },
    { requiredKeys: [] },
  ),
  read_document: fc.record({ title: words, text: words, part: fc.constant(1), parts: fc.constant(1) }),
};

const results = fc
  .tuple(
    ...Object.entries(values).map(([name, value]) =>
      fc.oneof(
        value.map((v): ToolResult => ({ callId: name, name, ok: true, value: v as Json, origin: "untrusted" })),
        fc.constant<ToolResult>({ callId: name, name, ok: false, error: "not_found", message: "nothing there" }),
        fc.constant<ToolResult>({ callId: name, name, ok: true, value: { odd: true }, origin: "system" }),
      ),
    ),
  )
  .chain((all) => fc.subarray(all));

const told: fc.Arbitrary<Told> = fc
  .record(
    {
      trigger: fc.constantFrom(...TRIGGERS),
      variant: fc.constantFrom(...BRIEF_VARIANTS),
      date: fc.constant(DATE),
      time,
      message: fc.oneof(
        words,
        fc.array(words, { minLength: 3, maxLength: 6 }).map((lines) => lines.join("\n")),
      ),
      skills: fc.shuffledSubarray([...BUNDLED_SKILLS], { maxLength: 5 }),
    },
    { requiredKeys: ["trigger", "variant", "date", "skills"] },
  )
  .map(({ variant, ...rest }) => (rest.trigger === "brief" ? { ...rest, variant } : rest));

describe("writers", () => {
  it("say only what passes the gates, the same each time", () => {
    let said = 0;
    fc.assert(
      fc.property(told, results, (moment, seen) => {
        const text = writeSkill(moment, seen);
        expect(writeSkill(moment, seen)).toBe(text);
        if (text === undefined) return;
        said++;
        expect(
          judge(text, {
            results: seen,
            owner: moment.message === undefined ? [] : [moment.message],
            today: moment.date,
            reply: moment.trigger === "user_message",
          }),
        ).toMatchObject({ ok: true });
        expect(text).not.toMatch(/undefined|null|NaN|\[removed\]/);
      }),
      { numRuns: 2000 },
    );
    expect(said).toBeGreaterThan(500);
  });

  it("ask for what their trigger may use, and for nothing twice", () => {
    fc.assert(
      fc.property(told, results, (moment, seen) => {
        for (const asks of [readsOf(moment), followUps(moment, seen)]) {
          for (const { name } of asks) expect(TOOL_PERMISSIONS[moment.trigger]).toContain(name);
          expect(new Set(asks.map((ask) => JSON.stringify(ask))).size).toBe(asks.length);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe("a quotation", () => {
  it.each([
    ["Budget review.", "“Budget review”"],
    ['The "big" one', "“The 'big' one”"],
    ["two\nlines", "“two lines”"],
    ["HRV was 41 ms", undefined],
    ["a rough night", undefined],
    ["Flu jab", "“Flu jab”"],
    ["Stop taking your metoprolol", undefined],
    ["", undefined],
    ["call [removed]", undefined],
  ])("%j reads %j", (words, text) => {
    expect(quoted(words)).toBe(text);
  });

  it("is cut at a word", () => {
    expect(quoted("word ".repeat(60))).toMatch(/^“(?:word )*word…”$/);
  });
});
