/** Likeness is not agreement: order, negation and another value make another claim, and everything else stays. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EMPTY, sameClaim } from "./likeness.ts";
import { correctedBy, disagree, restated } from "./rivals.ts";

const THINGS = ["trains", "planes", "tea", "coffee", "running", "the sea", "long walks", "jazz", "Lisbon", "Porto"];
const thing = fc.constantFrom(...THINGS);
const two = fc.uniqueArray(thing, { minLength: 2, maxLength: 2 }).map(([a = "", b = ""]) => [a, b] as const);
const who = fc.constantFrom("I", "Mum", "my sister Ana", "we");

/** Each makes two claims of which only one can hold. */
const RIVALS: readonly ((who: string, a: string, b: string) => readonly [string, string])[] = [
  (one, a, b) => [`${one} prefer ${a} to ${b}`, `${one} prefer ${b} to ${a}`],
  (one, a, b) => [`${one} prefers ${a} over ${b}`, `${one} prefers ${b} rather than ${a}`],
  (one, a, b) => [`${one} like ${a} more than ${b}`, `${one} like ${b} better than ${a}`],
  (_, a, b) => [`ich fahre lieber ${a} als ${b}`, `ich fahre lieber ${b} als ${a}`],
  (one, a) => [`${one} like ${a}`, `${one} don't like ${a}`],
  (one, a) => [`${one} love ${a}`, `${one} hate ${a}`],
  (_, a) => [`ich mag ${a}`, `ich mag keine ${a}`],
  (_, a) => [`me gusta ${a}`, `no me gusta ${a}`],
  (one, a, b) => [`${one} live in ${a}`, `${one} live in ${b} now`],
  (one, a, b) => [`${one} live in ${a}`, `${one} moved to ${b}`],
  (one, a, b) => [`the name of ${one} is ${a}`, `the name of ${one} is ${b}`],
  (_, a, b) => [`my dog's name is ${a}`, `my dog is called ${b}`],
  (_, a, b) => [`my favourite thing is ${a}`, `my favourite thing is ${b}`],
];
const pair = fc.tuple(fc.constantFrom(...RIVALS), who, two).map(([rivals, one, [a, b]]) => rivals(one, a, b));

describe("two claims of one thing", () => {
  it("disagree in both directions, and neither repeats the other", () => {
    fc.assert(
      fc.property(pair, ([a, b]) => {
        expect([disagree(a, b), disagree(b, a), sameClaim(a, b)]).toEqual([true, true, false]);
      }),
      { numRuns: 500 },
    );
  });

  it("are the same only with the same words in the same order, up to empty words", () => {
    const word = fc.constantFrom<string[]>("tea", "not", "before", "after", "noon", "room", "4", "5", "Ana", "likes");
    const filler = fc.constantFrom(...EMPTY);
    const words = fc.array(word, { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(words, words, filler, fc.nat(), (a, b, empty, at) => {
        const padded = a.toSpliced(at % (a.length + 1), 0, empty);
        expect(sameClaim(a.join(" "), padded.join(" "))).toBe(true);
        expect(sameClaim(a.join(" "), b.join(" "))).toBe(a.join(" ") === b.join(" "));
      }),
    );
  });

  it("never disagree with themselves, and always in both directions or in none", () => {
    const word = fc.constantFrom(
      ..."I my her name is not don't like hate prefer to over in live called sister Clara Carla tea and when".split(
        " ",
      ),
    );
    const text = fc.array(word, { maxLength: 9 }).map((words) => words.join(" "));
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(disagree(a, a)).toBe(false);
        expect(disagree(a, b)).toBe(disagree(b, a));
        if (sameClaim(a, b)) expect(disagree(a, b)).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ["my sister's name is Clara", "my brother's name is Carl"],
    ["my sister's name is Clara", "my sister's name is Clara Maria"],
    ["my sister is a nurse", "my sister is tall"],
    ["Tom likes Anna", "Anna likes Tom"],
    ["I live in Lisbon in summer", "I live in Porto"],
    ["I live in a small town near Ghent", "I live in Porto"],
    ["my mother lives in Ghent", "I live in Porto"],
    ["I prefer trains to planes", "I prefer tea to coffee"],
    ["I prefer trains to planes", "Mum prefers planes to trains"],
    ["I like fish", "I like meat"],
    ["I don't like fish", "I don't like fish when it is raw"],
    ["Takes the tablet before breakfast", "Takes the tablet after breakfast"],
    ["her name is Clara", "her name is Carla"],
    ["I was a vegetarian", "I am a vegetarian"],
    ["my son's dog is called Rex", "my dog is called Bruno"],
  ])("both stay when it is not sure: “%s”, “%s”", (a, b) => {
    expect([disagree(a, b), sameClaim(a, b)]).toEqual([false, false]);
  });
});

describe("a correction", () => {
  const claims = [
    "I have two kids, Mia and Leo",
    "my dog is called Bruno",
    "my sister's name is Clara",
    "I have a bad right knee",
    "I live in Lisbon",
    "Thursdays are my long days",
  ];
  it.each([
    ["my sister is called Carla", "my sister's name is Clara"],
    ["I moved to Porto", "I live in Lisbon"],
    ["I live in Munich now", "I live in Lisbon"],
    ["it's my left knee", "I have a bad right knee"],
    ["I have three kids", "I have two kids, Mia and Leo"],
    ["Tuesday is my long day", "Thursdays are my long days"],
    // The message names no person: the latest one that gives a name.
    ["his name is Rex", "my dog is called Bruno"],
    // No source speaks of it: the correction is a separate note.
    ["my brother's name is Paul", undefined],
    ["I'm vegan", undefined],
    ["my birthday is the 5th", undefined],
    // A known claim does not correct itself.
    ["my dog is called Bruno", undefined],
  ])("“%s” takes the place of %s", (correction, old) => {
    expect(correctedBy(correction, claims, (claim) => claim)).toBe(old);
  });

  it.each([
    ["her name is Carla", "my sister's name is Clara.", "my sister's name is Carla."],
    ["I moved to Porto", "I live in Lisbon now", "I live in Porto now"],
    ["my sister's name is Carla", "my dog is called Bruno", "my sister's name is Carla"],
    ["I prefer planes to trains", "I prefer trains to planes", "I prefer planes to trains"],
    ["it's my left knee", "I have a bad right knee", "it's my left knee"],
  ])("“%s” after “%s” is “%s”", (claim, old, whole) => {
    expect(restated(claim, old)).toBe(whole);
  });
});
