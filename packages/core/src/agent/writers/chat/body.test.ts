/**
 * Tests what is said of the body in a chat without a model: which outcome, from which results. It is Friday 2026-10-30.
 */
import { type HealthAnswer, SIGNS, ZONES, type Zone } from "@waldo/contracts";
import { DATE, night, sign, strain } from "@waldo/testkit/brief-day";
import { play } from "@waldo/testkit/chat-scene";
import { crs as crsResult, health as healthResult, weeks } from "@waldo/testkit/recipe-results";
import { describe, expect, it } from "vitest";
import { OWED_FROM } from "../../../day/facts.ts";
import { addDays } from "../../../time.ts";
import { judge } from "../../judge.ts";

const value = (result: ReturnType<typeof crsResult>) => (result.ok ? { ...(result.value as object) } : {});
type Day = Partial<HealthAnswer> & { readonly zone?: Zone; readonly score?: object };

/** The tools of an ordinary day, except for the given answers. */
const day = ({ zone = "steady", score = {}, ...health }: Day = {}) => ({
  get_crs: { ...value(crsResult(zone)), recovery: 66, ...score },
  get_health: value(healthResult({ bodyZone: zone, night: night("usual", 15), ...health })),
  get_master_metrics: value(weeks(70, 60)),
});
const asked = (intent: string, of: Day = {}) => play(intent, { tools: day(of) });
const said = (intent: string, of: Day = {}) => asked(intent, of).words["text"];
const BOTH = ["get_crs", "get_health"];
const namesOf = (intent: string) => asked(intent).asked.map((round) => round.map(({ name }) => name));

describe("what is read", () => {
  it("is the score and the day, at once, and the week or the day before where they are compared", () => {
    expect(namesOf("how-am-i")).toEqual([BOTH]);
    expect(asked("compare-yesterday").asked).toEqual([
      [
        { name: "get_crs", args: {} },
        { name: "get_health", args: {} },
        { name: "get_crs", args: { daysBack: 1 } },
      ],
    ]);
    for (const intent of ["compare-week", "trend"]) expect(namesOf(intent)).toEqual([[...BOTH, "get_master_metrics"]]);
  });
});

it("what is said of today and of yesterday is traced by the judge", () => {
  for (const zone of ZONES)
    for (const name of SIGNS)
      for (const side of ["low", "high"] as const)
        for (const intent of ["why-score", "sleep-last-night", "recovery"])
          for (const daysBack of [0, 1]) {
            const date = addDays(DATE, -daysBack);
            const slots = daysBack === 0 ? {} : { day: date };
            const tools = day({ zone, date, signs: [sign(name, side)] });
            const { results, words } = play(intent, { slots, tools });
            const text = words["text"];
            if (text !== undefined)
              expect(judge(text, { results, today: DATE, reply: true, own: true }), text).toMatchObject({ ok: true });
          }
});

describe("without a score", () => {
  const intents = ["how-am-i", "why-score", "trend", "bedtime", "am-i-ill", "recovery", "train-today", "data-arrived"];
  it.each(intents)("%s says that the night has not arrived, or that nothing is known", (intent) => {
    expect(play(intent).say).toBe("noScore");
    expect(play(intent, { tools: { get_crs: day().get_crs } })).toMatchObject({
      say: "missing",
      words: { why: expect.stringMatching(/not arrived yet/) },
    });
  });
});

it("how one is, is what the morning's Brief says", () => {
  expect(said("how-am-i")).toMatch(/^A normal day/);
  expect(said("how-am-i", { zone: "depleted" })).toMatch(/^A very low day/);
});

it("a reading that changed by a step is told with why the score is as it is, and with the recovery", () => {
  const breaks = [{ sign: "hrv" as const, since: "2026-10-20", days: 4 }];
  const told = /Your heart's recovery changed by a step a week ago, as with a new device or update/;
  for (const intent of ["why-score", "recovery"]) expect(said(intent, { breaks })).toMatch(told);
  expect(said("how-am-i", { breaks })).not.toMatch(/by a step/);
  expect(said("how-am-i", { breaks: [{ ...breaks[0], days: 1 } as never] })).toMatch(told);
});

describe("why the score is as it is", () => {
  it("names the cause first, and at most two more things", () => {
    const text = said("why-score", {
      zone: "flagging",
      night: night("short", 10),
      signs: [sign("hrv", "low"), sign("restingHr", "high"), sign("breathing", "high")],
    });
    expect(text).toMatch(/^You're flagging today, and this is why: /);
    expect(text?.match(/Besides that, /g)).toHaveLength(1);
    expect(text?.split("Besides that, ")[1]?.split(", and ")).toHaveLength(2);
  });

  it("names nothing twice, and nothing beside an ordinary day", () => {
    expect(said("why-score")).not.toContain("Besides");
    const one = said("why-score", { zone: "flagging", signs: [sign("hrv", "low")] }) ?? "";
    const cause = /this is why: ([^.]*)\./.exec(one)?.[1] ?? "";
    expect(cause).not.toBe("");
    expect(one.split(cause)).toHaveLength(2);
  });
});

describe("compared with", () => {
  it("yesterday, it is the same, changed with its cause, or not known", () => {
    expect(asked("compare-yesterday", { yesterday: "steady" })).toMatchObject({
      say: "same",
      words: { zone: "steady" },
    });
    expect(asked("compare-yesterday", { yesterday: "flagging" })).toMatchObject({
      say: "changed",
      words: { zone: "steady", before: "flagging", clause: expect.stringMatching(/\w/) },
    });
    expect(asked("compare-yesterday")).toMatchObject({ say: "nothing", words: { zone: "steady" } });
  });

  it.each([
    ["rising", "Form has been rising over the last days."],
    ["level", "Form has been holding over the last days."],
    ["falling", "Form has been falling over the last days."],
  ] as const)("the last days, a %s trend is said", (trend, words) => {
    expect(said("compare-week", { trend })?.endsWith(words)).toBe(true);
    expect(said("trend", { trend })?.startsWith(words)).toBe(true);
    expect(said("trend", { trend })).not.toBe(words);
  });

  it("the last days, no trend is no answer, and the week alone is one", () => {
    expect(asked("trend")).toMatchObject({ say: "nothing", words: { zone: "steady" } });
    expect(asked("compare-week").say).toBe("found");
    expect(said("compare-week")).not.toContain("Form has been");
    const { get_master_metrics: _, ...without } = day();
    expect(play("compare-week", { tools: without }).say).toBe("nothing");
  });

  it("the usual, at most three things stand out, each in a clause", () => {
    expect(asked("compare-usual").say).toBe("nothing");
    const text = said("compare-usual", {
      night: night("short", 10),
      signs: [sign("hrv", "low"), sign("restingHr", "high"), sign("breathing", "high")],
    });
    expect(text?.split("; ")).toHaveLength(3);
    expect(text).toMatch(/^[A-Z].*\.$/);
    expect(said("compare-usual", { night: undefined, signs: [sign("hrv", "low")] })).toBe(
      "Your heart's recovery is clearly below your usual.",
    );
  });
});

describe("the night", () => {
  it("is told with how long it was, and what is owed", () => {
    expect(said("sleep-last-night")).toBe("You slept about seven and a half hours, close to your usual.");
    expect(said("sleep-last-night", { night: night("short", 10) })).toMatch(/^[A-Z].*\.$/);
    const owing = said("sleep-last-night", { night: night("usual", 15, { halfHoursOwed: 8 }) });
    expect(owing).toMatch(/^You slept about seven and a half hours, close to your usual\. [A-Z].*\.$/);
    const late = said("sleep-last-night", {
      night: night("usual", 15, { halfHoursLate: 5 }),
      signs: [sign("bedTime", "high")],
    });
    expect(late).toMatch(/^You slept [^.]*\. [A-Z][^.]*\.$/);
    expect(asked("sleep-last-night", { night: undefined }).say).toBe("noNight");
  });

  it("is owed from a certain amount on", () => {
    expect(asked("sleep-debt").say).toBe("nothing");
    expect(asked("sleep-debt", { night: undefined }).say).toBe("noScore");
    const owing = (halfHoursOwed: number) => asked("sleep-debt", { night: night("usual", 15, { halfHoursOwed }) }).say;
    expect([owing(OWED_FROM.slight - 1), owing(OWED_FROM.slight)]).toEqual(["nothing", "found"]);
    expect(asked("sleep-debt", { night: night("usual", 15, { halfHoursOwed: 8 }) })).toMatchObject({
      say: "found",
      words: { text: expect.stringMatching(/^[A-Z].*\.$/) },
    });
  });

  it("that comes has an hour to go to bed, in words", () => {
    expect(asked("bedtime", { lightsOut: "22:30" })).toMatchObject({ say: "found", words: { time: "half past ten" } });
    expect(asked("bedtime").say).toBe("nothing");
  });
});

describe("what is usual", () => {
  const long = [sign("sleepLength", "high", "clear", { mostOf: 31 }), sign("sleepQuality", "low", "clear")];

  it("is never said of a night with a sign about its length", () => {
    expect(said("sleep-last-night", { night: night("usual", 21), signs: long })).toBe(
      "You slept about ten and a half hours, your longest night in a month. You were awake more than usual during the night.",
    );
    for (const side of ["low", "high"] as const)
      for (const size of ["slight", "clear", "far"] as const)
        expect(
          said("sleep-last-night", { night: night("usual", 15), signs: [sign("sleepLength", side, size)] }),
        ).not.toMatch(/close to your usual/);
  });

  it("has no main cause but the one that leads the story", () => {
    const of = { night: night("usual", 21), signs: long };
    for (const intent of ["why-score", "what-to-do"])
      expect(said(intent, { zone: "steady", ...of })).toMatch(/you slept about ten and a half hours/i);
    for (const intent of ["train-today", "compare-yesterday"])
      expect(asked(intent, { yesterday: "flagging", ...of }).words["clause"]).toMatch(/^you slept about ten/);
  });

  it("has turned when what was off for days is usual again", () => {
    const turns = [{ sign: "hrv" as const, side: "low" as const, days: 4 }];
    expect(said("recovery", { turns })).toBe("Your heart's recovery is back to your usual after four days.");
  });
});

describe("since when", () => {
  it("is today, or the days in the zone and of each sign, two at most", () => {
    expect(asked("since-when")).toMatchObject({ say: "today", words: { zone: "steady" } });
    expect(asked("since-when", { daysInZone: 1, signs: [sign("hrv", "low")] }).say).toBe("today");
    expect(said("since-when", { daysInZone: 3 })).toBe("This is the third day in a row that you are steady.");
    const more = { days: 2 };
    const three = [
      sign("hrv", "low", "clear", more),
      sign("restingHr", "high", "clear", more),
      sign("breathing", "high", "clear", more),
    ];
    const text = said("since-when", { daysInZone: 2, signs: three });
    expect(text).toMatch(/^This is the second day in a row that you are steady\. /);
    expect(text?.match(/[^.]+\./g)).toHaveLength(3);
    expect(said("since-when", { signs: three.slice(0, 1) })).toMatch(/^[A-Z][^.]*\.$/);
  });
});

describe("what to do", () => {
  it("is an advice for the day", () => {
    expect(asked("what-to-do", { zone: "flagging" })).toMatchObject({
      say: "found",
      words: { text: expect.any(String) },
    });
  });

  it("never stands without what it refers to: the cause is told before it", () => {
    const short = { night: night("short", 12, { halfHoursNeeded: 15, halfHoursOwed: 3 }) };
    for (const zone of ["energized", "steady", "flagging", "depleted"] as const)
      for (const of of [{}, short, { signs: [sign("hrv", "low")] }, strain(3, 3, "hrv", "restingHr")])
        expect(said("what-to-do", { zone, ...of })).toMatch(/^[A-Z][^.]*\. [A-Z][^.]*\./);
    expect(said("what-to-do", short)).toMatch(/^You slept /);
  });

  it("is rest when signs are off together, and else what the zone says", () => {
    for (const zone of ["energized", "steady", "flagging", "depleted"] as const)
      expect(asked("train-today", { zone })).toMatchObject({
        say: zone,
        words: { zone, clause: expect.stringMatching(/\w/) },
      });
    const two = strain(2, 1, "hrv", "restingHr");
    expect(asked("train-today", { ...two, signs: [sign("hrv", "low"), sign("restingHr", "high")] }).say).toBe("rest");
    expect(asked("train-today", strain(1, 1, "hrv")).say).toBe("steady");
  });
});

describe("the heart, movement and illness", () => {
  it("are told where something stands out, and else are usual or not known", () => {
    expect(
      said("recovery", { signs: [sign("hrv", "low"), sign("restingHr", "high"), sign("activity", "low")] }),
    ).toMatch(/^[A-Z][^;]*; [^;]*\.$/);
    expect(asked("recovery", { signs: [sign("activity", "low")] }).say).toBe("usual");
    expect(asked("recovery", { score: { missing: ["cass"] } }).say).toBe("usualPulse");
    expect(asked("recovery", { score: { missing: ["rhrts"] } }).say).toBe("usual");
    expect(asked("recovery", { score: { missing: ["cass", "rhrts"] } }).say).toBe("missingHeart");
    expect(said("activity", { signs: [sign("hrv", "low"), sign("activity", "low")] })).toMatch(/^[A-Z][^;]*\.$/);
    expect(asked("activity", { signs: [sign("hrv", "low")] }).say).toBe("usual");
    expect(asked("activity", { score: { missing: ["motion"] } }).say).toBe("nothing");
  });

  it("are signs together, one sign, or none, and never a diagnosis", () => {
    const signs = [sign("hrv", "low"), sign("restingHr", "high")];
    expect(asked("am-i-ill", { ...strain(2, 1, "hrv", "restingHr"), signs })).toMatchObject({
      say: "signs",
      words: { text: expect.stringMatching(/^[A-Z].*\.$/) },
    });
    expect(asked("am-i-ill", { ...strain(1, 1, "hrv"), signs })).toMatchObject({
      say: "one",
      words: { text: expect.stringMatching(/^[A-Z][^;]*\.$/) },
    });
    expect(asked("am-i-ill", { signs: [sign("activity", "low")] }).say).toBe("nothing");
    expect(asked("am-i-ill", { signs: [sign("hrv", "high")] }).say).toBe("nothing");
  });
});

it("the data has arrived, in part or whole", () => {
  expect(asked("data-arrived").say).toBe("arrived");
  expect(asked("data-arrived", { score: { status: "provisional" } }).say).toBe("part");
});

it("a day of another date is not today's", () => {
  const tools = day({ score: { date: "2026-10-29" } });
  expect(play("how-am-i", { tools }).say).not.toBe("found");
  expect(DATE).toBe("2026-10-30");
});
