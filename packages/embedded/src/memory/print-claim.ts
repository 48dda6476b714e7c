/** Prints claims as lines of a terminal. */
import type { MemoryBlock, MemoryIntent } from "@waldo/contracts";
import { isBelieved, isLive } from "@waldo/core/memory/claims/claim";
import { forPerson, pendingForPerson, said } from "@waldo/core/memory/pages/wiki-read";
import { oneLine } from "@waldo/core/memory/pages/wiki-text";
import { localDate } from "@waldo/core/time";
import type { Terminal } from "../terminal.ts";
import { wrapped } from "../wrap.ts";

/** A table never gets wider than this many columns. */
const TABLE_COLUMNS = 80;
const ID_COLUMNS = 15;

/** Prints an id, its words beside it, and the details below. */
export function entry(id: string, words: string, about: string, { c, print, width }: Terminal): void {
  const columns = Math.min(width, TABLE_COLUMNS) - ID_COLUMNS;
  const lines = wrapped(words, columns);
  print(` ${c.cyan(id.padEnd(ID_COLUMNS - 1))}${lines[0] ?? ""}`);
  for (const line of lines.slice(1)) print(`${" ".repeat(ID_COLUMNS)}${line}`);
  for (const line of about === "" ? [] : wrapped(about, columns)) print(c.dim(`${" ".repeat(ID_COLUMNS)}${line}`));
}

export function claimEntry(block: MemoryBlock, timeZone: string, terminal: Terminal, hall = false): void {
  entry(block.patternId, said(block), `${hall ? `${block.hall} · ` : ""}${standing(block, timeZone)}`, terminal);
}

function standing(block: MemoryBlock, timeZone: string): string {
  const { origin, confidence, validFrom, validTo, supersededBy } = block;
  const { topic } = forPerson(block);
  const from = localDate(validFrom, timeZone);
  const held = isLive(block)
    ? `since ${from}`
    : validTo === validFrom
      ? "taken back: never held"
      : `held ${from} to ${localDate(validTo ?? validFrom, timeZone)}`;
  return [
    origin === "untrusted" ? "untrusted: heard elsewhere" : origin,
    `confidence ${confidence.toFixed(2)}`,
    held,
    ...(isLive(block) && !isBelieved(block) ? ["doubted: not used"] : []),
    ...(topic === undefined ? [] : [`topic ${oneLine(topic)}`]),
    ...(supersededBy === undefined ? [] : [`gave way to ${supersededBy}`]),
  ].join(" · ");
}

/** Prints a note that the night has not settled yet. */
export function pendingEntry(pending: MemoryIntent, timeZone: string, terminal: Terminal): void {
  const intent = pendingForPerson(pending);
  const words =
    intent.kind === "verdict"
      ? `${intent.patternId} was ${intent.says}`
      : intent.conditions === ""
        ? intent.claim
        : `${intent.claim} (${intent.conditions})`;
  const about = `${intent.hall} · ${intent.origin} · noted ${localDate(intent.at, timeZone)}, not settled yet`;
  entry("provisional", words, about, terminal);
}
