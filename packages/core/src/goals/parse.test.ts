import { expect, it } from "vitest";
import { parseGoals } from "./parse.ts";
import { NO_GOALS } from "./stored.ts";
import { printGoals } from "./view.ts";

const FILE = `# Goals — Last updated: 2026-03-01

## North Star (revisit quarterly)
- Write things that people use

## This Quarter (revisit monthly)
1. Write every weekday
2. Run twice a week

## This Week (revisit at weekly review)
1. Finish the draft
   - chapter two is the hard one
2. Book the trip

## Today (revisit at morning briefing)
- [x] Answer the letter
- [ ] Outline chapter two
- [ ] Water the plants

## Standing Commitments
- Sleep: In bed by 1am, awake by 10am

## Notes
- this is only mine

## Schedule Targets
- bedtime_target: "01:00"
- wake_target: 10:00
- quiet_hours: "02:00-10:00"
- weekly_review: "Saturday 10:00"
- timezone: "America/Toronto"

## People to Stay in Touch With
- A mentor — check in monthly
- A friend
`;

it("reads the file as the source has it", () => {
  const { goals, faults } = parseGoals(FILE);
  expect(faults).toEqual([]);
  expect(goals).toEqual({
    northStar: "Write things that people use",
    quarter: ["Write every weekday", "Run twice a week"],
    week: ["Finish the draft", "Book the trip"],
    today: ["Outline chapter two", "Water the plants"],
    commitments: ["Sleep: In bed by 1am, awake by 10am"],
    targets: {
      bedtime: "01:00",
      wake: "10:00",
      quietHours: { from: "02:00", to: "10:00" },
      weeklyReview: { weekday: 6, time: "10:00" },
      timeZone: "America/Toronto",
    },
    people: [{ name: "A mentor", context: "check in monthly" }, { name: "A friend" }],
  });
});

it("reads the same with a byte order mark, with the ends of Windows, with odd spaces and in any case", () => {
  const odd = `\uFEFF${FILE}`
    .replaceAll("\n", "\r\n")
    .replaceAll("## ", "##   ")
    .replace("Schedule Targets", "SCHEDULE  targets:")
    .replaceAll("- ", "*\t")
    .replace('"02:00-10:00"', "02:00 – 10:00");
  const { goals, faults } = parseGoals(odd);
  expect(faults).toEqual([]);
  expect(goals).toEqual({
    ...parseGoals(FILE).goals,
    people: [{ name: "A mentor", context: "check in monthly" }, { name: "A friend" }],
  });
});

it("an empty file, an unknown one and the template are empty goals", () => {
  for (const text of ["", "\n\n", "only words\n", "# Title\n## Other\n- a\n", printGoals(NO_GOALS, { hints: true })])
    expect(parseGoals(text), text).toMatchObject({ goals: NO_GOALS, faults: [] });
});

it("places to fill in are no goals", () => {
  const text =
    "## Today\n1. [Single most important task]\n2.\n## Schedule Targets\n- wake_target:\n- timezone: [zone]\n";
  expect(parseGoals(text)).toMatchObject({ goals: NO_GOALS, faults: [] });
});

it("names the line and the reason of what it cannot take, and quotes nothing", () => {
  const faults = (text: string) => parseGoals(text).faults;
  expect(faults("## Today\n1. a\n2. b\n3. c\n4. secret\n")).toEqual([{ line: 5, reason: "Today has more than 3" }]);
  expect(faults("## Schedule Targets\n\n- wake_target: 25:00\n- secret: 1\n- hello\n")).toEqual([
    { line: 3, reason: "wake_target: expected a time as HH:MM" },
    { line: 4, reason: "no target has this name" },
    { line: 5, reason: "expected a target and its value, such as wake_target: 07:30" },
  ]);
  expect(faults("## Schedule Targets\nquiet_hours: 02:00\nweekly_review: someday\ntimezone: Nowhere/City\n")).toEqual([
    { line: 2, reason: 'quiet_hours: expected two times, such as "02:00-10:00"' },
    { line: 3, reason: 'weekly_review: expected "Saturday 10:00"' },
    { line: 4, reason: "timezone: expected an IANA name, such as Europe/Lisbon" },
  ]);
  expect(faults("## Schedule Targets\n- wake: 07:00\n- wake_target: 08:00\n")).toEqual([
    { line: 3, reason: "wake_target is here a second time" },
  ]);
  expect(faults("## Today\n- a\n## Today\n- b\n")).toEqual([{ line: 3, reason: "Today is here a second time" }]);
  expect(faults("## Today\n<!-- a\n- b\n")).toEqual([{ line: 2, reason: "a comment begins here and does not end" }]);
  expect(faults(`## Today\n- ${"a".repeat(301)}\n`)).toEqual([
    { line: 2, reason: "the line is longer than 300 characters" },
  ]);
  expect(faults("## Today\n- a\u0000\n")).toEqual([{ line: 2, reason: "the line has a character that no text has" }]);
});

it("a north star may be a plain sentence", () => {
  expect(parseGoals("## North Star\n\nBe useful.\nAnd more text.\n").goals.northStar).toBe("Be useful.");
});
