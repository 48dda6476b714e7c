import { describe, expect, it } from "vitest";
import { recordedOf, releases, replayed } from "./replay.ts";

describe.each(releases())("what release %s recorded", (release) => {
  it.each(recordedOf(release).map((one) => [one.id, one] as const))(
    "%s comes out again (if it changed on purpose: npm run record:golden, and read the diff of data/golden)",
    async (_, recorded) => {
      expect(await replayed(recorded)).toEqual(recorded.runs);
    },
  );
});
