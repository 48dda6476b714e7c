/** Stored data of a person can be read only with that person's key. */
import { type Key, keys, personOf, ROW_KINDS } from "@waldo/contracts";
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { archiveContract } from "@waldo/testkit/archive-contract";
import { memoryArchive } from "@waldo/testkit/memory-archive";
import { memoryKeyRing } from "@waldo/testkit/memory-key-ring";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import type { JsonObject, Store } from "../ports.ts";
import { itemBytes } from "./capacity.ts";
import { sealed, sealedArchive, storedBytes } from "./sealed.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const SECRET = "the-words-of-one-person";
const TASK = keys.task("ana", "t1");
const put = (key: Key, body: object) => ({ op: "put", key, body }) as const;

function world() {
  const raw = openSqliteStore(":memory:");
  const ring = memoryKeyRing();
  const store: Store = sealed(raw, ring);
  return { raw, ring, store };
}

archiveContract("A sealed archive", async () => ({
  archive: sealedArchive(memoryArchive(), memoryKeyRing()),
  close: () => {},
}));

describe("a sealed row", () => {
  it("reads as it was written, and holds its words in no readable form", async () => {
    const { raw, store } = world();
    const body = { taskId: "t1", status: "open", title: SECRET, origin: "owner", createdAt: 5, updatedAt: 6 };
    await store.transact([put(TASK, body)]);
    expect(await store.get(TASK)).toMatchObject({ key: TASK, version: 1, body });
    const kept = (await raw.get(TASK))?.body ?? {};
    expect(JSON.stringify(kept)).not.toContain(SECRET);
    expect(kept).toMatchObject({ taskId: "t1", status: "open", createdAt: 5, updatedAt: 6 });
    expect(Object.keys(kept)).not.toContain("title");
  });

  it("asks for the key once a call, and again in the next one", async () => {
    const ring = memoryKeyRing();
    let asked = 0;
    const keyOf = (userId: string) => {
      asked += 1;
      return ring.keyOf(userId);
    };
    const store = sealed(openSqliteStore(":memory:"), { ...ring, keyOf });
    const counted = async (call: Promise<unknown>) => {
      await call;
      return asked;
    };
    const many = ["t1", "t2", "t3"].map((id) => put(keys.task("ana", id), { title: SECRET }));
    expect(await counted(store.transact(many))).toBe(1);
    expect(await counted(store.query(keys.task.all("ana")))).toBe(2);
    await ring.destroy("ana");
    await expect(store.query(keys.task.all("ana"))).rejects.toMatchObject({ name: "Erased" });
  });

  it("of any content reads as it was written, from one row and from a range, and takes the bytes that are counted", async () => {
    const { raw, store } = world();
    const kinds = [
      keys.task("ana", "t"),
      keys.profile("ana"),
      keys.sourceDay("ana", "2026-10-30", "oura"),
      keys.lease("ana"),
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...kinds),
        fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue()),
        async (key, body) => {
          fc.pre(
            !Object.keys(body).some((name) => name.startsWith("$") || name === "__proto__" || !name.isWellFormed()),
          );
          const json = JSON.parse(JSON.stringify(body)) as JsonObject;
          await store.transact([put(key, json)]);
          const { rows } = await store.query({ table: key.table, pk: key.pk, prefix: key.sk });
          const row = await store.get(key);
          expect([row?.body, rows[0]?.body]).toEqual([json, json]);
          const kept = await raw.get(key);
          if (row && kept)
            expect([storedBytes(row), row.bytes ?? itemBytes(row)]).toEqual([itemBytes(kept), itemBytes(kept)]);
        },
      ),
      { numRuns: 200 },
    );
  });

  it("gives the same bytes for the same write, and others for another content or place", async () => {
    const sealOf = async (key: Key, title: string) => {
      const { raw, store } = world();
      await store.transact([put(key, { title })]);
      return (await raw.get(key))?.body["$sealed"];
    };
    const once = await sealOf(TASK, "a");
    expect(await sealOf(TASK, "a")).toBe(once);
    expect(await sealOf(TASK, "b")).not.toBe(once);
    expect(await sealOf(keys.task("ana", "t2"), "a")).not.toBe(once);
    expect(await sealOf(keys.task("bea", "t1"), "a")).not.toBe(once);
  });

  it("that was moved to another place, or changed in one bit, reads as one without its content", async () => {
    const { raw, store } = world();
    await store.transact([put(TASK, { status: "open", title: SECRET })]);
    // An earlier opening by the same process changes nothing.
    expect((await store.get(TASK))?.body).toMatchObject({ title: SECRET });
    const text = String((await raw.get(TASK))?.body["$sealed"]);
    const moved = keys.task("ana", "t2");
    await raw.transact([put(moved, { status: "open", $sealed: text })]);
    expect((await store.get(moved))?.body).toEqual({ status: "open" });
    const envelope = Buffer.from(text, "base64");
    for (let at = 4; at < envelope.length; at++) {
      const changed = Buffer.from(envelope);
      changed[at] = (changed[at] ?? 0) ^ 1;
      await raw.transact([put(TASK, { status: "open", $sealed: changed.toString("base64") })]);
      expect((await store.get(TASK))?.body).toEqual({ status: "open" });
    }
  });

  it("reads the same however often, beside more rows than stay opened, and whatever a caller did to what it read", async () => {
    const { store } = world();
    for (let n = 0; n < 300; n++) await store.transact([put(keys.task("ana", `t${n}`), { title: `${SECRET} ${n}` })]);
    const read = async () => (await store.query({ ...keys.task.all("ana"), limit: 1000 })).rows.map(({ body }) => body);
    const first = await read();
    const before = structuredClone(first);
    for (const body of first) (body as Record<string, unknown>)["title"] = "changed";
    expect(await read()).toEqual(before);
  });

  it("under another key stops all work for the person: nothing is written over what cannot be read", async () => {
    const { raw, store } = world();
    await store.transact([put(TASK, { title: SECRET })]);
    const other = sealed(raw, memoryKeyRing("another"));
    await expect(other.get(TASK)).rejects.toMatchObject({ name: "KeyLost" });
  });

  it("of an earlier release is read as it is; its next write seals it", async () => {
    const { raw, store } = world();
    await raw.transact([put(TASK, { title: SECRET })]);
    expect((await store.get(TASK))?.body).toEqual({ title: SECRET });
    await store.transact([put(TASK, { title: SECRET })]);
    expect(JSON.stringify((await raw.get(TASK))?.body)).not.toContain(SECRET);
  });

  it("of an erased person is neither read nor written, and in no backup can it be opened", async () => {
    const { raw, ring, store } = world();
    await store.transact([put(TASK, { title: SECRET }), put(keys.task("bea", "t1"), { title: "hers" })]);
    await ring.destroy("ana");
    for (const work of [store.get(TASK), store.transact([put(TASK, {})])])
      await expect(work).rejects.toMatchObject({ name: "Erased", next: "stop" });
    expect((await raw.get(TASK))?.version).toBe(1);
    expect((await store.get(keys.task("bea", "t1")))?.body).toEqual({ title: "hers" });
  });

  it("is compared by conditions only in what stays open", async () => {
    const { store } = world();
    await store.transact([put(TASK, { status: "open", title: SECRET })]);
    const when = (attribute: string, value: string) =>
      store.transact([{ ...put(TASK, { status: "done" }), when: [{ is: "equals", attribute, value }] }]);
    await expect(when("title", SECRET)).rejects.toMatchObject({ name: "InvalidInput" });
    await expect(when("status", "shut")).rejects.toMatchObject({ name: "ConditionFailed" });
    await when("status", "open");
  });

  it("may not use the name of the envelope", async () => {
    const { store } = world();
    await expect(store.transact([put(TASK, { $sealed: "x" })])).rejects.toMatchObject({ name: "InvalidInput" });
  });
});

it("a sealed object holds its words in no readable form, and one of an earlier release is read as it is", async () => {
  const inner = memoryArchive();
  const archive = sealedArchive(inner, memoryKeyRing());
  await archive.write("workspace/ana/memory.md", bytes(SECRET));
  await inner.write("workspace/ana/old.md", bytes(SECRET));
  expect(Buffer.from((await inner.read("workspace/ana/memory.md")) ?? []).toString("latin1")).not.toContain(SECRET);
  expect(await archive.read("workspace/ana/memory.md")).toEqual(bytes(SECRET));
  expect(await archive.read("workspace/ana/old.md")).toEqual(bytes(SECRET));
});

describe("what stays open of a row", () => {
  /** Texts that code makes: names of rows, or one of a few words. */
  const MADE = /(?:Id|^key|^from|^kind|^date|^lastRun|^changed|^trigger|^at|^failedDream)$/;
  const declared = [...ROW_KINDS.values()].map(([one]) => one);
  const cases = declared.flatMap(({ kind, about: { open, schema } }) =>
    open === undefined || open === "all" ? [] : open.map((attribute) => [kind, attribute, schema] as const),
  );

  it.each(cases)("%s.%s is an id, a state, a time or a counter", (_, attribute, schema) => {
    const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
    const options = (json.anyOf ?? json.oneOf ?? [json]) as z.core.JSONSchema.BaseSchema[];
    const found = options.flatMap((option) => {
      const member = option.properties?.[attribute];
      return typeof member === "object" ? [member] : [];
    });
    // Some kinds have a schema that names no member.
    if (options.some(({ properties = {} }) => Object.keys(properties).length > 0))
      expect(found.length).toBeGreaterThan(0);
    for (const member of found)
      if (
        member.type === "string" &&
        member.enum === undefined &&
        member.const === undefined &&
        member.pattern === undefined
      )
        expect(attribute).toMatch(MADE);
  });

  it("never holds a reading, a score or a word of the body", () => {
    const health = declared.filter((one) => one.all("me").table === "health").map(({ about }) => about.open ?? []);
    const open = new Set(health.filter((one) => one !== "all").flat());
    expect([...open].sort()).toEqual([
      ...["busyUntil", "bytes", "computedAt", "confidence", "date", "failures", "notBefore"],
      ...["percent", "readAt", "state", "status", "trouble", "until", "version"],
    ]);
  });
});

it("every partition of a person is known as one, and those of bots are nobody's", () => {
  const own = ["USER#ana", "RAW#ana", "DERIVED#ana", "CONNECT#ana", "HOOKED#ana"];
  for (const pk of own) expect(personOf({ pk }), pk).toBe("ana");
  for (const pk of ["BOT#waldo", "PACE#waldo", "VENDOR#whoop"]) expect(personOf({ pk }), pk).toBeUndefined();
});
