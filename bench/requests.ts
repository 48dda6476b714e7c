/**
 * Measures what plain code does with wishes that strangers typed to other assistants:
 * `npm run bench:requests -- [--data PATH] [--json] [--verbose]`. PATH is a file or a folder of JSON lines
 * `{set, text, intent}`; fifty of each intent are read. `requests-map.json` says which of their intents Waldo serves.
 * For all others it must say that it did not understand. The halves are split by a hash of the text. Only `seen` may be
 * looked at while the matcher is built.
 */
import { createHash } from "node:crypto";
import type { Asked } from "@waldo/contracts";
import { repositoryUnderstanding } from "@waldo/embedded/bundled-intents";
import * as z from "zod";
import { filesIn, linesIn } from "./data-lines.ts";
import { optionsOf } from "./options.ts";
import map from "./requests-map.json" with { type: "json" };
import { fixed, printTable } from "./table.ts";

const MOMENT = { date: "2026-03-04", time: "10:20" } as const;
const MOST_OF_EACH = 50;
/**
 * Small talk that does nothing is a right answer to any wish that Waldo does not serve. To news it answers that it will do
 * something only when told what.
 */
const SMALL_TALK = ["ok", "thanks", "hello", "good-night", "news", "who-are-you", "what-can-you-do"];
const SERVED: Readonly<Record<string, readonly string[]>> = map;

const Row = z.object({ set: z.string(), text: z.string(), intent: z.string() });
type Row = z.infer<typeof Row>;
type How = "right" | "asked" | "not known" | "wrong" | "wrong act";

const values = optionsOf(
  `Usage: npm run bench:requests -- [--data PATH] [--json] [--verbose]

  --data PATH   a file or a folder of JSON lines (default ../shared/data/requests)
  --verbose     also each wish of the seen half that was not understood as the map wants`,
  {
    data: { type: "string", default: "../shared/data/requests" },
    json: { type: "boolean", default: false },
    verbose: { type: "boolean", default: false },
  },
);
await main(values.data);

async function main(path: string): Promise<void> {
  const { understand } = await repositoryUnderstanding();
  const judged = rowsOf(path).map((row) => {
    const asked = understand(row.text, MOMENT);
    const how = howOf(asked, SERVED[row.intent] ?? SMALL_TALK);
    return { row, how, taken: asked.is === "clear" ? asked.intent.name : asked.is, half: halfOf(row.text) };
  });
  const lines = ["seen", "kept"].flatMap((half) =>
    [true, false].map((served) => {
      const rows = judged.filter((one) => one.half === half && served === one.row.intent in SERVED);
      const share = (...hows: How[]) => rows.filter(({ how }) => hows.includes(how)).length / Math.max(1, rows.length);
      // Of a wish that is not served, it is right to say that it was not understood.
      return {
        half,
        kind: served ? "served" : "others",
        count: rows.length,
        right: served ? share("right") : share("not known", "right"),
        asked: share("asked"),
        notKnown: served ? share("not known") : undefined,
        wrong: share("wrong"),
        wrongAct: share("wrong act"),
      };
    }),
  );
  if (values.json) console.log(JSON.stringify(lines, undefined, 2));
  else
    printTable(
      ["half", "wishes", "count", "right or said so", "asked", "not known", "wrong", "wrong act"],
      lines.map(({ half, kind, count, ...shares }) => [
        half,
        kind,
        count,
        ...Object.values(shares).map((part) => (part === undefined ? undefined : `${fixed(100 * part, 1)}%`)),
      ]),
    );
  if (values.verbose)
    for (const { row, how, taken, half } of judged)
      if (half === "seen" && how !== (row.intent in SERVED ? "right" : "not known"))
        console.log(`${row.intent} → ${taken} (${how}): ${row.text}`);
}

function howOf(asked: Asked, wanted: readonly string[]): How {
  if (asked.is !== "clear") return asked.is === "unknown" ? "not known" : "asked";
  if (wanted.includes(asked.intent.name)) return "right";
  return asked.intent.acts ? "wrong act" : "wrong";
}

function rowsOf(path: string): Row[] {
  const counts = new Map<string, number>();
  return filesIn(path)
    .flatMap((file) => linesIn(file, (line) => Row.parse(line)))
    .filter(({ set, intent }) => {
      const count = (counts.get(`${set} ${intent}`) ?? 0) + 1;
      counts.set(`${set} ${intent}`, count);
      return count <= MOST_OF_EACH;
    });
}

function halfOf(text: string): "seen" | "kept" {
  return (createHash("sha256").update(text).digest()[0] ?? 0) % 2 === 0 ? "seen" : "kept";
}
