/** Tests what the runtime reads where a person, or a repository they pull from, put a file. */
import { mkdtemp, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MOST_GOALS_CHARS } from "@waldo/contracts";
import { expect, it } from "vitest";
import { textIn } from "./place.ts";

it("reads a plain file, and nothing where none is", async () => {
  const folder = await mkdtemp(join(tmpdir(), "waldo-place-"));
  await writeFile(join(folder, "plain.md"), "# Goals\n");
  expect(await textIn(join(folder, "plain.md"))).toBe("# Goals\n");
  expect(await textIn(join(folder, "none.md"))).toBeUndefined();
});

it("follows no link, and reads no folder, no bytes that are no text and nothing that is too large", async () => {
  const folder = await mkdtemp(join(tmpdir(), "waldo-place-"));
  await writeFile(join(folder, "secret"), "a key");
  await symlink(join(folder, "secret"), join(folder, "link.md"));
  await writeFile(join(folder, "bytes.md"), Buffer.from([0xff, 0xfe]));
  await writeFile(join(folder, "large.md"), "x".repeat(4 * MOST_GOALS_CHARS + 1));
  for (const name of ["link.md", ".", "bytes.md", "large.md"]) expect(await textIn(join(folder, name))).toBeNull();
});
