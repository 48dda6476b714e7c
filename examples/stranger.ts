/**
 * Plays a stranger's first hour on one machine, from `waldo day` to a push, and prints each step. The commands, the page's
 * API, the store and the schedules are the real ones. Two services stand on loopback instead of the internet: a Bot API
 * server in place of Telegram, and a push service in place of the browser maker's.
 *
 *   npm run stranger [-- --quick]
 *
 * The push waits for a reminder of the next minute, so the whole takes up to two minutes. `--quick` leaves it out.
 */
import { spawn } from "node:child_process";
import { createECDH, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { callRoute, type Gets, type RouteName, type Sends } from "@waldo/contracts";
import { type ScriptedServer, startScriptedServer } from "@waldo/testkit/scripted-server";
import { type LocalTelegram, startTelegram } from "@waldo/testkit/telegram-local";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const CLI = join(ROOT, "packages/embedded/src/cli.ts");
const ZONE = "Asia/Kolkata";
const TOKEN = `123:${"x".repeat(34)}`;
/** The push address that a browser gets from its maker, and the setting that leads the process to loopback instead. */
const PUSH = "https://updates.push.services.mozilla.com";

export type Step = { readonly step: string; readonly says: string };

/** Plays all steps and passes each to `tell`. Throws at the first step with a wrong result. */
export async function playStranger({ quick }: { quick: boolean }, tell: (step: Step) => void): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), "waldo-stranger-"));
  const [telegram, push] = await Promise.all([startTelegram(), startScriptedServer()]);
  try {
    await play({ home, telegram, push, quick }, tell);
  } finally {
    await Promise.all([telegram.stop(), push.stop()]);
    rmSync(home, { recursive: true, force: true });
  }
}

type Stage = {
  readonly home: string;
  readonly telegram: LocalTelegram;
  readonly push: ScriptedServer;
  readonly quick: boolean;
};

async function play({ home, telegram, push, quick }: Stage, tell: (step: Step) => void): Promise<void> {
  const env = { ...process.env, WALDO_TELEGRAM_TOKEN: TOKEN, WALDO_TELEGRAM_API: telegram.endpoint };
  const day = await waldo(["day", "--home", join(home, "first")], process.env);
  tell({ step: "npm run day: the example person's day", says: lineWith(day, /You are|you woke|Form/) });

  const own = join(home, "own");
  const exported = join(home, "export.csv");
  writeFileSync(exported, upToToday(readFileSync(join(ROOT, "data/whoop-year.csv"), "utf8")));
  const served = await serve(
    ["--home", own, "--export", exported, "--zone", ZONE, "--consent", "body,memory"],
    env,
    push.endpoint,
  );
  try {
    tell({ step: "waldo serve, with an export", says: served.link.replace(/code=.*/, "code=…") });
    const call = await signedIn(served.link);
    tell({ step: "the link opens the page", says: `signed in as ${(await call("me")).userId}` });

    const { wakeTime } = await call("saveMe", { body: { wakeTime: "06:40", sleepTime: "22:50" } });
    tell({ step: "the wake time is set", says: wakeTime });

    const { runId } = await call("say", { body: { text: "how am I doing?" }, key: "stranger-ask-1" });
    tell({ step: "a question", says: (await answerOf(call, runId)) ?? "" });

    const listed = await call("say", { body: { text: "add buy stamps to my list" }, key: "stranger-ask-2" });
    const noted = await answerOf(call, listed.runId);
    const now = Date.now();
    const { items } = await call("log", { query: { from: now - 3_600_000, to: now + 60_000 } });
    const [undo] = items.flatMap((entry) => entry.undo);
    if (!undo) throw new Error("nothing can be taken back");
    const { text } = await call("tap", { body: { data: undo.data } });
    const left = (await call("tasks")).items.filter(({ status }) => status === "open").length;
    tell({ step: "a request, and a tap that takes it back", says: `${noted} → ${text} (${left} open tasks)` });

    const { url } = await call("linkTelegram");
    await telegram.says(TOKEN, `/start ${new URL(url).searchParams.get("start")}`);
    tell({ step: "Telegram is linked", says: await toldBy(telegram, /linked/) });
    await telegram.says(TOKEN, "what is on my list?");
    tell({ step: "and answers there", says: await toldBy(telegram, /list|task|nothing/i) });

    if (!quick) {
      const keys = {
        p256dh: createECDH("prime256v1").generateKeys("base64url"),
        auth: randomBytes(16).toString("base64url"),
      };
      const subscription = { endpoint: `${PUSH}/wpush/v2/stranger`, keys };
      await call("addDevice", { body: { kind: "web", name: "Firefox", subscription } });
      push.script.push({ kind: "reply", status: 201, body: "" });
      const asked = await call("say", { body: { text: "remind me in 1 minute to stretch" }, key: "stranger-ask-3" });
      const said = await answerOf(call, asked.runId);
      for (let tries = 0; push.asked.length === 0 && tries < 300; tries++) await sleep(500);
      const [rung] = push.asked;
      if (!rung) throw new Error("the browser was not rung");
      tell({ step: "a push rings the browser", says: `${said} → ${rung.bytes.length} encrypted bytes` });
    }
  } catch (error) {
    await served.stop();
    throw error;
  }
  const code = await served.stop();
  if (code !== 0) throw new Error(`waldo serve ended with ${code}`);
  tell({ step: "Ctrl-C", says: "waldo serve ended cleanly" });
}

/** Runs one command and returns what it printed. Throws with its error when it fails. */
async function waldo(args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", CLI, ...args], { env });
  let [out, err] = ["", ""];
  child.stdout.on("data", (part) => {
    out += part;
  });
  child.stderr.on("data", (part) => {
    err += part;
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`waldo ${args[0]} ended with ${code}: ${err}`);
  return out;
}

/** Starts `waldo serve` and waits until it says where it is. */
async function serve(args: readonly string[], env: NodeJS.ProcessEnv, pushTo: string) {
  const lead = `const real = globalThis.fetch; globalThis.fetch = (to, ...rest) => real(String(to).replace(${JSON.stringify(PUSH)}, ${JSON.stringify(pushTo)}), ...rest);`;
  const node = [
    "--disable-warning=ExperimentalWarning",
    "--import",
    `data:text/javascript,${encodeURIComponent(lead)}`,
  ];
  const child = spawn(process.execPath, [...node, CLI, "serve", "--json", "--port", "0", ...args], { env });
  child.stderr.resume();
  for await (const line of createInterface({ input: child.stdout })) {
    const event: { readonly type?: string; readonly link?: string } = JSON.parse(line);
    if (event.type !== "started" || event.link === undefined) continue;
    return {
      link: event.link,
      async stop(): Promise<number | null> {
        child.stdout.resume();
        child.kill("SIGINT");
        const [code] = await once(child, "exit");
        return code;
      },
    };
  }
  throw new Error("waldo serve ended before it began");
}

type Call = <N extends RouteName>(name: N, sends?: Partial<Sends<N>> & { readonly key?: string }) => Promise<Gets<N>>;

/** Opens the link as a browser would, and calls routes with its cookie. */
async function signedIn(link: string): Promise<Call> {
  const entered = await fetch(link, { redirect: "manual" });
  const cookie = entered.headers.get("set-cookie")?.split(";")[0] ?? "";
  const send = (request: Request) => {
    request.headers.set("cookie", cookie);
    return fetch(request);
  };
  return (name, sends) => callRoute(send, new URL(link).origin, name, sends);
}

async function answerOf(call: Call, runId: string): Promise<string | undefined> {
  for (let tries = 0; tries < 120; tries++) {
    const { isOver, said } = await call("run", { params: { runId } });
    if (isOver) return said[0];
    await sleep(250);
  }
  throw new Error("no answer came");
}

async function toldBy(telegram: LocalTelegram, words: RegExp): Promise<string> {
  for (let tries = 0; tries < 200; tries++) {
    const texts = (await telegram.sent(TOKEN)).map(({ message }) => String(message["text"]));
    const found = texts.findLast((text) => words.test(text));
    if (found !== undefined) return found;
    await sleep(100);
  }
  throw new Error(`the bot said nothing like ${words}`);
}

/** Moves the example's nights so that the last one was this one. */
function upToToday(csv: string): string {
  const last = Math.max(...[...csv.matchAll(/\d{4}-\d\d-\d\d/g)].map(([date]) => Date.parse(date)));
  const days = Math.floor((Date.now() - last) / 86_400_000);
  return csv.replaceAll(/\d{4}-\d\d-\d\d/g, (date) =>
    new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10),
  );
}

function lineWith(text: string, words: RegExp): string {
  return (
    text
      .split("\n")
      .find((line) => words.test(line))
      ?.trim() ?? ""
  );
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({ options: { quick: { type: "boolean", default: false } } });
  await playStranger(values, ({ step, says }) => console.log(`✓ ${step}\n    ${says.replaceAll("\n", "\n    ")}`));
}
