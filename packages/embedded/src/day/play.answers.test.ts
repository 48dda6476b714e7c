/** A person answers the suggestion of a morning, and the next mornings suggest what helped first. Whole runs, real rows. */
import { keys, type LocalDate } from "@waldo/contracts";
import { kindOf, suggestionFor } from "@waldo/core/skills/suggestion-choice";
import { addDays, HOUR_MS } from "@waldo/core/time";
import { FIRST_DATE, madeUpDays } from "@waldo/testkit/made-up-days";
import { expect, it } from "vitest";
import { playedPerson } from "../../test/played.ts";

/** Short nights and nothing else, so that each morning has the same cause. */
const metrics = { hrvRmssdMs: 45, restingHrBpm: 58, respiratoryRateRpm: 14.5, steps: 8000 };
const TIRED = madeUpDays(40, () => ({ night: { hours: 5, efficiency: 0.9 }, metrics }));
const date = (index: number): LocalDate => addDays(FIRST_DATE, index);
const FIRST = 32;

/** The suggestions of mornings in a row. `reply` is what the person says to the first. */
async function suggestions(reply: string | undefined): Promise<string[]> {
  const person = await playedPerson(TIRED);
  const said: string[] = [];
  for (let index = FIRST; index < FIRST + 5; index++) {
    const [morning] = await person.play(date(index));
    if (morning === undefined) throw new Error("no morning");
    said.push(morning.text.split(/(?<=[.!?]) /).at(-1) ?? "");
    if (index > FIRST || reply === undefined) continue;
    const at = morning.at + HOUR_MS;
    const body = { from: "owner", kind: "message", at, text: reply };
    const key = keys.message("me", `day-${date(index)}`, at, "0-reply");
    await person.world.store.transact([{ op: "put", key, body }]);
  }
  return said;
}

it("a kind that was followed comes first on the next morning, and a silent person gets the entry of the date", async () => {
  const silent = await suggestions(undefined);
  expect(silent).toEqual(silent.map((_, i) => suggestionFor("sleepLow", date(FIRST + i), undefined)));
  const followed = await suggestions("Did it, thanks");
  expect(followed[0]).toBe(silent[0]);
  expect(kindOf(silent[1] ?? "")).not.toBe(kindOf(silent[0] ?? ""));
  expect(kindOf(followed[1] ?? "")).toBe(kindOf(silent[0] ?? ""));
  expect(new Set(followed).size).toBe(followed.length);
});
