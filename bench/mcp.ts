/**
 * Asks a real Waldo by MCP as others do: every tool over standard input and over HTTP, by the official inspector and by the
 * client of the official SDK; then the official conformance checks; then two clients at once. The inspector and the checks
 * come by npx, so they need the network. With `--fuzz` it is a hostile agent instead, through the real server.
 *
 *     npm run bench:mcp [-- --json]
 *     npm run bench:mcp -- --fuzz 100000 [--seed 1] [--json]
 */
import { parseArgs } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { AGENT_TOOLS } from "@waldo/contexts/mcp/server";
import { hunted } from "./mcp-fuzz.ts";
import { keyed, mcpHouse } from "./mcp-house.ts";
import { CONFORMANCE, conformance, INSPECTOR, inspector, type Scenario, unreachable, whyNot } from "./mcp-official.ts";
import { printTable } from "./table.ts";

const { values } = parseArgs({
  options: {
    fuzz: { type: "string" },
    seed: { type: "string", default: "1" },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log("Usage: npm run bench:mcp [-- --json] | [-- --fuzz 100000 [--seed 1] [--json]]");
  process.exit(0);
}

process.exitCode = values.fuzz === undefined ? await judged() : await fuzzed(Number(values.fuzz));

async function fuzzed(calls: number): Promise<number> {
  const { counts, faults, longestAnswer, perSecond } = await hunted(calls, Number(values.seed));
  if (values.json) console.log(JSON.stringify({ calls, perSecond, longestAnswer, counts, faults }));
  else {
    printTable(
      ["outcome", "calls"],
      Object.entries(counts).sort((a, b) => b[1] - a[1]),
    );
    console.log(`\n${calls} calls, ${perSecond} a second, the longest answer ${longestAnswer} characters.`);
    console.log(faults.length === 0 ? "No fault." : `Faults:\n${faults.join("\n")}`);
  }
  return faults.length === 0 ? 0 : 1;
}

async function judged(): Promise<number> {
  const house = await mcpHouse();
  const { url, key, program } = house;
  const headers = { authorization: `Bearer ${key}` };
  const proxy = await keyed(url, key);
  try {
    const offline = await unreachable();
    if (offline !== undefined) console.error(`The official programs cannot be had here: ${offline}`);
    const tools = AGENT_TOOLS.map(({ name }) => name);
    const told = new Map<string, Record<string, string>>();
    for (const [way, ask] of [
      ["inspector stdio", offline ? undefined : inspector(program)],
      ["inspector HTTP", offline ? undefined : inspector({ type: "streamable-http", url, headers })],
      ["SDK stdio", await sdk(new StdioClientTransport({ ...program, stderr: "ignore" }))],
      ["SDK HTTP", await sdk(httpTo(url, headers))],
    ] as const) {
      const asked = house.asked(way);
      told.set(way, ask ? await each(tools, (name) => ask.call(name, asked[name] ?? {})) : {});
      await ask?.close();
      await house.tidy();
    }
    const scenarios = offline ? [] : await conformance(proxy.url);
    const lost = await together(url, headers);
    return report(tools, told, scenarios, lost);
  } finally {
    proxy.close();
    await house.close();
  }
}

function httpTo(url: string, headers: Record<string, string>) {
  return new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
}

async function sdk(transport: object) {
  const client = new Client({ name: "bench", version: "1" });
  await client.connect(transport as Parameters<Client["connect"]>[0]);
  return {
    async call(name: string, args: Record<string, unknown>): Promise<string> {
      try {
        const { isError, content } = await client.callTool({ name, arguments: args });
        return isError === true ? JSON.stringify(content).slice(0, 160) : "ok";
      } catch (error) {
        return error instanceof Error ? error.message : "failed";
      }
    },
    client,
    close: () => client.close(),
  };
}

/** Asks the tools, two at a time: each question of the inspector is a process. */
async function each(names: readonly string[], ask: (name: string) => Promise<string>): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  const left = names.values();
  const worker = async () => {
    for (const name of left) answers[name] = await ask(name);
  };
  await Promise.all([worker(), worker()]);
  return answers;
}

/** Two clients read the same context at once. Returns how many of the reads were lost. */
async function together(url: string, headers: Record<string, string>): Promise<number> {
  const READS = 40;
  const [one, two] = [await sdk(httpTo(url, headers)), await sdk(httpTo(url, headers))];
  const project = "two at once";
  await one.call("save_context", { project, content: "Both of us read this." });
  await Promise.all(Array.from({ length: READS }, (_, i) => (i % 2 ? one : two).call("load_context", { project })));
  const { structuredContent } = await two.client.callTool({ name: "load_context", arguments: { project } });
  const [context] = (structuredContent as { contexts: { accessCount: number }[] }).contexts;
  await Promise.all([one.close(), two.close()]);
  return READS - (context?.accessCount ?? 0);
}

function report(
  tools: readonly string[],
  told: ReadonlyMap<string, Record<string, string>>,
  scenarios: readonly Scenario[],
  lost: number,
): number {
  const ways = [...told.keys()];
  const wrong = tools
    .flatMap((name) => ways.map((way) => told.get(way)?.[name]))
    .filter((one) => one !== undefined && one !== "ok");
  const verdicts = scenarios.map((one) => {
    const { scenario, passed, failed } = one;
    const why = failed.length === 0 ? undefined : whyNot(one);
    const verdict =
      failed.length > 0 ? (why === undefined ? "FAIL" : "does not apply") : passed > 0 ? "pass" : "nothing checked";
    return { scenario, verdict, why: why ?? failed.join("; ") };
  });
  const failed = verdicts.filter(({ verdict }) => verdict === "FAIL");
  if (values.json) console.log(JSON.stringify({ tools: Object.fromEntries(told), conformance: verdicts, lost }));
  else {
    printTable(
      ["tool", ...ways],
      tools.map((name) => [name, ...ways.map((way) => told.get(way)?.[name])]),
    );
    console.log(`\nThe inspector is ${INSPECTOR}; the checks are ${CONFORMANCE}.\n`);
    if (verdicts.length > 0)
      printTable(
        ["scenario", "verdict", "why"],
        verdicts.map(({ scenario, verdict, why }) => [scenario, verdict, why]),
      );
    console.log(`\nTwo clients at once lost ${lost} of 40 reads.`);
  }
  return wrong.length + failed.length + lost === 0 ? 0 : 1;
}
