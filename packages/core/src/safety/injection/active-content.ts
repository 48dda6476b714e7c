/** Finds text that acts where it is shown or run: scripts, links that carry data out, shell and SQL payloads. */

type Span = { readonly kind: string; readonly start: number; readonly end: number };

/** Marks that are in one place. SQL statements are phrases (instruction-phrases.ts). */
const MARKS: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ["script", /<\/?(?:script|iframe|object|embed|svg|img|link|meta|base|form|body|html|video|audio|style|input)\b/gi],
  ["script", /\b(?:javascript|vbscript)\s?:|\bdata:text\/html/gi],
  ["script", /\bon(?:error|load|click|mouseover|focus|toggle|begin)\s?=/gi],
  ["script", /\b(?:alert|prompt|confirm|eval)\((?=[\w"'`.)])|\bdocument\.(?:cookie|location|write)\b/gi],
  ["template", /\$\{jndi:|\{\{\s?(?:config|self|request|''|\d)/gi],
  ["sql", /['"]\s?(?:or|and)\s['"]?\w{1,10}['"]?\s?=\s?['"]?\w/gi],
  ["sql", /\bselect\s(?:\*|case\b|@@|(?:count|if|char|concat|sleep|user|version|load_file|substring)\s?\()/gi],
  ["sql", /\bexec(?:ute)?\s?\(|\bxp_cmdshell\b/gi],
  ["shell", /\brm\s-[rf]{1,2}\b|\/etc\/(?:passwd|shadow)\b|\/bin\/(?:ba)?sh\b|\bcmd\.exe\b/gi],
  [
    "shell",
    /\$\((?!["')])|\b(?:whoami|uname|netstat|ifconfig)\b|\bcat\s[/~.]|\bfind\s\/|\bchmod\s[+\d]|__import__\(/gi,
  ],
  ["shell", /(?:;|&&|\|)\s?(?:ls|id|cat|pwd|rm|nc|curl|wget|ping|sleep)\b(?=\s?(?:[-/;&|.]|$))/gi],
  ["shell", /\b(?:ls|dir)\s-[al]{1,3}\b|\bos\.(?:system|popen)\(|\bsubprocess\.\w|\|\s?(?:ba)?sh\b/gi],
  ["shell", /\b(?:curl|wget)\s(?:-\w{1,3}\s)?https?:/gi],
];

const ADDRESS = /https?:\/\/[^\s"'<>()]+/gi;

export function findActiveContent(text: string): Span[] {
  const spans: Span[] = [];
  for (const [kind, pattern] of MARKS)
    for (const match of text.matchAll(pattern)) {
      const end = match.index + match[0].length;
      // The span of a tag goes to the end of the tag.
      spans.push({ kind, start: match.index, end: match[0].startsWith("<") ? (after(text, end, ">") ?? end) : end });
    }
  for (let start = text.indexOf("!["); start >= 0; start = text.indexOf("![", start + 2)) {
    const end = imageEnd(text, start);
    if (end !== undefined) spans.push({ kind: "exfiltration", start, end });
  }
  for (const match of text.matchAll(ADDRESS))
    if (hasOpenQuery(match[0]))
      spans.push({ kind: "exfiltration", start: match.index, end: match.index + match[0].length });
  return spans;
}

/** `![…](https://…)` loads by itself, and a model can be told to put data into its address. */
function imageEnd(text: string, start: number): number | undefined {
  const address = after(text, start, "](");
  if (address === undefined || !/^\s?https?:/i.test(text.slice(address, address + 8))) return undefined;
  return after(text, address, ")") ?? address;
}

/** Returns whether the query has a value that is still to be filled in: `?q=`, `?q={summary}`, `?data=[the secret]`. */
function hasOpenQuery(address: string): boolean {
  const query = address.slice(address.indexOf("?") + 1);
  return query !== address && query.split("&").some((part) => /^[^=]*=(?:$|[{[$]|%7B)/i.test(part));
}

/** How many characters ahead it looks for a closing mark. */
const REACH = 400;

/** Returns the place after the next `mark`, when it is near. */
function after(text: string, from: number, mark: string): number | undefined {
  const at = text.slice(from, from + REACH).indexOf(mark);
  return at < 0 ? undefined : from + at + mark.length;
}
