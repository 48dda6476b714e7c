/** `waldo memory export`: writes the wiki as a folder that Obsidian, or any editor, can open. */
import { allHistory } from "@waldo/core/memory/claims/history";
import { compileWiki } from "@waldo/core/memory/pages/wiki";
import { MAX_PAGE_CHARS } from "@waldo/core/memory/pages/workspace";
import type { Clock } from "@waldo/core/ports";
import { sanitise } from "@waldo/core/safety/sanitise";
import type { Terminal } from "../terminal.ts";
import { writeExport } from "./export-folder.ts";
import { clockAfter, type MemoryOptions, machineClock, withMemory } from "./open-memory.ts";
import { everyBlock } from "./show-claims.ts";

export type ExportOptions = MemoryOptions & { readonly force: boolean };

/**
 * Every claim that ever existed, with its evidence, as the person may read it: body zones in place of scores, no
 * reading (R7).
 */
export async function exportMemory(
  folder: string,
  options: ExportOptions,
  terminal: Terminal,
  clock: Clock = machineClock,
): Promise<void> {
  await withMemory(options, terminal, async (memory) => {
    const versions = await allHistory(memory, memory.userId);
    const blocks = await everyBlock(memory);
    const wiki = compileWiki({
      blocks,
      versions,
      now: (await clockAfter(memory, clock)).now(),
      timeZone: memory.timeZone,
      destination: "user",
      ...(memory.name === undefined ? {} : { name: memory.name }),
    });
    const pages = new Map(
      [...wiki].map(([path, text]) => [
        path.replace(/^wiki\//, ""),
        sanitise({ text, origin: "system" }, "user", { maxChars: MAX_PAGE_CHARS }).text,
      ]),
    );
    const changed = await writeExport(folder, memory.userId, pages, options.force);
    if (options.json)
      return terminal.print(
        JSON.stringify({ folder, pages: [...pages.keys()].sort(), changed, claims: blocks.length }, null, 2),
      );
    terminal.print(
      `${blocks.length} claims on ${pages.size} pages in ${folder}, ${changed.length} of them new or changed: open it as an Obsidian vault, or begin at index.md`,
    );
  });
}
