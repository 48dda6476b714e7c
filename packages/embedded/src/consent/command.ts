/** `waldo consent`: shows, gives and withdraws the person's consents. */
import { CONSENT_TEXTS, type ConsentView, type Purpose } from "@waldo/contracts";
import type { MemoryOptions } from "../memory/open-memory.ts";
import { withDoor } from "../own/own-door.ts";
import type { Terminal } from "../terminal.ts";

export function listConsents(options: MemoryOptions, terminal: Terminal): Promise<void> {
  return withDoor(options, terminal, async (call) => {
    const { items } = await call("consents");
    if (options.json) return terminal.print(JSON.stringify(items, null, 2));
    for (const view of items) show(view, terminal);
  });
}

/** Gives or withdraws each purpose. */
export function decideConsents(
  purposes: readonly Purpose[],
  given: boolean,
  options: MemoryOptions,
  terminal: Terminal,
): Promise<void> {
  return withDoor(options, terminal, async (call) => {
    const decided: ConsentView[] = [];
    for (const purpose of purposes) decided.push(await call("decideConsent", { body: decisionOf(purpose, given) }));
    if (options.json) return terminal.print(JSON.stringify(decided, null, 2));
    for (const view of decided) show(view, terminal);
  });
}

/** Returns the body of the request for a decision on the current words. */
export function decisionOf(purpose: Purpose, given: boolean) {
  return { purpose, given, version: CONSENT_TEXTS[purpose].version };
}

const STATES = { given: "agreed", declined: "not agreed", open: "not decided" } as const;

function show({ purpose, state, since, version, text }: ConsentView, { print, c }: Terminal): void {
  const when = since === undefined ? "" : ` since ${new Date(since).toISOString().slice(0, 10)}`;
  const older = version === 0 ? ", before there were words for it" : version === text.version ? "" : ", to older words";
  print(`${c.bold(purpose.padEnd(9))} ${STATES[state]}${when}${state === "given" ? older : ""}`);
  print(`  ${text.asks}`);
  print(c.dim(`  ${text.without}`));
}
