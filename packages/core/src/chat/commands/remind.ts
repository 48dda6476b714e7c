/** Sets a reminder: what, and when, as in the chat. */
import { INTENT_LANGUAGES, type WallClock, type When } from "@waldo/contracts";
import { wakeForReminders } from "../../cadence/reminder-times.ts";
import { type Timed, whenIn } from "../../language/times.ts";
import { localDate, localTime } from "../../time.ts";
import { plannedWatch } from "../../tools/catalogue/watches.ts";
import { ToolFailure } from "../../tools/tool.ts";
import type { Obey } from "./ports.ts";

/** As many characters as a reminder has. */
const MOST_TEXT = 190;

export const remind: Obey = async (ports, { profile, name, now }, words) => {
  if (words === "") return { text: "What shall I remind you of, and when? Say /remind call the garage by Friday." };
  const clock = { date: localDate(now, profile.timeZone), time: localTime(now, profile.timeZone) };
  const { when, around, rest } = timeIn(words, clock);
  const text = whatIn(rest).slice(0, MOST_TEXT);
  if (when === undefined)
    return { text: "When shall I remind you? Say it again with a time: /remind … by Friday 9:00." };
  if (text === "") return { text: "What shall I remind you of? Say it again with a few words: /remind … at 9." };
  const { userId } = profile;
  const context = { store: ports.store, userId, runId: `command-${name}`, now };
  try {
    const { value, writes } = await plannedWatch(
      text,
      { ...momentOf(when), ...(around ? { around } : {}) },
      context,
      "owner",
    );
    const told =
      "known" in value
        ? `You have that one already: ${value.fires}, ${text}.`
        : `I will remind you ${value.fires}: ${text}.`;
    return { text: told, writes, after: () => wakeForReminders(ports, userId) };
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    return { text: `I have not set it: ${error.message}.` };
  }
};

/** Reads the time in the first language in which there is one. */
function timeIn(words: string, clock: WallClock): Timed {
  const read = INTENT_LANGUAGES.map((language) => whenIn(words, clock, language));
  return read.find(({ when }) => when !== undefined) ?? { rest: words, dated: false, timed: false };
}

const EDGES =
  /^(?:me\s+)?(?:to\s+|that\s+)?|(?:[\s,;:.–-]|\b(?:by|at|on|in|until|before|um|am|bis|a|para|à|le)\b)*$/giu;

/** The words without what stood around the time. */
function whatIn(rest: string): string {
  return rest.replaceAll(EDGES, "").replaceAll(/\s+/gu, " ").trim();
}

function momentOf(when: When) {
  if (when.on === "once") return { date: when.date, time: when.time };
  if (when.on === "days") return { time: when.time, ...(when.days ? { weekdays: when.days } : {}) };
  const { event, minutes, date } = when;
  return { before: { event, minutes, ...(date === undefined ? {} : { date }) } };
}
