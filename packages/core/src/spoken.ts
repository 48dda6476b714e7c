/** Puts numbers, lists, lengths and times into English words. */
import type { LocalTime, Zone } from "@waldo/contracts";

/** Returns "a", "a and b" or "a, b and c". `word` can replace "and". */
export function listed(items: readonly string[], word = "and"): string {
  const last = items.at(-1) ?? "";
  return items.length < 2 ? last : `${items.slice(0, -1).join(", ")} ${word} ${last}`;
}

/** The words of the numbers from 0 on. */
export const NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen".split(
  " ",
);
const MOST_COUNTED = 10;

/** Returns a number of things up to ten as a word, "none" for 0, and "more than ten" above. */
export function counted(n: number): string {
  return n > MOST_COUNTED ? "more than ten" : n === 0 ? "none" : numberWord(n);
}

/** Returns a number up to fourteen as a word, and in digits above. */
export function numberWord(n: number): string {
  return NUMBERS[n] ?? String(n);
}

/** Returns half hours as people say them: 10 is "about five hours", 11 "about five and a half hours". */
export function hoursWords(halfHours: number): string {
  const hours = Math.floor(Math.abs(halfHours) / 2);
  const half = Math.abs(halfHours) % 2 === 1;
  if (hours === 0) return half ? "about half an hour" : "less than half an hour";
  if (hours === 1) return half ? "about an hour and a half" : "about an hour";
  const whole = NUMBERS[hours] ?? counted(hours);
  return `about ${whole}${half ? " and a half" : ""} hours`;
}

/** Returns "one day", "three days" and so on. */
export function daysWords(n: number): string {
  return n === 1 ? "one day" : `${counted(n)} days`;
}

/** Returns a time in words: 22:30 is "half past ten". Times are full or half hours. */
export function clockWords(time: LocalTime): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const name = (at: number) => numberWord(((at + 11) % 12) + 1);
  if (hour % 24 === 0 && minute < 30) return "midnight";
  return minute < 30 ? name(hour) : `half past ${name(hour)}`;
}

/** Joins the sentences that are not undefined, in order. */
export function together(...sentences: readonly (string | undefined)[]): string | undefined {
  const said = sentences.filter((sentence) => sentence !== undefined && sentence !== "");
  return said.length === 0 ? undefined : said.join(" ");
}

export function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What kind of day a body zone makes. The words of the zones themselves stand on the dial. */
export const KIND: Record<Zone, string> = {
  energized: "strong",
  steady: "normal",
  flagging: "low",
  depleted: "very low",
};
