/** `waldo memory export`: writes the wiki as a folder that Obsidian, or any editor, can open. */
import { wikiForPerson } from "@waldo/core/memory/pages/wiki-read";
import type { Clock } from "@waldo/core/ports";
import type { Terminal } from "../terminal.ts";
import { writeExport } from "./export-folder.ts";
import { type MemoryOptions, withMemory } from "./open-memory.ts";

export type ExportOptions = MemoryOptions & { readonly force: boolean };

/**
 * Writes every claim that ever existed, with its evidence, with body zones in place of scores and without readings
 * (R7).
 */
export async function exportMemory(
  folder: string,
  options: ExportOptions,
  terminal: Terminal,
  given?: Clock,
): Promise<void> {
  await withMemory(options, terminal, async (memory) => {
    const { timeZone, name } = memory;
    const clock = given ?? (await memory.clock());
    const wiki = await wikiForPerson({ ...memory, clock }, memory.userId, {
      timeZone,
      ...(name === undefined ? {} : { name }),
    });
    const pages = new Map([...wiki.pages].map(([page, text]) => [`${page}.md`, text]));
    const changed = await writeExport(folder, memory.userId, pages, options.force);
    if (options.json)
      return terminal.print(
        JSON.stringify({ folder, pages: [...pages.keys()].sort(), changed, claims: wiki.claims }, null, 2),
      );
    terminal.print(
      `${wiki.claims} claims on ${pages.size} pages in ${folder}, ${changed.length} of them new or changed: open it as an Obsidian vault, or begin at index.md`,
    );
  });
}
