/** Tests what a reader gets of a row that another release wrote, or that is damaged. */
import { keys, ROW_KINDS } from "@waldo/contracts";
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { PERSON } from "@waldo/testkit/synthetic-person";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readable } from "./readable.ts";

function world() {
  const raw = openSqliteStore(":memory:");
  const logged: object[] = [];
  const store = readable(raw, (level, event, fields) => logged.push({ level, event, ...fields }));
  const put = (key: Parameters<typeof store.get>[0], body: object) => raw.transact([{ op: "put", key, body }]);
  return { raw, store, logged, put };
}

describe("a row of this release", () => {
  it("is read as it was written, and carries the version of its schema in the store", async () => {
    const { raw, store, logged } = world();
    await store.transact([{ op: "put", key: keys.profile("me"), body: PERSON }]);
    expect((await store.get(keys.profile("me")))?.body).toEqual(PERSON);
    expect((await raw.get(keys.profile("me")))?.body).toMatchObject({ schemaVersion: 1 });
    expect(logged).toEqual([]);
  });
});

describe("after a rollback", () => {
  it("a row of the newer release is read without what this release does not know", async () => {
    const { store, logged, put } = world();
    const newer = { ...PERSON, mood: "fine", channels: { ...PERSON.channels, fax: "1" }, schemaVersion: 2 };
    await put(keys.profile("me"), newer);
    expect((await store.get(keys.profile("me")))?.body).toEqual(PERSON);
    expect(logged).toMatchObject([{ event: "row.unreadable", kind: "PROFILE", written: 2, known: 1 }]);
  });

  it("a row in a shape that this release cannot read counts as missing, or as its stand-in", async () => {
    const { store, put } = world();
    await put(keys.watch("me", "0123456789ab"), { when: "some day", schemaVersion: 2 });
    await put(keys.dayState("me", "2026-10-30"), { spoken: "yes", heldSince: 5, schemaVersion: 2 });
    expect((await store.query(keys.watch.all("me"))).rows).toEqual([]);
    expect((await store.get(keys.dayState("me", "2026-10-30")))?.body).toEqual({ heldSince: 5 });
  });
});

describe("a row with one bad field", () => {
  it("keeps the neighbours of that field, also inside an object", async () => {
    const { store, put } = world();
    await put(keys.profile("me"), { ...PERSON, channels: { telegramChatId: "sink", push: 5 } });
    expect((await store.get(keys.profile("me")))?.body).toEqual(PERSON);
  });
});

describe("any body at all", () => {
  it("is read as something that fits its kind, or not at all; nothing throws, and no log line holds a value", async () => {
    const kinds = [...ROW_KINDS];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...kinds),
        fc.dictionary(fc.stringMatching(/^[a-zA-Z]{1,12}$/), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 5 }),
        async ([kind, [{ about }]], body) => {
          const { store, logged, put } = world();
          const secret = { ...body, secret: "violet umbrella" };
          const name = kind === "DREAM" ? "dream-2026-10-30" : "2026-10-30";
          const key = { table: "agent", pk: "USER#me", sk: `${kind}#${name}#x` } as const;
          await put(key, secret);
          const found = await store.get(key);
          if (found) expect(about.schema.safeParse(found.body).success).toBe(true);
          expect(JSON.stringify(logged)).not.toContain("violet");
        },
      ),
      { numRuns: 400 },
    );
  });
});
