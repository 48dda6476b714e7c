/** What the coach says at fixed times. The words are warm and direct: questions and experiments, no rules and no lectures. */
import type { Goals } from "@waldo/contracts";
import { listed, quoted } from "../agent/writers/phrase.ts";
import { digest } from "../digest.ts";

/** By step: casual, direct, serious. */
const BEDTIME: readonly (readonly string[])[] = [
  [
    "Bedtime is in an hour. What is the one thing you still want to finish?",
    "An hour until your bedtime. A good moment to find a place to stop.",
    "Bed is an hour away, by your own plan. Shall tomorrow start with what is open now?",
  ],
  [
    "It is your bedtime. Tell me if you need 30 more minutes.",
    "This is the time you set for bed. What is open now will keep.",
  ],
  [
    "You are past the bedtime you set. Please leave it for tomorrow and go to bed.",
    "It is well past your bedtime. The night is worth more now than what is left to do.",
  ],
];

/** The words of a step, from 1. `name` decides which of them, so the same evening has the same words. */
export function bedtimeWords(step: number, name: string): string {
  const words = BEDTIME[step - 1] ?? [];
  return words[Number.parseInt(digest(name, step).slice(0, 6), 16) % words.length] ?? "";
}

/** The words of a look at the goals. What may not be quoted is left out. */
export function checkWords(of: "month" | "quarter", { northStar, quarter }: Goals): string {
  const goals = listed(quarter.flatMap((goal) => quoted(goal) ?? []));
  const star = northStar === undefined ? undefined : quoted(northStar);
  if (of === "quarter" && star !== undefined)
    return `A new quarter. Your North Star says ${star}. Does it still point where you want to go?`;
  return goals === ""
    ? "A new month. Are the goals of your quarter still the right ones?"
    : `A new month. For this quarter you wanted ${goals}. Which of them still matters most?`;
}
