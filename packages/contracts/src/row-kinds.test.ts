import { expect, it } from "vitest";
import * as z from "zod";
import { instant, PERSON_PARTITIONS, row, text } from "./keys.ts";
import { keys, ROW_KINDS } from "./row-kinds.ts";

const schema = z.strictObject({});

it("a kind without a decision does not compile", () => {
  // @ts-expect-error: nothing says what may become of the row.
  row<[]>("agent", "NEW", [], { schema, topic: "tasks" });
  // @ts-expect-error: nothing says what the row holds.
  row<[]>("agent", "NEW", [], { keep: "kept", topic: "tasks" });
  // @ts-expect-error: nothing says where an export has the row of a person.
  row<[]>("agent", "NEW", [], { schema, keep: "kept" });
  row<[]>("bot", "NEW", [], { schema, keep: "kept" });
});

it("each kind is declared once, also where it has keys of two shapes", () => {
  for (const [kind, [first, ...others]] of ROW_KINDS)
    for (const other of others) expect(other.about, kind).toBe(first.about);
});

it("what is in a partition of a person has a place in an export, and nothing else has", () => {
  const people: readonly string[] = PERSON_PARTITIONS;
  for (const { kind, partition, about } of Object.values(keys))
    expect(about.topic !== undefined || about.secret !== undefined, kind).toBe(people.includes(partition));
});

it("nothing is kept for ever and swept: what leaves the store has an archive, or clears itself", () => {
  for (const { kind, about } of Object.values(keys))
    if (about.stays) expect(about.archive !== undefined || about.keep === "transient", kind).toBe(true);
});

it("rows from before an instant are found by a key that begins with its time, and by no other", () => {
  const at = Date.UTC(2026, 10, 20, 2);
  const about = { schema, keep: "kept", topic: "tasks" } as const;
  const timed = row<[at: number, id: string]>("agent", "NEW", [instant, text], about);
  expect(timed.before("me", at)).toEqual(timed.between("me", [], [at]));
  expect(row<[id: string, at: number]>("agent", "NEW", [text, instant], about).before("me", at)).toBeUndefined();
  expect(keys.rate.before("me", at)).toEqual(keys.rate.between("me", [], [at / 3_600_000]));
  expect(keys.dream.before("me", at)?.to).toBe("DREAM#dream-2026-11-20");
  expect(keys.meter.before("me", at)?.to).toBe("METER#2026-11-20");
});
