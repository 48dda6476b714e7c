/** Cuts texts to the size that their destination allows. sanitise.ts and the wiki call it. It does not throw. */
import type { Destination } from "@waldo/contracts";

/**
 * The most UTF-16 units per destination: a context page, a memory claim (contracts/memory.ts), one Telegram message
 * (contracts/messages.ts), a long e-mail.
 */
export const SIZE_CAP: Record<Destination, number> = { internal: 8_000, memory: 2_000, user: 4_096, external: 20_000 };

/** Returns at most `most` UTF-16 units of the text, cut between code points and marked with an ellipsis. */
export function capSize(text: string, most: number): string {
  const limit = Math.max(0, Math.floor(most));
  if (text.length <= limit) return text;
  if (limit === 0) return "";
  const cut = text.slice(0, limit - 1);
  const whole = /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
  return `${whole}…`;
}
