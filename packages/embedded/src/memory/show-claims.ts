/** `waldo memory search`, `show` and `as-of`: what is remembered, and what was. */
import { HALLS, type Hall, LocalDate, type MemoryBlock, WaldoError } from "@waldo/contracts";
import { allBlocks, isLive } from "@waldo/core/memory/blocks";
import { allHistory, asOf } from "@waldo/core/memory/history";
import { pendingIntents } from "@waldo/core/memory/inbox";
import { type Retrieved, retrieve } from "@waldo/core/memory/retrieve";
import type { Clock } from "@waldo/core/ports";
import { capSize } from "@waldo/core/safety/size-cap";
import { addDays, instantAt, localDate } from "@waldo/core/time";
import type { Terminal } from "../terminal.ts";
import { claimEntry, entry, forPerson, pendingEntry, pendingForPerson, plain } from "./claim-lines.ts";
import { type MemoryOptions, machineClock, type OpenMemory, withMemory } from "./open-memory.ts";

/** Characters of a diary entry in a list of findings. */
const DIARY_CHARS = 280;

export type SearchOptions = MemoryOptions & { readonly hall?: Hall; readonly limit: number };

/** Best first. With a hall only claims are looked through, else the diary too. */
export async function searchMemory(
  words: readonly string[],
  options: SearchOptions,
  terminal: Terminal,
  clock: Clock = machineClock,
): Promise<void> {
  await withMemory(options, terminal, async ({ store, archive, userId, zone }) => {
    const found = await retrieve({ store, archive, clock }, userId, {
      text: words.join(" "),
      limit: options.limit,
      zone,
      ...(options.hall === undefined ? {} : { halls: [options.hall], episodes: false }),
    });
    if (options.json) return terminal.print(JSON.stringify(found.map(cleanFinding), null, 2));
    if (found.length === 0) return terminal.print("nothing remembered matches that");
    for (const one of found) printFinding(one, zone, terminal);
  });
}

function cleanFinding(found: Retrieved): object {
  if (found.kind === "claim") return { ...found, block: forPerson(found.block) };
  if (found.kind === "pending") return { ...found, note: pendingForPerson(found.note) };
  return { ...found, episode: { ...found.episode, summary: plain(found.episode.summary) } };
}

function printFinding(found: Retrieved, zone: string, terminal: Terminal): void {
  if (found.kind === "claim") claimEntry(found.block, zone, terminal, true);
  else if (found.kind === "pending") pendingEntry(found.note, zone, terminal);
  else {
    const { at, summary, origin, runId } = found.episode;
    entry("diary", capSize(plain(summary), DIARY_CHARS), `${localDate(at, zone)} · ${origin} · ${runId}`, terminal);
  }
}

export type ShowOptions = MemoryOptions & { readonly hall?: Hall; readonly closed: boolean };

/** What holds, hall by hall, most believed first, and what waits for the night; with `closed` what held once too. */
export async function showMemory(options: ShowOptions, terminal: Terminal): Promise<void> {
  await withMemory(options, terminal, async (memory) => {
    const blocks = (options.closed ? await everyBlock(memory) : await allBlocks(memory.store, memory.userId))
      .filter((block) => options.hall === undefined || block.hall === options.hall)
      .filter((block) => options.closed || isLive(block));
    const pending = await pendingIntents(memory.store, memory.userId, options.hall);
    if (options.json)
      return terminal.print(
        JSON.stringify({ claims: inOrder(blocks).map(forPerson), provisional: pending.map(pendingForPerson) }, null, 2),
      );
    if (blocks.length === 0 && pending.length === 0) return terminal.print("nothing is remembered yet");
    printByHall(inOrder(blocks), memory.zone, terminal);
    if (pending.length > 0) terminal.print(terminal.c.bold("not settled yet"));
    for (const intent of pending) pendingEntry(intent, memory.zone, terminal);
  });
}

/** Every claim as it stands now, also one whose row has been archived: its latest version is what it was. */
export async function everyBlock(memory: OpenMemory): Promise<MemoryBlock[]> {
  const hot = await allBlocks(memory.store, memory.userId);
  const known = new Set(hot.map(({ patternId }) => patternId));
  const cold = [...(await allHistory(memory, memory.userId))].flatMap(([id, history]) =>
    known.has(id) ? [] : (history.at(-1)?.block ?? []),
  );
  return [...hot, ...cold];
}

function inOrder(blocks: readonly MemoryBlock[]): MemoryBlock[] {
  return [...blocks].sort(
    (a, b) =>
      HALLS.indexOf(a.hall) - HALLS.indexOf(b.hall) ||
      Number(isLive(b)) - Number(isLive(a)) ||
      b.confidence - a.confidence ||
      b.validFrom - a.validFrom ||
      (a.patternId < b.patternId ? -1 : 1),
  );
}

function printByHall(blocks: readonly MemoryBlock[], zone: string, terminal: Terminal): void {
  for (const hall of HALLS) {
    const own = blocks.filter((block) => block.hall === hall);
    if (own.length > 0) terminal.print(terminal.c.bold(hall));
    for (const block of own) claimEntry(block, zone, terminal);
  }
}

export type AsOfOptions = MemoryOptions & { readonly believed: boolean };

/** What held when that day ended in the person's zone: as is known now, or as was known then. */
export async function showAsOf(date: string, options: AsOfOptions, terminal: Terminal): Promise<void> {
  const day = LocalDate.safeParse(date);
  if (!day.success)
    throw new WaldoError(
      "InvalidInput",
      `${date}: ${day.error.issues[0]?.message ?? "not a date"}; give it as YYYY-MM-DD`,
    );
  await withMemory(options, terminal, async (memory) => {
    const endOfDay = instantAt(addDays(day.data, 1), "00:00", memory.zone) - 1;
    const blocks = inOrder(await asOf(memory, memory.userId, endOfDay, options.believed ? "believed" : "held"));
    if (options.json) return terminal.print(JSON.stringify(blocks.map(forPerson), null, 2));
    const how = options.believed ? "was believed to hold" : "held, as is known now";
    terminal.print(
      blocks.length === 0 ? `nothing ${how}, at the end of ${day.data}` : `what ${how}, at the end of ${day.data}:`,
    );
    printByHall(blocks, memory.zone, terminal);
  });
}
