/**
 * Journals of a release, recorded from golden cases, and their replay: the recorded answers of the model are given
 * again, and the prompts, the verdicts of the gates and the rows of the outbox must be the same byte for byte. Intended
 * changes are recorded again by `npm run record:golden`, and the diff of the file is read (`git diff --word-diff`).
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { ModelGateway, ModelReply } from "@waldo/core/ports";
import { buildPrompt } from "@waldo/core/prompt/build";
import { repositoryUnderstanding } from "@waldo/embedded/bundled-intents";
import { offlineComposer } from "@waldo/embedded/offline-composer";
import { readTrace, type Trace } from "@waldo/eval/trace";
import { dataLines } from "@waldo/testkit/data";
import * as z from "zod";
import { goldenCases } from "./golden-case.ts";
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

const FOLDER = new URL("../data/golden/recorded/", import.meta.url);
const ENDING = ".jsonl";

export const Recorded = z.strictObject({
  id: z.string(),
  replies: z.array(z.custom<ModelReply>((reply) => typeof reply === "object")),
  /** The output that the replay must give again. */
  runs: z.array(z.unknown()).readonly(),
});
type Recorded = z.infer<typeof Recorded>;

/** Returns the recorded releases. */
export function releases(): string[] {
  return readdirSync(FOLDER)
    .map((name) => name.slice(0, -ENDING.length))
    .sort();
}

export function recordedOf(release: string): Recorded[] {
  return dataLines(`golden/recorded/${release}${ENDING}`, Recorded);
}

/** Plays the recorded cases with the offline composer and writes the results. */
async function record(release: string): Promise<void> {
  const lines: string[] = [];
  for (const id of RECORDED.toSorted()) {
    const replies: ModelReply[] = [];
    // Recorded as a language model, so the prompts are those that a language model gets.
    const { plain: _, ...model } = offlineComposer(repositoryUnderstanding);
    const listening: ModelGateway = {
      ...model,
      async converse(request) {
        const reply = await model.converse(request);
        replies.push(reply);
        return reply;
      },
    };
    const recorded: Recorded = { id, replies, runs: await played(id, listening) };
    lines.push(`${JSON.stringify(recorded)}\n`);
  }
  writeFileSync(new URL(`${release}${ENDING}`, FOLDER), lines.join(""));
}

/** Returns the result of a case when its recorded model answers again. */
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

/**
 * The parts of a run that must not change: each line of its prompt, the decisions of the gates, and the sent messages.
 */
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  await record(version);
}
