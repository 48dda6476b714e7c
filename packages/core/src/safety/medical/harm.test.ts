import { describe, expect, it } from "vitest";
import { harmIn } from "./harm.ts";
import { medicalFault } from "./medical.ts";

describe("what no author may say", () => {
  it.each([
    ["all_clear", "Your ECG is normal so you are fine."],
    ["all_clear", "Your blood pressure looks good."],
    ["all_clear", "That mole is harmless."],
    ["all_clear", "There is no reason to worry about the chest pain."],
    ["all_clear", "The palpitations are just stress."],
    ["all_clear", "Dein EKG ist unauffällig."],
    ["all_clear", "Tu electrocardiograma es normal."],
    ["all_clear", "Ton ECG est normal."],
    ["kept_from_help", "There is no need for a GP."],
    ["kept_from_help", "You don't need to see a doctor for that."],
    ["kept_from_help", "A doctor is not necessary here."],
    ["kept_from_help", "Skip the hospital and rest."],
    ["kept_from_help", "The doctor can wait."],
    ["kept_from_help", "Du brauchst keinen Arzt."],
    ["kept_from_help", "No necesitas ir al médico."],
    ["kept_from_help", "Pas besoin de voir un médecin."],
    ["kept_from_help", "Non serve chiamare il medico."],
    ["kept_from_help", "Não precisa de médico."],
    ["fasting", "Fast for 24 hours and drink water."],
    ["fasting", "Try intermittent fasting this week."],
    ["fasting", "Skip breakfast tomorrow."],
    ["fasting", "Probier Intervallfasten."],
    ["fasting", "Haz un ayuno de dos días."],
    ["effect", "This will lower your cholesterol."],
    ["effect", "An aspirin a day will protect your heart."],
    ["effect", "Green tea lowers your blood pressure."],
    ["effect", "Das senkt deinen Blutdruck."],
    ["effect", "Esto bajará tu colesterol."],
    ["alarm", "Your resting heart rate is dangerous."],
    ["alarm", "Your pulse is dangerously high."],
    ["alarm", "Dein Puls ist gefährlich hoch."],
    ["alarm", "Tu pulso es peligrosamente alto."],
  ])("%s: %s", (harm, text) => {
    expect(harmIn(text)).toBe(harm);
    expect(medicalFault(text)).toBeDefined();
  });
});

describe("what stays", () => {
  it.each([
    "If your chest hurts, call a doctor.",
    "See a doctor if it does not pass.",
    "Don't skip breakfast before the race.",
    "You're fine to train as planned.",
    "Your resting heart rate is above your usual.",
    "Intermittent fasting is an eating pattern with hours of eating and hours without.",
    "Oats can help lower cholesterol.",
    "I can't tell whether your ECG is normal; a doctor can.",
    "Run fast for 30 seconds, then walk.",
    "Breakfast is at eight.",
    "Do not ignore chest pain, even if an ECG was normal once.",
    "Wenn du Brustschmerzen hast, ruf den Notruf.",
    "Your appointment with the doctor is on Friday.",
    "Der Termin beim Arzt ist am Freitag.",
    "The test of the new build is green.",
    "It is dangerous to drive when tired.",
  ])("%s", (text) => {
    expect(harmIn(text)).toBeUndefined();
  });
});
