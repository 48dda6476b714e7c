/** Tests how the manner follows a person: small steps, no order, nothing while frozen, and fixed words. */
import { AXES, AXIS_STEP, type FeedbackKind, type Persona } from "@waldo/contracts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { type Heard, mannerWords, personaAfter, wishedIn } from "./trajectory.ts";

const heard: fc.Arbitrary<Heard> = fc.record({
  kind: fc.constantFrom<FeedbackKind[]>("up", "down", "done", "dismissed", "ignored", "followed", "undone", "dont_say"),
  text: fc.oneof(
    fc.string(),
    fc.constantFrom("Take a walk.", "Would you like to try a short walk, perhaps?", "Well done."),
  ),
  at: fc.integer({ min: 1, max: 1000 }),
});
const night = (feedback: readonly Heard[], wishes: readonly string[] = []) => ({
  feedback,
  wishes: wishes.map((text) => ({ text, at: 10 })),
  date: "2026-10-30",
});

it("no night moves an axis by more than a step, and none leaves its range", () => {
  fc.assert(
    fc.property(fc.array(fc.array(heard, { maxLength: 8 }), { maxLength: 60 }), (nights) => {
      let persona: Persona | undefined;
      for (const [i, feedback] of nights.entries()) {
        const later = feedback.map((one) => ({ ...one, at: one.at + i * 2000 }));
        const next = personaAfter(persona, night(later));
        for (const [axis, value] of Object.entries(next.axes)) {
          expect(Math.abs(value)).toBeLessThanOrEqual(1);
          const before = persona?.axes[axis as keyof typeof AXES] ?? 0;
          expect(Math.abs(value - before)).toBeLessThanOrEqual(AXIS_STEP + 1e-9);
        }
        persona = next;
      }
    }),
  );
});

it("the order of the feedback does not matter, and old feedback counts once", () => {
  fc.assert(
    fc.property(fc.array(heard, { maxLength: 12 }), (feedback) => {
      const made = personaAfter(undefined, night(feedback));
      expect(personaAfter(undefined, night(feedback.toReversed()))).toEqual(made);
      expect(personaAfter(made, night(feedback)).axes).toEqual(made.axes);
    }),
  );
});

it("a frozen manner stays, and one that was set back forgets what was before", () => {
  const up: Heard = { kind: "up", text: "Take a walk.", at: 10 };
  const frozen: Persona = { axes: { brevity: 0.3 }, newest: 0, line: [], frozenAt: 5 };
  expect(personaAfter(frozen, night([up], ["be brief"])).axes).toEqual({ brevity: 0.3 });
  const reset: Persona = { axes: {}, newest: 0, line: [], resetAt: 20 };
  expect(personaAfter(reset, night([up], ["be brief"])).axes).toEqual({});
});

it("a wish pulls until its axis is half-way, and a preference of anything else moves nothing", () => {
  let persona: Persona | undefined;
  for (let i = 0; i < 40; i++) persona = personaAfter(persona, night([], ["keep it short", "I like direct flights"]));
  expect(persona?.axes).toEqual({ brevity: 0.5 });
  for (const other of [
    "I no longer drink coffee after lunch",
    "I want to sleep longer",
    "soft pillows",
    "I prefer short meetings",
    "a funny film on Fridays",
    "tell me when my direct flight leaves",
    "prefers short walks with me and the dog",
    "be less formal with me",
    "you are too blunt",
    "your answers are too short",
    "not so brief, please write more",
    "don't push me",
    "no bullet points in your answers",
    "formal dinners tire me",
  ])
    expect([other, wishedIn(other)]).toEqual([other, {}]);
  for (const wish of [
    "I like short answers",
    "Be gentle with me",
    "be more casual when you write",
    "I want shorter answers",
    "fewer questions",
    "fewer jokes please",
    "keep it short",
  ])
    expect([wish, Object.keys(wishedIn(wish)).length]).toEqual([wish, 1]);
});

it("reads wishes, and says the manner in its own fixed words", () => {
  expect(wishedIn("no jokes please, and be more direct")).toEqual({ humour: -1, directness: 1 });
  const words = new Set(Object.values(AXES).flat() as string[]);
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom(...Object.keys(AXES)), fc.double({ min: -1, max: 1, noNaN: true })),
      (axes) => {
        for (const word of mannerWords(axes)) expect(words.has(word)).toBe(true);
        expect(mannerWords(axes).length).toBeLessThanOrEqual(4);
      },
    ),
  );
});
