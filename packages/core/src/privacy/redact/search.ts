/** Searches for words in every row and file of a person. A redaction checks its own result with it. */
import { keys, kindOf, OBJECT_ROOTS, objects, PARTITION, type UserId } from "@waldo/contracts";
import { decodeSegment, docsOf } from "../../memory/search/ranking/segment.ts";
import type { Archive, JsonObject, Query, Row, Store } from "../../ports.ts";
import { rewrittenPart } from "../../store/archived-rows.ts";
import { queryAll } from "../../store/query-all.ts";
import type { Hunt } from "./plan.ts";
import { KNOWN, STAYS } from "./rows.ts";
import { holds, holdsIn, holdsWords, type Sought } from "./scrub.ts";

export type Found = {
  /** Other messages with the same words. */
  readonly messages: number;
  /** What the person wrote or asked for: tasks, reminders, drafts, goals. */
  readonly own: number;
  /** Names of projects and contexts. Agents find projects and contexts by these names. */
  readonly names: number;
  /** Any other place. After a redaction this must be 0. */
  readonly other: number;
};

/**
 * Returns the partitions with words. Health rows and tokens of wearables hold none, and the agent may not read them
 * (R7).
 */
function partitions(userId: UserId): Query[] {
  const { table: agent } = keys.profile(userId);
  const { table: health } = keys.timeZone(userId);
  return [
    { table: agent, pk: PARTITION.agent(userId) },
    { table: health, pk: PARTITION.derived(userId) },
    { table: health, pk: PARTITION.consent(userId) },
  ];
}

/** Files of the index, and the history of what Waldo knew and thought. */
const KNOWN_FILES = /^index\/|\/(?:memory-history|thoughts)\//;

type Task = { readonly userId: UserId; readonly hunt: Pick<Hunt, "sought" | "own"> };

/** Returns the number of rows and files with these words. Rows and files that are to be left out are not counted. */
export async function search(
  { store, archive }: { readonly store: Store; readonly archive: Archive },
  { userId, hunt: { sought, own } }: Task,
  sparesRow: (row: Row) => boolean,
  sparesFile: (name: string) => boolean = () => false,
): Promise<Found> {
  const found = { messages: 0, own: 0, names: 0, other: 0 };
  for (const query of partitions(userId))
    for await (const row of queryAll(store, query)) {
      const { key, body } = row;
      const kind = kindOf(key);
      const words = KNOWN.includes(kind) ? own : sought;
      if (namesOf(kind, body).some((name) => holds(name, sought))) found.names++;
      if (sparesRow(row) || !holdsWords(key, body, words)) continue;
      found[kind === keys.message.kind ? "messages" : STAYS.includes(kind) ? "own" : "other"]++;
    }
  for (const root of OBJECT_ROOTS)
    for (const name of await archive.list(`${root}/${userId}/`)) {
      const bytes = sparesFile(name) ? undefined : await archive.read(name);
      const words = KNOWN_FILES.test(name) ? own : sought;
      if (bytes && (await isIn({ archive, userId, name, bytes }, words))) {
        found.other++;
      }
    }
  return found;
}

/**
 * Returns the names by which agents find a project or a context. Each context names its project; this is counted once.
 */
function namesOf(kind: string, body: JsonObject): string[] {
  if (kind === keys.contextProject.kind) return [String(body["project"])];
  return kind === keys.context.kind ? [String(body["id"])] : [];
}

type File = {
  readonly archive: Archive;
  readonly userId: UserId;
  readonly name: string;
  readonly bytes: Uint8Array;
};

/**
 * True when a file holds something sought. An archive part holds rows or contexts, one per line, and an index is
 * compressed. Every other file is read as one text.
 */
async function isIn({ archive, userId, name, bytes }: File, sought: Sought): Promise<boolean> {
  const segment = name.endsWith("/segment") ? decodeSegment(bytes) : undefined;
  if (segment) return [...docsOf(segment)].some(({ text }) => holds(text, sought));
  const text = new TextDecoder().decode(bytes);
  if (!name.endsWith(".jsonl")) return holds(text, sought);
  if (!name.startsWith(objects.archive(userId, "contexts/"))) {
    const clean = (row: Row) => (holdsWords(row.key, row.body, sought) ? {} : row.body);
    return (await rewrittenPart(archive, { name, userId }, clean)) !== undefined;
  }
  const contexts = text.split("\n").filter((line) => line !== "");
  return contexts.some((line) => {
    const { project: _, id: __, ...rest } = JSON.parse(line) as JsonObject;
    return holdsIn(rest, sought);
  });
}
