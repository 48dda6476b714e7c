/** `waldo check`: checks that everything Waldo needs on this machine is present. It changes nothing. */
import { accessSync, constants, existsSync } from "node:fs";
import { dirname } from "node:path";
import { UserId, WaldoError } from "@waldo/contracts";
import { findProfile } from "@waldo/core/person/profile";
import { openExisting, shownPath } from "../home.ts";
import { modelOfSettings } from "../models.ts";
import { modelLabel, type Settings } from "../settings.ts";
import type { Terminal } from "../terminal.ts";
import { typed } from "../typed.ts";

type CheckOptions = { readonly user: string; readonly home: string; readonly json: boolean };

type Check = { readonly name: string; readonly ok: boolean; readonly found: string };

/** Prints one line for each check. Throws `InvalidInput` when something is missing. */
export async function checkAll(options: CheckOptions, settings: Settings, terminal: Terminal): Promise<void> {
  const checks: Check[] = [];
  const look = async (name: string, find: () => Promise<string> | string) => {
    const found = await Promise.resolve()
      .then(find)
      .then(
        (found) => ({ name, ok: true, found }),
        (error: unknown) => ({ name, ok: false, found: error instanceof Error ? error.message : String(error) }),
      );
    checks.push(found);
    if (!options.json) terminal.print(`${found.ok ? "✓" : "✗"} ${name}: ${found.found}`);
  };
  await look("home", () => writable(options.home));
  if (existsSync(options.home)) await look("store", () => opened(options, terminal));
  await look("telegram", async () => {
    if (!settings.telegram) return "no bot: messages stay in the app";
    const { ownBots } = await import("../telegram/listen.ts");
    const [name] = await ownBots(settings.telegram).names();
    return `@${name} answers`;
  });
  await look("model", async () => {
    const label = modelLabel(settings);
    if (!settings.models) return label;
    const model = await modelOfSettings(settings);
    const hello = [{ role: "user", content: [{ type: "text", text: "Say hello in one word." }] }] as const;
    await model.converse({ tier: "cheap", system: [], messages: hello, tools: [], maxOutputTokens: 50 });
    return `${label} answers`;
  });
  await look("dead man's switch", () =>
    settings.aliveUrl === undefined
      ? "none: WALDO_ALIVE_URL names a service that is told after each wake"
      : `${new URL(settings.aliveUrl).host} is told after each wake`,
  );
  if (options.json) terminal.print(JSON.stringify(checks, null, 2));
  const missing = checks.filter(({ ok }) => !ok).map(({ name }) => name);
  if (missing.length > 0) throw new WaldoError("InvalidInput", `not everything is there: ${missing.join(", ")}`);
}

function writable(home: string): string {
  const folder = existsSync(home) ? home : dirname(home);
  accessSync(folder, constants.W_OK);
  return existsSync(home) ? `${shownPath(home)} can be written` : `${shownPath(home)} can be made`;
}

async function opened({ home, user }: CheckOptions, terminal: Terminal): Promise<string> {
  const opened = openExisting(home, terminal);
  try {
    const profile = await findProfile(opened.store, typed(UserId, user, "--user"));
    return profile ? `opens, and knows ${user} in ${profile.timeZone}` : `opens, and has no profile of ${user} yet`;
  } finally {
    opened.store.close();
  }
}
