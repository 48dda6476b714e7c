/** A line that is too long is dropped, and what comes after it is read. */
import { expect, it } from "vitest";
import { boundedLines } from "./bounded-lines.ts";

async function through(pieces: readonly string[], most: number) {
  let dropped = 0;
  const lines = boundedLines(most, () => {
    dropped += 1;
  });
  for (const piece of pieces) lines.write(piece);
  lines.end();
  let text = "";
  for await (const chunk of lines) text += chunk;
  return { text, dropped };
}

it("lets lines of up to the length through, however they are cut", async () => {
  for (const pieces of [["1234\n56\n"], ["12", "34", "\n5", "6\n"], ["1234", "\n", "56", "\n"], ["1234\n56"]])
    expect(await through(pieces, 4)).toEqual({ text: pieces.join(""), dropped: 0 });
});

it("drops a longer one, once, and goes on", async () => {
  expect(await through(["12345\nab\n"], 4)).toEqual({ text: "ab\n", dropped: 1 });
  expect(await through(["ab\n123", "45", "6789", "0\ncd\n"], 4)).toEqual({ text: "ab\ncd\n", dropped: 1 });
  expect(await through(["123456"], 4)).toEqual({ text: "", dropped: 1 });
});
