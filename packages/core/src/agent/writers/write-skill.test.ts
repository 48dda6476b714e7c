/**
 * For all tool results, a writer's text passes the gates or there is no text. A writer asks for no tool that its
 * trigger may not use.
 */
import {
  type Asked,
  BRIEF_VARIANTS,
  BUNDLED_SKILLS,
  type Intent,
  TOOL_PERMISSIONS,
  type ToolCall,
  type ToolResult,
  TRIGGERS,
} from "@waldo/contracts";
import { night } from "@waldo/testkit/brief-day";
import { cal, crs, health } from "@waldo/testkit/recipe-results";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../ports.ts";
import { quoted } from "../../safety/quote.ts";
import { judge } from "../judge.ts";
import { followUps, hasWriter, nextStep, readsOf, writeSkill } from "./write-skill.ts";
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
            own: true,
          }),
        ).toMatchObject({ ok: true });
        expect(text).not.toMatch(/undefined|null|NaN|\[removed\]/);
      }),
      { numRuns: 2400 },
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

describe("the next step", () => {
  const intent = (name: string): Intent => ({
    name,
    means: `ask for ${name}`,
    slots: [],
    tools: ["get_crs", "get_health"],
    acts: false,
    says: { found: ["{text}"] },
    examples: [],
  });
  const sleep = intent("sleep-last-night");
  const message = "how did I sleep?";
  const clear: Asked = { is: "clear", intent: sleep, slots: [{}], message };
  const unclear: Asked = { is: "unclear", between: [sleep, intent("bedtime")] };
  const chat = (asked: Asked | undefined, ...skills: string[]): Told => ({
    trigger: "user_message",
    date: DATE,
    time: "10:20",
    message,
    skills,
    ...(asked && { asked }),
  });
  const calls = (...names: string[]): ToolCall[] => names.map((name) => ({ id: name, name, args: {} }));
  const read = [crs("steady"), health({ night: night("usual", 15) })];
  const [CRS, HEALTH, CALENDAR] = ["get_crs", "get_health", "query_calendar"].map((name) => ({ name, args: {} }));
  const step = (moment: Told, made: ToolCall[] = [], results: ToolResult[] = []) =>
    nextStep(moment, { calls: made, results });

  it("of a message that is understood is what it needs and has not read yet, then the answer", () => {
    expect(step(chat(clear))).toEqual({ ask: [CRS, HEALTH] });
    expect(step(chat(clear), calls("get_crs"), read.slice(0, 1))).toEqual({ ask: [HEALTH] });
    expect(step(chat(clear), calls("get_crs", "get_health"), read)).toEqual({
      text: "You slept about seven and a half hours, close to your usual.",
    });
    // The check comes before a recipe.
    expect(step(chat(clear, "recovery-day"))).toEqual({ ask: [CRS, HEALTH] });
  });

  it("of one that may mean two things is a question, where no recipe answers", () => {
    expect(step(chat(unclear))).toEqual({ text: expect.stringContaining("ask for sleep-last-night") });
    expect(step(chat(unclear, "recovery-day"))).toEqual({ ask: [CRS, CALENDAR] });
  });

  it("of one that is not understood is that of its recipe: reads, what follows from them, the text", () => {
    for (const asked of [undefined, { is: "unknown" } as const]) {
      expect(step(chat(asked))).toEqual({ text: undefined });
      const recipe = chat(asked, "recovery-day");
      expect(step(recipe)).toEqual({ ask: [CRS, CALENDAR] });
      const [made, results] = [calls("get_crs", "query_calendar"), [crs("depleted"), cal()]];
      expect(step(recipe, made, results)).toEqual({
        ask: [{ name: "propose_action", args: expect.objectContaining({ actions: [expect.anything()] }) }],
      });
      const text = "Let this be a day to recover: nothing in your calendar has to move.";
      expect(step(recipe, [...made, ...calls("propose_action")], results)).toEqual({ text });
      const evening = { ...recipe, time: "23:30" };
      expect(step(evening, made, results)).toEqual({ text });
    }
  });

  it("of a wake is never that of a chat", () => {
    expect(writeSkill({ ...chat(clear), trigger: "patrol" }, read)).toMatch(/^A quiet look/);
  });

  it.each<[string, Told, boolean]>([
    ["a message that is understood", chat(clear), true],
    ["one that may mean two things", chat(unclear), true],
    ["one that is not understood", chat({ is: "unknown" }), false],
    ["one with a recipe", chat({ is: "unknown" }, "recovery-day"), true],
    ["one that nothing tried to understand", chat(undefined), false],
  ])("needs no model for %s: %s", (_, moment, has) => {
    expect(hasWriter(moment)).toBe(has);
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
    expect(quoted("w".repeat(300))).toBe(`“${"w".repeat(119)}…”`);
  });
});
