/**
 * Searches designs: draws parents from the archive, makes a child, tries it, keeps it. It is pure: the evaluation and
 * the chance come in. The best design within the guards wins, and the design that it starts from stays when no other is
 * better.
 */
import type { Design, DesignParameter } from "@waldo/contracts";
import { designId, drawParent, meanScore, type Outcome, type Tried } from "./archive.ts";
import { type Chance, cross, drop, droppable, mutate, OPERATORS, type Operator, reset } from "./operators.ts";

/** How much more than the design in force another may cost. */
export const MOST_TOKENS = 1.1;
export const MOST_LOOKED = 1.25;

export type Search = {
  readonly start: Design;
  /** The parameters that the cases say something about. The others stay as they are. */
  readonly movable: readonly DesignParameter[];
  /** How many designs are tried besides the start. */
  readonly designs: number;
  readonly evaluate: (design: Design) => Outcome;
  readonly chance: Chance;
};

/** Returns all designs that were tried, the start first. */
export function explore({ start, movable, designs, evaluate, chance }: Search): Tried[] {
  const archive: Tried[] = [{ id: designId(start), design: start, by: "start", parents: [], outcome: evaluate(start) }];
  const keep = (design: Design, by: Tried["by"], parents: readonly string[]): void => {
    const id = designId(design);
    if (archive.length <= designs && !archive.some((one) => one.id === id))
      archive.push({ id, design, by, parents, outcome: evaluate(design) });
  };
  const features = droppable(movable, chance);
  // A child may equal a design that was tried. A bounded number of such children is made.
  for (let made = 0; archive.length <= designs && made < 10 * designs; made++) {
    const fit = archive.filter((one) => withinGuards(one.outcome, archive[0]?.outcome));
    const [a, b] = [drawParent(fit, chance), drawParent(fit, chance)];
    if (!a || !b) break;
    const by = operatorFor(chance);
    // Each feature is dropped once, from whatever parent is drawn then.
    const feature = by === "drop" ? features.shift() : undefined;
    if (feature !== undefined) keep(drop(a.design, movable, feature), by, [a.id]);
    else if (by === "cross")
      keep(cross(a.design, mutate(b.design, movable, chance), movable, chance), by, [a.id, b.id]);
    else if (by === "reset") keep(reset(a.design, movable, chance), by, [a.id]);
    else keep(mutate(a.design, movable, chance), "mutate", [a.id]);
  }
  return archive;
}

/** Returns the best design within the guards of the first. Of equal ones the first wins. */
export function bestOf(archive: readonly Tried[]): Tried | undefined {
  const [start] = archive;
  return archive
    .filter(({ outcome }) => withinGuards(outcome, start?.outcome))
    .reduce<Tried | undefined>(
      (best, one) => (best && meanScore(best.outcome) >= meanScore(one.outcome) ? best : one),
      undefined,
    );
}

/** Returns whether a design costs no more than it may beside another. */
export function withinGuards({ tokens, looked }: Outcome, beside: Outcome | undefined): boolean {
  if (!beside) return true;
  return tokens <= beside.tokens * MOST_TOKENS && looked <= beside.looked * MOST_LOOKED;
}

/** How often each operator is drawn. */
const SHARES: Readonly<Record<Operator, number>> = { drop: 0.4, mutate: 0.35, cross: 0.15, reset: 0.1 };

function operatorFor(chance: Chance): Operator {
  let left = chance();
  for (const one of OPERATORS) {
    left -= SHARES[one];
    if (left < 0) return one;
  }
  return "mutate";
}
