/**
 * Every word of a person passes one gate. This test walks the doors: every route with words, every kind of Telegram update
 * that carries words, and the commands. A new door that does not call the intake fails here.
 */

import { Writable } from "node:stream";
import { contextRoutes } from "@waldo/contexts/routes";
import { keys, ROUTES, type Route, type RouteName } from "@waldo/contracts";
import { door } from "@waldo/core/door/door";
import type { DoorPorts } from "@waldo/core/door/handlers";
import { fixedModels } from "@waldo/core/door/own";
import { CARE_WORDS } from "@waldo/core/safety/crisis/answers/answer";
import { linkConfigured } from "@waldo/core/telegram/link";
import { takeUpdate } from "@waldo/core/telegram/take";
import { casesOf } from "@waldo/testkit/data";
import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { programOf } from "../src/program.ts";
import { openTerminal } from "../src/terminal.ts";
import { DATE, type TestWorld, testWorld } from "./world.ts";

const GRAVE = "I want to kill myself tonight";

async function answered(world: TestWorld): Promise<string[]> {
  await world.machines.idle();
  const { table, pk } = keys.message("me", `day-${DATE}`, 0, "");
  const { rows } = await world.store.query({ table, pk, prefix: "MESSAGE#" });
  return rows
    .filter(({ body }) => body["from"] === "waldo" && body["kind"] === "emergency")
    .map(({ body }) => String(body["text"]));
}

type Json = {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Json[];
  readonly oneOf?: readonly Json[];
  readonly properties?: Readonly<Record<string, Json>>;
  readonly required?: readonly string[];
  readonly items?: Json;
  readonly minimum?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly maxLength?: number;
};

/** True for a text that a person may write a sentence into. */
const isFree = (schema: Json) =>
  schema.type === "string" && !schema.enum && !schema.format && (schema.maxLength ?? 1_000) >= GRAVE.length;

/** Values of a schema: one that holds no words, and one for each place in which a sentence fits. */
function valuesOf(schema: Json): { readonly plain: unknown; readonly grave: readonly unknown[] } {
  if (schema.const !== undefined) return { plain: schema.const, grave: [] };
  if (schema.enum) return { plain: schema.enum[0], grave: [] };
  const either = schema.anyOf ?? schema.oneOf;
  if (either) {
    const all = either.map(valuesOf);
    return { plain: all[0]?.plain, grave: all.flatMap(({ grave }) => grave) };
  }
  switch (schema.type) {
    case "string":
      return { plain: "2026-10-30", grave: isFree(schema) ? [GRAVE] : [] };
    case "boolean":
      return { plain: true, grave: [] };
    case "integer":
    case "number":
      return { plain: schema.minimum ?? 1, grave: [] };
    case "array": {
      const items = valuesOf(schema.items ?? {});
      return { plain: [], grave: items.grave.map((one) => [one]) };
    }
    case "object": {
      const members = Object.entries(schema.properties ?? {}).map(([name, member]) => ({ name, ...valuesOf(member) }));
      const needed = members.filter(({ name }) => schema.required?.includes(name));
      const plain = Object.fromEntries(needed.map(({ name, plain }) => [name, plain]));
      return { plain, grave: members.flatMap(({ name, grave }) => grave.map((one) => ({ ...plain, [name]: one }))) };
    }
    default:
      return { plain: null, grave: [] };
  }
}

const jsonOf = (schema: z.ZodType) => z.toJSONSchema(schema, { unrepresentable: "any", io: "input" }) as Json;

type Case = { readonly name: RouteName; readonly body: unknown };
const ROUTES_WITH_WORDS: readonly Case[] = (Object.entries(ROUTES) as [RouteName, Route][])
  .filter(([, { who, takes, words }]) => who === "person" && takes === "json" && words !== "none")
  .flatMap(([name, { body }]) => valuesOf(jsonOf(body)).grave.map((one) => ({ name, body: one })))
  // A line that the file had before is not said now.
  .filter(({ name, body }) => name !== "saveGoals" || (body as { text: string }).text === GRAVE);

describe("every route with words of the person", () => {
  it("is known: the list grows with the contract", () => {
    const names = new Set(ROUTES_WITH_WORDS.map(({ name }) => name));
    for (const name of [
      "say",
      "handOver",
      "saveMe",
      "addTask",
      "changeTask",
      "saveGoals",
      "editGoals",
      "decideClaim",
      "changeThread",
    ])
      expect([...names]).toContain(name);
  });

  it.each(ROUTES_WITH_WORDS.map((one, i) => ({ ...one, label: `${one.name} ${i}` })))(
    "$label",
    async ({ name, body }) => {
      const world = await testWorld();
      const ports: DoorPorts = {
        ...world,
        approvalKey: new Uint8Array(32),
        startWake: async () => {},
        models: fixedModels(null),
        push: {},
      };
      const app = door({ optIn: contextRoutes, who: () => "me", ports: () => ports, log: world.log });
      const { method, path } = ROUTES[name];
      const response = await app.request(`/v1${path.replaceAll(/\{\w+\}/g, "0123456789ab")}`, {
        method,
        headers: { "content-type": "application/json", "idempotency-key": "key-of-this-request" },
        body: JSON.stringify(body),
      });
      const [said, ...more] = await answered(world);
      // A request that its schema refuses keeps no words and is not heard; then this case says nothing.
      if (response.status === 400 && said === undefined)
        return expect((await response.text()).includes(GRAVE)).toBe(false);
      expect(said?.startsWith(CARE_WORDS.en.die.first[0] ?? "-")).toBe(true);
      expect(more).toEqual([]);
    },
  );
});

const person = { from: { id: 42, is_bot: false }, chat: { id: 42, type: "private" } };
const photo = [{ file_id: "p", file_unique_id: "p", width: 90, height: 90 }];
const UPDATES: Readonly<Record<string, object>> = {
  "a message": { message: { ...person, text: GRAVE } },
  "an edited message": { edited_message: { ...person, text: GRAVE } },
  "the caption of a picture": { message: { ...person, photo, caption: GRAVE } },
  "an edited caption": { edited_message: { ...person, photo, caption: GRAVE } },
  "the caption of a video": { message: { ...person, video: { file_id: "v" }, caption: GRAVE } },
  "words beside a file": { message: { ...person, document: { file_id: "d" }, caption: GRAVE } },
  "words beside a voice message": { message: { ...person, voice: { file_id: "v", duration: 3 }, caption: GRAVE } },
  "own words that are sent on": {
    message: { ...person, forward_origin: { type: "user", sender_user: { id: 42 } }, text: GRAVE },
  },
  "a reply with a quote": {
    message: {
      ...person,
      text: GRAVE,
      reply_to_message: { ...person, text: "hello" },
      quote: { text: "hel", position: 0 },
    },
  },
  "a question of a poll": { message: { ...person, poll: { question: GRAVE, options: [] } } },
  "a line of a list": { message: { ...person, checklist: { title: "today", tasks: [{ id: 1, text: GRAVE }] } } },
  "a command": { message: { ...person, text: `/remind 20:00 ${GRAVE}` } },
  "an unknown command": { message: { ...person, text: `/whatever ${GRAVE}` } },
  "a voice message": { message: { ...person, voice: { file_id: "v", duration: 3 } } },
};

async function telegramWorld() {
  const world = await testWorld();
  const bot = {
    name: "waldo_test_bot",
    answered: async () => {},
    say: async () => {},
    read: async () => new Uint8Array(1),
  };
  const ports = {
    ...world,
    bot,
    as: async () => ({ ...world, approvalKey: new Uint8Array(32) }),
    transcriber: { transcribe: async () => GRAVE },
  };
  expect(await linkConfigured({ ...ports, rowsOf: async () => world.store }, "me", "42")).toBe("linked");
  return { world, ports };
}

describe("every update of Telegram with words of the person", () => {
  it.each(Object.entries(UPDATES))("%s", async (_name, update) => {
    const { world, ports } = await telegramWorld();
    await takeUpdate(ports, { update_id: 1, ...update });
    const [said, ...more] = await answered(world);
    expect(said?.startsWith(CARE_WORDS.en.die.first[0] ?? "-")).toBe(true);
    expect(more).toEqual([]);
  });

  it("what somebody else wrote and the person sends on is answered for the other, and no order is taken from it", async () => {
    const { world, ports } = await telegramWorld();
    const forward_origin = { type: "user", sender_user: { id: 7 } };
    await takeUpdate(ports, { update_id: 1, message: { ...person, forward_origin, text: GRAVE } });
    expect((await answered(world))[0]?.startsWith(CARE_WORDS.en.other)).toBe(true);
    await takeUpdate(ports, { update_id: 2, message: { ...person, forward_origin, text: "remind me at 9 to pay" } });
    expect((await world.store.query(keys.watch.all("me"))).rows).toEqual([]);
  });
});

/** Commands that take words of the person, each with what passes them on. A command that takes words must stand here. */
const COMMANDS: Readonly<Record<string, string>> = Object.fromEntries(
  casesOf<[command: string, by: string]>("surfaces", "a command that takes words, and what weighs them"),
);

it("every command that takes words is known, with what weighs them", () => {
  const found: string[] = [];
  const walk = (command: Command, path: string) => {
    for (const sub of command.commands) {
      const name = `${path}${sub.name()}`;
      const takesWords = sub.registeredArguments.some(
        (argument) =>
          ["words", "claim"].includes(argument.name()) || (argument.variadic && argument.name() !== "command"),
      );
      if (takesWords) found.push(name);
      walk(sub, `${name} `);
    }
  };
  const quiet = new Writable({ write: (_chunk, _encoding, done) => done() });
  walk(programOf(openTerminal(quiet, quiet), { stdout: quiet, stderr: quiet, env: {} }), "");
  expect(found.filter((name) => COMMANDS[name] === undefined)).toEqual([]);
});
