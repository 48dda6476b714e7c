/** Defines the tests that every Archive must pass. Each test uses its own prefix. */
import type { Archive } from "@waldo/core/ports";
import { compareUtf8 } from "@waldo/core/store/query-plan";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

type OpenedArchive = { readonly archive: Archive; readonly close: () => Promise<void> | void };

/** More names than one page of S3 (1,000) holds. */
const MORE_THAN_A_PAGE = 1003;

/** Defines the suite. `open` is called once, before the first test. */
export function archiveContract(name: string, open: () => Promise<OpenedArchive>): void {
  describe(`${name} is an Archive`, () => {
    let opened: OpenedArchive;
    let archive: Archive;
    let prefixes = 0;
    beforeAll(async () => {
      opened = await open();
      archive = opened.archive;
    });
    afterAll(() => opened.close());

    const prefix = () => {
      prefixes += 1;
      return `workspace/contract-${prefixes}/`;
    };
    const bytes = (text: string) => new TextEncoder().encode(text);
    const writeAll = async (names: readonly string[]) => {
      for (let at = 0; at < names.length; at += 50) {
        await Promise.all(names.slice(at, at + 50).map((each) => archive.write(each, bytes(each))));
      }
    };
    const refused = async (promise: Promise<unknown>) =>
      expect(promise).rejects.toMatchObject({ name: "InvalidInput", next: "stop" });

    test("an object that was never written is absent", async () => {
      expect(await archive.read(`${prefix()}a.md`)).toBeUndefined();
      expect(await archive.read(`${prefix()}deep/er/a.md`)).toBeUndefined();
    });

    test("bytes come back as they went in, as plain bytes", async () => {
      const under = prefix();
      let objects = 0;
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ maxLength: 2000 }), async (content) => {
          const name = `${under}${objects++}.bin`;
          await archive.write(name, content);
          const read = await archive.read(name);
          expect(read).toBeInstanceOf(Uint8Array);
          expect(Buffer.compare(read ?? bytes("not there"), content)).toBe(0);
        }),
        { numRuns: 15 },
      );
    });

    test("an empty object is an object", async () => {
      const at = `${prefix()}empty`;
      await archive.write(at, new Uint8Array(0));
      expect(await archive.read(at)).toHaveLength(0);
      expect(await archive.list(at)).toEqual([at]);
    });

    test("five megabytes come back unchanged", async () => {
      const at = `${prefix()}large.bin`;
      const content = new Uint8Array(5 * 1024 * 1024).map((_, index) => (index * 31) % 251);
      await archive.write(at, content);
      expect(Buffer.compare((await archive.read(at)) ?? bytes(""), content)).toBe(0);
    });

    test("a write replaces the whole object", async () => {
      const at = `${prefix()}a.md`;
      await archive.write(at, bytes("a long first version"));
      await archive.write(at, bytes("short"));
      expect(await archive.read(at)).toEqual(bytes("short"));
    });

    test("the caller may change its buffer after the write", async () => {
      const at = `${prefix()}a.md`;
      const content = bytes("kept");
      await archive.write(at, content);
      content.fill(0);
      expect(await archive.read(at)).toEqual(bytes("kept"));
    });

    test("a list has every name below, at every depth, by UTF-8 bytes", async () => {
      const under = prefix();
      const names = ["z", "a/b/c.md", "a/b.md", "a.md", "a-b/c", "B", "\ue000.md", "😀.md", "é", "a b+c%20&=?.md"];
      await writeAll(names.map((each) => under + each));
      expect(await archive.list(under)).toEqual(names.map((each) => under + each).sort(compareUtf8));
    });

    test("a prefix may end in the middle of a name, and matches letters, not folders", async () => {
      const under = prefix();
      const names = ["2026-10/x", "2026-11/x", "2026-11/y", "2026-1", "2027/x"].map((each) => under + each);
      await writeAll(names);
      expect(await archive.list(`${under}2026-1`)).toEqual([names[3], names[0], names[1], names[2]]);
      expect(await archive.list(`${under}2026-11`)).toEqual([names[1], names[2]]);
      expect(await archive.list(`${under}2026-11/y`)).toEqual([names[2]]);
      expect(await archive.list(`${under}nothing/here`)).toEqual([]);
      expect(await archive.list("")).toEqual(expect.arrayContaining(names));
    });

    test("deleting a prefix removes what is under it, says how many, and leaves its neighbours", async () => {
      const under = prefix();
      await writeAll(["u1/a", "u1/deep/er/b", "u1/deep/c", "u10/a", "u1.md"].map((each) => under + each));
      expect(await archive.deletePrefix(`${under}u1/`)).toBe(3);
      expect(await archive.list(under)).toEqual([`${under}u1.md`, `${under}u10/a`]);
      expect(await archive.read(`${under}u1/a`)).toBeUndefined();
      expect(await archive.deletePrefix(`${under}u1/`)).toBe(0);
    });

    test("what was deleted can be written again", async () => {
      const under = prefix();
      await archive.write(`${under}u/a`, bytes("1"));
      await archive.deletePrefix(`${under}u/`);
      await archive.write(`${under}u/a`, bytes("2"));
      expect(await archive.read(`${under}u/a`)).toEqual(bytes("2"));
    });

    test("more names than one page holds are listed and deleted", async () => {
      const under = prefix();
      const names = Array.from({ length: MORE_THAN_A_PAGE }, (_, n) => `${under}n/${String(n).padStart(5, "0")}`);
      await writeAll(names);
      expect(await archive.list(`${under}n/`)).toEqual(names);
      expect(await archive.deletePrefix(`${under}n/`)).toBe(MORE_THAN_A_PAGE);
      expect(await archive.list(under)).toEqual([]);
    });

    test.each([
      "",
      "/etc/passwd",
      "../up",
      "a/../../up",
      "a//b",
      "a/",
      ".hidden",
      "a\u0000b",
      "\ud800",
      "x".repeat(256),
    ])("%j is no name to read or write", async (at) => {
      await refused(archive.read(at));
      await refused(archive.write(at, bytes("x")));
    });

    test("a prefix that leads out of the archive is refused by every call", async () => {
      for (const walk of ["../", "a/../", "/"]) {
        await refused(archive.list(walk));
        await refused(archive.deletePrefix(walk));
      }
    });

    test("only a folder can be deleted, and never everything", async () => {
      const at = `${prefix()}a.md`;
      await archive.write(at, bytes("kept"));
      await refused(archive.deletePrefix(""));
      await refused(archive.deletePrefix(at));
      expect(await archive.read(at)).toEqual(bytes("kept"));
    });
  });
}
