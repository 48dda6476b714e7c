// How many tokens the growing parts of a prompt may take. The source gives numbers for a window of 260,000 tokens
// (docs/sources.md, The living loop). A model on the person's own machine gets them whole. With a model that costs money,
// the conversation gets the tokens that rules and tools leave, and the other parts have the same ratio to it as
// in the source. The self and the moment are never shortened; other parts leave out whole lines.
import type { ModelGateway } from "../ports.ts";
import { countTokens } from "./tokens.ts";

/** The tokens of the source, in thousands. */
const SOURCE = { manner: 2, moment: 4, thoughts: 8, concerns: 4, talk: 32 } as const;
const THOUSAND = 1000;
/** The tokens of the conversation in a prompt of 10,000 tokens. */
const TALK = 1500;

type Budgets = Readonly<Record<keyof typeof SOURCE, number>>;

const budgetsOf = (tokens: (thousands: number) => number) =>
  Object.fromEntries(Object.entries(SOURCE).map(([part, thousands]) => [part, tokens(thousands)])) as Budgets;

const OWN = budgetsOf((thousands) => thousands * THOUSAND);
const PAID = budgetsOf((thousands) => Math.floor((TALK * thousands) / SOURCE.talk));

/** True for a language model on the person's own machine. It costs nothing and sees nothing that leaves the machine. */
export function isOwnModel({ outside, plain }: Pick<ModelGateway, "outside" | "plain">): boolean {
  return outside === undefined && plain === undefined;
}

/** Returns how many tokens each growing part of a prompt may take with a model. */
export function budgetsFor(model: Pick<ModelGateway, "outside" | "plain">): Budgets {
  return isOwnModel(model) ? OWN : PAID;
}

/** How many tokens more the growing parts of an own model may take than those of a paid one. */
export const MORE_FOR_OWN = Object.values(OWN).reduce((sum, n) => sum + n, 0);

/** Returns the first lines that fit into a budget. No line is cut. */
export function fitting(lines: readonly string[], budget: number): string[] {
  let tokens = 0;
  const end = lines.findIndex((line) => {
    tokens += countTokens(line);
    return tokens > budget;
  });
  return lines.slice(0, end === -1 ? lines.length : end);
}
