/** The wiki as its person reads it: every claim that ever existed, with its evidence, and no reading (R7). */
import type { MemoryBlock, UserId } from "@waldo/contracts";
import type { Ports } from "../../ports.ts";
import { sanitise } from "../../safety/sanitise.ts";
import { allBlocks, clockAfterBlocks } from "../claims/blocks.ts";
import { allHistory, withArchived } from "../claims/history.ts";
import { compileWiki } from "./wiki.ts";
import { MAX_PAGE_CHARS } from "./workspace.ts";

export type PersonWiki = {
  /** The pages by name, the index first. */
  readonly pages: ReadonlyMap<string, string>;
  /** How many claims they hold. */
  readonly claims: number;
};

type Reader = { readonly timeZone: string; readonly name?: string };

/** Compiles the wiki from what is remembered at this moment. It reads every version there is, also the archived ones. */
export async function wikiForPerson(
  ports: Pick<Ports, "store" | "archive" | "clock">,
  userId: UserId,
  reader: Reader,
  mayRead: (block: MemoryBlock) => boolean = () => true,
): Promise<PersonWiki> {
  const history = await allHistory(ports, userId);
  const stored = await allBlocks(ports.store, userId);
  const blocks = withArchived(stored, history).filter(mayRead);
  const shown = new Set(blocks.map(({ patternId }) => patternId));
  const versions = new Map(
    [...history].flatMap(([id, all]) => (shown.has(id) ? [[id, all.filter(({ block }) => mayRead(block))]] : [])),
  );
  const now = clockAfterBlocks(stored, ports.clock).now();
  const wiki = compileWiki({ ...reader, blocks, versions, now, destination: "user" });
  const pages = [...wiki].map(([path, text]) => {
    const { text: clean } = sanitise({ text, origin: "system" }, "user", { maxChars: MAX_PAGE_CHARS });
    return [path.replace(/^wiki\/|\.md$/g, ""), clean] as const;
  });
  return { pages: new Map(pages), claims: blocks.length };
}
