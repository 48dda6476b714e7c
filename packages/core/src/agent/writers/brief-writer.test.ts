/** Tests what a Brief says of made-up days: each sentence follows from the day. */
import {
  type BriefVariant,
  type CrsResult,
  type Findings,
  type SourceDay,
  type ToolResult,
  ZONES,
} from "@waldo/contracts";
import { advised } from "@waldo/testkit/brief-day";
import { describe, expect, it } from "vitest";
import { type DayPlan, madeUpDays } from "../../../../testkit/src/made-up-days.ts";
import { computeSeries } from "../../health/crs.ts";
import { describeDay } from "../../health/narrative.ts";
import { bodyClaims } from "../../safety/body/body-claims.ts";
import { quoted } from "../../safety/quote.ts";
import { wordingFault } from "../../safety/wording.ts";
import { KIND } from "../../spoken.ts";
import { judge } from "../judge.ts";
import * as words from "./brief-words.ts";
import { writeBrief } from "./brief-writer.ts";

const ok = (name: string, value: object): ToolResult => ({
  callId: name,
  name,
  ok: true,
  value: JSON.parse(JSON.stringify(value)),
  origin: "system",
});

/** The Brief of each of the last days of a history. */
function briefs(days: readonly SourceDay[], last: number, variant: BriefVariant = "morning", more: object = {}) {
  return computeSeries(days)
    .slice(-last)
    .map((result) => {
      const results = resultsOf(result, more);
      return { result, text: writeBrief({ variant, date: result.date }, results, quoted) ?? "" };
    });
}
function resultsOf(result: CrsResult, more: object = {}): ToolResult[] {
  const { version: _v, computedAt: _c, findings: _f, basis: _b, ...crs } = result;
  return [ok("get_crs", crs), ok("get_health", { ...describeDay(result), ...more })];
}
const sentences = (text: string) => text.split(/(?<=[.!?]) /);
const lastOf = (plan: DayPlan, earlier: DayPlan = {}) =>
  briefs(
    madeUpDays(60, (index) => (index === 59 ? plan : index > 56 ? earlier : {})),
    1,
  )[0]?.text ?? "";

describe("28 mornings", () => {
  it("are the same for a date, whatever was written before", () => {
    const days = madeUpDays(60);
    expect(briefs(days, 28)).toEqual(briefs(days, 28));
    expect(briefs(days, 1)).toEqual(briefs(days, 28).slice(-1));
  });
});

describe("a morning", () => {
  it("calls a night short only when it was", () => {
    expect(lastOf({ night: { hours: 4 } })).toMatch(
      /slept about (three|four).*(shortest night|less than you usually get)/,
    );
    expect(lastOf({ night: { hours: 8 } })).not.toMatch(/short|less than/);
  });

  it("names the size: days, spans, hours in words", () => {
    expect(lastOf({ metrics: { hrvRmssdMs: 24 } })).toMatch(
      /your heart's recovery is far below your usual, the lowest in/,
    );
    expect(lastOf({ metrics: { hrvRmssdMs: 28 } }, { metrics: { hrvRmssdMs: 28 } })).toMatch(
      /for the third day in a row/,
    );
  });

  it("tells good news when it is the larger news", () => {
    expect(lastOf({ night: { hours: 9.5 }, metrics: { hrvRmssdMs: 80 } })).toMatch(
      /highest|longest|above your usual|more than/,
    );
  });

  describe("names what is off today", () => {
    const owing = (plan: DayPlan) =>
      briefs(
        madeUpDays(60, (index) => ({ night: { hours: 7 }, ...(index === 59 ? plan : {}) })),
        1,
      )[0];

    it("and not a debt of sleep, which is the same for days", () => {
      expect(owing({})?.text).not.toMatch(/(short|lacks?) .*sleep/);
      const off = owing({ metrics: { restingHrBpm: 60.5 } });
      expect(off?.result.findings?.signs).toContainEqual(
        expect.objectContaining({ sign: "restingHr", size: "slight" }),
      );
      expect(off?.text).toMatch(/resting heart rate is a little above/);
    });

    it("a night that was long and broken, for the time awake", () => {
      const text = lastOf({ night: { hours: 10.5, efficiency: 0.72 } });
      expect(text).toMatch(/awake more than usual/);
    });
  });

  it("speaks of signs that moved together, and of a doctor only when they last", () => {
    const ill = { metrics: { hrvRmssdMs: 36, restingHrBpm: 61.5, respiratoryRateRpm: 15.3 } };
    const [first, third] = [lastOf(ill), lastOf(ill, ill)];
    expect(first).toMatch(/three signs moved/i);
    expect(first).not.toMatch(/doctor/);
    expect(third).toMatch(/several signs have moved.*third day in a row/i);
    expect(third).toMatch(/doctor|medical/);
  });

  it("claims no usual in the first week", () => {
    for (const { text } of briefs(madeUpDays(6), 6)) expect(text).not.toMatch(/(below|above|than) (your|you|is) usual/);
  });

  it("says once that the night is missing, and then only what comes first", () => {
    const gap = briefs(
      madeUpDays(60, (index) => (index > 55 ? { night: "none", metrics: { hrvRmssdMs: 0 } } : {})),
      4,
    );
    expect(gap.map(({ text }) => text !== "")).toEqual([true, false, false, false]);
    expect(gap[0]?.text).not.toMatch(/tonight/);
  });
});

/** Nights after which the person has no sleep debt. */
const LONG_ENOUGH: DayPlan = { night: { hours: 8.7 } };
/** The morning after one different day, for somebody who sleeps enough. */
const wellButFor = (plan: DayPlan, usual = LONG_ENOUGH) =>
  briefs(
    madeUpDays(60, (index) => (index === 59 ? plan : usual)),
    1,
  )[0]?.text ?? "";

describe("a morning after days of strain", () => {
  const ill: DayPlan = { metrics: { hrvRmssdMs: 30, restingHrBpm: 66 } };
  /** The last day, on eight dates in a row, after four days of strain in heart alone. */
  const after = (plan: DayPlan) =>
    Array.from({ length: 8 }, (_, more) => {
      const last = 59 + more;
      const days = madeUpDays(last + 1, (index) => ({
        ...LONG_ENOUGH,
        ...(index === last ? plan : index > last - 5 ? ill : {}),
      }));
      return briefs(days, 1)[0]?.text ?? "";
    });

  it("says that the signs are back, and no word of a sign that was never off", () => {
    const texts = after({ metrics: { hrvRmssdMs: 45, restingHrBpm: 58, respiratoryRateRpm: 14.5 } });
    for (const text of texts) expect(text).toMatch(/back to your usual|has settled/);
    for (const text of texts) expect(text).not.toMatch(/\bbreath\b|moved together are back\./);
  });

  it("does not say so, nor that nothing stands out, while a sign is still a little off", () => {
    const texts = after({ metrics: { hrvRmssdMs: 37.5, restingHrBpm: 58, respiratoryRateRpm: 14.5 } });
    for (const text of texts) expect(text).toMatch(/your heart's recovery is|not all/i);
    for (const text of texts) expect(text).not.toMatch(/close to your usual|far from your usual/);
  });

  it("says of the day what was further, and not of each day in the row", () => {
    const far = { metrics: { hrvRmssdMs: 20, restingHrBpm: 70, respiratoryRateRpm: 17 } };
    const text = lastOf(far, { metrics: { hrvRmssdMs: 38, restingHrBpm: 61.5 } });
    expect(text).toMatch(/for the third day in a row, together further than/);
  });

  it("gives each sign of strain its size", () => {
    expect(lastOf({ metrics: { hrvRmssdMs: 24, restingHrBpm: 61.5 } })).toMatch(
      /recovery is very low and your resting heart rate is up/,
    );
  });

  it("does not clear the sleep of a week that was too short", () => {
    const short = briefs(
      madeUpDays(60, (index) => ({ night: { hours: 7 }, ...(index === 59 ? ill : {}) })),
      1,
    )[0];
    expect(short?.text).toMatch(/signs moved.*after a week with too little sleep/);
  });
});

describe("a night at other hours or of another length", () => {
  it("is no loss when it was only earlier", () => {
    const text = wellButFor({ night: { bed: 21, hours: 8.7 } });
    expect(text).toMatch(/: you (went to bed|woke) earlier than you usually do\./);
    expect(["timing", "lateBed"]).not.toContain(advised(text).advice?.cause);
  });

  it("is told for its length when it was long and a little broken", () => {
    expect(wellButFor({ night: { bed: 22, hours: 10.6, efficiency: 0.87 } })).toMatch(
      /: you slept about nine hours, your longest night/,
    );
  });

  it("asks for no longer night after one that was long enough", () => {
    for (const night of [
      { hours: 9.9, efficiency: 0.8 },
      { bed: 22, hours: 11, efficiency: 0.85 },
    ]) {
      const text = wellButFor({ night });
      expect(text).toMatch(/awake more than usual|your longest night/);
      expect(["bed-earlier", "lights-out"]).not.toContain(advised(text).advice?.act);
    }
  });

  it("is not called usual when it was under six hours and within the usual spread, and is told on a low day or once a week", () => {
    const told = Array.from({ length: 7 }, (_, more) => {
      const last = 59 + more;
      const days = madeUpDays(last + 1, (index) => ({ night: { hours: index === last ? 6.4 : 7 } }));
      return briefs(days, 1)[0]?.text ?? "";
    });
    const short = told.filter((text) => /and still short/.test(text));
    expect(short.length).toBeGreaterThan(0);
    expect(short.filter((text) => !/^A (?:very )?low day/.test(text)).length).toBeLessThan(2);
    for (const text of told) expect(text).not.toMatch(/is usual for you/);
  });

  it("does not slow the day of somebody who is well and woke late", () => {
    const text = wellButFor({ night: { bed: 3.8, hours: 8.7 } }, { night: { bed: 2, hours: 8.7 } });
    expect(text).toMatch(/went to bed about [a-z ]+ later/);
    expect(advised(text).advice?.cause).toBe("lateBed");
    expect(text).not.toMatch(/easy|slow|rest\b/i);
  });
});

it("a night that is missing is not said to be anywhere", () => {
  for (const text of [...words.NOT_YET, ...words.WILL_LOOK]) expect(text).not.toMatch(/in your wearable|not synced/);
});

describe("a later Brief", () => {
  const day = madeUpDays(60);

  it("is one line when nothing has changed", () => {
    const [midday] = briefs(day, 1, "midday", { sinceMorning: "level", thisMorning: "steady" });
    expect(sentences(midday?.text ?? "")).toHaveLength(1);
    expect(midday?.text).toMatch(/this morning|as it began/);
  });

  it("says what it was and what it is when the body zone has changed, and why", () => {
    const [midday] = briefs(day, 1, "midday", { sinceMorning: "down", thisMorning: "energized", corrected: true });
    expect(midday?.text).toMatch(/after a strong start/);
    expect(midday?.text).toMatch(/correct|revised|later sync/);
  });

  describe("said to somebody who woke at four in the afternoon", () => {
    const late = madeUpDays(60, () => ({ night: { bed: 8, hours: 8 } }));
    const said = (variant: BriefVariant, more: object) => briefs(late, 28, variant, more).map(({ text }) => text);

    it.each<[BriefVariant, object]>([
      ["midday", { sinceMorning: "level", thisMorning: "steady" }],
      ["midday", { sinceMorning: "down", thisMorning: "energized" }],
      ["midday", { sinceMorning: "up", thisMorning: "steady" }],
      ["evening", { sinceMorning: "down", thisMorning: "energized" }],
      ["event", { sinceMorning: "down", thisMorning: "energized" }],
      ["morning", {}],
    ])("%s %o names no hour of the clock", (variant, more) => {
      const texts = said(variant, more);
      for (const text of texts)
        expect(text).not.toMatch(/this morning|Early today|first thing|tonight|afternoon|evening/);
      expect(texts.every((text) => text !== "")).toBe(true);
    });

    it("counts from their waking", () => {
      for (const text of said("midday", { sinceMorning: "level", thisMorning: "steady" }))
        expect(text).toMatch(/when you woke up|since you woke up/i);
    });

    it("passes the gates", () => {
      for (const { result, text } of briefs(late, 28, "midday", { sinceMorning: "level", thisMorning: "steady" }))
        expect(
          judge(text, {
            results: resultsOf(result, { sinceMorning: "level", thisMorning: "steady" }),
            today: result.date,
          }),
        ).toMatchObject({ ok: true });
    });
  });

  it("looks at tonight when it is evening", () => {
    const owing = madeUpDays(60, (index) => (index > 53 ? { night: { hours: 5.5 } } : {}));
    const [evening] = briefs(owing, 1, "evening", { lightsOut: "22:30", debtIsNews: true });
    expect(evening?.text).toMatch(/short|lack|missing|owe/);
    expect(advised(evening?.text).advice?.cause).toBe("debt");
  });
});

describe("the words", () => {
  const lists = Object.entries({
    ...Object.fromEntries(
      Object.entries(words).flatMap(([name, list]) => (Array.isArray(list) ? [[name, list as readonly string[]]] : [])),
    ),
  }) as [string, readonly string[]][];

  it.each(lists)("%s has different entries, none of which the gates refuse", (_name, list) => {
    expect(new Set(list).size).toBe(list.length);
    for (const text of list)
      expect([text, wordingFault(text.replaceAll(/[%#]/g, "steady"))]).toEqual([text, undefined]);
  });

  it("has a beginning for each body zone, which the gates read as that zone", () => {
    for (const bodyZone of ZONES)
      expect(bodyClaims(`A ${KIND[bodyZone]} day.`)).toEqual([expect.objectContaining({ kind: "bodyZone", bodyZone })]);
  });
});

it("Findings have no place for a raw unit", () => {
  const text = JSON.stringify(
    computeSeries(madeUpDays(40)).map(({ findings }) => findings satisfies Findings | undefined),
  );
  expect(text).not.toMatch(/Ms"|Bpm|Rpm|Minutes/);
});

it("words that are said whatever was found claim nothing about the body", () => {
  const { TOMORROW, TRAVELLED, FREE_DAY } = words;
  for (const text of [TOMORROW, TRAVELLED, FREE_DAY].flat()) expect(bodyClaims(text), text).toEqual([]);
  // A debt of sleep is a claim, and never one that sleep is missing from the data.
  for (const text of words.OWED) expect(bodyClaims(text).map(({ kind }) => kind)).not.toContain("missing");
});
