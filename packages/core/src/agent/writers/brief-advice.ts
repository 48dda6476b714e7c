/** Asks the library of suggestions for the one that fits a day with a score, and says it. */
import type { HealthAnswer, LocalTime, NightFinding, Zone } from "@waldo/contracts";
import { feelsWorse, feltOf, OWED_FROM } from "../../day/facts.ts";
import { dayNumber } from "../../health/timeline.ts";
import type { SuggestionCause } from "../../skills/suggestion.ts";
import { suggest, type Told } from "../../skills/suggestion-choice.ts";
import { type Asked, wordsOf } from "../../skills/suggestions.ts";
import { capital, clockWords } from "../../spoken.ts";
import { addDays, weekdayOf } from "../../time.ts";
import type { Scored } from "./brief-cause.ts";
import type { Cause } from "./brief-words.ts";
import { agendaIn, ahead, eventsIn, tonightIn } from "./reading.ts";
import type { Results } from "./writer.ts";

/** For so many days a suggestion keeps one of its two wordings. */
const TURN_DAYS = 7;

type Moment = Scored & { readonly time?: string | undefined };

/**
 * Returns the one suggestion for a day, or undefined when none fits. `again` is true where a suggestion of today may be
 * said once more: in the morning's own Brief and in a chat.
 */
export function adviceOf(
  day: Moment,
  cause: Cause | "evening",
  results: Results,
  { again = false }: { readonly again?: boolean } = {},
): string | undefined {
  const asked = askedOf(day, cause, results);
  const told = toldOf(results, again);
  const chosen = suggest(asked, told);
  return chosen && capital(wordsOf(chosen, asked, Math.floor(dayNumber(day.date) / TURN_DAYS)));
}

function toldOf(results: Results, again: boolean): Told | undefined {
  const { suggestions } = agendaIn(results);
  return suggestions && { ...suggestions, told: suggestions.told.filter(({ ago }) => !again || ago > 0) };
}

const ZONE_NAME: Record<Zone, Asked["zone"]> = {
  energized: "strong",
  steady: "normal",
  flagging: "low",
  depleted: "low",
};

/** The hour of a Brief whose time is not known, by the part of the day in which the person woke. */
const HOUR_OF: Record<NonNullable<NightFinding["woke"]>, LocalTime> = {
  night: "03:00",
  morning: "08:00",
  afternoon: "15:00",
  evening: "19:00",
};

function askedOf(day: Moment, cause: Cause | "evening", results: Results): Asked {
  const { date, health, bodyZone } = day;
  const { night, signs, bodyStrain } = health;
  const time = day.time ?? HOUR_OF[night?.woke ?? "morning"];
  const all = eventsIn(results, date);
  const events = ahead(all, { time });
  const { goal, focus } = agendaIn(results);
  const bed = tonightIn(results);
  const tomorrow = eventsIn(results, addDays(date, 1))[0]?.start;
  // An event that ends after midnight ends on another day.
  const last = events.some(({ start, end }) => end < start)
    ? undefined
    : events
        .map(({ end }) => end)
        .sort()
        .at(-1);
  const wokeEarly = signs.some(({ sign, side, size }) => sign === "wakeTime" && side === "low" && size !== "slight");
  return {
    cause: cause === "evening" ? eveningCause(health, tomorrow) : causeNamed(cause, health),
    date,
    time,
    weekday: weekdayOf(date),
    // The worse of the two counts: how the person feels, or what their readings say.
    zone: feelsWorse(feltOf(health.said, bodyZone)) ? "low" : ZONE_NAME[bodyZone],
    night: night && { ...night, wokeEarly },
    strainDay: bodyStrain?.days,
    events: { count: events.length, first: events[0]?.start, last, isWhole: events.length === all.length },
    tomorrow: { first: tomorrow },
    hasGoal: goal !== undefined || focus !== undefined,
    bed: bed && clockWords(bed),
  };
}

/** An event before this time is early. */
const EARLY = "08:30";

/** Returns what an evening without strain is about: an early start, what the week lacks, or the end of the day. */
function eveningCause({ night }: HealthAnswer, tomorrow: LocalTime | undefined): SuggestionCause {
  if (tomorrow !== undefined && tomorrow < EARLY) return "earlyStart";
  return (night?.halfHoursOwed ?? 0) >= OWED_FROM.slight ? "debt" : "plain";
}

/** Returns the cause as the library names it. */
function causeNamed(cause: Cause, health: HealthAnswer): SuggestionCause {
  const { night, signs } = health;
  const has = (name: string, side: "low" | "high", least: "slight" | "clear" = "clear") =>
    signs.some((one) => one.sign === name && one.side === side && (least === "slight" || one.size !== "slight"));
  const isLate = (night?.halfHoursLate ?? 0) >= LATE;
  const isEarly = has("wakeTime", "low");
  switch (cause) {
    case "strain":
      return "together";
    case "strainDays":
    case "strainFar":
      return cause;
    case "after":
      return "afterStrain";
    case "first":
      return "firstNights";
    case "heart":
      return heartCause(health);
    case "active":
      return "movedMuch";
    case "still":
      return "movedLittle";
    case "timing":
      return isLate ? "lateBed" : "timing";
    case "good":
      if (night?.kind === "good" || has("sleepLength", "high")) return "goodNight";
      return signs.some(({ sign, side }) => sign === "hrv" && side === "high") || has("restingHr", "low", "slight")
        ? "recoveryHigh"
        : "plain";
    case "sleepLow":
    case "sleepFine":
      if (night?.kind === "broken" || (night?.kind === "usual" && has("sleepQuality", "low"))) return "brokenNight";
      if (isEarly) return "earlyWake";
      if (isLate) return "lateBed";
      if (night?.kind === "rough") return "roughNight";
      return night?.kind === "short" || (night?.halfHoursOwed ?? 0) < OWED_FROM.slight ? "shortNight" : "debt";
    case "low":
    case "plain":
      return isEarly && night?.kind !== "good" ? "earlyWake" : cause;
  }
}

/** In half hours. From here on a bedtime counts as late. */
const LATE = 2;

function heartCause({ signs }: HealthAnswer): SuggestionCause {
  for (const { sign, side } of signs) {
    if (sign === "hrv" && side === "low") return "heartLow";
    if (sign === "restingHr" && side === "high") return "pulseUp";
    if (sign === "breathing" && side === "high") return "breathing";
  }
  return "heartLow";
}
