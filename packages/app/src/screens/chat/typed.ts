/**
 * Keeps what a person typed and the server does not have: the text in the field, and texts that got no answer. Each
 * text keeps its idempotency key, so a repeated text is the same message. All are in the storage of this tab under the
 * person's id. They survive a reload, and another person who signs in here neither sees nor sends them.
 */
export type Unsent = { readonly key: string; readonly text: string };

const BEGINS = "waldo.typed.";
/** The last person who used this tab. Without a network the page cannot ask the server who it is. */
const PERSON = `${BEGINS}person`;
const nameOf = (kind: "unsent" | "draft", userId: string) => `${BEGINS}${kind}.${userId}`;
type Storage = Pick<globalThis.Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

export function personOf(storage: Storage): string | undefined {
  return storage.getItem(PERSON) ?? undefined;
}

export function keepPerson(storage: Storage, userId: string): void {
  storage.setItem(PERSON, userId);
}

export function unsentIn(storage: Storage, userId: string): readonly Unsent[] {
  return JSON.parse(storage.getItem(nameOf("unsent", userId)) ?? "[]") as Unsent[];
}

export function keepUnsent(storage: Storage, userId: string, all: readonly Unsent[]): void {
  storage.setItem(nameOf("unsent", userId), JSON.stringify(all));
}

export function draftIn(storage: Storage, userId: string): string {
  return storage.getItem(nameOf("draft", userId)) ?? "";
}

export function keepDraft(storage: Storage, userId: string, text: string): void {
  storage.setItem(nameOf("draft", userId), text);
}

/** For a person who signs out or was erased: nothing that they typed stays. */
export function forgetTyped(storage: Storage): void {
  const names = Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? "");
  for (const name of names) if (name.startsWith(BEGINS)) storage.removeItem(name);
}
