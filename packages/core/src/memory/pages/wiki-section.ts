/**
 * Writes one claim, or all claims of one topic, as a section of a wiki page: what it says, its state, and its evidence.
 * wiki.ts calls it.
 */
import type { BlockVersion, MemoryBlock } from "@waldo/contracts";
import { localDate } from "../../time.ts";
import { isLive, topicSlot } from "../claims/claim.ts";
import { asSentence, clipped, groupsOf, inline, oneLine, type Related } from "./wiki-text.ts";

/** The data that a section needs to look up other claims. */
export type WikiFrame = {
  readonly timeZone: string;
  readonly now: number;
  readonly versions: ReadonlyMap<string, readonly BlockVersion[]>;
  readonly related: ReadonlyMap<MemoryBlock, readonly Related[]>;
  /** Returns the page that holds a claim, or undefined when no page holds it. */
  readonly pageOf: (block: MemoryBlock) => string | undefined;
  readonly find: (patternId: string) => MemoryBlock | undefined;
};

const HEADING_CHARS = 60;
const QUOTE_CHARS = 80;
/** How many of the latest changes a section shows. `waldo memory history` shows all. */
const MOST_TRAIL = 20;
const MOST_SOURCES = 5;

/** Returns what a claim says, with its conditions, as plain words. */
export function wordsOf({ claim, conditions }: MemoryBlock): string {
  return conditions === "" ? oneLine(claim) : `${oneLine(claim).replace(/[.]$/, "")} (${oneLine(conditions)})`;
}

/**
 * Groups the claims of a page into sections, in the order of their first claim. Each claim from outside has its own
 * section.
 */
export function sectionsOf(blocks: readonly MemoryBlock[], frame: WikiFrame): string[] {
  const groups = groupsOf(blocks, ({ origin, topic, patternId }) => {
    const slot = origin === "untrusted" || topic === undefined ? "" : topicSlot(topic);
    return [slot === "" ? `claim ${patternId}` : `topic ${slot}`];
  });
  return [...groups.values()].map((group) => section(group, frame));
}

function section(group: readonly MemoryBlock[], frame: WikiFrame): string {
  const [first] = group;
  if (first === undefined) return "";
  return [`## ${headingOf(first)}`, ...group.map((block) => claimText(block, frame))].join("\n\n");
}

function headingOf({ origin, topic, claim, patternId }: MemoryBlock): string {
  if (origin === "untrusted") return `Heard elsewhere, ${patternId}`;
  return inline(asSentence(clipped(topic ?? claim, HEADING_CHARS)).replace(/[.]$/, ""));
}

function claimText(block: MemoryBlock, frame: WikiFrame): string {
  const words =
    block.origin === "untrusted"
      ? `Not the person's word, and not checked: “${inline(wordsOf(block))}”.`
      : inline(asSentence(wordsOf(block)));
  return [
    `${words} ^${block.patternId}`,
    [`- ${standing(block, frame)}`, ...linksOf(block, frame).map((link) => `- ${link}`)].join("\n"),
    "Evidence trail:",
    trail(frame.versions.get(block.patternId) ?? [], block, frame.timeZone).join("\n"),
  ].join("\n\n");
}

function standing(block: MemoryBlock, { timeZone, now }: WikiFrame): string {
  const { validFrom, validTo, origin, confidence, topic } = block;
  const from = localDate(validFrom, timeZone);
  const held = isLive(block)
    ? `${validFrom > now ? "Holds from" : "Holds since"} ${from}`
    : validTo === validFrom
      ? `Taken back: as is known now it never held, though it was noted for ${from}`
      : `Held from ${from} to ${localDate(validTo ?? validFrom, timeZone)}`;
  const about = topic === undefined ? "" : `; topic ${inline(topic)}`;
  return `${held}; origin ${origin}; confidence ${confidence.toFixed(2)}${about}.`;
}

function linksOf(block: MemoryBlock, frame: WikiFrame): string[] {
  const chain = (how: string, patternId: string | undefined) => {
    if (patternId === undefined) return [];
    const other = frame.find(patternId);
    return [other ? `${how} ${linkTo(other, frame)}` : `${how} ${patternId}, which is no longer at hand.`];
  };
  return [
    ...chain("Took the place of", block.supersedes),
    ...chain("Gave way to", block.supersededBy),
    ...(frame.related.get(block) ?? []).map(
      ({ block: other, by }) => `See also, for “${inline(by)}”: ${linkTo(other, frame)}`,
    ),
  ];
}

/** Returns what the other claim says and a link to it. It repeats no text from outside. */
function linkTo(other: MemoryBlock, frame: WikiFrame): string {
  const page = frame.pageOf(other);
  const words =
    other.origin === "untrusted" ? "something heard elsewhere" : `“${inline(clipped(other.claim, QUOTE_CHARS))}”`;
  return page === undefined ? `${words}.` : `${words}. [[${page}#^${other.patternId}]].`;
}

/** Returns one line per change, oldest first: when, what, by whom, and from which source. */
function trail(versions: readonly BlockVersion[], { patternId, hall }: MemoryBlock, timeZone: string): string[] {
  if (versions.length === 0) return ["- (none is kept)"];
  const inOrder = [...versions].sort((a, b) => a.block.revision - b.block.revision);
  const shown = inOrder.slice(-MOST_TRAIL);
  const left = inOrder.length - shown.length;
  return [
    ...(left > 0 ? [`- (${left} earlier: waldo memory history ${patternId})`] : []),
    ...shown.map(({ block, change, by }) => {
      const { recordedAt, origin, confidence, sources } = block;
      const more = sources.length > MOST_SOURCES ? ` and ${sources.length - MOST_SOURCES} more` : "";
      const from = sources.length === 0 ? "" : `; from ${sources.slice(0, MOST_SOURCES).map(inline).join(", ")}${more}`;
      const where = block.hall === hall ? "" : ` in ${block.hall}`;
      return `- ${localDate(recordedAt, timeZone)}: ${change}${where} by ${inline(by)}; origin ${origin}; confidence ${confidence.toFixed(2)}${from}.`;
    }),
  ];
}
