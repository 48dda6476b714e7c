// Searches designs: draws parents from the archive, makes a child, tries it, keeps it. The best design within the
// guards wins, and the design that the search starts from stays when no other is better. It is pure: the evaluation and
// the chance come in.
import {
  DEFAULT_DESIGN,
  DESIGN_PARAMETERS,
  DESIGN_RANGES,
  type Design,
  type DesignParameter,
  FEATURES,
} from "@waldo/contracts";
import { digest } from "@waldo/core/digest";

/** Returns a number from 0 to 1, without 1. */
type Chance = () => number;

/** How wide a step is, as a share of the range of a parameter. */
const STEP = 0.15;
/** How many parameters one mutation moves at most. */
const MOST_MOVED = 3;

const OPERATORS = ["mutate", "drop", "cross", "reset"] as const;
type Operator = (typeof OPERATORS)[number];

/** Moves one to three of the parameters by a bounded step of the normal distribution. */
export function mutate(design: Design, movable: readonly DesignParameter[], chance: Chance): Design {
  const moved = drawn(movable, 1 + Math.floor(chance() * MOST_MOVED), chance);
  return withNumbers(design, moved, (name) => design[name] + normal(chance) * STEP * widthOf(name));
}

/** Returns the names of the features that the movable numbers can switch off, in an order of chance. */
export function droppable(movable: readonly DesignParameter[], chance: Chance): string[] {
  const names = Object.keys(FEATURES).filter((name) => movable.some((one) => FEATURES[name]?.[one] !== undefined));
  return drawn(names, names.length, chance);
}

/**
 * Sets the movable numbers of a feature to the values at which the feature has no effect. Small steps would not find such
 * a design, so one step switches a useless feature off.
 */
export function drop(design: Design, movable: readonly DesignParameter[], feature: string): Design {
  const off = FEATURES[feature] ?? {};
  return withNumbers(
    design,
    movable.filter((name) => off[name] !== undefined),
    (name) => off[name] ?? design[name],
  );
}

/** Takes each of the movable numbers from one of two designs. */
export function cross(a: Design, b: Design, movable: readonly DesignParameter[], chance: Chance): Design {
  return withNumbers(a, movable, (name) => (chance() < 0.5 ? a : b)[name]);
}

/** Sets half of what differs from the standard back to it, so that what is not needed goes away. */
export function reset(design: Design, movable: readonly DesignParameter[], chance: Chance): Design {
  const changed = movable.filter((name) => design[name] !== DEFAULT_DESIGN[name]);
  return withNumbers(design, drawn(changed, Math.ceil(changed.length / 2), chance), (name) => DEFAULT_DESIGN[name]);
}

/** Draws every movable number from its whole range. */
export function anywhere(movable: readonly DesignParameter[], chance: Chance): Design {
  return withNumbers(DEFAULT_DESIGN, movable, (name) => DESIGN_RANGES[name].least + chance() * widthOf(name));
}

/** Returns the distance of two designs, 0 to 1: the mean over the parameters, each as a share of its range. */
export function distance(a: Design, b: Design): number {
  const sum = DESIGN_PARAMETERS.reduce((all, name) => all + ((a[name] - b[name]) / widthOf(name)) ** 2, 0);
  return Math.sqrt(sum / DESIGN_PARAMETERS.length);
}

/** Returns the design with other numbers, each within its range, to three digits or whole. */
export function withNumbers(
  design: Design,
  names: readonly DesignParameter[],
  numberOf: (name: DesignParameter) => number,
): Design {
  return { ...design, ...Object.fromEntries(names.map((name) => [name, held(name, numberOf(name))])) };
}

function held(name: DesignParameter, value: number): number {
  const { least, most, ...range } = DESIGN_RANGES[name];
  const inside = Math.min(most, Math.max(least, value));
  return "whole" in range ? Math.round(inside) : Math.round(inside * 1000) / 1000;
}

function widthOf(name: DesignParameter): number {
  return DESIGN_RANGES[name].most - DESIGN_RANGES[name].least;
}

function drawn<T>(from: readonly T[], count: number, chance: Chance): T[] {
  const left = [...from];
  const found: T[] = [];
  while (found.length < count && left.length > 0) found.push(...left.splice(Math.floor(chance() * left.length), 1));
  return found;
}

/** Box and Muller's transform, cut at three standard deviations. */
function normal(chance: Chance): number {
  const value = Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
  return Math.min(3, Math.max(-3, value));
}

/** The result of a design on some cases. */
export type Outcome = {
  /** The figures that should be high, one for each case, in the order of the cases. */
  readonly scores: readonly number[];
  /** Tokens that a prompt takes, as a mean. */
  readonly tokens: number;
  /** Hits that recall looks at, as a mean. This number stands for the time, which no pure function can measure. */
  readonly looked: number;
};

/** A design that was tried, with its parents and results. */
export type Tried = {
  readonly id: string;
  readonly design: Design;
  readonly by: Operator | "start";
  readonly parents: readonly string[];
  readonly outcome: Outcome;
};

/** Returns the id of a design: a digest of its numbers. Equal designs have one id. */
export function designId(design: Design): string {
  const numbers = DESIGN_PARAMETERS.map((name) => [name, design[name]]);
  return digest(JSON.stringify(numbers)).slice(0, 12);
}

export function meanScore({ scores }: Pick<Outcome, "scores">): number {
  return scores.reduce((sum, one) => sum + one, 0) / Math.max(1, scores.length);
}

/** How many of the nearest designs say how new one is. */
const NEIGHBOURS = 3;

/**
 * Draws a parent. The better a design does among those that were tried, and the farther it is from them, the more often
 * it is drawn.
 */
function drawParent(archive: readonly Tried[], chance: Chance): Tried | undefined {
  const best = archive.toSorted((a, b) => meanScore(b.outcome) - meanScore(a.outcome));
  const novelties = best.map((one) => novelty(one, best));
  const most = Math.max(...novelties, Number.MIN_VALUE);
  const weights = best.map((_, rank) => (0.5 + (novelties[rank] ?? 0) / most) / (1 + rank));
  let left = chance() * weights.reduce((sum, one) => sum + one, 0);
  for (const [rank, weight] of weights.entries()) {
    left -= weight;
    if (left < 0) return best[rank];
  }
  return best.at(-1);
}

function novelty(one: Tried, archive: readonly Tried[]): number {
  const near = archive
    .filter(({ id }) => id !== one.id)
    .map(({ design }) => distance(one.design, design))
    .sort((a, b) => a - b)
    .slice(0, NEIGHBOURS);
  return near.reduce((sum, far) => sum + far, 0) / Math.max(1, near.length);
}

/** How much more than the design in force another may cost. */
export const MOST_TOKENS = 1.1;
export const MOST_LOOKED = 1.25;

type Search = {
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

/** Returns the best design within the guards of the first. Between equal ones the first wins. */
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
