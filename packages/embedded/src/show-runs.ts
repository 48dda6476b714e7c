/**
 * `waldo runs` and `waldo run ID`: print the journal, as the Step Functions console would show an execution. The data
 * comes from core/door/inside, like that of the routes.
 */
import {
  type InsideCall,
  type InsideRun,
  type InsideState,
  RunId,
  type RunLine,
  UserId,
  WaldoError,
} from "@waldo/contracts";
import { insideRun } from "@waldo/core/door/inside/run";
import { allRuns, lineOf } from "@waldo/core/door/inside/sources";
import { findProfile } from "@waldo/core/person/profile";
import { localDate, localTime } from "@waldo/core/time";
import { openExisting } from "./home.ts";
import { homeClock } from "./home-clock.ts";
import { count } from "./plural.ts";
import type { Terminal } from "./terminal.ts";
import { typed } from "./typed.ts";

export type ShowOptions = { readonly user: string; readonly home: string; readonly json: boolean };

export async function showRuns(options: ShowOptions, terminal: Terminal): Promise<void> {
  const { print, c, timeZone } = terminal;
  const home = openExisting(options.home, terminal, { shows: true });
  try {
    const userId = typed(UserId, options.user, "--user");
    // A terminal shows the last lines, so the newest run is printed last.
    const runs = (await allRuns(home.store, userId)).map(lineOf).reverse();
    if (options.json) return print(JSON.stringify(runs, null, 2));
    if (runs.length === 0) return print("no runs yet");
    const at = (await findProfile(home.store, userId))?.timeZone ?? timeZone;
    print(
      c.dim(
        `${"date".padEnd(11)}${"time".padEnd(7)}${"trigger".padEnd(17)}${"state".padEnd(11)}${"rung".padEnd(6)}${"steps".padEnd(7)}run`,
      ),
    );
    for (const run of runs) {
      const what = run.variant === undefined ? run.trigger : `${run.trigger}/${run.variant}`;
      const state =
        run.state === "DONE"
          ? c.green(run.state.padEnd(11))
          : run.state === "FAILED"
            ? c.red(run.state.padEnd(11))
            : c.yellow(run.state.padEnd(11));
      print(
        `${run.date.padEnd(11)}${localTime(run.createdAt, at).padEnd(7)}${what.padEnd(17)}${state}${(run.rung ?? "–").padEnd(6)}${String(run.step).padEnd(7)}${run.runId}`,
      );
    }
    const share = plainShare(runs);
    if (share !== undefined) print(c.dim(share));
  } finally {
    home.store.close();
  }
}

/** Returns for how many messages no model's answer was good enough: a template answered, or there was no answer. */
function plainShare(runs: readonly RunLine[]): string | undefined {
  const chats = runs.filter(({ trigger, endedAt }) => trigger === "user_message" && endedAt !== undefined);
  if (chats.length === 0) return undefined;
  const plain = chats.filter(({ rung }) => rung === "L3" || rung === "L4").length;
  return `${count(chats.length, "message")} answered, ${plain} of them by a template (${((100 * plain) / chats.length).toFixed(1)}%)`;
}

export async function showRun(runId: string, options: ShowOptions, terminal: Terminal): Promise<void> {
  const { print, c, timeZone } = terminal;
  const home = openExisting(options.home, terminal, { shows: true });
  try {
    const userId = typed(UserId, options.user, "--user");
    const clock = await homeClock({ store: home.store, userId });
    const id = RunId.safeParse(runId).data;
    const found = id === undefined ? undefined : await insideRun({ store: home.store, clock }, userId, id);
    if (!found?.kept) throw new WaldoError("InvalidInput", `there is no run ${runId}: waldo runs lists them`);
    if (options.json) return print(JSON.stringify(found, null, 2));
    const { run, states, outbox } = found;
    const at = (await findProfile(home.store, userId))?.timeZone ?? timeZone;
    const time = (ms: number) => `${localDate(ms, at)} ${localTime(ms, at)}`;
    print(`${c.bold(run.runId)}  ${run.trigger}${run.variant ? `/${run.variant}` : ""}  ${run.date}`);
    print(
      `started ${time(run.createdAt)}${run.endedAt ? `, ended ${time(run.endedAt)}` : ""}, attempts ${run.attempts}, lease fence ${run.fence}`,
    );
    if (run.failure) print(c.red(`${run.failure.name}: ${run.failure.message}`));
    if (found.withheld) print(c.dim("The words of this run are not shown: what was said was deleted."));
    print("");
    for (const state of states) {
      print(` ${c.dim(String(state.step))}  ${c.cyan(state.state.padEnd(14))} ${describe(state, found)}`);
      for (const line of details(state, found)) print(c.dim(`                    ${line}`));
    }
    print("");
    for (const { ordinal, channel, state, attempt, key, why } of outbox) {
      const mark = state === "sent" ? c.green("sent") : c.yellow(state);
      print(
        ` outbox ${ordinal}  ${channel.padEnd(9)} ${mark}  attempt ${attempt}  key ${key.slice(0, 12)}…${why === undefined ? "" : `  ${why}`}`,
      );
    }
  } finally {
    home.store.close();
  }
}

type Kept = InsideRun & { readonly kept: true };

function describe(
  { step, state, model, calls = [], said, rows = [], tokens }: InsideState,
  { sentences }: Kept,
): string {
  if (step === 0) return "journalled by its trigger";
  if (model) {
    if (model.outcome === "unavailable") return `no model to be had: ${model.errors.join(", ")}`;
    return `${model.name} ${model.rung}, ${model.usage?.input} in, ${model.usage?.output} out`;
  }
  if (said) {
    const claims = sentences.flatMap(({ sources }) => sources).length;
    return `${said.by}${said.reason ? ` (${said.reason})` : ""}, ${count(claims, "claim")} traced`;
  }
  if (state === "CONTEXT_BUILT") return `prompt of ${tokens} tokens`;
  if (state === "TOOLS_DONE") return count(calls.length, "tool result");
  return rows.map((row) => `${row.channel} ${row.state}`).join(", ");
}

function details({ state, model, calls = [], said }: InsideState, { prompt, sentences }: Kept): string[] {
  if (state === "CONTEXT_BUILT" && prompt)
    return [prompt.parts.map(({ name, tokens }) => `${name} ${tokens}`).join(" · ")];
  if (model) {
    const asks = model.asks.map(({ callId, tool, args }) => `${callId} ${tool} ${JSON.stringify(args)}`);
    return [...(model.text === undefined ? [] : [model.text]), ...asks];
  }
  if (said)
    return [
      ...(said.text === undefined ? [] : [said.text]),
      ...calls.map(resultLine),
      ...sentences
        .flatMap(({ sources }) => sources)
        .map((claim) => `${claim.kind}: "${claim.words}" ← ${claim.callId} ${claim.path}`),
    ];
  return calls.map(resultLine);
}

function resultLine({ callId, tool, outcome, result, error, message }: InsideCall): string {
  if (outcome === "waits") return `${callId} ${tool} …`;
  return error === undefined
    ? `${callId} ${tool} → ${JSON.stringify(result)}`
    : `${callId} ${tool} ✗ ${error}: ${message}`;
}
