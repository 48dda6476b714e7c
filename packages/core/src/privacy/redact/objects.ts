// Removes the words of a redaction from files. The content gives an archive part its name. So the remaining content is
// written to a new part first, and then the old part is emptied. Code that reads an empty part finds no rows.
import { objects, type UserId } from "@waldo/contracts";
import { loadGoalsFile } from "../../goals/stored.ts";
import type { Archive, JsonObject, Row, Store } from "../../ports.ts";
import { rewrittenPart } from "../../store/archived-rows.ts";
import type { Hunt } from "./plan.ts";
import { changeOf } from "./rows.ts";
import { holds } from "./scrub.ts";

type Files = { readonly store: Store; readonly archive: Archive };
type Task = { readonly userId: UserId; readonly hunt: Hunt };

const EMPTY = new Uint8Array();
const textOf = (bytes: Uint8Array | undefined) => (bytes ? new TextDecoder().decode(bytes) : "");

/** Removes lines from pages. Returns the number of changed pages. The file of goals is the person's own and stays. */
export async function redactPages({ store, archive }: Files, { userId, hunt: { sought } }: Task): Promise<number> {
  const own = (await loadGoalsFile(store, userId)) ? [objects.workspace(userId, "goals.md")] : [];
  let changed = 0;
  for (const name of await archive.list(objects.workspace(userId, ""))) {
    const text = textOf(await archive.read(name));
    if (own.includes(name) || !holds(text, sought)) continue;
    const left = text.split("\n").filter((line) => !holds(line, sought));
    // A text may run over several lines. Then the whole page is removed, and the night writes it again.
    const rest = left.join("\n");
    await archive.write(
      name,
      new TextEncoder().encode(holds(rest, sought) ? "Withdrawn: tonight it is written anew.\n" : rest),
    );
    changed++;
  }
  return changed;
}

/**
 * Rewrites the archive parts with rows of these messages. Parts of contexts are left out. Returns the number of
 * rewritten parts.
 */
export async function redactArchive({ archive }: Files, { userId, hunt }: Task): Promise<number> {
  let changed = 0;
  for (const name of await archive.list(objects.archive(userId, ""))) {
    if (name.startsWith(objects.archive(userId, "contexts/"))) continue;
    const next = await rewrittenPart(archive, { name, userId }, (row) => bodyIn(row, hunt));
    if (next === undefined) continue;
    await archive.write(next.name, next.bytes);
    await archive.write(name, EMPTY);
    changed++;
  }
  return changed;
}

/**
 * Returns the body of an archived row without the words. If the store would delete such a row, its body becomes empty.
 */
function bodyIn(row: Row, hunt: Hunt): JsonObject {
  const change = changeOf(row, hunt);
  if (change === undefined) return row.body;
  return change.write.op === "put" ? (change.write.body as JsonObject) : {};
}

/**
 * Empties the files with bodies that were too large for their rows. The rows have new bodies already. Returns the
 * number of files.
 */
export async function redactSpilled({ archive }: Files, { userId, hunt: { sought } }: Task): Promise<number> {
  let changed = 0;
  for (const name of await archive.list(objects.spill(userId, "").slice(0, -".json".length))) {
    if (!holds(textOf(await archive.read(name)), sought)) continue;
    await archive.write(name, EMPTY);
    changed++;
  }
  return changed;
}
