import { type CrsResult, type DayBody, METRICS, type MemoryBlock } from "@waldo/contracts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { madeUpDays } from "../../../../testkit/src/made-up-days.ts";
import { madeUpClaim } from "../../../../testkit/src/made-up-rows.ts";
import { computeSeries } from "../../health/crs.ts";
import { describeDay } from "../../health/narrative.ts";
import { countTokens } from "../../prompt/tokens.ts";
import { sanitise } from "../../safety/sanitise.ts";
import { addDays, dayOfWeek, instantAt } from "../../time.ts";
import { baselinesPage, PAGE_TOKENS, type PageTask, patternsPage, todayPage } from "./pages.ts";

const ZONE = "Europe/London";
const DATE = "2026-10-10";

const claim = (text: string, patch: Partial<MemoryBlock> = {}) =>
  madeUpClaim(text, instantAt(DATE, "09:00", ZONE), { hall: "discoveries", ...patch });

const task = (title: string, due?: string, patch: Partial<PageTask> = {}): PageTask => ({
  title,
  ...(due === undefined ? {} : { due }),
  status: "open",
  createdAt: 1,
  ...patch,
});

/** Forty days from 2026-09-01. The Sundays have short and restless nights. */
const scores: readonly CrsResult[] = computeSeries(
  madeUpDays(40, (index) =>
    dayOfWeek(addDays("2026-09-01", index)) === 7
      ? { night: { hours: 4 }, metrics: { hrvRmssdMs: 25, restingHrBpm: 66 } }
      : {},
  ),
);
const last = scores.at(-1);
if (!last) throw new Error("no score of the day");
const body: DayBody = describeDay(last);
const lines = (page: string) => page.split("\n").filter((line) => line.startsWith("- "));

describe("todayPage", () => {
  it("holds the derived day, what is due by then and recent events, latest first", () => {
    const page = todayPage({
      date: DATE,
      timeZone: ZONE,
      body,
      blocks: [
        claim("argued with a neighbour", { hall: "events", validFrom: instantAt(DATE, "00:30", ZONE) }),
        claim("came back from Porto", { hall: "events", validFrom: instantAt("2026-10-08", "20:00", ZONE) }),
        claim("moved house", { hall: "events", validFrom: instantAt("2026-10-07", "20:00", ZONE) }),
        claim("sleeps badly after wine"),
      ],
      tasks: [
        task("send the report", "2026-10-10"),
        task("pay rent", "2026-10-01"),
        task("book a dentist"),
        task("call home", "2026-10-11"),
        task("old", "2026-10-09", { status: "done" }),
      ],
    });
    expect(
      page.startsWith("# 2026-10-10\n\nDerived from the score of the day; words and scores only.\n\n```json\n"),
    ).toBe(true);
    expect(JSON.parse(/```json\n([\s\S]*?)\n```/.exec(page)?.[1] ?? "")).toEqual(body);
    expect(lines(page)).toEqual([
      "- Pay rent. Overdue since 2026-10-01.",
      "- Send the report. Due 2026-10-10.",
      "- 2026-10-10: Argued with a neighbour.",
      "- 2026-10-08: Came back from Porto.",
    ]);
  });

  it("holds only the derived day when nothing else is known", () => {
    const note = { date: DATE, note: "nothing has arrived for this day" };
    expect(todayPage({ date: DATE, timeZone: ZONE, body: note })).toBe(
      `# ${DATE}\n\nDerived from the score of the day; words and scores only.\n\n\`\`\`json\n${JSON.stringify(note, null, 1)}\n\`\`\`\n`,
    );
  });
});

describe("baselinesPage", () => {
  const page = baselinesPage({ date: DATE, scores });

  it("says what is usual in body zones and words, by pillar and by weekday", () => {
    expect(page).toContain("From 40 scored days between 2026-09-01 and 2026-10-10.");
    expect(page).toMatch(/- Form is mostly (?:steady|energized)\./);
    expect(page).toMatch(/- Sundays are mostly (?:depleted|flagging)\./);
    expect(page).toMatch(/- Sleep: .*as usual on \d+ days/);
    expect(page).toContain("## By pillar");
  });

  it("R7: holds no score and no reading", () => {
    const numbers = page.replace(/\d{4}-\d\d-\d\d/g, "").replace(/\b\d+ (?:scored )?days?\b/g, "");
    expect(numbers).not.toMatch(/\d/);
    for (const metric of METRICS) expect(page).not.toContain(metric);
    expect(sanitise({ text: page, origin: "system" }, "user").text).toBe(page);
  });

  it("uses the score in force of each date, and no later date", () => {
    const [first] = scores;
    if (first === undefined) throw new Error("no day");
    const old = { ...first, version: 0, form: 5, bodyZone: "depleted" as const };
    const later = { ...first, date: "2026-11-01", form: 5, bodyZone: "depleted" as const };
    expect(baselinesPage({ date: DATE, scores: [later, ...scores, old] })).toBe(page);
  });

  it("says so when no day has a score", () => {
    expect(baselinesPage({ date: DATE, scores: [] })).toContain("No day up to 2026-10-10 has a score yet.");
  });
});

describe("patternsPage", () => {
  it("lists discoveries, strongest first, with their evidence, and no claim that is doubted, closed or from outside", () => {
    const page = patternsPage({
      date: DATE,
      blocks: [
        claim("sleeps badly after wine", { sources: ["a", "b", "c"] }),
        claim("writes best before noon", { confidence: 0.9, conditions: "on workdays" }),
        claim("doubted", { confidence: 0.4 }),
        claim("closed", { validTo: 1 }),
        claim("planted", { origin: "untrusted", confidence: 1 }),
        claim("lives in Leeds", { hall: "facts" }),
      ],
    });
    expect(lines(page)).toEqual([
      "- Writes best before noon (on workdays). Seen in 1 source.",
      "- Sleeps badly after wine. Seen in 3 sources.",
    ]);
  });
});

describe("every page", () => {
  const words = fc.string({ unit: "binary", minLength: 1, maxLength: 300 });
  const blocks = fc.array(
    fc.tuple(
      words,
      fc.constantFrom("events", "discoveries", "preferences", "advice") as fc.Arbitrary<MemoryBlock["hall"]>,
    ),
    { maxLength: 40 },
  );

  it("stays within its tokens, says how much was left out, and is the same for the same input in any order", () => {
    fc.assert(
      fc.property(blocks, fc.array(words, { maxLength: 30 }), (texts, titles) => {
        const known = texts.map(([text, hall], i) => claim(`${i}${text}`, { hall, topic: "goal" }));
        const tasks = titles.map((title, i) => task(title, DATE, { createdAt: i }));
        const pages = (b: readonly MemoryBlock[], t: readonly PageTask[]) => [
          todayPage({ date: DATE, timeZone: ZONE, body, blocks: b, tasks: t }),
          patternsPage({ date: DATE, blocks: b }),
        ];
        const made = pages(known, tasks);
        for (const page of made) expect(countTokens(page)).toBeLessThanOrEqual(PAGE_TOKENS);
        expect(pages([...known].reverse(), [...tasks].reverse())).toEqual(made);
      }),
      { numRuns: 40 },
    );
    const many = Array.from({ length: 200 }, (_, i) => claim(`pattern number ${i} of quite a few`));
    const page = patternsPage({ date: DATE, blocks: many });
    const left = Number(/\((\d+) more did not fit\.\)/.exec(page)?.[1]);
    expect(left + lines(page).length).toBe(200);
  });

  it("a description too long for a page is left out, and the page stays within its tokens", () => {
    const long: DayBody = { date: DATE, note: "many words ".repeat(2000) };
    const page = todayPage({ date: DATE, timeZone: ZONE, body: long, tasks: [task("pay rent", DATE)] });
    expect(countTokens(page)).toBeLessThanOrEqual(PAGE_TOKENS);
    expect(page).toContain("Pay rent");
  });
});
