/**
 * Plays days of a person in their order and prints everything that Waldo sent, beside the facts. It serves
 * bench:mornings. A person who works shifts is made of real nights: `shifted` moves those of night duty to the day.
 */
import type { LocalDate, SourceDay } from "@waldo/contracts";
import { addDays, HOUR_MS } from "@waldo/core/time";
import { playedPerson } from "../packages/embedded/test/played.ts";
import { factsOf } from "./mornings-check.ts";

/** A block of nine days: four nights of duty, in which the person sleeps by day, and five without. */
const [BLOCK, ON_DUTY] = [9, 4];
const MOVED_MS = 9 * HOUR_MS;

/** Moves the nights of each person's duty by nine hours. The rest of the day stays. */
export function shifted(days: readonly SourceDay[]): SourceDay[] {
  return days.map((day) =>
    Math.floor(Date.parse(day.date) / (24 * HOUR_MS)) % BLOCK >= ON_DUTY
      ? day
      : {
          ...day,
          sleeps: day.sleeps.map((sleep) => ({ ...sleep, start: sleep.start + MOVED_MS, end: sleep.end + MOVED_MS })),
        },
  );
}

/** Prints the days from `from` on. The days before them are known. */
export async function showSent(days: readonly SourceDay[], from: LocalDate, count: number): Promise<void> {
  const byDate = Map.groupBy(days, ({ date }) => date);
  const person = await playedPerson(days, "Etc/GMT", { everything: true });
  for (let i = 0; i < count; i++) {
    const date = addDays(from, i);
    console.log(`${new Date(date).toUTCString().slice(0, 3)} ${date}`);
    console.log(`  facts: ${factsOf(byDate.get(date) ?? []) || "none"}`);
    const spoken = await person.play(date);
    for (const { time, variant, text } of spoken) console.log(`  ${time} ${variant}: ${text}`);
    console.log(spoken.length === 0 ? "  (silent)\n" : "");
  }
}
