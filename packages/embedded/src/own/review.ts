/** `waldo review`: the state of the weekly review, beginning one, and the results of earlier ones. */
import { randomUUID } from "node:crypto";
import type { Gets, ReviewState } from "@waldo/contracts";
import type { MemoryOptions } from "../memory/open-memory.ts";
import type { Terminal } from "../terminal.ts";
import { type OwnOptions, withDoor } from "./own-door.ts";

const STANDS: Record<ReviewState, string> = {
  asking: "waits for your answer",
  paused: "rests until tomorrow",
  done: "done",
  incomplete: "ended before its last question",
  skipped: "left out",
};

export function showReview(options: MemoryOptions, terminal: Terminal): Promise<void> {
  return withDoor(options, terminal, async (call) => {
    const { latest } = await call("review", { query: { limit: 1 } });
    if (options.json) return terminal.print(JSON.stringify(latest, null, 2));
    if (!latest) return terminal.print("There was no review yet. Begin one with: waldo review start");
    printReview(latest, terminal);
  });
}

function printReview(latest: NonNullable<Gets<"review">["latest"]>, { print, c }: Terminal): void {
  const { date, state, asked, of, week, kept, takenBack } = latest;
  print(`The review of ${date}: ${STANDS[state]} ${c.dim(`· ${asked.length} of ${of} questions`)}`);
  for (const { text, answer, skipped } of asked) {
    print(`\n${text}`);
    if (answer !== undefined) print(`  ${answer}`);
    if (skipped) print(c.dim("  skipped"));
  }
  const list = (items: readonly string[]) => items.join("; ") || "nothing";
  if (week) print(`\nThis week becomes: ${list(week.becomes)} (was: ${list(week.was)}).`);
  if (kept !== undefined) print(`${week ? "" : "\n"}Kept in memory: ${kept}`);
  if (takenBack) print(c.dim("Taken back."));
  if (state === "asking") print(c.dim("\nAnswer with: waldo say … (or: waldo say skip, later, stop)"));
}

export function startReview(options: OwnOptions, terminal: Terminal): Promise<void> {
  return withDoor(options, terminal, async (call, _now, rest) => {
    await call("reviewStart", { key: randomUUID() });
    const said = await rest();
    if (options.json) return terminal.print(JSON.stringify(await call("review", { query: { limit: 1 } }), null, 2));
    for (const line of said) terminal.print(line);
    if (said.length === 0) {
      const { latest } = await call("review", { query: { limit: 1 } });
      if (latest) printReview(latest, terminal);
    }
  });
}

export function reviewHistory(options: MemoryOptions, terminal: Terminal): Promise<void> {
  return withDoor(options, terminal, async (call) => {
    const { latest, past } = await call("review", { query: { limit: 20 } });
    const all = [...(latest ? [latest] : []), ...past];
    if (options.json) return terminal.print(JSON.stringify(all, null, 2));
    for (const { date, state, kept } of all) terminal.print(`${date}  ${kept ?? terminal.c.dim(STANDS[state])}`);
    if (all.length === 0) terminal.print("There was no review yet.");
  });
}
