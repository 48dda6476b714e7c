/**
 * Reads a message that is complete only together with the talk before it: "and yesterday?", "is that good?", "why?",
 * "make it 6", "delete the second one". It keeps nothing: the request before is understood again from the thread, so the
 * same message in the same thread always means the same.
 */
import { asksNothing } from "../reports.ts";
import { alsoDone, datedTask, dropsIt, keeps, named, nth, oneMore, otherGoal } from "./lines.ts";
import { again, beforeIt, otherBrief, otherTime, reminded, repeated, shifted } from "./moments.ts";
import { judging, otherDay, why } from "./questions.ts";
import { type Clear, type LeaningMoment, MOST_CHARS, type Reader } from "./reading.ts";
import { alsoRemind, reworded, skipped } from "./reminders.ts";
import { added, corrected, keptGoal, unkept } from "./told.ts";

/** Returns what a message means after the request before it, or undefined when it stands alone. */
export function leaningOn(message: string, moment: LeaningMoment): Clear | undefined {
  const said = message.replaceAll("’", "'").trim();
  if (said.length > MOST_CHARS) return undefined;
  for (const part of [said, ...withoutReason(said)]) {
    const found = read(part, part === said ? message : part, moment);
    if (found) return found;
  }
  return undefined;
}

/** "Make it half nine, he is never dressed by then": a part of a message, when the other only says why. */
function withoutReason(said: string): readonly string[] {
  const [head = "", tail] = said.split(/[,;.!]\s+(.+)$|\s+[-–—]\s+(.+)$/u).filter((part) => part !== undefined);
  if (tail === undefined || tail === "") return [];
  return [...(asksNothing(tail) ? [head] : []), ...(asksNothing(head) ? [tail] : [])];
}

function read(said: string, message: string, moment: LeaningMoment): Clear | undefined {
  for (const reader of READERS) {
    const found = reader(said, moment);
    const intent = moment.intents.get(found?.intent ?? "");
    if (found === undefined || intent === undefined) continue;
    const { slots = {}, words, about, part = message } = found;
    return {
      is: "clear",
      intent,
      slots: [slots],
      message: words === undefined ? part : `${part} ${words}`,
      ...(about === undefined ? {} : { before: about }),
    };
  }
  return undefined;
}

/** What a message may lean on, in the order in which it is tried. */
const READERS: readonly Reader[] = [
  unkept,
  corrected,
  reminded,
  beforeIt,
  skipped,
  reworded,
  alsoRemind,
  otherBrief,
  why,
  judging,
  again,
  repeated,
  otherDay,
  otherTime,
  otherGoal,
  keptGoal,
  shifted,
  keeps,
  alsoDone,
  dropsIt,
  nth,
  named,
  datedTask,
  oneMore,
  added,
];
