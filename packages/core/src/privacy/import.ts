/**
 * Imports an export into a store without data of the person. It first reads and checks the whole zip, then writes the
 * objects, and then all rows in one transaction. So a refused zip changes nothing, and a killed import can be repeated.
 */
import { OBJECT_ROOTS, type UserId, UserId as UserIdSchema, WaldoError } from "@waldo/contracts";
import * as z from "zod";
import { ZIP_BUDGET, zipEntries } from "../health/import/archive-zip.ts";
import type { ExportFile } from "../health/import/export-file.ts";
import {
  type Archive,
  type ByteSource,
  type JsonObject,
  MAX_TRANSACTION_WRITES,
  type Store,
  type Write,
} from "../ports.ts";
import { putNew } from "../store/cas.ts";
import { checkObjectName } from "../store/object-name.ts";
import { isReadable } from "../store/readable.ts";
import { type ExportedKind, everyObject, everyRow, exportedKinds } from "./everything.ts";
import { Line, MANIFEST, Manifest } from "./export.ts";

/** An export has one file for each object, so it may have very many. */
const BUDGET = { ...ZIP_BUDGET, entries: 1_000_000 };

/** The checked zip. Rows and objects are read again during the import. */
type OpenExport = {
  readonly manifest: Manifest;
  readonly userId: UserId;
  rows(): AsyncGenerator<Write & { readonly op: "put" }>;
  objects(): AsyncGenerator<{ readonly name: string; readonly bytes: Uint8Array }>;
};

/** The target of an import. `atomically` runs writes of which all or none are stored. */
type ImportHome = {
  readonly store: Store & { atomically<T>(work: () => Promise<T>): Promise<T> };
  readonly archive: Archive;
};

/** Opens an export and reads all of it once. Throws `ImportRefused` with one line for any other file. */
export async function openExport(source: ByteSource): Promise<OpenExport> {
  const files = new Map<string, ExportFile>();
  for (const file of await zipEntries(source, BUDGET)) files.set(file.name.slice(source.name.length + 1), file);
  const listed = files.get(MANIFEST);
  if (!listed) throw refused(source, `holds no ${MANIFEST}, so it is no export of Waldo`);
  const manifest = Manifest.safeParse(parsed(await textOf(listed)));
  const userId = UserIdSchema.safeParse(manifest.data?.userId).data;
  if (!manifest.success || userId === undefined)
    throw refused(source, `was not made by this release of Waldo: its ${MANIFEST} cannot be read`);
  const { rows } = manifest.data;
  const stray = [...files.keys()].find((name) => /^rows\//.test(name) && rows[name.slice(5, -6)] === undefined);
  if (stray !== undefined) throw refused(source, `holds ${stray}, which its ${MANIFEST} does not name`);
  const kinds = new Map(exportedKinds().map((kind) => [kind.kind, kind]));

  const opened: OpenExport = {
    manifest: manifest.data,
    userId,
    async *rows() {
      for (const [topic, count] of Object.entries(rows)) {
        const name = `rows/${topic}.jsonl`;
        const file = files.get(name);
        let found = 0;
        if (file)
          for await (const line of lines(file)) {
            found += 1;
            const row = rowOf(userId, topic, kinds, line);
            if (row === undefined) throw refused(source, `has a row in ${name} that cannot be read (line ${found})`);
            if (row !== "stays") yield row;
          }
        if (found !== count) throw refused(source, `is not whole: ${name} has ${found} rows instead of ${count}`);
      }
    },
    async *objects() {
      for (const root of OBJECT_ROOTS) {
        let found = 0;
        for (const [path, file] of files) {
          if (!path.startsWith(`files/${root}/`)) continue;
          found += 1;
          const name = `${root}/${userId}/${path.slice(`files/${root}/`.length)}`;
          checkObjectName(name);
          yield { name, bytes: await bytesOf(file) };
        }
        const count = manifest.data.files[root] ?? 0;
        if (found !== count)
          throw refused(source, `is not whole: files/${root} has ${found} files instead of ${count}`);
      }
    },
  };
  for await (const _ of opened.rows());
  for await (const _ of opened.objects());
  return opened;
}

type Imported = { readonly userId: UserId; readonly rows: number; readonly files: number };

/**
 * Imports everything. Throws `InvalidInput` when data of the person exists already, or when the export holds a row
 * twice.
 */
export async function importExport({ store, archive }: ImportHome, opened: OpenExport): Promise<Imported> {
  const { userId } = opened;
  await checkEmpty(store, userId);
  try {
    let files = 0;
    for await (const { name, bytes } of opened.objects()) {
      await archive.write(name, bytes);
      files += 1;
    }
    return { userId, files, rows: await takeRows(store, opened) };
  } catch (error) {
    for (const { prefix } of everyObject(userId)) await archive.deletePrefix(prefix);
    throw error;
  }
}

async function takeRows(store: ImportHome["store"], opened: OpenExport): Promise<number> {
  return store.atomically(async () => {
    await checkEmpty(store, opened.userId);
    let count = 0;
    let batch: Write[] = [];
    for await (const row of opened.rows()) {
      count += 1;
      if (batch.push(row) < MAX_TRANSACTION_WRITES) continue;
      await store.transact(batch);
      batch = [];
    }
    await store.transact(batch);
    return count;
  });
}

async function checkEmpty(store: Store, userId: UserId): Promise<void> {
  for (const { query } of everyRow(userId))
    if ((await store.query({ ...query, limit: 1 })).rows.length > 0)
      throw new WaldoError("InvalidInput", `this home already has rows of ${userId}: name an empty one with --home`);
}

/**
 * Returns the write of a line, `stays` for a row that is not imported because it belongs to the old system, or
 * undefined for a line that is not a known row.
 */
function rowOf(
  userId: UserId,
  topic: string,
  kinds: ReadonlyMap<string, ExportedKind>,
  text: string,
): (Write & { readonly op: "put" }) | "stays" | undefined {
  const line = Line.safeParse(parsed(text)).data;
  const kind = line && kinds.get(line.kind);
  const key = line && kind?.keyOf(userId, line.key);
  if (!kind || !key || kind.topic !== topic || line.schema > (kind.about.version ?? 1)) return undefined;
  if (!isReadable(kind.about, key, line.body)) return undefined;
  return kind.here ? "stays" : putNew(key, line.body as JsonObject);
}

async function* lines(file: ExportFile): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let rest = "";
  for await (const chunk of file.open()) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = parts.pop() ?? "";
    yield* parts;
  }
  rest += decoder.decode();
  if (rest !== "") yield rest;
}

async function bytesOf(file: ExportFile): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.open()) chunks.push(chunk);
  return new Uint8Array(Buffer.concat(chunks));
}

async function textOf(file: ExportFile): Promise<string> {
  return Buffer.from(await bytesOf(file)).toString();
}

const Anything = z.unknown();

/** Returns the value of a JSON text, or undefined for any other text. */
function parsed(text: string): unknown {
  try {
    return Anything.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function refused({ name }: ByteSource, what: string): WaldoError {
  return new WaldoError("ImportRefused", `${name} ${what}; nothing was taken in`);
}
