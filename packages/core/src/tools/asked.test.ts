import { casesOf } from "@waldo/testkit/data";
/** Whether the person asked for an effect in their own words: what counts as a request, and what does not. */
import { describe, expect, it } from "vitest";
import { instantAt } from "../time.ts";
import { isAskedFor } from "./asked.ts";

const ZONE = "Europe/London";
const MOMENT = { now: instantAt("2026-10-30", "09:00", ZONE), timeZone: ZONE };
const PHRASES = ["add", "remind me to", "note down"];
const adds = (words: string, args: Record<string, string | number> = { title: "buy milk" }, implied?: string[]) =>
  isAskedFor({ args, phrases: PHRASES, ...(implied ? { implied } : {}) }, undefined, [words], MOMENT);

describe("a request", () => {
  it.each(casesOf<string>("asked", "a request: is"))("is %j", (words) => {
    expect(adds(words)).toBe(true);
  });

  it.each(casesOf<[string, string]>("asked", "a request: is not"))("is not %s", (_, words) => {
    expect(adds(words)).toBe(false);
  });

  it("may stand in any of the person's texts, whole", () => {
    const request = { args: { title: "buy milk" }, phrases: PHRASES };
    expect(isAskedFor(request, undefined, ["hello", "add buy milk"], MOMENT)).toBe(true);
    expect(isAskedFor(request, undefined, ["add", "buy milk"], MOMENT)).toBe(false);
    expect(isAskedFor(request, undefined, [], MOMENT)).toBe(false);
    expect(isAskedFor({ args: {}, phrases: PHRASES }, undefined, ["hello"], MOMENT)).toBe(false);
  });

  it("names every argument that does not follow from the row", () => {
    expect(adds("add buy milk", { title: "buy milk", due: "2026-11-05" })).toBe(false);
    expect(adds("add buy milk", { title: "buy milk", place: "shop" })).toBe(false);
    expect(adds("add buy milk", { title: "buy milk", place: "shop" }, ["place"])).toBe(true);
    expect(isAskedFor({ args: "buy milk", phrases: PHRASES }, undefined, ["add buy milk"], MOMENT)).toBe(true);
    expect(isAskedFor({ args: ["buy milk", "tea"], phrases: PHRASES }, undefined, ["add buy milk"], MOMENT)).toBe(
      false,
    );
    expect(isAskedFor({ args: null, phrases: PHRASES }, undefined, ["add"], MOMENT)).toBe(true);
  });
});

describe("a time that a person says", () => {
  it.each(casesOf<[string, string, boolean]>("asked", "a time that a person says: names …"))(
    "%j names %s: %s",
    (words, time, is) => {
      expect(adds(words, { text: "call", time })).toBe(is);
    },
  );

  it.each(casesOf<[string, string, boolean]>("asked", "a time that a person says: names the day …"))(
    "%j names the day %s: %s",
    (words, date, is) => {
      expect(adds(words, { text: "call", date })).toBe(is);
    },
  );

  it.each(casesOf<[string, string, boolean]>("asked", "a time that a person says: names the due day …"))(
    "%j names the due day %s: %s",
    (words, due, is) => {
      expect(adds(words, { text: "call", due })).toBe(is);
    },
  );

  it("is a time only in an argument for a time", () => {
    expect(adds("add call at 5", { title: "17:00" })).toBe(false);
    expect(adds("add call", { title: "2026-10-30" })).toBe(false);
  });
});

describe("a request that takes a row away", () => {
  const drops = (words: string, rivals: string[] = ["Call the bank"], row = "Call the dentist") =>
    isAskedFor({ args: {}, phrases: ["drop", "cancel"] }, { words: row, rivals }, [words], MOMENT);

  it.each(["drop the dentist", "please cancel my call to the dentist", "cancel the dentist, thanks"])(
    "is %j",
    (words) => {
      expect(drops(words)).toBe(true);
    },
  );

  it.each(casesOf<[string, string]>("asked", "a request that takes a row away: is not one that names"))(
    "is not one that names %s",
    (_, words) => {
      expect(drops(words)).toBe(false);
    },
  );

  it("names its row better than any other", () => {
    expect(drops("drop the call to the dentist", ["Call the bank"])).toBe(true);
    expect(drops("drop the call to the dentist", ["Dentist: call"])).toBe(false);
    expect(drops("drop the dentist", [])).toBe(true);
    expect(drops("cancel cancel the order", [], "Cancel")).toBe(false);
  });

  it("is read although one of its words looks like a duration", () => {
    const wednesday = { text: "hand in the wishes", date: "2026-11-04", time: "09:00" };
    const says = (words: string) =>
      isAskedFor({ args: wednesday, phrases: ["remind me to"] }, undefined, [words], MOMENT);
    expect(says("remind me to hand in the wishes on wednesday morning")).toBe(false);
    expect(says("remind me to hand in the wishes on wednesday at 9")).toBe(true);
  });
});
