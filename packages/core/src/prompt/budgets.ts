// How many tokens the growing parts of a prompt may take. The source gives numbers for a window of 260,000 tokens
// (docs/sources.md, The living loop). Here the conversation gets the tokens that rules and tools leave, and the other
// parts have the same ratio to it as in the source. The self and the moment are never shortened; other parts leave out
// whole lines.
import { countTokens } from "./tokens.ts";

/** The tokens of the source, in thousands. */
const SOURCE = { manner: 2, moment: 4, thoughts: 8, concerns: 4, talk: 32 } as const;
/** The tokens of the conversation in a prompt of 10,000 tokens. */
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

/** Returns the first lines that fit into a budget. No line is cut. */
export function fitting(lines: readonly string[], budget: number): string[] {
  let tokens = 0;
  const end = lines.findIndex((line) => {
    tokens += countTokens(line);
    return tokens > budget;
  });
  return lines.slice(0, end === -1 ? lines.length : end);
}
