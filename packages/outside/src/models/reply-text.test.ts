/** The adapters clean the output of a model. Whatever characters it sends, only plain text is stored. */

import { toReply as fromBedrock } from "@waldo/aws/bedrock-reply";
import { MessageRequest, plainText } from "@waldo/contracts";
import type { ModelReply, ModelRequest } from "@waldo/core/ports";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toReply as fromCompletions } from "./openai-compatible.ts";

const request: ModelRequest = { tier: "primary", system: [], messages: [], tools: [], maxOutputTokens: 700 };

/** Any UTF-16: NUL and other control characters, halves of surrogate pairs, and ordinary text between them. */
const text = fc
  .array(fc.oneof(fc.string(), fc.constantFrom("\0", "\ud800", "\udfff", "\u0085", "\u001b[2J", "a\r\nb", "\t")), {
    maxLength: 6,
  })
  .map((parts) => parts.join(""));
const args = fc.dictionary(text, fc.oneof(text, fc.array(text), fc.dictionary(text, text)));

type Said = { text: string; name: string; args: Record<string, unknown> };
const adapters: Record<string, (said: Said) => ModelReply> = {
  "a chat completion": ({ text, name, args }) => {
    const call = { id: `${text}1`, function: { name, arguments: JSON.stringify(args) } };
    return fromCompletions({ choices: [{ message: { content: text, tool_calls: [call] } }] }, request, "m");
  },
  Converse: ({ text, name, args }) => {
    const toolUse = { toolUseId: `${text}1`, name, input: args };
    const output = { message: { role: "assistant", content: [{ text }, { toolUse }] } };
    return fromBedrock({ output, stopReason: "tool_use" } as never, request, "m");
  },
};

const plain = (value: string) => value.isWellFormed() && !/[\p{Cc}--[\t\n]]/v.test(value);
function* strings(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  else if (typeof value === "object" && value !== null)
    for (const [name, member] of Object.entries(value)) {
      yield name;
      yield* strings(member);
    }
}

describe("plain text", () => {
  it.each(Object.keys(adapters))("is all that %s brings in: words, names, ids and arguments", (name) => {
    fc.assert(
      fc.property(fc.record({ text, name: text, args }), (said) => {
        const { text: words, calls } = adapters[name]?.(said) ?? { text: "", calls: [] };
        for (const one of strings({ words, calls })) expect(plain(one), JSON.stringify(one)).toBe(true);
      }),
    );
  });

  it("is all that a person's message keeps, and a message of nothing else is refused", () => {
    fc.assert(
      fc.property(text, (said) => {
        const parsed = MessageRequest.safeParse({ messageId: "m", text: said });
        expect(parsed.success).toBe(plainText(said) !== "");
        if (parsed.success) expect(plain(parsed.data.text)).toBe(true);
      }),
    );
  });

  it("keeps every character that people write, and means the same when made plain again", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), text, (written, any) => {
        if (plain(written)) expect(plainText(written)).toBe(written);
        expect(plainText(plainText(any))).toBe(plainText(any));
      }),
    );
  });

  it.each(Object.keys(adapters))("a reply of %s with nothing but control characters is malformed", (name) => {
    const empty = {
      "a chat completion": () => fromCompletions({ choices: [{ message: { content: "\0\0\u0001" } }] }, request, "m"),
      Converse: () =>
        fromBedrock(
          { output: { message: { content: [{ text: "\0\0" }] } }, stopReason: "end_turn" } as never,
          request,
          "m",
        ),
    }[name];
    expect(empty).toThrow(expect.objectContaining({ name: "ModelMalformed" }));
  });
});
