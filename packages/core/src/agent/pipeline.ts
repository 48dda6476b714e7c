/** The hooks of this build, in the order they run. Everything here is code; none of it is a request to a model. */
import { isError, keys, OUTSIDE_READS, TOOL_EFFECT, ToolName, type TriggerEvent } from "@waldo/contracts";
import { digest } from "../digest.ts";
import type { Json, Ports } from "../ports.ts";
import { leakedCanaries } from "../safety/canary.ts";
import { sanitise } from "../safety/sanitise.ts";
import { HOUR_MS } from "../time.ts";
import { type Hook, HookDenied } from "./hooks.ts";

/** Messages a person may send in one hour before a template asks for patience. Emergencies are never counted. */
export const MESSAGES_PER_HOUR = 60;

/** A mark only this run's prompt carries. Seen anywhere else, the prompt has leaked. */
export function canaryOf(
  run: Pick<TriggerEvent, "userId" | "nonce"> & { readonly runId: string; readonly createdAt: number },
): string {
  return `wd-${digest("canary", run.userId, run.runId, run.nonce, run.createdAt).slice(0, 20)}`;
}

const rateLimit: Hook<"OnInvocationStart"> = {
  on: "OnInvocationStart",
  name: "rate_limit",
  async run({ header }, ports) {
    if (header.trigger !== "user_message") return undefined;
    if ((await countMessage(ports, header.userId, header.runId)) > MESSAGES_PER_HOUR)
      throw new HookDenied("rate_limited");
    return undefined;
  },
};

/** Counts a message once, however often its run is started; returns the count of the hour. */
async function countMessage(ports: Ports, userId: string, runId: string): Promise<number> {
  const now = ports.clock.now();
  const key = keys.rate(userId, Math.floor(now / HOUR_MS));
  for (;;) {
    const row = await ports.store.get(key);
    const runs = (row?.body["runs"] ?? []) as string[];
    if (runs.includes(runId) || runs.length > MESSAGES_PER_HOUR) return runs.length;
    try {
      const when = [row ? ({ is: "version", version: row.version } as const) : ({ is: "absent" } as const)];
      await ports.store.transact([
        { op: "put", key, body: { runs: [...runs, runId] }, when, expiresAt: now + 2 * HOUR_MS },
      ]);
      return runs.length + 1;
    } catch (error) {
      if (!isError(error, "ConditionFailed")) throw error;
    }
  }
}

const canaryInReply: Hook<"PostLLMCall"> = {
  on: "PostLLMCall",
  name: "canary",
  run({ header, reply }) {
    const said = [reply.text, ...reply.calls.map((call) => JSON.stringify(call.args))].join("\n");
    if (leakedCanaries(said, [canaryOf(header)]) > 0) throw new HookDenied("canary_leak");
    return undefined;
  },
};

/** What a call would change or carry out of the system: no readings, no scores, no mark of ours. */
const sanitiseArguments: Hook<"PreToolUse"> = {
  on: "PreToolUse",
  name: "sanitise",
  run(payload) {
    const { header, call } = payload;
    const name = ToolName.safeParse(call.name);
    const outside: readonly ToolName[] = OUTSIDE_READS;
    if (!name.success || (TOOL_EFFECT[name.data] === "read" && !outside.includes(name.data))) return undefined;
    const args = mapTexts(call.args, (text) => {
      const safe = sanitise({ text, origin: "agent" }, "user", { canaries: [canaryOf(header)] });
      if (safe.verdict === "blocked") throw new HookDenied("canary_leak");
      return safe.text;
    });
    return { ...payload, call: { ...call, args } };
  },
};

/** What a tool returned, before a model reads it: no readings, no orders. Texts from outside stay, defused. */
const sanitiseResult: Hook<"PostToolUse"> = {
  on: "PostToolUse",
  name: "sanitise",
  run(payload) {
    const { header, result } = payload;
    if (!result.ok) return undefined;
    const origin = result.origin === "untrusted" ? "untrusted" : "system";
    const value = mapTexts(
      result.value,
      (text) => sanitise({ text, origin }, "internal", { canaries: [canaryOf(header)] }).text,
    );
    return { ...payload, result: { ...result, value } };
  },
};

function mapTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((member) => mapTexts(member, change));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapTexts(member, change)]));
}

export const HOOKS: readonly Hook[] = [rateLimit, canaryInReply, sanitiseArguments, sanitiseResult] as readonly Hook[];
