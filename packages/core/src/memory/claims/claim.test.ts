/** Tests what the algebra of a claim promises for any claim, without a store. memory.test.ts tests it over one. */
import { HALLS, MAX_USES, MemoryBlock, type MemoryNote, type MemoryVerdict } from "@waldo/contracts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  asItWas,
  type BlockChange,
  CARA,
  holdsAgain,
  isBelieved,
  isLive,
  isSilencedBy,
  judged,
  learned,
  mayJudge,
  mayMove,
  mayReopen,
  mayReplace,
  neverHeld,
  notedByOwner,
  patternOf,
  putBack,
  saidAgain,
  topicSlot,
  usedOnce,
} from "./claim.ts";

const at = fc.integer({ min: 1, max: 2_000_000_000_000 });
const source = fc.integer({ min: 0, max: 30 }).map((n) => `run-${n}`);
const hall = fc.constantFrom(...HALLS);
const topic = fc.option(fc.constantFrom("home", "Morning drink"), { nil: undefined });
const words = fc.constantFrom("likes tea", "likes coffee", "runs on sundays", "has a dog");

const noteOf = (origin: MemoryNote["origin"][]) =>
  fc
    .record({
      hall,
      claim: words,
      conditions: fc.constantFrom("", "on workdays"),
      origin: fc.constantFrom(...origin),
      at,
      source,
    })
    .map((note): MemoryNote => ({ kind: "note", trust: "provisional", ...note }));
const note = noteOf(["owner", "agent"]);
const outside = noteOf(["untrusted"]);

const verdict = fc
  .record({ hall, says: fc.constantFrom("confirmed" as const, "contradicted" as const), at, source })
  .map(
    (said): MemoryVerdict => ({
      kind: "verdict",
      patternId: "0".repeat(12),
      origin: "agent",
      trust: "provisional",
      ...said,
    }),
  );

const KINDS = ["said", "judged", "used", "never held", "holds again", "learned", "owner", "replaced"] as const;
const step = fc.record({ kind: fc.constantFrom(...KINDS), said: note, says: verdict, about: topic, now: at });

/** One change of a claim, at an instant of a clock that may be set back. */
function changesOf(block: MemoryBlock, { kind, said, says, about, now }: StepOf): readonly BlockChange[] {
  const { patternId, claim, conditions } = block;
  const repeated = { ...said, claim, conditions, topic: about };
  switch (kind) {
    case "said":
      return saidAgain(block, said, now);
    case "judged":
      return [judged(block, says, now)];
    case "used":
      return [usedOnce(block, { at: now, loaded: [patternId], cited: about ? [patternId] : [] })];
    case "never held":
      return [neverHeld(block, now)];
    case "holds again":
      return [holdsAgain(block, now)];
    case "learned":
      return learned(repeated, about, { same: block }, now).changes;
    case "owner":
      return notedByOwner(repeated, { same: block }, now).changes;
    case "replaced":
      return learned({ ...said, claim: "says something else" }, about, { olds: [block] }, now).changes.slice(0, 1);
  }
}
type StepOf = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** A claim after any changes. */
const block = fc
  .tuple(fc.oneof(note, outside), topic, at, fc.array(step, { maxLength: 30, size: "max" }))
  .map(([first, about, now, steps]) =>
    steps.reduce((state, one) => changesOf(state, one)[0]?.after ?? state, learned(first, about, {}, now).after),
  );
const live = block.map((state) => (isLive(state) ? state : holdsAgain(state, 0).after));
const closed = block.map((state) => (isLive(state) ? neverHeld(state, 0).after : state));
const other = fc
  .tuple(live, words)
  .map(
    ([state, claim]): MemoryBlock => ({ ...state, claim: `${claim}, too`, patternId: patternOf(`${claim}, too`, "") }),
  );

describe("a claim", () => {
  it("has an id that its words and conditions alone decide: the first 12 digits of their MD5", () => {
    expect(patternOf("likes tea", "on workdays")).toBe("61451166e931");
    fc.assert(
      fc.property(block, ({ patternId, claim, conditions }) => {
        expect(patternId).toBe(patternOf(claim, conditions));
      }),
    );
  });

  it("stays a valid row through any changes, with the latest uses in order", () => {
    fc.assert(
      fc.property(block, (state) => {
        expect(MemoryBlock.parse(state)).toEqual(state);
        expect(state.uses).toEqual(state.uses.toSorted((a, b) => a - b));
        expect(state.uses.length).toBeLessThanOrEqual(MAX_USES);
        if (state.validTo !== undefined) expect(state.validTo).toBeGreaterThanOrEqual(state.validFrom);
      }),
    );
  });

  it("gets one revision more with each recorded change, and `recordedAt` never goes back, whatever the clock says", () => {
    fc.assert(
      fc.property(block, step, (state, one) => {
        for (const { before, after, change } of changesOf(state, one)) {
          expect(before).toBe(state);
          expect(after.revision).toBe(state.revision + (change === undefined ? 0 : 1));
          expect(after.recordedAt).toBeGreaterThanOrEqual(state.recordedAt);
        }
      }),
    );
  });

  it("has one slot for a topic, however it is written", () => {
    expect(["Morning drink", " morning  DRINK!", "mórning-drink"].map(topicSlot)).toEqual(
      Array(3).fill("morning-drink"),
    );
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(topicSlot(topicSlot(text))).toBe(topicSlot(text));
      }),
    );
  });
});

describe("replacing and putting back", () => {
  it("a note that takes a claim's place closes exactly that claim, and each names the other", () => {
    fc.assert(
      fc.property(other, note, topic, at, fc.boolean(), (old, said, about, now, byOwner) => {
        const { after, changes } = byOwner
          ? notedByOwner({ ...said, topic: about }, { olds: [old] }, now)
          : learned(said, about, { olds: [old] }, now);
        expect(changes.map(({ before, change }) => [before, change])).toEqual([
          [old, "superseded"],
          [undefined, "noted"],
        ]);
        const [gone, noted] = changes.map((change) => change.after);
        expect(noted).toBe(after);
        expect(after).toMatchObject({ supersedes: old.patternId, patternId: patternOf(said.claim, said.conditions) });
        expect(isLive(after)).toBe(true);
        expect(gone).toMatchObject({ supersededBy: after.patternId, closedBy: after.origin });
        expect(gone && isLive(gone)).toBe(false);
      }),
    );
  });

  it("a claim that is put back is live, and each claim in its place is closed once, also when it is found twice", () => {
    const inItsPlace = fc.uniqueArray(other, { selector: ({ patternId }) => patternId, maxLength: 2 });
    fc.assert(
      fc.property(closed, inItsPlace, at, (state, others, now) => {
        const changes = putBack(state, [...others, ...others], now);
        expect(changes.map(({ before }) => before)).toEqual([...others, state]);
        expect(changes.map(({ after }) => isLive(after))).toEqual([...others.map(() => false), true]);
        const { claim, validFrom } = state;
        const earlier = others.findLast((one) => one.validFrom < validFrom);
        const after = changes.at(-1)?.after;
        expect(after).toMatchObject({ claim, validFrom });
        expect(after?.supersedes).toBe(earlier?.patternId ?? state.supersedes);
        for (const trace of ["validTo", "supersededBy", "closedBy"]) expect(after).not.toHaveProperty(trace);
      }),
    );
  });

  it("a claim that was replaced and holds again says what it said before", () => {
    fc.assert(
      fc.property(other, note, at, (old, said, now) => {
        const gone = learned(said, undefined, { olds: [old] }, now).changes[0]?.after ?? old;
        const { revision, recordedAt } = gone;
        expect(holdsAgain(gone, now).after).toEqual({ ...old, revision: revision + 1, recordedAt });
      }),
    );
  });

  it("a claim that is given an earlier state back keeps its counts and moves on to a new revision", () => {
    fc.assert(
      fc.property(block, step, at, (before, one, now) => {
        const state = changesOf(before, one)[0]?.after ?? before;
        const { uses, loaded, cited, revision } = state;
        const { after, change } = asItWas(state, before, now);
        expect(after).toMatchObject({ uses, loaded, cited, revision: revision + 1 });
        expect(change).toBe(isLive(before) ? "restored" : "retired");
        // Only the person can open it again.
        if (!isLive(before)) expect(after.closedBy).toBe("owner");
        expect(after).toMatchObject({ claim: before.claim, confidence: before.confidence, hall: before.hall });
        expect([after.validTo, after.topic, after.supersedes]).toEqual([
          before.validTo,
          before.topic,
          before.supersedes,
        ]);
      }),
    );
  });
});

describe("R10: a note from outside", () => {
  it("opens, moves, replaces and strengthens no claim", () => {
    fc.assert(
      fc.property(block, outside, at, (state, said, now) => {
        expect([mayReopen(state, said), mayMove(state, said), mayReplace(state, said)]).toEqual([false, false, false]);
        expect(saidAgain(state, said, now)).toEqual([]);
      }),
    );
  });

  it("has no say in whether a claim is right", () => {
    fc.assert(
      fc.property(live, verdict, (state, said) => {
        expect(mayJudge(state, { ...said, origin: "untrusted" })).toBe(false);
      }),
    );
  });

  it("is believed just enough to be kept as a claim of its own", () => {
    fc.assert(
      fc.property(outside, at, (said, now) => {
        expect(learned(said, undefined, {}, now).after.confidence).toBe(CARA.floor);
      }),
    );
  });
});

describe("confidence", () => {
  it("is the exact sum of its steps, and stops at 0 and 1", () => {
    fc.assert(
      fc.property(live, fc.array(verdict, { maxLength: 20 }), (state, said) => {
        let tenths = Math.round(state.confidence * 10);
        for (const { says } of said) tenths = Math.min(10, Math.max(0, tenths + (says === "confirmed" ? 1 : -2)));
        const end = said.reduce((now, one) => judged(now, one, 0).after, state);
        expect(end.confidence).toBe(tenths / 10);
        expect(isLive(end)).toBe(true);
      }),
    );
  });

  it("falls as far as the Scribe foresees when it counts contradictions", () => {
    fc.assert(
      fc.property(live, verdict, fc.integer({ min: 0, max: 6 }), (state, said, times) => {
        const against = { ...said, says: "contradicted" as const };
        const end = Array.from({ length: times }).reduce<MemoryBlock>((now) => judged(now, against, 0).after, state);
        expect(isSilencedBy(state, times)).toBe(isBelieved(state) && !isBelieved(end));
      }),
    );
  });

  it("does not grow when the run that noted the claim says it again", () => {
    fc.assert(
      fc.property(live, note, at, (state, said, now) => {
        const again = { ...said, source: state.sources.at(-1) ?? "" };
        expect(saidAgain(state, again, now)).toMatchObject([
          { after: { confidence: state.confidence, revision: state.revision, origin: state.origin } },
        ]);
      }),
    );
  });
});
