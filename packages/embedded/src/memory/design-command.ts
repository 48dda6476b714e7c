/** `waldo memory design`: shows by which numbers memory is searched, and goes back to the ones before. */
import { type DesignChanges, type DesignRow, SHADOW_NIGHTS } from "@waldo/contracts";
import { loadDesign, rollBack } from "@waldo/core/memory/design/in-force";
import { numbersOf } from "@waldo/core/memory/design/view";
import { localDate } from "@waldo/core/time";
import type { Terminal } from "../terminal.ts";
import { type MemoryOptions, withMemory } from "./open-memory.ts";

/** Prints the design in force, and the one that the nights compare with it. */
export async function showDesign(options: MemoryOptions, terminal: Terminal): Promise<void> {
  await withMemory(options, terminal, async ({ store, userId, timeZone }) => {
    const { state } = await loadDesign(store, userId);
    if (options.json) return terminal.print(JSON.stringify(state, null, 2));
    const since = state.since === undefined ? "" : ` since ${localDate(state.since, timeZone)}`;
    terminal.print(`in force${since}: ${listed(state.changes)}`);
    if (state.parent) terminal.print(`before that: ${listed(state.parent)}`);
    if (!state.shadow) return terminal.print("nothing is in shadow");
    const { changes, nights } = state.shadow;
    terminal.print(`in shadow, ${nights.length} of ${SHADOW_NIGHTS} nights: ${listed(changes)}`);
    for (const { date, mean, traces } of nights)
      terminal.print(`  ${date}: ${mean < 0 ? "-" : "+"}${Math.abs(mean).toFixed(3)} on ${traces} questions`);
  });
}

/** Gives up the design in shadow, or goes back from a promoted one to the one before. */
export async function rollBackDesign(options: MemoryOptions, terminal: Terminal): Promise<void> {
  await withMemory(options, terminal, async ({ store, userId }) => {
    const next = await rollBack(store, userId);
    if (options.json) return terminal.print(JSON.stringify(next ?? null, null, 2));
    terminal.print(next ? outcome(next) : "nothing changed: the standard numbers are in force");
  });
}

function outcome({ changes }: DesignRow): string {
  return `in force now: ${listed(changes)}`;
}

function listed(changes: DesignChanges): string {
  const changed = numbersOf(changes);
  if (changed.length === 0) return "the standard numbers";
  return changed
    .map(({ name, about, value, standard }) => `${name} ${value}, usually ${standard} (${about})`)
    .join("; ");
}
