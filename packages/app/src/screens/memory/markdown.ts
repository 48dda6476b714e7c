/**
 * Reads the Markdown that the wiki is written in: headings, lists, paragraphs, links to pages and claims, and escapes.
 * The result is data, which the screen shows as text. Marks that the wiki does not use stay text.
 */

export type Piece =
  | { readonly kind: "text"; readonly text: string }
  /** A link to a page, or to a claim on it. */
  | { readonly kind: "link"; readonly page: string; readonly patternId?: string };

export type Block =
  | { readonly kind: "heading"; readonly level: number; readonly pieces: readonly Piece[] }
  | { readonly kind: "list"; readonly items: readonly (readonly Piece[])[] }
  /** `patternId`: the paragraph is this claim. */
  | { readonly kind: "paragraph"; readonly pieces: readonly Piece[]; readonly patternId?: string };

const MARK = /\\([!-/:-@[-`{-~])|\[\[([a-z0-9-]{1,60})(?:#\^([0-9a-f]{12}))?\]\]/g;
const CLAIM_ID = / \^([0-9a-f]{12})$/;
const ITEM = /^ {0,4}- /;

export function blocksOf(markdown: string): Block[] {
  return markdown
    .split(/\n{2,}/)
    .map((text) => text.trim())
    .filter((text) => text !== "")
    .map(block);
}

function block(text: string): Block {
  const hashes = /^#{1,3}(?= )/.exec(text)?.[0];
  if (hashes !== undefined)
    return { kind: "heading", level: hashes.length, pieces: piecesOf(text.slice(hashes.length)) };
  const lines = text.split("\n");
  if (lines.every((line) => ITEM.test(line)))
    return { kind: "list", items: lines.map((line) => piecesOf(line.replace(ITEM, ""))) };
  const patternId = CLAIM_ID.exec(text)?.[1];
  const pieces = piecesOf(text.replace(CLAIM_ID, ""));
  return patternId === undefined ? { kind: "paragraph", pieces } : { kind: "paragraph", pieces, patternId };
}

function piecesOf(line: string): Piece[] {
  const pieces: Piece[] = [];
  const say = (text: string) => {
    const last = pieces.at(-1);
    if (last?.kind === "text") pieces[pieces.length - 1] = { kind: "text", text: last.text + text };
    else if (text !== "") pieces.push({ kind: "text", text });
  };
  const source = line.trim().replaceAll("\n", " ");
  let end = 0;
  for (const { 0: mark, 1: escaped, 2: page, 3: patternId, index } of source.matchAll(MARK)) {
    say(source.slice(end, index) + (escaped ?? ""));
    if (page !== undefined) pieces.push({ kind: "link", page, ...(patternId === undefined ? {} : { patternId }) });
    end = index + mark.length;
  }
  say(source.slice(end));
  return pieces;
}
