/** The ways to find a design that bench:alma compares. Each tries the same number of designs on the same questions. */
import { DEFAULT_DESIGN, type Design, type DesignParameter, RANKING_PARAMETERS } from "@waldo/contracts";
import { seeded } from "@waldo/core/digest";
import { anywhere, bestOf, designId, explore, type Outcome, type Tried, withNumbers } from "@waldo/eval/design/explore";

export type Found = { readonly by: string; readonly design: Design; readonly tried: number };
type Evaluate = (design: Design) => Outcome;
type Way = (evaluate: Evaluate, designs: number, seed: number) => Found;

/**
 * The parameters that turns of chats can test. This data has no claims, so the numbers for claims and halls stay fixed.
 * The characters of a line stay fixed too, because evidence that is cut would count as evidence.
 */
const MOVABLE: readonly DesignParameter[] = [...RANKING_PARAMETERS, "recallTokens", "depth", "mostLines"];

export const WAYS: readonly { readonly name: string; readonly find: Way }[] = [
  { name: "default", find: () => ({ by: "default", design: DEFAULT_DESIGN, tried: 0 }) },
  { name: "random", find: random },
  { name: "grid", find: grid },
  { name: "ALMA", find: alma },
];

function alma(evaluate: Evaluate, designs: number, seed: number): Found {
  const archive = explore({ start: DEFAULT_DESIGN, movable: MOVABLE, designs, evaluate, chance: seeded(seed) });
  return best("ALMA", archive);
}

function random(evaluate: Evaluate, designs: number, seed: number): Found {
  const chance = seeded(seed);
  const drawn = Array.from({ length: designs }, () => anywhere(MOVABLE, chance));
  return best("random", tryAll(drawn, evaluate));
}

/**
 * The numbers that a person would tune by hand, each at two or three values: 36 designs. The grid tries only as many as
 * it is asked for.
 */
function grid(evaluate: Evaluate, designs: number): Found {
  const all: Design[] = [];
  for (const k1 of [0.6, 1.2, 2])
    for (const b of [0.4, 0.75, 1])
      for (const lengthFloor of [0.5, 1])
        for (const [recentBoost, idleBoost] of [
          [1.5, 0.3],
          [1, 1],
        ] as const) {
          const values = { k1, b, lengthFloor, recentBoost, idleBoost };
          const names = Object.keys(values) as (keyof typeof values)[];
          all.push(withNumbers(DEFAULT_DESIGN, names, (name) => values[name as keyof typeof values]));
        }
  const wanted = Math.min(designs, all.length);
  const spread = Array.from({ length: wanted }, (_, i) => all[Math.floor((i * all.length) / wanted)] ?? DEFAULT_DESIGN);
  return best("grid", tryAll(spread, evaluate));
}

function tryAll(designs: readonly Design[], evaluate: Evaluate): Tried[] {
  return [DEFAULT_DESIGN, ...designs].map((design) => ({
    id: designId(design),
    design,
    by: "start",
    parents: [],
    outcome: evaluate(design),
  }));
}

function best(by: string, archive: readonly Tried[]): Found {
  return { by, design: bestOf(archive)?.design ?? DEFAULT_DESIGN, tried: archive.length - 1 };
}
