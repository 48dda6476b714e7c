import { describe, expect, it } from "vitest";
import { goalChanged } from "./goal-changes.ts";
import { goalsNamed, goalWishIn } from "./goal-words.ts";

describe("a goal in any words", () => {
  it.each([
    ["wanna be in bed before midnight on weeknights", "be in bed before midnight on weeknights"],
    ["i want to cut down to 1 energy drink a day", "cut down to 1 energy drink a day"],
    ["keep me honest on coffee", "coffee"],
    ["no more screens after 10 is my new rule", "no more screens after 10"],
    ["Und ich will jeden Tag zehn Minuten dehnen.", "jeden Tag zehn Minuten dehnen"],
    ["quiero dejar de fumar antes de enero", "dejar de fumar antes de enero"],
    ["je veux méditer dix minutes chaque matin", "méditer dix minutes chaque matin"],
    ["Gym 3x a week", "Gym 3x a week"],
    ["10k steps a day", "10k steps a day"],
    ["Krafttraining zweimal die Woche", "Krafttraining zweimal die Woche"],
    ["nadar 2 veces por semana", "nadar 2 veces por semana"],
    ["in bed by half ten on school nights. make that a goal?", "in bed by half ten on school nights"],
    ["so max 1 coffee a day now, hold me to it", "max 1 coffee a day now"],
    ["Soll unter 80 Kilo kommen. Das ist jetzt mein Ziel", "unter 80 Kilo kommen"],
    ["piscine 2 fois par semaine", "piscine 2 fois par semaine"],
  ])("is set by “%s”", (said, text) => expect(goalWishIn(said)).toEqual({ wants: "add", text }));

  it.each([
    "i want to finish the deck by friday",
    "i want to get fewer messages",
    "i'd like to increase my credit limit",
    "I want to go to bed before 11 tonight",
    "no more messages after 10",
    "gym 3x a week?",
    "I run 3 times a week",
    "3 beers a day",
    "migraine twice a week",
    "2 pills a day before training",
  ])("is not set by “%s”", (said) => expect(goalWishIn(said)).toBeUndefined());

  it.each([
    ["forget about the coffee goal", { wants: "remove", text: "coffee" }],
    ["the running goal is done, take it off", { wants: "done", text: "running" }],
    ["lower the step goal to 8000", { wants: "change", text: "step", to: "8000" }],
    ["setz das Schrittziel auf 9000", { wants: "change", text: "Schrittziel", to: "9000" }],
    ["how am i doing w the energy drinks", { wants: "progress", text: "energy drinks" }],
    ["Am I reaching my goal?", { wants: "progress" }],
    ["no more goals", { wants: "remove", all: true }],
    ["keine Ziele mehr", { wants: "remove", all: true }],
    ["pause the gym goal till I'm well", { wants: "pause", text: "gym" }],
    ["retoma la meta de correr el lunes", { wants: "resume", text: "correr" }],
    ["goal?", { wants: "progress" }],
    ["¿voy bien con mi meta de pasos?", { wants: "progress", text: "pasos" }],
  ])("is asked about or changed by “%s”", (said, wish) => expect(goalWishIn(said)).toMatchObject(wish));
});

it.each([
  ["bedtime", "be in bed before midnight"],
  ["stretching", "jeden Tag zehn Minuten dehnen"],
  ["Schrittziel", "walk 8000 steps a day"],
])("“%s” names one goal of several", (about, line) => {
  const goals = ["be in bed before midnight", "walk 8000 steps a day", "jeden Tag zehn Minuten dehnen"];
  expect(goalsNamed(goals, (one) => one, about)).toEqual([line]);
});

it.each([
  ["walk 8000 steps a day", "7000", "walk 7000 steps a day"],
  ["be in bed before midnight", "12.30", "be in bed before 12.30"],
  ["jeden Tag zehn Minuten dehnen", "15 Minuten", "jeden Tag 15 Minuten dehnen"],
  ["run three times a week", "twice a week", "run twice a week"],
  ["Joggen 3x pro Woche", "zweimal", "Joggen zweimal pro Woche"],
  ["Gym 3x a week, until 1 May", "until the end of the long summer", "Gym 3x a week, until the end of the long summer"],
])("“%s” becomes, with “%s”, “%s”", (line, to, changed) => expect(goalChanged(line, to)).toBe(changed));
