// Compiles the wiki: memory as pages that a person can read, one page per hall (docs/sources.md, Pages and the wiki).
// The dream calls it. The pages are build output, and no code reads a claim from them. The same halls give the same
// bytes.
//
// Links are Obsidian links: `[[facts#^3f2a…]]` is the claim with that pattern id on the page `facts`. A claim from
// outside is quoted with its origin and never becomes part of a Compiled Truth (R10).

import {
  type BlockVersion,
  type Destination,
  HALLS,
  type Hall,
  type MemoryBlock,
  type PatternId,
} from "@waldo/contracts";
import { compareUtf8 } from "../../store/query-plan.ts";
import { localDate } from "../../time.ts";
import { isBelieved, isLive, isSure } from "../claims/claim.ts";
import { sectionsOf, type WikiFrame, wordsOf } from "./wiki-section.ts";
import { asSentence, cleanedBlock, clipped, groupsOf, inline, relatedClaims } from "./wiki-text.ts";
import type { Workspace } from "./workspace.ts";

/**
 * The text of a page whose claims have all moved to other pages. The archive deletes no object, so the page stays and
 * says that it is empty.
 */
const EMPTY = "# Nothing here now\n\nUp: [[index]].\n";

/**
 * Stages and commits these pages of the wiki. A page that existed before and is not in `files` becomes an empty page.
 * Returns the paths whose bytes changed. A second call with the same files returns none.
 */
export async function ingestWiki(workspace: Workspace, files: ReadonlyMap<string, string>): Promise<string[]> {
  for (const [path, text] of files) workspace.write(path, text);
  for (const path of await workspace.list("wiki/")) if (!files.has(path)) workspace.write(path, EMPTY);
  return workspace.commit();
}

/** The most claims on one page. Older claims go to the pages of their year. */
export const MAX_CLAIMS_A_PAGE = 60;
/** The most claims in one Compiled Truth. */
const MOST_TRUTHS = 30;
const TRUTH_CHARS = 280;

type WikiInput = {
  /** All claims, live and closed. */
  readonly blocks: readonly MemoryBlock[];
  readonly versions: ReadonlyMap<PatternId, readonly BlockVersion[]>;
  readonly name?: string;
  /**
   * If a claim begins later than `now`, the page says that it is not valid yet. Nothing else on a page depends on
   * `now`.
   */
  readonly now: number;
  readonly timeZone: string;
  /** Who reads the pages. `internal` (the default) keeps derived scores; `user` shows body zones instead. */
  readonly destination?: Destination;
};

type WikiPage = { readonly hall: Hall; readonly name: string; readonly blocks: readonly MemoryBlock[] };

/** Returns the pages by path: `wiki/index.md` first, then the halls, each with its years. */
export function compileWiki(input: WikiInput): Map<string, string> {
  const blocks = input.blocks.map((block) => cleanedBlock(block, input.destination ?? "internal"));
  const pages = HALLS.flatMap((hall) => pagesOf(hall, blocks, input.timeZone));
  const placed = new Map(pages.flatMap((page) => page.blocks.map((block) => [block, page.name] as const)));
  const byPattern = new Map(blocks.map((block) => [block.patternId, block]));
  const frame: WikiFrame = {
    timeZone: input.timeZone,
    now: input.now,
    versions: input.versions,
    related: relatedClaims([...placed.keys()]),
    pageOf: (block) => placed.get(block),
    find: (patternId) => byPattern.get(patternId),
  };
  return new Map([
    [pathOf("index"), indexPage(pages, input.name)],
    ...pages.map((page) => [pathOf(page.name), hallPage(page, pages, frame)] as const),
  ]);
}

function pathOf(page: string): string {
  return `wiki/${page}.md`;
}

/**
 * Returns the hall's own page, with the highest confidence first and closed claims last. If there are too many claims,
 * the rest goes to the pages of their year.
 */
function pagesOf(hall: Hall, blocks: readonly MemoryBlock[], timeZone: string): WikiPage[] {
  const own = blocks.filter((block) => block.hall === hall).sort(byStanding);
  const older = own.slice(MAX_CLAIMS_A_PAGE).sort((a, b) => a.validFrom - b.validFrom || byId(a, b));
  const years = groupsOf(older, ({ validFrom }) => [localDate(validFrom, timeZone).slice(0, 4)]);
  const pages: WikiPage[] = [{ hall, name: hall, blocks: own.slice(0, MAX_CLAIMS_A_PAGE) }];
  for (const [year, ofYear] of [...years].sort(([a], [b]) => compareUtf8(b, a)))
    for (let part = 0; part * MAX_CLAIMS_A_PAGE < ofYear.length; part++)
      pages.push({
        hall,
        name: `${hall}-${year}${part === 0 ? "" : `-${part + 1}`}`,
        blocks: ofYear.slice(part * MAX_CLAIMS_A_PAGE, (part + 1) * MAX_CLAIMS_A_PAGE),
      });
  return pages;
}

function byStanding(a: MemoryBlock, b: MemoryBlock): number {
  if (isLive(a) !== isLive(b)) return isLive(a) ? -1 : 1;
  const stronger = b.confidence - a.confidence || b.salience - a.salience || a.validFrom - b.validFrom;
  return (isLive(a) ? stronger : (b.validTo ?? 0) - (a.validTo ?? 0)) || byId(a, b);
}

function byId(a: MemoryBlock, b: MemoryBlock): number {
  return compareUtf8(a.patternId, b.patternId);
}

function indexPage(pages: readonly WikiPage[], name: string | undefined): string {
  const lines = pages.map((page) => {
    const live = page.blocks.filter(isLive).length;
    const closed = page.blocks.length - live;
    return `${page.name === page.hall ? "" : "  "}- [[${page.name}]]: ${live} that hold, ${closed} that no longer do.`;
  });
  return [
    `# What is remembered of ${name === undefined ? "this person" : inline(clipped(name, TRUTH_CHARS))}`,
    "Compiled from what is remembered. Where a page and the memory disagree, the memory is right; a change made here is gone with the next compilation.",
    lines.join("\n"),
  ]
    .join("\n\n")
    .concat("\n");
}

function hallPage(page: WikiPage, pages: readonly WikiPage[], frame: WikiFrame): string {
  const isOwn = page.name === page.hall;
  const years = pages.filter(({ hall, name }) => hall === page.hall && name !== hall).map(({ name }) => `[[${name}]]`);
  const title = page.hall.charAt(0).toUpperCase() + page.name.slice(1).replaceAll("-", " ");
  return [
    `# ${title}`,
    isOwn ? "Up: [[index]]." : `Up: [[${page.hall}]], [[index]].`,
    ...(isOwn && years.length > 0 ? [`Older: ${years.join(", ")}.`] : []),
    ...(isOwn ? ["## Compiled truth", compiledTruth(page.blocks, frame.now)] : []),
    ...sectionsOf(page.blocks, frame),
  ]
    .join("\n\n")
    .concat("\n");
}

/**
 * Returns one paragraph of the valid and believed claims, with the highest confidence first. It contains nothing from
 * outside.
 */
function compiledTruth(blocks: readonly MemoryBlock[], now: number): string {
  const held = blocks.filter((block) => isBelieved(block) && block.validFrom <= now && block.origin !== "untrusted");
  if (held.length === 0) return "Nothing is settled yet.";
  const shown = held.slice(0, MOST_TRUTHS);
  const sure = shown.filter(isSure).map(sentence);
  const unsure = shown.filter((block) => !isSure(block)).map(sentence);
  return [
    ...sure,
    ...(unsure.length > 0 ? ["Less certain:", ...unsure] : []),
    ...(held.length > shown.length ? [`Below are ${held.length - shown.length} more.`] : []),
  ].join(" ");
}

function sentence(block: MemoryBlock): string {
  return inline(asSentence(clipped(wordsOf(block), TRUTH_CHARS)));
}
