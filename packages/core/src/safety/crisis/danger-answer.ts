/**
 * What a person in danger is told. People wrote these texts once, by hand (docs/sources.md, The safety gates). They have
 * no judgement and no promise of what others will do, and they say what to do when the person was misunderstood. The only
 * digits are phone numbers, so the gates for ordinary messages do not apply to them.
 */
import type { Card } from "@waldo/contracts";
import type { Danger } from "./danger.ts";
import { helpFor, type Line, type Region } from "./hotlines.ts";

type Answer = { readonly text: string; readonly card: Extract<Card, { type: "emergency" }> };

/** Returns the answer to a certain or a physical danger. It takes the place of a model's words. */
export function dangerAnswer({ tier, selfHarm }: Danger, region: Region): Answer {
  const { lines, emergency } = helpFor(region);
  const listed = lines.map(({ label, number }) => `${label}: ${number}`).join("; ");
  const paragraphs =
    tier === "physical"
      ? [
          `This sounds serious. Please call now. ${emergency.label}: ${emergency.number}. If you cannot speak or move, ask whoever is near to call, and stay on the line: they will tell you what to do.`,
          "If somebody is hurting you and you can leave, go where other people are.",
          ...(selfHarm ? [`You don't have to go through this alone. A real person can listen too: ${listed}.`] : []),
          "And if I misread you: no harm done. Tell me in your own words and we go on from there.",
        ]
      : [
          "I'm glad you wrote that to me, and I'm taking it seriously. If you are hurting, you don't have to carry it alone, and you don't have to explain it perfectly.",
          `If you might act on it, or you are not safe right now, please call ${lowered(emergency.label)}: ${emergency.number}. If there is anything near you that you could use to hurt yourself, put some distance between you and it.`,
          `A real person can listen now: ${listed}. If someone you trust is near, let them sit with you; "I'm not okay" is enough to begin.`,
          "And if I misread you, or you were asking about someone else: no harm done. Tell me in your own words and we go on from there. I'm here either way.",
        ];
  const shown: Line[] = tier === "physical" ? [emergency, ...(selfHarm ? lines : [])] : [...lines, emergency];
  return {
    text: paragraphs.join("\n\n"),
    card: { type: "emergency", lines: shown.map(({ label, number }) => ({ label, number })) },
  };
}

/** What a template says to words that may be about danger. A line of `helpLine` follows. */
export const KIND_WORDS =
  "Thank you for telling me. I'm taking it seriously, and you don't have to explain it perfectly. Tell me more if you want to. I'm here.";

/** Returns the line at the end of every reply to words that may be about danger: that help exists, and where. */
export function helpLine(region: Region): string {
  const { lines, emergency } = helpFor(region);
  const [first] = lines;
  const listener = first ? `${first.label}: ${first.number}. ` : "";
  return `If any of this is about hurting yourself, or it gets too much, a real person can listen. ${listener}In danger, call ${lowered(emergency.label)}: ${emergency.number}.`;
}

function lowered(label: string): string {
  return `${label.charAt(0).toLowerCase()}${label.slice(1)}`;
}
