/** A number that is no instant must not get in: the clock functions throw on it, and its date cannot be written. */
import { describe, expect, it } from "vitest";
import * as z from "zod";
import * as contracts from "./index.ts";

/** The last instant of a `Date`. */
const LAST_DATE_MS = 8.64e15;

type Node = { type?: string | string[]; maximum?: number; properties?: Record<string, Node> } & Record<string, unknown>;

/** The names of fields that hold an instant, in every contract. */
const INSTANT = /^(?:at|start|end|until|tapBy|heldSince|notBefore|indexedTo|consolidatedTo|valid(?:From|To)|\w+At)$/;

/** Yields each field that holds a number under the name of an instant, with its path. */
function* instants(node: unknown, path: string): Generator<readonly [string, Node]> {
  if (typeof node !== "object" || node === null) return;
  for (const [name, inside] of Object.entries(node)) {
    const field = inside as Node;
    const number = ["integer", "number"].includes(String(field?.type));
    if (INSTANT.test(name) && number) yield [`${path}.${name}`, field];
    yield* instants(inside, `${path}.${name}`);
  }
}

const schemas = Object.entries(contracts).filter(([, value]) => value instanceof z.ZodType) as [string, z.ZodType][];

describe("an instant", () => {
  it("is refused above the last one, in every contract that holds one", () => {
    const found = schemas.flatMap(([name, schema]) => [
      ...instants(z.toJSONSchema(schema, { unrepresentable: "any", io: "input" }), name),
    ]);
    expect(found.length).toBeGreaterThan(40);
    expect(found.filter(([, { maximum = Number.POSITIVE_INFINITY }]) => maximum >= LAST_DATE_MS)).toEqual([]);
  });

  it("has a date of four digits in every time zone, and the next number is none", () => {
    const { EpochMs, LAST_INSTANT_MS } = contracts;
    const farthest = 14 * 3_600_000;
    expect(new Date(EpochMs.parse(LAST_INSTANT_MS) + farthest).toISOString()).toMatch(/^9999-12-31T/);
    for (const wrong of [LAST_INSTANT_MS + 1, LAST_DATE_MS, LAST_DATE_MS + 1, 1e300, Number.NaN, -1, 0.5])
      expect(EpochMs.safeParse(wrong).success, String(wrong)).toBe(false);
  });
});
