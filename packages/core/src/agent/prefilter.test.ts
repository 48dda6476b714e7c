/** A calm day needs no model: which Briefs, which score, and what makes a day unusual. */

import type { DayDescription, PromptContext } from "@waldo/contracts";
import { casesOf } from "@waldo/testkit/data";
import { runHeader } from "@waldo/testkit/run-header";
import { describe, expect, it } from "vitest";
import { DATE, testWorld } from "../../../embedded/test/world.ts";
import { gatherContext } from "./gather.ts";
import { CALM_FORM, isCalm } from "./route.ts";

const header = runHeader({ trigger: "brief", variant: "midday" });
const day = (more: Partial<DayDescription> = {}): DayDescription => ({
  date: DATE,
  status: "final",
  form: CALM_FORM + 1,
  certainty: "good",
  pillars: { sleep: { score: 60, band: "below" } },
  missing: [],
  signs: [],
  nightsKnown: 30,
  knowsHrv: true,
  daysWithout: 0,
  ...more,
});

describe("a day is calm", () => {
  it.each(
    casesOf<[string, Partial<PromptContext>, boolean]>("prefilter", "a day is calm: …: %#", { CALM_FORM, DATE, day }),
  )("%s: %#", async (_, more, calm) => {
    const context = await gatherContext(await testWorld({ days: 0 }), header, undefined);
    expect(isCalm({ ...context, body: day(), ...more })).toBe(calm);
  });
});
