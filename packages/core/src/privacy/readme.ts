/** The page with which a person opens their export. */
import { OBJECT_ROOTS } from "@waldo/contracts";
import { secrets, TOPICS, type Topic } from "./everything.ts";
import type { Manifest } from "./manifest.ts";

const FILES: Readonly<Record<(typeof OBJECT_ROOTS)[number], string>> = {
  workspace: "The pages that Waldo keeps of you, among them the wiki, and your own recipes. Any editor opens them.",
  archive: "What was moved out of the rows when it grew old: diary, runs, patrol, nights, history of claims.",
  index: "What memory is searched by. It can be made again from the claims.",
  spill: "Bodies of rows that were too large. Their rows hold them as well.",
};

/** Returns the readme of an export. */
export function readmeOf({ userId, exportedAt, rows, files }: Manifest): string {
  const lines = [
    "# Everything that Waldo has of you",
    "",
    `The export of \`${userId}\`, made on ${new Date(exportedAt).toISOString()}.`,
    "",
    "Each line of a `.jsonl` file is one row: its kind, its key, the version of its schema, and its body. Instants are",
    "milliseconds since 1970-01-01 UTC. The schema of a file stands in `schemas/` under the same name.",
    "",
    "| file | rows | what is in it |",
    "|---|---:|---|",
    ...Object.entries(rows).map(
      ([topic, count]) => `| \`rows/${topic}.jsonl\` | ${count} | ${TOPICS[topic as Topic]} |`,
    ),
    "",
    "| folder | files | what is in it |",
    "|---|---:|---|",
    ...OBJECT_ROOTS.map((root) => `| \`files/${root}/\` | ${files[root] ?? 0} | ${FILES[root]} |`),
    "",
    "## What is not in it",
    "",
    "Secrets by which somebody could act as you. They are deleted with everything else when you erase.",
    "",
    ...secrets().map(({ kind, why }) => `- \`${kind}\`: ${why}.`),
    "- Keys: the data key of your rows, the keys of this deployment, and the access that vendors gave to it.",
    "",
    "## To go on elsewhere",
    "",
    "`waldo privacy import <this file> --home <an empty folder>` takes all of it in on one machine.",
    "",
  ];
  return lines.join("\n");
}
