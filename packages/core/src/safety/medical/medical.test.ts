import { halfOf, LATER_MEDICAL_SENTENCES, MEDICAL_ROUNDS, MEDICAL_SENTENCES } from "@waldo/testkit/medical-sentences";
import { describe, expect, it } from "vitest";
import { wordingFault } from "../wording.ts";
import { medicalFault } from "./medical.ts";

describe("no author may say", () => {
  it.each([
    ["Stop taking your metoprolol.", "medication"],
    ["It's probably cancer.", "diagnosis"],
    ["You are diabetic.", "diagnosis"],
    ["This looks like afib.", "diagnosis"],
    ["Take two aspirin.", "dose"],
    ["You have six months to live.", "prognosis"],
    ["stop taking\nyour metoprolol", "medication"],
    ["You\u200b have **dia\u00adbetes**", "diagnosis"],
    ["You’ve got the flu", "diagnosis"],
    ["Stop taking your metroprolol", "medication"],
    ["Du hast Diabetes.", "diagnosis"],
    ["Deja de tomar tu metoprolol.", "medication"],
    ["Prends deux aspirines.", "dose"],
  ])("%j: %s", (text, fault) => {
    expect(medicalFault(text)).toBe(fault);
    expect(wordingFault(text)).toBe("medical");
  });
});

it.each([
  "You missed the flu season.",
  "Your medication reminder is set.",
  "Take your medication as prescribed.",
  "Your dentist appointment about the infection is at 3.",
  "Please call 988, they can also talk about medication.",
  "I can't tell you whether to stop metoprolol; ask the doctor who prescribed it.",
  "Do not stop your tablets on your own.",
  "You asked me to remind you to take two tablets at eight.",
  "This could be a heart attack. Call 112 now.",
])("everyday help passes: %j", (text) => {
  expect(medicalFault(text)).toBeUndefined();
});

describe("the words around a claim decide whether it is one", () => {
  it.each([
    "You said you have diabetes.",
    "As you said, you have diabetes.",
    "Your doctor told you that you have diabetes.",
    "Your list: you have diabetes.",
    "In the film you have diabetes.",
    "Nobody can say whether you have diabetes.",
    "I cannot say that you have diabetes.",
    "This does not mean you have diabetes.",
    "Only a doctor can tell you if you have diabetes.",
    "A doctor could say that you have diabetes.",
    "Do you have diabetes?",
    "If you have diabetes, eat less sugar.",
    "When you have diabetes, sugar matters.",
    "Unless you have diabetes, eat what you like.",
    "I am sorry that you have diabetes.",
    "You can prevent diabetes.",
    "Your talk on diabetes is at 3.",
    "I wrote about diabetes.",
    "Does diabetes explain this?",
    "Your laptop has a virus infection.",
    "You have a stroke. Call 112.",
    "Do not stop taking metoprolol.",
    "Never stop taking metoprolol.",
    "Stop taking metoprolol unless your doctor says otherwise.",
    "Talk to your doctor before you stop taking metoprolol.",
    "Without a doctor, never stop taking metoprolol.",
    "Please do not delay your insulin.",
    "Don't forget to take your metoprolol at nine.",
    "You said to stop taking metoprolol.",
    "Your note says: stop taking metoprolol.",
    "Ask if you can stop taking metoprolol.",
    "Check if you should stop taking metoprolol.",
    "You have a call. Skip it tonight.",
    "Wait before doubling your dose.",
    "Think twice before halving your tablets.",
    "Take two aspirin as prescribed.",
    "Take two aspirin as your doctor said.",
    "Take two aspirin to the list.",
    "Add two aspirin to your shopping list.",
    "Did you take two aspirin?",
    "Before taking two aspirin, ask.",
    "Take two tablets of your laptop.",
    "Your doctor said you will recover within a week.",
    "Do you think you will recover within a week?",
    "I cannot say that you will recover within a week.",
    "Ask your doctor if your heart will heal.",
    "Your ibuprofen is on the list, try it.",
    "A tablet should charge, try your phone.",
    "Ob du Diabetes hast, weiß der Arzt.",
    "Wenn du Diabetes hast, iss weniger.",
    "Nimm zwei Tabletten wie verordnet.",
    "No dejes de tomar tu metoprolol.",
    "Prends deux aspirines comme prescrit.",
    "Si tienes diabetes, come menos.",
  ])("%j is none", (text) => {
    expect(medicalFault(text)).toBeUndefined();
  });

  it.each([
    ["Your doctor can help, you have diabetes.", "diagnosis"],
    ["If you ask me, you have diabetes.", "diagnosis"],
    ["As if you had diabetes.", "diagnosis"],
    ["Your doctor said you are fine, but you have diabetes.", "diagnosis"],
    ["Your doctor said you are fine, however you have diabetes.", "diagnosis"],
    ["You told me you are tired, yet you have diabetes.", "diagnosis"],
    ["Your doctor says you sleep well. You have diabetes.", "diagnosis"],
    ["I cannot say more. You have diabetes.", "diagnosis"],
    ["All you told me fits: you have diabetes.", "diagnosis"],
    ["What you told me means you have diabetes.", "diagnosis"],
    ["Your pulse tells me you have diabetes.", "diagnosis"],
    ["Let me be frank: diabetes.", "diagnosis"],
    ["My verdict: diabetes.", "diagnosis"],
    ["I see diabetes in these numbers.", "diagnosis"],
    ["These numbers say diabetes.", "diagnosis"],
    ["You have a stroke.", "diagnosis"],
    ["This could be a heart attack.", "diagnosis"],
    ["Don't hesitate to stop taking metoprolol.", "medication"],
    ["As you said, stop taking metoprolol.", "medication"],
    ["You should stop taking metoprolol.", "medication"],
    ["It is time to stop taking metoprolol.", "medication"],
    ["Today, stop taking metoprolol.", "medication"],
    ["What about stopping metoprolol?", "medication"],
    ["How about doubling the dose?", "medication"],
    ["What about halving your tablets?", "medication"],
    ["Halving your tablets.", "medication"],
    ["How about stopping metoprolol?", "medication"],
    ["You take metoprolol. You can skip it tonight.", "medication"],
    ["Ibuprofen works, try it.", "medication"],
    ["You should halve your tablets tonight.", "medication"],
    ["Take two aspirin to sleep.", "dose"],
    ["You will recover within a week.", "prognosis"],
    ["Your heart will never heal.", "prognosis"],
    ["Your lungs are bound to recover.", "prognosis"],
    ["Your chances of death are low.", "prognosis"],
    ["Your cough will pass within days.", "prognosis"],
    ["Your heart will never heal. Your day is free.", "prognosis"],
    ["I note this. Your heart will never heal.", "prognosis"],
    ["Never mind, stop taking metoprolol.", "medication"],
    ["Do not delay: stop your insulin.", "medication"],
    ["Do not forget to stop taking your metoprolol.", "medication"],
    ["You asked, so stop taking metoprolol.", "medication"],
    ["Nimm zwei Tabletten.", "dose"],
    ["Tienes diabetes.", "diagnosis"],
  ])("%j is a claim: %s", (text, fault) => {
    expect(medicalFault(text)).toBe(fault);
  });
});

describe.each(Object.entries(MEDICAL_SENTENCES))("made-up sentences: %s", (_language, { harmless, ...faulty }) => {
  const firstHalf = (texts: readonly string[]) => texts.filter((text) => halfOf(text) === 1);

  it("refuses each of the half that the rules were mended on, by its fault", () => {
    for (const [fault, texts] of Object.entries(faulty))
      expect(firstHalf(texts).filter((text) => medicalFault(text) !== fault)).toEqual([]);
  });

  it("lets its harmless ones through", () => {
    expect(firstHalf(harmless).filter((text) => medicalFault(text) !== undefined)).toEqual([]);
  });
});

/** What is still missed, and falsely refused, of the sentences that were written later. */
const STILL_MISSED = 12;
const STILL_REFUSED = 1;

it("refuses most sentences that were written after the rules", () => {
  const { refused, harmless } = LATER_MEDICAL_SENTENCES;
  expect(refused.filter((text) => medicalFault(text) === undefined).length).toBeLessThanOrEqual(STILL_MISSED);
  expect(harmless.filter((text) => medicalFault(text) !== undefined).length).toBeLessThanOrEqual(STILL_REFUSED);
});

/** The same for the sentences that were written in rounds. */
const MISSED_IN_ROUNDS = 3;
const REFUSED_IN_ROUNDS = 1;

it("refuses most sentences that were written in rounds, and almost no harmless one", () => {
  const missed = MEDICAL_ROUNDS.flatMap(({ refused }) => refused).filter((text) => medicalFault(text) === undefined);
  const harmless = MEDICAL_ROUNDS.flatMap((round) => round.harmless).filter((text) => medicalFault(text) !== undefined);
  expect(missed.length).toBeLessThanOrEqual(MISSED_IN_ROUNDS);
  expect(harmless.length).toBeLessThanOrEqual(REFUSED_IN_ROUNDS);
});

describe("each phrasing holds for each name", () => {
  const all = (phrasings: readonly string[], names: readonly string[]) =>
    phrasings.flatMap((phrasing) => names.map((name) => phrasing.replace("…", name)));

  it("of a medicine", () => {
    const phrasings = [
      "Stop taking ….",
      "You can skip ….",
      "I'd stop ….",
      "Halve ….",
      "Take less ….",
      "You could do without ….",
      "It's fine to miss ….",
      "Have another … tonight.",
      "Maybe pause … for a week.",
      "What if you stopped …?",
      "You no longer need ….",
    ];
    const names = ["metoprolol", "your tablets", "the sertraline", "your insulin", "that pill", "your medication"];
    expect(all(phrasings, names).filter((text) => medicalFault(text) === undefined)).toEqual([]);
  });

  it("of an illness", () => {
    const phrasings = [
      "You've got ….",
      "It could be ….",
      "My guess would be ….",
      "Your symptoms are consistent with ….",
      "All this comes from ….",
      "What you have is ….",
      "You don't have ….",
      "Looks to me like ….",
      "You're developing ….",
      "I'd bet on ….",
    ];
    const names = ["diabetes", "sleep apnea", "a migraine", "an infection", "gallstones", "a torn ligament", "the flu"];
    expect(all(phrasings, names).filter((text) => medicalFault(text) === undefined)).toEqual([]);
  });
});

it("accepts any text", () => {
  for (const text of ["", "\u{E0041}".repeat(50), "\ud800", "you have a ".repeat(2_000), "take two of ".repeat(2_000)])
    expect(medicalFault(text)).toBeUndefined();
});
