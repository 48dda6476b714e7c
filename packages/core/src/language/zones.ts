/** Reads a zone that a time names: "9am New York time", "10 Uhr Londoner Zeit", "a las 9 hora de Madrid". */
import type { IntentLanguage } from "@waldo/contracts";

/** The words of a zone. `zone` is missing when the place is not known. */
type NamedZone = { readonly zone?: string; readonly from: number; readonly to: number };

const SHORT: Readonly<Record<string, string>> = {
  utc: "UTC",
  gmt: "UTC",
  et: "America/New_York",
  est: "America/New_York",
  edt: "America/New_York",
  eastern: "America/New_York",
  ct: "America/Chicago",
  cst: "America/Chicago",
  cdt: "America/Chicago",
  central: "America/Chicago",
  mst: "America/Denver",
  mdt: "America/Denver",
  mountain: "America/Denver",
  pt: "America/Los_Angeles",
  pst: "America/Los_Angeles",
  pdt: "America/Los_Angeles",
  pacific: "America/Los_Angeles",
  bst: "Europe/London",
  cet: "Europe/Paris",
  cest: "Europe/Paris",
  mez: "Europe/Berlin",
  mesz: "Europe/Berlin",
  jst: "Asia/Tokyo",
};
/** Places that the database of zones has under another name. */
const PLACES: Readonly<Record<string, string>> = {
  "nueva york": "America/New_York",
  nyc: "America/New_York",
  "san francisco": "America/Los_Angeles",
  california: "America/Los_Angeles",
  seattle: "America/Los_Angeles",
  boston: "America/New_York",
  washington: "America/New_York",
  londres: "Europe/London",
  uk: "Europe/London",
  tokio: "Asia/Tokyo",
  pekin: "Asia/Shanghai",
  beijing: "Asia/Shanghai",
  delhi: "Asia/Kolkata",
  mumbai: "Asia/Kolkata",
  india: "Asia/Kolkata",
  wien: "Europe/Vienna",
  rom: "Europe/Rome",
  roma: "Europe/Rome",
  moskau: "Europe/Moscow",
  barcelona: "Europe/Madrid",
  münchen: "Europe/Berlin",
  munich: "Europe/Berlin",
  hamburg: "Europe/Berlin",
};

const PLACE = "(\\p{L}+(?:[ -]\\p{Lu}\\p{L}+){0,2}|[a-z]+ [a-z]+)";
/** The words around a place, by language. When a clock time stands before a place that is not known, Waldo asks. */
const AROUND: Record<IntentLanguage, RegExp> = {
  en: /(?<=\d ?(?:am|pm|a\.m\.|p\.m\.|o'clock)?,? ?(?:in |on )?)(?<![\p{L}])((?!in |on |at )\p{L}+(?: \p{L}+)?)(?: standard| daylight)? time(?: ?zone)?(?!\p{L})/iu,
  de: /(?<=\d(?: ?uhr)?,? (?:in )?)((?:New )?\p{Lu}\p{L}+?)(?:er)? (?:orts)?zeit(?!\p{L})/iu,
  es: new RegExp(`,? ?\\(?hora de (?:l )?${PLACE}\\)?`, "u"),
  fr: new RegExp(`,? ?\\(?heure de ${PLACE}\\)?`, "u"),
};
/** A short name of a zone counts only behind a clock time. */
const SHORT_NAME = /(?<=\d ?(?:am|pm|h|uhr)? ?)\(?\b(UTC|GMT|E[SD]?T|C[SD]T|M[SD]T|P[SD]?T|BST|CES?T|MES?Z|JST)\b\)?/;
/** "Lunch time" and "next time" are no zones. */
const NO_PLACE =
  /^(?:lunch|dinner|bed|tea|break|next|the|this|some|any|my|our|your|that|play|screen|local|same|first|last|long|short|free|spare)\b/i;

/** Returns the zone that a text names beside a time. */
export function namedZone(text: string, spoken: IntentLanguage): NamedZone | undefined {
  const found = SHORT_NAME.exec(text) ?? AROUND[spoken].exec(text);
  const place = found?.[1];
  if (!found || place === undefined || NO_PLACE.test(place)) return undefined;
  const zone = zoneOf(place);
  return { from: found.index, to: found.index + found[0].length, ...(zone === undefined ? {} : { zone }) };
}

/** "In Tokyo", at the end of a question about the time. */
const BEFORE_PLACE = /(?<!\p{L})(?:in|at|en|à) (?:(?:the|la|el) )?/giu;
const AFTER_PLACE = /(?:,? (?:right now|now|jetzt|gerade|ahora|maintenant|time zone|zone))?[?!. ]{0,3}$/iu;

/** Returns the place whose time a message asks for, and its zone if the place is known. */
export function placeAsked(message: string): { readonly place: string; readonly zone?: string } | undefined {
  const text = message.slice(-MOST_CHARS);
  const before = [...text.matchAll(BEFORE_PLACE)].at(-1);
  if (before === undefined) return undefined;
  const place = text.slice(before.index + before[0].length).replace(AFTER_PLACE, "");
  const [city = ""] = place.split(",");
  if (city.length < 2) return undefined;
  const zone = zoneOf(city.trim());
  return zone === undefined ? { place } : { place, zone };
}

/** Returns the zone of the first known place behind one of these words: "flying to New York on Friday". */
export function zoneBehind(message: string, words: readonly string[]): string | undefined {
  // bounded: a message is cut at MOST_MESSAGE characters
  const behind = new RegExp(`(?<!\\p{L})(?:${words.join("|")}) (\\p{L}+)(?: (\\p{L}+))?`, "giu");
  for (const [, first = "", second] of message.slice(0, MOST_MESSAGE).matchAll(behind)) {
    const zone = (second && zoneOf(`${first} ${second}`)) || zoneOf(first);
    if (zone) return zone;
  }
  return undefined;
}

const MOST_CHARS = 80;
const MOST_MESSAGE = 300;

function zoneOf(place: string): string | undefined {
  const name = place.toLowerCase();
  return SHORT[name] ?? PLACES[name] ?? cities().get(name.replaceAll(/[ -]/g, "_"));
}

let known: ReadonlyMap<string, string> | undefined;

/** The cities of the database of zones. */
function cities(): ReadonlyMap<string, string> {
  known ??= new Map(
    Intl.supportedValuesOf("timeZone").map((zone) => [(zone.split("/").at(-1) ?? zone).toLowerCase(), zone]),
  );
  return known;
}
