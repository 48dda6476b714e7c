/**
 * Tests, with whole runs and real rows, that the suggestion which a person answered rests for a week and then comes back
 * first.
 */
import { keys, type LocalDate } from "@waldo/contracts";
import { actOf } from "@waldo/core/skills/suggestions";
import { addDays, HOUR_MS } from "@waldo/core/time";
import { FIRST_DATE, madeUpDays } from "@waldo/testkit/made-up-days";
import { expect, it } from "vitest";
import { playedPerson } from "../../test/played.ts";

/** Short nights and nothing else, so that each morning has the same cause. */
const metrics = { hrvRmssdMs: 45, restingHrBpm: 58, respiratoryRateRpm: 14.5, steps: 8000 };
const TIRED = madeUpDays(48, () => ({ night: { hours: 5, efficiency: 0.9 }, metrics }));
const date = (index: number): LocalDate => addDays(FIRST_DATE, index);
const FIRST = 32;
/** How many mornings are played: the first, the seven on which its act rests, and the next. */
const MORNINGS = 9;

/** The acts that mornings in a row suggest. `reply` is what the person says to the first. */
async function suggestions(reply: string | undefined): Promise<(string | undefined)[]> {
  const person = await playedPerson(TIRED);
  const acts: (string | undefined)[] = [];
  for (let index = FIRST; index < FIRST + MORNINGS; index++) {
    const morning = await person.morning(date(index));
    if (morning === undefined) throw new Error("no morning");
    acts.push(actOf(morning.text.split(/(?<=[.!?]) /).at(-1) ?? ""));
    if (index > FIRST || reply === undefined) continue;
    const at = morning.at + HOUR_MS;
    const body = { from: "owner", kind: "message", at, text: reply };
    const key = keys.message("me", `day-${date(index)}`, at, "0-reply");
    await person.world.store.transact([{ op: "put", key, body }]);
  }
  return acts;
}

it("what was followed comes first after a week of rest, and a silent person hears each act once in that time", async () => {
  const silent = await suggestions(undefined);
  const known = silent.filter((act) => act !== undefined);
  expect(known.length).toBeGreaterThan(5);
  expect(new Set(silent.slice(0, MORNINGS - 1).filter((act) => act !== undefined)).size).toBe(
    silent.slice(0, MORNINGS - 1).filter((act) => act !== undefined).length,
  );
  const followed = await suggestions("Did it, thanks");
  expect(followed[0]).toBe(silent[0]);
  expect(followed.slice(1, MORNINGS - 1)).not.toContain(followed[0]);
  expect(followed.at(-1)).toBe(followed[0]);
});
