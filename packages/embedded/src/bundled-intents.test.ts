/** The intents of the repository: enough of them, with enough examples, and none that nothing answers. */

import { CHAT_WRITERS } from "@waldo/core/agent/writers/chat/answer";
import { NO_INTENT } from "@waldo/core/language/match";
import { speechIn } from "@waldo/core/speech";
import { REGISTRY } from "@waldo/core/tools/registry";
import { casesOf } from "@waldo/testkit/data";
import { expect, it } from "vitest";
import { repositoryIntents, repositoryUnderstanding } from "./bundled-intents.ts";

const intents = repositoryIntents();
const { understand } = await repositoryUnderstanding();
const MOMENT = { date: "2026-03-04", time: "10:20" } as const;

it("are at least forty, each with twenty examples and in four languages", () => {
  expect(intents.length).toBeGreaterThanOrEqual(40);
  for (const { name, examples } of intents) {
    expect([name, examples.length >= 20]).toEqual([name, true]);
    expect([name, [...new Set(examples.map(({ language }) => language))].sort()]).toEqual([
      name,
      ["de", "en", "es", "fr"],
    ]);
  }
});

it("have a writer each, and no writer is without an intent", () => {
  const names = intents.map(({ name }) => name).filter((name) => name !== NO_INTENT);
  expect(Object.keys(CHAT_WRITERS).sort()).toEqual([...names].sort());
});

it("name tools that exist, and say what they mean in words of their own", () => {
  for (const { tools } of intents) for (const tool of tools) expect(REGISTRY[tool]?.name).toBe(tool);
  expect(new Set(intents.map(({ means }) => means)).size).toBe(intents.length);
});

it("name every tool that their writer asks for first", () => {
  for (const { name, tools, examples } of intents)
    for (const { text } of examples.slice(0, 30)) {
      const told = { ...MOMENT, trigger: "user_message", message: text, skills: ["catch-up"] } as const;
      const scene = { told, message: text, slots: [{ text, about: text }] } as const;
      const turn = CHAT_WRITERS[name]?.({
        ...scene,
        calls: [],
        results: [],
        quote: (words) => words,
        speech: speechIn("en"),
      });
      const asked = turn && "ask" in turn ? turn.ask : [];
      expect([name, asked.filter((ask) => !tools.includes(ask.name))]).toEqual([name, []]);
    }
});

it("have no example under two intents", () => {
  const held = new Map<string, string>();
  for (const { name, examples } of intents)
    for (const { text } of examples) {
      const key = text.toLowerCase();
      expect([text, held.get(key) ?? name]).toEqual([text, name]);
      held.set(key, name);
    }
});

it.each(casesOf<[message: string, name: string]>("chat-hours", "a message and its intent"))(
  "understand %j as %s",
  (message, name) => {
    const asked = understand(message, MOMENT);
    expect(asked.is === "clear" && asked.intent.name).toBe(name);
  },
);

it.each(["what's the capital of France?", "write me a poem about the sea", "explain how a fridge works"])(
  "do not take %j for one of them",
  (message) => {
    expect(understand(message, MOMENT).is).toBe("unknown");
  },
);
