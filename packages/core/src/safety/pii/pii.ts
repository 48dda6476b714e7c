// Finds personal data with a recognisable form: e-mail, phone, card, IBAN, SSN and IP addresses. A number with a
// checksum must pass it. Telephone numbers have no checksum, so their form, their length (ITU E.164: at most 15 digits)
// and the neighbouring text decide. Names and street addresses have no recognisable form, so they are not searched.
/** Checks Luhn's checksum of a card number, which must be digits only. */
export function isLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = digit * 2;
    sum += i % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Checks ISO 7064 mod 97-10 of an IBAN without spaces, in any case. Letters count as 10 to 35. */
export function isIban(compact: string): boolean {
  if (compact.length < 15 || compact.length > 34 || !/^[A-Z]{2}\d{2}[A-Z0-9]*$/i.test(compact)) return false;
  let rest = 0;
  for (const sign of `${compact.slice(4)}${compact.slice(0, 4)}`)
    for (const digit of String(Number.parseInt(sign, 36))) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

const SAID =
  /\b(?:phone|tel|telephone|mobile|cell|call|calls|called|calling|fax|whatsapp|sms|text|contact|reach|ring|dial|number|hotline)\b/i;
/** Words and signs near numbers that are not telephone numbers. */
const OTHER_BEFORE =
  /(?:\b(?:order|invoice|ref|reference|id|isbn|serial|version|zip|code|case|ticket|tracking|flight|room|page|pages|account|acct|aba|routing|part|article|rs|usd|eur|inr|gbp|no)\b[ .:#]{0,3}|[$€£₹#=])$/i;
const OTHER_AFTER =
  /^ ?(?:%|°|[€£₹$]|(?:dollars|euros|pounds|rupees|usd|eur|gbp|inr|steps|kcal|calories|km|kg|miles|meters|metres|people|users|bytes|kb|mb|gb|ms|bpm|hours|minutes|seconds|days|points|shares|units)\b)/i;
/**
 * Matches a telephone number without separators. It begins with the zero of a national number, or with two zeros before
 * the country.
 */
const BARE = /^(?:0[1-9]\d{8,10}|00[1-9]\d{8,12})$/;
const YEAR = /^(?:19|20)\d{2}$/;

/** True when the text is a telephone number. `written` starts at its first sign and ends with a digit. */
function looksLikePhone(written: string, before: string, after: string): boolean {
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
  // Groups of these lengths are a social security number, a card or an account number, whether the checksum is valid or
  // not.
  if (lengths === "3-2-4" || lengths.startsWith("4-4-4")) return false;
  if (lengths === "1-3-3-4") return groups[0] === "1";
  return groups.every((group) => group.length >= 2 && group.length <= 5);
}

/** True for three or four digits and then four digits, or for a long area code and then a long number. */
function isLocal([first = "", second = ""]: readonly string[]): boolean {
  return (
    (second.length === 4 && (first.length === 3 || first.length === 4)) || (first.length >= 4 && second.length >= 6)
  );
}

/** True for dates such as 2026-11-21, 21.11.2026, 11-21-26, alone or at the start of a timestamp. */
function isDate(groups: readonly string[]): boolean {
  const [first = "", second = "", third = ""] = groups;
  if (second.length > 2) return false;
  return YEAR.test(first) ? third.length <= 2 : first.length <= 2 && YEAR.test(third);
}

/**
 * True for 1.000.000 and 12 345 678: groups of three digits after a shorter first group. "123 456 789" is not included,
 * because people dictate telephone numbers in this form.
 */
function isThousands(written: string, groups: readonly string[]): boolean {
  const [head = "", ...tail] = groups;
  if (!tail.every((group) => group.length === 3) || head.length > 3) return false;
  return written.includes(".") || head.length < 3;
}

export const PII_TYPES = ["email", "iban", "card", "ssn", "ip", "phone"] as const;
export type PiiType = (typeof PII_TYPES)[number];
type PiiSpan = { readonly type: PiiType; readonly start: number; readonly end: number };

/** Returns spans in order without overlaps. The types are searched in the order of `PII_TYPES`. Never throws. */
export function findPii(input: string): PiiSpan[] {
  const text = input
    .replace(FULL_WIDTH, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(SPACES, " ")
    .replace(HYPHENS, "-");
  const spans: PiiSpan[] = [];
  const finders = { email: emails, iban: ibans, card: cards, ssn: ssns, ip: ips, phone: phones };
  for (const type of PII_TYPES) {
    const taken = [...spans].sort((a, b) => a.start - b.start);
    for (const span of finders[type](text)) if (!overlaps(taken, span)) spans.push({ type, ...span });
  }
  return spans.sort((a, b) => a.start - b.start);
}

/** Full-width forms of ASCII. They mean the same and have the same length. */
const FULL_WIDTH = /[\uFF01-\uFF5E]/g;
/** Spaces other than the plain one, and hyphens and dashes. Each is one UTF-16 unit, so positions do not change. */
const SPACES = /[\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/g;
const HYPHENS = /[\u2010-\u2015\u2212]/g;

type Place = { readonly start: number; readonly end: number };

/** `taken` is sorted and has no overlaps. So only the last place that starts before this end can overlap. */
function overlaps(taken: readonly Place[], { start, end }: Place): boolean {
  let low = 0;
  let high = taken.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((taken[middle]?.start ?? 0) < end) low = middle + 1;
    else high = middle;
  }
  return (taken[low - 1]?.end ?? 0) > start;
}

const LOCAL_PART = /[\p{L}\p{N}._%+'-]/u;
const DOMAIN_PART = /[\p{L}\p{N}.-]/u;
/** RFC 5321: 64 characters before the at sign, 255 after it. The limits also bound the work for each at sign. */
const LOCAL_MOST = 64;
const DOMAIN_MOST = 255;

function* emails(text: string): Iterable<Place> {
  let free = 0;
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    let start = at;
    while (start > free && at - start < LOCAL_MOST && LOCAL_PART.test(text.charAt(start - 1))) start--;
    while (/[.'-]/.test(text.charAt(start))) start++;
    let end = at + 1;
    while (end - at <= DOMAIN_MOST && DOMAIN_PART.test(text.charAt(end))) end++;
    while (/[.-]/.test(text.charAt(end - 1))) end--;
    const labels = text.slice(at + 1, end).split(".");
    const last = labels.at(-1) ?? "";
    if (start === at || labels.length < 2 || labels.includes("") || !/^\p{L}{2,24}$/u.test(last)) continue;
    yield { start, end };
    free = end;
  }
}

const DIGIT_RUN = /\d(?:[ -]{0,2}\d)*/g;
const LETTER = /[\p{L}\p{N}]/u;

/**
 * Finds card numbers: 12 digits (Maestro) or 13 to 19 digits that pass Luhn, grouped by spaces, hyphens or dots, or not
 * grouped.
 */
function* cards(text: string): Iterable<Place> {
  for (const { start, end, digits } of digitRuns(text)) {
    if (digits.length < 12 || digits.length > 19 || !isLuhn(digits) || new Set(digits).size === 1) continue;
    if (digits.length === 12 && !/^[56]/.test(digits)) continue;
    if (/^\d{13}$/.test(digits) && /^1[5-9]/.test(digits) && isPlain(text, start, end)) continue; // epoch milliseconds
    yield { start, end };
  }
  for (const match of text.matchAll(DOTTED_CARD))
    if (isLuhn(match[0].replaceAll(".", ""))) yield { start: match.index, end: match.index + match[0].length };
}

/** Matches card numbers in the printed groups, with dots between. */
const DOTTED_CARD = /(?<![\d.])\d{4}\.(?:\d{4}\.\d{4}\.\d{4}|\d{6}\.\d{4,5})(?![\d]|\.\d)/g;

function isPlain(text: string, start: number, end: number): boolean {
  return /^\d+$/.test(text.slice(start, end));
}

function* digitRuns(text: string): Iterable<Place & { readonly digits: string }> {
  for (const match of text.matchAll(DIGIT_RUN)) {
    const end = match.index + match[0].length;
    if (LETTER.test(text.charAt(match.index - 1)) || LETTER.test(text.charAt(end))) continue;
    yield { start: match.index, end, digits: match[0].replace(/\D/g, "") };
  }
}

const IBAN_START = /(?<![\p{L}\p{N}])[A-Za-z]{2}\d{2}(?=[ A-Za-z0-9-])/gu;
const IBAN_MOST = 34;

/**
 * Finds IBANs (ISO 13616): country, two check digits, and 11 to 30 more characters, in groups of four (spaces or
 * hyphens between) or without groups, with mod 97 = 1.
 */
function* ibans(text: string): Iterable<Place> {
  for (const match of text.matchAll(IBAN_START)) {
    let compact = "";
    let best: number | undefined;
    for (let at = match.index; compact.length <= IBAN_MOST; at++) {
      const letter = text.charAt(at);
      if ((letter === " " || letter === "-") && !/[ -]/.test(text.charAt(at - 1))) continue;
      if (!/[A-Za-z0-9]/.test(letter)) break;
      compact += letter;
      if (!/[A-Za-z0-9]/.test(text.charAt(at + 1)) && isIban(compact)) best = at + 1;
    }
    if (best !== undefined) yield { start: match.index, end: best };
  }
}

const SSN = /(?<![\d-])(\d{3})([- ])(\d{2})\2(\d{4})(?![\d-])/g;
const SSN_PLAIN = /\b(?:ssn|social security(?: number| no)?)\b[^\d\n]{0,12}(\d{9})(?!\d)/gi;

/** Finds US social security numbers. Areas 000, 666 and 9xx, group 00 and serial 0000 were never issued. */
function* ssns(text: string): Iterable<Place> {
  for (const match of text.matchAll(SSN)) {
    const [all, area = "", , group = "", serial = ""] = match;
    if (issued(area, group, serial)) yield { start: match.index, end: match.index + all.length };
  }
  for (const match of text.matchAll(SSN_PLAIN)) {
    const [all, digits = ""] = match;
    const start = match.index + all.length - digits.length;
    if (issued(digits.slice(0, 3), digits.slice(3, 5), digits.slice(5))) yield { start, end: start + digits.length };
  }
}

function issued(area: string, group: string, serial: string): boolean {
  return area !== "000" && area !== "666" && !area.startsWith("9") && group !== "00" && serial !== "0000";
}

const IPV4 = /(?<![\p{L}\p{N}.])\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(?![\p{L}\p{N}]|\.\d)/gu;
const IPV6 = /[0-9A-Fa-f:]+/g;
const VERSION_BEFORE = /\b(?:v|ver|version|release|build|section|chapter)\.? ?$/i;

function* ips(text: string): Iterable<Place> {
  for (const match of text.matchAll(IPV4)) {
    if (match[0].split(".").some((part) => Number(part) > 255)) continue;
    if (VERSION_BEFORE.test(text.slice(Math.max(0, match.index - 10), match.index))) continue;
    yield { start: match.index, end: match.index + match[0].length };
  }
  for (const match of text.matchAll(IPV6)) {
    const end = match.index + match[0].length;
    if (LETTER.test(text.charAt(match.index - 1)) || LETTER.test(text.charAt(end))) continue;
    const groups = match[0].split(":");
    const shortened = match[0].split("::").length === 2;
    const whole = groups.length === 8 && !groups.includes("");
    if (!whole && !(shortened && groups.length >= 4 && groups.length <= 8)) continue;
    if (groups.every((group) => group.length <= 4) && /\d/.test(match[0])) yield { start: match.index, end };
  }
}

/** Matches digits with the signs that people write in phone numbers. */
const PHONE_RUN = /\d[\d ().+-]*/g;
/**
 * After one of these characters a number is not a phone number: it began earlier, or is an amount, a time or part of an
 * address.
 */
const NOT_BEFORE = /[\p{L}\p{N}.:/@#$€£₹-]/u;
const EXTENSION = /^ ?(?:x|ext\.? ?)\d{1,6}\b/i;
const CONTEXT = 30;

function* phones(text: string): Iterable<Place> {
  for (const match of text.matchAll(PHONE_RUN)) {
    let start = match.index;
    while (match.index - start < 2 && /[+(]/.test(text.charAt(start - 1))) start--;
    const end = match.index + lastDigit(match[0]) + 1;
    const written = text.slice(start, end);
    const before = text.slice(Math.max(0, start - CONTEXT), start);
    if (NOT_BEFORE.test(before.slice(-1)) || /\d,$/.test(before)) continue;
    const after = text.slice(end, end + CONTEXT);
    if (!looksLikePhone(written, before, after)) continue;
    yield { start, end: end + (EXTENSION.exec(after)?.[0].length ?? 0) };
  }
}

function lastDigit(text: string): number {
  let at = text.length - 1;
  while (!/\d/.test(text.charAt(at))) at--;
  return at;
}
