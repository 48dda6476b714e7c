/** The pages of the wiki as the page shows them: what the compiler wrote comes out as its words, and nothing else acts. */

import { compileWiki } from "@waldo/core/memory/pages/wiki";
import { inline, oneLine } from "@waldo/core/memory/pages/wiki-text";
import { madeUpClaim } from "@waldo/testkit/made-up-rows";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blocksOf, type Piece } from "../src/screens/memory/markdown.ts";

const NOW = Date.UTC(2026, 9, 30, 12);
const textOf = (pieces: readonly Piece[]) => pieces.map((piece) => (piece.kind === "text" ? piece.text : "")).join("");

function pageOf(...claims: readonly string[]) {
  const blocks = claims.map((words, at) => madeUpClaim(words, NOW + at));
  const pages = compileWiki({ blocks, versions: new Map(), now: NOW, timeZone: "UTC" });
  return { blocks, parts: blocksOf(pages.get("wiki/facts.md") ?? "") };
}

describe("a page of the wiki", () => {
  it("has its headings, its links, and each claim under its id", () => {
    const { blocks, parts } = pageOf("lives in Leeds", "visits Leeds Castle");
    const headings = parts.flatMap((part) => (part.kind === "heading" ? [[part.level, textOf(part.pieces)]] : []));
    expect(headings).toEqual([
      [1, "Facts"],
      [2, "Compiled truth"],
      [2, "Lives in Leeds"],
      [2, "Visits Leeds Castle"],
    ]);
    const claims = parts.flatMap((part) => (part.kind === "paragraph" && part.patternId ? [part] : []));
    expect(claims.map(({ patternId, pieces }) => [patternId, textOf(pieces)])).toEqual([
      [blocks[0]?.patternId, "Lives in Leeds."],
      [blocks[1]?.patternId, "Visits Leeds Castle."],
    ]);
    expect(parts[1]).toEqual({
      kind: "paragraph",
      pieces: [
        { kind: "text", text: "Up: " },
        { kind: "link", page: "index" },
        { kind: "text", text: "." },
      ],
    });
    const links = parts.flatMap((part) => (part.kind === "list" ? part.items.flat() : []));
    expect(links).toContainEqual({ kind: "link", page: "facts", patternId: blocks[1]?.patternId });
  });

  it("shows any words as these words: no mark in them makes a heading, a list or a link", () => {
    const words = fc
      .array(fc.constantFrom(..."#*-[]\\^|<>`_ a1.\n", "[[index]]", "## ", "- ", " ^0123456789ab", "](javascript:x)"))
      .map((parts) => oneLine(parts.join("")))
      .filter((text) => text !== "");
    fc.assert(
      fc.property(words, (text) => {
        expect(blocksOf(inline(text))).toEqual([{ kind: "paragraph", pieces: [{ kind: "text", text }] }]);
      }),
      { numRuns: 500 },
    );
  });
});
