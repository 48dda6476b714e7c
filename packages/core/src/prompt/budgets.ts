// How many tokens each part of a prompt that grows may take. The source gives them for a window of 260,000 tokens
// (docs/sources.md, The living loop). Here the talk has what the cap leaves beside rules and tools, and the other parts
// keep their share of it. The self and the moment are never shortened; the other parts leave out whole lines.
import { countTokens } from "./tokens.ts";

/** The tokens of the source, in thousands. */
const SOURCE = { manner: 2, moment: 4, thoughts: 8, concerns: 4, talk: 32 } as const;
/** The talk in a prompt of 10,000 tokens. */
const TALK = 1500;

export const BUDGETS: Readonly<Record<keyof typeof SOURCE, number>> = {
  manner: shareOf(SOURCE.manner),
  moment: shareOf(SOURCE.moment),
  thoughts: shareOf(SOURCE.thoughts),
  concerns: shareOf(SOURCE.concerns),
  talk: TALK,
};

function shareOf(thousands: number): number {
  return Math.floor((TALK * thousands) / SOURCE.talk);
}

/** Returns the first lines that fit a budget, each of them whole. */
export function fitting(lines: readonly string[], budget: number): string[] {
  let tokens = 0;
  const end = lines.findIndex((line) => {
    tokens += countTokens(line);
    return tokens > budget;
  });
  return lines.slice(0, end === -1 ? lines.length : end);
}
