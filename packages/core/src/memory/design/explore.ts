/**
 * Searches designs: draws parents from the archive, makes a child, tries it, keeps it. It is pure: the evaluation and
 * the chance come in. The best design within the guards wins, and the design that it starts from stays when no other is
 * better.
 */
import { Design, type DesignParameter } from "@waldo/contracts";
import { designId, drawParent, meanScore, type Outcome, type Tried } from "./archive.ts";
import { type Chance, cross, mutate, OPERATORS, type Operator, reset } from "./operators.ts";

/** How much more than the design in force another may cost. */
const MOST_TOKENS = 1.1;
const MOST_LOOKED = 1.25;

export type Search = {
  readonly start: Design;
  /** The parameters that the cases say something about. The others stay as they are. */
  readonly movable: readonly DesignParameter[];
  /** How many designs are tried besides the start. */
  readonly designs: number;
  readonly evaluate: (design: Design) => Outcome;
  readonly chance: Chance;
  /** Designs that are tried first, for example a model's. What is not valid is left out. */
  readonly proposals?: readonly unknown[];
};

/** Returns all designs that were tried, the start first. */
export function explore({ start, movable, designs, evaluate, chance, proposals = [] }: Search): Tried[] {
  const archive: Tried[] = [{ id: designId(start), design: start, by: "start", parents: [], outcome: evaluate(start) }];
  const keep = (design: Design, by: Tried["by"], parents: readonly string[]): void => {
    const id = designId(design);
    if (archive.length <= designs && !archive.some((one) => one.id === id))
      archive.push({ id, design, by, parents, outcome: evaluate(design) });
  };
  for (const proposal of proposals) {
    const design = proposed(proposal, start, movable);
    if (design) keep(design, "proposal", [designId(start)]);
  }
  // A child may equal a design that was tried. A bounded number of such children is made.
  for (let made = 0; archive.length <= designs && made < 10 * designs; made++) {
    const fit = archive.filter((one) => withinGuards(one.outcome, archive[0]?.outcome));
    const [a, b] = [drawParent(fit, chance), drawParent(fit, chance)];
    if (!a || !b) break;
    const by = operatorFor(chance, made === 0);
    if (by === "cross") keep(cross(a.design, mutate(b.design, movable, chance), movable, chance), by, [a.id, b.id]);
    else keep((by === "reset" ? reset : mutate)(a.design, movable, chance), by, [a.id]);
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

/**
 * Reads the proposal of a model: some numbers by their names, as JSON. Returns undefined when one is outside its range,
 * has no name of a design, or may not move.
 */
export function proposed(proposal: unknown, start: Design, movable: readonly DesignParameter[]): Design | undefined {
  if (proposal === null || typeof proposal !== "object" || Array.isArray(proposal)) return undefined;
  const names: readonly string[] = movable;
  if (!Object.keys(proposal).every((name) => names.includes(name))) return undefined;
  return Design.safeParse({ ...start, ...proposal }).data;
}

function operatorFor(chance: Chance, first: boolean): Operator {
  const drawn = chance();
  if (first || drawn < 0.6) return OPERATORS[0];
  return drawn < 0.9 ? OPERATORS[1] : OPERATORS[2];
}
