/** `waldo form explain`: how Form and Recovery of a day are the sums of their pillars. */
import {
  DoorFailure,
  type Gets,
  LocalDate,
  type MissingPart,
  type Pillar,
  type ScoreSum,
  WaldoError,
  ZONE_FLOOR,
  ZONES,
} from "@waldo/contracts";
import { addDays, localDate } from "@waldo/core/time";
import type { MemoryOptions } from "../memory/open-memory.ts";
import type { Terminal } from "../terminal.ts";
import { typed } from "../typed.ts";
import { type OwnDoor, withDoor } from "./own-door.ts";

const NAMES: Record<Pillar, string> = {
  sleep: "Sleep",
  cass: "Heart recovery",
  rhrts: "Resting pulse",
  rrs: "Breathing",
  circadian: "Rhythm",
  motion: "Movement",
};
const WHY: Record<MissingPart["why"], string> = {
  no_night: "no night came for that day",
  no_reading: "no reading of it came for that day",
  no_times: "the night came without its clock times",
  few_nights: "fewer than three nights before it are known",
  no_load: "no movement came, or fewer than seven days of it are known",
};

/** The last score is looked for this many days back. */
const LOOK_BACK_DAYS = 365;

export function explainForm(date: string | undefined, options: MemoryOptions, terminal: Terminal): Promise<void> {
  const on = date === undefined ? undefined : typed(LocalDate, date, "the date");
  return withDoor(options, terminal, async (call, now) => {
    const score = await scoreOf(call, on, now);
    const { form, recovery } = score.sums;
    if (options.json) return terminal.print(JSON.stringify({ date: score.date, zone: score.bodyZone, form, recovery }));
    if (form) printSum("Form", score, form, terminal);
    if (form && recovery) terminal.print("");
    if (recovery) printSum("Recovery", score, recovery, terminal);
    if (form || recovery) return;
    terminal.print(
      score.reason ??
        `The score of ${score.date} comes from an earlier release, with another formula. Bring its export again to have it computed anew.`,
    );
  });
}

/** Returns the score of a date. Without one, the error names the last day that has one and how nights come in. */
async function scoreOf(call: OwnDoor, date: LocalDate | undefined, now: number): Promise<Gets<"form">> {
  try {
    return await call("form", { query: date === undefined ? {} : { date } });
  } catch (error) {
    if (!(error instanceof DoorFailure) || error.error !== "NotFound") throw error;
    const to = date ?? localDate(now, "UTC");
    const { items } = await call("formDays", { query: { from: addDays(to, -LOOK_BACK_DAYS), to } });
    const last = items.findLast(({ form }) => form !== undefined)?.date;
    throw new WaldoError(
      "InvalidInput",
      `there is no score of ${date ?? "today"}: ${
        last === undefined
          ? "bring your nights with waldo day --export, or connect a wearable with waldo wearables"
          : `the last day before it with one is ${last}: waldo form explain ${last}`
      }`,
    );
  }
}

const one = (points: number) => points.toFixed(1);

function printSum(name: string, score: Gets<"form">, sum: ScoreSum, { print, c }: Terminal): void {
  const row = (...[part, is, weight, adds]: readonly [string, string, string, string]) =>
    `  ${part.padEnd(16)}${is.padStart(7)}${weight.padStart(9)}${adds.padStart(8)}`;
  print(`${name} of ${score.date}: ${Math.round(sum.value)}${name === "Form" ? `, ${score.bodyZone}` : ""}`);
  print(c.dim(row("part", "score", "weight", "adds")));
  for (const { pillar, score: is, weight, adds } of sum.parts)
    print(row(NAMES[pillar], one(is), `${one(weight * 100)}%`, one(adds)));
  print(row("sum", "", "", one(sum.value)));
  for (const { pillar, why } of sum.missing)
    print(c.dim(`  ${NAMES[pillar]} is missing: ${WHY[why]}. The weights of the others are scaled up.`));
  if (name === "Form") print(c.dim(`  ${zones()}`));
  else if (score.pillars.sleep?.atWaking !== undefined) print(c.dim("  Sleep as it was at waking."));
}

function zones(): string {
  const limits = ZONES.map((zone) => (ZONE_FLOOR[zone] === 0 ? zone : `${zone} from ${ZONE_FLOOR[zone]}`));
  return `Zones, by the rounded Form: ${limits.join(", ")}.`;
}
