// Checks whether the person asked for a call, with the plain code that understands messages (core/language). It reads
// only the person's words, in every supported language. The intent must be clear and must use this tool. Every argument
// must occur in the words or be the time that they name.
import type { Asked, LocalDate, Slots, ToolCall, ToolName, Wish } from "@waldo/contracts";
import { canonicalJson } from "../digest.ts";
import { settingIn } from "../language/setting-words.ts";
import type { Json } from "../ports.ts";
import { addDays } from "../time.ts";
import { bestNamed } from "./matching.ts";
import { says } from "./provenance.ts";
import type { Target } from "./tool.ts";

const SPARES_SOME =
  /(?<!\p{L})(?:except|but|besides|other than|apart from|instead of|rather than|keep|leave|außer|aber|sondern|statt|behalt\p{L}*|excepto|menos|salvo|sino|pero|en vez de|sauf|mais|plutôt que|au lieu|garde\p{L}*)(?!\p{L})/iu;

/** True for a message that may name an exception: "all but the dentist". Nothing that such a message names is deleted. */
export function sparesSome(message: string): boolean {
  return SPARES_SOME.test(message);
}

/** Matches a message with a negation or a condition. */
const DENIES =
  /(?<!\p{L})(?:not|no|never|without|n['’]t|don['’]t|dont|unless|if|nicht|kein\p{L}*|nie|ohne|wenn|nunca|sin|si|pas|jamais|sans)(?!\p{L})/iu;

export function isUnderstood(
  {
    name,
    args,
    implied = [],
  }: { readonly name: ToolName; readonly args: Json; readonly implied?: readonly string[] | undefined },
  target: Pick<Target<unknown>, "words" | "rivals"> | undefined,
  asked: Asked | undefined,
  today: LocalDate,
): boolean {
  if (asked?.is !== "clear") return false;
  return [asked, ...(asked.also ?? [])].some((wish) => asksFor(wish, { name, args, implied }, target, today));
}

/** True when one wish of the message asks for the call. */
function asksFor(
  asked: Wish,
  { name, args, implied }: { readonly name: ToolName; readonly args: Json; readonly implied: readonly string[] },
  target: Pick<Target<unknown>, "words" | "rivals"> | undefined,
  today: LocalDate,
): boolean {
  if (!asked.intent.acts || !asked.intent.tools.includes(name)) return false;
  const { message } = asked;
  if (args === null || typeof args !== "object" || Array.isArray(args)) return false;
  const isSaid = Object.entries(args)
    .filter(([argument]) => argument === "status" || !implied.includes(argument))
    .every(([argument, value]) => saysValue(asked, argument, value, today));
  if (!isSaid || (name === "watch" && !saysMoment(asked, args))) return false;
  return target === undefined || (!sparesSome(message) && !DENIES.test(message) && names(message, target));
}

/** Arguments that follow from the intent alone, without words in the message. */
const SAID_BY: Readonly<Record<string, readonly string[]>> = {
  "status=done": ["finish-task"],
  "status=dropped": ["drop-task"],
  "quiet=false": ["speak-again"],
  "last=true": ["forget"],
  // A goal for which the person names no section. The answer names the section, and undo takes the goal out again.
  "section=quarter": ["add-goal"],
  "section=commitments": ["add-goal"],
};

/**
 * Intents that last for a while if the person names no end: "focusing" means quiet for a while, "30 more minutes" means
 * to ask later. Such a time ends at the latest tomorrow, or when the person speaks.
 */
const FOR_A_WHILE: Readonly<Record<string, string>> = { quiet: "quiet-until", later: "move-reminder" };

/** Arguments that plain code reads from the whole message. */
const SETTINGS: readonly string[] = ["wakeTime", "briefs", "quietHours", "days", "briefSentences", "showsForm"];
const settingsOf = (message: string): Readonly<Record<string, Json>> => settingIn(message) ?? {};

/**
 * True when the person's message gives this value for an argument: in its words, as a time or a zone, or by its intent.
 */
function saysValue({ intent, message, slots }: Wish, argument: string, value: Json, today: LocalDate): boolean {
  if (SETTINGS.includes(argument)) return isSame(settingsOf(message)[argument], value);
  if (FOR_A_WHILE[argument] === intent.name && !slots.some(({ when }) => when?.on === "once"))
    return value === "until heard" || isSoon(value, today);
  if (argument === "status" || typeof value === "boolean")
    return SAID_BY[`${argument}=${value}`]?.includes(intent.name) ?? false;
  if (typeof value === "string" && (says(message, value) || SAID_BY[`${argument}=${value}`]?.includes(intent.name)))
    return true;
  return slots.some((slot) => isSame(meantBy(slot, argument), value));
}

function isSoon(value: Json, today: LocalDate): boolean {
  const date = value !== null && typeof value === "object" && !Array.isArray(value) ? value["date"] : undefined;
  return date === today || date === addDays(today, 1);
}

const isSame = (meant: Json | undefined, value: Json) =>
  meant !== undefined && canonicalJson(meant) === canonicalJson(value);

const MOMENT = ["date", "time", "weekdays", "before"] as const;

/**
 * True when the arguments give a complete moment of the message. Without its date, a single reminder would become a
 * daily one.
 */
function saysMoment({ slots }: Wish, args: Readonly<Record<string, Json>>): boolean {
  return slots.some((slot) =>
    MOMENT.every((argument) => {
      const [meant, value] = [meantBy(slot, argument), args[argument]];
      return value === undefined ? meant === undefined : isSame(meant, value);
    }),
  );
}

/** Returns the value that a slot gives for an argument of a tool. */
function meantBy({ when, date, zone }: Slots, argument: string): Json | undefined {
  switch (argument) {
    case "date":
      return when?.on === "once" ? when.date : date;
    case "due":
      return date;
    case "time":
      return when?.on === "once" || when?.on === "days" ? when.time : undefined;
    case "weekdays":
      return when?.on === "days" && when.days ? [...when.days] : undefined;
    case "before":
      return when?.on === "before"
        ? { event: when.event, minutes: when.minutes, ...(when.date ? { date: when.date } : {}) }
        : undefined;
    case "quiet":
    case "later":
      return when?.on === "once" ? { date: when.date, time: when.time } : undefined;
    case "bodyZone":
      return zone;
    default:
      return undefined;
  }
}

/** True when the words name this row and no other row equally well. */
function names(message: string, { words, rivals }: Pick<Target<unknown>, "words" | "rivals">): boolean {
  const rows = [words, ...rivals].map((text) => ({ text }));
  return bestNamed(rows, ({ text }) => text, message) === rows[0];
}

/**
 * Returns the moment that the person named for a call, when the call has another one, in words for a model. A message
 * that plain code does not read for certain contradicts nothing. Where only a part of a day was named, its day counts.
 */
export function otherMoment({ name, args }: Pick<ToolCall, "name" | "args">, asked: Asked | undefined) {
  const checked = CHECKED.find(({ tool }) => tool === name);
  if (checked === undefined || asked?.is !== "clear") return undefined;
  if (args === null || typeof args !== "object" || Array.isArray(args)) return undefined;
  const named = [asked, ...(asked.also ?? [])]
    .filter(({ intent }) => intent.acts && intent.slots.includes("text") && intent.tools.includes(checked.tool))
    .flatMap(({ slots }) => slots.filter((slot) => slot[checked.slot] !== undefined));
  const isNamed = (slot: Slots) =>
    (slot.around ? PART_OF_DAY : checked.moment).every((argument) => {
      const [meant, value] = [meantBy(slot, argument), args[argument]];
      return meant === undefined ? value === undefined : isSame(meant, value ?? null);
    });
  if (named.length === 0 || named.some(isNamed)) return undefined;
  return named.map((slot) => JSON.stringify(slot[checked.slot])).join(" or ");
}

/** The tools that set a new thing for a moment, and the arguments that give it. */
const CHECKED = [
  { tool: "watch", slot: "when", moment: MOMENT },
  { tool: "write_task", slot: "date", moment: ["due"] },
] as const;
/** The names of these tools. */
export const SETS_MOMENT: ReadonlySet<string> = new Set(CHECKED.map(({ tool }) => tool));
const PART_OF_DAY = ["date", "weekdays"] as const;
