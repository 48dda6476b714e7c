/**
 * Computes what a person costs: `npm run bench:cost [-- --days 30] [--json]`. It plays a month for a calm, an average
 * and a heavy person on embedded parts, with a model whose token counts are those of the real prompts. Then it prices
 * what the meter counted as if on AWS. It does the same for 1, a thousand and a million people, and names the limit
 * each reaches first. It ends with exit code 1 when a target is missed.
 */
import { billOf, computeGbSeconds, PARTS, total } from "@waldo/core/meter/bill";
import { DEFAULT_MODELS, PRICES } from "@waldo/core/meter/prices";
import { sum } from "@waldo/core/meter/tally";
import { PEOPLE } from "./cost-people.ts";
import { type Month, playMonth } from "./cost-play.ts";
import { scaleTo } from "./cost-scale.ts";
import { optionsOf } from "./options.ts";
import { fixed, printTable } from "./table.ts";

/** The targets: dollars a day of the average person, and the share of runs that may go to the escalation tier. */
const TARGETS = { withModel: 0.05, withoutModel: 0.005, escalated: 0.05 } as const;
const SCALES = [1, 1_000, 1_000_000] as const;

const values = optionsOf(
  `Usage: npm run bench:cost -- [--days N] [--json]

Plays a month of a calm, an average and a heavy person, and prices it as if on AWS. Exit code 1: a target is missed.

  --days N  how many days are played (default 30)
  --json    everything as JSON

Example: npm run bench:cost -- --days 7`,
  { days: { type: "string", default: "30" }, json: { type: "boolean", default: false } },
);
const days = Number(values.days);

const months: Month[] = [];
for (const person of PEOPLE) months.push(await playMonth(person, days));
const lines = months.map(lineOf);
const average = lines.find(({ person }) => person === "average");
const month = months.find(({ person }) => person === "average");
if (!average || !month) throw new Error("nobody is average");
const scales = SCALES.map((people) => scaleTo(people, loadOf(month, average.total)));
const targets = [
  { name: "average person, default AWS models, $/day", is: average.total, most: TARGETS.withModel },
  { name: "average person, without the model, $/day", is: average.withoutModel, most: TARGETS.withoutModel },
  { name: "average person, runs that escalate", is: average.escalated, most: TARGETS.escalated },
].map((target) => ({ ...target, met: target.is <= target.most }));

if (values.json) console.log(JSON.stringify({ days, models: DEFAULT_MODELS, people: lines, scales, targets }, null, 2));
else report();
if (targets.some(({ met }) => !met)) process.exitCode = 1;

function lineOf(played: Month) {
  const { person, rows, runs, bytes, transitions, storeUnits } = played;
  const used = sum(rows);
  const bill = billOf(used);
  const perDay = Object.fromEntries(PARTS.map((part) => [part, bill[part] / days]));
  // The storage after the month. It grows more slowly than linearly, because old rows move to the archive.
  const storage = ((bytes.store / 1e9) * PRICES.storeGbMonth + (bytes.archive / 1e9) * PRICES.archiveGbMonth) / 30;
  const all = total(bill) / days + storage;
  const waiting = computeGbSeconds(used) - computeGbSeconds({ counts: used.counts, models: [] });
  return {
    person,
    parts: { ...perDay, storage },
    total: all,
    /** The bill without the model's charges and without the time a function waits for the model. */
    withoutModel: all - bill.model / days - (waiting * PRICES.gbSecond) / days,
    runs: runs.all / days,
    escalated: runs.asked === 0 ? 0 : runs.escalated / runs.asked,
    calls: used.models.reduce((calls, count) => calls + count.calls, 0) / days,
    tokens: {
      input: used.models.reduce((tokens, count) => tokens + count.input + count.cacheRead + count.cacheWrite, 0) / days,
      cached: used.models.reduce((tokens, count) => tokens + count.cacheRead, 0) / days,
      output: used.models.reduce((tokens, count) => tokens + count.output, 0) / days,
    },
    checked: {
      /**
       * Compares the meter with the store's own count, which also has what the player reads, and with the interpreter's
       * count.
       */
      readUnits: (used.counts.readUnits ?? 0) / storeUnits.read,
      writeUnits: (used.counts.writeUnits ?? 0) / storeUnits.write,
      transitions: (used.counts.transitions ?? 0) / transitions,
    },
  };
}

function loadOf({ rows, maxRunWrites }: Month, dollarsPerDay: number) {
  const runs = rows.filter(({ kind }) => kind === "run");
  const seconds = computeGbSeconds(sum(runs)) / Math.max(1, runs.length);
  const wakesPerDay = rows.filter(({ kind }) => kind === "wake").length / days;
  return { runWrites: maxRunWrites, runSeconds: seconds, wakesPerDay, dollarsPerDay };
}

function report(): void {
  const dollars = (value: number | undefined) => fixed(value, 5);
  console.log(`${days} days each, $ per user-day at AWS list prices (packages/core/src/meter/bill.ts), no free tier`);
  console.log(
    `primary ${DEFAULT_MODELS.primary} · escalation ${DEFAULT_MODELS.escalation} · cheap ${DEFAULT_MODELS.cheap}\n`,
  );
  const names = [...PARTS, "storage"] as const;
  printTable(
    ["person", ...names, "total", "without model"],
    lines.map((line) => [
      line.person,
      ...names.map((name) => dollars((line.parts as Record<string, number>)[name])),
      dollars(line.total),
      dollars(line.withoutModel),
    ]),
  );
  console.log("");
  printTable(
    [
      "person",
      "runs/day",
      "model calls/day",
      "tokens in/day",
      "of them cached",
      "out/day",
      "escalated %",
      "meter/store reads",
      "writes",
      "transitions",
    ],
    lines.map((line) => [
      line.person,
      fixed(line.runs, 1),
      fixed(line.calls, 1),
      fixed(line.tokens.input, 0),
      fixed(line.tokens.cached, 0),
      fixed(line.tokens.output, 0),
      fixed(100 * line.escalated, 1),
      fixed(line.checked.readUnits, 3),
      fixed(line.checked.writeUnits, 3),
      fixed(line.checked.transitions, 3),
    ]),
  );
  for (const scale of scales) {
    const people = scale.people.toLocaleString("en");
    console.log(
      `\n${people} average ${scale.people === 1 ? "person" : "people"}, one zone, all wake at 07:00: $${scale.dollarsPerDay.toFixed(2)} a day, $${scale.dollarsPerPerson.toFixed(4)} each (cold starts $${scale.coldPerDay.toFixed(4)})`,
    );
    printTable(
      ["at the brief hour", "without jitter", "with jitter", "quota", "last one waits, s", "carries people", "within"],
      scale.limits.map((row) => [
        row.limit,
        fixed(row.withoutJitter, 1),
        fixed(row.peak, 1),
        row.quota,
        fixed(row.waitS, 0),
        Number.isFinite(row.carries) ? row.carries : undefined,
        row.meets ? "yes" : `needs ${row.factor} times as much`,
      ]),
    );
    const { first } = scale;
    const where = first.meets ? `comes at ${first.carries.toLocaleString("en")} people` : "is met";
    console.log(`the first limit, ${first.limit.split(":")[0]}, ${where}`);
  }
  console.log("");
  for (const { name, is, most, met } of targets)
    console.log(`${met ? "met   " : "MISSED"} ${name}: ${is.toFixed(5)} (at most ${most})`);
}
