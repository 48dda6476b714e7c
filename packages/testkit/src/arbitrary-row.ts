/** Made-up values of a schema, for properties that must hold for every row that there may be. */
import { isBySystem } from "@waldo/contracts";
import fc from "fast-check";
import * as z from "zod";

type Def = Record<string, unknown> & {
  readonly type: string;
  readonly checks?: readonly { readonly _zod: { readonly def: Record<string, unknown> } }[];
};

/** Returns values that fit the schema. `words` makes the free texts. */
export function valuesOf(schema: z.ZodType, words: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  return made(schema, words).filter((value) => schema.safeParse(value).success);
}

const NAMED = z.enum(["Europe/Berlin", "one-two", "en"]);

function made(schema: z.ZodType, words: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const def = schema._zod.def as unknown as Def;
  const checks = (def.checks ?? []).map(({ _zod }) => _zod.def);
  const limit = (name: string) => checks.find(({ check }) => check === name);
  const inner = (one: unknown) => made(one as z.ZodType, words);
  // This schema is one of the names that people may also say.
  if (isBySystem(schema)) return inner(schema._zod.def.type === "string" ? NAMED : schema);
  switch (def.type) {
    case "string": {
      const form = limit("string_format")?.["pattern"] ?? def["pattern"];
      const [least, most] = [
        Number(limit("min_length")?.["minimum"] ?? 0),
        Number(limit("max_length")?.["maximum"] ?? 60),
      ];
      const free =
        form instanceof RegExp ? fc.stringMatching(form) : words.map((text) => text.slice(0, most).padEnd(least, "w"));
      const date = fc
        .integer({ min: 0, max: 20_000 })
        .map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10));
      return fc.oneof(free, date).filter((text) => schema.safeParse(text).success);
    }
    case "number": {
      const whole = fc.oneof(fc.integer({ min: 0, max: 1 }), fc.nat(100), fc.nat(2_000_000_000));
      return fc.oneof(whole, fc.double({ min: 0, max: 1, noNaN: true })).filter((n) => schema.safeParse(n).success);
    }
    case "boolean":
      return fc.boolean();
    case "enum":
      return fc.constantFrom(...Object.values(def["entries"] as object));
    case "literal":
      return fc.constantFrom(...(def["values"] as unknown[]));
    case "null":
      return fc.constant(null);
    case "array": {
      const [least, most] = [
        Number(limit("min_length")?.["minimum"] ?? 0),
        Number(limit("max_length")?.["maximum"] ?? 3),
      ];
      return fc.array(inner(def["element"]), { minLength: least, maxLength: Math.max(least, Math.min(most, 3)) });
    }
    case "tuple":
      return fc.tuple(...(def["items"] as unknown[]).map(inner));
    case "object": {
      const shape = Object.entries(def["shape"] as object);
      const needed = shape.filter(([, one]) => !(one as z.ZodType).safeParse(undefined).success).map(([name]) => name);
      return fc.record(Object.fromEntries(shape.map(([name, one]) => [name, inner(one)])), { requiredKeys: needed });
    }
    case "record": {
      const keyType = (def["keyType"] as z.ZodType)._zod.def as unknown as Def;
      if (keyType.type !== "enum")
        return fc.dictionary(inner(def["keyType"]) as fc.Arbitrary<string>, inner(def["valueType"]), { maxKeys: 3 });
      const names = Object.values(keyType["entries"] as object) as string[];
      const members = Object.fromEntries(names.map((name) => [name, inner(def["valueType"])]));
      return fc.oneof(fc.record(members), fc.record(members, { requiredKeys: [] }));
    }
    case "union":
      return fc.oneof(...(def["options"] as unknown[]).map(inner));
    case "template_literal":
      return fc
        .tuple(
          ...(def["parts"] as unknown[]).map((part) => (typeof part === "string" ? fc.constant(part) : inner(part))),
        )
        .map((parts) => parts.join(""));
    case "pipe":
      return inner(def["in"]);
    case "lazy":
    case "unknown":
    case "any":
      return fc.oneof(words, fc.record({ a: words, b: fc.array(words, { maxLength: 2 }) }), fc.nat(9));
    default:
      if (def["innerType"])
        return def.type === "optional"
          ? fc.option(inner(def["innerType"]), { nil: undefined, freq: 5 })
          : inner(def["innerType"]);
      throw new Error(`nobody makes a ${def.type} here`);
  }
}
