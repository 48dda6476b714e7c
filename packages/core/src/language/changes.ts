// Reads how a person wants to change proposed actions: "make it 4 pm", "tomorrow instead", "call it Dentist", "drop the
// second one". Plain code can change a title, a day and a time. If one clause is not understood completely, nothing
// changes, because a half-understood change would show the person something that they did not say. Everything that the
// message does not name stays unchanged.
//
// bounded: every pattern reads at most 300 characters, see MOST_CHARS.
import type { IntentLanguage, LocalDate, LocalTime, PlainAction, WallClock, Wanted } from "@waldo/contracts";
import * as z from "zod";
import type { Json } from "../ports.ts";
import { DAY_MINUTES, minuteOf, timeOf } from "../time.ts";
import { whenIn } from "./times.ts";

type Args = Readonly<Record<string, Json>>;
type Draft = { readonly action: PlainAction; readonly args: Args };

/** The arguments that can hold a thing's name. The first that an action has is its title. */
const TITLES = ["title", "subject", "name"] as const;
/** Tools whose day and time can be moved, by their arguments. */
const MOMENTS: Readonly<Record<string, { readonly date: string; readonly time?: string }>> = {
  propose_schedule: { date: "date", time: "time" },
  watch: { date: "date", time: "time" },
  write_task: { date: "due" },
  update_task: { date: "due" },
};

type Changeable = { readonly title: boolean; readonly date: boolean; readonly time: boolean };

/** Returns what plain code can change of these actions. */
export function changeableIn(actions: readonly PlainAction[]): Changeable {
  const drafts = actions.map(draftOf);
  return {
    title: drafts.some((one) => titleOf(one) !== undefined),
    date: drafts.some((one) => momentOf(one)?.date !== undefined),
    time: drafts.some((one) => momentOf(one)?.time !== undefined),
  };
}

const ArgsOf = z.record(z.string(), z.json()).catch({});

function draftOf(action: PlainAction): Draft {
  return { action, args: ArgsOf.parse(action.args) };
}

/** Returns the name of the argument that is the title. */
const titleOf = ({ args }: Draft) => TITLES.find((name) => typeof args[name] === "string");

/** Returns the names of the arguments with the day and the time, if they can be changed. */
function momentOf({ action, args }: Draft): { readonly date?: string; readonly time?: string } | undefined {
  const moment = MOMENTS[action.tool];
  if (moment === undefined) return undefined;
  // A daily reminder has no date, and a reminder before an event has no time.
  if (action.tool !== "watch") return moment;
  const { date, time } = moment;
  return { ...(args[date] === undefined ? {} : { date }), ...(time && args[time] !== undefined ? { time } : {}) };
}

/** Returns the words that can name an action. */
function wordsIn({ action, args }: Draft): string[] {
  return tokens([action.title, ...Object.values(args).filter((value) => typeof value === "string")].join(" "));
}

/** Returns the words, numbers and times of a text, in lower case. */
export const tokens = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}:'#]+/gu) ?? [];

const SAYS_HALF =
  /[ap]m\b|\d:\d|noon|midnight|morning|afternoon|evening|night|uhr|\dh|früh|abend|mittag|mañana|tarde|noche|matin|midi|soir/iu;

/** True when a time in these words tells the half of the day. A bare "4" does not. */
export function saysHalf(words: string): boolean {
  return SAYS_HALF.test(words);
}

const MOST_CHARS = 300;

/** Returns the actions with the changes of the message. */
export function wantedOf(
  message: string,
  actions: readonly PlainAction[],
  { clock, spoken }: { readonly clock: WallClock; readonly spoken: IntentLanguage },
): Wanted {
  const unclear: Wanted = { is: "unclear" };
  if (message.length > MOST_CHARS || SPAN.test(message)) return unclear;
  const before = actions.map(draftOf);
  const { clauses, named } = clausesOf(message);
  let drafts: readonly (Draft | undefined)[] = before;
  if (named !== undefined) {
    // "Call it off" does not give a new name.
    if (CALLED_OFF.has(named.title.toLowerCase())) return unclear;
    const only = pick(before, named.words, (one) => titleOf(one) !== undefined);
    const place = only?.length === 1 ? only[0] : undefined;
    if (place === undefined) return unclear;
    drafts = drafts.map((one, i) =>
      i === place && one ? { ...one, args: { ...one.args, [titleOf(one) ?? ""]: named.title } } : one,
    );
  }
  for (const clause of clauses) {
    const next = dropped(before, drafts, clause) ?? moved(before, drafts, clause, { clock, spoken });
    if (next === undefined) return unclear;
    drafts = next;
  }
  const left = drafts.flatMap((one) =>
    one ? [{ tool: one.action.tool, args: one.args, title: one.action.title }] : [],
  );
  const isSame =
    left.length === actions.length &&
    JSON.stringify(left.map(({ args }) => args)) === JSON.stringify(actions.map(({ args }) => args));
  return left.length === 0 || isSame ? unclear : { is: "changed", actions: left };
}

/** Matches a span such as "3 to 4 pm". It is refused, because no action has an end of its own. */
const SPAN = /\d\s?(?:am|pm)?\s?(?:-|–|to|until|till|bis)\s?\d/iu;
const TITLE =
  /(?:^|[\s,;.])(?:(?:call|name|title|rename)\s(?<what>it|this|that|the\s\p{L}{1,12}(?:\sone)?)\s(?:to\s)?|(?:change|set|make)\sthe\s(?:title|name|subject)(?:\sof\s(?<of>the\s\p{L}{1,12}(?:\sone)?))?\s(?:to|into)\s|nenne?\s(?:es|das)\s|llámalo\s|appelle-le\s)/iu;
const JOINS = /\s*(?:[,;.!]|\s(?:and|but|then|und|aber|dann|y|pero|et|mais|puis)\s)\s*/iu;

type Clauses = {
  readonly clauses: readonly (readonly string[])[];
  readonly named?: { readonly title: string; readonly words: readonly string[] };
};

/** Splits a message into its clauses. A new title is everything after the words that introduce it. */
function clausesOf(message: string): Clauses {
  const text = message.replaceAll("’", "'");
  const found = TITLE.exec(text);
  const tail = found ? text.slice(found.index + found[0].length) : "";
  // A title in quotation marks ends at the closing mark.
  const quoted = QUOTED.exec(tail);
  const title = quoted ? quoted.slice(1).find((one) => one !== undefined) : unquoted(tail);
  const after = quoted ? tail.slice(quoted[0].length) : "";
  const rest = found && title ? `${text.slice(0, found.index)} , ${after}` : text;
  const pieces = rest
    // A number may have a point: "at 4.30", "4 p.m."
    .replaceAll(/(\d)[.](\d)/g, "$1:$2")
    .replaceAll(/\b([ap])\.?\s?m\b\.?/gi, "$1m")
    .split(JOINS)
    .map((piece) => tokens(piece).filter((word, i, all) => word !== "one" || !NAMES_ONE.has(all[i - 1] ?? "")));
  const clauses: string[][] = [];
  for (const words of pieces.filter((some) => some.some((word) => !FILLERS.has(word)))) {
    // In "drop the first and the last", the second part repeats the verb of the first.
    if (words.every((word) => IN_ORDER.has(word) || STRUCTURE.has(word)) && words.some((word) => IN_ORDER.has(word)))
      clauses.at(-1)?.push(...words) ?? clauses.push(words);
    else clauses.push(words);
  }
  if (!found || !title) return { clauses };
  return { clauses, named: { title, words: tokens(found.groups?.["what"] ?? found.groups?.["of"] ?? "") } };
}

const QUOTED = /^\s*(?:"([^"]+)"|“([^”]+)”|„([^“”]+)[“”]|«\s?([^»]+?)\s?»|'([^']+)'(?!\p{L}))/u;
const CALLED_OFF: ReadonlySet<string> = new Set(["off", "one off", "quits", "a day", "a night"]);

function unquoted(text: string): string {
  const bare = text.trim().replace(/^["“„«']/, "");
  let end = bare.length;
  while (end > 0 && /["”“»'.!?\s]/.test(bare[end - 1] ?? "")) end--;
  return bare.slice(0, end);
}

const set = (...lines: string[]): ReadonlySet<string> => new Set(lines.flatMap((line) => line.split(" ")));

const FILLERS = set(
  "hmm hm ok okay please thanks thank you yes yeah yep no nope actually sorry well oh ah so then",
  "bitte danke ja nein doch ach por favor gracias sí no merci oui non s'il te plaît",
);
/** Words of a change that name no action. */
const STRUCTURE = set(
  "make made it it's its this that one ones be is should move push shift put set change switch reschedule do have start let's let us",
  "to at on for the a an in of instead rather better until by can could would will i i'd like want prefer need only just",
  "date day time due clock o'clock both all them they event task reminder meeting",
  "mach mach's mache es das die der den dem lieber besser stattdessen statt verschieb verschiebe auf um am im ist soll nur beide alle",
  "hazlo ponlo muévelo cámbialo mejor para a las la el los en que sea solo ambos todos",
  "mets mets-le déplace déplace-le plutôt pour à le la les au en seulement tous",
);
/** Words by which a thing is taken away. */
export const DROPS = set(
  "drop remove skip delete cancel without omit scrap minus except",
  "streich streiche ohne entferne lösch lösche quita elimina sin borra enlève supprime sans retire",
);
const KEEPS = set("only just keep nur behalt behalte solo sólo seulement garde");
/** True for a word of a change that names nothing: a verb, a small word, a courtesy. */
export const isFrame = (word: string): boolean => STRUCTURE.has(word) || FILLERS.has(word) || DROPS.has(word);

const MANY = set("both all them they everything beide alle ambos todos tous");

const ORDINALS = [
  "first 1st #1 erste ersten erster erstes primero primera premier première",
  "second 2nd #2 zweite zweiten zweiter zweites segundo segunda deuxième",
  "third 3rd #3 dritte dritten dritter drittes tercero tercera troisième",
  "fourth 4th #4 vierte vierten cuarto cuarta quatrième",
  "fifth 5th #5 fünfte fünften quinto quinta cinquième",
  "sixth 6th #6",
  "seventh 7th #7",
  "eighth 8th #8",
  "ninth 9th #9",
  "tenth 10th #10",
].map((line) => set(line));
const LAST = set("last letzte letzten letzter letztes último última dernier dernière");

/** Words for a position in a list. */
const IN_ORDER: ReadonlySet<string> = new Set([...ORDINALS.flatMap((words) => [...words]), ...LAST]);
/** After these words "one" is not a number. */
const NAMES_ONE: ReadonlySet<string> = new Set(["the", "that", "this", ...IN_ORDER]);

/** Returns the place in a list of `count` lines that a word names, from 0. */
export function placeOf(word: string, count: number): number | undefined {
  if (LAST.has(word)) return count - 1;
  const place = ORDINALS.findIndex((words) => words.has(word));
  return place < 0 ? undefined : place;
}

/**
 * Returns the indexes of the actions that the words name: by number, or by a word that only one action has. If nothing
 * is named, it returns `may`, all actions that can be meant. Returns undefined when the words name an action that does
 * not exist.
 */
function pick(drafts: readonly Draft[], words: readonly string[], may: (one: Draft) => boolean): number[] | undefined {
  const numbered = words.flatMap((word) => placeOf(word, drafts.length) ?? []);
  const names = words.filter(
    (word) => placeOf(word, drafts.length) === undefined && !STRUCTURE.has(word) && !FILLERS.has(word),
  );
  const known = drafts.map((one) => new Set(wordsIn(one)));
  if (numbered.length > 0) {
    const right = numbered.every((place) => place < drafts.length && names.every((word) => known[place]?.has(word)));
    return right ? numbered : undefined;
  }
  const fits = drafts.flatMap((one, i) => (may(one) && names.every((word) => known[i]?.has(word)) ? [i] : []));
  if (names.length > 0) return fits.length === 1 ? fits : undefined;
  return fits.length === 0 ? undefined : fits;
}

type Drafts = readonly (Draft | undefined)[];

/** Reads "drop the second one", "without the dentist", "only the first". */
function dropped(before: readonly Draft[], drafts: Drafts, clause: readonly string[]): Drafts | undefined {
  const drops =
    clause.some((word) => DROPS.has(word)) ||
    (clause.includes("out") && clause.some((word) => word === "leave" || word === "take"));
  const keeps = !drops && clause.some((word) => KEEPS.has(word));
  if (!drops && !keeps) return undefined;
  const words = clause.filter(
    (word) => !DROPS.has(word) && !KEEPS.has(word) && !["out", "leave", "take"].includes(word),
  );
  const meant = pick(before, words, () => true);
  // With several actions, "drop it" and "only that" name none of them.
  if (meant === undefined || meant.length === before.length) return undefined;
  return drafts.map((one, i) => (meant.includes(i) === drops ? undefined : one));
}

type Moment = { readonly clock: WallClock; readonly spoken: IntentLanguage };

/** Reads "make it 4 pm", "the second one on Friday", "tomorrow at nine instead". */
function moved(
  before: readonly Draft[],
  drafts: Drafts,
  clause: readonly string[],
  { clock, spoken }: Moment,
): Drafts | undefined {
  // A position and a time can both be numbers: "the 2nd at 4". The words of positions are removed before the time is
  // read.
  const places = clause.filter((word) => placeOf(word, before.length) !== undefined && before.length > 1);
  const words = clause.filter((word) => !places.includes(word));
  const shift = shiftIn(words);
  if (shift === undefined && (hasLength(words) || words.some((word) => LIMITS.has(word)))) return undefined;
  const { when, dated, timed, rest, isBare } = shift ?? timeIn(words.join(" "), clock, spoken);
  if (when === undefined && shift === undefined) return undefined;
  const isFit = (one: Draft) => {
    const moment = momentOf(one);
    return (!dated || moment?.date !== undefined) && (!timed || moment?.time !== undefined);
  };
  const meant = pick(before, [...places, ...tokens(rest)], isFit);
  const isRight = meant?.every((place) => before.some((one, i) => i === place && isFit(one))) === true;
  if (meant === undefined || !isRight) return undefined;
  const isAll = clause.some((word) => MANY.has(word)) || (dated && !timed);
  if (meant.length > 1 && !isAll && places.length === 0) return undefined;
  let isPast = false;
  const next = drafts.map((one, i) => {
    const moment = one && momentOf(one);
    if (!one || !moment || !meant.includes(i)) return one;
    const old = moment.time === undefined ? undefined : String(one.args[moment.time]);
    const kept = moment.date === undefined ? undefined : one.args[moment.date];
    const date = dated || typeof kept !== "string" ? (when?.date ?? clock.date) : kept;
    const time = shift
      ? shifted(old, shift.minutes)
      : !timed
        ? old
        : isBare
          ? waking(when?.time ?? "", old)
          : when?.time;
    if (timed && time === undefined) isPast = true;
    if (date < clock.date || (date === clock.date && time !== undefined && time <= clock.time)) isPast = true;
    return {
      ...one,
      args: {
        ...one.args,
        ...(moment.date === undefined || (!dated && kept === undefined) ? {} : { [moment.date]: date }),
        ...(moment.time === undefined || time === undefined ? {} : { [moment.time]: time }),
      },
    };
  });
  return isPast ? undefined : next;
}

/** "Before four" does not give a time. */
const LIMITS = set("before antes avant");
const LENGTHS = /^\d*(?:min|mins|minutes?|minuten|minutos?|hours?|stunden?)$/;
const AHEAD = set("in within en dans");

/** True for a length: "60 minutes" is a length, "in 60 minutes" is a time. */
function hasLength(words: readonly string[]): boolean {
  return words.some((word, at) => {
    if (!LENGTHS.test(word)) return false;
    const amount = /^\d/.test(word) ? at : words[at - 2] === "half" ? at - 2 : at - 1;
    return !AHEAD.has(words[amount - 1] ?? "");
  });
}

const LATER = set("later earlier sooner");
const UNITS: Readonly<Record<string, number>> = { minute: 1, minutes: 1, min: 1, mins: 1, hour: 60, hours: 60, h: 60 };
const AMOUNTS: Readonly<Record<string, number>> = { a: 1, an: 1, one: 1, two: 2, half: 0.5 };

/** Reads "half an hour later", "30 minutes earlier". */
function shiftIn(words: readonly string[]): (Read & { readonly minutes: number }) | undefined {
  if (!words.some((word) => LATER.has(word))) return undefined;
  const unit = words.findIndex((word) => word in UNITS);
  if (unit < 0) return undefined;
  const from = words[unit - 2] === "half" ? unit - 2 : unit - 1;
  const amount = AMOUNTS[words[from] ?? ""] ?? Number(words[from]);
  if (!(amount > 0)) return undefined;
  const rest = words.filter((word, i) => (i < from || i > unit) && !LATER.has(word)).join(" ");
  const minutes = amount * (UNITS[words[unit] ?? ""] ?? 0) * (words.includes("later") ? 1 : -1);
  return { when: undefined, dated: false, timed: true, isBare: false, rest, minutes };
}

/** Returns a time moved by some minutes. Returns undefined when the moved time would be on another day. */
function shifted(old: LocalTime | undefined, minutes: number): LocalTime | undefined {
  const at = old === undefined ? -1 : minuteOf(old) + minutes;
  return at >= 0 && at < DAY_MINUTES ? timeOf(at) : undefined;
}

type Read = {
  readonly when: { readonly date: LocalDate; readonly time: LocalTime } | undefined;
  readonly dated: boolean;
  readonly timed: boolean;
  readonly rest: string;
  /** True for an hour without am or pm: four may be in the morning or in the afternoon. */
  readonly isBare: boolean;
};

function timeIn(text: string, clock: WallClock, spoken: IntentLanguage): Read {
  const read = whenIn(text, clock, spoken);
  // At the end of such a clause a number is a time: "make it 4".
  const hour = /(?<![\d:])\d{1,2}$/.exec(text)?.[0];
  const { when, dated, timed, rest } =
    !read.timed && hour !== undefined && Number(hour) <= 24
      ? whenIn(`${text.slice(0, -hour.length)} at ${hour}`, clock, "en")
      : read;
  const once = when?.on === "once" ? when : undefined;
  return {
    when: once,
    dated,
    timed,
    rest,
    isBare: timed && !saysHalf(text) && minuteOf(once?.time ?? "12:00") % 60 === 0,
  };
}

const [EARLIEST, LATEST] = [minuteOf("07:00"), minuteOf("22:00")];
const HALF_DAY = 12 * 60;

/** Returns the hour in the morning or in the afternoon: the one within waking hours that is closer to the old time. */
function waking(time: LocalTime, old: LocalTime | undefined): LocalTime {
  const at = minuteOf(time);
  const half = at % HALF_DAY;
  const hours = [half, half + HALF_DAY].filter((minute) => minute >= EARLIEST && minute <= LATEST);
  // An hour of 13 or more has only one meaning.
  if (hours.length < 2 || old === undefined) return hours[0] === undefined ? time : timeOf(hours[0]);
  const away = (minute: number) => Math.abs(minute - minuteOf(old));
  return timeOf(hours.reduce((a, b) => (away(b) < away(a) ? b : a)));
}
