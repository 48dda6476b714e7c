/** Telephone numbers have no checksum: form, length (ITU E.164: at most 15 digits) and neighbours decide. */

const SAID =
  /\b(?:phone|tel|telephone|mobile|cell|call|calls|called|calling|fax|whatsapp|sms|text|contact|reach|ring|dial|number|hotline)\b/i;
/** What other numbers are introduced or followed by. */
const OTHER_BEFORE =
  /(?:\b(?:order|invoice|ref|reference|id|isbn|serial|version|zip|code|case|ticket|tracking|flight|room|page|pages|account|acct|aba|routing|part|article|rs|usd|eur|inr|gbp|no)\b[ .:#]{0,3}|[$€£₹#=])$/i;
const OTHER_AFTER =
  /^ ?(?:%|°|[€£₹$]|(?:dollars|euros|pounds|rupees|usd|eur|gbp|inr|steps|kcal|calories|km|kg|miles|meters|metres|people|users|bytes|kb|mb|gb|ms|bpm|hours|minutes|seconds|days|points|shares|units)\b)/i;
const YEAR = /^(?:19|20)\d{2}$/;

/** `written` starts at its first sign and ends with a digit. */
export function looksLikePhone(written: string, before: string, after: string): boolean {
  const groups = written.split(/\D+/).filter((group) => group !== "");
  const digits = groups.join("");
  if (digits.length < 7 || digits.length > 15) return false;
  if (/^[\p{L}\p{N}@:_/]/u.test(after) && !/^ ?(?:x|ext)/i.test(after)) return false;
  if (written.startsWith("+")) return true;
  if (OTHER_BEFORE.test(before) || OTHER_AFTER.test(after)) return false;
  if (isDate(groups) || groups.every((group) => YEAR.test(group))) return false;
  if (SAID.test(before) || written.includes("(")) return true;
  if (isThousands(written, groups) || groups.length > 5) return false;
  if (groups.length === 2) return isLocal(groups) && !/^ \p{L}/u.test(after);
  const lengths = groups.map((group) => group.length).join("-");
  // The forms of a social security number, and of cards and account numbers, whether or not they check out.
  if (lengths === "3-2-4" || lengths.startsWith("4-4-4")) return false;
  return groups.length > 2 && groups.every((group) => group.length >= 2 && group.length <= 5);
}

/** Three or four digits, then four; or a long area code before a long number. */
function isLocal([first = "", second = ""]: readonly string[]): boolean {
  return (
    (second.length === 4 && (first.length === 3 || first.length === 4)) || (first.length >= 4 && second.length >= 6)
  );
}

/** 2026-11-21, 21.11.2026, 11-21-26, alone or at the head of a timestamp. */
function isDate(groups: readonly string[]): boolean {
  const lengths = groups.slice(0, 3).map((group) => group.length);
  const [first = 0, second = 0, third = 0] = lengths;
  if (first === 4 && YEAR.test(groups[0] ?? "") && second <= 2 && (groups.length < 3 || third <= 2)) return true;
  return first <= 2 && second <= 2 && third === 4 && YEAR.test(groups[2] ?? "");
}

/** 1.000.000 and 12 345 678: three digits at a time after a shorter head. "123 456 789" is not: numbers are dictated so. */
function isThousands(written: string, groups: readonly string[]): boolean {
  const [head = "", ...tail] = groups;
  if (tail.length === 0 || !tail.every((group) => group.length === 3) || head.length > 3) return false;
  return written.includes(".") || head.length < 3;
}
