/** Tests what each function is deployed with. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { BUNDLED_SKILLS } from "@waldo/contracts";
import { learnedFile } from "@waldo/outside/bundled-intents";
import { describe, expect, test } from "vitest";
import { functionsOf } from "../test/template.ts";
import { cloud, engine, filesOf, stack } from "./stage.ts";

export function bundles(): void {
  describe("bundles", engine.options, () => {
    test("each loads and exports its handler, and is deployed without source maps", () => {
      for (const fn of functionsOf(stack.deployed)) {
        expect(fn.properties["Handler"]).toBe("index.handler");
        expect(
          filesOf(fn).filter(
            (file) =>
              !/\.(mjs|md)$|^intents\/(learned-[0-9a-f]+\.bin|(intents|examples|says\.[a-z]{2})\.jsonl)$/.test(file),
          ),
        ).toEqual([]);
      }
      expect([...cloud.functions.keys()].sort()).toEqual([
        ...[
          "agent-step",
          "calendar",
          "connect",
          "crs",
          "delivery",
          "door",
          "fetcher",
          "hook",
          "imports",
          "ingest",
          "mcp",
          "privacy",
        ],
        ...["reach", "readings", "scribe", "telegram", "voice"],
      ]);
      for (const { loaded } of cloud.functions.values()) expect(loaded.handler).toBe("function");
    });

    test("those of the agent step, which follows the fifteen recipes, of the door, which shows them, and of what answers agents, which gives them as prompts, carry them, and no other", () => {
      const carried = functionsOf(stack.deployed).flatMap((fn) => {
        const folder = join(stack.codeOf(fn), "skills");
        return existsSync(folder) ? [[String(fn.properties["Description"]), readdirSync(folder).sort()]] : [];
      });
      const all = BUNDLED_SKILLS.map((name) => `${name}.md`).sort();
      expect(carried).toEqual([
        ["Waldo: agent-step", all],
        ["Waldo: door", all],
        ["Waldo: mcp", all],
      ]);
    });

    test("the agent step's carries what was learned from the intents, so that no function learns", () => {
      const step = functionsOf(stack.deployed).find((fn) => fn.properties["Description"] === "Waldo: agent-step");
      const intents = step && join(stack.codeOf(step), "intents");
      expect(intents && readdirSync(intents)).toContain(intents && basename(learnedFile(intents, intents)));
    });

    test("R8: only the agent step's bundle holds a model client, only delivery's and the webhook's a channel", () => {
      const code = new Map(
        functionsOf(stack.deployed).map((fn) => [
          String(fn.properties["Description"]),
          filesOf(fn)
            .map((file) => readFileSync(join(stack.codeOf(fn), file), "utf8"))
            .join("\n"),
        ]),
      );
      const holding = (mark: string) => [...code].filter(([, text]) => text.includes(mark)).map(([name]) => name);
      expect(holding("AmazonBedrockFrontendService")).toEqual(["Waldo: agent-step"]);
      expect(holding("api.telegram.org").sort()).toEqual(["Waldo: delivery", "Waldo: telegram"]);
    });
  });
}
