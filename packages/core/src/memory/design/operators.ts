/** Makes designs from designs. It is pure: the chance comes in, and each number stays in its range. */
import {
  DEFAULT_DESIGN,
  DESIGN_PARAMETERS,
  DESIGN_RANGES,
  type Design,
  type DesignParameter,
  FEATURES,
} from "@waldo/contracts";

/** Returns a number from 0 to 1, without 1. */
export type Chance = () => number;

/** How wide a step is, as a share of the range of a parameter. */
const STEP = 0.15;
/** How many parameters one mutation moves at most. */
const MOST_MOVED = 3;

export const OPERATORS = ["mutate", "drop", "cross", "reset"] as const;
export type Operator = (typeof OPERATORS)[number];

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

/** Switches a feature off. What is of no use goes away as a whole, which small steps do not find. */
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
