import type { Goals } from "@waldo/contracts";
import { LONGEST_REST_DAYS, type NudgeFacts, nudgesOf, REST_DAYS } from "@waldo/core/cadence/nudge-rules";
import { DAY_MS, MINUTE_MS } from "@waldo/core/time";
import { casesOf } from "@waldo/testkit/data";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const SATURDAY = "2026-10-31";
const GOALS: Goals = {
  quarter: ["the first part"],
  week: ["the outline"],
  today: ["the introduction"],
  commitments: ["in bed by eleven", "reply every day"],
  people: [{ name: "a cousin" }, { name: "an old colleague" }],
  targets: {},
};
const facts = (more: Partial<NudgeFacts> = {}): NudgeFacts => ({
  now: Date.parse(`${SATURDAY}T15:00:00Z`),
  date: SATURDAY,
  dayPart: 0.5,
  goals: GOALS,
  reviewWeekday: 6,
  dueTasks: [],
  zone: "steady",
  freeMinutes: 30,
  talkedOf: () => false,
  broughtUp: {},
  ...more,
});
const kinds = (more: Partial<NudgeFacts> = {}) => nudgesOf(facts(more)).map(({ kind }) => kind);

describe("what may be brought up", () => {
  it.each<[string, Partial<NudgeFacts>, string[]]>([
    ...casesOf<[string, Partial<NudgeFacts>, string[]]>("nudge-rules", "what may be brought up: …"),
    ["three days before the review", { dayPart: 0.3, reviewWeekday: 2, date: SATURDAY }, ["week", "person"]],
    ["after all of it was spoken of", { dayPart: 0.5, talkedOf: () => true }, []],
  ])("%s", (_, more, expected) => {
    expect(kinds(more)).toEqual(expected);
  });

  it("rests after it came up, and then comes again", () => {
    const [first] = nudgesOf(facts());
    const key = first?.key ?? "";
    const after = (days: number) =>
      kinds({ broughtUp: { [key]: facts().now }, now: facts().now + days * DAY_MS }).includes("today");
    expect([after(0), after(1), after(REST_DAYS.today), after(LONGEST_REST_DAYS)]).toEqual([false, false, true, true]);
  });
});

it("never brings a thing up twice while it rests, names only what the person wrote, and does not throw", () => {
  const line = fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 });
  const few = fc.array(line, { maxLength: 3 });
  fc.assert(
    fc.property(
      fc.record({ week: few, today: few, commitments: few, people: few }),
      fc.array(
        fc.record({ minutes: fc.integer({ min: 1, max: 600 }), dayPart: fc.double({ min: 0, max: 1, noNaN: true }) }),
      ),
      ({ people, ...lists }, moments) => {
        const goals: Goals = { ...GOALS, ...lists, people: people.map((name) => ({ name })) };
        const own = new Set([...lists.week, ...lists.today, ...lists.commitments, ...people]);
        let broughtUp: Record<string, number> = {};
        let now = facts().now;
        for (const { minutes, dayPart } of moments) {
          now += minutes * MINUTE_MS;
          for (const { key, kind, title } of nudgesOf(facts({ goals, now, dayPart, freeMinutes: 200, broughtUp }))) {
            expect(own).toContain(title);
            const last = broughtUp[key];
            if (last !== undefined) expect(now - last).toBeGreaterThanOrEqual((REST_DAYS[kind] * DAY_MS * 3) / 4);
            broughtUp = { ...broughtUp, [key]: now };
          }
        }
      },
    ),
    { numRuns: 200 },
  );
});
