/** Says in one line what arguments a tool takes, for a model that got them wrong. */
import type { Json } from "../ports.ts";
import type { Tool } from "./tool.ts";

type Schema = { readonly [name: string]: Json | undefined };

/** "file: today.md | goals.md, part?: integer". A name with a question mark may be left out. */
export function signatureOf({ schema }: Pick<Tool, "schema">): string {
  const { properties, required } = schema as Schema;
  const needed = Array.isArray(required) ? required : [];
  const names = Object.entries(isSchema(properties) ? properties : {});
  if (names.length === 0) return "no arguments";
  return names.map(([name, shape]) => `${name}${needed.includes(name) ? "" : "?"}: ${kindOf(shape)}`).join(", ");
}

function kindOf(shape: Json | undefined): string {
  if (!isSchema(shape)) return "any";
  const { enum: choices, type, pattern, items, anyOf, format } = shape;
  if (Array.isArray(choices)) return choices.join(" | ");
  if (Array.isArray(anyOf)) return anyOf.map(kindOf).join(" | ");
  if (type === "array") return `list of ${kindOf(items)}`;
  if (format === "email") return "e-mail address";
  // The patterns of dates and times are known by their shape.
  if (typeof pattern === "string")
    return pattern.includes("\\d{4}-") ? "YYYY-MM-DD" : pattern.includes(":[0-5]") ? "HH:MM" : "text";
  return type === "string" ? "text" : typeof type === "string" ? type : "any";
}

function isSchema(value: Json | undefined): value is { [name: string]: Json } {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
