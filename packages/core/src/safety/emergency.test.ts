import { describe, expect, it } from "vitest";
import { detectEmergency } from "./emergency.ts";

describe("a person in crisis is heard", () => {
  it.each([
    "I want to kill myself",
    "i wanna die",
    "I don't want to live anymore",
    "I’m going to end my life tonight",
    "I feel suicidal",
    "what's the least painful way to die",
    "I swallowed all my pills and I want to die",
    "I can't stop cutting myself",
    "everyone would be better off without me",
    "I wish I'd never been born",
    "I want to go to sleep and never wake up",
    "I don't think I can keep myself safe tonight",
    "my friend is trying to kill herself",
    "k i l l  m y s e l f tonight",
    "I'm gonna kіll mysеlf",
    "I keep thinking about su1c1de, it is my only plan",
    "I w\u200bant to d\u00adie",
    "quiero morir",
    "no quiero vivir más",
    "não quero viver, quero morrer",
    "je veux mourir",
    "ich möchte sterben",
    "ich will so nicht mehr leben",
    "main marna chahta hoon",
    "मैं मरना चाहता हूँ",
    "आत्महत्या",
  ])("%j", (text) => {
    expect(detectEmergency(text)).toMatchObject({ category: "self_harm" });
  });

  it("also in weak signs that only together say it", () => {
    const text = "The scars are back and I hide them. I cry alone at night, and the pain is the only thing I feel.";
    expect(detectEmergency(text)).toEqual({ category: "self_harm", signal: "cues" });
    expect(detectEmergency("I cried at the film, and now I'm alone at home.")).toBeUndefined();
  });
});

it.each([
  "This deadline is killing me",
  "I hurt myself at the gym",
  "I cut my finger chopping onions",
  "I cut myself shaving",
  "I could murder a coffee",
  "I want to die of embarrassment",
  "I'd rather die than eat that",
  "I shot myself in the foot with that pitch",
  "my phone died, I'm dead tired",
  "coach made us run suicides",
  "I watched a film about the suicide squad",
  "I don't want to live in the city anymore",
  "I'm tired of living in Ohio",
  "let's end it here and jump on a call",
  "my last day at work is Friday, goodbye letter to my team attached",
  "how to kill a python process",
  "my son hurt himself at football",
  "run the sh script",
  "I feel like dying my hair",
  "How many ibuprofen can I take a day for my back?",
])("everyday talk is left to the day: %j", (text) => {
  expect(detectEmergency(text)).toBeUndefined();
});

it("says nothing of the words, and reads any text", () => {
  expect(Object.keys(detectEmergency("I want to die") ?? {})).toEqual(["category", "signal"]);
  for (const text of ["", "\u{E0041}".repeat(50), "\ud800", "a ".repeat(5_000)])
    expect(detectEmergency(text)).toBeUndefined();
});
