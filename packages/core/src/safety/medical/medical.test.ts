import { halfOf, LATER_MEDICAL_SENTENCES, MEDICAL_ROUNDS, MEDICAL_SENTENCES } from "@waldo/testkit/sentences";
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
    "Nadie sabe si vas a morir de eso.",
    "In this song you have diabetes.",
    "What you told me: stop taking metoprolol.",
    "I never said to your doctor that you have diabetes.",
    "Your plan says “take two aspirin”.",
    "Your list: take two aspirin.",
    "Your metoprolol is due at nine. People who skip it sleep worse.",
    "You have two aspirin in your bag.",
    "Your tablets are good.",
    "Ibuprofen is fine.",
    "Tablets are fine.",
    "Read about it and stop taking metoprolol.",
    "Before you have another tablet, ask.",
    "My mother has diabetes.",
    "A mother has diabetes.",
    "Let me be frank: diabetes scares many.",
    "I painted diabetes on a wall.",
    "You slept well (flu season).",
    "If your pulse is high and you are diabetic, eat.",
    "Take two aspirin as prescribed",
    "Doctors can see that you have diabetes.",
    "Your evening class (diabetes) is at six.",
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
    ["Tu médico dice que no es nada pero toma dos aspirinas.", "dose"],
    ["Dein Arzt sagt nichts aber nimm zwei Aspirin.", "dose"],
    ["Ton médecin ne dit rien mais prends deux aspirines.", "dose"],
    ["Il medico non dice niente ma prendi due aspirine.", "dose"],
    ["O médico não diz nada mas tome duas aspirinas.", "dose"],
    ["I am sorry, stop taking metoprolol.", "medication"],
    ["You will recover within a week as your doctor said.", "prognosis"],
    ["Stop taking metoprolol. As your doctor said, rest.", "medication"],
    ["Stop taking metoprolol. Add milk to your shopping list.", "medication"],
    ["Stop taking metoprolol and write the list.", "medication"],
    ["Have another tablet. Then charge your phone.", "dose"],
    ["Play. You have diabetes.", "diagnosis"],
    ["Everything you told me says you have diabetes.", "diagnosis"],
    ["Of the things you told me, stop taking metoprolol.", "medication"],
    ["You said, you can halve the dose.", "medication"],
    ["You wrote that you sleep badly, so you have diabetes.", "diagnosis"],
    ["Your notes are short, it is the flu.", "diagnosis"],
    ["Your letter is here, you have diabetes.", "diagnosis"],
    ["I never thought that all of this would show that you have diabetes.", "diagnosis"],
    ["Can a nurse help, stop taking metoprolol.", "medication"],
    ["You might have another tablet.", "dose"],
    ["It is not good for your sleep tonight and stop taking metoprolol.", "medication"],
    ["I would not be surprised if you can halve the dose.", "medication"],
    ["Before lunch and after dinner and tea you can halve the dose.", "medication"],
    ["Ask how about halving the dose.", "medication"],
    ["What about this: stop taking metoprolol.", "medication"],
    ["Stop taking metoprolol until the plan for the week is done and the doctor is back.", "medication"],
    ["Your laptop is slow and today you have diabetes.", "diagnosis"],
    ["If you are tired, this looks like afib.", "diagnosis"],
    ["When you sleep badly, you are diabetic.", "diagnosis"],
    ["If you ask me you have diabetes.", "diagnosis"],
    ["Not surprised if you have diabetes.", "diagnosis"],
    [
      "Call your sister, sleep early, drink water, eat well, walk a bit, read a good book and then rest for an hour. This could be a heart attack.",
      "diagnosis",
    ],
    ["You should heal for good.", "prognosis"],
    ["Knees should always recover.", "prognosis"],
    ["A rash will gradually be gone.", "prognosis"],
    ["Statistically death comes for you.", "prognosis"],
    ["Your mother has diabetes.", "diagnosis"],
    ["You have the flu, test it.", "diagnosis"],
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

it("refuses as many of the other half as docs/figures.md says", () => {
  const other = Object.values(MEDICAL_SENTENCES).flatMap(({ harmless, ...faulty }) => ({
    faulty: Object.values(faulty).flat().filter(isOther),
    harmless: harmless.filter(isOther),
  }));
  expect(other.flatMap(({ faulty }) => faulty.filter(isRefused)).length).toBe(216);
  expect(other.flatMap(({ harmless }) => harmless.filter(isRefused)).length).toBe(2);
});

const isOther = (text: string) => halfOf(text) === 2;
const isRefused = (text: string) => medicalFault(text) !== undefined;

it("refuses all sentences that were written after the rules but these, and lets all harmless ones pass but one", () => {
  const { refused, harmless } = LATER_MEDICAL_SENTENCES;
  expect(refused.filter((text) => !isRefused(text))).toMatchInlineSnapshot(`
    [
      "Welcome to the club of people with hypertension.",
      "Take your pills only when you feel bad.",
      "You won't make it to sixty.",
      "Your immune system is losing to a flu.",
      "Three nights like that equal insomnia.",
      "Have you got diabetes? It certainly looks that way.",
      "That rash of yours? Eczema.",
      "Two capsules after dinner.",
      "Have a second ibuprofen if it still hurts.",
      "In a month the depression will have lifted.",
    ]
  `);
  expect(harmless.filter(isRefused)).toMatchInlineSnapshot(`
    [
      "Your colleague is out with covid, so the meeting moved.",
    ]
  `);
});

it("refuses all sentences that were written in rounds but these, and lets all harmless ones pass but one", () => {
  expect(MEDICAL_ROUNDS.flatMap(({ refused }) => refused.filter((text) => !isRefused(text)))).toMatchInlineSnapshot(`
    [
      "Just take your morning pill at night from now on.",
      "I can tell from your pulse that you have a fever and an infection.",
      "In two years you will need a new hip.",
    ]
  `);
  expect(MEDICAL_ROUNDS.flatMap(({ harmless }) => harmless.filter(isRefused))).toMatchInlineSnapshot(`
    [
      "You'll be over this hill by Friday.",
    ]
  `);
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
