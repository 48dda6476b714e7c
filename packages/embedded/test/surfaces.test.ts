/**
 * What is offered is reachable: a walk over every tool, trigger, button, setting, intent, route and command. It fails
 * where no surface leads to one of them, and where a text names a command that is not there.
 */

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  DISABLED_TOOLS,
  ROUTES,
  type Route,
  SettingsChange,
  TOOL_NAMES,
  TOOL_PERMISSIONS,
  type ToolName,
  TRIGGERS,
  type Trigger,
} from "@waldo/contracts";
import { handleTap } from "@waldo/core/approve/tap";
import { REGISTRY, toolsFor } from "@waldo/core/tools/registry";
import { casesOf } from "@waldo/testkit/data";
import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { repositoryIntents } from "../src/bundled-intents.ts";
import { connect } from "../src/connections/connect.ts";
import { Connections } from "../src/connections/saved.ts";
import { SETTINGS } from "../src/own/settings.ts";
import { programOf } from "../src/program.ts";
import { openTerminal } from "../src/terminal.ts";
import { testWorld } from "./world.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** The text of every source file of these folders, without tests. */
function sources(...folders: string[]): { readonly name: string; readonly text: string }[] {
  return folders.flatMap((folder) =>
    readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.ts$|node_modules/.test(name))
      .map((name) => ({ name: `${folder}/${name}`, text: readFileSync(`${ROOT}${folder}/${name}`, "utf8") })),
  );
}

describe("a trigger", () => {
  /** No code starts these yet, and docs/not-yet.md says so. */
  const UNSTARTED: readonly Trigger[] = ["pre_activity_spot"];
  const core = sources("packages/core/src");

  it.each(TRIGGERS.map((trigger) => [trigger]))("%s is named by what starts it, or stands under Not yet", (trigger) => {
    const starters = core.filter(({ text }) => text.includes(`trigger: "${trigger}"`) || text.includes(`"${trigger}"`));
    if (!UNSTARTED.includes(trigger)) return expect(starters.length).toBeGreaterThan(0);
    expect(starters).toEqual([]);
    expect(readFileSync(`${ROOT}docs/not-yet.md`, "utf8")).toContain(`\`${trigger}\``);
  });
});

describe("a tool", () => {
  const all = connect(
    Connections.parse({
      search: { api: "searxng", url: "https://search.test/search" },
      mcp: { notes: { command: "notes", tools: ["add"] } },
    }),
    {},
  );
  const disabled: readonly ToolName[] = DISABLED_TOOLS;
  const enabled = TOOL_NAMES.filter((name) => !disabled.includes(name));

  it.each(enabled.map((name) => [name]))("%s exists, and a trigger that is started may use it", (name) => {
    expect(REGISTRY[name]?.name).toBe(name);
    const triggers = TRIGGERS.filter((trigger) => TOOL_PERMISSIONS[trigger].includes(name));
    expect(triggers.filter((trigger) => trigger !== "pre_activity_spot")).not.toEqual([]);
    const offered = triggers.flatMap((trigger) => toolsFor(trigger, all).map((tool) => tool.name));
    expect(offered).toContain(name);
  });

  it("is offered through a connection only where it is made", () => {
    const offered = toolsFor("user_message", connect(Connections.parse({}), {})).map(({ name }) => name);
    expect(offered).not.toContain("web_search");
    expect(offered).not.toContain("call_mcp_tool");
  });
});

describe("a button", () => {
  const verbs = new Set(
    sources("packages/core/src", "packages/contracts/src").flatMap(({ text }) =>
      [...text.matchAll(/data: `([a-z]+):\$\{/g)].map(([, verb = ""]) => verb),
    ),
  );

  it("is one of these, as far as the source shows", () => {
    expect([...verbs].sort()).toEqual(["do", "down", "mod", "no", "ok", "review", "undo", "up"]);
  });

  it("of each kind is answered with words of its own, and of no other", async () => {
    const world = await testWorld({ days: 0 });
    const answer = async (data: string) =>
      (await handleTap({ ...world, approvalKey: new Uint8Array(32) }, "me", data)).text;
    const nothing = await answer("nowhere:1");
    // The review answers its own, before a tap on a card is looked for (core/review/tap.ts).
    for (const verb of [...verbs].filter((one) => one !== "review")) {
      const said = await answer(`${verb}:p-0000000000000000`);
      // These three look for a card first, and say that there is none.
      if (["do", "no", "mod"].includes(verb)) expect(said).toBe(nothing);
      else expect(said).not.toBe(nothing);
    }
  });
});

describe("a setting", () => {
  /** A command of its own, or a word in a chat, sets these. */
  const ELSEWHERE = { quietUntil: "quiet-until", telegramHealth: "waldo telegram health" };
  const members = Object.keys(SettingsChange.shape);

  it.each(members.map((member) => [member]))("%s can be set without the page", (member) => {
    const bySettings: string[] = Object.values(SETTINGS).map((one) => one.member);
    if (bySettings.includes(member)) return;
    const elsewhere = new Map(Object.entries(ELSEWHERE)).get(member) ?? "";
    const there = elsewhere.startsWith("waldo ") ? commands : repositoryIntents().map(({ name }) => name);
    expect(there).toContain(elsewhere);
  });
});

describe("an intent", () => {
  it.each(repositoryIntents().map(({ name, tools }) => [name, tools] as const))(
    "%s asks only for tools of a chat",
    (_, tools) => {
      for (const tool of tools) expect(TOOL_PERMISSIONS.user_message).toContain(tool);
    },
  );
});

describe("a route", () => {
  /** Commands that do the same without the door, because they work while no profile or no server is there. */
  const ELSEWHERE: Readonly<Record<string, string>> = Object.fromEntries(
    casesOf<[route: string, command: string]>("surfaces", "a route and the command that does the same"),
  );
  const page = sources("packages/app/src")
    .map(({ text }) => text)
    .join("\n");
  const embedded = sources("packages/embedded/src");
  const mine = Object.entries<Route>(ROUTES).filter(([, { who }]) => who === "person");

  it.each(mine)("%s is used by a command or the page, or a command does the same", (name) => {
    if (embedded.some(({ text }) => text.includes(`call("${name}"`))) return;
    if (new RegExp(`\\b(?:call|useRoute|useSend)\\(\\s*"${name}"`).test(page)) return;
    expect(commands).toContain(ELSEWHERE[name]);
  });
});

const quiet = { write: () => true, on: () => process.stdout };
const program = programOf(openTerminal(quiet, quiet), { stdout: quiet, stderr: quiet, env: {} });

/** Every command by all of its words, such as `waldo calendar add`. */
function walk(command: Command, before: string): { readonly name: string; readonly command: Command }[] {
  const name = before === "" ? command.name() : `${before} ${command.name()}`;
  return [{ name, command }, ...command.commands.flatMap((one) => walk(one as Command, name))];
}
const walked = walk(program, "");
const commands = walked.map(({ name }) => name);

describe("a command", () => {
  it.each(walked.map(({ name, command }) => [name, command] as const))("%s says what it does", (_, command) => {
    expect(command.description().length).toBeGreaterThan(5);
  });

  const DOCUMENTS = [
    "README.md",
    ...["guide", "runbook", "not-yet", "figures", "design"].map((one) => `docs/${one}.md`),
  ];
  const texts = [
    ...DOCUMENTS.map((name) => ({ name, text: readFileSync(`${ROOT}${name}`, "utf8") })),
    ...sources("packages/embedded/src", "packages/outside/src", "packages/aws/src", "packages/core/src"),
  ];

  it.each(texts.filter(({ text }) => text.includes("waldo ")))("that $name names is there", ({ text }) => {
    const written = [...text.matchAll(/(?:`|\.\/|\n {2})waldo ([a-z]+)(?: ([a-z-]+))?/g)];
    // In a sentence, the word after the command may be a verb.
    const said = [...text.matchAll(/(?:: |\()waldo ([a-z]+)/g)];
    const missing = [...written, ...said].filter(([, first = "", second]) => !isCommand(first, second));
    expect(missing.map(([whole]) => whole)).toEqual([]);
  });

  it("that is not there is found", () => {
    expect([isCommand("tasks", "add"), isCommand("say", "anything"), isCommand("calendar", "forget")]).toEqual([
      true,
      true,
      false,
    ]);
    expect(isCommand("nowhere", undefined)).toBe(false);
  });

  /** A group of commands takes one of its own as the next word, or an argument of `show`. Any other takes words. */
  function isCommand(first: string, second: string | undefined): boolean {
    const found = walked.find(({ name }) => name === `waldo ${first}`)?.command;
    if (!found) return false;
    if (second === undefined || found.commands.length === 0) return true;
    const shown = found.commands.find((one) => one.name() === "show")?.registeredArguments ?? [];
    return shown.length > 0 || found.commands.some((one) => one.name() === second);
  }
});
