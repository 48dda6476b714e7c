/** `waldo runs` and `waldo run ID`: print the journal, as the Step Functions console would show an execution. */
import { isError, keys, RunHeader, type StepRecord, UserId, WaldoError } from "@waldo/contracts";
import { outboxOf, whyUnsent } from "@waldo/core/channels/outbox";
import { clockAfter } from "@waldo/core/memory/claims/blocks";
import { findProfile } from "@waldo/core/profile";
import { loadRun, loadSteps } from "@waldo/core/run/journal";
import { queryAll } from "@waldo/core/store/query-all";
import { localDate, localTime } from "@waldo/core/time";
import { openExisting } from "./home.ts";
import { machineClock } from "./memory/open-memory.ts";
import { count } from "./plural.ts";
import type { Terminal } from "./terminal.ts";
import { typed } from "./typed.ts";

export type ShowOptions = { readonly user: string; readonly home: string; readonly json: boolean };

export async function showRuns(options: ShowOptions, terminal: Terminal): Promise<void> {
  const { print, c, timeZone } = terminal;
  const home = openExisting(options.home, terminal);
  try {
    const userId = typed(UserId, options.user, "--user");
    const headers: RunHeader[] = [];
    for await (const row of queryAll(home.store, keys.run.all(userId))) headers.push(RunHeader.parse(row.body));
    headers.sort((a, b) => a.createdAt - b.createdAt);
    if (options.json) return print(JSON.stringify(headers, null, 2));
    if (headers.length === 0) return print("no runs yet");
    const at = (await findProfile(home.store, userId))?.timeZone ?? timeZone;
    print(
      c.dim(
        `${"date".padEnd(11)}${"time".padEnd(7)}${"trigger".padEnd(17)}${"state".padEnd(11)}${"rung".padEnd(6)}${"steps".padEnd(7)}run`,
      ),
    );
    for (const h of headers) {
      const what = h.variant === undefined ? h.trigger : `${h.trigger}/${h.variant}`;
      const state =
        h.state === "DONE"
          ? c.green(h.state.padEnd(11))
          : h.state === "FAILED"
            ? c.red(h.state.padEnd(11))
            : c.yellow(h.state.padEnd(11));
      print(
        `${h.date.padEnd(11)}${localTime(h.createdAt, at).padEnd(7)}${what.padEnd(17)}${state}${(h.rung ?? "–").padEnd(6)}${String(h.step).padEnd(7)}${h.runId}`,
      );
    }
    const share = plainShare(headers);
    if (share !== undefined) print(c.dim(share));
  } finally {
    home.store.close();
  }
}

/** How many messages no model's answer was good enough for: a template answered, or nobody did. */
function plainShare(headers: readonly RunHeader[]): string | undefined {
  const chats = headers.filter(({ trigger, endedAt }) => trigger === "user_message" && endedAt !== undefined);
  if (chats.length === 0) return undefined;
  const plain = chats.filter(({ rung }) => rung === "L3" || rung === "L4").length;
  return `${count(chats.length, "message")} answered, ${plain} of them by a template (${((100 * plain) / chats.length).toFixed(1)}%)`;
}

export async function showRun(runId: string, options: ShowOptions, terminal: Terminal): Promise<void> {
  const { print, c, timeZone } = terminal;
  const home = openExisting(options.home, terminal);
  try {
    const userId = typed(UserId, options.user, "--user");
    const { header } = await loadRun(home.store, userId, runId).catch((error: unknown) => {
      if (!isError(error, "UnknownRun")) throw error;
      throw new WaldoError("InvalidInput", `there is no run ${runId}: waldo runs lists them`);
    });
    const steps = await loadSteps(home.store, userId, runId);
    const outbox = await outboxOf({ store: home.store }, userId, runId);
    if (options.json) return print(JSON.stringify({ header, steps, outbox }, null, 2));
    const at = (await findProfile(home.store, userId))?.timeZone ?? timeZone;
    const time = (ms: number) => `${localDate(ms, at)} ${localTime(ms, at)}`;
    print(`${c.bold(header.runId)}  ${header.trigger}${header.variant ? `/${header.variant}` : ""}  ${header.date}`);
    print(
      `started ${time(header.createdAt)}${header.endedAt ? `, ended ${time(header.endedAt)}` : ""}, attempts ${header.attempts}, lease fence ${header.fence}`,
    );
    if (header.failure) print(c.red(`${header.failure.name}: ${header.failure.message}`));
    print("");
    print(` ${c.dim("0")}  PENDING        ${c.dim("journalled by its trigger")}`);
    for (const step of steps) {
      print(` ${c.dim(String(step.step))}  ${c.cyan(step.to.padEnd(14))} ${describe(step)}`);
      for (const line of details(step)) print(c.dim(`                    ${line}`));
    }
    print("");
    const now = await clockAfter({ store: home.store, userId }, machineClock);
    for (const row of outbox) {
      const why = await whyUnsent({ store: home.store, clock: now }, row);
      const mark = row.state === "sent" ? c.green("sent") : c.yellow(row.state);
      print(
        ` outbox ${row.ordinal}  ${row.channel.padEnd(9)} ${mark}  attempt ${row.attempt}  key ${row.key.slice(0, 12)}…${why === undefined ? "" : `  ${why}`}`,
      );
    }
  } finally {
    home.store.close();
  }
}

type Data = Record<string, unknown>;

function describe({ to, data }: StepRecord): string {
  switch (to) {
    case "CONTEXT_BUILT":
      return `prompt of ${data.tokens} tokens`;
    case "LLM_CALLED": {
      if (data.outcome !== "replied") return `no model to be had: ${(data.errors as string[]).join(", ")}`;
      const usage = data.usage as Record<string, number>;
      return `${data.model} ${data.rung}, ${usage.inputTokens} in, ${usage.outputTokens} out`;
    }
    case "TOOLS_DONE":
      return `${count((data.results as unknown[]).length, "tool result")}`;
    case "GATED":
      return `${data.source}${data.reason ? ` (${data.reason})` : ""}, ${count((data.claims as unknown[]).length, "claim")} traced`;
    case "DELIVERED":
      return (data.rows as Data[]).map((row) => `${row.channel} ${row.state}`).join(", ");
    default:
      return "";
  }
}

function details({ to, data }: StepRecord): string[] {
  if (to === "CONTEXT_BUILT")
    return [
      Object.entries(data.layers as Record<string, number>)
        .map(([name, n]) => `${name} ${n}`)
        .join(" · "),
    ];
  if (to === "LLM_CALLED" && data.outcome === "replied") {
    const calls = (data.calls as { id: string; name: string; args: unknown }[]).map(
      (call) => `${call.id} ${call.name} ${JSON.stringify(call.args)}`,
    );
    return data.text === "" ? calls : [String(data.text), ...calls];
  }
  if (to === "TOOLS_DONE") return results(data.results);
  if (to === "GATED") {
    const claims = (data.claims as { kind: string; words: string; callId: string; path: string }[]).map(
      (claim) => `${claim.kind}: "${claim.words}" ← ${claim.callId} ${claim.path}`,
    );
    return [String(data.text), ...results(data.results), ...claims];
  }
  return [];
}

function results(value: unknown): string[] {
  return (
    value as { callId: string; name: string; ok: boolean; value?: unknown; error?: string; message?: string }[]
  ).map((result) =>
    result.ok
      ? `${result.callId} ${result.name} → ${JSON.stringify(result.value)}`
      : `${result.callId} ${result.name} ✗ ${result.error}: ${result.message}`,
  );
}
