/** Looks for words in every row and every file of a person. With it a redaction proves what it did. */
import { type Key, keys, kindOf, OBJECT_ROOTS, PARTITION, type UserId } from "@waldo/contracts";
import { decodeSegment, docsOf } from "../../memory/search/ranking/segment.ts";
import type { Archive, JsonObject, Query, Store } from "../../ports.ts";
import { queryAll } from "../../store/query-all.ts";
import type { Hunt } from "./plan.ts";
import { KNOWN, STAYS } from "./rows.ts";
import { holds, holdsIn, type Sought } from "./scrub.ts";

export type Found = {
  /** Other messages that say the same. */
  readonly messages: number;
  /** What the person wrote or asked for: tasks, reminders, drafts, goals. */
  readonly own: number;
  /** Names of projects. An agent finds its contexts by them. */
  readonly projects: number;
  /** Anything else. */
  readonly other: number;
};

/** The partitions that hold words. Health and the tokens of wearables hold none, and the agent may not read them (R7). */
function partitions(userId: UserId): Query[] {
  const { table: agent } = keys.profile(userId);
  const { table: health } = keys.timeZone(userId);
  return [
    { table: agent, pk: PARTITION.agent(userId) },
    { table: health, pk: PARTITION.derived(userId) },
    { table: health, pk: PARTITION.consent(userId) },
  ];
}

/** The index and the history of what Waldo knew and thought. */
const KNOWN_FILES = /\/segment$|\/(?:memory-history|thoughts)\//;

/** Returns in how many rows and files these words stand, apart from the rows of `except`. */
export async function search(
  { store, archive }: { readonly store: Store; readonly archive: Archive },
  userId: UserId,
  { sought, own }: Pick<Hunt, "sought" | "own">,
  except: readonly Key[],
): Promise<Found> {
  const found = { messages: 0, own: 0, projects: 0, other: 0 };
  const spared = new Set(except.map(({ sk }) => sk));
  for (const query of partitions(userId))
    for await (const { key, body } of queryAll(store, query)) {
      const kind = kindOf(key);
      if (kind === keys.contextProject.kind && holdsIn(body["project"] ?? null, sought)) found.projects++;
      const words = KNOWN.includes(kind) ? own : sought;
      if (spared.has(key.sk) || !holdsIn(withoutProject(body, kind), words)) continue;
      found[kind === keys.message.kind ? "messages" : STAYS.includes(kind) ? "own" : "other"]++;
    }
  for (const root of OBJECT_ROOTS)
    for (const name of await archive.list(`${root}/${userId}/`)) {
      const bytes = await archive.read(name);
      if (bytes && isIn(name, bytes, KNOWN_FILES.test(name) ? own : sought)) found.other++;
    }
  return found;
}

/** The name of its project stands in each context. It is counted once. */
function withoutProject(body: JsonObject, kind = keys.context.kind): JsonObject {
  if (kind !== keys.context.kind && kind !== keys.contextProject.kind) return body;
  const { project: _, ...rest } = body;
  return rest;
}

/** A part of the archive holds rows, one a line, and an index is packed. Every other file is read as one text. */
function isIn(name: string, bytes: Uint8Array, sought: Sought): boolean {
  const segment = name.endsWith("/segment") ? decodeSegment(bytes) : undefined;
  if (segment) return [...docsOf(segment)].some(({ text }) => holds(text, sought));
  const text = new TextDecoder().decode(bytes);
  if (!name.endsWith(".jsonl")) return holds(text, sought);
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.some((line) => holdsIn(withoutProject(JSON.parse(line) as JsonObject), sought));
}
