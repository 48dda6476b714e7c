import fc from "fast-check";
import { expect, it } from "vitest";
import { seal, unseal } from "./grip.ts";

const KEY = new Uint8Array(32).fill(1);

it("opens what it sealed, and nothing else: not with another key, for another place, or after any change", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), fc.string({ maxLength: 40 }), fc.nat(), (text, place, n) => {
      const sealed = seal(KEY, place, text);
      expect(unseal(KEY, place, sealed)).toBe(text);
      expect(unseal(new Uint8Array(32).fill(2), place, sealed)).toBeUndefined();
      expect(unseal(KEY, `${place}x`, sealed)).toBeUndefined();
      const bytes = Buffer.from(sealed, "base64url");
      bytes[n % bytes.length] = (bytes[n % bytes.length] ?? 0) ^ 1;
      expect(unseal(KEY, place, bytes.toString("base64url"))).toBeUndefined();
      expect(unseal(KEY, place, sealed.slice(0, 20))).toBeUndefined();
    }),
  );
});

it("two texts share no nonce, and neither do two places", () => {
  const nonce = (place: string, text: string) => seal(KEY, place, text).slice(0, 16);
  const all = ["a", "b", "aa"].flatMap((text) => ["p", "q"].map((place) => nonce(place, text)));
  expect(new Set(all).size).toBe(all.length);
});
