/**
 * Decides which texts of a row are words of a person, a model or somebody outside. The schema of the row decides, not
 * the name of a member. A plain text counts as words. A text with a fixed form (an id, a date), a value from a list,
 * and a text marked with {@link bySystem} were chosen by code. If a schema allows anything, every text counts as words.
 */
import * as z from "zod";

const SYSTEM = z.registry<Record<string, never>>();

/** Marks a text that code chooses: an id, the name of a tool or of a model, a time zone. */
export function bySystem<S extends z.ZodType>(schema: S): S {
  SYSTEM.add(schema, {});
  return schema;
}

export const isBySystem = (schema: z.ZodType): boolean => SYSTEM.has(schema);

/** A text that code chose, of any length. */
export const SystemText = bySystem(z.string());

/** Checks that do not restrict the content of a text: its length, and its cleaning. */
const FREE_CHECKS: readonly string[] = ["min_length", "max_length", "length_equals", "overwrite"];

type Def = {
  readonly type: string;
  readonly checks?: readonly z.core.$ZodCheck[];
  readonly format?: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly catchall?: z.ZodType;
  readonly element?: z.ZodType;
  readonly items?: readonly z.ZodType[];
  readonly options?: readonly z.ZodType[];
  readonly keyType?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
};

const defOf = (schema: z.ZodType) => schema._zod.def as unknown as Def;

function isWords(schema: z.ZodType): boolean {
  const { checks = [], format } = defOf(schema);
  return format === undefined && checks.every(({ _zod }) => FREE_CHECKS.includes(_zod.def.check));
}

/**
 * Returns the value with `change` applied to all its words. If `change` alters the name of a record's member, the
 * member is left out. The result still fits the schema if `change` returns at least one character and at most as many
 * as before.
 */
export function mapWords(schema: z.ZodType | undefined, value: unknown, change: (words: string) => string): unknown {
  if (value === null || value === undefined) return value;
  if (schema === undefined) return mapAll(value, change);
  if (isBySystem(schema)) return value;
  const def = defOf(schema);
  if (def.innerType) return mapWords(def.innerType, value, change);
  switch (def.type) {
    case "string":
      return typeof value === "string" && isWords(schema) ? change(value) : value;
    case "enum":
    case "literal":
    case "template_literal":
      return value;
    case "pipe":
      return mapWords(def.in, value, change);
    case "union": {
      const option = def.options?.find((one) => one.safeParse(value).success);
      return mapWords(option, value, change);
    }
    case "array":
      return Array.isArray(value) ? value.map((one) => mapWords(def.element, one, change)) : mapAll(value, change);
    case "tuple":
      return Array.isArray(value)
        ? value.map((one, i) => mapWords(def.items?.[i], one, change))
        : mapAll(value, change);
    case "object":
      return isRecord(value)
        ? mapMembers(value, (name) => (Object.hasOwn(def.shape ?? {}, name) ? def.shape?.[name] : undefined), change)
        : mapAll(value, change);
    case "record":
      return isRecord(value) ? mapRecord(value, def, change) : mapAll(value, change);
    default:
      return mapAll(value, change);
  }
}

function mapRecord(value: Readonly<Record<string, unknown>>, def: Def, change: (words: string) => string) {
  const kept = Object.entries(value).filter(([name]) => mapWords(def.keyType, name, change) === name);
  return mapMembers(Object.fromEntries(kept), () => def.valueType, change);
}

/** A value without a schema. Every text in it counts as words. */
function mapAll(value: unknown, change: (words: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((one) => mapAll(one, change));
  return isRecord(value) ? mapMembers(value, () => undefined, change) : value;
}

function mapMembers(
  value: Readonly<Record<string, unknown>>,
  schemaOf: (name: string) => z.ZodType | undefined,
  change: (words: string) => string,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, mapWords(schemaOf(name), inner, change)]),
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
