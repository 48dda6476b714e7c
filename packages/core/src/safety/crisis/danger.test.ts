import { casesOf } from "@waldo/testkit/data";
/** The one gate: rules and the scale together. Each kind here is one that a person said and the rules alone missed. */
import { describe, expect, it } from "vitest";
import { detectDanger, isDanger, nearGrave } from "./danger.ts";

describe("what rules alone missed", () => {
  it.each(casesOf<[string, string]>("danger", "what rules alone missed: is about"))("%j is about %s", (text, kind) => {
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

it.each(casesOf<string>("danger", "is neither"))("%j is neither", (text) => {
  expect(detectDanger(text)).toBeUndefined();
});

it("names what found it and no words of the person, and takes any text", () => {
  expect(JSON.stringify(detectDanger("I want to kill myself because of zanzibarium"))).not.toContain("zanzibarium");
  for (const text of ["\u{E0041}".repeat(50), "\ud800", "a ".repeat(5_000), "·".repeat(500), "0 ".repeat(300)])
    expect(isDanger(detectDanger(text))).toBe(false);
});

it("what is not found but near is asked about, and a small ailment is not met with a crisis", () => {
  expect(nearGrave("took way more paracetamol than i should of last night, feel fine so far")).toBe("serious");
  expect(nearGrave("37.8 this morning, staying home")).toBe("unwell");
  expect(nearGrave("my calves are sore after yesterday's stairs")).not.toBe("serious");
  expect(nearGrave("remind me tomorrow at nine to call the dentist")).toBeUndefined();
});
