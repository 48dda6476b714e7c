import { FEEDBACK_KINDS, type Feedback, type FeedbackKind, type RecipeStanding } from "@waldo/contracts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  HIGH,
  LOW,
  PREFERRED_AFTER,
  REVIEW_AFTER,
  scoreOf,
  standingAfter,
  startedAnew,
  stateOf,
} from "./effectiveness.ts";

const kinds = fc.array(fc.constantFrom(...FEEDBACK_KINDS), { maxLength: 40 });
const given = (kind: FeedbackKind, at: number): Feedback => ({ kind, at, runId: "run-x", recipes: ["prep-for-event"] });

/** Nights in a row, each with one more piece of feedback. */
function nights(each: readonly FeedbackKind[], before?: RecipeStanding): (RecipeStanding | undefined)[] {
  let standing = before;
  const start = before?.newest ?? 0;
  return each.map((_, i) => {
    const feedback = each.slice(0, i + 1).map((kind, k) => given(kind, start + k + 1));
    standing = standingAfter(standing, feedback);
    return standing;
  });
}

describe("a score", () => {
  it("is between 0 and 1, and the same in any order", () => {
    fc.assert(
      fc.property(kinds, kinds, (some, more) => {
        const score = scoreOf([...some, ...more]);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
        expect(scoreOf([...more, ...some].reverse())).toBe(score);
      }),
    );
  });

  it("does not fall by a thumb up and does not rise by a thumb down", () => {
    fc.assert(
      fc.property(kinds, (some) => {
        expect(scoreOf([...some, "up"])).toBeGreaterThanOrEqual(scoreOf(some));
        expect(scoreOf([...some, "down"])).toBeLessThanOrEqual(scoreOf(some));
      }),
    );
  });

  it("is neither low nor high by one answer, nor by any amount of silence", () => {
    for (const kind of FEEDBACK_KINDS) {
      expect(scoreOf([kind])).toBeGreaterThanOrEqual(LOW);
      expect(scoreOf([kind])).toBeLessThanOrEqual(HIGH);
    }
    expect(scoreOf(Array<FeedbackKind>(100).fill("ignored"))).toBeGreaterThanOrEqual(LOW);
  });

  it("can reach both limits", () => {
    expect(scoreOf(["down", "down"])).toBeLessThan(LOW);
    expect(scoreOf(["up", "up", "up", "up"])).toBeGreaterThan(HIGH);
  });
});

describe("a standing", () => {
  const states = (each: readonly FeedbackKind[]) => nights(each).map((one) => one && stateOf(one));

  it("is under review after three low nights in a row, and not before", () => {
    // The first night is not low yet: one thumb is no verdict.
    expect(states(Array<FeedbackKind>(1 + REVIEW_AFTER).fill("down"))).toEqual(["usual", "usual", "usual", "review"]);
    expect(states(["down", "down", "up", "down", "down"])).not.toContain("review");
  });

  it("is preferred after ten high nights in a row, and not before", () => {
    const each = states(Array<FeedbackKind>(3 + PREFERRED_AFTER).fill("up"));
    expect(each.slice(0, -1)).not.toContain("preferred");
    expect(each.at(-1)).toBe("preferred");
  });

  it("changes only by new feedback: neither a night without any nor silence counts", () => {
    const feedback = [given("down", 1), given("down", 2)];
    const once = standingAfter(undefined, feedback);
    expect(once?.lows).toBe(1);
    expect(standingAfter(once, feedback)).toBe(once);
    expect(standingAfter(once, [...feedback, given("ignored", 3)])).toBe(once);
    expect(standingAfter(undefined, [given("ignored", 1)])).toBeUndefined();
  });

  it("after any nights is under review or preferred only with the low or high nights in a row", () => {
    fc.assert(
      fc.property(kinds, (each) => {
        const all = nights(each);
        let [lows, highs] = [0, 0];
        for (const [i, standing] of all.entries()) {
          if (standing === undefined || standing === all[i - 1]) continue;
          lows = standing.score < LOW ? lows + 1 : 0;
          highs = standing.score > HIGH ? highs + 1 : 0;
          expect(stateOf(standing) === "review").toBe(lows >= REVIEW_AFTER);
          expect(stateOf(standing) === "preferred").toBe(highs >= PREFERRED_AFTER);
        }
      }),
    );
  });

  it("brought back begins anew, and three more low nights are needed", () => {
    const poor = nights(["down", "down", "down", "down"]).at(-1);
    if (!poor) throw new Error("no standing");
    const kept = startedAnew(poor);
    expect(stateOf(kept)).toBe("usual");
    expect(standingAfter(kept, [given("down", poor.newest)])).toBe(kept);
    expect(nights(["down", "down", "down", "down"], kept).map((one) => one && stateOf(one))).toEqual([
      "usual",
      "usual",
      "usual",
      "review",
    ]);
  });

  it("adds 0.4 of what a model judged of its runs, and a judgement alone makes no night count", () => {
    expect(scoreOf(["up"], [])).toBe(scoreOf(["up"]));
    expect(scoreOf(["up"], [1, 0.5])).toBeCloseTo(0.6 * scoreOf(["up"]) + 0.4 * 0.75, 12);
    expect(scoreOf([], [0])).toBeLessThan(LOW);
    expect(standingAfter(undefined, [], [0, 0, 0])).toBeUndefined();
    const [first] = nights(["up"]);
    expect(standingAfter(first, [given("up", first?.newest ?? 0)], [0])).toBe(first);
  });
});
