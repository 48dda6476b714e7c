/** Quotes other people's words in the form that a message may hold. */
import { bodyClaims } from "./body/body-claims.ts";
import { WITHHELD } from "./body/health-lockout.ts";
import { wordingFault } from "./wording.ts";

/** Puts another person's words in quotation marks. Returns undefined when a message may not hold them. */
export type Quote = (words: string) => string | undefined;

/** The most UTF-16 units of a quotation. */
const QUOTED_CHARS = 120;

/** Quotation marks of all languages. They are removed from the quoted words, so no mark can end the quotation early. */
const QUOTATION_MARKS = /["“”„‟«»‹›「」『』〝〞〟＂]/gu;

/**
 * Puts words in quotation marks, on one line, cut after a word. Returns undefined when a message may not hold the
 * words, or when they say something about the body, because that was about another day or another person.
 */
export const quoted: Quote = (words) => {
  const cut = shownLine(words);
  if (cut === undefined) return undefined;
  const aboutBody = bodyClaims(cut).some(({ kind }) => kind !== "number");
  return wordingFault(cut) === undefined && !aboutBody ? `“${cut}”` : undefined;
};

/**
 * Quotes words that the person wrote for themselves, such as a reminder. On request, "my 400 mg ibuprofen" is repeated
 * to its owner unchanged.
 */
export const ownQuoted: Quote = (words) => {
  const line = shownLine(words);
  return line && `“${line}”`;
};

function shownLine(words: string): string | undefined {
  const line = withoutStops(words.replaceAll(/\s+/gu, " ").replaceAll(QUOTATION_MARKS, "'").trim());
  const cut = line.length <= QUOTED_CHARS ? line : `${cutAtWord(line)}…`;
  return cut === "" || cut.includes("[removed]") || cut.includes(WITHHELD) ? undefined : cut;
}

/**
 * Cuts a line at the last space within the limit of a quotation. If the first word alone is longer, it is cut inside
 * that word.
 */
function cutAtWord(line: string): string {
  const space = line.lastIndexOf(" ", QUOTED_CHARS - 1);
  return line.slice(0, space > 0 ? space : QUOTED_CHARS - 1).toWellFormed();
}

/** Quotes nothing. With it a writer shows the text without a quotation that may not be said. */
export const unquoted: Quote = () => undefined;

function withoutStops(text: string): string {
  let end = text.length;
  while (text[end - 1] === ".") end--;
  return text.slice(0, end);
}
