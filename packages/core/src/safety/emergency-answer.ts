import type { Card } from "@waldo/contracts";
import type { Emergency } from "./emergency.ts";
import { helpFor, type Line, type Region } from "./hotlines.ts";

/**
 * What a person gets instead of a model's words (seed 000 §5, gate 1). Written once, by hand: no judgement, no promise
 * of what others will do, a person to talk to, and a way out for whoever was misunderstood. Numbers are the only
 * digits in it, so the gates for ordinary messages do not apply to it.
 */
export function emergencyAnswer(
  _emergency: Emergency,
  region: Region,
): { readonly text: string; readonly card: Extract<Card, { type: "emergency" }> } {
  const { lines, emergency } = helpFor(region);
  const text = [
    "I'm glad you wrote that to me, and I'm taking it seriously. If you are hurting, you don't have to carry it alone, and you don't have to explain it perfectly.",
    `If you might act on it, or you are not safe right now, please call ${lowered(emergency.label)}: ${emergency.number}. If there is anything near you that you could use to hurt yourself, put some distance between you and it.`,
    `A real person can listen now: ${lines.map(({ label, number }) => `${label}: ${number}`).join("; ")}. If someone you trust is near, let them sit with you; "I'm not okay" is enough to begin.`,
    "And if I misread you, or you were asking about someone else: no harm done. Tell me in your own words and we go on from there. I'm here either way.",
  ].join("\n\n");
  const shown: Line[] = [...lines, emergency];
  return { text, card: { type: "emergency", lines: shown.map(({ label, number }) => ({ label, number })) } };
}

function lowered(label: string): string {
  return `${label.charAt(0).toLowerCase()}${label.slice(1)}`;
}
