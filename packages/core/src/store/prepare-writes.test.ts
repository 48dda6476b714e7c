import { expect, test } from "vitest";
import type { Write } from "../ports.ts";
import { attemptedWriteUnits, describeKey, prepareWrites } from "./prepare-writes.ts";

const key = (sk: string) => ({ table: "agent", pk: "USER#u1", sk }) as const;
const refusal = (message: RegExp) =>
  expect.objectContaining({ name: "InvalidInput", next: "stop", message: expect.stringMatching(message) });

test("it returns the writes in order, bodies as plain JSON, conditions as a list", () => {
  const when = [{ is: "present" }] as const;
  expect(
    prepareWrites([
      { op: "put", key: key("A"), body: { a: 1, b: undefined }, expiresAt: 5 },
      { op: "delete", key: key("B"), when },
      { op: "check", key: key("C"), when },
    ]),
  ).toEqual([
    { op: "put", key: key("A"), body: { a: 1 }, when: [], expiresAt: 5 },
    { op: "delete", key: key("B"), when },
    { op: "check", key: key("C"), when },
  ]);
});

test("the same sort key in another table or partition is another row", () => {
  const others = [key("A"), { ...key("A"), table: "health" as const }, { ...key("A"), pk: "USER#u2" }];
  expect(prepareWrites(others.map((each): Write => ({ op: "delete", key: each })))).toHaveLength(3);
});

const put = (more: object): Write[] => [{ op: "put", key: key("A"), body: {}, ...more }];
test.each<[RegExp, Write[]]>([
  [/400|409600/, put({ body: { text: "x".repeat(409_600) } })],
  [
    /split it/,
    Array.from({ length: 11 }, (_, n) => ({ op: "put", key: key(`N#${n}`), body: { t: "x".repeat(400_000) } })),
  ],
  [/epoch milliseconds/, put({ expiresAt: 1.5 })],
  [/epoch milliseconds/, put({ expiresAt: Number.NaN })],
  [/not finite/, put({ when: [{ is: "equals", attribute: "n", value: Number.NaN }] })],
  [/well-formed name/, put({ when: [{ is: "equals", attribute: "", value: 1 }] })],
  [/whole number/, put({ when: [{ is: "version", version: 0.5 }] })],
  [/no known table/, [{ op: "delete", key: { ...key("A"), table: "people" as "agent" } }]],
])("refused: %s", (message, writes) => {
  expect(() => prepareWrites(writes)).toThrow(refusal(message));
});

test("a cancelled transaction is metered by what was sent", () => {
  const writes: Write[] = [
    { op: "put", key: key("A"), body: { text: "x".repeat(2000) } },
    { op: "delete", key: key("B") },
  ];
  expect(attemptedWriteUnits(prepareWrites(writes))).toBe(4 + 2);
});

test("a key is described by its kind, without the person's id", () => {
  expect(describeKey({ table: "agent", pk: "USER#maria", sk: "MESSAGE#thread-of-maria#000" })).toBe(
    "agent row MESSAGE",
  );
});
