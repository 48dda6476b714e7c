/** Other people's words in quotation marks, as a message may say them. */
import { bodyClaims } from "./body/body-claims.ts";
import { wordingFault } from "./wording.ts";

/** Puts another person's words in quotation marks. Returns undefined where a message may not say them. */
export type Quote = (words: string) => string | undefined;

/** The most UTF-16 units of a quotation. */
const QUOTED_CHARS = 120;

/** The marks that open or close a quotation in some language. None of them stands in a quotation, so none ends it. */
const QUOTATION_MARKS = /["“”„‟«»‹›「」『』〝〞〟＂]/gu;

/**
 * Puts words in quotation marks, on one line, cut at a word. Returns undefined where a message may not say the words,
 * or where they say something about the body, because that was true on another day or of another person.
 */
export const quoted: Quote = (words) => {
  const cut = shownLine(words);
  if (cut === undefined) return undefined;
  const aboutBody = bodyClaims(cut).some(({ kind }) => kind !== "number");
  return wordingFault(cut) === undefined && !aboutBody ? `“${cut}”` : undefined;
};

/**
 * Puts words in quotation marks that the person wrote for themselves, such as their reminder: "my 400 mg ibuprofen" is
 * told to its owner as it stands, on their request.
 */
export const ownQuoted: Quote = (words) => {
  const line = shownLine(words);
  return line && `“${line}”`;
};

function shownLine(words: string): string | undefined {
  const line = withoutStops(words.replaceAll(/\s+/gu, " ").replaceAll(QUOTATION_MARKS, "'").trim());
  const cut = line.length <= QUOTED_CHARS ? line : `${cutAtWord(line)}…`;
  return cut === "" || cut.includes("[removed]") || cut.includes("[withheld]") ? undefined : cut;
}

/**
 * Cuts a line at its last space that fits a quotation. A line whose first word is longer than a quotation is cut inside
 * that word.
 */
function cutAtWord(line: string): string {
  const space = line.lastIndexOf(" ", QUOTED_CHARS - 1);
  return line.slice(0, space > 0 ? space : QUOTED_CHARS - 1).toWellFormed();
}

/** Quotes nothing. With it a writer shows what is left of a text when the quotation may not be said. */
export const unquoted: Quote = () => undefined;

function withoutStops(text: string): string {
  let end = text.length;
  while (text[end - 1] === ".") end--;
  return text.slice(0, end);
}
