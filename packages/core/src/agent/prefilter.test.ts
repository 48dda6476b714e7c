/** Tests that a calm day needs no model: for which Briefs, with which score, and what makes a day unusual. */
import type { DayDescription, PromptContext } from "@waldo/contracts";
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
  it.each<[string, Partial<PromptContext>, boolean]>([
    ["at midday with a fair Form", {}, true],
    ["in the evening with a fair Form", { variant: "evening" }, true],
    ["in the morning", { variant: "morning" }, false],
    ["at an event", { variant: "event" }, false],
    ["for another trigger", { trigger: "patrol" }, false],
    ["with the Form of the limit", { body: day({ form: CALM_FORM }) }, false],
    ["without a Form", { body: { ...day(), form: undefined } }, false],
    ["before the score is final", { body: day({ status: "provisional" }) }, false],
    ["while Form falls", { body: day({ trend: "falling" }) }, false],
    ["while Form rises", { body: day({ trend: "rising" }) }, true],
    [
      "with one pillar far below",
      { body: day({ pillars: { sleep: { score: 60, band: "usual" }, cass: { score: 9, band: "well_below" } } }) },
      false,
    ],
    ["with no pillar known", { body: day({ pillars: {} }) }, true],
    ["when nothing has arrived", { body: { date: DATE, note: "nothing has arrived for this day" } }, false],
  ])("%s: %#", async (_, more, calm) => {
    const context = await gatherContext(await testWorld({ days: 0 }), header, undefined);
    expect(isCalm({ ...context, body: day(), ...more })).toBe(calm);
  });
});
