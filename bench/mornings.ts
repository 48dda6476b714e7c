/**
 * Writes the mornings of real people and checks each text against the raw days, and plays some of the days through the
 * product's own day: `npm run bench:mornings -- [--data PATH] [--show PERSON] [--from DATE] [--days N] [--played N]
 * [--sent [--shifts]] [--json]`. PATH is a folder of exports, as wearable-people.ts describes. `--show` prints one
 * person's mornings beside the facts: all of them, or N calendar days from a date on, and a silent day is printed as
 * well. With `--sent` the days are played and everything sent is printed, and `--shifts` moves some nights to the day.
 * `--played` says how many days of each person are played, evenly spread, or `all`; 0 plays none. It says on stderr how
 * far it is.
 */
import { existsSync } from "node:fs";
import { type Findings, LocalDate, ZONES } from "@waldo/contracts";
import { addDays } from "@waldo/core/time";
import * as z from "zod";
import { checkMornings, type Morning, morningsOf } from "./mornings-check.ts";
import { type PlayedCounts, playPerson, sumOf } from "./mornings-played.ts";
import { shifted, showSent } from "./mornings-sent.ts";
import { optionsOf } from "./options.ts";
import { endProgress, progress } from "./progress.ts";
import { printTable } from "./table.ts";
import { wearablePeople } from "./wearable-people.ts";

/** A person with fewer days than this has no usual on most of them. */
const LEAST_DAYS = 30;
/** How many days `--sent` plays unless told. */
const SENT_DAYS = 28;
/** How many of the counted Briefs are printed. */
const SHOWN = 20;

const values = optionsOf(
  `Usage: npm run bench:mornings -- [--data PATH] [--show PERSON [--from DATE] [--days N]] [--played N|all] [--json]

Writes the mornings of real people and checks each text against the raw days.

  --data PATH     a folder of exports (default ../shared/data/wearables)
  --show PERSON   one person's mornings beside the facts
  --from DATE     with --show: from that date on
  --days N        with --show: so many calendar days
  --sent          with --show: play the days, and print everything that was sent
  --shifts        with --sent: the nights of four days in nine are moved to the day
  --played N|all  how many days of each person are played whole (default 3; 0: none)
  --json          everything as JSON

Example: npm run bench:mornings -- --played 0`,
  {
    data: { type: "string", default: "../shared/data/wearables" },
    show: { type: "string" },
    from: { type: "string" },
    days: { type: "string" },
    sent: { type: "boolean", default: false },
    shifts: { type: "boolean", default: false },
    played: { type: "string", default: "3" },
    json: { type: "boolean", default: false },
  },
);
if (!existsSync(values.data)) console.log(`skipped: no ${values.data.replace(/\/data\/wearables$/, "/data")}`);
else await main(values.data);

async function main(path: string): Promise<void> {
  const { people, skipped } = await wearablePeople(path);
  const enough = people.filter(({ days }) => days.length >= LEAST_DAYS);
  if (values.show !== undefined) {
    const person = people.find(({ name }) => name === values.show);
    if (person === undefined)
      throw new Error(`nobody is named so; there are ${people.map(({ name }) => name).join(", ")}`);
    if (values.sent) {
      const days = values.shifts ? shifted(person.days) : person.days;
      const first = LocalDate.parse(values.from ?? days.map(({ date }) => date).sort()[0]);
      await showSent(days, first, Number(values.days ?? SENT_DAYS));
    } else show(person.name, span(morningsOf(person.days)));
    return;
  }
  const rows = enough.map(({ set, name, days }, i) => {
    progress(`mornings of ${name}, person ${i + 1} of ${enough.length}`);
    return { set, name, ...checkMornings(days) };
  });
  const most = values.played === "all" ? "all" : z.coerce.number().int().min(0).parse(values.played);
  const played: (PlayedCounts & { readonly name: string })[] = [];
  for (const [i, { name, days }] of most === 0 ? [] : enough.entries()) {
    const tell = (day: number, all: number) => {
      // A file gets one line for each person.
      if (day === 0 || process.stderr.isTTY)
        progress(`played ${day} of ${all} days of ${name}, person ${i + 1} of ${enough.length}`);
    };
    played.push({ name, ...(await playPerson(days, most, tell)) });
  }
  endProgress();
  if (values.json) {
    console.log(JSON.stringify({ rows, played, skipped }, undefined, 2));
    return;
  }
  const percent = (share: number) => `${(100 * share).toFixed(0)}%`;
  printTable(
    [
      "person",
      "mornings",
      "silent",
      "as the day before",
      "best named",
      "worst named",
      "false short",
      "no usual",
      "other cause",
      ...[...ZONES].reverse(),
    ],
    rows.map((row) => [
      row.name,
      row.mornings,
      row.silent,
      row.repeated,
      `${row.edges.good.named}/${row.edges.good.all}`,
      `${row.edges.bad.named}/${row.edges.bad.all}`,
      row.falseShort,
      row.usualTooEarly,
      row.otherCause,
      ...[...ZONES].reverse().map((zone) => percent(row.zones[zone])),
    ]),
  );
  const sum = (read: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + read(row), 0);
  const mornings = sum((row) => row.mornings);
  const edge = (side: "good" | "bad" | "other") =>
    `${sum((row) => row.edges[side].named)} of ${sum((row) => row.edges[side].all)}`;
  console.log(`
${mornings} mornings of ${rows.length} people. ${sum((row) => row.silent)} without a text; ${sum((row) => row.repeated)} led with the clause of the day before;
${edge("good")} with the best of a month named it, ${edge("bad")} with the worst, ${edge("other")} the other side where both were clear;
${sum((row) => row.falseShort)} times a night was called short although it was as long as the person's own mean and over six hours;
${sum((row) => row.usualTooEarly)} times a usual was claimed before a week of nights; ${sum((row) => row.otherCause)} times another reading than the cause had lost more and was further off.
Body zones of all scored days: ${[...ZONES]
    .reverse()
    .map(
      (zone) =>
        `${zone} ${percent(
          sum((row) => row.scored * row.zones[zone]) /
            Math.max(
              1,
              sum((row) => row.scored),
            ),
        )}`,
    )
    .join(", ")}.`);
  if (played.length > 0) tellPlayed(sumOf(played));
  for (const reason of skipped) console.log(`skipped ${reason}`);
}

function tellPlayed(all: PlayedCounts): void {
  console.log(`
${all.days} days played, ${all.briefs} Briefs. ${all.contradictions} contradicted an earlier one of the day; ${all.otherCauses} named another cause;
${all.prematureNoScore} times no score was told within two hours of a night that had arrived; ${all.prematureWear} times "wear it tonight" came before the evening;
${all.eventFirst} event Briefs were the first with a score; ${all.repeated} sentences came twice on a day.`);
  for (const one of all.found.slice(0, SHOWN)) console.log(`  ${one}`);
}

/** The mornings from `--from` on, and at most those of `--days` calendar days. */
function span(mornings: readonly Morning[]): Morning[] {
  const from = LocalDate.parse(values.from ?? mornings[0]?.date);
  const until = values.days === undefined ? undefined : addDays(from, Number(values.days));
  return mornings.filter(({ date }) => date >= from && (until === undefined || date < until));
}

function show(name: string, mornings: readonly Morning[]): void {
  console.log(`${name}: ${mornings.length} mornings beside the facts\n`);
  for (const { date, text, facts, result } of mornings) {
    console.log(`${weekday(date)} ${date}  ${result.bodyZone ?? "no score"}`);
    console.log(`  facts: ${facts || "none"}`);
    console.log(`  usual: ${usualWords(result.findings)}`);
    console.log(`  says:  ${text ?? "(silent)"}\n`);
  }
}

function weekday(date: LocalDate): string {
  return new Date(date).toUTCString().slice(0, 3);
}

/** Returns the unusual readings, in the words that the writer got. */
function usualWords(findings: Findings | undefined): string {
  const signs = (findings?.signs ?? []).map(
    ({ sign, side, size, days, mostOf }) =>
      `${sign} ${size} ${side}${mostOf === undefined ? "" : `, most of ${mostOf}`}${days > 1 ? `, day ${days}` : ""}`,
  );
  const strain = findings?.bodyStrain;
  const step = strain === undefined || strain.step < 2 ? [] : [`strain step ${strain.step}, day ${strain.days}`];
  return [...step, ...signs].join("; ") || "nothing stands out";
}
