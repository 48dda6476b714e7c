/** The model as a setting: GET, PUT and DELETE /v1/model of a `waldo serve` that runs, and what it then writes with. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { callRoute, keys } from "@waldo/contracts";
import { PATIENCE_MS } from "@waldo/testkit/patience";
import { type Answer, ok, type ScriptedServer, startScriptedServer } from "@waldo/testkit/scripted-server";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { completion } from "@waldo/testkit/wire-models";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { openHome } from "../src/home.ts";
import type { OwnDoor } from "../src/own/own-door.ts";
import { serve } from "../src/serve/command.ts";
import { openTerminal } from "../src/terminal.ts";
import { waldoWith } from "./command.ts";

const root = mkdtempSync(join(tmpdir(), "waldo-model-route-"));
let server: ScriptedServer;
beforeAll(async () => {
  server = await startScriptedServer();
});
beforeEach(() => server.reset());
afterAll(async () => {
  await server.stop();
  rmSync(root, { recursive: true, force: true });
});

const able: Answer[] = [
  completion({ text: "Good morning." }),
  completion({ calls: [{ id: "c", name: "get_form", args: { date: "2026-03-14" } }] }),
  completion({ text: '{"zone": "steady", "hours": 7}' }),
];

/** Starts `waldo serve` in a home of its own, and passes what a signed-in page can call, and what is printed. */
async function served(act: (house: House) => Promise<void>): Promise<void> {
  const home = mkdtempSync(join(root, "home-"));
  const { store } = openHome(home);
  await store.transact([{ op: "put", key: keys.profile("me"), body: PERSON }]);
  store.close();
  const env = { OLLAMA_HOST: server.endpoint, LMSTUDIO_HOST: "127.0.0.1:9", ONE_API_KEY: "sk-1", SECRET: "s" };
  const stop = new AbortController();
  let printed = "";
  const stream = {
    write: (text: string | Uint8Array) => {
      printed += text;
      return true;
    },
    on: () => process.stdout,
  };
  const options = { user: "me", home, json: false, verbose: false, zone: PERSON.timeZone, port: 0 };
  const fetcher = { fetch: () => Promise.reject(new Error("no calendar is read here")) };
  const over = serve(options, {}, openTerminal(stream, stream), { signal: stop.signal, fetcher, env });
  try {
    const link = await vi.waitFor(() => new URL(/http:\S+/.exec(printed)?.[0] ?? ""), PATIENCE_MS);
    const entered = await fetch(link, { redirect: "manual" });
    const cookie = entered.headers.get("set-cookie")?.split(";")[0] ?? "";
    const call: OwnDoor = (name, sends) =>
      callRoute(
        (request) => {
          request.headers.set("cookie", cookie);
          return fetch(request);
        },
        link.origin,
        name,
        sends,
      );
    await act({ call, home, env, printed: () => printed });
  } finally {
    stop.abort();
    await over;
  }
}

type House = {
  readonly call: OwnDoor;
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
  readonly printed: () => string;
};

it("a page sees what this machine offers, and chooses a model that writes from then on", async () => {
  await served(async ({ call, printed }) => {
    server.script.push(ok({ models: [{ name: "qwen3:8b" }] }));
    expect(await call("model")).toEqual({
      ...{ from: "none", tiers: null, changeable: true, savedIsUnused: false },
      local: [
        { server: "ollama", url: `${server.endpoint}/v1`, models: ["qwen3:8b"] },
        { server: "lmstudio", url: "http://127.0.0.1:9/v1", models: null },
      ],
    });
    server.script.push(ok({ models: [{ name: "qwen3:8b" }] }), ...able);
    const label = `qwen3:8b at ${server.endpoint}/v1`;
    expect(await call("useModel", { body: { what: "qwen3:8b" } })).toMatchObject({
      ...{ saved: true, model: label, from: "home", dollars: null },
      tiers: { primary: label, cheap: label },
    });
    expect(printed()).toContain(`From now on: ${label}.`);

    server.reset();
    server.script.push(completion({ text: "Here it is." }));
    const { runId } = await call("say", { body: { text: "what is a good tea?" }, key: "message-1" });
    await vi.waitFor(
      async () => expect(await call("run", { params: { runId } })).toMatchObject({ isOver: true }),
      PATIENCE_MS,
    );
    expect(JSON.parse(server.asked[0]?.body ?? "{}").model).toBe("qwen3:8b");
    server.script.push(ok({ models: [] }));
    expect(await call("noModel")).toMatchObject({ from: "none", tiers: null });
    expect(printed()).toContain("From now on: offline composer");
  });
});

it("a choice in another window is followed", async () => {
  await served(async ({ home, env, printed }) => {
    server.script.push(...able);
    await waldoWith(env, "model", "use", server.endpoint, "--model", "other", "--home", home);
    await vi.waitFor(() => expect(printed()).toContain("From now on: other at "), PATIENCE_MS);
  });
});

it("a page cannot have a secret of the environment sent somewhere, and a model without tools is not saved", async () => {
  await served(async ({ call }) => {
    const wanted = { what: server.endpoint, model: "m" };
    for (const keyEnv of ["SECRET", "AWS_SECRET_ACCESS_KEY", "sk-1"])
      await expect(call("useModel", { body: { ...wanted, keyEnv } })).rejects.toThrow(/_API_KEY/);
    expect(server.asked).toEqual([]);
    server.script.push(completion({ text: "Hello." }), completion({ text: "58" }), completion({ text: "no" }));
    const { saved, checks } = await call("useModel", { body: { ...wanted, keyEnv: "ONE_API_KEY" } });
    expect(saved).toBe(false);
    expect(checks.map(({ name, ok: good }) => [name, good])).toEqual([
      ["answer", true],
      ["tool", false],
      ["json", false],
    ]);
    expect(server.asked[0]?.headers.authorization).toBe("Bearer sk-1");
    expect(await call("model")).toMatchObject({ from: "none" });
  });
});
