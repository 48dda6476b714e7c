/**
 * Tests what plain code thinks: every sentence passes the gates when it is told, names what it saw, and comes once a
 * week.
 */
import {
  ANOMALY_KINDS,
  type Anomaly,
  type Concern,
  type Intention,
  type Orientation,
  type Task,
  type Thought,
} from "@waldo/contracts";
import { meetingOf } from "@waldo/testkit/tool-world";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judge } from "../agent/judge.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../time.ts";
import { anomaliesOf, type Facts } from "./anomalies.ts";
import { addWaiting, sayNext } from "./interrupt.ts";
import { newAnomalies, orient } from "./orient.ts";
import type { Presence } from "./presence.ts";
import { candidatesOf, firstNew } from "./thinking.ts";

const NOW = Date.parse("2026-10-30T15:00:00Z");
const presence = (rest: Partial<Presence> = {}): Presence => ({
  ...{ now: NOW, activeAt: NOW, app: "unknown", hour: "day", weekend: false, asleep: false },
  ...rest,
});
const facts = (rest: Partial<Facts> = {}): Facts => ({
  ...{ now: NOW, date: "2026-10-30", presence: presence(), standing: { state: "deep_work", activity: "writing" } },
  ...{ busyHours: 0, concerns: [], tasks: [], ...rest },
});
const concern = (id: string, days: number): Concern => ({
  ...{
    id: `c-${id.padEnd(12, "0")}`,
    kind: "project",
    summary: `outline chapter ${id}`,
    touchedAt: NOW - days * DAY_MS,
  },
  ...{ touchedBy: "seed", touches: 4, from: { kind: "goal", id }, origin: "owner", createdAt: 0 },
});
const MACHINE = { idleSeconds: 1, loadPercent: 1, memoryPercent: 97, gpuCelsius: 90, programs: [] };
const TASK: Task = {
  ...{ taskId: "t1", title: "book the dentist", due: "2026-10-30", status: "open", origin: "owner" },
  ...{ createdAt: 1, updatedAt: 1 },
};

/** One world for each rule. */
const WORLDS: readonly Facts[] = [
  facts({ presence: presence({ hour: "late_night", asleep: true }) }),
  facts({ presence: presence({ hour: "deep_night", asleep: true }) }),
  facts({ presence: presence({ sessionFrom: NOW - 4 * HOUR_MS, machine: MACHINE }) }),
  facts({ presence: presence({ sessionFrom: NOW - 6 * HOUR_MS }) }),
  facts({ zone: "depleted", busyHours: 5 }),
  facts({ concerns: [concern("a", 6)], tasks: [TASK], presence: presence({ hour: "evening" }) }),
  ...[8, 15].map((days) => facts({ concerns: [concern("b", days)] })),
  ...[5, 25].map((minutes) =>
    facts({ presence: presence({ next: meetingOf("Planning", NOW + minutes * MINUTE_MS) }) }),
  ),
  facts({ presence: presence({ heardAt: NOW - 4 * DAY_MS }) }),
];
const ALL: readonly Anomaly[] = WORLDS.flatMap(anomaliesOf);
const INTENTION: Intention = {
  ...{ id: "i-000000000000", text: "the offer", dueAt: NOW, claim: "run-1", state: "open", tries: 0 },
  ...{ origin: "owner", createdAt: 0, updatedAt: 0 },
};

const CANDIDATES = candidatesOf({
  ...{ now: NOW, anomalies: ALL, concerns: [concern("a", 8)], state: "idle", intentions: [INTENTION] },
  ...{ lately: [concern("d", 0)], taken: { kept: 2, refused: 0, latest: "run-1" } },
  reminds: { of: concern("e", 40), by: concern("f", 0) },
  learned: { patternId: "p", claim: "mornings are for writing" },
}).concat(
  candidatesOf({
    ...{ now: NOW, anomalies: [], concerns: [], state: "idle", intentions: [], lately: [] },
    taken: { kept: 0, refused: 2, latest: "run-1" },
  }),
);

describe("thoughts of plain code", () => {
  it("there is a rule for each kind of anomaly, and a sentence for each of the eight kinds of entries", () => {
    expect([...new Set(ALL.map(({ kind }) => kind))].sort()).toEqual([...ANOMALY_KINDS].sort());
    expect(new Set(CANDIDATES.map(({ kind }) => kind)).size).toBe(8);
  });

  it.each(CANDIDATES.map((one) => [one.text, one] as const))("can be written and told: %s", (text, candidate) => {
    expect(candidate.saw.length).toBeGreaterThan(0);
    expect(firstNew([candidate], [], { now: NOW, mood: "neutral", by: "rules" })).toMatchObject({ text });
    const value = { thoughts: [{ on: "2026-10-30", text }], themes: [], outside: false };
    const evidence = {
      calls: [{ id: "c", name: "get_thoughts", args: {} }],
      results: [{ callId: "c", name: "get_thoughts", ok: true as const, origin: "system" as const, value }],
      ...{ owner: [], known: [], today: "2026-10-30", reply: true },
    };
    expect(judge(`Today: ${text}`, evidence)).toMatchObject({ ok: true });
  });

  it("the same topic, and nearly the same words, come once a week", () => {
    const [one, other] = CANDIDATES;
    if (!one || !other) throw new Error("no candidates");
    const how = { now: NOW, mood: "neutral", by: "rules" } as const;
    const before: Thought = { ...one, at: NOW - 2 * DAY_MS, mood: "neutral", by: "rules" };
    expect(firstNew([one], [before], how)).toBeUndefined();
    expect(firstNew([{ ...one, topic: "another" }], [before], how)).toBeUndefined();
    expect(firstNew([one, other], [before], how)?.topic).toBe(other.topic);
    expect(firstNew([one], [{ ...before, at: NOW - 8 * DAY_MS }], how)).toBeDefined();
  });

  it("nothing with a number of the body is written down, whoever wrote it", () => {
    const how = { now: NOW, mood: "neutral", by: "model" } as const;
    for (const text of ["Your HRV was 31 ms.", "You slept 5 hours.", "You have sleep apnea."])
      expect(firstNew([{ ...(CANDIDATES[0] as never as Thought), text, topic: text }], [], how)).toBeUndefined();
  });
});

const oriented = (world: Facts): Orientation =>
  orient(world, { anomalies: newAnomalies(world, {}), mood: "neutral", thoughtsToday: 0 });

describe("an orientation", () => {
  it("is the same for the same moment, whatever order its things come in", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...WORLDS], { minLength: 2 }), (some) => {
        const concerns = some.flatMap((one) => one.concerns);
        const made = (all: readonly Concern[]): Orientation => oriented(facts({ concerns: all }));
        expect(made(concerns).signature).toBe(made(concerns.toReversed()).signature);
      }),
    );
  });

  it("does one thing, the gravest first, and surfaces and interrupts nobody in the deep of the night", () => {
    for (const world of WORLDS) {
      const { disposition, anomalies } = oriented(world);
      if (world.presence.hour === "deep_night")
        expect(["journal", "observe", "idle", "maintain"]).toContain(disposition);
      if (disposition === "interrupt") expect(anomalies[0]?.severity).toBe("urgent");
    }
  });
});

describe("what waits", () => {
  it("is merged by topic, is never more than eight, says the gravest first, and says each once", () => {
    let waiting = addWaiting([], ALL[0] as Anomaly, NOW);
    for (const anomaly of ALL) waiting = addWaiting(waiting, anomaly, NOW + HOUR_MS);
    expect(waiting.length).toBeLessThanOrEqual(8);
    expect(waiting.some(({ text }) => text.includes("Planning"))).toBe(false);
    const first = sayNext(waiting, "run-1", NOW + 2 * HOUR_MS);
    expect(sayNext(first.waiting, "run-1", NOW + 3 * HOUR_MS).said?.topic).toBe(first.said?.topic);
    expect(sayNext(first.waiting, "run-2", NOW + 3 * HOUR_MS).said?.topic).not.toBe(first.said?.topic);
    expect(sayNext(waiting, "run-3", NOW + 5 * DAY_MS).said).toBeUndefined();
  });
});
