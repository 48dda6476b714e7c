// Exports all data of a person as one zip. It is written row by row and object by object, so the needed memory stays
// small.
//
// README.md  waldo-export.json   a description for people, and one for an import
//     rows/<topic>.jsonl             one row a line
//     schemas/<topic>.json           the JSON Schema of such a line
//     files/<root>/…                 pages, archive, index, and bodies too large for a row
//
// Rows come first, then objects. A row that moves to the archive meanwhile is in at least one of the two.

import { PassThrough, Readable } from "node:stream";
import { type EpochMs, kindOf, OBJECT_ROOTS, TOPICS, type Topic, type UserId } from "@waldo/contracts";
import yazl from "yazl";
import * as z from "zod";
import type { Archive, Clock, Row, Store } from "../ports.ts";
import { queryAll } from "../store/query-all.ts";
import { VERSION } from "../store/readable.ts";
import { type ExportedKind, everyObject, exportedKinds, secrets } from "./everything.ts";

const FORMAT = "waldo export";
const FORMAT_VERSION = 1;
export const MANIFEST = "waldo-export.json";

/** `rows` counts the lines of each topic, `files` the objects of each root. */
export const Manifest = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(FORMAT_VERSION),
  userId: z.string(),
  exportedAt: z.number().int(),
  rows: z.record(z.string(), z.number().int()),
  files: z.record(z.string(), z.number().int()),
});
export type Manifest = z.infer<typeof Manifest>;

/** One line of a topic: a row, with the version of its schema. */
export const Line = z.strictObject({
  kind: z.string(),
  key: z.string(),
  schema: z.number().int(),
  body: z.record(z.string(), z.unknown()),
});

const FILES: Readonly<Record<(typeof OBJECT_ROOTS)[number], string>> = {
  workspace: "The pages that Waldo keeps of you, among them the wiki, and your own recipes. Any editor opens them.",
  archive: "What was moved out of the rows when it grew old: diary, runs, patrol, nights, history of claims.",
  index: "What memory is searched by. It can be made again from the claims.",
  spill: "Bodies of rows that were too large. Their rows hold them as well.",
};

/** Returns the readme of an export. */
function readmeOf({ userId, exportedAt, rows, files }: Manifest): string {
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

/** The ports of an export. The store is below the schemas, so that even an unreadable row is exported unchanged. */
export type ExportPorts = { readonly store: Store; readonly archive: Archive; readonly clock: Clock };

/**
 * Returns the bytes of the zip as they are made. Reading starts when the caller asks for the first bytes, so the caller
 * always gets an error. Throws the errors of the store and the archive.
 */
export async function* exportZip(ports: ExportPorts, userId: UserId): AsyncGenerator<Uint8Array> {
  const { archive, clock } = ports;
  const exportedAt = clock.now();
  const options = { mtime: new Date(exportedAt), compress: true };
  const zip = new yazl.ZipFile();
  const out = new PassThrough();
  zip.on("error", (error: Error) => out.destroy(error));
  zip.outputStream.pipe(out);
  const counts = { rows: {} as Record<string, number>, files: {} as Record<string, number> };
  /** Adds an entry whose content is made when its turn comes. */
  const add = (path: string, make: () => AsyncIterable<string | Uint8Array>) =>
    zip.addReadStreamLazy(path, options, (give) => {
      const stream = Readable.from(make(), { objectMode: false });
      stream.on("error", (error) => out.destroy(error));
      give(undefined, stream);
    });

  const byTopic = Map.groupBy(exportedKinds(), ({ topic }) => topic);
  for (const [topic, kinds] of byTopic) {
    counts.rows[topic] = 0;
    add(`rows/${topic}.jsonl`, async function* () {
      for await (const line of linesOf(ports.store, userId, kinds)) {
        counts.rows[topic] = (counts.rows[topic] ?? 0) + 1;
        yield `${JSON.stringify(line)}\n`;
      }
    });
    zip.addBuffer(json(schemaOf(topic, kinds)), `schemas/${topic}.json`, options);
  }
  for (const root of OBJECT_ROOTS) counts.files[root] = 0;
  /**
   * Adds an entry for each object and ends the list. It runs last, because the objects are listed only after all rows
   * are written.
   */
  const rest = async () => {
    for (const { root, prefix } of everyObject(userId))
      for (const name of await archive.list(prefix)) {
        counts.files[root] = (counts.files[root] ?? 0) + 1;
        add(`files/${root}/${name.slice(prefix.length)}`, async function* () {
          const bytes = await archive.read(name);
          if (bytes) yield bytes;
        });
      }
    const manifest: Manifest = { format: FORMAT, version: FORMAT_VERSION, userId, exportedAt, ...counts };
    zip.addBuffer(json(manifest), MANIFEST, options);
    zip.addBuffer(Buffer.from(readmeOf(manifest)), "README.md", options);
    zip.end();
  };
  add("schemas/line.json", async function* () {
    yield json(z.toJSONSchema(Line));
    await rest();
  });
  yield* out as AsyncIterable<Uint8Array>;
}

async function* linesOf(store: Store, userId: UserId, kinds: readonly ExportedKind[]) {
  for (const { kind, range } of kinds)
    for await (const row of queryAll(store, range(userId))) if (kindOf(row.key) === kind) yield lineOf(kind, row);
}

function lineOf(kind: string, { key, body }: Row): z.infer<typeof Line> {
  const { [VERSION]: version, ...rest } = body;
  return { kind, key: key.sk, schema: typeof version === "number" ? version : 0, body: rest };
}

function schemaOf(topic: Topic, kinds: readonly ExportedKind[]): object {
  const line = (kind: ExportedKind) =>
    z.strictObject({
      ...Line.shape,
      kind: z.literal(kind.kind),
      body: kind.about.schema,
    });
  const [first, ...others] = kinds.map(line);
  const schema = first ? z.union([first, ...others]) : Line;
  return { title: topic, description: TOPICS[topic], ...z.toJSONSchema(schema, { unrepresentable: "any" }) };
}

const json = (value: object) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

/** Returns the name of the file that a person keeps. */
export function exportName(userId: UserId, at: EpochMs): string {
  return `waldo-${userId}-${new Date(at).toISOString().slice(0, 10)}.zip`;
}
