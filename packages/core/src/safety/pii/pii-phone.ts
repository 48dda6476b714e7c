/**
 * Recognises telephone numbers. They have no checksum, so form, length (ITU E.164: at most 15 digits) and neighbouring
 * text decide.
 */

const SAID =
  /\b(?:phone|tel|telephone|mobile|cell|call|calls|called|calling|fax|whatsapp|sms|text|contact|reach|ring|dial|number|hotline)\b/i;
/** Words and signs before or after numbers that are no telephone numbers. */
const OTHER_BEFORE =
  /(?:\b(?:order|invoice|ref|reference|id|isbn|serial|version|zip|code|case|ticket|tracking|flight|room|page|pages|account|acct|aba|routing|part|article|rs|usd|eur|inr|gbp|no)\b[ .:#]{0,3}|[$€£₹#=])$/i;
const OTHER_AFTER =
  /^ ?(?:%|°|[€£₹$]|(?:dollars|euros|pounds|rupees|usd|eur|gbp|inr|steps|kcal|calories|km|kg|miles|meters|metres|people|users|bytes|kb|mb|gb|ms|bpm|hours|minutes|seconds|days|points|shares|units)\b)/i;
/** A number in one piece: with the trunk zero of a national number, or with the two zeros before a country. */
const BARE = /^(?:0[1-9]\d{8,10}|00[1-9]\d{8,12})$/;
const YEAR = /^(?:19|20)\d{2}$/;

/** Returns whether the text is a telephone number. `written` starts at its first sign and ends with a digit. */
export function looksLikePhone(written: string, before: string, after: string): boolean {
  const groups = written.split(/\D+/).filter((group) => group !== "");
  const digits = groups.join("");
  if (digits.length < 7 || digits.length > 15) return false;
  if (/^[\p{L}\p{N}@:_/]/u.test(after) && !/^ ?(?:x|ext)/i.test(after)) return false;
  if (written.startsWith("+")) return true;
  if (OTHER_BEFORE.test(before) || OTHER_AFTER.test(after)) return false;
  if (isDate(groups) || groups.every((group) => YEAR.test(group))) return false;
  if (SAID.test(before) || written.includes("(")) return true;
  if (groups.length === 1) return BARE.test(digits);
  if (isThousands(written, groups) || groups.length > 5) return false;
  if (groups.length === 2) return isLocal(groups) && !/^ \p{L}/u.test(after);
  const lengths = groups.map((group) => group.length).join("-");
  // These are the forms of a social security number, and of cards and account numbers, with a valid checksum or not.
  if (lengths === "3-2-4" || lengths.startsWith("4-4-4")) return false;
  if (lengths === "1-3-3-4") return groups[0] === "1";
  return groups.every((group) => group.length >= 2 && group.length <= 5);
}

/** Three or four digits, then four digits. Or a long area code before a long number. */
function isLocal([first = "", second = ""]: readonly string[]): boolean {
  return (
    (second.length === 4 && (first.length === 3 || first.length === 4)) || (first.length >= 4 && second.length >= 6)
  );
}

/** 2026-11-21, 21.11.2026, 11-21-26, alone or at the start of a timestamp. */
function isDate(groups: readonly string[]): boolean {
  const [first = "", second = "", third = ""] = groups;
  if (second.length > 2) return false;
  return YEAR.test(first) ? third.length <= 2 : first.length <= 2 && YEAR.test(third);
}

/**
 * 1.000.000 and 12 345 678: groups of three digits after a shorter first group. "123 456 789" is not, because people
 * dictate telephone numbers in this form.
 */
function isThousands(written: string, groups: readonly string[]): boolean {
  const [head = "", ...tail] = groups;
  if (!tail.every((group) => group.length === 3) || head.length > 3) return false;
  return written.includes(".") || head.length < 3;
}
