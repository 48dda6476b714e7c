/** `waldo memory search`, `show` and `as-of`: print what is remembered now, and what was remembered earlier. */
import { HALLS, type Hall, LocalDate, type MemoryBlock } from "@waldo/contracts";
import { allBlocks } from "@waldo/core/memory/claims/blocks";
import { isLive } from "@waldo/core/memory/claims/claim";
import { asOf, byPlace, everyBlock } from "@waldo/core/memory/claims/history";
import { pendingIntents } from "@waldo/core/memory/claims/inbox";
import { forPerson, pendingForPerson, plain } from "@waldo/core/memory/pages/wiki-read";
import { type Retrieved, retrieve } from "@waldo/core/memory/search/recall";
import type { Clock } from "@waldo/core/ports";
import { capSize } from "@waldo/core/safety/sanitise";
import { addDays, instantAt, localDate } from "@waldo/core/time";
import type { Terminal } from "../terminal.ts";
import { typed } from "../typed.ts";
import { type MemoryOptions, withMemory } from "./open-memory.ts";
import { claimEntry, entry, pendingEntry } from "./print-claim.ts";

/** How many characters of a diary entry a list shows. */
const DIARY_CHARS = 280;

export type SearchOptions = MemoryOptions & { readonly hall?: Hall; readonly limit: number };

/** Searches memory, best match first. With a hall it searches only claims, otherwise the diary too. */
export async function searchMemory(
  words: readonly string[],
  options: SearchOptions,
  terminal: Terminal,
  given?: Clock,
): Promise<void> {
  await withMemory(options, terminal, async ({ store, archive, userId, timeZone, ...memory }) => {
    const clock = given ?? (await memory.clock());
    const found = await retrieve({ store, archive, clock }, userId, {
      text: words.join(" "),
      limit: options.limit,
      timeZone,
      ...(options.hall === undefined ? {} : { halls: [options.hall], episodes: false }),
    });
    if (options.json) return terminal.print(JSON.stringify(found.map(cleanFinding), null, 2));
    if (found.length === 0) return terminal.print("nothing remembered matches that");
    for (const one of found) printFinding(one, timeZone, terminal);
  });
}

function cleanFinding(found: Retrieved): object {
  if (found.kind === "claim") return { ...found, block: forPerson(found.block) };
  if (found.kind === "pending") return { ...found, note: pendingForPerson(found.note) };
  return { ...found, episode: { ...found.episode, summary: plain(found.episode.summary) } };
}

function printFinding(found: Retrieved, timeZone: string, terminal: Terminal): void {
  if (found.kind === "claim") claimEntry(found.block, timeZone, terminal, true);
  else if (found.kind === "pending") pendingEntry(found.note, timeZone, terminal);
  else {
    const { at, summary, origin, runId } = found.episode;
    entry("diary", capSize(plain(summary), DIARY_CHARS), `${localDate(at, timeZone)} · ${origin} · ${runId}`, terminal);
  }
}

export type ShowOptions = MemoryOptions & { readonly hall?: Hall; readonly closed: boolean };

/**
 * Prints the claims that are true now, by hall with the highest confidence first, and the notes that wait for the
 * night. With `closed` it also prints claims that were true earlier.
 */
export async function showMemory(options: ShowOptions, terminal: Terminal): Promise<void> {
  await withMemory(options, terminal, async (memory) => {
    const blocks = (
      options.closed ? await everyBlock(memory, memory.userId) : await allBlocks(memory.store, memory.userId)
    )
      .filter((block) => options.hall === undefined || block.hall === options.hall)
      .filter((block) => options.closed || isLive(block));
    const pending = await pendingIntents(memory.store, memory.userId, options.hall);
    if (options.json)
      return terminal.print(
        JSON.stringify(
          { claims: blocks.toSorted(byPlace).map(forPerson), provisional: pending.map(pendingForPerson) },
          null,
          2,
        ),
      );
    if (blocks.length === 0 && pending.length === 0) return terminal.print("nothing is remembered yet");
    printByHall(blocks.toSorted(byPlace), memory.timeZone, terminal);
    if (pending.length > 0) terminal.print(terminal.c.bold("not settled yet"));
    for (const intent of pending) pendingEntry(intent, memory.timeZone, terminal);
  });
}

function printByHall(blocks: readonly MemoryBlock[], timeZone: string, terminal: Terminal): void {
  for (const hall of HALLS) {
    const own = blocks.filter((block) => block.hall === hall);
    if (own.length > 0) terminal.print(terminal.c.bold(hall));
    for (const block of own) claimEntry(block, timeZone, terminal);
  }
}

export type AsOfOptions = MemoryOptions & { readonly believed: boolean };

/** Prints what was true at the end of that day in the person's time zone, with today's knowledge or with that day's. */
export async function showAsOf(date: string, options: AsOfOptions, terminal: Terminal): Promise<void> {
  const day = typed(LocalDate, date, "the date");
  await withMemory(options, terminal, async (memory) => {
    const endOfDay = instantAt(addDays(day, 1), "00:00", memory.timeZone) - 1;
    const blocks = (await asOf(memory, memory.userId, endOfDay, options.believed ? "believed" : "held")).sort(byPlace);
    if (options.json) return terminal.print(JSON.stringify(blocks.map(forPerson), null, 2));
    const how = options.believed ? "was believed to hold" : "held, as is known now";
    terminal.print(blocks.length === 0 ? `nothing ${how}, at the end of ${day}` : `what ${how}, at the end of ${day}:`);
    printByHall(blocks, memory.timeZone, terminal);
  });
}
