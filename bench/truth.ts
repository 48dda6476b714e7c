/**
 * Renders every surface of every day of real people, and compares all that is said about one subject: `npm run
 * bench:truth -- [--data PATH] [--pages N] [--json]`. PATH is a folder of exports, as wearable-people.ts describes.
 * `--pages` reads so many of the days in a browser as well, evenly spread. It says on stderr how far it is.
 */
import { existsSync } from "node:fs";
import { repositoryUnderstanding } from "@waldo/embedded/bundled-intents";
import * as z from "zod";
import { morningsOf } from "./mornings-check.ts";
import { optionsOf } from "./options.ts";
import { endProgress, progress } from "./progress.ts";
import { printTable } from "./table.ts";
import { type PageDay, readPages, spread } from "./truth-pages.ts";
import { type Contradiction, contradictions } from "./truth-read.ts";
import { readingsOf, understood } from "./truth-surfaces.ts";
import { wearablePeople } from "./wearable-people.ts";

/** How many examples of each kind are printed. */
const SHOWN = 4;

const values = optionsOf(
  `Usage: npm run bench:truth -- [--data PATH] [--pages N] [--json]

Renders every surface of every day of real people, and compares all that is said about one subject.

  --data PATH  a folder of exports (default ../shared/data/wearables)
  --pages N    how many of the days are read in a browser as well (default 0)
  --json       everything as JSON

Example: npm run bench:truth -- --pages 300`,
  {
    data: { type: "string", default: "../shared/data/wearables" },
    pages: { type: "string", default: "0" },
    json: { type: "boolean", default: false },
  },
);
if (!existsSync(values.data)) console.log(`skipped: no ${values.data.replace(/\/data\/wearables$/, "/data")}`);
else await main(values.data);

type Found = Contradiction & { readonly person: string; readonly date: string };

function isOfBrief(surface: string): boolean {
  return surface.endsWith("Brief");
}

async function main(path: string): Promise<void> {
  const { people, skipped } = await wearablePeople(path);
  const questions = understood(await repositoryUnderstanding());
  const clear = questions.filter(({ asked }) => asked.is === "clear").length;
  const found: Found[] = [];
  const days: PageDay[] = [];
  let [statements, texts] = [0, 0];
  for (const [i, person] of people.entries()) {
    progress(`surfaces of ${person.name}, person ${i + 1} of ${people.length}`);
    for (const morning of morningsOf(person.days)) {
      const readings = readingsOf(morning, questions);
      if (readings.length === 0) continue;
      days.push({ person: person.name, result: morning.result, readings });
      texts += readings.length;
      statements += readings.reduce((sum, { said }) => sum + said.length, 0);
      for (const [at, one] of readings.entries())
        for (const two of readings.slice(at))
          for (const each of contradictions(one, two)) found.push({ ...each, person: person.name, date: morning.date });
    }
  }
  const most = z.coerce.number().int().min(0).parse(values.pages);
  const pages = most === 0 ? undefined : await readPages(spread(days, most));
  endProgress();
  const all = [...found, ...(pages?.found ?? [])];
  if (values.json) {
    console.log(JSON.stringify({ days: days.length, texts, statements, pages: pages?.read, found: all, skipped }));
    return;
  }
  const byPair = Map.groupBy(all, ({ between }) => [...between].sort().join(" / "));
  const kinds = ["direction", "usual", "size", "hours", "rank", "cause", "zone", "nothing"] as const;
  printTable(
    ["surfaces", ...kinds, "days"],
    [...byPair]
      .sort(([, a], [, b]) => b.length - a.length)
      .map(([pair, of]) => [
        pair,
        ...kinds.map((kind) => of.filter((one) => one.kind === kind).length),
        new Set(of.map(({ person, date }) => `${person} ${date}`)).size,
      ]),
  );
  const bad = new Set(all.map(({ person, date }) => `${person} ${date}`));
  console.log(`
${days.length} days of ${people.length} people, ${texts} texts with ${statements} statements; ${clear} of ${questions.length} wordings are understood.
${pages === undefined ? "No page was read in a browser." : `${pages.read} pages were read in a browser.`}
${all.length} contradictions on ${bad.size} days; ${all.filter(({ between }) => !between.some(isOfBrief)).length} of them without a Brief.`);
  for (const kind of kinds) {
    const of = all.filter((one) => one.kind === kind);
    for (const { person, date, between, words, subject } of of.slice(0, SHOWN))
      console.log(
        `  ${kind} of ${subject}: ${person} ${date}, ${between[0]} “${words[0]}” and ${between[1]} “${words[1]}”`,
      );
  }
  for (const reason of skipped) console.log(`skipped ${reason}`);
}
