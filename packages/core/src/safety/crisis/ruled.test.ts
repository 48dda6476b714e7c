import { casesOf } from "@waldo/testkit/data";
import { DANGER_ROUNDS, DANGER_SENTENCES } from "@waldo/testkit/sentences";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ruledDanger } from "./ruled.ts";

describe("a person in crisis is recognised", () => {
  it.each(casesOf<string>("ruled", "a person in crisis is recognised"))("%j", (text) => {
    expect(ruledDanger(text)?.kind).toBe(text.startsWith("my friend") ? "other" : "self");
  });

  it("also from weak signs that count only together", () => {
    const text = "The scars are back and I hide them. I cry alone at night, and the pain is the only thing I feel.";
    expect(ruledDanger(text)).toMatchObject({ tier: "possible", kind: "self" });
    const alone = ruledDanger("I can't stop crying, I feel numb and I'm so alone");
    expect(alone).toEqual({ tier: "possible", kind: "self", signal: "cues" });
    expect(ruledDanger("I cried at the film, and now I'm alone at home.")).toBeUndefined();
  });
});

it.each(casesOf<string>("ruled", "everyday talk is not a crisis"))("everyday talk is not a crisis: %j", (text) => {
  expect(ruledDanger(text)).toBeUndefined();
});

it("returns no words of the person, and accepts any text", () => {
  expect(Object.keys(ruledDanger("I want to die") ?? {})).toEqual(["tier", "kind", "signal"]);
  for (const text of ["", "\u{E0041}".repeat(50), "\ud800", "a ".repeat(5_000), "死".repeat(5_000), "।".repeat(500)])
    expect(ruledDanger(text)).toBeUndefined();
});

describe.each(Object.entries(DANGER_SENTENCES))("made-up sentences: %s", (_language, set) => {
  it("finds each danger in its tier, and none in everyday talk", () => {
    const tiers = (texts: readonly string[]) => texts.map((text) => [text, ruledDanger(text)?.tier]);
    expect(tiers(set.certain).filter(([, tier]) => tier !== "certain" && tier !== "physical")).toEqual([]);
    expect(tiers(set.physical).filter(([, tier]) => tier !== "physical")).toEqual([]);
    expect(tiers(set.possible).filter(([, tier]) => tier === undefined)).toEqual([]);
    expect(tiers(set.harmless).filter(([, tier]) => tier !== undefined)).toEqual([]);
  });
});

/** What is still missed, and falsely found, of the sentences that were written in rounds. */
const STILL_MISSED = 6;
const STILL_FOUND = 2;

it("finds most sentences that were written in rounds, and almost none of the harmless ones", () => {
  const found = (text: string) => ruledDanger(text) !== undefined;
  const harmful = DANGER_ROUNDS.flatMap(({ certain, possible }) => [...certain, ...possible]);
  const harmless = DANGER_ROUNDS.flatMap((round) => round.harmless);
  expect(harmful.filter((text) => !found(text)).length).toBeLessThanOrEqual(STILL_MISSED);
  expect(harmless.filter(found).length).toBeLessThanOrEqual(STILL_FOUND);
  expect(harmless.filter((text) => ruledDanger(text)?.tier === "certain")).toEqual([]);
});

it("finds each way to die behind each kind of wish or plan", () => {
  const wishes =
    "I want to|I wanna|I plan to|I've decided to|I wish to|I need to|I'm about to|I'm tempted to|I long to|I tried to";
  const acts =
    "kill myself|end it all|end my life|hang myself|take my own life|never wake up|stop existing|shoot myself|drown myself|commit suicide|unalive myself";
  const said = wishes.split("|").flatMap((wish) => acts.split("|").map((act) => `${wish} ${act}`));
  expect(said.filter((text) => ruledDanger(text) === undefined)).toEqual([]);
});

describe("who, and in what frame", () => {
  it.each([
    ["I would never kill myself", "possible"],
    ["my friend wants to die", "possible"],
    ["in the film the girl says I want to kill myself", "possible"],
    ["how do I prevent harming myself", "possible"],
    ["I took all my pills and I want to die", "physical"],
    ["never kill myself", "possible"],
    ["my friend really wants to die", "possible"],
    ["how do I avoid suicide", "possible"],
    // The softening words are elsewhere in the text, or about another thing.
    ["I would never. I want to kill myself", "certain"],
    ["I cannot sleep so I want to die", "certain"],
    ["nobody cares if I want to die", "certain"],
    ["Never. Want to die", "certain"],
    ["he said at the party: want to die", "certain"],
    ["stop asking, how do I hurt myself", "certain"],
    ["my sister knows I want to die", "certain"],
    ["I avoid my sister, and suicide is my plan", "certain"],
    ["I watched a film. I want to kill myself.", "certain"],
    ["I want to kill myself. It was a good film.", "certain"],
    ["I watched a film. My chest hurts and my left arm is numb.", "physical"],
    // The two symptoms may be in two sentences. A wish and a death may not.
    ["My left arm is numb. My chest feels tight.", "physical"],
    ["I want a coffee. Die Hard is on.", undefined],
    ["I want to see the garden where roses die", undefined],
  ])("%j is %s", (text, tier) => {
    expect(ruledDanger(text)?.tier).toBe(tier);
  });

  it("the lines that listen go with an overdose, and not with a heart attack", () => {
    expect(ruledDanger("I took all my pills")?.kind).toBe("self");
    expect(ruledDanger("chest pain and my left arm is numb")?.kind).toBe("body");
    const both = ruledDanger("chest pain and my left arm is numb and I want to kill myself");
    expect(both).toMatchObject({ tier: "physical", kind: "self" });
  });

  it("what hurts a body in a tale is no danger now", () => {
    expect(ruledDanger("In the film he has chest pain and his arm is numb")?.tier).not.toBe("physical");
  });

  it.each(["i killmyself", "iwanttodie", "iwannadie", "endmylife", "iwanttokillher", "commitsuicide", "hangmyself"])(
    "words without spaces between them are read: %s",
    (text) => {
      expect(ruledDanger(text)).toMatchObject({ tier: "certain", kind: "self" });
    },
  );

  it.each([
    ["I can't go on any more", "I can't go on anymore"],
    ["if I didn't wake up any longer", "if I didn't wake up anymore"],
    ["no one would care if I died", "noone would care if I died"],
    ["every time I feel sad I cut", "everytime I feel sad I cut"],
    ["I starve my self", "I starve myself"],
    ["ways to hurt your self", "ways to hurt yourself"],
  ])("two words are read as the one that they mean: %s", (two, one) => {
    expect(ruledDanger(two)).toBeDefined();
    expect(ruledDanger(two)).toEqual(ruledDanger(one));
  });
});

describe("in a long text", () => {
  const rest =
    "The meeting about the budget went on for hours and nobody could agree on the numbers for the new office in the north of the city where the rents have gone up again since spring. ".repeat(
      3,
    );
  const amid = (said: string) => ruledDanger(`${rest}${said} ${rest}`);

  it("a wish is the writer's own where the writer speaks", () => {
    expect(amid("I want to kill myself.")?.tier).toBe("certain");
    expect(amid("Suicide is my plan.")?.tier).toBe("certain");
    expect(amid("I was tired. Suicide is the plan.")?.tier).toBe("possible");
    expect(amid("The hero wants to kill himself.")?.tier).toBe("possible");
    expect(ruledDanger("Suicide is the plan.")?.tier).toBe("certain");
    // Other languages often leave the word for "I" out, so there it may stand anywhere.
    expect(amid("Quiero morir.")?.tier).toBe("possible");
    expect(amid("Me duele. Quiero morir.")?.tier).toBe("certain");
  });

  it("words of despair alone, and words of a topic, are no danger, and heavy signs are", () => {
    expect(ruledDanger("I feel hopeless and empty")).toMatchObject({ tier: "possible" });
    expect(amid("I feel hopeless and empty.")).toBeUndefined();
    expect(ruledDanger("every time I cut myself")).toMatchObject({ signal: "risk_topic" });
    expect(amid("Every time I cut myself.")?.signal).not.toBe("risk_topic");
    expect(amid("I feel hopeless. The scars are back and I hide them, I cry alone at night.")?.tier).toBe("possible");
  });
});

const CERTAIN_SENTENCES = Object.entries(DANGER_SENTENCES).flatMap(([language, { certain }]) =>
  certain.map((text) => ({ language, text })),
);
/** Long words about danger, in which one slip may not hide it. */
const DISTINCTIVE = /^(?:suicid\w+|myself|killing|hanging)$/i;

describe("what does not lower a certain sentence below possible", () => {
  it("padding, case and punctuation", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CERTAIN_SENTENCES),
        fc.constantFrom("", "hey. ", "so today was long; ", "🙂 "),
        fc.constantFrom("", ".", "...", "?", " 🙂", "\n\nthanks for listening"),
        fc.boolean(),
        ({ language, text }, before, after, loud) => {
          const said = `${before}${loud && language !== "tr" ? text.toUpperCase() : text}${after}`;
          return ruledDanger(said) !== undefined;
        },
      ),
      { numRuns: 500 },
    );
  });

  it("one slip in a long word", () => {
    const words = CERTAIN_SENTENCES.filter(({ language }) => language === "en").flatMap(({ text }) =>
      text.split(" ").flatMap((word, at) => (DISTINCTIVE.test(word) ? [{ text, word, at }] : [])),
    );
    const missed = words.flatMap(({ text, word, at }) =>
      Array.from(word.slice(1), (_, i) => word.slice(0, i + 1) + word.slice(i + 2))
        .map((slip) => text.split(" ").with(at, slip).join(" "))
        .filter((said) => ruledDanger(said) === undefined),
    );
    expect(missed).toEqual([]);
  });
});

it("no tier on 500 everyday sentences about health", () => {
  const who = ["I", "my dad", "we"];
  const did = [
    "took my pills this morning",
    "slept badly",
    "had a hard run",
    "cut back on sugar",
    "skipped the gym",
    "felt tired all day",
    "hurt my knee at football",
    "burned dinner",
    "missed my vitamins",
    "saw the doctor about my back",
    "had a sore chest after bench press",
    "was out of breath on the stairs",
    "walked ten thousand steps",
  ];
  const then = [
    "and it was fine",
    "so remind me tomorrow",
    "before work",
    "because of the heat",
    "and my heart rate was high",
    "after a late dinner",
    "for the third day",
    "and my legs are dead",
    "and now I am starving",
    "so I am going to bed early",
    "and the meeting killed me",
    "and I could murder a pizza",
    "which is odd",
  ];
  const all = who.flatMap((one) => did.flatMap((two) => then.map((three) => `${one} ${two} ${three}`)));
  expect(all.length).toBeGreaterThan(500);
  expect(all.filter((text) => ruledDanger(text) !== undefined)).toEqual([]);
});
