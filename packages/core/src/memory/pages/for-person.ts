/** What is remembered, as its person may read it: body zones in place of scores, no reading (R7). */
import type { MemoryBlock, MemoryIntent } from "@waldo/contracts";
import { sanitise } from "../../safety/sanitise.ts";
import { wordsOf } from "./wiki-section.ts";
import { cleanedBlock, oneLine } from "./wiki-text.ts";

/** Returns a claim as the person may read it: body zones in place of scores, no reading (R7). */
export function forPerson(block: MemoryBlock): MemoryBlock {
  return cleanedBlock(block, "user");
}

/** Returns text that stands beside a claim: on one line, and as the person may read it. */
export function plain(text: string): string {
  return oneLine(sanitise({ text, origin: "system" }, "user").text);
}

/** The same for what the night has not settled yet. */
export function pendingForPerson(intent: MemoryIntent): MemoryIntent {
  if (intent.kind === "verdict") return intent;
  const { claim, conditions, topic } = intent;
  return {
    ...intent,
    claim: plain(claim),
    conditions: plain(conditions),
    ...(topic === undefined ? {} : { topic: plain(topic) }),
  };
}

/** The words of a claim with its conditions. */
export function said(block: MemoryBlock): string {
  return wordsOf(forPerson(block));
}
