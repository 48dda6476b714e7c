/**
 * Measures how questions about one's own data are read and answered, without a model:
 * `npm run bench:ask -- [--data PATH] [--json] [--verbose]`. PATH is a folder of development data. Three sets:
 *
 * 1. The questions of a paper (ask-phia.ts), by kind, over all, and over those whose label is not 0. A half of them was
 *    not looked at while the grammar was written.
 * 2. Questions made of data/ask/ in four languages over real people, held against a second computation (ask-second.ts).
 *    The workouts and reports of these people are made up, because their exports have none.
 *
 * 3. Requests that strangers typed to other assistants. None of them asks for one's own readings, so each that is taken
 *    for a question counts as wrong.
 *
 * It ends with exit code 1 when a target is missed.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type DataAnswer, INTENT_LANGUAGES, type SourceDay } from "@waldo/contracts";
import { dataAnswer } from "@waldo/core/ask/answer";
import type { AskedRows } from "@waldo/core/ask/chosen";
import { questionIn } from "@waldo/core/ask/read";
import { askedDays } from "@waldo/core/ask/rows";
import { seeded } from "@waldo/core/digest";
import { reconcile } from "@waldo/core/health/reconcile";
import { dataLines } from "@waldo/testkit/data";
import * as z from "zod";
import { type Filled, filled, one, PhraseLine, SentenceLine } from "./ask-made.ts";
import { asThePaperCounts, isLabel, type PaperQuestion, questionsIn, wearersIn } from "./ask-phia.ts";
import { dateOfNumber, dayNumber, type Expected, expectedOf, type Plain, plainDay } from "./ask-second.ts";
import { filesIn, linesIn } from "./data-lines.ts";
import { optionsOf } from "./options.ts";
import { fixed, printTable } from "./table.ts";
import { wearablePeople } from "./wearable-people.ts";

const TARGETS = { paper: 0.95, leftOut: 0.1, made: 0.98, taken: 0.001 } as const;
const SEED = 34;
/** So many questions are made of each wording of a sentence. */
const FILLINGS = 12;
/** A person with fewer days has too few answers. */
const MOST_PEOPLE = 12;
const LEAST_DAYS = 60;
const ROUNDING = 1e-6;

const options = optionsOf(
  `Usage: npm run bench:ask -- [--data PATH] [--json] [--verbose]

  --data PATH   a folder of development data (default ../shared/data)
  --verbose     also each question that was not answered right; of the held half only how many`,
  {
    data: { type: "string", default: "../shared/data" },
    json: { type: "boolean", default: false },
    verbose: { type: "boolean", default: false },
  },
);

type How = "right" | "not read" | "wrong";
type Line = { readonly set: string; readonly part: string; readonly count: number } & Record<
  "right" | "unread" | "wrong",
  number
>;

const lines = [
  ...paper(join(options.data, "questions/phia")),
  ...(await made(join(options.data, "wearables"))),
  ...strangers(join(options.data, "requests")),
];
if (options.json) console.log(JSON.stringify(lines, undefined, 2));
else
  printTable(
    ["set", "part", "count", "right", "not read", "wrong", "right %"],
    lines.map(({ set, part, count, right, unread, wrong }) => [
      set,
      part,
      count,
      right,
      unread,
      wrong,
      count === 0 ? undefined : `${fixed((100 * right) / count, 1)}%`,
    ]),
  );

function line(set: string, part: string, judged: readonly How[]): Line {
  const of = (how: How) => judged.filter((one) => one === how).length;
  return { set, part, count: judged.length, right: of("right"), unread: of("not read"), wrong: of("wrong") };
}

function missed(what: string): void {
  process.exitCode = 1;
  console.error(`missed: ${what}`);
}

function paper(folder: string): Line[] {
  if (!existsSync(folder)) {
    console.log(`skipped: no ${folder}`);
    return [];
  }
  const wearers = wearersIn(folder);
  const all = questionsIn(folder);
  const judged = all
    .filter(({ leftOut }) => leftOut === undefined)
    .map((row) => ({ row, how: judgePaper(row, wearers.get(row.user)) }));
  const part = (name: string, keeps: (row: PaperQuestion) => boolean) =>
    line(
      "paper",
      name,
      judged.filter(({ row }) => keeps(row)).map(({ how }) => how),
    );
  const whole = part("all", () => true);
  if (whole.right < TARGETS.paper * whole.count) missed("questions of the paper");
  if (all.length - judged.length > TARGETS.leftOut * all.length) missed("too many questions are left out");
  const rules = Map.groupBy(
    all.filter(({ leftOut }) => leftOut !== undefined),
    ({ leftOut = "" }) => leftOut,
  );
  return [
    ...[...new Set(judged.map(({ row }) => row.kind))].sort().map((kind) => part(kind, (row) => row.kind === kind)),
    part("read half", ({ held }) => !held),
    part("held half", ({ held }) => held),
    whole,
    part("label is not 0", ({ label }) => Number(label) !== 0),
    ...[...rules].map(([rule, rows]) => ({
      ...line("paper", `left out: ${rule}`, []),
      count: rows.length,
    })),
  ];
}

function judgePaper(row: PaperQuestion, rows: AskedRows | undefined): How {
  if (rows === undefined) return "not read";
  const question = questionIn(row.question, { today: rows.today, spoken: "en" });
  if (question === undefined) return said("not read", row, question);
  const answer = dataAnswer(...asThePaperCounts(question, rows));
  return isLabel(answer, row) ? "right" : said("wrong", row, [question, answer]);
}

function said(how: How, { held, question, label }: PaperQuestion, as: unknown): How {
  if (options.verbose && !held) console.log(`${how}: ${question} → ${JSON.stringify(as)}; ${label}`);
  return how;
}

type Person = { readonly name: string; readonly rows: AskedRows; readonly plain: Plain };

async function made(folder: string): Promise<Line[]> {
  if (!existsSync(folder)) {
    console.log(`skipped: no ${folder}`);
    return [];
  }
  const random = seeded(SEED);
  const { people } = await wearablePeople(folder);
  const long = people
    .filter(({ days }) => days.length >= LEAST_DAYS)
    .sort((a, b) => b.days.length - a.days.length)
    .slice(0, MOST_PEOPLE)
    .map(({ set, name, days }) => personOf(`${set}/${name}`, days, random));
  const phrases = dataLines("ask/phrases.jsonl", PhraseLine);
  const judged = dataLines("ask/sentences.jsonl", SentenceLine).flatMap((sentence) =>
    sentence.texts.flatMap((text) =>
      Array.from({ length: FILLINGS }, () => ({
        sentence,
        how: judgeMade(filled({ text, sentence, phrases, random }), one(long, random)),
      })),
    ),
  );
  const part = (name: string, keeps: (sentence: SentenceLine) => boolean) =>
    line(
      "made",
      name,
      judged.filter(({ sentence }) => keeps(sentence)).map(({ how }) => how),
    );
  const whole = part("all", () => true);
  if (whole.right < TARGETS.made * whole.count) missed("made questions");
  if (whole.wrong > 0) missed("made questions are answered wrong");
  return [
    ...[...new Set(judged.map(({ sentence }) => sentence.kind))]
      .sort()
      .map((kind) => part(kind, (s) => s.kind === kind)),
    ...INTENT_LANGUAGES.map((lang) => part(lang, (s) => s.lang === lang)),
    whole,
  ];
}

/** Returns a person, with workouts and reports that a seed makes up. */
function personOf(name: string, days: readonly SourceDay[], random: () => number): Person {
  const dates = [...new Set(days.map(({ date }) => date))].sort();
  const byDate = Map.groupBy(days, ({ date }) => date);
  const tags = new Map(
    dates.map((date) => [date, ["alcohol", "coffee", "stress"].filter(() => random() < 0.3)] as const),
  );
  const workouts = dates
    .filter(() => random() < 0.4)
    .map((date) => ({
      date,
      kind: one(["run", "run", "swim", "bike"] as const, random),
      values: {
        duration: 20 + Math.floor(random() * 600) / 10,
        distance: 2000 + Math.floor(random() * 9000),
        meanHr: 110 + Math.floor(random() * 50),
      },
    }));
  const today = dates.at(-1) ?? "";
  return {
    name,
    rows: {
      today,
      workouts,
      days: askedDays(dates.map((date) => ({ day: reconcile(byDate.get(date) ?? []), tags: tags.get(date) ?? [] }))),
    },
    plain: {
      today: dayNumber(today),
      days: dates.flatMap((date) =>
        (byDate.get(date) ?? []).slice(-1).map((day) => plainDay(day, tags.get(date) ?? [])),
      ),
      workouts: workouts.map(({ date, kind, values }) => ({
        no: dayNumber(date),
        kind,
        minutes: values.duration,
        metres: values.distance,
        pulse: values.meanHr,
      })),
    },
  };
}

function judgeMade({ text, sentence, metric, range, limits }: Filled, { name, rows, plain }: Person): How {
  const question = questionIn(text, { today: rows.today, spoken: sentence.lang });
  const expected = expectedOf({ kind: sentence.kind, is: sentence.is, metric, range, limits }, plain);
  const answer = question && dataAnswer(question, rows);
  const how = answer === undefined ? "not read" : isRight(answer, expected) ? "right" : "wrong";
  if (options.verbose && how !== "right")
    console.log(
      `${how} ${sentence.lang} ${name}: ${text} → ${JSON.stringify([question, answer])}; ${JSON.stringify(expected)}`,
    );
  return how;
}

function isRight(answer: DataAnswer, expected: Expected): boolean {
  if ("nothing" in expected) return answer.is === "none" && answer.why !== "noSense";
  if ("way" in expected) return answer.is === "trend" && answer.way === expected.way;
  if ("date" in expected) return answer.is === "date" && answer.on === dateOfNumber(expected.date);
  if ("pair" in expected) {
    if (answer.is !== "compared") return false;
    const sides = [answer.one, answer.other].map((side) => (side.is === "number" ? side : undefined));
    const same = expected.pair.every((value, i) =>
      value === undefined
        ? sides[i] === undefined
        : sides[i] !== undefined && near(sides[i].value, value, sides[i].unit),
    );
    const [a, b] = expected.pair;
    return (
      same && (a === undefined || b === undefined ? answer.difference === undefined : near(answer.difference, a - b))
    );
  }
  if (answer.is !== "number" || !near(answer.value, expected.number)) return false;
  return expected.on === undefined || answer.on === dateOfNumber(expected.on);
}

function near(value: number | undefined, wanted: number, unit?: string): boolean {
  if (value === undefined) return false;
  const apart = Math.abs(value - wanted);
  return apart < ROUNDING * Math.max(1, Math.abs(wanted)) || (unit === "clock" && Math.abs(apart - 1440) < ROUNDING);
}

function strangers(folder: string): Line[] {
  if (!existsSync(folder)) {
    console.log(`skipped: no ${folder}`);
    return [];
  }
  const judged = filesIn(folder).flatMap((file) =>
    linesIn(file, (row): How => {
      const { text } = z.object({ text: z.string() }).parse(row);
      const question = questionIn(text, { today: "2026-11-27", spoken: "en" });
      if (question !== undefined && options.verbose) console.log(`wrong: ${text} → ${JSON.stringify(question)}`);
      return question === undefined ? "right" : "wrong";
    }),
  );
  const all = line("strangers", "no question of one's data", judged);
  if (all.wrong > TARGETS.taken * all.count) missed("requests of strangers are taken for questions");
  return [all];
}
