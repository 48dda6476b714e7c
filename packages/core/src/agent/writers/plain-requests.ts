/**
 * Understands plain requests without a language model: remember, remind, tell me when, stop that. It understands
 * English only, and only whole sentences of these forms. It leaves every other message to a model.
 */
import { type Hall, type LocalDate, Zone } from "@waldo/contracts";
import { addDays } from "../../time.ts";
import type { Ask, SkillWriter } from "./writer.ts";

/** A longer message is a conversation, not a request. */
const MOST_CHARS = 420;
const POLITE = ["please", "waldo", "hey", "ok", "and"];
/** How a wish begins. A sentence that begins otherwise is a fact. */
const WISHES =
  "i prefer,i like,i want,i love,i hate,i dislike,i don't want,i do not want,i need,no,never,always,don't,do not".split(
    ",",
  );
const REMIND =
  /^remind me (?:(every day|daily|today|tomorrow|on \d{4}-\d{2}-\d{2}) )?at (\d{1,2}):(\d{2}) (?:to|about|that|of) /i;
const TELL = /^tell me (?:if|when) i(?:'m| am) (energized|steady|flagging|depleted)/i;
const STOPS = ["stop reminding me", "stop telling me", "cancel the reminder", "cancel reminder", "drop the reminder"];
const JOINS = ["about", "of", "to", "for", "that"];

type Understood =
  | { readonly kind: "remember"; readonly hall: Hall; readonly claim: string }
  | { readonly kind: "remind"; readonly text: string; readonly time: string; readonly day: string }
  | { readonly kind: "tell"; readonly bodyZone: Zone; readonly text: string }
  | { readonly kind: "stop"; readonly about: string };

export function understood(message: string): Understood | undefined {
  const said = plain(message);
  if (said === undefined) return undefined;
  const remember = after(said, ["remember that", "remember"]);
  if (remember !== undefined) {
    const wish = WISHES.some((start) => remember.toLowerCase().startsWith(`${start} `));
    return { kind: "remember", hall: wish ? "preferences" : "facts", claim: remember };
  }
  const remind = REMIND.exec(said);
  if (remind) {
    const [whole, day = "today", hours = "", minutes = ""] = remind;
    const text = said.slice(whole.length).trim();
    if (Number(hours) > 23 || Number(minutes) > 59 || text === "") return undefined;
    return {
      kind: "remind",
      text: text.slice(0, 190),
      time: `${hours.padStart(2, "0")}:${minutes}`,
      day: day.toLowerCase(),
    };
  }
  const tell = TELL.exec(said);
  const bodyZone = Zone.safeParse(tell?.[1]?.toLowerCase());
  if (tell && bodyZone.success) {
    const rest = unmarked(said.slice(tell[0].length));
    const text = after(rest, JOINS) ?? rest;
    return { kind: "tell", bodyZone: bodyZone.data, text: text.slice(0, 190) || `you are ${bodyZone.data}` };
  }
  const stop = after(said, STOPS);
  return stop === undefined ? undefined : { kind: "stop", about: (after(stop, JOINS) ?? stop).slice(0, 190) };
}

/** Returns the message on one line, without the courtesies before it and the full stop after it. */
function plain(message: string): string | undefined {
  if (message.length > MOST_CHARS) return undefined;
  const words = message.trim().split(/\s/u).filter(Boolean);
  while (POLITE.includes((words[0] ?? "").toLowerCase().replace(/[,:]/u, ""))) words.shift();
  let said = words.join(" ");
  while (said.endsWith(".") || said.endsWith("!")) said = said.slice(0, -1);
  return said;
}

/**
 * Returns what follows one of the beginnings, with or without a colon or comma between; undefined when nothing follows.
 */
function after(said: string, beginnings: readonly string[]): string | undefined {
  for (const beginning of beginnings) {
    if (!said.toLowerCase().startsWith(beginning)) continue;
    const rest = said.slice(beginning.length);
    if (rest !== "" && !" :,".includes(rest[0] ?? "")) continue;
    const words = unmarked(rest);
    return words.length < 2 ? undefined : words;
  }
  return undefined;
}

/** Returns the text without a colon or comma at its start. */
function unmarked(text: string): string {
  return text.replace(/^[:,]/u, "").trim();
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
      return { name: "watch", args: { text: request.text, bodyZone: request.bodyZone } };
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
