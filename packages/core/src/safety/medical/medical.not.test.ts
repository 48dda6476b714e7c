import { casesOf } from "@waldo/testkit/data";
// "Not" and "without" in each language that the gate reads: they make advice safe, or push the person on ("do not
// hesitate").
import { describe, expect, it } from "vitest";
import { medicalFault } from "./medical.ts";

const refused = (text: string) => medicalFault(text) !== undefined;
const all = (phrasings: readonly string[], names: readonly string[]) =>
  phrasings.flatMap((phrasing) => names.map((name) => phrasing.replace("…", name)));

type Language = {
  readonly medicines: readonly string[];
  /** A number of something, that one may be warned of. */
  readonly amounts: readonly string[];
  /** Harmless with a medicine of the person. */
  readonly warned: readonly string[];
  /** Harmless with an amount. */
  readonly warnedOfAmount: readonly string[];
  /** Advice to leave a medicine out, or to be bold. */
  readonly refused: readonly string[];
  /** Refused with an amount. */
  readonly refusedAmount: readonly string[];
};

const LANGUAGES: Readonly<Record<string, Language>> = {
  English: {
    medicines: ["metoprolol", "your tablets", "your insulin"],
    amounts: ["two aspirin", "three tablets", "another pill", "more ibuprofen", "an extra capsule"],
    warned: [
      "Do not stop taking ….",
      "Never stop taking … without asking your doctor.",
      "Do not skip, halve or stop ….",
      "Do not, even tonight, stop ….",
      "Don't just leave out ….",
    ],
    warnedOfAmount: [
      "Do not take ….",
      "Never take … at once.",
      "You should not take ….",
      "You must not use ….",
      "I would not take ….",
      "Avoid taking ….",
      "Better not touch ….",
    ],
    refused: [
      "Do not take ….",
      "Never take … again.",
      "Avoid taking … tonight.",
      "Don't be silly, stop taking ….",
      "Don't be afraid to stop taking ….",
      "Why don't you stop taking …?",
      "Without fear, stop taking ….",
      "Before bed, skip ….",
      "Stop taking … without fear.",
      "Stop taking … without asking your doctor.",
    ],
    refusedAmount: [
      "Don't wait, take ….",
      "Do not worry, take ….",
      "Do not take it without food, take ….",
      "Do not hesitate to take ….",
      "Why not take …?",
    ],
  },
  German: {
    medicines: ["dein Metoprolol", "deine Tabletten", "dein Insulin"],
    amounts: ["zwei Aspirin", "drei Tabletten"],
    warned: [
      "Setze … nicht ab.",
      "Setz … nie ohne deinen Arzt ab.",
      "Setz … nicht einfach ab.",
      "Verdopple … nicht.",
      "Frag deinen Arzt, ob du … absetzen kannst.",
      "Bevor du … absetzen willst, ruf an.",
      "Setze … nur ab, wenn dein Arzt es sagt.",
      "Nimm … nicht ohne Rücksprache.",
    ],
    warnedOfAmount: ["Nimm nicht … auf einmal.", "Nimm keine ….", "Nimm nie … auf einmal."],
    refused: [
      "Setz … ohne Angst ab.",
      "Setz … ab, bis du nicht mehr müde bist.",
      "Ohne Sorge: setz … ab.",
      "Zögere nicht, setz … ab.",
      "Hab keine Angst und setz … ab.",
      "Wenn du müde bist, setz … ab.",
      "Nimm … nicht.",
    ],
    refusedAmount: ["Nimm …, ohne zu zögern.", "Keine Sorge, nimm …."],
  },
  Spanish: {
    medicines: ["tu metoprolol", "tus pastillas", "la insulina"],
    amounts: ["dos aspirinas", "dos comprimidos"],
    warned: [
      "No dejes de tomar ….",
      "Nunca dejes de tomar … sin hablar con tu médico.",
      "No dupliques ….",
      "Pregunta a tu médico si puedes dejar de tomar ….",
      "Antes de dejar de tomar …, llama.",
      "Deja de tomar … solo si tu médico lo dice.",
      "No tomes … sin preguntar a tu médico.",
    ],
    warnedOfAmount: ["No tomes ….", "Nunca tomes … a la vez.", "No tome … a la vez."],
    refused: [
      "Deja de tomar … sin miedo.",
      "Deja de tomar … sin problema.",
      "Sin miedo, deja de tomar ….",
      "No te preocupes, deja de tomar ….",
      "No dudes en dejar de tomar ….",
      "No tengas miedo de dejar de tomar ….",
      "Si estás cansado, deja de tomar ….",
      "Tu médico puede ayudarte, deja de tomar ….",
      "No tomes ….",
      "No tomes … sin agua.",
    ],
    refusedAmount: ["Toma … sin miedo.", "No esperes, toma ….", "No esperes y toma ….", "Toma … y luego come."],
  },
  French: {
    medicines: ["ton metoprolol", "tes comprimés", "ton insuline"],
    amounts: ["deux aspirines", "deux comprimés"],
    warned: [
      "N'arrête pas ….",
      "N'arrête jamais … sans avis médical.",
      "Ne cesse pas de prendre ….",
      "Demande à ton médecin si tu peux arrêter ….",
      "Avant d'arrêter …, appelle.",
    ],
    warnedOfAmount: ["Ne prends pas ….", "Ne prenez jamais ….", "Prends pas …."],
    refused: [
      "Arrête … sans crainte.",
      "N'aie pas peur, arrête ….",
      "N'hésite pas à arrêter ….",
      "Ne prends pas ….",
      "Prends jamais ….",
    ],
    refusedAmount: ["Prends … sans crainte.", "Ne t'inquiète pas, prends …."],
  },
  Italian: {
    medicines: ["il metoprololo", "le compresse", "la tua insulina"],
    amounts: ["due aspirine", "due compresse"],
    warned: [
      "Non smettere di prendere ….",
      "Non smettere mai ….",
      "Non sospendere … senza parlare con il medico.",
      "Chiedi al medico se puoi smettere ….",
      "Prima di smettere …, chiama.",
    ],
    warnedOfAmount: ["Non prendere ….", "Non prenda …."],
    refused: [
      "Smetti di prendere … senza paura.",
      "Non preoccuparti, smetti di prendere ….",
      "Non esitare a smettere ….",
      "Non prendere ….",
    ],
    refusedAmount: ["Prendi … senza problemi.", "Non avere paura, prendi …."],
  },
  Portuguese: {
    medicines: ["o metoprolol", "os seus comprimidos", "a insulina"],
    amounts: ["duas aspirinas", "dois comprimidos"],
    warned: [
      "Não pare de tomar ….",
      "Nunca pare de tomar … sem falar com o seu médico.",
      "Pergunte ao seu médico se pode parar ….",
      "Antes de parar …, ligue.",
    ],
    warnedOfAmount: ["Não tome ….", "Nunca tome … de uma vez."],
    refused: [
      "Pare de tomar … sem medo.",
      "Não se preocupe, pare de tomar ….",
      "Não hesite em parar ….",
      "Não tenha medo de parar ….",
      "Não tome ….",
    ],
    refusedAmount: ["Tome … sem receio.", "Não hesite, tome …."],
  },
};

describe.each(Object.entries(LANGUAGES))("in %s", (_name, language) => {
  it("a warning passes", () => {
    const warnings = [...all(language.warned, language.medicines), ...all(language.warnedOfAmount, language.amounts)];
    expect(warnings.filter(refused)).toEqual([]);
  });

  it("advice with another word in it that says no is refused", () => {
    const advice = [...all(language.refused, language.medicines), ...all(language.refusedAmount, language.amounts)];
    expect(advice.filter((text) => !refused(text))).toEqual([]);
  });
});

it.each([
  "Don't take your two tablets tonight.",
  "Avoid your two tablets tonight.",
  "Do not take one aspirin, take two aspirin.",
  "Do not take two aspirin, take three.",
  "You won't sleep, 400 mg of ibuprofen will do.",
  "Das ist nicht die Grippe.",
  "Du hast wahrscheinlich Diabetes, nicht mehr.",
])("%j is refused", (text) => {
  expect(refused(text)).toBe(true);
});

it.each(casesOf<string>("medical.not", "passes"))("%j passes", (text) => {
  expect(refused(text)).toBe(false);
});
