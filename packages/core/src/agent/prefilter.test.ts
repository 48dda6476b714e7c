/** A calm day needs no model: which Briefs, which score, and what makes a day unusual. */

import type { DayDescription, PromptContext } from "@waldo/contracts";
import { casesOf } from "@waldo/testkit/data";
import { describe, expect, it } from "vitest";
import { DATE, testWorld, WAKE } from "../../../embedded/test/world.ts";
import { gatherContext } from "./gather.ts";
import { CALM_FORM, isCalm } from "./route.ts";

const header = {
  runId: "run-x",
  userId: "me",
  trigger: "brief",
  variant: "midday",
  nonce: "n",
  date: DATE,
  state: "PENDING",
  step: 0,
  iterations: 0,
  attempts: 1,
  fence: 1,
  createdAt: WAKE,
  updatedAt: WAKE,
} as const;
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
