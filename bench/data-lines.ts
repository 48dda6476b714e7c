/** Reads the JSON lines of a bench's data. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Returns the files of a path, a file or a folder, in the order of their names. Says so and ends where there is none. */
export function filesIn(path: string): string[] {
  if (!existsSync(path)) {
    console.log(`skipped: no ${path}`);
    process.exit(0);
  }
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((file) => file.endsWith(".jsonl"))
    .sort()
    .map((file) => join(path, file));
}

/** Returns the lines of a file, each read by `read`. */
export function linesIn<Row>(file: string, read: (line: unknown) => Row): Row[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.flatMap((line) => (line.trim() === "" ? [] : [read(JSON.parse(line))]));
}
