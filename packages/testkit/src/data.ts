/** Reads the files of `data/`: one line an example. `data/README.md` says what each file holds. */
import { readFileSync } from "node:fs";

const FOLDER = new URL("../../../data/", import.meta.url);

/** Returns the lines of a file below `data/`, each read by its schema. Throws with the line at one that does not fit. */
export function dataLines<T>(path: string, schema: { parse(value: unknown): T }): T[] {
  const lines = readFileSync(new URL(path, FOLDER), "utf8").split("\n");
  return lines.flatMap((line, i) => {
    if (line === "") return [];
    try {
      return schema.parse(JSON.parse(line));
    } catch (cause) {
      throw new Error(`data/${path}:${i + 1} cannot be read`, { cause });
    }
  });
}
