/**
 * Plays days of a person in their order and prints everything that Waldo sent, beside the facts. It serves
 * bench:mornings. A person who works shifts is made of real nights: `shifted` moves those of night duty to the day.
 */
import type { LocalDate, SourceDay } from "@waldo/contracts";
import { addDays, HOUR_MS } from "@waldo/core/time";
import { playedPerson } from "../packages/embedded/test/played.ts";
import { factsOf } from "./mornings-check.ts";

/** The middle and the spread of the last four weeks stand beside the readings of a day. */
const USUAL_DAYS = 28;

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
    console.log(`  usual: ${usualBefore(byDate, date)}`);
    const spoken = await person.play(date);
    for (const { time, variant, text } of spoken) console.log(`  ${time} ${variant}: ${text}`);
    console.log(spoken.length === 0 ? "  (silent)\n" : "");
  }
}

/** Returns the median of each reading over the days before a date, and between which values eight of ten were. */
function usualBefore(byDate: ReadonlyMap<LocalDate, readonly SourceDay[]>, date: LocalDate): string {
  const values = new Map<string, number[]>();
  const add = (name: string, value: number) => values.set(name, [...(values.get(name) ?? []), value]);
  for (let back = 1; back <= USUAL_DAYS; back++)
    for (const { metrics, sleeps } of byDate.get(addDays(date, -back)) ?? []) {
      const night = sleeps.filter(({ nap }) => !nap).sort((a, b) => b.asleepMinutes - a.asleepMinutes)[0];
      if (night) add("asleep", night.asleepMinutes / 60);
      for (const [metric, value] of Object.entries(metrics)) add(metric, value);
    }
  return [...values]
    .map(([name, all]) => `${name} ${[0.5, 0.1, 0.9].map((share) => quantile(all, share)).join(" ")}`)
    .join(", ");
}

function quantile(values: readonly number[], share: number): string {
  const sorted = values.toSorted((a, b) => a - b);
  return String(Math.round(10 * (sorted[Math.round(share * (sorted.length - 1))] ?? 0)) / 10);
}
