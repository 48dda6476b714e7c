/** `waldo memory history`, `restore` and `note`: how a claim came to be what it is, and the person's own hand on it. */
import { type BlockVersion, type Hall, type MemoryBlock, type PatternId, WaldoError } from "@waldo/contracts";
import { isLive } from "@waldo/core/memory/blocks";
import { allHistory } from "@waldo/core/memory/history";
import { noteByOwner } from "@waldo/core/memory/inbox";
import { restorePrevious } from "@waldo/core/memory/restore";
import type { Clock } from "@waldo/core/ports";
import { localDate, localTime } from "@waldo/core/time";
import type { Terminal } from "../terminal.ts";
import { entry, forPerson, plain, said } from "./claim-lines.ts";
import { clockAfter, type MemoryOptions, machineClock, resolvePattern, withMemory } from "./open-memory.ts";

/** Every change of a claim and of those it took the place of or gave way to, oldest first. */
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
        `${localDate(recordedAt, memory.zone)} ${localTime(recordedAt, memory.zone)} · ${change} by ${plain(by)}`,
        `${said(block)} · ${origin} · confidence ${confidence.toFixed(2)}${from}`,
        terminal,
      );
    }
  });
}

/** The versions of a claim and of everything its chain of supersession leads to, in both directions. */
function chainOf(history: ReadonlyMap<PatternId, readonly BlockVersion[]>, start: PatternId): BlockVersion[] {
  const seen = new Set<PatternId>();
  const left = [start];
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    for (const { block } of history.get(id) ?? [])
      left.push(...[block.supersedes, block.supersededBy].filter((other) => other !== undefined));
  }
  return [...seen]
    .flatMap((id) => history.get(id) ?? [])
    .sort(
      (a, b) =>
        a.block.recordedAt - b.block.recordedAt ||
        // What is superseded by a change is told before what came with it.
        a.block.validFrom - b.block.validFrom ||
        (a.block.patternId < b.block.patternId ? -1 : 1) ||
        a.block.revision - b.block.revision,
    );
}

/** Takes back the latest change of a claim, and says in a line what is true now. */
export async function restoreMemory(
  given: string,
  options: MemoryOptions,
  terminal: Terminal,
  clock: Clock = machineClock,
): Promise<void> {
  await withMemory(options, terminal, async (memory) => {
    const patternId = await resolvePattern(memory, given);
    const ports = { ...memory, clock: await clockAfter(memory, clock) };
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

/** Longest conditions and topic a claim may have (contracts/memory.ts). */
const [MAX_CONDITIONS, MAX_TOPIC, MAX_CLAIM] = [500, 60, 2000] as const;

/** The person's own note: settled at once, and theirs, also where the same was heard elsewhere before. */
export async function noteMemory(
  hall: Hall,
  claim: string,
  options: NoteOptions,
  terminal: Terminal,
  clock: Clock = machineClock,
): Promise<void> {
  for (const [what, text, most] of [
    ["the claim", claim, MAX_CLAIM],
    ["--when", options.when ?? "", MAX_CONDITIONS],
    ["--topic", options.topic ?? "", MAX_TOPIC],
  ] as const)
    if (text.length > most)
      throw new WaldoError("InvalidInput", `${what} has more than ${most} characters: say it in fewer words`);
  await withMemory(options, terminal, async (memory) => {
    const ports = { ...memory, clock: await clockAfter(memory, clock) };
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
