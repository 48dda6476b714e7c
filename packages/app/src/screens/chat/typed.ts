/**
 * What a person typed and no server has: the text in the field, and texts that nothing answered to. Each of these keeps its
 * idempotency key, so sent again it is the same message. All of it stands in the storage of this tab, so it outlives a reload.
 */
export type Unsent = { readonly key: string; readonly text: string };

const UNSENT = "waldo.unsent";
const DRAFT = "waldo.draft";
type Storage = Pick<globalThis.Storage, "getItem" | "setItem" | "removeItem">;

export function unsentIn(storage: Storage): readonly Unsent[] {
  return JSON.parse(storage.getItem(UNSENT) ?? "[]") as Unsent[];
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

export function draftIn(storage: Storage): string {
  return storage.getItem(DRAFT) ?? "";
}

export function keepDraft(storage: Storage, text: string): void {
  storage.setItem(DRAFT, text);
}

/** For a person who signs out or was erased: the next person in this tab must not find their words, or send them. */
export function forgetTyped(storage: Storage): void {
  storage.removeItem(UNSENT);
  storage.removeItem(DRAFT);
}

function save(storage: Storage, all: readonly Unsent[]): readonly Unsent[] {
  storage.setItem(UNSENT, JSON.stringify(all));
  return all;
}
