/** Counts what a played day did, for the summary that `waldo day` prints. */
import { type CrsResult, ModelStep } from "@waldo/contracts";
import { OFFLINE_MODEL } from "@waldo/core/agent/transcript";
import type { Home } from "../home.ts";
import type { Said } from "../said.ts";
import { readSink } from "../telegram-sink.ts";
import type { DayEvent, World } from "./play.ts";

type Summary = {
  readonly score: CrsResult | undefined;
  readonly runs: number;
  readonly deliveries: number;
  /** How many of the person's messages reached a channel more than once. */
  readonly duplicates: number;
  readonly modelCalls: number;
  readonly tokens: { readonly input: number; readonly output: number };
  readonly cost: string;
  readonly transitions: number;
  readonly storeUnits: { readonly reads: number; readonly writes: number };
  readonly patrol: { readonly ticks: number; readonly quiet: number };
  /** Messages without a run: reminders and notes. */
  readonly notes: readonly Said[];
  readonly briefs: readonly {
    readonly runId: string;
    readonly variant: string | undefined;
    readonly text: string | undefined;
    readonly claims: unknown;
    readonly state: string;
  }[];
};

/** Counts what a played day did, from the journal and from the channels. */
export async function summarise(
  world: World,
  home: Home,
  events: readonly DayEvent[],
  meter: { readonly reads: number; readonly writes: number },
): Promise<Summary> {
  const runs = events.filter((event) => event.type === "run");
  const said = events.flatMap((event) =>
    event.type === "run" ? event.said : event.type === "said" ? [event.said] : [],
  );
  const calls = runs.flatMap((run) =>
    run.steps.filter((step) => step.to === "LLM_CALLED").map((step) => ModelStep.parse(step.data)),
  );
  const replies = calls.flatMap((call) => (call.outcome === "replied" ? [call] : []));
  const sink = (await readSink(home.paths.sink)).map((message) => message.key);
  const patrols = events.filter((event) => event.type === "wake").filter((event) => event.job === "patrol");
  const night = events.find((event) => event.type === "night" || event.type === "now");
  const cost =
    replies.length === 0
      ? "no model was asked or answered"
      : replies.every((reply) => reply.model === OFFLINE_MODEL)
        ? "$0.00 (offline composer)"
        : "billed by your model's provider";
  return {
    score: night?.score,
    runs: runs.length,
    deliveries: said.flatMap(({ channels }) => channels).filter(({ state }) => state === "sent").length,
    duplicates: sink.length - new Set(sink).size,
    modelCalls: replies.length,
    tokens: {
      input: replies.reduce((sum, reply) => sum + reply.usage.inputTokens, 0),
      output: replies.reduce((sum, reply) => sum + reply.usage.outputTokens, 0),
    },
    cost,
    transitions: world.machines.transitions(),
    storeUnits: { reads: Math.round(meter.reads), writes: Math.round(meter.writes) },
    patrol: { ticks: patrols.length, quiet: patrols.filter((event) => event.outcome === "nothing").length },
    notes: events.flatMap((event) => (event.type === "said" ? [event.said] : [])),
    briefs: runs.map(({ header, steps, said }) => {
      const gated = steps.find((step) => step.to === "GATED");
      return {
        runId: header.runId,
        variant: header.variant,
        text: said[0]?.text ?? (gated === undefined ? undefined : String(gated.data.text)),
        claims: gated?.data.claims,
        state: header.state,
      };
    }),
  };
}
