/**
 * Limits the effect of a bad row to that row. Every row that is read is parsed with the schema of its kind:
 *
 * it fits                                      → unchanged
 *   a newer release wrote fields unknown here    → without them
 * some parts do not fit                        → without these parts, or with those of the stand-in
 * nothing fits                                 → the stand-in of the kind, or no row
 *
 * Each case except the first is logged with the kind, never with the row. A written row holds the version of its
 * schema. If a row is rewritten after a rollback, it loses the fields that the older release does not know.
 */
import { type Key, kindOf, type RowKind, rowKind } from "@waldo/contracts";
import type { Log, Row, Store } from "../ports.ts";

/** The attribute that holds the version of the schema. */
export const VERSION = "schemaVersion";

type Body = Readonly<Record<string, unknown>>;
type Issue = { readonly code: string; readonly path: readonly PropertyKey[]; readonly keys?: readonly string[] };

/** Returns the same store, which returns only readable rows. A row of an unknown kind is returned unchanged. */
export function readable(store: Store, log: Log): Store {
  const read = (found: Row): Row | undefined => {
    const kind = rowKind(found.key);
    if (!kind) return found;
    const { [VERSION]: version, ...body } = found.body;
    const result = readBody(kind, found.key, body);
    if (result.how !== "as it is")
      log(result.body === undefined ? "error" : "warn", "row.unreadable", {
        kind: kindOf(found.key),
        how: result.how,
        written: typeof version === "number" ? version : 0,
        known: kind.version ?? 1,
      });
    return result.body && { ...found, body: result.body as Row["body"] };
  };
  return {
    async get(key) {
      const found = await store.get(key);
      return found && read(found);
    },
    async query(query) {
      const page = await store.query(query);
      return { ...page, rows: page.rows.flatMap((found) => read(found) ?? []) };
    },
    transact: (writes) =>
      store.transact(
        writes.map((write) => {
          const kind = write.op === "put" ? rowKind(write.key) : undefined;
          return write.op === "put" && kind
            ? { ...write, body: { ...write.body, [VERSION]: kind.version ?? 1 } }
            : write;
        }),
      ),
  };
}

/** True when a row of this kind can be read, at least in part. */
export function isReadable(kind: RowKind, key: Key, body: Body): boolean {
  return kind.schema.safeParse(body).success || readBody(kind, key, body).how !== "not at all";
}

type Found = { readonly body: Body | undefined; readonly how: string };

function readBody({ schema, instead }: RowKind, key: Key, body: Body): Found {
  const parsed = schema.safeParse(body);
  if (parsed.success) return { body, how: "as it is" };
  const trimmed = without(body, parsed.error.issues as Issue[]);
  const again = schema.safeParse(trimmed);
  if (again.success) return { body: trimmed, how: "without unknown fields" };
  // First only the innermost part that does not fit is left out, so that one bad field does not remove its neighbours.
  const pruned = prunedAt(trimmed, again.error.issues as Issue[]);
  if (schema.safeParse(pruned).success) return { body: pruned, how: "in part" };
  const stand = instead?.(key) ?? {};
  const parts = new Set(again.error.issues.flatMap(({ path }) => (path[0] === undefined ? [] : [String(path[0])])));
  const kept = Object.entries(trimmed).filter(([name]) => !parts.has(name));
  const mended = { ...Object.fromEntries(kept), ...pick(stand, parts) };
  if (parts.size > 0 && schema.safeParse(mended).success) return { body: mended, how: "in part" };
  return { body: instead?.(key), how: "not at all" };
}

/** Leaves out every field that the schema does not know, wherever it stands. */
function without(body: Body, issues: readonly Issue[]): Body {
  const unknown = issues.filter(({ code }) => code === "unrecognized_keys");
  return leftOut(
    body,
    unknown.flatMap(({ path, keys = [] }) => keys.map((name) => [...path, name])),
  );
}

/** Leaves out every field that does not fit. */
function prunedAt(body: Body, issues: readonly Issue[]): Body {
  return leftOut(
    body,
    issues.map(({ path }) => path),
  );
}

function leftOut(body: Body, places: readonly (readonly PropertyKey[])[]): Body {
  const copy = structuredClone(body) as Record<string, unknown>;
  for (const place of places) {
    const name = place.at(-1);
    const holder = place.slice(0, -1).reduce<unknown>((at, step) => (at as Record<PropertyKey, unknown>)?.[step], copy);
    // An element of a list is not removed, because the others would move to other indexes.
    if (name !== undefined && holder !== null && typeof holder === "object" && !Array.isArray(holder))
      delete (holder as Record<PropertyKey, unknown>)[name];
  }
  return copy;
}

function pick(from: Body, names: ReadonlySet<string>): Body {
  return Object.fromEntries(Object.entries(from).filter(([name]) => names.has(name)));
}
