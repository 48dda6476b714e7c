/** Reads a list that a vendor gives in pages. */
import type * as z from "zod";
import { readAs } from "./oauth.ts";
import { VendorTrouble } from "./vendor.ts";

/** More pages of one kind than any window of ours has. */
const MOST_PAGES = 20;

export type Page = { readonly records: readonly unknown[]; readonly next: string | null | undefined };

/**
 * Returns the records of all pages. `ask` asks for one: the first, or the one that the page before it names. It throws where
 * the list itself is gone: taken for an empty one, all that is stored of it would be deleted.
 */
export async function allPages<T>(
  kind: string,
  schema: z.ZodType<T>,
  ask: (next: string | undefined) => Promise<Page>,
): Promise<T[]> {
  const found: T[] = [];
  let next: string | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const page = await ask(next);
    found.push(...page.records.map((record) => readAs(schema, record)));
    if (!page.next) return found;
    next = page.next;
  }
  throw new VendorTrouble("unreadable", `${kind} has more than ${MOST_PAGES} pages`);
}
