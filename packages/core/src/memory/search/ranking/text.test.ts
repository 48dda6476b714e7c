import { describe, expect, it } from "vitest";
import { guessLanguage } from "./languages.ts";
import { sameName } from "./query.ts";
import { analyse, wordsOf } from "./text.ts";
import { editDistance } from "./vocabulary.ts";

const terms = (text: string) => analyse(text).terms.map(({ term }) => term);
const language = (text: string) =>
  guessLanguage(
    text,
    wordsOf(text).map(({ word }) => word),
  );

describe("languages", () => {
  it.each([
    ["I was at the lake with my sister", "english"],
    ["Ich war mit meiner Schwester am See", "german"],
    ["Ayer fui al lago con mi hermana", "spanish"],
    ["Hier je suis allé au lac avec ma sœur", "french"],
    ["昨日は妹と湖に行きました", "japanese"],
    ["вчера мы были на озере", "russian"],
    ["Berlin", undefined],
    ["pizza!!", undefined],
  ])("%s: %s", (text, expected) => {
    expect(language(text)).toBe(expected);
  });
});

describe("terms", () => {
  it("join the forms of an English word, regular and not", () => {
    expect(terms("She bought the children a puppy")).toEqual(terms("buying the child puppies"));
    expect(terms("they went, he is going")).toEqual(["go", "go"]);
  });

  it("are those of the text's own language", () => {
    expect(terms("Ich habe meine Schwestern an den Stränden besucht")).toEqual(["schwest", "strand", "besucht"]);
    expect(terms("Las amigas están en las playas")).toEqual(terms("La amiga está en la playa"));
  });

  it("read what people type: short forms, accents, case, drawn-out and joined words", () => {
    expect(terms("my bday is tmrw")).toEqual(terms("my birthday is tomorrow"));
    expect(terms("the CAFÉ")).toEqual(terms("the cafe"));
    expect(terms("soooo yummmy")).toEqual(terms("soo yummy"));
    expect(terms("the e-mail")).toContain(terms("the email")[0]);
    expect(terms("the 5k")).toEqual(["5k"]);
    expect(terms("Ana’s and Ana's")).toEqual(["ana", "ana"]);
    expect(terms("the ﬁle")).toEqual(terms("the file"));
  });

  it("cut a script without spaces into words", () => {
    expect(terms("昨日は図書館で勉強しました")).toEqual(expect.arrayContaining(["図書館", "勉強"]));
    expect(terms("ผมชอบกาแฟ")).toContain("กาแฟ");
  });

  it("tell a capital inside a sentence from one that begins it", () => {
    expect(wordsOf("Met Ana. Good").map(({ shape }) => shape)).toEqual([2, 1, 2]);
  });

  it("say what share of a text asks, and whether it names a time", () => {
    expect(analyse("Really? I sold the boat yesterday").asks).toBeCloseTo(7 / 33, 1);
    expect(analyse("I sold the boat").asks).toBe(0);
    expect([analyse("I sold it last week").tellsTime, analyse("I sold it").tellsTime]).toEqual([true, false]);
  });
});

describe("names and slips", () => {
  it("a beginning or a usual short form is the same name", () => {
    expect([sameName("mel", "melanie"), sameName("nate", "nathan"), sameName("bob", "robert")]).toEqual([
      true,
      true,
      true,
    ]);
    expect([sameName("al", "alan"), sameName("anna", "hanna"), sameName("bob", "bill")]).toEqual([false, false, false]);
  });

  it("a swap of neighbours counts as one edit", () => {
    expect(editDistance("recieve", "receive", 2)).toBe(1);
    expect(editDistance("kitten", "sitting", 3)).toBe(3);
    expect(editDistance("kitten", "sitting", 2)).toBe(3);
    expect(editDistance("same", "same", 1)).toBe(0);
  });
});
