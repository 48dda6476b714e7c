/**
 * Every sentence that a writer without a model can produce passes our own gates, in each variant and size. A sentence
 * that the gates refuse would leave the person without a Brief.
 */
import { fileURLToPath } from "node:url";
import { type BriefVariant, type LocalDate, type SignName, type ToolResult, ZONES } from "@waldo/contracts";
import { bundledIntents } from "@waldo/outside/bundled-intents";
import { DATE, type Day, night, resultsOf, sign, strain } from "@waldo/testkit/brief-day";
import { describe, expect, it } from "vitest";
import { bedtimeWords } from "../../coach/bedtime.ts";
import { checkWords } from "../../coach/goal-check.ts";
import { quoted } from "../../safety/quote.ts";
import { wordingFault } from "../../safety/wording.ts";
import type { Suggestion } from "../../skills/suggestion.ts";
import { type Asked, fits, SUGGESTIONS, wordsOf } from "../../skills/suggestions.ts";
import { hoursWords } from "../../spoken.ts";
import { addDays } from "../../time.ts";
import { sentencesOf } from "../claims/sentences.ts";
import { judge } from "../judge.ts";
import * as words from "./brief-words.ts";
import { writeBrief } from "./brief-writer.ts";

/** A text is judged while it holds a sentence that fewer texts than this have held before it. */
const JUDGED = 3;
/** Lists have eight or nine entries, so after so many dates each pair of them has met. */
const DATES = 72;
const VARIANTS: readonly BriefVariant[] = ["morning", "midday", "evening", "event"];
const SIGNS: readonly SignName[] = [
  ...(["hrv", "restingHr", "breathing", "sleepLength", "sleepQuality"] as const),
  ...(["bedTime", "wakeTime", "activity"] as const),
];
const SIZES = ["slight", "clear", "far"] as const;
const SIDES = ["low", "high"] as const;
const HALF_HOURS = Array.from({ length: 28 }, (_, i) => i + 1);
const SPANS = [20, 25, 40, 65, 90];
const RUNS = [3, 4, 7, 10, 11, 30];

/** Days of every kind and size. `from` and `to` are the dates of today and tomorrow, which `on` moves. */
const DAYS: readonly Day[] = [
  ...ZONES.flatMap((zone): Day[] => [
    { zone },
    { zone, status: "provisional" },
    { zone, missing: ["sleep"] },
    { zone, missing: ["cass"] },
    { zone, knowsHrv: false, nightsKnown: 0 },
    { zone, sleptByDay: true, missing: ["sleep"] },
    { zone, recordingGap: true, missing: ["sleep"] },
    ...ZONES.map((yesterday): Day => ({ zone, yesterday })),
    ...ZONES.flatMap((thisMorning): Day[] =>
      (["up", "level", "down"] as const).flatMap((sinceMorning) =>
        [true, undefined].map(
          (corrected): Day => ({ zone, thisMorning, sinceMorning, ...(corrected && { corrected }) }),
        ),
      ),
    ),
    ...RUNS.map((daysInZone): Day => ({ zone, daysInZone, yesterday: zone })),
    ...[1, 2, 3, 9].map((nightsKnown): Day => ({ zone, nightsKnown, night: night("first", 13) })),
    { zone, nightsKnown: 2, night: night("short", 9) },
    { zone, earlier: { date: addDays(DATE, -2), is: zone } },
    ...ZONES.filter((was) => was !== zone).map(
      (was): Day => ({ zone, earlier: { date: addDays(DATE, -2), was, is: zone } }),
    ),
    ...[1, 2, 3, 6].flatMap((afterBodyStrain): Day[] => [
      { zone, afterBodyStrain },
      { zone, afterBodyStrain, signs: [sign("hrv", "low", "slight")] },
    ]),
    { zone, events: [`Talk@${DATE} 09:30-10:00`] },
    { zone, events: [`Talk@${addDays(DATE, 1)} 09:30-10:00`] },
    {
      zone,
      events: ["08:00-09:00", "09:30-11:00", "11:30-12:30", "13:00-15:00", "15:30-18:00"].map(
        (at) => `Talk@${DATE} ${at}`,
      ),
    },
    ...(["followed", "dismissed"] as const).map((answered): Day => ({ zone, agenda: { answered } })),
    { zone, agenda: { travelled: true, name: "Ada" } },
    { zone, agenda: { due: [{ title: "the tax form" }], goal: "run ten kilometres" } },
    { zone, agenda: { due: [{ title: "the tax form", time: "12:00", overdue: true }] } },
    { zone, agenda: { plan: "a long run with Ana" } },
    { zone, agenda: { focus: { text: "the spring plan", of: "today" } } },
    { zone, agenda: { focus: { text: "the spring plan", of: "week" } } },
    ...SIGNS.flatMap((name) =>
      SIDES.flatMap((side) =>
        SIZES.flatMap((size): Day[] => [
          { zone, signs: [sign(name, side, size)], ...moved(name, side) },
          { zone, signs: [sign(name, side, size, { mostOf: 65 })], ...moved(name, side) },
        ]),
      ),
    ),
  ]),
  ...SIGNS.flatMap((name) =>
    SIDES.flatMap((side): Day[] => [
      ...SPANS.map((mostOf): Day => ({ signs: [sign(name, side, "far", { mostOf })], ...moved(name, side) })),
      ...RUNS.map((days): Day => ({ signs: [sign(name, side, "clear", { days })], ...moved(name, side) })),
    ]),
  ),
  ...HALF_HOURS.flatMap((halfHours): Day[] => [
    { zone: "flagging", drag: "sleep", night: night("short", halfHours) },
    { drag: "sleep", night: night("rough", halfHours), signs: [sign("sleepLength", "low", "far", { mostOf: 90 })] },
    {
      zone: "energized",
      lift: "sleep",
      night: night("good", halfHours),
      signs: [sign("sleepLength", "high", "clear")],
    },
    { drag: "sleep", night: night("usual", 15, { halfHoursOwed: halfHours }) },
    { zone: "depleted", drag: "sleep", night: night("usual", 15, { halfHoursOwed: halfHours }) },
    { drag: "circadian", night: night("usual", 15, { halfHoursLate: halfHours }) },
    { drag: "sleep", night: night("short", 10, { halfHoursLate: halfHours, halfHoursOwed: halfHours }) },
    { drag: "sleep", night: night("broken", halfHours), signs: [sign("sleepQuality", "low")] },
    { drag: "sleep", night: night("rough", halfHours, { inPieces: true }) },
    { night: night("first", halfHours), nightsKnown: 1 },
  ]),
  ...[2, 3, 4].flatMap((step) =>
    [1, 2, 3, 5, 11].flatMap((days) =>
      (["usual", "short", "rough", "broken"] as const).flatMap((kind): Day[] =>
        [["hrv", "restingHr"] as const, ["hrv", "restingHr", "breathing"] as const].flatMap((names) =>
          (["steady", "depleted"] as const).map((zone) => ({
            ...strain(step, days, ...names),
            zone,
            night: night(kind, kind === "usual" ? 15 : 9),
            signs: names.map((name) => sign(name, name === "hrv" ? "low" : "high", "far", { days })),
          })),
        ),
      ),
    ),
  ),
];

/** The part of the score that a sign moves. */
function moved(name: SignName, side: "low" | "high"): Pick<Day, "drag" | "lift"> {
  if (name === "hrv") return side === "low" ? { drag: "cass" } : { lift: "cass" };
  if (name === "restingHr") return side === "high" ? { drag: "rhrts" } : { lift: "rhrts" };
  if (name === "breathing") return { drag: "rrs" };
  return { drag: name === "activity" ? "motion" : name.startsWith("sleep") ? "sleep" : "circadian" };
}

/**
 * The Briefs that say something of such a day. A change since the morning is news later, and most else belongs to the
 * morning.
 */
function variantsOf({ thisMorning, signs, night: slept, agenda, events }: Day): readonly BriefVariant[] {
  if (thisMorning !== undefined) return ["midday", "evening", "event"];
  if (slept?.halfHoursOwed !== undefined) return ["morning", "evening"];
  return (signs ?? slept ?? agenda) ? ["morning"] : events ? ["morning", "midday", "evening"] : VARIANTS;
}

/** The results of a day, moved to another date. */
function on(results: readonly ToolResult[], date: LocalDate): ToolResult[] {
  const days = [-2, 1, 0].map((n) => [addDays(DATE, n), `<${n}>`, addDays(date, n)] as const);
  let json = JSON.stringify(results);
  for (const [from, mark] of days) json = json.replaceAll(from, mark);
  for (const [, mark, to] of days) json = json.replaceAll(mark, to);
  return JSON.parse(json);
}

describe("every sentence of a writer without a model", () => {
  it("of a Brief passes the gates, on every kind of day, in each variant and on many dates", () => {
    const refused = new Set<string>();
    const said = new Set<string>();
    const judged = new Map<string, number>();
    for (const [i, day] of DAYS.entries()) {
      const plain = resultsOf(day);
      const isOfNight = day.signs !== undefined || day.night !== undefined;
      for (let shift = 0; shift < (isOfNight ? 1 : 9); shift++) {
        const date = addDays(DATE, (i * 5 + shift) % DATES);
        const results = on(plain, date);
        for (const variant of variantsOf(day)) {
          const text = writeBrief({ variant, date, time: TIME[variant] }, results, quoted);
          if (text === undefined || said.has(text)) continue;
          said.add(text);
          const sentences = sentencesOf(text).map((one) => `${variant}: ${one.text}`);
          if (sentences.every((one) => (judged.get(one) ?? 0) >= JUDGED)) continue;
          for (const one of sentences) judged.set(one, (judged.get(one) ?? 0) + 1);
          const verdict = judge(text, { results, today: date, brief: variant });
          if (!verdict.ok) refused.add(`${verdict.reason}: ${verdict.at[0]?.text ?? text}`);
        }
      }
    }
    expect([...refused]).toEqual([]);
    expect([DAYS.length > 700, said.size > 1_500]).toEqual([true, true]);
  });

  it("of the library of suggestions passes the gates at the end of a Brief, in each wording, on a day that it fits", () => {
    const lead = "You're steady today: nothing much stands out from your last weeks.";
    const refused: string[] = [];
    const said = new Set<string>();
    for (const suggestion of SUGGESTIONS) {
      const asked = fittingDay(suggestion);
      expect([suggestion.id, fits(suggestion, asked)]).toEqual([suggestion.id, true]);
      const results = resultsOf({
        events: [
          ...["09:30-10:00", "11:00-12:00", "14:00-15:00", "16:00-18:30"].map((at) => `Talk@${DATE} ${at}`),
          `Talk@${addDays(DATE, 1)} 07:30-08:00`,
        ],
      });
      for (const turn of [0, 1]) {
        const text = wordsOf(suggestion, asked, turn);
        said.add(text);
        const verdict = judge(`${lead} ${text}`, { results, today: DATE, brief: "morning" });
        if (!verdict.ok) refused.push(`${suggestion.id} ${verdict.reason}: ${text}`);
        if (suggestion.cause.startsWith("strain")) continue;
        const unasked = judge(text, { results, today: DATE, brief: "evening", unasked: true });
        if (!unasked.ok) refused.push(`${suggestion.id} unasked ${unasked.reason}: ${text}`);
      }
    }
    expect(refused).toEqual([]);
    expect(said.size).toBeGreaterThan(250);
  });

  it("of a list of words is short, and no reading, advice on medicine or banned word, whatever fills its places", () => {
    const lists = Object.values(words).flatMap(sentencesIn);
    const refused = lists.flatMap((one) =>
      [...new Set(FILLED.map((first) => one.replace("%", first).replace("#", "energized")))].flatMap((text) => {
        return wordingFault(text) === undefined ? [] : [text];
      }),
    );
    expect(refused).toEqual([]);
    expect(lists.length).toBeGreaterThan(60);
  });

  it("of an answer to a chat passes the gates of wording, with places of each size", () => {
    const says = bundledIntents(INTENTS).flatMap(({ name, says: all }) =>
      Object.entries(all).flatMap(([outcome, list]) => list.map((text) => ({ at: `${name}/${outcome}`, text }))),
    );
    const refused = says.flatMap(({ at, text }) =>
      filledIn(text).flatMap((filled) => {
        const verdict = judge(filled, { results: [], today: DATE, reply: true, owner: [filled] });
        return verdict.ok || verdict.reason.startsWith("untraced_") ? [] : [`${at} ${verdict.reason}: ${filled}`];
      }),
    );
    expect([...new Set(refused)]).toEqual([]);
    expect(says.length).toBeGreaterThan(200);
  });

  it("of the coach passes the gates of wording", () => {
    const texts = [1, 2, 3].flatMap((step) => Array.from({ length: 30 }, (_, i) => bedtimeWords(step, `evening-${i}`)));
    const goals = { northStar: "teach", quarter: ["run ten kilometres", "write the book"] } as never;
    const all = [...new Set([...texts, checkWords("month", goals), checkWords("quarter", goals)])];
    expect(all.filter((text) => wordingFault(text, { unasked: true, aboutBody: false }) !== undefined)).toEqual([]);
    expect(all.length).toBeGreaterThan(8);
  });
});

/** A day on which a suggestion may be said: its own conditions say which. */
function fittingDay({ cause, when }: Suggestion): Asked {
  const { from, to, weekdays = ["Wednesday"], zone = "normal", slept, hasGoal = false } = when;
  return {
    ...{ cause, date: DATE, hasGoal, zone, weekday: weekdays[0] ?? "" },
    time: from ?? (to === undefined || to > "08:00" ? "08:00" : "00:00"),
    night: {
      halfHoursAsleep: slept?.below === undefined ? Math.max(15, slept?.from ?? 0) : slept.below - 1,
      halfHoursOwed: when.owedFrom ?? 0,
      halfHoursLate: when.lateFrom ?? 0,
      wokeEarly: when.wokeEarly ?? false,
    },
    events: {
      count: 4,
      first: "09:30",
      last: when.lastEventFrom === "20:00" ? "20:00" : "18:30",
    },
    tomorrow: { first: "07:30" },
    bed: "half past ten",
  };
}

/** What may stand in a place: hours, days, zones, weekdays, clock times and the person's own words. */
const FILLED = [
  ...HALF_HOURS.filter((n) => n % 3 === 0).map(hoursWords),
  ...["more than six hours", "three days", "third", "depleted", "Monday", "half past ten", "“Talk” at 09:30", "ten"],
];

/** Returns the texts that it can become: itself alone, when it has no place. */
function filledIn(text: string): string[] {
  return [...new Set(FILLED.map((value) => text.replaceAll(/\{[a-zA-Z]+\}/g, value)))];
}

function sentencesIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(sentencesIn) : [];
}

const INTENTS = fileURLToPath(new URL("../../../../../data/intents/", import.meta.url));

const TIME: Record<BriefVariant, string> = { morning: "07:00", midday: "13:00", evening: "19:00", event: "16:00" };
