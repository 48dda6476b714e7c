import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keyRingContract } from "@waldo/testkit/key-ring-contract";
import { memoryKeyRing } from "@waldo/testkit/memory-key-ring";
import { afterAll, expect, it } from "vitest";
import { fileKeyRing } from "./file-key-ring.ts";

const root = mkdtempSync(join(tmpdir(), "waldo-keys-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const ringIn = (folder: string) => fileKeyRing(folder, async () => false);

keyRingContract("A folder of keys", async () => {
  const folder = join(root, "contract");
  return { ring: ringIn(folder), other: ringIn(folder), forget: () => {}, close: () => {} };
});
keyRingContract("The key ring of tests", async () => {
  const ring = memoryKeyRing();
  return { ring, other: ring, forget: () => {}, close: () => {} };
});

it("only its owner can read a key, and no name of a file tells whose it is", async () => {
  const folder = join(root, "modes");
  await ringIn(folder).keyOf("ana");
  const [file = ""] = readdirSync(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
  expect(file).toMatch(/^[0-9a-f]{64}\.key$/);
});

it("a destroyed key leaves an empty mark, and none of its bytes", async () => {
  const folder = join(root, "destroyed");
  const ring = ringIn(folder);
  await ring.keyOf("ana");
  await ring.destroy("ana");
  const files = readdirSync(folder);
  expect(files).toHaveLength(1);
  expect(files[0]).toMatch(/\.erased$/);
  expect(readFileSync(join(folder, files[0] ?? ""))).toHaveLength(0);
});

it("a key that is not whole is refused with what its loss means, and no new one is made", async () => {
  const folder = join(root, "damaged");
  await ringIn(folder).keyOf("ana");
  const file = join(folder, readdirSync(folder)[0] ?? "");
  writeFileSync(file, "short");
  await expect(ringIn(folder).keyOf("ana")).rejects.toMatchObject({ name: "InvalidInput" });
  expect(readFileSync(file, "utf8")).toBe("short");
});
