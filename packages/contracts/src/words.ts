/**
 * Which texts of a row are words: what a person, a model or somebody outside worded. The schema of the row decides, not the
 * name of a member. A plain text is words. A text with a form of its own (an id, a date), a value of a list and what is
 * marked by {@link bySystem} were chosen by code. Where a schema allows anything, every text is words.
 */
import * as z from "zod";

const SYSTEM = z.registry<Record<string, never>>();

/** Marks a text that code chose: an id, the name of a tool or of a model, a time zone. */
export function bySystem<S extends z.ZodType>(schema: S): S {
  SYSTEM.add(schema, {});
  return schema;
}

export const isBySystem = (schema: z.ZodType): boolean => SYSTEM.has(schema);

/** A text that code chose, of any length. */
export const SystemText = bySystem(z.string());

/** Checks that leave a text free: how long it is, and that it is made plain. */
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
 * Returns the value with `change` done to all of its words. A member of a record whose name holds changed words is left out.
 * The value keeps its shape, so it still fits its schema where `change` gives a text of one to the old number of characters.
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

/** A value of no schema: every text of it is words. */
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
