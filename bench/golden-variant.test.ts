/** Other words in the prompts of a model, and a judge over pairs of texts. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ModelGateway, ModelRequest } from "@waldo/core/ports";
import { afterAll, describe, expect, it } from "vitest";
import { preferred } from "./eval-pairs.ts";
import { goldenCases } from "./golden-case.ts";
import { composer } from "./golden-models.ts";
import { playCase } from "./golden-play.ts";
import { reworded, wordingIn } from "./golden-variant.ts";

const root = mkdtempSync(join(tmpdir(), "waldo-words-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };
const request = (text: string): ModelRequest => ({
  ...{ tier: "primary", tools: [], maxOutputTokens: 1 },
  system: [{ text, cacheable: true }],
  messages: [{ role: "user", content: [{ type: "text", text }] }],
});

/** A model that repeats what it was asked. */
function echo(): ModelGateway {
  return {
    shape: () => "terse",
    async converse({ system, messages }) {
      const text = JSON.stringify([system.map((part) => part.text), messages.map(({ content }) => content)]);
      return { text, calls: [], stop: "end", usage, model: "echo" };
    },
  };
}

describe("other words in prompts", () => {
  it("stand in the system's part and in what is asked, also where the prompt is JSON, and are reported when used", async () => {
    const used: string[] = [];
    const wording = { 'say "less"': "say\nmore", never: "" };
    const model = reworded(echo(), wording, (words) => used.push(words));
    const plain = await model.converse(request('please say "less"'));
    expect(plain.text).not.toContain("less");
    expect(plain.text.match(/say\\nmore/g)).toHaveLength(2);
    const literal = await model.converse(request(JSON.stringify({ layer: "identity", text: 'say "less"' })));
    expect(literal.text).not.toContain("less");
    expect([...new Set(used)]).toEqual(['say "less"']);
  });

  it("put a text of dollar signs in as it is", async () => {
    const { text } = await reworded(echo(), { a: "$& $1" }).converse(request("a"));
    expect(text).toContain("$& $1");
  });

  it.each(["{}", "[]", '{"a":1}', "no JSON"])("are refused in a file of %s", (content) => {
    const file = join(root, "words.json");
    writeFileSync(file, content);
    expect(() => wordingIn(file)).toThrow(/cannot be read as replaced words/);
  });
});

describe("a judge over pairs", () => {
  const [golden] = goldenCases();
  if (!golden) throw new Error("no golden case");
  const judge = (better: "first" | "second", name = "some-judge"): ModelGateway => ({
    shape: () => "terse",
    nameOf: () => name,
    async converse({ messages }) {
      const asked = JSON.stringify(messages);
      const isFirst = asked.indexOf("A better text") < asked.indexOf("second text");
      const good = isFirst ? "first" : "second";
      return {
        text: JSON.stringify({ better: better === "first" ? "first" : good }),
        calls: [],
        stop: "end",
        usage,
        model: name,
      };
    },
  });
  const said = async (text?: string) => {
    const played = await playCase(golden, composer());
    if (text === undefined) return played;
    const traces = played.traces.map((trace) => ({
      ...trace,
      steps: trace.steps.map((step) =>
        step.to === "GATED" ? { ...step, data: { ...(step.data as object), text } } : step,
      ),
    }));
    return { ...played, traces } as typeof played;
  };

  it("counts what it says in both orders, and nothing where both said the same", async () => {
    const [one, other] = [await said(), await said("A better text.")];
    expect(await preferred(judge("second"), [one], [other])).toMatchObject({ asked: 1, sign: { better: 1, worse: 0 } });
    expect(await preferred(judge("second"), [other], [one])).toMatchObject({ asked: 1, sign: { better: 0, worse: 1 } });
    expect(await preferred(judge("first"), [one], [other])).toMatchObject({ asked: 1, sign: { tied: 1 } });
    expect(await preferred(judge("second"), [one], [one])).toMatchObject({ asked: 0 });
  });

  it("is refused for a writer of its own family", async () => {
    const [one, other] = [await said(), await said("A better text.")];
    const own = judge("second", "offline-composer");
    await expect(preferred(own, [one], [other])).rejects.toThrow(/its own family/);
  });
});
