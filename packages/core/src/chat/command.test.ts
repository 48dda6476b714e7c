import { COMMAND_NAMES } from "@waldo/contracts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { parseCommand } from "./command.ts";

it("reads a command with its words, and on Telegram with the name of the bot", () => {
  expect(parseCommand("/status")).toEqual({ is: "command", name: "status", words: "" });
  expect(parseCommand("  /Remind@my_waldo_bot  call mum\nby Friday ")).toEqual({
    is: "command",
    name: "remind",
    words: "call mum\nby Friday",
  });
  expect(parseCommand("/banana now")).toEqual({ is: "unknown", name: "banana" });
});

it.each(["hello", "", "/", "/ status", "a /status", "/tmp/notes is full", "/5", "//status", "/status!"])(
  "takes %j for no command",
  (text) => expect(parseCommand(text)).toBeUndefined(),
);

it("never throws, and finds exactly the words behind each command", () => {
  const text = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 200 }),
    fc.string({ maxLength: 60 }).map((one) => `/${one}`),
  );
  fc.assert(
    fc.property(text, (one) => {
      const parsed = parseCommand(one);
      if (parsed?.is === "command") expect(COMMAND_NAMES).toContain(parsed.name);
    }),
    { numRuns: 5_000 },
  );
  const words = fc.string({ unit: "grapheme", maxLength: 80 }).map((one) => one.trim());
  fc.assert(
    fc.property(fc.constantFrom(...COMMAND_NAMES), fc.constantFrom("", "@some_bot"), words, (name, bot, behind) => {
      expect(parseCommand(`/${name}${bot} ${behind}`)).toEqual({ is: "command", name, words: behind });
    }),
    { numRuns: 5_000 },
  );
});
