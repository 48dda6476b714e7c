import { Hall, type MemoryBlock, type MemoryIntent } from "@waldo/contracts";
import { z } from "zod";
import { defineRead } from "./define.ts";
import { currentBlocks, pendingIntents } from "./memory-rows.ts";
import { clip, more, pageOf } from "./result-size.ts";
import { Page } from "./text-args.ts";

/**
 * What is remembered: settled claims and, marked provisional, what was staged today. One claim that came from outside
 * makes the whole answer outside text (R10).
 */
export const readMemory = defineRead({
  name: "read_memory",
  description: "Remembered claims, of one hall or all. Provisional ones were noted today and are not settled.",
  args: z.strictObject({ hall: Hall.optional(), page: Page.optional() }),
  origin: ofClaims,
  async run({ hall, page }, { store, userId }) {
    const [blocks, pending] = await Promise.all([
      currentBlocks(store, userId, hall),
      pendingIntents(store, userId, hall),
    ]);
    const shown = pageOf([...blocks, ...pending].map(describeClaim), page);
    return { claims: shown.items, ...more(shown) };
  },
});

function describeClaim(row: MemoryBlock | MemoryIntent) {
  return {
    hall: row.hall,
    claim: clip(row.claim, 240),
    ...(row.conditions ? { when: clip(row.conditions, 80) } : {}),
    from: row.origin,
    ...("trust" in row ? { provisional: true } : {}),
  };
}

function ofClaims(value: object): "system" | "untrusted" {
  const { claims } = value as { claims: readonly { from: string }[] };
  return claims.some(({ from }) => from === "untrusted") ? "untrusted" : "system";
}
