/** A redaction beside whatever else works for the person: in whatever order the calls come, no word is left. */
import { expect, it } from "vitest";
import { OCCASIONS_BESIDE, redactBeside } from "../../../../embedded/test/redact-beside.ts";

/** Orders of each pair. */
const SEEDS = 4;

for (const occasion of OCCASIONS_BESIDE)
  it(`beside the ${occasion}`, async () => {
    for (let seed = 1; seed <= SEEDS; seed++)
      expect(await redactBeside(occasion, seed), `seed ${seed}`).toMatchObject({
        left: [],
        state: "done",
        told: 0,
        failed: [],
      });
  });
