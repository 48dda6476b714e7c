/**
 * Journals of a release, recorded from golden cases, and their replay: the recorded answers of the model are given again,
 * and the prompts, the verdicts of the gates and the rows of the outbox must be the same byte for byte. What changes on
 * purpose is recorded again by `npm run eval -- --record`, and the diff of the files is read.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { readTrace, type Trace } from "@waldo/core/eval/trace";
import type { ModelGateway, ModelReply } from "@waldo/core/ports";
import { buildPrompt } from "@waldo/core/prompt/build";
import { goldenCases } from "./golden-case.ts";
import { composer } from "./golden-models.ts";
import { playCase } from "./golden-play.ts";

/** One run each of a Brief, a request, an answer to danger, words of others, a proposal with its tap, and a look. */
const RECORDED = [
  "morning-usual",
  "morning-injection-in-title",
  "evening-usual",
  "chat-add-task-and-undo",
  "chat-danger",
  "chat-two-taps",
  "heartbeat-goal",
  "patrol-run",
];

const FOLDER = new URL("../golden/recorded/", import.meta.url);

type Recorded = {
  readonly id: string;
  readonly replies: readonly ModelReply[];
  /** What must come out again. */
  readonly runs: readonly unknown[];
};

/** Returns the releases that were recorded. */
export function releases(): string[] {
  return readdirSync(FOLDER).sort();
}

export function recordedOf(release: string): Recorded[] {
  const folder = new URL(`${release}/`, FOLDER);
  return readdirSync(folder)
    .sort()
    .map((name) => JSON.parse(readFileSync(new URL(name, folder), "utf8")) as Recorded);
}

/** Plays the recorded cases with the offline composer and writes what came of them. Returns how many there are. */
export async function record(release: string): Promise<number> {
  const folder = new URL(`${release}/`, FOLDER);
  mkdirSync(folder, { recursive: true });
  for (const id of RECORDED) {
    const replies: ModelReply[] = [];
    const model = composer();
    const listening: ModelGateway = {
      ...model,
      async converse(request) {
        const reply = await model.converse(request);
        replies.push(reply);
        return reply;
      },
    };
    const recorded: Recorded = { id, replies, runs: await played(id, listening) };
    writeFileSync(new URL(`${id}.json`, folder), `${JSON.stringify(recorded, null, 2)}\n`);
  }
  return RECORDED.length;
}

/** Returns what comes of a case when its recorded model answers again. */
export async function replayed({ id, replies }: Recorded): Promise<readonly unknown[]> {
  let next = 0;
  return played(id, {
    shape: () => "literal",
    async converse() {
      const reply = replies[next++];
      if (!reply) throw new Error(`${id}: the model is asked more often than was recorded`);
      return reply;
    },
  });
}

async function played(id: string, model: ModelGateway): Promise<readonly unknown[]> {
  const golden = goldenCases().find((one) => one.id === id);
  if (!golden) throw new Error(`there is no golden case ${id}`);
  const { traces } = await playCase(golden, model);
  return JSON.parse(JSON.stringify(traces.map(shown))) as unknown[];
}

/** What of a run must stay: each line of its prompt, what the gates decided, and what went out. */
function shown(trace: Trace): unknown {
  const { context, gated } = readTrace(trace);
  const prompt = context && buildPrompt(context, "literal");
  return {
    run: trace.header.runId,
    states: trace.steps.map(({ to }) => to),
    prompt:
      prompt &&
      [prompt.system, prompt.thread, prompt.user].map((part) => JSON.stringify(part, null, 1).split(/\\n|\n/)),
    gates: gated,
    outbox: trace.outbox,
  };
}
