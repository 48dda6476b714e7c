import { type EffectRecord, type Feedback, NOT_NOW, type Proposal, RUBRICS, WIS_WEIGHTS } from "@waldo/contracts";
import { DAY_MS } from "@waldo/core/time";
import { describe, expect, it } from "vitest";
import { fatesOf, keepRate } from "./keep.ts";
import { wisOf } from "./score.ts";

const NOW = 10 * DAY_MS;
const none = { feedback: [], proposals: [], effects: [], now: NOW };
const said = (...kinds: Feedback["kind"][]) =>
  kinds.map((kind) => ({ kind, runId: "run-1", recipes: [], at: 1, phrase: "sleep" }) satisfies Feedback);
const asked = (state: Proposal["state"], reason?: string) => ({ state, reason }) as Proposal;
const done = (more: Partial<EffectRecord>) => ({ automatic: true, at: 0, ...more }) as EffectRecord;

describe("what was kept", () => {
  it.each([
    ["silence to words says nothing", { ...none }, true, { silent: 1 }],
    ["a thumb up", { ...none, feedback: said("up") }, true, { kept: 1 }],
    ["a suggestion that was followed", { ...none, feedback: said("followed") }, true, { kept: 1 }],
    ["a no outweighs a yes", { ...none, feedback: said("followed", "down") }, true, { lost: 1 }],
    ["a proposal that was done", { ...none, proposals: [asked("executed")] }, false, { kept: 1 }],
    ["not now", { ...none, proposals: [asked("declined", NOT_NOW)] }, false, { lost: 1 }],
    ["a proposal that was modified", { ...none, proposals: [asked("superseded")] }, false, { kept: 1 }],
    ["a proposal that nobody answered", { ...none, proposals: [asked("expired")] }, false, { lost: 1 }],
    ["a proposal that waits", { ...none, proposals: [asked("open")] }, false, { open: 1 }],
    ["a failure of ours", { ...none, proposals: [asked("failed")] }, false, {}],
    ["a change that stood for a day", { ...none, effects: [done({})] }, false, { kept: 1 }],
    ["a change of this morning", { ...none, effects: [done({ at: NOW - 1 })] }, false, { open: 1 }],
    ["a change that was undone", { ...none, effects: [done({ undone: true })] }, false, { lost: 1 }],
    ["what a tap approved counts with its proposal", { ...none, effects: [done({ automatic: false })] }, false, {}],
  ] as const)("%s", (_, trace, spoke, counts) => {
    expect(fatesOf(trace, spoke)).toEqual({ kept: 0, lost: 0, silent: 0, open: 0, ...counts });
  });

  it("is a share with its interval, and none where nobody decided", () => {
    expect(keepRate({ kept: 0, lost: 0, silent: 9, open: 1 })).not.toHaveProperty("rate");
    const { rate, low = 0, high = 0 } = keepRate({ kept: 8, lost: 2, silent: 9, open: 1 });
    expect(rate).toBe(0.8);
    expect([low.toFixed(2), high.toFixed(2)]).toEqual(["0.49", "0.94"]);
  });
});

describe("the figure", () => {
  it("weighs the rubrics and what was kept, with weights that add up to one", () => {
    expect(Object.values(WIS_WEIGHTS).reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 12);
    expect(Object.keys(WIS_WEIGHTS).sort()).toEqual([...RUBRICS, "kept"].sort());
  });

  it("leaves out what does not apply", () => {
    expect(wisOf({}).wis).toBeUndefined();
    expect(wisOf({ truth: 1 }).wis).toBe(1);
    expect(wisOf({ truth: 0.5, content: 1 }).wis).toBe(0.667);
    expect(wisOf({ truth: 0, kept: 1 }).wis).toBe(0.333);
  });
});
