/** `waldo memory design`: shows the numbers of the memory search, and can restore the earlier ones. */
import type { DesignNumber, DesignView } from "@waldo/contracts";
import { rollBack } from "@waldo/core/memory/design/in-force";
import { designView } from "@waldo/core/memory/design/view";
import { localDate } from "@waldo/core/time";
import type { Terminal } from "../terminal.ts";
import { type MemoryOptions, withMemory } from "./open-memory.ts";

/** Prints the design in force, the one that the nights compare with it, and what the last night found. */
export async function showDesign(options: MemoryOptions, terminal: Terminal): Promise<void> {
  await withMemory(options, terminal, async ({ store, userId, timeZone }) => {
    const view = await designView(store, userId);
    if (options.json) return terminal.print(JSON.stringify(view, null, 2));
    const { inForce, shadow, nights } = view;
    const since = inForce.since === undefined ? "" : ` since ${localDate(inForce.since, timeZone)}`;
    printNumbers(terminal, `in force${since}`, inForce.numbers);
    if (inForce.before) printNumbers(terminal, "before that", inForce.before);
    if (shadow) printNumbers(terminal, `in shadow, ${shadow.nights.length} of ${shadow.wanted} nights`, shadow.numbers);
    else terminal.print("nothing is in shadow");
    for (const night of shadow?.nights ?? []) terminal.print(`  ${found(night)}`);
    const [last] = nights;
    if (last && !shadow) terminal.print(`last compared ${found(last)}: ${[last.what, ...last.worse].join(", ")}`);
  });
}

/** Drops the design in shadow, or replaces a promoted design by the one before. */
export async function rollBackDesign(options: MemoryOptions, terminal: Terminal): Promise<void> {
  await withMemory(options, terminal, async ({ store, userId }) => {
    const isDone = (await rollBack(store, userId)) !== undefined;
    const { inForce } = await designView(store, userId);
    if (options.json) return terminal.print(JSON.stringify({ isDone, inForce }, null, 2));
    if (isDone) printNumbers(terminal, "in force now", inForce.numbers);
    else terminal.print("nothing changed: the standard numbers are in force");
  });
}

function printNumbers({ print }: Terminal, title: string, numbers: readonly DesignNumber[]): void {
  print(numbers.length === 0 ? `${title}: the standard numbers` : `${title}:`);
  for (const { name, about, value, standard } of numbers) print(`  ${name} ${value} (${standard}): ${about}`);
}

function found({ date, mean, traces }: Pick<DesignView["nights"][number], "date" | "mean" | "traces">): string {
  return `${date}: ${mean < 0 ? "-" : "+"}${Math.abs(mean).toFixed(3)} on ${traces} questions`;
}
