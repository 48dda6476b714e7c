/** A run that a killed process left half done is shown once, when it has ended. */

import { keys } from "@waldo/contracts";
import { limitedMachines } from "@waldo/core/machines";
import { advance } from "@waldo/core/run/advance";
import { ALL_STEPS } from "@waldo/core/run/all-steps";
import { isTerminal } from "@waldo/core/run/journal";
import { startRun } from "@waldo/core/run/start";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { expect, it } from "vitest";
import { DATE, MORNING, testWorld, WAKE } from "../../test/world.ts";
import { type DayEvent, playDay } from "./play.ts";

it.each([1, 2, 3, 4])(
  "after %i ticks of the morning's run, the day goes on and shows it with its text",
  async (ticks) => {
    const world = await testWorld();
    // The process that began the run dies after some ticks. It holds the lease, and the day was played past the run.
    const dying = { ...world, machines: limitedMachines({ startRun: async () => {} }) };
    const runId = await startRun(dying, MORNING, DATE);
    for (let tick = 0; tick < ticks; tick++) await advance(dying, { userId: "me", runId }, ALL_STEPS);
    await world.store.transact([{ op: "put", key: keys.played("me", DATE), body: { at: WAKE } }]);
    const events: DayEvent[] = [];
    for await (const event of playDay(world, PERSON, DATE)) events.push(event);
    const shown = events.flatMap((event) => (event.type === "run" ? [event] : []));
    expect(shown.map(({ header }) => isTerminal(header.state))).toEqual(shown.map(() => true));
    expect(shown.filter(({ header }) => header.runId === runId)).toHaveLength(1);
    expect(shown.find(({ header }) => header.runId === runId)?.said.length).toBeGreaterThan(0);
  },
);
