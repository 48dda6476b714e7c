import { describe, expect, it } from "vitest";
import { deedIn } from "./deed-words.ts";
import { apartIn, dueErrand, listedErrands, namedErrands } from "./errands.ts";

/** A Wednesday. */
const MOMENT = { clock: { date: "2026-03-04", time: "10:20" }, spoken: "en" } as const;
const named = (said: string) => namedErrands(said, MOMENT)?.errands.map(({ text }) => text);

describe("a list with its heading", () => {
  it.each([
    "add: pharmacy, laundry, call Dad",
    "todo: pharmacy, laundry, call Dad",
    "auf die Liste: pharmacy, laundry, call Dad",
    "a la lista: pharmacy, laundry, call Dad",
    "liste : pharmacy, laundry, call Dad",
    "shopping list\npharmacy\nlaundry\ncall Dad",
  ])("is read from “%s”", (said) => expect(listedErrands(said)).toEqual(["pharmacy", "laundry", "call Dad"]));

  it.each(["Ben: are you there, or not?", "milk, eggs", "remind me: at 9 pills, at 10 gym"])("is not “%s”", (said) =>
    expect(listedErrands(said)).toEqual([]),
  );
});

describe("errands in bare words", () => {
  it.each([
    ["order new shoes for Ben", ["order new shoes for Ben"]],
    ["i should really ring aunt Rose", ["ring aunt Rose"]],
    ["i need to fix the shelf at some point", ["fix the shelf"]],
    ["wash the car and fold the shirts", ["wash the car", "fold the shirts"]],
    ["renew passport, photos first", ["renew passport, photos first"]],
    ["ich müsste mal den Rasen mähen", ["den Rasen mähen"]],
    ["Auto waschen lassen", ["Auto waschen lassen"]],
    ["hay que pintar la valla", ["pintar la valla"]],
    ["il faudrait que je rappelle le plombier", ["rappeler le plombier"]],
    ["milk, eggs, nappy cream", ["milk", "eggs", "nappy cream"]],
    ["Brot und Käse", ["Brot", "Käse"]],
    ["pain, beurre, confiture", ["pain", "beurre", "confiture"]],
  ])("are found in “%s”", (said, texts) => expect(named(said)).toEqual(texts));

  it.each([
    "play a song",
    "switch the light off",
    "order me a taxi",
    "buy the song again",
    "cancel the alarm",
    "call an ambulance",
    "who won the match",
    "fix it",
    "i should sleep more",
    "mich erholen",
    "headache, fever, cough",
    "had eggs, bread and coffee",
    "tired, cold, hungry",
  ])("are not found in “%s”", (said) => expect(named(said)).toBeUndefined());

  it("keep the day that they name", () => {
    expect(namedErrands("mow the lawn on Saturday", MOMENT)?.errands).toEqual([
      { text: "mow the lawn", date: "2026-03-07" },
    ]);
    expect(dueErrand("hand in the essay by Friday", MOMENT)).toEqual({ text: "hand in the essay", date: "2026-03-06" });
    expect(dueErrand("hand in the essay on Friday", MOMENT)).toBeUndefined();
  });

  it("are taken apart", () => {
    expect(apartIn("renew passport, photos first")).toEqual(["renew passport", "photos"]);
    expect(apartIn("call Dad")).toEqual([]);
  });
});

describe("a deed", () => {
  it.each([
    ["called Dad", "Dad", "call"],
    ["I've finally paid the rent", "the rent", "pay"],
    ["passport renewed ✅", "passport", "renew"],
    ["photos done", "photos", undefined],
    ["washing's done", "washing's", undefined],
    ["Paket abgeholt", "Paket", "abholen"],
    ["hab die Rechnung bezahlt", "die Rechnung", "bezahlen"],
    ["factura pagada", "factura", "pagar"],
    ["ya llamé al taller", "al taller", "llamar"],
    ["voiture lavée", "voiture", "laver"],
  ])("is told by “%s”", (said, about, verb) => expect(deedIn(said)).toEqual({ about, ...(verb ? { verb } : {}) }));

  it.each([
    "Dad called",
    "have you called Dad?",
    "did i pay the rent",
    "I haven't called Dad",
    "Mama hat angerufen",
    "Maman a appelé",
    "when was the car washed",
    "run done",
    "done",
    "to be printed",
  ])("is not told by “%s”", (said) => expect(deedIn(said)).toBeUndefined());
});
