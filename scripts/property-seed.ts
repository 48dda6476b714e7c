/**
 * The seed of every property test. It is the same on each run, so that a run can be repeated. `SEED=random` takes
 * another one each time, and `SEED=<number>` the one that a failing run printed.
 */
import fc from "fast-check";

const DEFAULT_SEED = 20_261_101;
const { SEED } = process.env;

if (SEED !== "random") fc.configureGlobal({ seed: SEED === undefined ? DEFAULT_SEED : Number(SEED) });
