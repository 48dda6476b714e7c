/** The golden cases with the offline composer. */

import { repositoryUnderstanding } from "@waldo/embedded/bundled-intents";
import { offlineComposer } from "@waldo/embedded/offline-composer";
import { describe, expect, it } from "vitest";
import { goldenCases } from "./golden-case.ts";
import { playCase } from "./golden-play.ts";

const cases = goldenCases();

describe("the golden cases", () => {
  it("are at least thirty", () => {
    expect(cases.length).toBeGreaterThanOrEqual(30);
  });

  it.each(cases.map((golden) => [golden.id, golden] as const))("%s", async (_, golden) => {
    const { faults } = await playCase(golden, offlineComposer(repositoryUnderstanding));
    expect(faults).toEqual([]);
  });
});
