/**
 * Measures what plain code does with wishes that strangers typed to other assistants:
 * `npm run bench:requests -- [--data PATH] [--json] [--verbose]`. PATH is a file or a folder of JSON lines
 * `{set, text, intent}`; fifty of each intent are read. `requests-map.json` says which of their intents Waldo serves.
 * For all others it must say that it did not understand. The halves are split by a hash of the text. Only `seen` may be
 * looked at while the matcher is built.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { understandingOf } from "@waldo/core/language/understand";
import { repositoryIntents } from "@waldo/embedded/bundled-intents";
import map from "./requests-map.json" with { type: "json" };
import { fixed, printTable } from "./table.ts";

const MOMENT = { date: "2026-03-04", time: "10:20" } as const;
const MOST_OF_EACH = 50;
/** Small talk that does nothing. It is a right answer to any wish that Waldo does not serve. */
const SMALL_TALK = ["ok", "thanks", "hello", "good-night", "who-are-you", "what-can-you-do"];
const SERVED: Readonly<Record<string, readonly string[]>> = map;

type Row = { readonly set: string; readonly text: string; readonly intent: string };
type How = "right" | "asked" | "not known" | "wrong" | "wrong act";

const { values } = parseArgs({
  options: {
    data: { type: "string", default: fileURLToPath(new URL("../../shared/data/requests/", import.meta.url)) },
    json: { type: "boolean", default: false },
    verbose: { type: "boolean", default: false },
  },
});
if (existsSync(values.data)) main(values.data);
else console.log(`skipped: no ${values.data}`);

function main(path: string): void {
  const { understand } = understandingOf(repositoryIntents());
  const judged = rowsOf(path).map((row) => {
    const asked = understand(row.text, MOMENT);
    const wanted = SERVED[row.intent] ?? SMALL_TALK;
    const how: How =
      asked.is === "unknown"
        ? "not known"
        : asked.is === "unclear"
          ? "asked"
          : wanted.includes(asked.intent.name)
            ? "right"
            : asked.intent.acts
              ? "wrong act"
              : "wrong";
    return { row, how, taken: asked.is === "clear" ? asked.intent.name : asked.is, half: halfOf(row.text) };
  });
  const lines = ["seen", "kept"].flatMap((half) =>
    [true, false].map((served) => {
      const rows = judged.filter((one) => one.half === half && served === one.row.intent in SERVED);
      const share = (...hows: How[]) => rows.filter(({ how }) => hows.includes(how)).length / Math.max(1, rows.length);
      return served
        ? {
            half,
            kind: "served",
            count: rows.length,
            right: share("right"),
            asked: share("asked"),
            notKnown: share("not known"),
            wrong: share("wrong"),
            wrongAct: share("wrong act"),
          }
        : {
            half,
            kind: "others",
            count: rows.length,
            right: share("not known", "right"),
            asked: share("asked"),
            notKnown: undefined,
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

function rowsOf(path: string): Row[] {
  const files = statSync(path).isDirectory()
    ? readdirSync(path)
        .filter((file) => file.endsWith(".jsonl"))
        .sort()
        .map((file) => join(path, file))
    : [path];
  const counts = new Map<string, number>();
  return files
    .flatMap((file) => readFileSync(file, "utf8").split("\n"))
    .flatMap((line): Row[] => (line === "" ? [] : [JSON.parse(line)]))
    .filter(({ set, intent }) => {
      const count = (counts.get(`${set} ${intent}`) ?? 0) + 1;
      counts.set(`${set} ${intent}`, count);
      return count <= MOST_OF_EACH;
    });
}

function halfOf(text: string): "seen" | "kept" {
  return (createHash("sha256").update(text).digest()[0] ?? 0) % 2 === 0 ? "seen" : "kept";
}
