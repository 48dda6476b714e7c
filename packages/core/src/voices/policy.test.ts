/** One table for all voices: may this be said now? */
import { type SaidEntry, UNASKED_PER_DAY } from "@waldo/contracts";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import { coach } from "../coach/feature.ts";
import type { Voice } from "../ports.ts";
import { DAY_MS, HOUR_MS, instantAt, MINUTE_MS } from "../time.ts";
import { briefs } from "./brief.ts";
import { failures } from "./failures.ts";
import { fall, nextEvent, overload, stress } from "./patrol-voices.ts";
import { type Moment, whyBadTime, whyClosed, whyNot } from "./policy.ts";

const DATE = "2026-10-30";
const NOW = instantAt(DATE, "15:00", PERSON.timeZone);

const NONE = { live: {}, entries: [], busyHours: 0, longestAheadMinutes: 0 };
const BRIEF = { day: { state: {}, row: undefined }, score: undefined, isReady: async () => true };
const VOICES: readonly Voice[] = [
  ...briefs(BRIEF),
  ...[overload("me", NOW, NONE), fall(BRIEF, NONE), stress(PERSON, NOW, NONE), nextEvent(PERSON, undefined, NONE)],
  ...(coach.voices ?? []),
  failures({ reminders: [], pulls: [], calendars: [] }),
  { name: "interruption", rank: 90, kind: "minor", look: async () => undefined },
];
const voice = (name: string): Voice => {
  const found = VOICES.find((one) => one.name === name);
  if (!found) throw new Error(`there is no voice ${name}`);
  return found;
};

const moment = (more: Partial<Moment> = {}): Moment => ({
  ...{ profile: PERSON, now: NOW, heardAt: NOW - HOUR_MS, said: [], isCare: false },
  ...more,
});
const was = (name: string, ago: number, became: SaidEntry["became"] = "said", more: Partial<SaidEntry> = {}) => ({
  ...{ at: NOW - ago, date: ago < 15 * HOUR_MS ? DATE : "2026-10-01", voice: name, topic: `${name}-${ago}` },
  ...{ by: `run-${name}-${ago}`, became },
  ...more,
});
const spent = (count: number) => Array.from({ length: count }, (_, i) => was("other", (i + 3) * HOUR_MS));
const OFFER = { topic: "now", reason: "", writes: [] };

/** The voices that may speak at a moment. */
const open = (given: Partial<Moment>) => {
  const may = (one: Voice) => (whyClosed(one, moment(given)) ?? whyNot(one, OFFER, moment(given))) === undefined;
  return [...new Set(VOICES.filter(may).map(({ name }) => name))];
};
const ALL = [...new Set(VOICES.map(({ name }) => name))];
const BRIEFS = ["morning", "midday", "evening"];

describe("the voices that may speak", () => {
  it.each<[string, Partial<Moment>, readonly string[]]>([
    ["on an ordinary afternoon", {}, ALL],
    ["to a person who has never written", { heardAt: undefined }, ALL],
    ["on a day of care", { isCare: true }, []],
    ["in a live chat: only a Brief, in the thread", { heardAt: NOW - MINUTE_MS }, BRIEFS],
    ["in hours of quiet", { profile: { ...PERSON, quietUntil: NOW + HOUR_MS } }, [...BRIEFS, "bedtime", "failure"]],
    ["to a person who has been silent for a week", { heardAt: NOW - 8 * DAY_MS }, ["morning", "bedtime", "failure"]],
    ["after one message of the day", { said: spent(1) }, ALL],
    [
      "after two: the last one is kept for what matters more",
      { said: spent(2) },
      ["morning", "midday", "evening", "intervention", "event", "fetch", "bedtime", "failure"],
    ],
    ["after three: what the person arranged", { said: spent(3) }, ["bedtime", "failure"]],
    [
      "APART_MINUTES: an hour after another message the coach waits",
      { said: [was("other", HOUR_MS)] },
      ALL.filter((one) => one !== "nudge"),
    ],
    ["ninety minutes after it", { said: [was("other", 90 * MINUTE_MS)] }, ALL],
  ])("%s", (_, given, names) => {
    expect(open(given)).toEqual(names);
  });

  it("count a day without what was silent, what was not sent, what was arranged, and what was said on other days", () => {
    const other = [
      was("fetch", 5 * HOUR_MS, "silent"),
      was("note", 6 * HOUR_MS, "unsent"),
      was("bedtime", 7 * HOUR_MS, "said", { set: true }),
      was("event", 2 * DAY_MS),
    ];
    expect(UNASKED_PER_DAY).toBe(3);
    expect(open({ said: [...other, ...spent(2)] })).toContain("midday");
    expect(open({ said: [...other, ...spent(3)] })).not.toContain("midday");
  });

  it.each<[string, number]>([
    ["intervention", 72 * HOUR_MS],
    ["event", 2 * HOUR_MS],
    ["fetch", 3 * HOUR_MS],
  ])("%s rests, also after a run that said nothing", (name, rest) => {
    for (const became of ["answered", "silent"] as const) {
      expect(open({ said: [was(name, rest - 1, became)] })).not.toContain(name);
      expect(open({ said: [was(name, rest, became)] })).toContain(name);
    }
  });
});

describe("a voice that is ignored three times", () => {
  const daily = (name: string, became: SaidEntry["became"], first = 1) =>
    [2, 1, 0].map((i) => was(name, (first + i) * DAY_MS, i === 0 ? became : "ignored"));

  it("comes half as often, and is back when it is answered", () => {
    expect(open({ said: daily("midday", "ignored") })).not.toContain("midday");
    expect(open({ said: daily("midday", "ignored", 2) })).toContain("midday");
    expect(open({ said: daily("midday", "answered") })).toContain("midday");
    expect(open({ said: daily("midday", "ignored").slice(1) })).toContain("midday");
  });

  it("is not the morning, which is promised", () => {
    expect(open({ said: daily("morning", "ignored") })).toContain("morning");
  });
});

it("what was said is not said again, and what was not sent may be", () => {
  const again = (became: SaidEntry["became"]) =>
    whyNot(voice("note"), OFFER, moment({ said: [was("note", DAY_MS, became, { topic: OFFER.topic })] }));
  expect(again("answered")).toBe("it was said before");
  expect(again("unsent")).toBeUndefined();
});

it("a grave offer reaches a person who has been silent for a week", () => {
  const given = moment({ heardAt: NOW - 8 * DAY_MS });
  expect(whyNot(voice("event"), OFFER, given)).toMatch(/nobody has answered for 8 days/);
  expect(whyNot(voice("event"), { ...OFFER, grave: true }, given)).toBeUndefined();
});

it("a bad time is a day of care, a chat, or quiet hours", () => {
  expect(whyBadTime(moment())).toBeUndefined();
  expect(whyBadTime(moment({ now: instantAt(DATE, "03:00", PERSON.timeZone) }))).toBe("quiet hours");
});
