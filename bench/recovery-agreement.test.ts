import { existsSync } from "node:fs";
import type { SourceDay } from "@waldo/contracts";
import { describe, expect, it } from "vitest";
import { plainComposite } from "./plain-composite.ts";
import { measureAgreement } from "./recovery-agreement.ts";
import { wearablePeople } from "./wearable-people.ts";

const WEARABLES = "../shared/data/wearables";
/** Spearman of the plain composite with Oura readiness, as the data's index gives it. */
const INDEX_COMPOSITE = 0.633;

const days = (values: readonly number[]): SourceDay[] =>
  values.map((value, index) => ({
    date: `2026-09-${String(index + 1).padStart(2, "0")}`,
    source: "oura",
    metrics: { restingHrBpm: value },
    sleeps: [],
  }));

describe("plain composite", () => {
  it("waits for seven nights, leaves the night itself out, and counts a high resting heart rate as worse", () => {
    const composite = plainComposite(days([50, 52, 50, 52, 50, 52, 50, 52, 60, 40]));
    expect([...composite.keys()]).toEqual(["2026-09-08", "2026-09-09", "2026-09-10"]);
    // The eight nights before have mean 51 and deviation 1.
    expect(composite.get("2026-09-09")).toBeCloseTo(-0.25 * 9, 9);
    expect(composite.get("2026-09-10")).toBeGreaterThan(0);
  });
});

describe.skipIf(!existsSync(WEARABLES))("real people (skipped: no ../shared/data)", async () => {
  const people = existsSync(WEARABLES) ? (await wearablePeople(WEARABLES)).people : [];
  const rows = people.map(measureAgreement);

  it("Recovery ranks the Oura person's nights as Oura does, better than the plain composite", () => {
    const [oura] = rows.filter(({ deviceScore }) => deviceScore === "Oura readiness");
    expect(oura?.pairs).toBeGreaterThan(400);
    expect(oura?.recovery).toBeGreaterThan(INDEX_COMPOSITE);
    expect(oura?.recoveryCommon).toBeGreaterThan(oura?.composite ?? 1);
  });

  it("Recovery also ranks better for most Fitbit wearers, with and without heart rate variability", () => {
    const others = rows.filter(
      ({ composite, deviceScore }) => composite !== undefined && deviceScore !== "Oura readiness",
    );
    const better = others.filter(({ recoveryCommon = -1, composite = 1 }) => recoveryCommon > composite);
    expect(others.length).toBeGreaterThan(12);
    expect(better.length / others.length).toBeGreaterThan(0.8);
  });

  it("answers missing variability with less confidence, not with zeros", () => {
    const trusted = rows.filter(({ person }) => person === "oura-anand")[0]?.confidence ?? 0;
    const pmdata = rows.filter(({ set }) => set === "fitbit-pmdata");
    expect(pmdata.length).toBeGreaterThan(0);
    for (const { confidence, scoredShare } of pmdata) {
      expect(confidence).toBeLessThan(trusted - 0.2);
      expect(scoredShare).toBeGreaterThan(0.6);
    }
  });
});
