import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MemoryDoc } from "./inverted.ts";
import { search } from "./search.ts";
import { buildSegment, decodeSegment, docOf, docsOf, encodeSegment, mergeSegments } from "./segment.ts";
import { analyse } from "./text.ts";

const NOW = Date.UTC(2026, 0, 1);
const PHRASES = [
  "I went to the lake with my sister",
  "Ana has a new bicycle, and she rides it to work",
  "Ich habe meine Schwester am See getroffen",
  "Ayer compré una bicicleta para mi hermana",
  "昨日は妹と湖に行きました",
  "pizza",
  "Berlin!!",
  "",
  "What is the best bicycle for a lake?",
];
const doc = (id: string): fc.Arbitrary<MemoryDoc> =>
  fc.record(
    {
      id: fc.constant(id),
      text: fc.array(fc.constantFrom(...PHRASES), { minLength: 1, maxLength: 2 }).map((parts) => parts.join(". ")),
      at: fc.integer({ min: 0, max: NOW }),
      tag: fc.constantFrom("facts", "episode"),
      who: fc.constantFrom("Ana", "Bo"),
      weight: fc.constantFrom(0.5, 1.15),
    },
    { requiredKeys: ["id", "text", "at", "tag"] },
  );
const docs = fc
  .uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 12 })
  .chain((ids) => fc.tuple(...ids.map((id) => doc(`m${id}`))));

describe("a segment", () => {
  it("merged equals the segment built at once, byte for byte", () => {
    fc.assert(
      fc.property(
        docs,
        docs,
        fc.array(fc.integer({ min: 0, max: 30 }).map((id) => `m${id}`)),
        (base, changed, gone) => {
          const removed = new Set(gone);
          const merged = mergeSegments(buildSegment(base), changed, removed);
          const left = new Map([...base, ...changed].filter(({ id }) => !removed.has(id)).map((one) => [one.id, one]));
          expect(Buffer.from(encodeSegment(merged))).toEqual(Buffer.from(encodeSegment(buildSegment(left.values()))));
        },
      ),
    );
  });

  it("is complete when read back from its bytes", () => {
    fc.assert(
      fc.property(docs, (some) => {
        const segment = buildSegment(some);
        expect(decodeSegment(encodeSegment(segment))).toEqual(segment);
      }),
    );
  });

  it("refuses bytes that are damaged anywhere, cut short, or of another format", () => {
    const bytes = encodeSegment(buildSegment(PHRASES.map((text, n) => ({ id: `${n}`, text, at: n, tag: "facts" }))));
    for (let at = 0; at < bytes.length; at++) {
      const damaged = Uint8Array.from(bytes);
      damaged[at] = (damaged[at] ?? 0) ^ 0x10;
      expect(decodeSegment(damaged), `byte ${at}`).toBeUndefined();
    }
    expect(decodeSegment(bytes.subarray(0, bytes.length - 1))).toBeUndefined();
    expect(decodeSegment(new Uint8Array())).toBeUndefined();
    expect(decodeSegment(new TextEncoder().encode('{"segment": "of another kind"}'))).toBeUndefined();
  });

  it("gives its texts in the order of their ids, and the later of two with one id", () => {
    const one = { id: "b", text: "old", at: 1, tag: "facts" };
    const segment = buildSegment([one, { id: "a", text: "first", at: 2, tag: "facts" }, { ...one, text: "new" }]);
    expect([...docsOf(segment)].map(({ text }) => text)).toEqual(["first", "new"]);
    expect([docOf(segment, "b")?.text, docOf(segment, "c")]).toEqual(["new", undefined]);
  });

  it("gives the same scores when searched together with another as when both are one", () => {
    const queries = ["who rides a bicycle", "Schwester am See", "lake with Ana", "湖", "bicicleta"];
    fc.assert(
      fc.property(docs, docs, fc.constantFrom(...queries), (one, other, text) => {
        const ids = new Set(one.map(({ id }) => id));
        const rest = other.filter(({ id }) => !ids.has(id));
        const request = { text, now: NOW, limit: 50 };
        const base = buildSegment(one.filter(says));
        const split = search([base, buildSegment(rest.filter(says), base)], request);
        const whole = search([buildSegment([...one, ...rest].filter(says))], request);
        expect(split.map(({ doc, score }) => [doc.id, score.toFixed(9)])).toEqual(
          whole.map(({ doc, score }) => [doc.id, score.toFixed(9)]),
        );
      }),
    );
  });

  it("yields to a later segment when both have an id", () => {
    const base = buildSegment([{ id: "x", text: "Ana lives in Rome", at: 1, tag: "facts" }]);
    const delta = buildSegment([{ id: "x", text: "Ana lives in Oslo", at: 2, tag: "facts" }], base);
    const hits = search([base, delta], { text: "where does Ana live", now: NOW, limit: 5 });
    expect(hits.map(({ doc }) => doc.text)).toEqual(["Ana lives in Oslo"]);
    expect(search([base, delta], { text: "Rome", now: NOW, limit: 5 })).toEqual([]);
  });
});

/** Returns whether a text's language is recognised. How the other texts are read depends on their corpus. */
function says({ text }: MemoryDoc): boolean {
  return analyse(text).language !== undefined;
}
