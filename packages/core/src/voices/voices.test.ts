/** The voices of one tick of the patrol: most ticks end with no action, and each says why. */

import { EVENT_DROP, type SaidEntry, SILENT_DAYS } from "@waldo/contracts";
import { casesOf } from "@waldo/testkit/data";
import { PERSON } from "@waldo/testkit/synthetic-person";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LIVE_CHAT_MS } from "../cadence/quiet-hours.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../time.ts";
import { calm, type Signals as Known } from "./patrol-signals.ts";
import { EVENT_REST_MS, FETCH_REST_MS, fallIn, nearIn, OVERLOAD, overloadIn, stressIn } from "./patrol-voices.ts";
import { whyClosed, whyNot } from "./policy.ts";

/** The signals of a tick, and what the policy knows of the person. */
type Signals = Known & {
  readonly now: number;
  readonly lastHeardAt?: number | undefined;
  readonly lastFetchAt?: number | undefined;
  readonly lastInterventionAt?: number | undefined;
  readonly quiet: boolean;
};

/** Tests what the voices of the body and the day say, in the order of their ranks, when the policy lets them. */
function decidePatrol(signals: Signals): { readonly act: string; readonly reason: string } {
  const { now, entries, quiet, lastHeardAt: heardAt, lastFetchAt, lastInterventionAt } = signals;
  const past = (voice: string, at: number | undefined): SaidEntry[] =>
    at === undefined ? [] : [{ at, date: "2020-01-01", voice, topic: `${at}`, by: `${at}`, became: "answered" }];
  const events = entries.filter(({ act }) => act === "event_brief");
  const said = [
    ...past("fetch_alert", lastFetchAt),
    ...past("intervention", lastInterventionAt),
    ...events.flatMap(({ at }) => past("event_brief", at)),
  ];
  const profile = { ...PERSON, timeZone: "UTC", ...(quiet ? { quietUntil: now + HOUR_MS } : {}) };
  const moment = { profile, now, heardAt, said, isCare: false };
  const fall = fallIn(signals);
  const found = [
    { name: "intervention", restMs: OVERLOAD.restMs, reason: overloadIn(signals), grave: true },
    { name: "event_brief", restMs: EVENT_REST_MS, ...fall, grave: fall?.grave === true || events.length > 0 },
    { name: "fetch_alert", restMs: FETCH_REST_MS, reason: stressIn(signals), grave: true },
    { name: "note", restMs: 0, reason: nearIn(signals), grave: false },
  ];
  for (const { name, restMs, reason, grave } of found) {
    const voice = { name, restMs, kind: "plain" } as const;
    const offer = { topic: "now", reason: reason ?? "", grave, writes: [] };
    if (reason !== undefined && (whyClosed(voice, moment) ?? whyNot(voice, offer, moment)) === undefined)
      return { act: name, reason };
  }
  return { act: "nothing", reason: calm(signals) };
}

const NOW = Date.UTC(2026, 9, 30, 15);

const signals = (more: Partial<Signals> = {}): Signals => ({
  now: NOW,
  live: { form: 70 },
  spoken: 72,
  entries: [],
  busyHours: 0,
  longestAheadMinutes: 0,
  quiet: false,
  ...more,
});
const entry = (minutesAgo: number, form: number, act: "nothing" | "event_brief" = "nothing") => ({
  at: NOW - minutesAgo * MINUTE_MS,
  act,
  reason: "",
  form,
});
const unscored = (minutesAgo: number) => {
  const { form: _, ...rest } = entry(minutesAgo, 0);
  return rest;
};
const falling = [entry(60, 49), entry(45, 47), entry(30, 45), entry(15, 44)];
/** Ticks that fall by two each. */
const from = (form: number) => ({ spoken: form, entries: [entry(45, form), entry(30, form - 2), entry(15, form - 4)] });
const overloaded = { live: { form: 42 }, spoken: 50, entries: falling, busyHours: 6, longestAheadMinutes: 120 };
const stressed = { live: { form: 70, stress: { level: 0.7, minutes: 12 } } };

describe("a tick", () => {
  it.each([
    ["nothing moved", signals(), "nothing"],
    ["no score yet", signals({ live: {} }), "nothing"],
    ["a fall since the last Brief", signals({ live: { form: 56 } }), "event_brief"],
    ["the heart rate jumped", signals({ live: { form: 70, spike: true } }), "event_brief"],
    ["stress held for ten minutes", signals(stressed), "fetch_alert"],
    ["stress held for nine", signals({ live: { form: 70, stress: { level: 0.7, minutes: 9 } } }), "nothing"],
    ["stress below the line", signals({ live: { form: 70, stress: { level: 0.59, minutes: 40 } } }), "nothing"],
    ["stress, noticed an hour ago", signals({ ...stressed, lastFetchAt: NOW - HOUR_MS }), "nothing"],
    ["stress, noticed long ago", signals({ ...stressed, lastFetchAt: NOW - FETCH_REST_MS }), "fetch_alert"],
    ["an event in half an hour", signals({ nextEventMinutes: 30 }), "note"],
    ["an event in a quarter, noted before", signals({ nextEventMinutes: 15 }), "nothing"],
    ["an event in an hour", signals({ nextEventMinutes: 60 }), "nothing"],
    ["an event ahead, in a talk", signals({ nextEventMinutes: 20, lastHeardAt: NOW - MINUTE_MS }), "nothing"],
    ["overload", signals(overloaded), "intervention"],
    [
      "overload, two days after the last one",
      signals({ ...overloaded, lastInterventionAt: NOW - 2 * DAY_MS }),
      "nothing",
    ],
    ["overload, and the person is talking", signals({ ...overloaded, lastHeardAt: NOW - MINUTE_MS }), "nothing"],
    ["overload in quiet hours", signals({ ...overloaded, quiet: true }), "nothing"],
    [
      "a fall an hour after an event Brief",
      signals({ live: { form: 50 }, entries: [entry(60, 55, "event_brief")] }),
      "nothing",
    ],
    ["a fall nobody would read", signals({ live: { form: 56 }, lastHeardAt: NOW - 9 * DAY_MS }), "nothing"],
    ["a great fall, whoever reads it", signals({ live: { form: 40 }, lastHeardAt: NOW - 9 * DAY_MS }), "event_brief"],
  ])("%s", (_, given, act) => {
    expect(decidePatrol(given)).toMatchObject({ act, reason: expect.stringMatching(/./) });
  });

  const silent = { lastHeardAt: NOW - SILENT_DAYS * DAY_MS };
  it.each<[string, Partial<Signals>, string]>([
    ...casesOf<[string, Partial<Signals>, string]>("voices", "a tick: at the edge: …", {
      INTERVENTION: OVERLOAD,
      entry,
      from,
      overloaded,
      silent,
      unscored,
    }),
    ["a talk that has just ended", { ...overloaded, lastHeardAt: NOW - LIVE_CHAT_MS }, "intervention"],
    ["a rest just over", { ...overloaded, lastInterventionAt: NOW - OVERLOAD.restMs }, "intervention"],
    ["a rise before the fall", { ...overloaded, entries: [entry(60, 40), ...falling.slice(1)] }, "intervention"],
    ["just enough ticks of a fall", { ...overloaded, entries: falling.slice(1) }, "intervention"],
    ["one tick too few", { ...overloaded, entries: falling.slice(2) }, "nothing"],
    ["a fall as great as is told", { live: { form: 72 - EVENT_DROP } }, "event_brief"],
    [
      "a fall when the rest after an event Brief is over",
      { live: { form: 50 }, entries: [entry(EVENT_REST_MS / MINUTE_MS, 55, "event_brief")] },
      "event_brief",
    ],
    ["a fall in a silence just long enough", { live: { form: 56 }, ...silent }, "nothing"],
    ["a fall in a silence not long enough", { live: { form: 56 }, lastHeardAt: silent.lastHeardAt + 1 }, "event_brief"],
    ["twice the fall in a silence", { live: { form: 72 - 2 * EVENT_DROP }, ...silent }, "event_brief"],
    [
      "a second fall of the day in a silence",
      { live: { form: 56 }, ...silent, entries: [entry(EVENT_REST_MS / MINUTE_MS, 55, "event_brief")] },
      "event_brief",
    ],
    ["a jump in a silence", { live: { form: 70, spike: true }, ...silent }, "event_brief"],
  ])("at the edge: %s", (_, more, act) => {
    expect(decidePatrol(signals(more)).act).toBe(act);
  });

  it("tells a calm day from one without a score and from one that was not read to the person", () => {
    const reasons = [signals(), signals({ live: {} }), signals({ spoken: undefined })].map(decidePatrol);
    expect(new Set(reasons.map(({ reason }) => reason)).size).toBe(3);
  });

  // Every signal at once. Each one that is taken away lets the next one speak.
  const everything = { ...overloaded, live: { form: 42, stress: stressed.live.stress, spike: true as const } };
  const all: Partial<Signals> = { ...everything, spoken: 60, nextEventMinutes: 20 };
  it.each<[string, Partial<Signals>, string]>([
    ["overload first", {}, "intervention"],
    ["then a fall", { busyHours: 0 }, "event_brief"],
    ["then stress", { busyHours: 0, spoken: undefined }, "fetch_alert"],
    ["then a note", { busyHours: 0, spoken: undefined, live: { form: 42 } }, "note"],
    ["then nothing", { busyHours: 0, spoken: undefined, live: { form: 42 }, nextEventMinutes: undefined }, "nothing"],
  ])("takes one action, in this order: %s", (_, without, act) => {
    expect(decidePatrol(signals({ ...all, ...without })).act).toBe(act);
  });

  it.each(["formFloor", "loadCeilingHours", "complexMinutes", "decliningEntries"] as const)(
    "overload needs all four signs: without %s there is none",
    (without) => {
      const lacking: Partial<Signals> = {
        formFloor: { live: { form: OVERLOAD.formFloor } },
        loadCeilingHours: { busyHours: OVERLOAD.loadCeilingHours - 0.1 },
        complexMinutes: { longestAheadMinutes: OVERLOAD.complexMinutes - 1 },
        decliningEntries: { entries: [entry(45, 47), entry(30, 48), entry(15, 44)] },
      }[without];
      expect(decidePatrol(signals({ ...overloaded, ...lacking })).act).not.toBe("intervention");
    },
  );

  it("never acts while the person talks, in quiet hours, or twice within a cooldown, for any signals", () => {
    const any = fc.record({
      live: fc.record(
        {
          form: fc.integer({ min: 0, max: 100 }),
          spike: fc.constant(true as const),
          stress: fc.record({ level: fc.double({ min: 0, max: 1, noNaN: true }), minutes: fc.nat(90) }),
        },
        { requiredKeys: [] },
      ),
      spoken: fc.option(fc.integer({ min: 0, max: 100 }), { nil: undefined }),
      busyHours: fc.nat(14),
      longestAheadMinutes: fc.nat(300),
      heardAgo: fc.option(fc.nat(20 * DAY_MS), { nil: undefined }),
      fetchAgo: fc.option(fc.nat(DAY_MS), { nil: undefined }),
      quiet: fc.boolean(),
    });
    fc.assert(
      fc.property(any, ({ heardAgo, fetchAgo, ...given }) => {
        const { act } = decidePatrol(
          signals({
            ...given,
            ...(heardAgo === undefined ? {} : { lastHeardAt: NOW - heardAgo }),
            ...(fetchAgo === undefined ? {} : { lastFetchAt: NOW - fetchAgo }),
            entries: falling,
          } as Partial<Signals>),
        );
        if (given.quiet || (heardAgo !== undefined && heardAgo < LIVE_CHAT_MS)) expect(act).toBe("nothing");
        if (fetchAgo !== undefined && fetchAgo < FETCH_REST_MS) expect(act).not.toBe("fetch_alert");
      }),
    );
  });
});
