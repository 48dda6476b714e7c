/**
 * An agent that wants to do harm by MCP: any tool, any arguments, any meta, calls that it cancels, made-up cursors.
 * It speaks messages of JSON-RPC without a client between, so that nothing tidies them. One seed is one life.
 */
import { seeded } from "./synthetic-person.ts";

/** A tool as the agent knows it: its name, and the names of its arguments. */
type KnownTool = { readonly name: string; readonly args: readonly string[] };
export type Message = { readonly jsonrpc: "2.0"; readonly [member: string]: unknown };
/** The wire: it sends, and hears what comes. */
export type Wire = {
  send(message: Message): Promise<void>;
  hear(each: (message: Message) => void): void;
};

export type Hunt = {
  readonly tools: readonly KnownTool[];
  /** Names of projects, its own and those of others. */
  readonly projects: readonly string[];
  /** Ids of contexts, its own and those of others. Ids that the agent learns are added. */
  readonly ids: readonly string[];
  /** No answer may hold these words. */
  readonly secrets: readonly string[];
};

type Outcomes = {
  /** How often each way of ending came: `answered`, `taught`, `cancelled`, or `error` with the code. */
  readonly counts: Readonly<Record<string, number>>;
  /** Texts that an answer must never have. */
  readonly faults: readonly string[];
  readonly longestAnswer: number;
};

const MEGABYTE = 1_000_000;
/** A call that has no answer after this time hangs. */
const HANGS_MS = 10_000;

/** JSON that many programs read wrongly. */
const ODD: readonly unknown[] = [
  ...[null, true, false, 0, -0, -1, 1, 1e308, -1e308, 5e-324, 2 ** 53, 1e21, 0.1],
  ...["", " ", "\u0000", "\u0007\u001b[31m", "\ud83d", "\udc00x", "🦊".repeat(90), "ﷺ".repeat(200), "a\nb", "\u202e"],
  ...["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "..", "../../me", "USER#other", "#", "*"],
  ...["253402300799999_x", "0_x", "999999999999999_#", "1_", "_", "1e3_x", "null", "NaN", "'; --", "%00", "%", "{}"],
  ...["2026-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "-000001-01-01T00:00:00Z", "2026-10-30", "0000-00-00"],
  ...["write_task", "send_email", "decision", "refactor", "facts", "events", "patterns"],
  ...["a".repeat(121), "a".repeat(401), "!".repeat(20_001), "word ".repeat(4000), "(a+)+$".repeat(500)],
  ...[[], {}, [[]], [null], ["a", "a"], { a: { b: { c: [] } } }],
  JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}},"toString":1}'),
];

const nested = (depth: number, open: string, close: string): unknown =>
  JSON.parse(`${open.repeat(depth)}0${close.repeat(depth)}`);
/** Such calls cost time, so the agent makes them only sometimes. */
const HUGE: readonly (() => unknown)[] = [
  () => "x".repeat(MEGABYTE),
  () => "\ud800".repeat(20_000),
  () => nested(5_000, "[", "]"),
  () => nested(5_000, '{"a":', "}"),
];

/** Speaks `calls` times and says how each of them ended. `between` is done before each. */
export async function hunt(
  wire: Wire,
  { tools, projects, ids, secrets }: Hunt,
  { calls, seed, between = async () => {} }: { calls: number; seed: number; between?: (i: number) => Promise<void> },
): Promise<Outcomes> {
  const random = seeded(seed);
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const known = [...ids];
  const counts: Record<string, number> = {};
  const faults: string[] = [];
  let longestAnswer = 0;
  const waiting = new Map<unknown, (message: Message | undefined) => void>();
  wire.hear((message) => {
    if (message["id"] === undefined) return;
    waiting.get(message["id"])?.(message);
    waiting.delete(message["id"]);
  });

  const odd = (): unknown => (random() < 0.02 ? one(HUGE)() : one(ODD));
  const text = () => one(["We chose steel rigging.", "The mast is up.", "rope", "a longer text. ".repeat(60), odd()]);
  /** Returns a likely value for each argument, and sometimes an unexpected one. */
  const likely: Record<string, () => unknown> = {
    project: () => one(projects),
    snapshotId: () => one(known),
    causedBy: () => one(known),
    causeId: () => one(known),
    dependencies: () => [one(known), one(known)],
    content: text,
    query: text,
    claim: text,
    limit: () => one([1, 2, 5, 10, 20, 100, 0, -1, 1e9, 1.5]),
    minScore: () => one([0, 0.6, 2, -1]),
    staleThreshold: () => one([0, 24, 1e9]),
    full: () => random() < 0.5,
    tags: () => one([["mast"], ["__proto__", "constructor"], ["🦊".repeat(20)], [odd()], ["\ud800"], []]),
    metadata: () => one([{}, { a: 1 }, { "\ud800": "\ud800" }, odd()]),
    actionType: () => one(["decision", "testing", odd()]),
    cursor: () => one([`1767225600000_${one(known)}`, "253402300799999_x", "999999999999999_~", odd()]),
    tool: () => one(["write_task", odd()]),
    args: () => one([{ title: "winch" }, { title: odd() }, odd()]),
    at: () => one(["2026-01-01T00:00:00Z", odd()]),
    date: () => one(["2026-10-30", odd()]),
  };
  const argumentsOf = (tool: KnownTool | undefined): unknown => {
    if (random() < 0.05) return odd();
    const names = (tool?.args ?? []).filter(() => random() < 0.85);
    const made: [string, unknown][] = names.map((name) => [name, random() < 0.95 ? (likely[name] ?? odd)() : odd()]);
    if (random() < 0.05) made.push([String(one(["__proto__", "userId", "user", "constructor", ""])), odd()]);
    const args = {};
    // `__proto__` is a member like any other, as it is in JSON.
    for (const [name, value] of made)
      Object.defineProperty(args, name, { value, enumerable: true, configurable: true, writable: true });
    return args;
  };
  const request = (): { method: unknown; params: unknown } => {
    const draw = random();
    if (draw < 0.85) {
      const tool = random() < 0.97 ? one(tools) : undefined;
      const name =
        tool?.name ?? one(["no_such_tool", "__proto__", "constructor", "", "save_context ", "x".repeat(9999)]);
      const meta = random() < 0.1 ? { _meta: one([{ progressToken: 1 }, { progressToken: odd() }, odd()]) } : {};
      return { method: "tools/call", params: { name, arguments: argumentsOf(tool), ...meta } };
    }
    const method = one(["resources/read", "prompts/get", "tools/list", "resources/list", "prompts/list", "ping"]);
    if (draw < 0.97)
      return {
        method,
        params: one([
          {
            uri: one(["waldo://today", "waldo://goals", "waldo://wiki/%ff", `waldo://wiki/${"a".repeat(999)}`, odd()]),
          },
          { name: odd(), arguments: odd() },
          { uri: `waldo://wiki/${encodeURIComponent(String(one(["../x", "#", "a/b", "\u0000", "__proto__"])))}` },
          { cursor: odd() },
          odd(),
        ]),
      };
    return {
      method: one(["no/such", "", "__proto__", "logging/setLevel", "sampling/createMessage", odd()]),
      params: odd(),
    };
  };

  const count = (what: string) => {
    counts[what] = (counts[what] ?? 0) + 1;
  };
  const judge = (asked: ReturnType<typeof request>, answer: Message) => {
    const said = JSON.stringify(answer);
    longestAnswer = Math.max(longestAnswer, said.length);
    const fault = (why: string) => {
      count("fault");
      if (faults.length < 40) faults.push(`${why}: ${short(asked)} → ${said.slice(0, 300)}`);
    };
    for (const secret of secrets) if (said.includes(secret)) return fault(`it holds ${secret}`);
    if (/\bat \S+ \(|node_modules|SQLITE|ZodError|RangeError|TypeError/.test(said))
      return fault("it tells of our code");
    const error = answer["error"] as { code?: unknown; message?: unknown } | undefined;
    if (error !== undefined) {
      if (!Number.isInteger(error.code) || typeof error.message !== "string") return fault("an error without a code");
      if (error.code === -32603) return fault("an internal error");
      return count(`error ${error.code}`);
    }
    const result = answer["result"] as Record<string, unknown> | undefined;
    if (typeof result !== "object" || result === null) return fault("neither a result nor an error");
    if (asked.method !== "tools/call") return count("answered");
    const words = (result["content"] as { text?: unknown }[] | undefined)?.[0]?.text;
    if (typeof words !== "string" || words === "") return fault("no words");
    if (/something went wrong|unexpected/i.test(words) && result["isError"]) return fault("our own fault");
    if (result["isError"]) {
      if (words.length > 2000) return fault("an error longer than anybody reads");
      return count("taught");
    }
    const context = (result["structuredContent"] as { context?: { id?: string } } | undefined)?.context;
    if (context?.id !== undefined && !known.includes(context.id) && known.length < 500) known.push(context.id);
    return count("answered");
  };

  for (let i = 0; i < calls; i++) {
    await between(i);
    const id = `${seed}-${i}`;
    const asked = request();
    const answer = new Promise<Message | undefined>((resolve) => waiting.set(id, resolve));
    const cancels = random() < 0.05;
    await wire.send({ jsonrpc: "2.0", id, ...asked });
    if (cancels) {
      const params = { requestId: id, reason: "no longer wanted" };
      await wire.send({ jsonrpc: "2.0", method: "notifications/cancelled", params });
      // Its answer may be on its way already. A call that ends without one is over when the next one is.
      void answer.then((told) => told && judge(asked, told));
      count("cancelled");
      continue;
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hung = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), HANGS_MS);
    });
    const told = await Promise.race([answer, hung]);
    clearTimeout(timer);
    if (told) judge(asked, told);
    else faults.push(`no answer: ${short(asked)}`);
  }
  return { counts, faults, longestAnswer };
}

function short(asked: { readonly method: unknown; readonly params: unknown }): string {
  try {
    return JSON.stringify(asked, (_, value) =>
      typeof value === "string" && value.length > 80 ? `${value.slice(0, 40)}… ${value.length}` : value,
    ).slice(0, 400);
  } catch {
    return `${String(asked.method)} with arguments too deep to print`;
  }
}
