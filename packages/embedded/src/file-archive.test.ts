import { mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { archiveContract } from "@waldo/testkit/archive-contract";
import { afterAll, expect, test } from "vitest";
import { fileArchive } from "./file-archive.ts";

const folders: string[] = [];
const temporary = async () => {
  const folder = await mkdtemp(join(tmpdir(), "waldo-archive-"));
  folders.push(folder);
  return folder;
};
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

const text = (content: string) => new TextEncoder().encode(content);

// The root does not exist yet. The first write creates it.
archiveContract("A folder", async () => ({ archive: fileArchive(join(await temporary(), "new")), close: () => {} }));

test("a write leaves nothing beside the object", async () => {
  const root = await temporary();
  await fileArchive(root).write("workspace/u1/memory.md", text("x"));
  expect(await readdir(join(root, "workspace/u1"))).toEqual(["memory.md"]);
});

test("writers of one object at the same time leave one of their versions, whole", async () => {
  const archive = fileArchive(await temporary());
  const versions = Array.from({ length: 8 }, (_, n) => String(n).repeat(50_000 + n));
  await Promise.all(versions.map((version) => archive.write("w/u/a.md", text(version))));
  expect(versions).toContain(new TextDecoder().decode(await archive.read("w/u/a.md")));
  expect(await archive.list("")).toEqual(["w/u/a.md"]);
});

test("files and folders can be read by their owner only", async () => {
  const root = join(await temporary(), "private");
  await fileArchive(root).write("workspace/u1/memory.md", text("x"));
  const mode = async (path: string) => (await stat(join(root, path))).mode & 0o777;
  expect(await Promise.all(["", "workspace", "workspace/u1", "workspace/u1/memory.md"].map(mode))).toEqual([
    0o700, 0o700, 0o700, 0o600,
  ]);
});

test("what a crash left half written is not listed, and is deleted with its prefix", async () => {
  const root = await temporary();
  const archive = fileArchive(root);
  await archive.write("workspace/u1/a.md", text("a"));
  await writeFile(join(root, "workspace/u1/.waldo-write-0"), "half");
  expect(await archive.list("workspace/")).toEqual(["workspace/u1/a.md"]);
  expect(await archive.deletePrefix("workspace/u1/")).toBe(1);
  expect(await readdir(join(root, "workspace"))).toEqual([]);
});

test("links are not followed out of the folder by list or delete", async () => {
  const [root, outside] = [await temporary(), await temporary()];
  await writeFile(join(outside, "kept.md"), "kept");
  await mkdir(join(root, "workspace/u1"), { recursive: true });
  await symlink(outside, join(root, "workspace/u1/link"));
  const archive = fileArchive(root);
  expect(await archive.list("")).toEqual([]);
  await archive.deletePrefix("workspace/u1/");
  expect(await readdir(outside)).toEqual(["kept.md"]);
});

test("an object where a folder is, or a folder where an object is, is refused and changes nothing", async () => {
  const archive = fileArchive(await temporary());
  await archive.write("a/b", text("1"));
  await expect(archive.write("a", text("2"))).rejects.toMatchObject({ name: "InvalidInput" });
  await expect(archive.write("a/b/c", text("2"))).rejects.toMatchObject({ name: "InvalidInput" });
  expect(await archive.read("a")).toBeUndefined();
  expect(await archive.read("a/b/c")).toBeUndefined();
  expect(await archive.list("")).toEqual(["a/b"]);
});

test("a root that is a file is StoreUnavailable or InvalidInput, never a silent loss", async () => {
  const root = join(await temporary(), "file");
  await writeFile(root, "");
  const error = await fileArchive(root)
    .write("a", text("x"))
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: expect.stringMatching(/InvalidInput|StoreUnavailable/) });
});

test("writing and deleting the same folder at the same time loses no write that came last", async () => {
  const archive = fileArchive(await temporary());
  for (let round = 0; round < 20; round += 1) {
    await Promise.all([archive.write(`w/u/${round}`, text("x")), archive.deletePrefix("w/u/")]);
  }
  await archive.write("w/u/last", text("x"));
  expect(await archive.list("w/u/")).toContain("w/u/last");
});
