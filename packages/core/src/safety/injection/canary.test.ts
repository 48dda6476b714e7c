import { Buffer } from "node:buffer";
import fc from "fast-check";
import { expect, it } from "vitest";
import { leakedCanaries } from "./canary.ts";

const CANARY = "wd-3fa9c04be17d28a650b1";
const letters = [...CANARY];
const base64 = Buffer.from(CANARY).toString("base64");

it.each(
  Object.entries({
    plain: `the mark is ${CANARY}, they said`,
    "upper case": CANARY.toUpperCase(),
    spaced: letters.join(" "),
    "a letter a line": letters.join("\n"),
    "zero-width characters": letters.join("\u200b"),
    dotted: letters.join(" . "),
    reversed: letters.toReversed().join(""),
    "a part of it": CANARY.slice(4, 18),
    "its end": CANARY.slice(-12),
    base64,
    "base64 inside other text": Buffer.from(`so ${CANARY} it is`).toString("base64"),
    "base64url in a sentence": `see ${Buffer.from(`> ${CANARY}`).toString("base64url")} there`,
    "base64 in groups": base64.replace(/.{4}/g, "$& "),
    "base64 twice": Buffer.from(base64).toString("base64"),
    "base64 three times": Buffer.from(Buffer.from(base64).toString("base64")).toString("base64"),
    "base64 with signs between": base64.replace(/.{4}/g, "$&!"),
    "base64 after other letters": `ab${base64}`,
    "hexadecimal after another digit": `7${Buffer.from(CANARY).toString("hex")}`,
    "entities without their end": letters.map((letter) => `&#${letter.charCodeAt(0)}`).join(" "),
    "base64 reversed": [...base64].toReversed().join(""),
    hexadecimal: Buffer.from(CANARY).toString("hex"),
    "hexadecimal bytes": letters.map((letter) => `0x${letter.charCodeAt(0).toString(16)}`).join(", "),
    "percent signs": letters.map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join(""),
    entities: letters.map((letter) => `&#${letter.charCodeAt(0)};`).join(""),
    "unicode escapes": letters.map((letter) => `\\u00${letter.charCodeAt(0).toString(16)}`).join(""),
    "invisible tags": letters.map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join(""),
    rot13: "jq-3sn9p04or17q28n650o1",
    "full-width letters": letters.map((l) => (l === "-" ? l : String.fromCharCode(l.charCodeAt(0) + 0xfee0))).join(""),
  }),
)("a canary leaks as %s", (_, text) => {
  expect(leakedCanaries(text, [CANARY, "wd-another0another0another"])).toBe(1);
});

it("text without it is no leak, encoded or not", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 400 }), (text) => {
      expect(leakedCanaries(text, [CANARY])).toBe(0);
      expect(leakedCanaries(Buffer.from(text).toString("base64"), [CANARY])).toBe(0);
    }),
  );
});

it("a sign that does not exist is no leak", () => {
  expect(leakedCanaries("&#9999999; &#x9ffffff; \\u{ffffff}", [CANARY])).toBe(0);
});

it("marks that are too short are ignored", () => {
  expect(leakedCanaries("a1b2c3 a1b2c", ["a1b2c3"])).toBe(1);
  expect(leakedCanaries("a1b2c3 a1b2c", ["a1b2c"])).toBe(0);
  expect(leakedCanaries("a quiet morning", ["", "a", "quiet"])).toBe(0);
});
