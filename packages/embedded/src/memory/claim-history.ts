/** `waldo memory history`, `restore` and `note`: show how a claim changed, and let the person change it themselves. */
import { type MemoryBlock, WaldoError } from "@waldo/contracts";
import { clockAfter } from "@waldo/core/memory/claims/blocks";
import { isLive } from "@waldo/core/memory/claims/claim";
import { allHistory, chainOf } from "@waldo/core/memory/claims/history";
import { type NoteDraft, noteByOwner } from "@waldo/core/memory/claims/inbox";
import { restorePrevious } from "@waldo/core/memory/claims/restore";
import { forPerson, plain, said } from "@waldo/core/memory/pages/wiki-read";
import type { Clock } from "@waldo/core/ports";
import { localDate, localTime } from "@waldo/core/time";
import type { Terminal } from "../terminal.ts";
import { type MemoryOptions, resolvePattern, withMemory } from "./open-memory.ts";
import { entry } from "./print-claim.ts";

/** Prints every change of a claim and of the claims before and after it, oldest first. */
export async function showHistory(given: string, options: MemoryOptions, terminal: Terminal): Promise<void> {
  await withMemory(options, terminal, async (memory) => {
    const patternId = await resolvePattern(memory, given);
    const versions = chainOf(await allHistory(memory, memory.userId), patternId);
    if (options.json)
      return terminal.print(
        JSON.stringify(
          versions.map((version) => ({ ...version, block: forPerson(version.block) })),
          null,
          2,
        ),
      );
    for (const { block, change, by } of versions) {
      const { recordedAt, origin, confidence, sources } = block;
      const from = sources.length === 0 ? "" : ` · from ${sources.map(plain).join(", ")}`;
      entry(
        block.patternId,
        `${localDate(recordedAt, memory.timeZone)} ${localTime(recordedAt, memory.timeZone)} · ${change} by ${plain(by)}`,
        `${said(block)} · ${origin} · confidence ${confidence.toFixed(2)}${from}`,
        terminal,
      );
    }
  });
}

/** Undoes the latest change of a claim, and prints in one line what is true now. */
export async function restoreMemory(
  given: string,
  options: MemoryOptions,
  terminal: Terminal,
  clock?: Clock,
): Promise<void> {
  await withMemory(options, terminal, async (memory) => {
    const patternId = await resolvePattern(memory, given);
    const ports = { ...memory, clock: clock ? await clockAfter(memory, clock) : await memory.clock() };
    const { closed, live } = await restorePrevious(ports, memory.userId, patternId, "owner");
    if (options.json)
      return terminal.print(
        JSON.stringify(
          { ...(closed ? { closed: forPerson(closed) } : {}), ...(live ? { live: forPerson(live) } : {}) },
          null,
          2,
        ),
      );
    terminal.print(outcome(closed, live));
  });
}

function outcome(closed: MemoryBlock | undefined, live: MemoryBlock | undefined): string {
  const quoted = (block: MemoryBlock) => `“${said(block)}” (${block.patternId})`;
  const over = closed && !isLive(closed) ? `${quoted(closed)} no longer holds` : undefined;
  if (live === undefined) return over === undefined ? "nothing changed" : `${over}, and nothing takes its place`;
  const holds = `${quoted(live)} holds again, with confidence ${live.confidence.toFixed(2)}`;
  return over === undefined ? holds : `${holds}; ${over}`;
}

export type NoteOptions = MemoryOptions & { readonly topic?: string; readonly when?: string };

/** The longest conditions, topic and claim text (contracts/memory.ts). */
const [MAX_CONDITIONS, MAX_TOPIC, MAX_CLAIM] = [500, 60, 2000] as const;

/**
 * Stores the person's own note. It is settled at once and counts as the person's, even if the same words came from
 * another origin before.
 */
export async function noteMemory(
  { hall, claim }: Pick<NoteDraft, "hall" | "claim">,
  options: NoteOptions,
  terminal: Terminal,
  clock?: Clock,
): Promise<void> {
  for (const [what, text, most] of [
    ["the claim", claim, MAX_CLAIM],
    ["--when", options.when ?? "", MAX_CONDITIONS],
    ["--topic", options.topic ?? "", MAX_TOPIC],
  ] as const)
    if (text.length > most)
      throw new WaldoError("InvalidInput", `${what} has more than ${most} characters: say it in fewer words`);
  await withMemory(options, terminal, async (memory) => {
    await memory.heed([claim, options.when, options.topic].filter(Boolean).join("\n"));
    const ports = { ...memory, clock: clock ? await clockAfter(memory, clock) : await memory.clock() };
    const block = await noteByOwner(ports, memory.userId, {
      hall,
      claim,
      ...(options.when === undefined ? {} : { conditions: options.when }),
      ...(options.topic === undefined ? {} : { topic: options.topic }),
    });
    if (options.json) return terminal.print(JSON.stringify(forPerson(block), null, 2));
    const instead = block.supersedes === undefined ? "" : `; it takes the place of ${block.supersedes}`;
    terminal.print(`remembered in ${block.hall}: “${said(block)}” (${block.patternId})${instead}`);
  });
}
