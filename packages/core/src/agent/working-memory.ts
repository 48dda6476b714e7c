/**
 * The scratchpad of one run (docs/sources.md, Working memory of a run): three capped lists that drop the oldest entry
 * first. It is derived from the journal each time it is needed. So a resumed run has the same scratchpad, and it need not
 * be saved. It is not long-term memory.
 */
import { TOOL_EFFECT, ToolName } from "@waldo/contracts";
import type { Transcript } from "./transcript.ts";

const CAPS = { recentWorkLog: 12, recentVerifiedWork: 8, readFileState: 6 } as const;

export type WorkingMemory = {
  /** Every call and its result. */
  readonly recentWorkLog: readonly string[];
  /** Changes that a tool confirmed. */
  readonly recentVerifiedWork: readonly string[];
  /** The pages read in this run, each once, latest last. */
  readonly readFileState: readonly string[];
};

export function workingMemory({ turns }: Transcript): WorkingMemory {
  const log: string[] = [];
  const verified: string[] = [];
  const files = new Map<string, true>();
  for (const { model, results } of turns) {
    if (model.outcome !== "replied") continue;
    for (const call of model.calls) {
      const result = results?.find(({ callId }) => callId === call.id);
      if (!result) continue;
      const line = `${call.name} ${JSON.stringify(call.args)} → ${result.ok ? "ok" : result.error}`;
      log.push(line);
      const name = ToolName.safeParse(call.name);
      if (result.ok && name.success && TOOL_EFFECT[name.data] !== "read") verified.push(line);
      const file = (call.args as { file?: unknown } | null)?.file;
      if (result.ok && typeof file === "string") {
        files.delete(file);
        files.set(file, true);
      }
    }
  }
  return {
    recentWorkLog: log.slice(-CAPS.recentWorkLog),
    recentVerifiedWork: verified.slice(-CAPS.recentVerifiedWork),
    readFileState: [...files.keys()].slice(-CAPS.readFileState),
  };
}

/**
 * Returns the scratchpad as an attachment for a prompt whose history was left out. It is empty when the run has done
 * nothing yet.
 */
export function renderWorkingMemory(memory: WorkingMemory): string {
  const part = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `- ${line}`)];
  return [
    ...part("Done so far in this run", memory.recentWorkLog),
    ...part("Confirmed changes", memory.recentVerifiedWork),
    ...part("Pages already read", memory.readFileState),
  ].join("\n");
}
