// Builds memory.md, a short overview of memory for the person and the heartbeat. It holds no text from outside and at
// most {@link MEMORY_LINES} lines, the strongest first. After each exchange plain code writes its section Recent
// Context from the diary, in three to five sentences. So the page shows the latest subjects without the conversation.
import type { LocalDate, MemoryBlock, UserId } from "@waldo/contracts";
import type { Ports } from "../../ports.ts";
import { sanitise } from "../../safety/sanitise.ts";
import { addDays, DAY_MS, dayOfWeek, localDate, WEEKDAYS } from "../../time.ts";
import { loadHead } from "../claims/blocks.ts";
import { topicSlot } from "../claims/claim.ts";
import { meantBy } from "../claims/likeness.ts";
import { type EpisodeEntry, entriesSince } from "../diary/episodes.ts";
import { toldOf } from "../diary/forgotten.ts";
import { byStrength, openTasks, ours, type PageTask, taskLine, words } from "./pages.ts";
import { asSentence, clipped, inline } from "./wiki-text.ts";
import { openWorkspace } from "./workspace.ts";

export const MEMORY_PAGE = "memory.md";
/** The most lines of the page. */
export const MEMORY_LINES = 200;
/** The most lines of each section. With the headings they stay under the limit of the page. */
const MOST = { preferences: 60, commitments: 50, patterns: 40, recent: 5, modes: 5 } as const;
const LINE_CHARS = 200;

/** A promise of the person to themselves: a reminder with its moment, or a line of their goals. */
type Commitment = { readonly text: string; readonly when?: string };

type MemoryInput = {
  readonly date: LocalDate;
  readonly timeZone: string;
  readonly blocks: readonly MemoryBlock[];
  readonly tasks: readonly PageTask[];
  readonly commitments: readonly Commitment[];
  /** The sentences of Recent Context, which is rewritten after each exchange. */
  readonly recent: readonly string[];
};

const RECENT = "## Recent Context";

export function memoryPage({ date, timeZone, blocks, tasks, commitments, recent }: MemoryInput): string {
  const known = prune(ours(blocks));
  const of = (hall: MemoryBlock["hall"]) => known.filter((block) => block.hall === hall).map(lineOf);
  const due = openTasks(tasks).map((task) => taskLine(task, date));
  const promised = commitments.map(({ text, when }) => line(`${clipped(text, LINE_CHARS)}${when ? `, ${when}` : ""}`));
  const modes = known.filter((block) => isMode(block, { date, timeZone })).map(lineOf);
  return [
    `# Memory\n\nAs of ${date}.`,
    section("## Preferences", of("preferences"), MOST.preferences),
    section("## Active Commitments", [...due, ...promised], MOST.commitments),
    section("## Observed Patterns", of("discoveries"), MOST.patterns),
    section(RECENT, recent.map(line), MOST.recent),
    section("## Modes", modes, MOST.modes),
  ]
    .join("\n\n")
    .concat("\n");
}

/** Returns the page with new sentences under Recent Context. If the page does not exist, it starts with them. */
export function withRecent(page: string | undefined, recent: readonly string[]): string {
  const next = section(RECENT, recent.map(line), MOST.recent);
  if (page === undefined) return `# Memory\n\n${next}\n`;
  const from = page.indexOf(RECENT);
  if (from < 0) return `${page.trimEnd()}\n\n${next}\n`;
  const after = page.indexOf("\n## ", from + RECENT.length);
  return `${page.slice(0, from)}${next}\n${after < 0 ? "" : page.slice(after)}`;
}

function section(heading: string, lines: readonly string[], most: number): string {
  const shown = lines.slice(0, most);
  return shown.length === 0 ? heading : `${heading}\n\n${shown.join("\n")}`;
}

const line = (text: string) => `- ${inline(asSentence(text.replaceAll(/\s+/gu, " ").trim()))}`;
const lineOf = (block: MemoryBlock) => `- ${words(block)}`;

/**
 * Returns the claims that a page shows, the strongest first, each once. If two claims are about the same subject, only
 * the later one is shown. The night and the weekly review call it.
 */
export function prune(blocks: readonly MemoryBlock[]): MemoryBlock[] {
  const later = (a: MemoryBlock, b: MemoryBlock) => b.validFrom - a.validFrom || b.recordedAt - a.recordedAt;
  const topics = new Set<string>();
  const claims = new Set<string>();
  const kept: MemoryBlock[] = [];
  for (const block of [...blocks].sort(later)) {
    const topic = block.topic === undefined ? "" : `${block.hall} ${topicSlot(block.topic)} ${block.conditions}`;
    const claim = JSON.stringify([block.hall, block.conditions, meantBy(block.claim)]);
    if (topics.has(topic) || claims.has(claim)) continue;
    if (topic !== "") topics.add(topic);
    claims.add(claim);
    kept.push(block);
  }
  return kept.sort(byStrength);
}

const MODE =
  // bounded: a claim has at most 2,000 characters
  /\b(?:at|on|in|for)\s+(?:a|an|the|my|our)?\s*(?:\w+\s){0,2}(?:conference|workshop|holidays?|vacation|trip|sick leave|parental leave|leave|retreat|course|exam week|deadline week)\b|\b(?:travel(?:l)?ing|away|out of office|on call|off sick|jet.?lagged)\b/iu;
// bounded: a claim has at most 2,000 characters
const UNTIL = new RegExp(`\\buntil\\s+(?:(\\d{4}-\\d{2}-\\d{2})|(?:next\\s+)?(${WEEKDAYS.join("|")}))\\b`, "iu");
/** If the person named no end, a mode ends after this many days. */
const MODE_DAYS = 7;

/** True when a claim says that the person lives differently for a while, and this time is not over. */
function isMode(
  { hall, claim, validFrom }: MemoryBlock,
  { date, timeZone }: Pick<MemoryInput, "date" | "timeZone">,
): boolean {
  if ((hall !== "events" && hall !== "preferences" && hall !== "facts") || !MODE.test(claim)) return false;
  const told = localDate(validFrom, timeZone);
  const [, named, weekday] = UNTIL.exec(claim) ?? [];
  return told <= date && date <= (named ?? endOf(told, weekday));
}

function endOf(told: LocalDate, weekday: string | undefined): LocalDate {
  const day = WEEKDAYS.findIndex((name) => name.toLowerCase() === weekday?.toLowerCase()) + 1;
  return addDays(told, day === 0 ? MODE_DAYS : (day - dayOfWeek(told) + 7) % 7 || 7);
}

type Writes = Pick<Ports, "store" | "archive" | "clock">;

/** How far back an exchange counts as recent. */
const RECENT_DAYS = 2;
const MOST_SENTENCES = 5;
const SENTENCE_CHARS = 180;
const ASKED = /^They said: ([\s\S]*?)\nWaldo: ([\s\S]*)$/u;

/** An entry of the diary with the words that may still be used. */
type Told = { readonly entry: EpisodeEntry; readonly text: string };

/** Returns the sentences, the latest exchange first. Other people's words and readings are left out. Pure. */
export function recentSentences(told: readonly Told[]): string[] {
  const own = told
    .filter(
      ({ entry: { episode }, text }) =>
        episode.origin !== "untrusted" && episode.trigger === "user_message" && text !== "",
    )
    .sort((a, b) => b.entry.createdAt - a.entry.createdAt);
  const sentences = own.flatMap(({ text }) => {
    const [, asked, said] = ASKED.exec(text) ?? [];
    return asked === undefined
      ? []
      : [`They said: ${first(asked)}`, ...(said ? [`Waldo answered: ${first(said)}`] : [])];
  });
  return sentences.slice(0, MOST_SENTENCES).map((one) => sanitise({ text: one, origin: "system" }, "internal").text);
}

function first(text: string): string {
  const [sentence = text] = text.trim().match(/^[\s\S]*?[.!?\n]/u) ?? [];
  const words = sentence.replaceAll(/\s+/gu, " ").trim();
  return words.length > SENTENCE_CHARS ? `${words.slice(0, SENTENCE_CHARS - 1)}…` : words;
}

/** Returns the sentences as of now. Throws what the store throws. */
export async function recentOf(ports: Pick<Ports, "store" | "clock">, userId: UserId): Promise<string[]> {
  const { head } = await loadHead(ports.store, userId);
  const entries = await entriesSince(ports, userId, ports.clock.now() - RECENT_DAYS * DAY_MS);
  return recentSentences(entries.map((entry) => ({ entry, text: toldOf(entry, head) })));
}

/** Rewrites the section of the page. Throws what the store and the archive throw. */
export async function writeRecent(ports: Writes, userId: UserId): Promise<void> {
  const workspace = openWorkspace(ports.archive, userId);
  workspace.write(MEMORY_PAGE, withRecent(await workspace.read(MEMORY_PAGE), await recentOf(ports, userId)));
  await workspace.commit();
}

/**
 * Rewrites the section after an exchange with the person. An error is logged; the person still gets their answer, and
 * the next exchange writes the page.
 */
export async function rewriteRecent(ports: Writes & Pick<Ports, "log">, userId: UserId): Promise<void> {
  await writeRecent(ports, userId).catch((error: unknown) =>
    ports.log("warn", "memory.recent_unwritten", { error: error instanceof Error ? error.name : "unknown" }),
  );
}
