import { casesOf } from "@waldo/testkit/data";
import { describe, expect, it } from "vitest";
import { datesIn } from "./dates.ts";

/** Monday, 20 November 2023, noon in Berlin. */
const NOW = Date.parse("2023-11-20T11:00:00Z");
const days = (text: string, languages: Parameters<typeof datesIn>[3] = ["english"]) =>
  datesIn(text, NOW, "UTC", languages).windows.map(({ from, to }) =>
    [from, to - 1].map((at) => new Date(at).toISOString().slice(0, 10)).join(" … "),
  );

describe("times named in a query", () => {
  it.each(casesOf<[string, string]>("dates", "times named in a query: …: …"))("%s: %s", (text, expected) => {
    expect(days(text)).toEqual([expected]);
  });

  it.each(["for 3 hours", "how may I help", "what do I do now", "my second job", "who is Ana"])(
    "none in: %s",
    (text) => {
      expect(days(text)).toEqual([]);
    },
  );

  it("are read in the languages of the memory", () => {
    expect(days("was war letzten Freitag", ["german"])).toEqual(["2023-11-17 … 2023-11-17"]);
    expect(days("qué pasó el 3 de mayo", ["spanish"])).toEqual(["2023-05-03 … 2023-05-03"]);
  });

  it("are not dates in a language that the query is not in", () => {
    expect(days("what do I do so often", ["english", "german", "spanish"])).toEqual([]);
  });

  it("are days of the person's time zone, and their words are removed from the query", () => {
    const read = datesIn("lunch with Ana on 13 October 2023?", NOW, "Asia/Tokyo", ["english"]);
    expect(read.windows).toEqual([
      { from: Date.parse("2023-10-12T15:00:00Z"), to: Date.parse("2023-10-13T15:00:00Z") },
    ]);
    expect(read.rest.trim()).toMatch(/^lunch with Ana\s+\?$/);
    expect(read.dateWords).toBe("on 13 October 2023");
  });
});
