// Searches designs: it draws parents from the archive, makes a child, evaluates it and stores it. The best design
// within the limits is chosen; if no design is better, the first one stays. It is pure: evaluation and random numbers
// are arguments.
import {
  DEFAULT_DESIGN,
  DESIGN_PARAMETERS,
  DESIGN_RANGES,
  type Design,
  type DesignParameter,
  FEATURES,
} from "@waldo/contracts";
import { digest } from "@waldo/core/digest";

/** Returns a random number from 0 up to 1 (excluded). */
type Chance = () => number;

/** The width of a step, as a share of the range of a parameter. */
const STEP = 0.15;
/** How many parameters one mutation changes at most. */
const MOST_MOVED = 3;

const OPERATORS = ["mutate", "drop", "cross", "reset"] as const;
type Operator = (typeof OPERATORS)[number];

/** Changes one to three of the parameters by a bounded step of the normal distribution. */
export function mutate(design: Design, movable: readonly DesignParameter[], chance: Chance): Design {
  const moved = drawn(movable, 1 + Math.floor(chance() * MOST_MOVED), chance);
  return withNumbers(design, moved, (name) => design[name] + normal(chance) * STEP * widthOf(name));
}

/** Returns the names of the features that the movable numbers can switch off, in random order. */
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

/** Resets half of the numbers that differ from the standard, so that unneeded changes disappear. */
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

/** Returns the design with changed numbers, each within its range, rounded to three digits or to an integer. */
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
  /** The figures, one for each case in order. Higher is better. */
  readonly scores: readonly number[];
  /** The mean number of tokens in a prompt. */
  readonly tokens: number;
  /** The mean number of hits that recall reads. It stands for the time, which a pure function cannot measure. */
  readonly looked: number;
};

/** An evaluated design with its parents and results. */
export type Tried = {
  readonly id: string;
  readonly design: Design;
  readonly by: Operator | "start";
  readonly parents: readonly string[];
  readonly outcome: Outcome;
};

/** Returns the id of a design, a digest of its numbers. Equal designs have the same id. */
export function designId(design: Design): string {
  const numbers = DESIGN_PARAMETERS.map((name) => [name, design[name]]);
  return digest(JSON.stringify(numbers)).slice(0, 12);
}

export function meanScore({ scores }: Pick<Outcome, "scores">): number {
  return scores.reduce((sum, one) => sum + one, 0) / Math.max(1, scores.length);
}

/** The distance to this many of the nearest designs tells how new a design is. */
const NEIGHBOURS = 3;

/** Draws a parent. A design is drawn more often when its result is better and when it is further from the others. */
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

/** The highest allowed cost, as a multiple of the cost of the design in force. */
export const MOST_TOKENS = 1.1;
export const MOST_LOOKED = 1.25;

type Search = {
  readonly start: Design;
  /** The parameters that the cases can test. The others do not change. */
  readonly movable: readonly DesignParameter[];
  /** How many designs are evaluated besides the first one. */
  readonly designs: number;
  readonly evaluate: (design: Design) => Outcome;
  readonly chance: Chance;
};

/** Returns all evaluated designs, the first one first. */
export function explore({ start, movable, designs, evaluate, chance }: Search): Tried[] {
  const archive: Tried[] = [{ id: designId(start), design: start, by: "start", parents: [], outcome: evaluate(start) }];
  const keep = (design: Design, by: Tried["by"], parents: readonly string[]): void => {
    const id = designId(design);
    if (archive.length <= designs && !archive.some((one) => one.id === id))
      archive.push({ id, design, by, parents, outcome: evaluate(design) });
  };
  const features = droppable(movable, chance);
  // A child may equal an evaluated design, so the number of attempts is limited.
  for (let made = 0; archive.length <= designs && made < 10 * designs; made++) {
    const fit = archive.filter((one) => withinGuards(one.outcome, archive[0]?.outcome));
    const [a, b] = [drawParent(fit, chance), drawParent(fit, chance)];
    if (!a || !b) break;
    const by = operatorFor(chance);
    // Each feature is dropped once, from a randomly drawn parent.
    const feature = by === "drop" ? features.shift() : undefined;
    if (feature !== undefined) keep(drop(a.design, movable, feature), by, [a.id]);
    else if (by === "cross")
      keep(cross(a.design, mutate(b.design, movable, chance), movable, chance), by, [a.id, b.id]);
    else if (by === "reset") keep(reset(a.design, movable, chance), by, [a.id]);
    else keep(mutate(a.design, movable, chance), "mutate", [a.id]);
  }
  return archive;
}

/** Returns the best design within the limits of the first one. Between equal ones the earlier is taken. */
export function bestOf(archive: readonly Tried[]): Tried | undefined {
  const [start] = archive;
  return archive
    .filter(({ outcome }) => withinGuards(outcome, start?.outcome))
    .reduce<Tried | undefined>(
      (best, one) => (best && meanScore(best.outcome) >= meanScore(one.outcome) ? best : one),
      undefined,
    );
}

/** True when a design costs at most as much as is allowed compared with another. */
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
