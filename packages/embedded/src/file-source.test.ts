import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isError } from "@waldo/contracts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fileSources } from "./file-source.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "file-source-"));
});
afterEach(async () => {
  await chmod(folder, 0o700);
  await rm(folder, { recursive: true, force: true });
});

async function refusal(path: string): Promise<string> {
  const error: unknown = await fileSources(path).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!isError(error, "ImportRefused")) throw new Error("not refused");
  expect(error.message).not.toMatch(/[\r\n]/);
  return error.message;
}

async function read(source: { stream(start?: number, end?: number): AsyncIterable<Uint8Array> }, ...range: number[]) {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source.stream(...range)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe("an export on this machine", () => {
  it("is one source when it is a file, and any part of it can be read", async () => {
    const path = join(folder, "w.csv");
    await writeFile(path, "0123456789");
    const [source, ...others] = await fileSources(path);
    expect(others).toEqual([]);
    expect(source).toMatchObject({ name: "w.csv", size: 10 });
    if (source === undefined) return;
    expect(await read(source)).toBe("0123456789");
    expect(await read(source, 3, 6)).toBe("345");
    expect(await read(source, 8)).toBe("89");
    expect(await read(source, 5, 5)).toBe("");
  });

  it("is all files below a folder, named by their path inside it, without hidden ones", async () => {
    await mkdir(join(folder, "Global Export Data"));
    await writeFile(join(folder, "Global Export Data", "sleep.json"), "[]");
    await writeFile(join(folder, "a.csv"), "");
    await writeFile(join(folder, ".DS_Store"), "x");
    expect((await fileSources(folder)).map(({ name, size }) => [name, size])).toEqual([
      ["Global Export Data/sleep.json", 2],
      ["a.csv", 0],
    ]);
  });

  it("leaves out the files of a Samsung export that no importer reads, of which there are many", async () => {
    for (const kind of ["shealth.tracker.heart_rate", "health.hrv"]) {
      const parts = join(folder, "jsons", `com.samsung.${kind}`, "0");
      await mkdir(parts, { recursive: true });
      await writeFile(join(parts, "0.binning_data.json"), "[]");
    }
    expect((await fileSources(folder)).map(({ name }) => name)).toEqual([
      "jsons/com.samsung.health.hrv/0/0.binning_data.json",
    ]);
  });

  it("is refused in one line when it is missing, empty or not a file", async () => {
    expect(await refusal(join(folder, "nope.zip"))).toMatch(/nope\.zip: is not there; check the path$/);
    expect(await refusal(join(folder, "no\nline", "x.zip"))).toMatch(/is not there/);
    expect(await refusal(folder)).toMatch(/is an empty folder; point at the folder that holds the export$/);
    expect(await refusal("/dev/null")).toMatch(/is neither a file nor a folder/);
  });

  it.skipIf(process.getuid?.() === 0)(
    "is refused without permission to read it (skipped: root may read all)",
    async () => {
      const path = join(folder, "w.csv");
      await writeFile(path, "x");
      await chmod(path, 0o000);
      expect(await refusal(path)).toMatch(/may not be read; give yourself permission/);
    },
  );
});
