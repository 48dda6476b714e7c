/** `waldo model` as a person types it, with Ollama, LM Studio and Anthropic as HTTP servers on loopback. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Answer, ok, type ScriptedServer, startScriptedServer } from "@waldo/testkit/scripted-server";
import { anthropicMessage, completion, type Said } from "@waldo/testkit/wire-models";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { waldoWith } from "./command.ts";
import { early, late } from "./early.ts";

let ollama: ScriptedServer;
let lmstudio: ScriptedServer;
let home: string;
const folder = mkdtempSync(join(tmpdir(), "waldo-model-"));
let homes = 0;

beforeAll(async () => {
  [ollama, lmstudio] = await Promise.all([startScriptedServer(), startScriptedServer()]);
});
afterAll(async () => {
  await Promise.all([ollama.stop(), lmstudio.stop()]);
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  ollama.reset();
  lmstudio.reset();
  home = join(folder, String(++homes));
});

const here = () => ({ OLLAMA_HOST: ollama.endpoint, LMSTUDIO_HOST: lmstudio.endpoint });
const model = (env: NodeJS.ProcessEnv, ...args: string[]) =>
  waldoWith({ ...here(), ...env }, "model", ...args, "--home", home);
const saved = () => JSON.parse(readFileSync(join(home, "model.json"), "utf8"));

const TAGS = ok({ models: [{ name: "qwen3:8b", size: 1 }, { name: "gemma3:12b" }, { name: "nomic-embed-text" }] });
const LIST = ok({ object: "list", data: [{ id: "mistral small" }, { id: "text-embedding-3" }] });
const CALL = { calls: [{ id: "c", name: "get_form", args: { date: "2026-03-14" } }] };
const JSON_TEXT = '```json\n{"zone": "steady", "hours": 7}\n```';
const able = (say: (said: Said) => Answer, call: Said = CALL) => [
  say({ text: "Good morning." }),
  say(call),
  say({ text: JSON_TEXT }),
];

describe("waldo model", () => {
  it("says that nothing is chosen, and lists what runs here with the command that chooses it", async () => {
    ollama.script.push(TAGS);
    lmstudio.script.push(LIST);
    const { stdout, status } = await model({});
    expect(status).toBe(0);
    expect(stdout).toContain("offline composer (no language model): nothing is chosen");
    expect(stdout).toContain(`Ollama at ${ollama.endpoint}:`);
    expect(stdout).toContain(`  ./waldo model use ollama --model qwen3:8b --home ${home}\n`);
    expect(stdout).toContain(`  ./waldo model use lmstudio --model 'mistral small' --home ${home}\n`);
    expect(stdout).not.toContain("embed");
    expect([ollama.asked[0]?.path, lmstudio.asked[0]?.path]).toEqual(["/api/tags", "/v1/models"]);
    expect(existsSync(home)).toBe(false);
  });

  it("says when nothing answers, when there is no model, and gives the same as JSON", async () => {
    const gone = await startScriptedServer();
    await gone.stop();
    ollama.script.push(ok({ models: [] }), ok({ models: [] }));
    const env = { LMSTUDIO_HOST: gone.endpoint.replace("http://", "") };
    const { stdout } = await model(env);
    expect(stdout).toContain(`Ollama at ${ollama.endpoint} has no language model yet`);
    expect(stdout).toContain(`LM Studio: nothing answers at ${gone.endpoint}`);
    expect(JSON.parse((await model(env, "--json")).stdout)).toEqual({
      from: "none",
      tiers: null,
      changeable: true,
      savedIsUnused: false,
      local: [
        { server: "ollama", url: `${ollama.endpoint}/v1`, models: [] },
        { server: "lmstudio", url: `${gone.endpoint}/v1`, models: null },
      ],
    });
  });

  it("a server that never answers is waited for less than three seconds", async () => {
    ollama.script.push({ kind: "silence" });
    lmstudio.script.push({ kind: "stall", body: { data: [] } });
    const began = performance.now();
    expect((await model({})).status).toBe(0);
    expect(performance.now() - began).toBeLessThan(3_000);
  });
});

describe("waldo model use", () => {
  it("tests a local model by its name, saves it for its owner only, and says what it serves", async () => {
    ollama.script.push(TAGS, ...able(completion));
    lmstudio.script.push(LIST);
    const { stdout, stderr, status } = await model({}, "use", "gemma3:12b");
    expect(stderr).toBe(`testing gemma3:12b at ${ollama.endpoint}/v1 …\n`);
    expect(status).toBe(0);
    expect(stdout).toMatch(/✓ answer +\d+\.\d s +30 out {2}Good morning\./);
    expect(stdout).toMatch(/✓ tool call +\d+\.\d s +30 out {2}get_form \{"date":"2026-03-14"\}/);
    expect(stdout).toMatch(/✓ JSON/);
    expect(stdout).toContain("360 tokens in, 90 out · price not known");
    for (const tier of ["primary", "escalation", "cheap"])
      expect(stdout).toMatch(new RegExp(`^  ${tier} +gemma3:12b at`, "m"));
    expect(saved()).toEqual({ primary: { api: "openai", url: `${ollama.endpoint}/v1`, model: "gemma3:12b" } });
    expect(lstatSync(join(home, "model.json")).mode & 0o777).toBe(0o600);
    expect(readdirSync(home)).toEqual(["model.json"]);

    ollama.script.push(TAGS);
    expect((await model({})).stdout).toContain("saved in ");
    ollama.script.push(TAGS);
    expect(JSON.parse((await model({}, "--json")).stdout)).toMatchObject({
      from: "home",
      tiers: { cheap: `gemma3:12b at ${ollama.endpoint}/v1` },
    });
  });

  it("an Anthropic model with its key from the environment: price, cache and key stay where they belong", async () => {
    const env = { CLAUDE_KEY: "sk-ant-secret" };
    ollama.script.push(...able(anthropicMessage));
    const { stdout, stderr } = await model(
      env,
      "use",
      `${ollama.endpoint}/v1/messages`,
      "--model",
      "claude-haiku-4-5",
      "--key-env",
      "CLAUDE_KEY",
      "--verbose",
      "--json",
    );
    expect(ollama.asked.map(({ path, headers }) => [path, headers["x-api-key"]])).toEqual(
      Array(3).fill(["/v1/messages", "sk-ant-secret"]),
    );
    const report = JSON.parse(stdout);
    // Three times 20 in, 30 out, 100 read from the cache and 7 written to it, at $1, $5, $0.10 and $1.25 a million.
    expect(report.dollars).toBeCloseTo((3 * (20 + 30 * 5 + 100 * 0.1 + 7 * 1.25)) / 1e6, 12);
    expect(report).toMatchObject({ saved: true, tier: "primary", from: "home" });
    expect(report.checks.map(({ name, ok: good }: { name: string; ok: boolean }) => [name, good])).toEqual([
      ["answer", true],
      ["tool", true],
      ["json", true],
    ]);
    expect(stderr).toContain(`> POST ${ollama.endpoint}/v1/messages`);
    expect(stderr).toContain('"input_schema"');
    expect(stderr).toContain("Good morning.");
    expect(stdout + stderr + readFileSync(join(home, "model.json"), "utf8")).not.toContain("sk-ant-secret");
    expect(saved().primary).toEqual({
      api: "anthropic",
      url: `${ollama.endpoint}/v1`,
      model: "claude-haiku-4-5",
      keyEnv: "CLAUDE_KEY",
    });
  });

  it("takes the only model of an address, and asks for --model where there are more", async () => {
    ollama.script.push(ok({ data: [{ id: "only" }] }), ...able(completion));
    expect((await model({ K: "sk-1" }, "use", ollama.endpoint, "--key-env", "K")).status).toBe(0);
    expect(saved().primary).toMatchObject({ model: "only", url: `${ollama.endpoint}/v1` });
    expect(ollama.asked.map(({ headers }) => headers.authorization)).toEqual(Array(4).fill("Bearer sk-1"));
    ollama.script.push(TAGS);
    expect((await model({}, "use", "ollama")).stderr).toContain("with --model: qwen3:8b, gemma3:12b");
  });

  it.each([
    ["calls nothing", { text: "It was 58." }, /no tool was called/],
    ["gives arguments of another form", { calls: [{ ...CALL.calls[0], args: { day: 1 } }] }, /not the call/],
  ])("a model that %s is refused, and --anyway saves it", async (_, said, why) => {
    const call = said as Said;
    const args = ["use", `${ollama.endpoint}/v1`, "--model", "small"];
    ollama.script.push(...able(completion, call));
    const refused = await model({}, ...args);
    expect(refused.status).toBe(1);
    expect(refused.stdout).toMatch(why);
    expect(refused.stderr).toContain("Nothing is saved: choose another model, or add --anyway");
    expect(existsSync(home)).toBe(false);
    ollama.script.push(...able(completion, call));
    expect((await model({}, ...args, "--anyway")).status).toBe(0);
    expect(saved().primary.model).toBe("small");
  });

  it("a server that refuses tools at all is a failed tool call, and bad JSON is only shown", async () => {
    ollama.script.push(
      completion({ text: "Hello." }),
      { kind: "reply", status: 400, body: { error: { message: "does not support tools", type: "api_error" } } },
      completion({ text: "zone: steady" }),
    );
    const { stdout, status } = await model({}, "use", ollama.endpoint, "--model", "small");
    expect(status).toBe(1);
    expect(stdout).toMatch(/✗ tool call .*answered 400/);
    expect(stdout).toMatch(/✗ JSON .*zone: steady/);
  });

  it("an address without a server, and a wrong key, say so and save nothing", async () => {
    const gone = await startScriptedServer();
    await gone.stop();
    const nobody = await model({}, "use", `${gone.endpoint}/v1`, "--model", "m");
    expect(nobody.status).toBe(1);
    expect(nobody.stderr).toMatch(/ECONNREFUSED.*running there\?\. Nothing is saved/);
    ollama.script.push({ kind: "reply", status: 401, body: { error: { type: "authentication_error" } } });
    const wrong = await model({ K: "sk-1" }, "use", ollama.endpoint, "--model", "m", "--key-env", "K");
    expect(wrong.stderr).toMatch(/401 \(authentication_error\): check the key/);
    expect(wrong.stderr).not.toContain("sk-1");
    expect(existsSync(home)).toBe(false);
  });

  it.each([
    [["use", "http://127.0.0.1:1/v1?key=sk-1"], /may hold a key/],
    [["use", "ftp://127.0.0.1"], /plain http or https URL/],
    [["use", "http://127.0.0.1:1/v1", "--key-env", "sk-ant-1"], /never the key itself/],
    [["use", "http://127.0.0.1:1/v1", "--key-env", "NOT_SET"], /NOT_SET is not set/],
    [["use", "anthropic", "--model", "m"], /ANTHROPIC_API_KEY is not set/],
    [["use", "bedrock"], /name the model with --model/],
    [["use", "nosuch"], /no model on this machine/],
    [["use", "lmstudio"], /nothing answers at/],
    [["use", "http://127.0.0.1:1/v1", "--model", "m", "--tier", "cheap"], /choose the primary model first/],
  ])("%j is refused with what to do", async (args, message) => {
    const { status, stderr } = await model({}, ...args);
    expect(status).toBe(1);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/sk-/);
  });

  it("Ctrl-C while a model is tested leaves nothing behind", async () => {
    ollama.script.push({ kind: "silence" });
    const cli = fileURLToPath(new URL("../src/cli.ts", import.meta.url));
    const args = ["model", "use", ollama.endpoint, "--model", "slow", "--home", home];
    const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", cli, ...args], { stdio: "ignore" });
    while (ollama.asked.length === 0) await new Promise((done) => setTimeout(done, 20));
    child.kill("SIGINT");
    expect(await once(child, "exit")).toEqual([null, "SIGINT"]);
    expect(existsSync(home)).toBe(false);
  });
});

describe("the saved choice", () => {
  beforeEach(() => early("2026-10-31"));
  afterEach(late);
  const choose = async (name: string, ...more: string[]) => {
    ollama.script.push(...able(completion));
    const { status } = await model({}, "use", ollama.endpoint, "--model", name, ...more);
    expect(status).toBe(0);
    ollama.reset();
  };
  const day = (env: NodeJS.ProcessEnv, ...args: string[]) =>
    waldoWith({ ...here(), ...env }, "day", "--home", home, ...args);
  const askedModels = () => new Set(ollama.asked.map(({ body }) => JSON.parse(body).model));

  it("is used by day and say, and the environment wins and says so", async () => {
    await choose("chosen");
    expect((await day({}, "--verbose")).stdout.includes(`model: chosen at ${ollama.endpoint}/v1`)).toBe(true);
    expect(askedModels()).toEqual(new Set(["chosen"]));

    ollama.reset();
    ollama.script.push(completion({ text: "Good morning." }));
    const env = { WALDO_MODEL_URL: `${ollama.endpoint}/v1`, WALDO_MODEL: "of-the-environment" };
    const { stderr } = await waldoWith(env, "say", "hello there", "--home", home);
    expect(askedModels()).toEqual(new Set(["of-the-environment"]));
    expect(stderr).toContain("The environment names the model (of-the-environment at ");
    expect((await model(env)).stdout).toContain("not in use while the environment names a model");
  });

  it("has a model of its own for a tier, and the primary for the others", async () => {
    await choose("usual");
    await choose("strong", "--tier", "escalation");
    const { stdout } = await model({});
    expect(stdout).toMatch(/primary +usual at.*\n +escalation +strong at.*\n +cheap +usual at/);
    await day({});
    ollama.reset();
    ollama.script.push(completion({ text: "Here it is." }));
    await waldoWith(here(), "say", "plan my week around the deadline", "--home", home);
    expect(JSON.parse(ollama.asked[0]?.body ?? "{}").model).toBe("strong");
  });

  it("waldo model none goes back to the offline composer, also from a file that cannot be read", async () => {
    await choose("chosen");
    writeFileSync(join(home, "model.json"), '{"primary":');
    const broken = await day({});
    expect(broken.status).toBe(1);
    expect(broken.stderr).toMatch(/cannot be read as a choice of models: waldo model none removes it/);
    expect((await model({}, "none")).stdout).toContain("offline composer");
    expect(JSON.parse((await model({}, "none", "--json")).stdout)).toEqual({ from: "none" });
    expect((await day({}, "--verbose")).stdout.includes("model: offline composer")).toBe(true);
    expect(ollama.asked).toEqual([]);
  });

  it("is not waited for once the person goes without a model, or chooses another", async () => {
    await day({});
    await choose("broken");
    const away = { kind: "reply", status: 401, body: { error: { message: "no" } } } as const;
    const asks = (text: string) => waldoWith(here(), "say", text, "--home", home);
    ollama.script.push(away, away, away, away, away, away);
    await asks("how am I?");
    const left = await asks("how am I doing?");
    expect(left.stderr).toContain("The language model did not answer before.");
    expect((await model({}, "none")).status).toBe(0);
    const plain = await asks("how did I sleep last night?");
    expect(`${plain.stdout}${plain.stderr}`).not.toMatch(/language model/i);
    expect(plain.stdout.trim()).not.toBe("");
    ollama.reset();
    await choose("whole");
    ollama.script.push(completion({ text: "Here it is." }));
    expect((await asks("tell me a word")).stdout).toContain("Here it is.");
  });

  it("that cannot be removed is said in one line", async () => {
    mkdirSync(join(home, "model.json"), { recursive: true });
    const { status, stderr } = await model({}, "none");
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^[^\n]*model\.json cannot be removed[^\n]*\n$/)]);
  });

  it("without its key in the environment is asked all the same, and a note says what is missing", async () => {
    ollama.script.push(...able(completion));
    await model({ K: "sk-1" }, "use", ollama.endpoint, "--model", "keyed", "--key-env", "K");
    ollama.reset();
    const { status, stderr } = await day({});
    expect(status).toBe(0);
    expect(stderr).toContain("K is not set. It should hold the model's key.");
    expect(ollama.asked[0]?.headers).not.toHaveProperty("authorization");
  });
});
