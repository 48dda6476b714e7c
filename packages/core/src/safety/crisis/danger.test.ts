/** The one gate: rules and the scale together. Each kind here is one that a person said and the rules alone missed. */
import { describe, expect, it } from "vitest";
import { detectDanger, isDanger, isNearGrave } from "./danger.ts";

describe("what rules alone missed", () => {
  it.each([
    ["i cnat go on, i want to dei", "self"],
    ["there is no point in me being here", "self"],
    ["i've started cutting again", "self"],
    ["my husband hits me when he is drunk", "violence"],
    ["im pregnant and bleeding", "body"],
    ["fever since yesterday and now a stiff neck, light hurts", "body"],
    ["Ich kann nicht mehr, ich will nicht mehr leben", "self"],
    ["Mein Mann schlägt mich, wenn er getrunken hat", "violence"],
    ["mi hija se ha tragado una pila", "body"],
    ["mon amie a dit qu'elle veut se tuer ce soir", "other"],
    ["死にたい、もう全部終わりにしたい", "self"],
    ["남편이 때려요 무서워요", "violence"],
    ["муж меня бьёт и не выпускает из дома", "violence"],
    ["mujhe ab jeena nahi hai", "self"],
  ])("%j is about %s", (text, kind) => {
    const danger = detectDanger(text);
    expect(isDanger(danger)).toBe(true);
    expect(danger?.kind).toBe(kind);
  });

  it.each([
    "is 800mg ibuprofen ok with my antidepressant",
    "can i double my blood pressure tablets today",
    "Darf ich zum Antibiotikum ein Bier trinken?",
    "¿puedo tomar paracetamol estando embarazada?",
    "puis-je arrêter mon antidépresseur d'un coup",
  ])("%j is a question of medicine", (text) => {
    expect(detectDanger(text)).toMatchObject({ tier: "medicine", kind: "medicine" });
  });
});

it.each([
  "my plants want to die",
  "let's end it all at 5pm sharp, the workshop I mean",
  "i could murder a pizza",
  "my dog died today",
  "remind me to take my pill at 8",
  "how did I sleep",
  "took my meds",
  "Der Server ist schon wieder tot",
  "",
  "/thinking",
  "stop",
])("%j is neither", (text) => {
  expect(detectDanger(text)).toBeUndefined();
});

it("names what found it and no words of the person, and takes any text", () => {
  expect(JSON.stringify(detectDanger("I want to kill myself because of zanzibarium"))).not.toContain("zanzibarium");
  for (const text of ["\u{E0041}".repeat(50), "\ud800", "a ".repeat(5_000), "·".repeat(500), "0 ".repeat(300)])
    expect(isDanger(detectDanger(text))).toBe(false);
});

it("what is not found but near is asked about", () => {
  expect(isNearGrave("took way more paracetamol than i should of last night, feel fine so far")).toBe(true);
  expect(isNearGrave("remind me tomorrow at nine to call the dentist")).toBe(false);
});
