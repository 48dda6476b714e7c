import { kindOf, OBJECT_ROOTS, PARTITION, PERSON_PARTITIONS, TOPICS } from "@waldo/contracts";
import { exampleKeys } from "@waldo/testkit/example-keys";
import { expect, it } from "vitest";
import { everyObject, everyRow, exportedKinds, LINK_PARTITIONS, NAMELESS_PARTITIONS } from "./everything.ts";

const people: readonly string[] = PERSON_PARTITIONS;
const examples = exampleKeys("me");

it("says of every partition whose it is", () => {
  const placed = [...PERSON_PARTITIONS, ...LINK_PARTITIONS, ...NAMELESS_PARTITIONS];
  expect([...placed].sort()).toEqual(Object.keys(PARTITION).sort());
  const queried = everyRow("me").map(({ query }) => `${query.table} ${query.pk}`);
  for (const { partition, key } of examples)
    expect(queried.includes(`${key.table} ${key.pk}`), partition).toBe(people.includes(partition));
});

it("asks for the objects of every root, of one person alone", () => {
  expect(everyObject("me").map(({ prefix }) => prefix)).toEqual(OBJECT_ROOTS.map((root) => `${root}/me/`));
});

it("finds the key of each exported row again by its sort key, and no key of another kind", () => {
  const kinds = exportedKinds();
  for (const { key } of examples) {
    const own = kinds.find(({ kind }) => kind === kindOf(key));
    if (own) expect(own.keyOf("me", key.sk)).toEqual(key);
    for (const other of kinds) if (other.kind !== kindOf(key)) expect(other.keyOf("me", key.sk)).toBeUndefined();
  }
});

it("has rows of a kind for every topic", () => {
  expect([...new Set(exportedKinds().map(({ topic }) => topic))]).toEqual(Object.keys(TOPICS));
});
