/** Prints a played day: one line per wake, with quiet times joined in one line, and each Brief as a block. */
import type { CrsResult } from "@waldo/contracts";
import { localTime } from "@waldo/core/time";
import { count } from "../plural.ts";
import { kindName, tailLine, textLines } from "../said.ts";
import type { Terminal } from "../terminal.ts";
import type { DayEvent, RunEvent } from "./play.ts";

type Colors = Terminal["c"];

const PILLAR_NAME: Record<string, string> = {
  sleep: "sleep",
  cass: "HRV",
  rhrts: "resting heart rate",
  rrs: "breathing",
  circadian: "rhythm",
  motion: "activity",
};

type Print = (line: string) => void;

export function timeline(
  print: Print,
  timeZone: string,
  c: Colors,
  options: { readonly verbose: boolean; readonly width: number },
) {
  let quiet: { from: number; to: number; ticks: number } | undefined;

  const flush = () => {
    if (!quiet) return;
    const { from, to, ticks } = quiet;
    quiet = undefined;
    const when = ticks === 1 ? localTime(from, timeZone) : `${localTime(from, timeZone)} – ${localTime(to, timeZone)}`;
    print(
      lineAt(when.slice(0, 5))(
        "○",
        "patrol",
        `${count(ticks, "tick")} to ${localTime(to, timeZone)}, nothing moved`,
        c.dim,
      ),
    );
  };
  const lineAt = (when: string) => (mark: string, name: string, text: string, paint: (s: string) => string) =>
    ` ${c.dim(when)}  ${paint(mark)} ${paint(name.padEnd(8))} ${text}`;

  const plain = (event: Exclude<DayEvent, { type: "run" | "said" }>, when: string): string => {
    const line = lineAt(when);
    if (event.type === "sync")
      return line(
        "↓",
        "sync",
        event.score
          ? `${event.score.missing.includes("sleep") ? "the day arrived, without a night" : "the night arrived"} · ${scoreLine(event.score, c)}`
          : "nothing to score",
        c.cyan,
      );
    if (event.type === "now")
      return line("◷", "now", `it is ${when}: the rest of the day comes with waldo live`, c.dim);
    if (event.type === "night") return line("☾", "night", "sleep window", c.magenta);
    if (event.outcome === "paused") return line("‖", event.job, "paused: nothing runs until waldo resume", c.dim);
    if (event.outcome === "waiting")
      return line("…", "brief", "the night has not been synced yet; waiting for it", c.dim);
    if (event.job === "brief") return line("○", "brief", "nothing new to say", c.dim);
    if (event.job === "sweep") return line("◦", "sweep", "today's page written, checkpoint ready", c.dim);
    if (event.outcome === "dream") return line("☾", "dream", event.reason ?? "dreamt", c.magenta);
    if (event.job === "upkeep")
      return line(
        "☾",
        "upkeep",
        event.outcome === "nothing" ? "nothing left over" : "what was left over is done",
        c.magenta,
      );
    return line("○", event.job, event.reason ?? event.outcome, c.dim);
  };

  return {
    show(event: DayEvent): void {
      const when = localTime(event.at, timeZone);
      if (event.type === "wake" && event.job === "patrol" && !options.verbose) {
        quiet = quiet ? { ...quiet, to: event.at, ticks: quiet.ticks + 1 } : { from: event.at, to: event.at, ticks: 1 };
        return;
      }
      flush();
      if (event.type === "run") {
        const again = event.alreadyDone ? c.dim(" (delivered before; nothing sent again)") : "";
        print(lineAt(when)("●", nameOf(event), `${event.header.variant ?? ""}${again}`, c.yellow));
        for (const row of brief(event, c, options)) print(row);
      } else if (event.type === "said") {
        print(lineAt(when)("●", kindName(event.said.kind), "", c.yellow));
        for (const row of textLines(event.said.text, c, options.width)) print(row);
        print(tailLine(event.said, [], c, options.width));
      } else print(plain(event, when));
    },
    flush,
  };
}

export function scoreLine(score: CrsResult, c: Colors): string {
  if (score.form === undefined && score.recovery === undefined) return c.dim(score.reason ?? "no score");
  const parts = [
    score.form === undefined
      ? ""
      : `Form ${c.bold(String(Math.round(score.form)))}${score.bodyZone ? ` ${score.bodyZone}` : ""}`,
    score.recovery === undefined ? "" : `Recovery ${Math.round(score.recovery)}`,
    score.drag === undefined ? "" : `pulled down by ${PILLAR_NAME[score.drag] ?? score.drag}`,
    score.missing.length === 0 ? "" : c.dim(`missing ${score.missing.map((p) => PILLAR_NAME[p] ?? p).join(", ")}`),
    score.status === "provisional" ? c.dim("provisional") : "",
  ];
  return parts.filter(Boolean).join(" · ");
}

/** Returns the name of a run: the kind of its message, or its trigger when it has sent none. */
function nameOf({ said, header }: RunEvent): string {
  return said[0] ? kindName(said[0].kind) : header.trigger === "brief" ? "brief" : header.trigger.replaceAll("_", " ");
}

function* brief(event: RunEvent, c: Colors, options: { verbose: boolean; width: number }): Generator<string> {
  const gated = event.steps.find((step) => step.to === "GATED");
  const indent = "         ";
  if (!gated) {
    const why =
      event.header.failure?.message ?? (event.error instanceof Error ? event.error.message : "not delivered yet");
    yield `${indent}${c.red("│")} ${why}`;
    return;
  }
  yield* textLines(event.said[0]?.text ?? String(gated.data.text), c, options.width);
  const claims = Array.isArray(gated.data.claims) ? gated.data.claims : [];
  const source = gated.data.source === "model" ? speaker(event) : `template: ${gated.data.reason}`;
  const width = options.verbose ? Number.POSITIVE_INFINITY : options.width;
  const channels = event.said.flatMap((one) => one.channels);
  yield tailLine({ channels }, [`${count(claims.length, "claim")} traced`, source, event.header.runId], c, width);
  if (!options.verbose) return;
  for (const claim of claims as { kind: string; words: string; callId: string; path: string }[])
    yield c.dim(`${indent}  ${claim.kind}: "${claim.words}" ← ${claim.callId} ${claim.path}`);
  yield c.dim(`${indent}  ${event.steps.map((step) => step.to).join(" → ")} in ${event.harnessMs.toFixed(1)} ms`);
}

/**
 * Returns the author of the text, by the name in the journal. The offline composer is never shown as a language model.
 */
function speaker(event: RunEvent): string {
  const last = event.steps.findLast((step) => step.to === "LLM_CALLED");
  return String(last?.data.model ?? event.header.rung ?? "");
}
