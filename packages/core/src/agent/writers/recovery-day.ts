import { shiftTime } from "../../time.ts";
import { happening } from "./phrase.ts";
import { ahead, eventsIn, type Happening, morningZoneIn, proposed, sawCalendar, zoneIn } from "./reading.ts";
import type { Results, SkillWriter, Told } from "./writer.ts";

/** A quiet half hour is looked for between 13:00 and 17:30, and at the earliest one hour from now. */
const [QUIET_FROM, QUIET_TO, QUIET_MINUTES] = ["13:00", "17:30", 30];

/** The event that is easiest to move: the last tentative one, or else the last one. */
function movable(told: Told, results: Results): Happening | undefined {
  const events = ahead(eventsIn(results, told.date), told);
  return events.findLast(({ tentative }) => tentative) ?? events.at(-1);
}

function quietTime({ date, time = "00:00" }: Told, results: Results): string | undefined {
  const events = eventsIn(results, date);
  const soonest = time < "23:00" ? shiftTime(time, 60) : "23:59";
  for (let at: string = QUIET_FROM; at <= QUIET_TO; at = shiftTime(at, QUIET_MINUTES)) {
    const end = shiftTime(at, QUIET_MINUTES);
    if (at >= soonest && !events.some((event) => event.start < end && event.end > at)) return at;
  }
  return undefined;
}

/** A day is named for recovery once: in the morning, or at midday when it has become one since. */
function isSaid({ variant, date }: Told, results: Results): boolean {
  return variant === "evening" || (variant === "midday" && morningZoneIn(results) === zoneIn(results, date));
}

/** A day for recovery: it names the one thing to move, and proposes quiet time where the trigger may propose. */
export const recoveryDay: SkillWriter = {
  reads: () => [
    { name: "get_crs", args: {} },
    { name: "query_calendar", args: {} },
  ],
  follow(told, results) {
    const time = quietTime(told, results);
    if (time === undefined || isSaid(told, results)) return [];
    const args = { title: "Quiet half hour", date: told.date, time, minutes: QUIET_MINUTES };
    return [{ name: "propose_action", args: { actions: [{ tool: "propose_schedule", args }] } }];
  },
  write: (told, results, quote) => recoveryDay.line?.(told, results, quote),
  line(told, results, quote) {
    if (!sawCalendar(results) || isSaid(told, results)) return undefined;
    const event = movable(told, results);
    const quiet = proposed(results) ? " and a quiet half hour is yours to approve" : "";
    const move =
      event === undefined ? "nothing in your calendar has to move" : `I would move ${happening(event, quote)}`;
    return `Let this be a day to recover: ${move}${quiet === "" ? "" : `,${quiet}`}.`;
  },
};
