// Builds the wiki for its person: every claim that ever existed, with its evidence, with body zones in place of scores,
// and without readings (R7). It also searches the sections of the pages, and checks the pages for broken links. It does
// not throw.
import type { MemoryBlock, MemoryIntent, PatternId, UserId } from "@waldo/contracts";
import type { Ports } from "../../ports.ts";
import { sanitise } from "../../safety/sanitise.ts";
import { foldLetters } from "../../safety/words.ts";
import { compareUtf8 } from "../../store/query-plan.ts";
import { allBlocks, clockAfterBlocks } from "../claims/blocks.ts";
import { allHistory, withArchived } from "../claims/history.ts";
import { wordSet } from "../claims/likeness.ts";
import { compileWiki, MAX_CLAIMS_A_PAGE } from "./wiki.ts";
import { wordsOf } from "./wiki-section.ts";
import { cleanedBlock, oneLine, withoutEscapes } from "./wiki-text.ts";
import { MAX_PAGE_CHARS } from "./workspace.ts";

type PersonWiki = {
  /** The pages by name, the index first. */
  readonly pages: ReadonlyMap<string, string>;
  /** How many claims the pages hold. */
  readonly claims: number;
};

type Reader = { readonly timeZone: string; readonly name?: string };

/** Builds the wiki from the present memory. It reads every version, including archived ones. */
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

/**
 * Returns a claim in the form that the person may read: with body zones in place of scores, and without readings (R7).
 */
export function forPerson(block: MemoryBlock): MemoryBlock {
  return cleanedBlock(block, "user");
}

/** Returns a text beside a claim on one line, in the form that the person may read. */
export function plain(text: string): string {
  return oneLine(sanitise({ text, origin: "system" }, "user").text);
}

/** Returns a note that the night has not settled yet, in the words that the person may read. */
export function pendingForPerson(intent: MemoryIntent): MemoryIntent {
  if (intent.kind === "verdict") return intent;
  const { claim, conditions, topic } = intent;
  return {
    ...intent,
    claim: plain(claim),
    conditions: plain(conditions),
    ...(topic === undefined ? {} : { topic: plain(topic) }),
  };
}

/** Returns the words of a claim with its conditions. */
export function said(block: MemoryBlock): string {
  return wordsOf(forPerson(block));
}

type WikiSection = { readonly path: string; readonly heading: string; readonly text: string };

/**
 * Returns the sections that contain every one of the words, ignoring case and accents. They are ordered by path, then
 * by their place on the page.
 */
export function queryWiki(pages: ReadonlyMap<string, string>, words: string): WikiSection[] {
  const wanted = [...wordSet(words)];
  if (wanted.length === 0) return [];
  return inOrder(pages)
    .flatMap(([path, page]) => sectionsIn(path, page))
    .map((section) => ({
      ...section,
      heading: withoutEscapes(section.heading),
      text: withoutEscapes(section.text),
    }))
    .filter(({ heading, text }) => {
      const held = wordSet(`${heading} ${text}`);
      return wanted.every((word) => held.has(word));
    });
}

type WikiFinding = {
  readonly kind:
    | "dangling_link"
    | "orphan_claim"
    | "two_live_of_one_topic"
    | "page_over_bound"
    | "claim_without_evidence";
  readonly path: string;
  /** The broken link, pattern id or topic. For a page that is too long, it is the number of claims. */
  readonly what: string;
};

const LINK = /(?<!\\)\[\[([^\][|#\n]{1,200})(?:#\^([0-9a-f]{12}))?\]\]/g;
const CLAIM = / \^([0-9a-f]{12})$/gm;
const LIVE_TOPIC = /^- Holds (?:since|from) .{0,200}?; topic (.{1,200})\.$/gm;

/** Returns the faults of these pages, page by page. Pages from `compileWiki` have none. */
export function lintWiki(pages: ReadonlyMap<string, string>): WikiFinding[] {
  const claims = new Set<string>();
  const linked = new Set<string>(["index"]);
  for (const [path, page] of pages) {
    for (const [, id] of page.matchAll(CLAIM)) claims.add(`${nameOf(path)}#${id}`);
    for (const [, target] of page.matchAll(LINK)) if (target !== nameOf(path)) linked.add(String(target));
  }
  const names = new Set([...pages.keys()].map(nameOf));
  const leads = (target = "", id?: string) => (id === undefined ? names.has(target) : claims.has(`${target}#${id}`));
  const topics = new Set<string>();
  return inOrder(pages).flatMap(([path, page]): WikiFinding[] => {
    const finding = (kind: WikiFinding["kind"], what: string): WikiFinding => ({ kind, path, what });
    const ids = [...page.matchAll(CLAIM)].map(([, id = ""]) => id);
    return [
      ...[...page.matchAll(LINK)]
        .filter(([, target, id]) => !leads(target, id))
        .map(([link]) => finding("dangling_link", link)),
      ...(linked.has(nameOf(path)) ? [] : ids.map((id) => finding("orphan_claim", id))),
      ...liveTopics(page)
        .filter((topic) => {
          const slot = `${hallOf(path)} ${topic}`;
          const twice = topics.has(slot);
          topics.add(slot);
          return twice;
        })
        .map((topic) => finding("two_live_of_one_topic", topic)),
      ...(ids.length > MAX_CLAIMS_A_PAGE ? [finding("page_over_bound", String(ids.length))] : []),
      ...withoutEvidence(page).map((id) => finding("claim_without_evidence", id)),
    ];
  });
}

/** Returns the names of the pages to which a page links, each once, in the order of the pages. */
export function linksOf(pages: ReadonlyMap<string, string>, name: string): string[] {
  const targets = new Set([...(pages.get(name) ?? "").matchAll(LINK)].map(([, target]) => target));
  return [...pages.keys()].filter((page) => page !== name && targets.has(page));
}

/** Returns the names of the pages that link to a page, in the order of the pages. */
export function backlinksOf(pages: ReadonlyMap<string, string>, name: string): string[] {
  return [...pages.keys()].filter((from) => linksOf(pages, from).includes(name));
}

/** Returns the title of a page: its first heading, or its name. */
export function titleOf(name: string, text: string): string {
  return withoutEscapes(/^# (.+)$/m.exec(text)?.[1] ?? name);
}

function inOrder(pages: ReadonlyMap<string, string>): [string, string][] {
  return [...pages].sort(([a], [b]) => compareUtf8(a, b));
}

/** "wiki/facts-2025.md" is the page `facts-2025` of the hall `facts`. */
function nameOf(path: string): string {
  return path.replace(/^.*\//, "").replace(/\.md$/, "");
}

function hallOf(path: string): string {
  return nameOf(path).split("-")[0] ?? "";
}

function sectionsIn(path: string, page: string): WikiSection[] {
  return page
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const end = section.indexOf("\n");
      return { path, heading: section.slice(0, end).trim(), text: section.slice(end).trim() };
    });
}

/** Returns the topics of the live claims. A claim from outside holds no topic. */
function liveTopics(page: string): string[] {
  return [...page.matchAll(LIVE_TOPIC)]
    .filter(([line]) => !line.includes("; origin untrusted;"))
    .map(([, topic = ""]) => foldLetters(withoutEscapes(topic)));
}

/** Returns the claims that have no line of evidence before the next claim begins. */
function withoutEvidence(page: string): PatternId[] {
  const found = [...page.matchAll(CLAIM)];
  return found
    .filter(({ index }, at) => {
      const own = page.slice(index, found[at + 1]?.index);
      return !/^Evidence trail:\n\n(?:- \(.*\n)?- \d{4}-/m.test(own);
    })
    .map(([, id = ""]) => id);
}
