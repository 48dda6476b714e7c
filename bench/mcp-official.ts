/** The official programs that judge a server of MCP, each of one version, by npx. */
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";

export const INSPECTOR = "@modelcontextprotocol/inspector@2.12.0";
export const CONFORMANCE = "@modelcontextprotocol/conformance@0.1.16";
const MOST_MS = 300_000;

type Ended = { readonly code: number; readonly out: string; readonly err: string };

/** Runs the program with the Node that runs this bench. The path may name another Node first. */
function npx(args: readonly string[]): Promise<Ended> {
  const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env["PATH"] ?? ""}` };
  return new Promise((resolve) => {
    execFile("npx", ["-y", ...args], { env, timeout: MOST_MS, maxBuffer: 64 << 20 }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? 1) || 1, out, err }),
    );
  });
}

/** Returns the reason why the programs cannot be had, or undefined. */
export async function unreachable(): Promise<string | undefined> {
  const { code, err } = await npx([INSPECTOR, "--cli", "--version"]);
  return code === 0 ? undefined : (err.trim().split("\n").at(-1) ?? "npx failed");
}

type InspectedServer =
  | { readonly command: string; readonly args: readonly string[] }
  | { readonly type: "streamable-http"; readonly url: string; readonly headers: Readonly<Record<string, string>> };

/**
 * Returns a function that calls one tool of a server through the inspector. The function returns `ok` or what was
 * wrong.
 */
export function inspector(server: InspectedServer) {
  const folder = mkdtempSync(join(tmpdir(), "waldo-bench-inspector-"));
  const config = join(folder, "servers.json");
  writeFileSync(config, JSON.stringify({ mcpServers: { waldo: server } }));
  return {
    async call(name: string, args: object): Promise<string> {
      const what = ["--method", "tools/call", "--tool-name", name, "--tool-args-json", JSON.stringify(args)];
      const from = ["--config", config, "--server", "waldo"];
      const { code, out, err } = await npx([INSPECTOR, "--cli", ...from, "--format", "json", "-q", ...what]);
      if (code !== 0) return `ended with ${code}: ${short(err || out)}`;
      try {
        const told = JSON.parse(out) as Record<string, unknown>;
        const result = (told["result"] ?? told) as { isError?: boolean; content?: unknown };
        return result.isError === true || result.content === undefined ? short(out) : "ok";
      } catch {
        return `no JSON: ${short(out)}`;
      }
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const short = (text: string) => text.replaceAll(/\s+/g, " ").trim().slice(0, 160);

export type Scenario = { readonly scenario: string; readonly passed: number; readonly failed: readonly string[] };

/** Runs all official scenarios of a server. */
export async function conformance(url: string): Promise<Scenario[]> {
  const folder = mkdtempSync(join(tmpdir(), "waldo-bench-conformance-"));
  try {
    const { out, err } = await npx([CONFORMANCE, "server", "--url", url, "-o", folder]);
    const ran = readdirSync(folder);
    if (ran.length === 0) throw new Error(`the conformance checks did not run: ${short(err || out)}`);
    return ran.map((name) => {
      const checks = JSON.parse(readFileSync(join(folder, name, "checks.json"), "utf8")) as Check[];
      return {
        scenario: name.replace(/^server-/, "").replace(/-\d{4}-\d\d-\d\dT.*$/, ""),
        passed: checks.filter(({ status }) => status === "SUCCESS").length,
        failed: checks.filter(({ status }) => status === "FAILURE").map(({ errorMessage = "failed" }) => errorMessage),
      };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Check = { readonly status: string; readonly errorMessage?: string };

/**
 * Returns the reason why a scenario does not apply to this server. The checks ask for the tools, prompts and resources
 * of the reference server by name, and for optional parts that our server declares it does not have.
 */
export function whyNot({ scenario, failed }: Scenario): string | undefined {
  // Any other answer than "not found" is a fault.
  if (!failed.every((message) => /there is no such (tool|recipe|resource)|-32601/.test(message))) return undefined;
  if (/^(tools-call-|elicitation-|json-schema-2020-12)/.test(scenario))
    return "asks for a tool of the reference server";
  if (/^prompts-get-/.test(scenario)) return "asks for a prompt of the reference server";
  if (/^resources-(read|templates)-/.test(scenario)) return "asks for a resource of the reference server";
  if (/^resources-(un)?subscribe$/.test(scenario)) return "the server offers no subscriptions, and says so";
  if (scenario === "logging-set-level") return "the server sends no log, and says so";
  if (scenario === "completion-complete") return "the server completes nothing, and says so";
  return undefined;
}
