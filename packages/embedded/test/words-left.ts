/** Where a word still stands: in rows, in files, and in an index, which is packed. */
import { keys, OBJECT_ROOTS } from "@waldo/contracts";
import { decodeSegment, docsOf } from "@waldo/core/memory/search/ranking/segment";
import type { Ports } from "@waldo/core/ports";
import { queryAll } from "@waldo/core/store/query-all";

export async function wordsLeft({ store, archive }: Pick<Ports, "store" | "archive">, word: string): Promise<string[]> {
  const found = [];
  const { table, pk } = keys.profile("me");
  for await (const { key, body } of queryAll(store, { table, pk }))
    if (`${key.sk} ${JSON.stringify(body)}`.includes(word)) found.push(key.sk);
  for (const root of OBJECT_ROOTS)
    for (const name of await archive.list(`${root}/me/`))
      if (textOf(name, (await archive.read(name)) ?? new Uint8Array()).includes(word)) found.push(name);
  return found;
}

function textOf(name: string, bytes: Uint8Array): string {
  const segment = name.endsWith("/segment") ? decodeSegment(bytes) : undefined;
  return segment ? JSON.stringify([...docsOf(segment)]) : new TextDecoder().decode(bytes);
}
