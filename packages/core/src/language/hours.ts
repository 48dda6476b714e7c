/**
 * Reads the clock time that a text names, and spans of hours and minutes: "20 past eight", "18 Uhr und 12", "las once y
 * cuarenta", "huit heures moins vingt", "2 hours and 15 minutes from now". It reads the words of time-words.ts.
 *
 * bounded: times.ts gives it at most 400 characters.
 */
import type { IntentLanguage } from "@waldo/contracts";
import { DAY_MINUTES } from "../time.ts";
import type { Word } from "./time-words.ts";

/** A clock time. `open` is true when 9 may also mean 21. */
export type Clock = { readonly hour: number; readonly minute: number; readonly open: boolean };
/** A time that was read, or a number of minutes from now. Minutes below zero lie in the past. */
type Hour = { readonly clock?: Clock; readonly minutes?: number; readonly from: number; readonly to: number };

type Groups = Readonly<Record<string, string | undefined>>;
type Found = Pick<Hour, "clock" | "minutes"> | undefined;
type Rule = readonly [pattern: RegExp, spoken: string, read: (found: Groups, raw: string) => Found];

const ALL = "en de es fr";
const AT = "(?:(?:at|the) )*";
const H = "n(?<h>\\d{1,2})";
const I = "n(?<i>\\d{1,2})";
const HALF_OF_DAY = "(?<half>am|pm)";
/** A span of hours and minutes, with halves. */
const SPAN =
  "(?:more )?(?:[na](?<k>\\d{1,3}(?:\\.5)?)(?: [.,] n(?<tenth>5))?(?<and> and (?:a1 )?half)?(?: more)? u(?<u>hour|min)(?<half> and (?:a1 )?half)?(?:(?: and)? [na](?<k2>\\d{1,2}) u(?<u2>min))?|(?:a1 )?(?<half2>half)(?: a1)? u(?<u3>hour))";

const rule = (pattern: string, read: Rule[2], spoken = ALL): Rule => [
  new RegExp(`(?<= )${pattern}(?= )`),
  spoken,
  read,
];

/** The minutes of "half past" and "quarter to". */
const PIECE = "(?:(?<piece>half|quarter)|n(?<i>\\d{1,2})(?: umin)?)";
const pieceOf = ({ piece, i, five }: Groups) => (piece === "half" ? 30 : piece === "quarter" ? 15 : Number(i ?? five));
const past: Rule[2] = (found, raw) => at(Number(found.h), pieceOf(found), raw, found.half);
const to: Rule[2] = (found, raw) => at((Number(found.h) + 23) % 24 || 12, 60 - pieceOf(found), raw, found.half);
const plain: Rule[2] = ({ h, i = "0", half }, raw) => at(Number(h), Number(i), raw, half);

const RULES: readonly Rule[] = [
  rule(`${SPAN} ago`, (found) => ({ minutes: -spanOf(found) })),
  rule(`ago ${SPAN}`, (found) => ({ minutes: -spanOf(found) })),
  rule(`(?:in )?${SPAN} (?:from now|after now|later)`, (found) => ({ minutes: spanOf(found) })),
  rule(`(?=more |[na]\\d+ more )${SPAN}(?! before)`, (found) => ({ minutes: spanOf(found) })),
  rule(`in ${SPAN}(?! before)`, (found) => ({ minutes: spanOf(found) })),
  rule(`${AT}${H} : ${I}(?: : n\\d{1,2})?(?: ${HALF_OF_DAY}| oclock| uhour)?`, plain),
  rule(`${AT}n(?<h>\\d{1,2}?)(?<i>[0-5]\\d) ${HALF_OF_DAY}`, plain),
  rule(`${AT}(?:a1 )?${PIECE} (?:beyond|after) ${H}(?: oclock)?(?: ${HALF_OF_DAY})?`, past, "en"),
  rule(
    `(?<!from )${AT}(?:a1 )?(?:(?<piece>half|quarter)|n(?<i>\\d{1,2}) umin|(?<!from )n(?<five>5|10|20|25)) (?:to|before) ${H}(?: oclock)?(?: ${HALF_OF_DAY})?(?! [xu])`,
    to,
    "en",
  ),
  rule(`${AT}half ${H}(?: oclock)?`, ({ h }, raw) => at((Number(h) + 23) % 24 || 12, 30, raw), "de"),
  rule(`${AT}${PIECE} (?:after) ${H}(?: oclock)?`, past, "de"),
  rule(`${AT}${PIECE} (?:ago) ${H}(?: oclock)?`, to, "de"),
  rule(
    `${AT}${H}(?: (?:oclock|uhour))? and ${PIECE}(?: (?:${HALF_OF_DAY}|oclock|uhour))?(?= (?:$|to|p|t\\d|[.,!]))`,
    past,
    "es fr",
  ),
  rule(`${AT}${H}(?: (?:oclock|uhour))? minus (?:the )?${PIECE}(?: (?:${HALF_OF_DAY}|oclock))?`, to, "es fr"),
  rule(`${AT}${H} [.] n(?<i>[0-5]?\\d) (?:${HALF_OF_DAY}|oclock)`, plain),
  rule(`at (?:the )?${H} [.] n(?<i>[0-5]\\d)`, plain),
  // "Tomorrow 7.15": with full minutes of a clock, behind a day.
  rule(`(?<=t\\d )${H} [.] n(?<i>[0-5][05])(?! [.%])`, plain, "en de"),
  rule(`the ${H} [.] n(?<i>[0-5]\\d)`, plain, "es"),
  rule(`${AT}${H}(?: [.])? ${HALF_OF_DAY}`, plain),
  rule(`${AT}${H} oclock(?: and)? n(?<i>\\d{1,2})(?! u| : )`, plain, "de"),
  rule(`${AT}${H} uhour n(?<i>[0-5]?\\d)(?! u| : )`, plain, "fr"),
  rule(`${AT}[na](?<h>\\d{1,2}) oclock`, plain),
  rule(`${H} and half uhour`, ({ h }, raw) => at(Number(h), 30, raw), "fr"),
  rule(`(?<!(?:in|on|after|ago|every|x x) )${AT}n(?<h>\\d{1,2}) uhour(?= (?:of|to|p|t\\d|$))`, plain, "fr"),
  rule(`n(?<h>\\d{1,2}) of(?= (?:the )?t\\d)`, plain, "es"),
  rule(`at ${H} (?:uhour)`, plain, "fr es"),
  rule(`(?<!(?:in|on|x|ago|every) )${AT}n(?<h>1[3-9]|2[0-3]) uhour(?! (?:before|x))`, plain, "fr"),
  rule(`at n(?<h>1[3-9]|2[0-3])(?! (?:x|u|[:.%]))`, plain, "fr"),
  rule(`at ${H} n(?<i>[1-5]\\d)(?: umin)?(?! [xm:/.])`, plain, "en"),
  rule(
    `${H} (?:- )?n(?<i>[1-5]\\d)(?: umin)?(?! [xmn:/.])`,
    (found, raw) => (/\d/.test(raw) ? undefined : plain(found, raw)),
    "en",
  ),
  rule(`${AT}${H}(?: ,)?(?= p)`, plain),
  rule(`at ${H}(?! (?:u|[:.%]))`, plain, "es"),
  // "End of sunday" is its last minute.
  rule("(?:(?:at|the|on) )*end(?: of)?(?: the)?(?= t\\d)", () => ({ clock: { hour: 23, minute: 59, open: false } })),
];

/** Returns the clock times and short spans that a text names. */
export function hoursIn(
  words: readonly Word[],
  text: string,
  spoken: IntentLanguage,
): { readonly hours: readonly Hour[]; readonly words: readonly Word[] } {
  let left = [...words];
  const hours: Hour[] = [];
  for (const [pattern, languages, read] of RULES) {
    if (!languages.includes(spoken)) continue;
    let start = 0;
    for (;;) {
      const line = ` ${left.map(({ is }) => is).join(" ")} `;
      const found = pattern.exec(line.slice(start));
      if (!found) break;
      const index = start + found.index;
      start = index + 1;
      const first = line.slice(0, index).split(" ").length - 2;
      const taken = left.slice(first, first + found[0].trim().split(" ").length);
      const [a, b] = [taken[0], taken.at(-1)];
      if (a === undefined || b === undefined) break;
      const one = read(found.groups ?? {}, text.slice(a.from, b.to));
      if (one === undefined) continue;
      left = [...left.slice(0, first), { is: "c", from: a.from, to: b.to }, ...left.slice(first + taken.length)];
      hours.push({ ...one, from: a.from, to: b.to });
    }
  }
  return { hours: hours.sort((a, b) => a.from - b.from), words: left };
}

/** The hour 0 and hours with a zero in front are those of a clock of 24 hours. */
function at(hour: number, minute: number, raw: string, half?: string): Found {
  if (hour > 24 || minute > 59 || (half !== undefined && (hour > 23 || (hour === 0 && half === "pm"))))
    return undefined;
  if (half !== undefined && hour <= 12)
    return { clock: { hour: (hour % 12) + (half === "pm" ? 12 : 0), minute, open: false } };
  return { clock: { hour: hour % 24, minute, open: hour > 0 && hour <= 12 && !/(?<!\d)0\d ?[:.h]/i.test(raw) } };
}

function spanOf({ k = "0", tenth, and, u, half, k2 = "0", half2 }: Groups): number {
  if (half2 !== undefined) return 30;
  const unit = u === "hour" ? 60 : 1;
  const halves = tenth === undefined && and === undefined && half === undefined ? 0 : unit / 2;
  return Math.min(Math.round(Number(k) * unit + halves) + Number(k2), 365 * DAY_MINUTES);
}
