/**
 * Writes a Brief from tool results and nothing else. It is the L3 template and the voice of the offline composer. A
 * Brief has three sentences at most: how the person is and why; what is unsure or missing, if anything; one suggestion.
 */
import { type BriefVariant, HealthAnswer, type Pillar, type ToolResult, type Zone } from "@waldo/contracts";
import { ordinalWord } from "../../safety/body/body-claims.ts";
import { type DayScore, dayScore } from "../candidate.ts";

const LEAD: Record<BriefVariant, Record<Zone, string>> = {
  morning: {
    energized: "You're energized this morning",
    steady: "You're steady this morning",
    flagging: "You're flagging this morning",
    depleted: "You're depleted this morning",
  },
  midday: {
    energized: "Halfway through, you're still energized",
    steady: "Halfway through, you're steady",
    flagging: "Halfway through, you're flagging",
    depleted: "Halfway through, you're depleted",
  },
  evening: {
    energized: "You're energized as the day closes",
    steady: "You're steady as the day closes",
    flagging: "You're flagging as the day closes",
    depleted: "You're depleted as the day closes",
  },
  event: {
    energized: "The picture has changed, and you're energized",
    steady: "The picture has changed, and you're steady",
    flagging: "The picture has changed, and you're flagging",
    depleted: "The picture has changed, and you're depleted",
  },
};

/**
 * The phrase for a pillar that is below the person's norm and is the drag. Each phrase is a claim that the gates can
 * trace.
 */
const BECAUSE: Record<Pillar, string> = {
  sleep: "a rough night is the main drag",
  cass: "your HRV is below your usual, which is the main drag",
  rhrts: "your resting heart rate is raised, which is the main drag",
  rrs: "your breathing ran faster than usual, which is the main drag",
  circadian: "your rhythm is off, which is the main drag",
  motion: "your activity is off your usual, which is the main drag",
};

const GOOD_NEWS: Partial<Record<Pillar, string>> = {
  sleep: "after a solid night",
  cass: "with your HRV above your usual",
};

const MISSING_WORDS: Partial<Record<Pillar, string>> = {
  sleep: "No sleep arrived from your wearable, so this rests on the rest",
  cass: "No HRV arrived from your wearable, so this leans on your other signals",
};

const SUGGEST: Record<BriefVariant, Record<Zone, string>> = {
  morning: {
    energized: "Put the hardest thing first and let it have your best hours.",
    steady: "Keep your usual pace and leave one gap between meetings.",
    flagging: "Take one thing off the list before you start.",
    depleted: "Do only what cannot wait, and let the rest be tomorrow's.",
  },
  midday: {
    energized: "If something hard is left, now is the time for it.",
    steady: "A short walk outside will carry you through the afternoon.",
    flagging: "Move one demanding thing out of the afternoon.",
    depleted: "Close what you can and keep the afternoon empty.",
  },
  evening: {
    energized: "Wind down on time and keep tomorrow this easy.",
    steady: "Let the last hour be a quiet one.",
    flagging: "Screens down early; go to bed when you are tired.",
    depleted: "Nothing more today: food, a dark room, an early bed.",
  },
  event: {
    energized: "Use it, but do not plan on it lasting.",
    steady: "Carry on, a little slower for the next hour.",
    flagging: "Step away for a few minutes before the next thing.",
    depleted: "Stop here if you can, and rest before deciding anything.",
  },
};

/**
 * Returns the text, or undefined when no result says anything about the day. `aside` is a sentence that another recipe
 * of the moment adds. It goes before the suggestion, and replaces the suggestion where there would be four sentences.
 */
export function writeBrief(
  variant: BriefVariant,
  date: string,
  results: readonly ToolResult[],
  aside?: string,
): string | undefined {
  const score = dayScore(results, date);
  if (!score) return nothingArrived(variant, results);
  if (score.bodyZone === undefined) return noScore(score);
  return [
    lead(variant, score, score.bodyZone, roughNights(results)),
    caveat(score) ?? since(variant, results),
    aside,
    SUGGEST[variant][score.bodyZone],
  ]
    .filter((sentence) => sentence !== undefined)
    .slice(0, 3)
    .join(" ");
}

const MOVED: Record<NonNullable<HealthAnswer["sinceMorning"]>, string> = {
  up: "Form has come up since this morning.",
  level: "Form has held since this morning.",
  down: "Form has slipped since this morning.",
};

/** How the day has gone so far, for every Brief after the first one of the day. */
function since(variant: BriefVariant, results: readonly ToolResult[]): string | undefined {
  if (variant !== "midday" && variant !== "evening") return undefined;
  const moved = healthOf(results)?.sinceMorning;
  return moved === undefined ? undefined : MOVED[moved];
}

function healthOf(results: readonly ToolResult[]): HealthAnswer | undefined {
  const health = results.find((result) => result.ok && result.name === "get_health");
  return health?.ok ? HealthAnswer.safeParse(health.value).data : undefined;
}

/** Says which rough night in a row this is, as get_health counted them. Undefined below the second. */
function roughNights(results: readonly ToolResult[]): string | undefined {
  const days = healthOf(results)?.runs.find((run) => run.pillar === "sleep" && run.side === "below")?.days;
  return days === undefined ? undefined : ordinalWord(days);
}

function lead(variant: BriefVariant, score: DayScore, bodyZone: Zone, streak: string | undefined): string {
  return `${LEAD[variant][bodyZone]}${reason(score, streak) ?? ""}.`;
}

/** Names the drag if it is really below the person's norm. Otherwise it names the best news, or claims nothing. */
function reason(score: DayScore, streak: string | undefined): string | undefined {
  const { drag, pillars } = score;
  const band = drag === undefined ? undefined : pillars[drag]?.band;
  if (drag !== undefined && (band === "below" || band === "well_below"))
    return drag === "sleep" && streak
      ? `: the main drag is a rough night, the ${streak} in a row`
      : `: ${BECAUSE[drag]}`;
  for (const pillar of ["sleep", "cass"] as const) {
    const good = pillars[pillar]?.band === "above" || pillars[pillar]?.band === "well_above";
    if (good) return `, ${GOOD_NEWS[pillar]}`;
  }
  return undefined;
}

function caveat(score: DayScore): string | undefined {
  for (const pillar of ["sleep", "cass"] as const)
    if (score.missing.includes(pillar)) return `${MISSING_WORDS[pillar]}.`;
  if (score.status === "provisional") return "This may still move once your wearable has synced.";
  if (score.confidence < 0.5) return "I am still learning your normal, so take this lightly.";
  return undefined;
}

function noScore(score: DayScore): string {
  const gone = [
    score.missing.includes("sleep") ? "no sleep" : "",
    score.missing.includes("cass") ? "no HRV" : "",
  ].filter(Boolean);
  const yet = score.status === "provisional" ? " yet" : "";
  const what = gone.length > 0 ? `: ${gone.join(" and ")} arrived from your wearable${yet}` : "";
  const then =
    yet === "" ? "Wear it tonight, and I will look again in the morning." : "I will look again when it syncs.";
  return `I can't score today${what}. ${then}`;
}

function nothingArrived(variant: BriefVariant, results: readonly ToolResult[]): string | undefined {
  const looked = results.some((result) => result.name === "get_crs" && !result.ok && result.error === "not_found");
  if (!looked || variant === "event") return undefined;
  return "I can't score today: nothing has arrived from your wearable yet. Sync it when you can, and I will look again.";
}
