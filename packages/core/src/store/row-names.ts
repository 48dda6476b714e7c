/**
 * Row names contain no words (docs/decisions/0028), because names are not encrypted and stay in AWS backups. Words of a
 * person, a model or another agent become a digest in the name; the encrypted body holds the words themselves.
 *
 * An older release wrote the words themselves. Such a row is read if there is no new one. It gets its new name when it
 * is written, and each night renames more of them.
 */
import { BUNDLED_SKILLS, type Hall, type Key, keys, kindOf, type UserId } from "@waldo/contracts";
import { digest } from "../digest.ts";
import type { Row, Store, Write } from "../ports.ts";
import { asRead, commitIf, putNew, putOver } from "./cas.ts";
import { queryAll } from "./query-all.ts";

/** Returns the digest that replaces these words in the name of a row. */
export function named(userId: UserId, ...words: readonly string[]): string {
  return `~${digest("name", userId, ...words).slice(0, 24)}`;
}

const isNamed = (part: string) => /^~[0-9a-f]{24}$/.test(part);

export const agentKey = (userId: UserId, agentId: string): Key => keys.agentClient(userId, named(userId, agentId));
export const topicKey = (userId: UserId, hall: Hall, slot: string): Key =>
  keys.memoryTopic(userId, hall, named(userId, slot));
export const sheetKey = (userId: UserId, sheet: string, cell: string): Key =>
  keys.sheetCell(userId, named(userId, sheet), cell);
/**
 * Returns the key of a recipe by its name. The names of bundled recipes are not a person's words, so they stay
 * readable.
 */
export const recipeKey = (userId: UserId, name: string): Key =>
  keys.recipe(userId, BUNDLED_SKILLS.some((one) => one === name) ? name : named(userId, name));

/** Returns the present key for a row of an older release, or undefined when its name is right already. */
function keyNow(userId: UserId, { sk }: Pick<Key, "sk">): Key | undefined {
  const [agentId] = keys.agentClient.parse(sk) ?? [];
  if (agentId !== undefined) return isNamed(agentId) ? undefined : agentKey(userId, agentId);
  const [hall, slot] = keys.memoryTopic.parse(sk) ?? [];
  if (slot !== undefined) return isNamed(slot) ? undefined : topicKey(userId, hall as Hall, slot);
  const [sheet, cell] = keys.sheetCell.parse(sk) ?? [];
  if (sheet !== undefined) return isNamed(sheet) ? undefined : sheetKey(userId, sheet, cell ?? "");
  const [recipe] = keys.recipe.parse(sk) ?? [];
  if (recipe === undefined || isNamed(recipe)) return undefined;
  const now = recipeKey(userId, recipe);
  return now.sk === sk ? undefined : now;
}

const KINDS = [keys.agentClient, keys.memoryTopic, keys.sheetCell, keys.recipe] as const;
/** The kinds of rows that may be renamed (audited.ts). */
const NAMED_KINDS: readonly string[] = KINDS.map(({ kind }) => kind);

/** Returns a row by its name, or the row of an older release. */
export async function getNamed(store: Pick<Store, "get">, key: Key, older: Key): Promise<Row | undefined> {
  return (await store.get(key)) ?? (await store.get(older));
}

/** Returns the writes of a row under its name. The same transaction deletes the row of the older release. */
export function putNamed(row: Row | undefined, key: Key, body: object): Write[] {
  if (row === undefined || row.key.sk === key.sk) return [putOver(row, key, body)];
  return [putNew(key, body), { op: "delete", key: row.key, when: asRead(row) }];
}

/** True for the delete of a row that is renamed in the same transaction. */
export function isMoving({ key }: Pick<Write, "key">, all: readonly Write[]): boolean {
  if (!NAMED_KINDS.includes(kindOf(key))) return false;
  return all.some(
    (one) =>
      one.op === "put" &&
      one.key.pk === key.pk &&
      kindOf(one.key) === kindOf(key) &&
      one.when?.some(({ is }) => is === "absent" || is === "version") === true &&
      one.key.sk.includes("#~"),
  );
}

/**
 * Renames the rows of older releases, and returns their number. If another row has taken the new name meanwhile, the
 * old row is deleted.
 */
export async function moveToNames({ store }: { readonly store: Store }, userId: UserId): Promise<number> {
  let moved = 0;
  for (const kind of KINDS)
    for await (const row of queryAll(store, kind.all(userId))) {
      const key = keyNow(userId, row.key);
      if (key === undefined) continue;
      const [recipe] = keys.recipe.parse(row.key.sk) ?? [];
      const body = recipe === undefined ? row.body : { ...row.body, name: recipe };
      const newer = await store.get(key);
      const put = putOver(newer, key, newer?.body ?? body);
      if (await commitIf(store, [put, { op: "delete", key: row.key, when: asRead(row) }])) moved++;
    }
  return moved;
}
