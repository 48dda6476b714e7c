/**
 * Learns the scale from examples: softmax regression with the step sizes of AdaGrad (J. Duchi et al., JMLR 12, 2011).
 * The order of learning is fixed, so the same examples always give the same weights. Only scripts/fit-gravity.ts calls
 * it. Waldo does not learn while it runs.
 */
import { seeded } from "../../digest.ts";
import type { Matcher } from "./concepts.ts";
import { addScores, CLASSES, featuresOf, type GravityClass, PLACES, softmax, type Vector } from "./features.ts";

export type Example = { readonly is: GravityClass; readonly text: string };

/**
 * The number of rounds over the examples, the first step size, and the error below which the weights of a class are not
 * changed.
 */
const [ROUNDS, STEP, LEAST_ERROR] = [6, 0.4, 0.01];
/** The weights are the mean over this many last rounds. The mean is steadier than the weights of a single round. */
const AVERAGED = 5;

/** Returns the weights by place and class. In every second round the examples have typing slips. */
export function learn(examples: readonly Example[], matchers: Readonly<Record<string, Matcher>>): Float32Array {
  const random = seeded(7);
  const classes = CLASSES.length;
  const samples = examples.map(({ is, text }) => ({
    label: CLASSES.indexOf(is),
    turns: [featuresOf(text, matchers), featuresOf(slipped(text, random), matchers)] as const,
  }));
  const model = new Float32Array(PLACES * classes);
  const squares = new Float32Array(PLACES * classes).fill(1e-4);
  const errors = new Float64Array(classes);
  const sum = new Float32Array(PLACES * classes);
  const order = samples.map((_, i) => i);
  for (let round = 0; round < ROUNDS; round++) {
    shuffle(order, random);
    for (const index of order) {
      const { label, turns } = samples[index] as (typeof samples)[number];
      const { places, weights } = turns[round % 2] as Vector;
      errors.fill(0);
      addScores(errors, model, { places, weights });
      softmax(errors);
      errors[label] = (errors[label] as number) - 1;
      for (let c = 0; c < classes; c++) {
        const error = errors[c] as number;
        if (Math.abs(error) < LEAST_ERROR) continue;
        for (let k = 0; k < places.length; k++) {
          const cell = (places[k] as number) * classes + c;
          const slope = error * (weights[k] as number);
          const square = (squares[cell] as number) + slope * slope;
          squares[cell] = square;
          model[cell] = (model[cell] as number) - (STEP * slope) / Math.sqrt(square);
        }
      }
    }
    if (round >= ROUNDS - AVERAGED)
      for (let cell = 0; cell < sum.length; cell++) sum[cell] = (sum[cell] as number) + (model[cell] as number);
  }
  return sum.map((weight) => weight / AVERAGED);
}

function shuffle(order: number[], random: () => number): void {
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j] as number, order[i] as number];
  }
}

/** A text with at least this many letters gets two slips, a shorter one gets one. */
const LONG = 60;
const LETTER = /\p{L}/u;

/** Returns the text with typing slips: two letters changed, one left out, one typed twice. */
export function slipped(text: string, random: () => number): string {
  const letters = [...text];
  for (let slips = letters.length > LONG ? 2 : 1; slips > 0 && letters.length > 2; slips--) {
    const at = 1 + Math.floor(random() * (letters.length - 2));
    const [one = "", next = ""] = [letters[at], letters[at + 1]];
    const kind = random();
    if (!LETTER.test(one)) continue;
    if (kind < 0.4 && LETTER.test(next)) [letters[at], letters[at + 1]] = [next, one];
    else if (kind < 0.7) letters.splice(at, 1);
    else letters.splice(at, 0, one);
  }
  return letters.join("");
}
