import { GOAL_LISTS, type Goals, type GoalsLineEdit, isError } from "@waldo/contracts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editGoals } from "./edit.ts";
import { linesOf } from "./lines.ts";
import { mergeGoals } from "./merge.ts";
import { parseGoals } from "./parse.ts";
import { printGoals } from "./view.ts";

const words = fc
  .array(fc.constantFrom("draft", "call", "run", "Ärger", "naïve", "🙂", "07:30", "a-b", "x.", "(2)", "#", "— so"), {
    minLength: 1,
    maxLength: 5,
  })
  .map((parts) => parts.join(" "))
  // A dash in the name of a person begins what is known of them, and a lone one at the edge is a bullet.
  .filter((text) => !/^[—-]|[—-]$|— so/.test(text));
const list = (most: number) => fc.uniqueArray(words, { maxLength: most });
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([h, m]) => `${String(h).padStart(2, "0")}:${String(m).padStart(2, "0")}`);
const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const whole = (value: object) => JSON.parse(JSON.stringify(value));
const goals: fc.Arbitrary<Goals> = fc
  .record({
    northStar: some(words),
    quarter: list(3),
    week: list(3),
    today: list(3),
    commitments: list(6),
    people: fc.array(fc.record({ name: words, context: some(words) }), { maxLength: 4 }),
    targets: fc.record({
      bedtime: some(time),
      wake: some(time),
      quietHours: some(
        fc
          .tuple(time, time)
          .filter(([a, b]) => a !== b)
          .map(([from, to]) => ({ from, to })),
      ),
      weeklyReview: some(fc.record({ weekday: fc.integer({ min: 1, max: 7 }), time })),
      timeZone: some(fc.constantFrom("Europe/Lisbon", "Asia/Tokyo", "America/Toronto")),
    }),
  })
  .map(whole);

/** Lines that the parser keeps and does not read, put between the lines of a file that has no fault. */
const NOISE = ["", "   ", "free words", "<!-- a note -->", "<!-- two\nlines -->", "### deeper", "> quoted"];
const file = fc
  .tuple(goals, fc.array(fc.tuple(fc.nat(60), fc.constantFrom(...NOISE)), { maxLength: 12 }), fc.boolean())
  .map(([said, noise, windows]) => {
    const lines = printGoals(said).split("\n");
    // The north star is the first text of its section, so no text goes in there.
    for (const [at, text] of noise) if (at > 4) lines.splice(Math.min(at, lines.length), 0, text);
    return { said, text: lines.join(windows ? "\r\n" : "\n").replaceAll(windows ? /(?<!\r)\n/g : /$^/g, "\r\n") };
  });

/** A file with anything in it. */
const PIECES = [
  ..."## Today|## this week (x)|# Goals|### Sub|## Schedule Targets|## North Star|- |1. |  - |- [x] |- [ ] |[a]".split(
    "|",
  ),
  ..."wake_target: 07:00|- wake_target: 99|timezone: X|quiet_hours: 1-2|weekly_review|<!--|-->|—|\uFEFF|\u0000|\ud800|\r|\r\n|\n|\n|\n|\t".split(
    "|",
  ),
];
const damaged = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: "binary", maxLength: 6 })), { maxLength: 60 })
  .map((parts) => parts.join(""));
const anyText = fc.oneof(
  damaged,
  file.map(({ text }) => text),
  fc.tuple(file, fc.nat(), fc.constantFrom(...PIECES)).map(([{ text }, at, piece]) => {
    const cut = at % (text.length + 1);
    return text.slice(0, cut) + piece + text.slice(cut + 1);
  }),
);

const edit: fc.Arbitrary<GoalsLineEdit> = fc.oneof(
  fc.record({ do: fc.constant("add" as const), section: fc.constantFrom(...GOAL_LISTS), text: words }),
  fc.record({ do: fc.constant("remove" as const), section: fc.constantFrom(...GOAL_LISTS), text: words }),
  fc.record({ do: fc.constant("rename" as const), section: fc.constantFrom(...GOAL_LISTS), text: words, to: words }),
  fc.record({
    do: fc.constant("tick" as const),
    section: fc.constantFrom(...GOAL_LISTS),
    text: words,
    done: fc.boolean(),
  }),
  fc.record({ do: fc.constant("set" as const), section: fc.constantFrom("quarter", "week", "today"), items: list(3) }),
  fc.record({ do: fc.constant("northStar" as const), text: fc.option(words) }),
  fc.record({
    do: fc.constant("target" as const),
    target: fc.constant("wake_target" as const),
    value: fc.option(time),
  }),
);

const edited = (text: string, change: GoalsLineEdit) => {
  try {
    return editGoals(text, change);
  } catch (error) {
    if (!isError(error, "InvalidInput")) throw error;
    return undefined;
  }
};

describe("the parser", () => {
  it("reads what the printer wrote", () => {
    fc.assert(
      fc.property(goals, (said) => {
        expect(parseGoals(printGoals(said))).toMatchObject({ goals: said, faults: [] });
        expect(parseGoals(printGoals(said, { hints: true })).goals).toEqual(said);
      }),
      { numRuns: 160 },
    );
  });

  it("takes no notice of what stands between the lines", () => {
    fc.assert(
      fc.property(file, ({ said, text }) => {
        expect(parseGoals(text)).toMatchObject({ goals: said, faults: [] });
      }),
      { numRuns: 160 },
    );
  });

  it("never throws, names lines that exist, and its lines are the text", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { lines, faults } = parseGoals(text);
        expect(lines.map(({ raw, end }) => raw + end).join("")).toBe(text);
        for (const { line } of faults) expect(line).toBeLessThanOrEqual(Math.max(1, lines.length));
        for (const { raw, shown } of lines) expect(shown).toHaveLength(raw.length);
      }),
      { numRuns: 660 },
    );
  });
});

describe("the editor", () => {
  it("says exactly what was asked, and leaves all other lines as they are", () => {
    fc.assert(
      fc.property(file, edit, ({ said, text }, change) => {
        const next = edited(text, change);
        if (next === undefined) return;
        const { goals: now, faults } = parseGoals(next);
        expect(faults).toEqual([]);
        expect(now).toEqual(expected(said, change));
        const [before, after] = [linesOf(text).lines, linesOf(next).lines];
        const kept = new Map<string, number>();
        for (const { raw } of after) kept.set(raw, (kept.get(raw) ?? 0) + 1);
        const lost = before.filter(({ raw }) => {
          const left = kept.get(raw) ?? 0;
          kept.set(raw, left - 1);
          return left <= 0;
        });
        expect(lost.length).toBeLessThanOrEqual(change.do === "set" ? 3 : 1);
      }),
      { numRuns: 330 },
    );
  });

  it("refuses or changes any text, adds no fault, and an edit and its opposite give the text again", () => {
    fc.assert(
      fc.property(anyText, words, (text, added) => {
        const next = edited(text, { do: "add", section: "week", text: added });
        if (next === undefined) return;
        expect(parseGoals(next).faults.length).toBeLessThanOrEqual(parseGoals(text).faults.length);
        const back = edited(next, { do: "remove", section: "week", text: added });
        if (parseGoals(text).sections.some(({ section }) => section === "week") && back !== undefined)
          expect(back.trimEnd()).toBe(text.trimEnd());
      }),
      { numRuns: 330 },
    );
  });
});

/** The goals after an edit that was not refused. Words that are part of one line alone name that line. */
function expected(said: Goals, change: GoalsLineEdit): Goals {
  if (change.do === "northStar") {
    const { northStar: _, ...rest } = said;
    return change.text === null ? rest : { ...rest, northStar: change.text };
  }
  if (change.do === "target") {
    const { wake: _, ...targets } = said.targets;
    return { ...said, targets: change.value === null ? targets : { ...targets, wake: change.value } };
  }
  const { section } = change;
  const own = section === "people" ? said.people.map(lineOf) : said[section];
  const next = listAfter(own, change);
  return section === "people" ? { ...said, people: next.map(personOf) } : { ...said, [section]: next };
}

function listAfter(own: readonly string[], change: Exclude<GoalsLineEdit, { do: "northStar" | "target" }>): string[] {
  if (change.do === "add") return [...own, change.text];
  if (change.do === "set") return [...change.items];
  const at = own.findIndex((text) => text.toLowerCase() === change.text.toLowerCase());
  const named = at === -1 ? own.findIndex((text) => text.toLowerCase().includes(change.text.toLowerCase())) : at;
  return own.flatMap((text, i) => {
    if (i !== named) return [text];
    if (change.do === "rename") return [change.to];
    return change.do === "tick" && !change.done ? [text] : [];
  });
}

const lineOf = ({ name, context }: Goals["people"][number]) => (context ? `${name} — ${context}` : name);
function personOf(line: string): Goals["people"][number] {
  const [name = "", context] = line.split(" — ");
  return context ? { name, context } : { name };
}

describe("the merge", () => {
  it("with one side unchanged gives the other, and with both alike gives that", () => {
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        expect(mergeGoals(a, a, b)).toEqual({ text: b });
        expect(mergeGoals(a, b, a)).toEqual({ text: b });
        expect(mergeGoals(a, b, b)).toEqual({ text: b });
      }),
      { numRuns: 160 },
    );
  });

  it("keeps both changes of different sections, in either order", () => {
    fc.assert(
      fc.property(file, words, words, ({ said, text }, one, two) => {
        fc.pre(said.week.length < 3 && said.today.length < 3);
        fc.pre(!said.week.includes(one) && !said.today.includes(two));
        const mine = edited(text, { do: "add", section: "week", text: one });
        const theirs = edited(text, { do: "add", section: "today", text: two });
        if (mine === undefined || theirs === undefined) return;
        for (const merged of [mergeGoals(text, mine, theirs), mergeGoals(text, theirs, mine)]) {
          const joint = parseGoals("text" in merged ? merged.text : "");
          expect(joint.faults).toEqual([]);
          expect(joint.goals).toEqual({ ...said, week: [...said.week, one], today: [...said.today, two] });
        }
      }),
      { numRuns: 100 },
    );
  });

  it("names the section that both changed, and joins nothing", () => {
    const base = printGoals({ ...parseGoals("").goals, week: ["a"] });
    const [mine, theirs] = ["b", "c"].map((to) => editGoals(base, { do: "rename", section: "week", text: "a", to }));
    expect(mergeGoals(base, mine ?? "", theirs ?? "")).toEqual({ conflicts: ["This Week"] });
  });

  it("never throws, and takes no line that neither side has", () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, (base, mine, theirs) => {
        const merged = mergeGoals(base, mine, theirs);
        if ("conflicts" in merged) {
          expect(merged.conflicts).not.toEqual([]);
          return;
        }
        const held = new Set([mine, theirs].flatMap((text) => linesOf(text).lines.map(({ raw }) => raw)));
        for (const { raw } of linesOf(merged.text).lines) if (raw.trim() !== "") expect(held).toContain(raw);
      }),
      { numRuns: 330 },
    );
  });
});
