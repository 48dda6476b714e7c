/**
 * What was said while nothing answered. Each text keeps its idempotency key, so sent again it is the same message. It stands
 * in the storage of this tab, so it also outlives a reload, and it is gone when it was sent.
 */
export type Unsent = { readonly key: string; readonly text: string };

const NAME = "waldo.unsent";
type Storage = Pick<globalThis.Storage, "getItem" | "setItem">;

export function unsentIn(storage: Storage): readonly Unsent[] {
  return JSON.parse(storage.getItem(NAME) ?? "[]") as Unsent[];
}

/** Adds a text, and returns all that wait. The same key again changes nothing. */
export function keepUnsent(storage: Storage, one: Unsent): readonly Unsent[] {
  const others = unsentIn(storage).filter(({ key }) => key !== one.key);
  return save(storage, [...others, one]);
}

export function dropUnsent(storage: Storage, key: string): readonly Unsent[] {
  return save(
    storage,
    unsentIn(storage).filter((one) => one.key !== key),
  );
}

function save(storage: Storage, all: readonly Unsent[]): readonly Unsent[] {
  storage.setItem(NAME, JSON.stringify(all));
  return all;
}
