/**
 * Plain requests, understood without a language model: remember, remind, tell me when, stop that. English only, and
 * only whole sentences of these shapes; anything else is left to a model.
 */
import { type Hall, type LocalDate, Zone } from "@waldo/contracts";
import { addDays } from "../../time.ts";
import type { Ask, SkillWriter } from "./writer.ts";

const POLITE = /^\s*(?:(?:please|waldo|hey waldo|ok waldo)[,:]?\s+)*/iu;
const REMEMBER = /^remember(?: that)?[:,]?\s+(.{3,400})$/isu;
const REMIND =
  /^remind me\s+(?:(every day|daily|today|tomorrow|on \d{4}-\d{2}-\d{2})\s+)?at (\d{1,2}):(\d{2})\s+(?:to|about|that|of)\s+(.{2,190})$/isu;
const TELL =
  /^tell me (?:if|when) i(?:'m| am)\s+(energized|steady|flagging|depleted)[,:]?\s*(?:to\s+|that\s+)?(.{0,190})$/isu;
const STOP =
  /^(?:stop|cancel|drop)\s+(?:the\s+)?(?:reminder|reminding me|telling me)\s*(?:about|of|to|for)?\s+(.{2,190})$/isu;
/** How a wish begins. What does not begin so is a fact. */
const WISH =
  /^(?:i (?:prefer|like|want|love|hate|dislike|don't want|do not want|need)\b|no\b|never\b|always\b|don't\b|do not\b)/iu;

type Understood =
  | { readonly kind: "remember"; readonly hall: Hall; readonly claim: string }
  | { readonly kind: "remind"; readonly text: string; readonly time: string; readonly day: string }
  | { readonly kind: "tell"; readonly zone: Zone; readonly text: string }
  | { readonly kind: "stop"; readonly about: string };

export function understood(message: string): Understood | undefined {
  const said = message
    .replace(POLITE, "")
    .trim()
    .replace(/[.!]+$/u, "");
  const remember = REMEMBER.exec(said)?.[1];
  if (remember !== undefined)
    return { kind: "remember", hall: WISH.test(remember) ? "preferences" : "facts", claim: remember };
  const remind = REMIND.exec(said);
  if (remind) {
    const [, day = "today", hours = "", minutes = "", text = ""] = remind;
    if (Number(hours) > 23 || Number(minutes) > 59) return undefined;
    return { kind: "remind", text, time: `${hours.padStart(2, "0")}:${minutes}`, day: day.toLowerCase() };
  }
  const tell = TELL.exec(said);
  const zone = Zone.safeParse(tell?.[1]?.toLowerCase());
  if (tell && zone.success) return { kind: "tell", zone: zone.data, text: tell[2]?.trim() || `you are ${zone.data}` };
  const stop = STOP.exec(said)?.[1];
  return stop === undefined ? undefined : { kind: "stop", about: stop };
}

function askOf(request: Understood, date: LocalDate): Ask {
  switch (request.kind) {
    case "remember":
      return { name: "update_memory", args: { hall: request.hall, claim: request.claim } };
    case "remind": {
      const { text, time, day } = request;
      if (day === "every day" || day === "daily") return { name: "watch", args: { text, time } };
      const on = day === "today" ? date : day === "tomorrow" ? addDays(date, 1) : day.slice("on ".length);
      return { name: "watch", args: { text, time, date: on } };
    }
    case "tell":
      return { name: "watch", args: { text: request.text, zone: request.zone } };
    case "stop":
      return { name: "cancel_watch", args: { about: request.about } };
  }
}

const DONE: Record<Understood["kind"], string> = {
  remember: "Noted. It is settled tonight, and until then I know it all the same.",
  remind: "I will remind you.",
  tell: "I will tell you when it comes to that.",
  stop: "That one is cancelled.",
};

const NOT_DONE: Record<Understood["kind"], string> = {
  remember: "I could not note that: there was nothing in it to remember.",
  remind: "I could not set that: the moment may have passed, or there are too many reminders already.",
  tell: "I could not set that: there may be too many reminders already.",
  stop: "I found no such reminder.",
};

export const request: SkillWriter = {
  answers: (message) => understood(message) !== undefined,
  reads({ message = "", date }) {
    const found = understood(message);
    return found ? [askOf(found, date)] : [];
  },
  write({ message = "", date }, results) {
    const found = understood(message);
    if (!found) return undefined;
    const { name } = askOf(found, date);
    const result = results.find((one) => one.name === name);
    return result?.ok ? DONE[found.kind] : NOT_DONE[found.kind];
  },
};
