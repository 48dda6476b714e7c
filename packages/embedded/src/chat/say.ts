/** `waldo say`: sends one message to the person's agent on this machine and prints the answer. */

import { setTimeout as sleep } from "node:timers/promises";
import { isAnnouncement, ModelStep, type OutboxRow, plainText, type RunId, UserId, WaldoError } from "@waldo/contracts";
import { outboxOf } from "@waldo/core/channels/outbox";
import { intake } from "@waldo/core/chat/intake";
import { digest } from "@waldo/core/digest";
import { readingFor } from "@waldo/core/door/readings";
import { handoffsOf } from "@waldo/core/handoff/standing";
import { BREAKER_OPEN } from "@waldo/core/models/ladder";
import { pausedSince } from "@waldo/core/person/paused";
import { findProfile } from "@waldo/core/person/profile";
import { isTerminal, loadRun, loadSteps } from "@waldo/core/run/journal";
import { takeUpRun } from "@waldo/core/run/start";
import { composeWorld } from "../compose.ts";
import type { World } from "../day/play.ts";
import { mirrorGoals } from "../goals/mirror.ts";
import { goalsPlace } from "../goals/place.ts";
import { openExisting } from "../home.ts";
import { momentIn } from "../home-clock.ts";
import type { MemoryOptions } from "../memory/open-memory.ts";
import { chooseModel } from "../models.ts";
import type { Settings } from "../settings.ts";
import type { Terminal } from "../terminal.ts";
import { typed } from "../typed.ts";
import { saidSince } from "./said-since.ts";

const MOST_CHARS = 8000;

/** Throws `InvalidInput` for a message that is empty or too long, and when no day has been imported yet. */
export async function say(
  words: readonly string[],
  options: MemoryOptions,
  settings: Settings,
  terminal: Terminal,
): Promise<void> {
  const text = plainText(words.join(" ")).trim();
  if (text === "" || text.length > MOST_CHARS)
    throw new WaldoError("InvalidInput", `say something, in at most ${MOST_CHARS} characters`);
  const userId = typed(UserId, options.user, "--user");
  const home = openExisting(options.home, terminal);
  try {
    const profile = await findProfile(home.store, userId);
    if (!profile)
      throw new WaldoError("InvalidInput", "nobody of that name has been taken in yet: run waldo day first");
    const now = await momentIn({ store: home.store, userId }, terminal);
    const world = composeWorld(home, now, await chooseModel(settings, terminal), settings);
    const place = goalsPlace(home.paths.root, userId);
    await mirrorGoals(world, userId, place);
    // Messages that a killed process left unanswered are answered first.
    await takeUpRun(world, userId);
    const messageId = digest(userId, now, text).slice(0, 24);
    const runId = await intake(world, profile, { as: "message", message: { messageId, text }, via: "app" });
    await world.machines.idle();
    await mirrorGoals(world, userId, place);
    if (isAnnouncement(runId))
      return await showAnnounced(world, { userId, runId, json: options.json === true }, terminal);
    const { header, rows } = await answered(world, userId, runId);
    if (await isLeftAlone(world, userId, runId))
      terminal.note("The language model did not answer before. It is asked again in some minutes, an hour at most.");
    const answers = textsOf(rows);
    const readings = await readingsOf(world, userId, rows);
    if (options.json) return terminal.print(JSON.stringify({ runId, state: header.state, answers, readings }, null, 2));
    for (const answer of answers) terminal.print(answer);
    for (const reading of readings) terminal.print(reading);
    // A handed-over task may have begun meanwhile.
    const begun = (await handoffsOf(world, userId, 1)).some(({ handoff }) => handoff.createdAt >= now);
    if (begun) for (const text of await saidSince(world.store, userId, now, runId)) terminal.print(`\n${text}`);
    if (answers.length === 0 && (await pausedSince(world.store, userId)) !== undefined)
      return terminal.print("paused: your message waits. Run waldo resume to have it answered.");
    if (answers.length > 0) return;
    terminal.print(
      terminal.c.dim(
        isTerminal(header.state)
          ? `no answer; waldo run ${runId} says why`
          : "another waldo is still working for you; it answers this next, and waldo inbox shows it",
      ),
    );
  } finally {
    home.store.close();
  }
}

type Announced = { readonly userId: UserId; readonly runId: RunId; readonly json: boolean };

/** Prints the answer of a command or a review to the message. A command without an answer prints nothing. */
async function showAnnounced(world: World, { userId, runId, json }: Announced, terminal: Terminal): Promise<void> {
  const answers = textsOf(await outboxOf(world, userId, runId));
  if (json) return terminal.print(JSON.stringify({ runId, state: "DONE", answers }, null, 2));
  for (const answer of answers) terminal.print(answer);
  if ((await pausedSince(world.store, userId)) !== undefined)
    terminal.note("Everything is paused, so the answer is not in the app yet.");
}

/**
 * Returns the numbers that the answers name, as a terminal shows them. They are read here for the person's own eyes, after
 * the agent has spoken (R7).
 */
export async function readingsOf(world: World, userId: UserId, rows: readonly OutboxRow[]): Promise<string[]> {
  const questions = rows.flatMap(({ channel, message }) =>
    channel === "in_app" && "card" in message && message.card?.type === "reading" ? message.card.question : [],
  );
  const read = await Promise.all(questions.map((question) => readingFor(world, userId, question)));
  return read.map(({ shown: { title, text, rests } }) =>
    [`  ${title}`, `  ${text}`, ...(rests === undefined ? [] : [`  ${rests}`])].join("\n"),
  );
}

function textsOf(rows: readonly OutboxRow[]): string[] {
  return rows
    .filter(({ channel }) => channel === "in_app")
    .map(({ message }) => ("text" in message ? message.text : ""));
}

/** True when the model was not called because its breaker is open. */
async function isLeftAlone({ store }: World, userId: UserId, runId: RunId): Promise<boolean> {
  const steps = (await loadSteps(store, userId, runId)).filter(({ to }) => to === "LLM_CALLED");
  return steps
    .map(({ data }) => ModelStep.parse(data))
    .some((step) => step.outcome === "unavailable" && step.errors.includes(BREAKER_OPEN));
}

/** How long this command waits for an answer that another process writes, and how often it looks. */
const WAIT_MS = 30_000;
const LOOK_EVERY_MS = 100;

/**
 * Returns the run with its messages when it has ended. `waldo live` in another window may hold the person's lease. Then
 * that process works on this run, and this one waits for it.
 */
async function answered(world: World, userId: UserId, runId: RunId) {
  for (let waited = 0; ; waited += LOOK_EVERY_MS) {
    const { header } = await loadRun(world.store, userId, runId);
    const rows = await outboxOf(world, userId, runId);
    const isOver = isTerminal(header.state) || rows.length > 0 || waited >= WAIT_MS;
    if (isOver || (await pausedSince(world.store, userId)) !== undefined) return { header, rows };
    await sleep(LOOK_EVERY_MS);
  }
}
