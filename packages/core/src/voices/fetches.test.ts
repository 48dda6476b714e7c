/** Only the person labels a Fetch: no tool, no run and no wake reaches what writes a label. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const CORE = fileURLToPath(new URL("..", import.meta.url));
const sources = readdirSync(CORE, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
  .map((name) => ({ name, text: readFileSync(`${CORE}${name}`, "utf8") }));
const naming = (words: RegExp) =>
  sources
    .filter(({ text }) => words.test(text))
    .map(({ name }) => name)
    .sort();

it("a label is written by the route that the person asks, and by nothing else", () => {
  expect(naming(/\blabelFetch\b/)).toEqual(["door/planning.ts", "voices/fetches.ts"]);
  expect(naming(/\blabelledAt\b/)).toEqual(["voices/fetches.ts"]);
});

it("the row of a Fetch is touched by its log and by the look that starts it alone", () => {
  expect(naming(/\bkeys\.fetch\b/)).toEqual(["voices/fetches.ts", "voices/patrol-voices.ts"]);
});
